// Half-edges: which polygons share an edge, which corners a vertex has, and what hangs together.

#include "core/memory.h"
#include "core/sets.h"
#include "mesh/build.h"

#include <string.h>

static void set_faces(toi_mesh* mesh)
{
    for (uint32_t f = 0; f < mesh->face_count; ++f) {
        for (uint32_t h = mesh->face_offsets[f]; h < mesh->face_offsets[f + 1]; ++h) {
            mesh->topology.face_of[h] = f;
        }
    }
}

static uint32_t lower_end(const toi_mesh* mesh, uint32_t h)
{
    uint32_t a = mesh_tail(mesh, h), b = mesh_head(mesh, h);
    return a < b ? a : b;
}

static uint32_t upper_end(const toi_mesh* mesh, uint32_t h)
{
    uint32_t a = mesh_tail(mesh, h), b = mesh_head(mesh, h);
    return a < b ? b : a;
}

// Turns counts[v + 1] into where the run of v starts, with counts[v + 1] free to serve as its cursor:
// after filling, counts[v] is the start of v.
static void start_runs(uint32_t* counts, uint32_t vertex_count)
{
    uint32_t total = 0;
    for (uint32_t v = 0; v < vertex_count; ++v) {
        uint32_t n = counts[v + 1];
        counts[v + 1] = total;
        total += n;
    }
    counts[0] = 0;
}

static void set_vertex_corners(toi_mesh* mesh)
{
    ti_topology* topology = &mesh->topology;
    uint32_t* first = topology->vertex_first;
    memset(first, 0, ((size_t)mesh->vertex_count + 1) * sizeof *first);
    for (uint32_t h = 0; h < mesh->corner_count; ++h) {
        ++first[mesh->corners[h] + 1];
    }
    start_runs(first, mesh->vertex_count);
    for (uint32_t h = 0; h < mesh->corner_count; ++h) {
        topology->vertex_corner[first[mesh->corners[h] + 1]++] = h;
    }
}

typedef uint32_t edge_key(const toi_mesh* mesh, uint32_t h);

// One stable counting pass: half-edges of `from` (all in rising order for NULL) by the given end.
static void sort_half_edges(const toi_mesh* mesh, edge_key* key, const uint32_t* from, uint32_t* to,
                            uint32_t* counts)
{
    memset(counts, 0, ((size_t)mesh->vertex_count + 1) * sizeof *counts);
    for (uint32_t h = 0; h < mesh->corner_count; ++h) {
        ++counts[key(mesh, h) + 1];
    }
    start_runs(counts, mesh->vertex_count);
    for (uint32_t i = 0; i < mesh->corner_count; ++i) {
        uint32_t h = from == NULL ? i : from[i];
        to[counts[key(mesh, h) + 1]++] = h;
    }
}

static bool same_edge(const toi_mesh* mesh, uint32_t g, uint32_t h)
{
    return lower_end(mesh, g) == lower_end(mesh, h) && upper_end(mesh, g) == upper_end(mesh, h);
}

// Half-edges of one edge stand next to each other in `sorted`, rising: each is linked to the next, the last
// to the first. One from a vertex to itself is no edge and stays alone.
static void set_rings(toi_mesh* mesh, const uint32_t* sorted)
{
    uint32_t* next = mesh->topology.next_on_edge;
    uint32_t begin = 0;
    for (uint32_t i = 0; i < mesh->corner_count; ++i) {
        uint32_t h = sorted[i];
        bool loop = mesh_tail(mesh, h) == mesh_head(mesh, h);
        bool last = loop || i + 1 == mesh->corner_count || !same_edge(mesh, h, sorted[i + 1]);
        next[h] = last ? sorted[begin] : sorted[i + 1];
        begin = last ? i + 1 : begin;
    }
}

// Two stable counting passes sort by both ends in linear time, whatever the mesh.
toi_status ti_mesh_link_edges(toi_mesh* mesh)
{
    set_faces(mesh);
    set_vertex_corners(mesh);
    uint32_t* memory = ti_allocate(&mesh->allocator, 2 * (size_t)mesh->corner_count, sizeof *memory);
    uint32_t* counts = ti_allocate(&mesh->allocator, (size_t)mesh->vertex_count + 1, sizeof *counts);
    bool enough = memory != NULL && counts != NULL;
    if (enough) {
        uint32_t* by_upper = memory;
        uint32_t* by_both = memory + mesh->corner_count;
        sort_half_edges(mesh, upper_end, NULL, by_upper, counts);
        sort_half_edges(mesh, lower_end, by_upper, by_both, counts);
        set_rings(mesh, by_both);
    }
    ti_release(&mesh->allocator, memory);
    ti_release(&mesh->allocator, counts);
    return enough ? TOI_OK : TOI_ERROR_MEMORY;
}

void ti_mesh_join_faces(const toi_mesh* mesh, uint32_t* parent)
{
    ti_sets_begin(parent, mesh->face_count);
    for (uint32_t h = 0; h < mesh->corner_count; ++h) {
        ti_sets_join(parent, mesh->topology.face_of[h],
                     mesh->topology.face_of[mesh->topology.next_on_edge[h]]);
    }
}

// One vertex a component: the first corner of its lowest face.
toi_status ti_mesh_find_components(toi_mesh* mesh)
{
    ti_topology* topology = &mesh->topology;
    uint32_t* parent = ti_allocate(&mesh->allocator, mesh->face_count, sizeof *parent);
    if (parent == NULL) {
        return TOI_ERROR_MEMORY;
    }
    ti_mesh_join_faces(mesh, parent);
    uint32_t count = 0;
    for (uint32_t f = 0; f < mesh->face_count; ++f) {
        count += parent[f] == f;
    }
    topology->component_vertex = ti_allocate(&mesh->allocator, count, sizeof *topology->component_vertex);
    bool enough = topology->component_vertex != NULL;
    for (uint32_t f = 0; enough && f < mesh->face_count; ++f) {
        if (parent[f] == f) {
            topology->component_vertex[topology->component_count++] = mesh->corners[mesh->face_offsets[f]];
        }
    }
    mesh->info.components = count;
    ti_release(&mesh->allocator, parent);
    return enough ? TOI_OK : TOI_ERROR_MEMORY;
}
