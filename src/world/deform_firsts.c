// Each vertex and each edge of a mesh is asked with one triangle that has it, the first: so every pair of
// features comes once, when the triangles of both are near.

#include "core/memory.h"
#include "core/sort.h"
#include "mesh/build.h"
#include "world/deform.h"

static uint64_t edge_key(const ti_triangle* t, uint32_t k)
{
    uint64_t v = t->vertex[k], w = t->vertex[k < 2 ? k + 1 : 0];
    return v < w ? v << 32 | w : w << 32 | v;
}

static void mark_vertices(const toi_mesh* mesh, uint8_t* seen, uint8_t* firsts)
{
    for (uint32_t i = 0; i < mesh->triangle_count; ++i) {
        firsts[i] = 0;
        for (uint32_t k = 0; k < 3; ++k) {
            uint32_t vertex = mesh->triangles[i].vertex[k];
            firsts[i] |= (uint8_t)(seen[vertex] ? 0 : 1u << k);
            seen[vertex] = 1;
        }
    }
}

// Those from a vertex to itself are none.
static void mark_edges(const toi_mesh* mesh, ti_key_value* edges, uint8_t* firsts)
{
    size_t count = 0;
    for (uint32_t i = 0; i < 3 * mesh->triangle_count; ++i) {
        uint64_t key = edge_key(&mesh->triangles[i / 3], i % 3);
        if (key >> 32 != (uint32_t)key) {
            edges[count++] = (ti_key_value){key, i};
        }
    }
    ti_sort_keys(edges, edges + count, count);
    for (size_t i = 0; i < count; ++i) {
        if (i == 0 || edges[i].key != edges[i - 1].key) {
            firsts[edges[i].value / 3] |= (uint8_t)(1u << (TI_FIRST_EDGES + edges[i].value % 3));
        }
    }
}

bool ti_deform_firsts(const toi_mesh* mesh, const toi_allocator* allocator, uint8_t* firsts)
{
    uint8_t* seen = ti_allocate_zero(allocator, mesh->vertex_count, sizeof *seen);
    ti_key_value* edges = ti_allocate(allocator, 6 * (size_t)mesh->triangle_count, sizeof *edges);
    bool ok = seen != NULL && edges != NULL;
    if (ok) {
        mark_vertices(mesh, seen, firsts);
        mark_edges(mesh, edges, firsts);
    }
    ti_release(allocator, seen);
    ti_release(allocator, edges);
    return ok;
}

// Whether a side of a polygon leads from v to w.
static bool leads(const toi_mesh* mesh, uint32_t v, uint32_t w)
{
    const ti_topology* topology = &mesh->topology;
    for (uint32_t i = topology->vertex_first[v]; i < topology->vertex_first[v + 1]; ++i) {
        if (mesh_head(mesh, topology->vertex_corner[i]) == w) {
            return true;
        }
    }
    return false;
}

toi_feature ti_deform_edge_name(const toi_mesh* mesh, uint32_t v, uint32_t w, uint32_t face)
{
    if (leads(mesh, v, w) || leads(mesh, w, v)) {
        return (toi_feature){TOI_FEATURE_EDGE, {v < w ? v : w, v < w ? w : v}};
    }
    return (toi_feature){TOI_FEATURE_FACE, {face, 0}};
}
