// Topology of the meshes of the screw oracle: edges, components, classes and the corners around vertices.

#include "support/screw_brute_parts.h"

#include <stdlib.h>
#include <string.h>

void* sb_alloc(size_t count, size_t size)
{
    void* p = calloc(count + 1, size);
    if (p == NULL) {
        abort();
    }
    return p;
}

typedef struct side {
    uint32_t v[2], face;
    bool forth;
} side;

static int compare_sides(const void* a, const void* b)
{
    const side *x = a, *y = b;
    for (int k = 0; k < 2; ++k) {
        if (x->v[k] != y->v[k]) {
            return x->v[k] < y->v[k] ? -1 : 1;
        }
    }
    return (x->face > y->face) - (x->face < y->face);
}

// Twice the area, along the normal.
static rvec area_of(const rvec* vertex, const uint32_t* corner, uint32_t count)
{
    rvec sum = r3(0.0L, 0.0L, 0.0L);
    for (uint32_t i = 2; i < count; ++i) {
        rvec p = vertex[corner[0]];
        sum = r3_add(sum, r3_cross(r3_sub(vertex[corner[i - 1]], p), r3_sub(vertex[corner[i]], p)));
    }
    return sum;
}

static rvec face_normal(const sb_mesh* mesh, uint32_t f)
{
    return r3_unit(
        area_of(mesh->vertex, mesh->corner + mesh->offset[f], mesh->offset[f + 1] - mesh->offset[f]));
}

static void find_used_faces(sb_mesh* mesh)
{
    for (uint32_t f = 0; f < mesh->face_count; ++f) {
        uint32_t n = mesh->offset[f + 1] - mesh->offset[f];
        const uint32_t* corner = mesh->corner + mesh->offset[f];
        mesh->face_used[f] = n >= 3 && r3_length(area_of(mesh->vertex, corner, n)) > 0.0L;
        mesh->face_solid[f] = true;
    }
}

static uint32_t collect_sides(const sb_mesh* mesh, side* sides)
{
    uint32_t count = 0;
    for (uint32_t f = 0; f < mesh->face_count; ++f) {
        uint32_t begin = mesh->offset[f], n = mesh->offset[f + 1] - begin;
        for (uint32_t i = 0; mesh->face_used[f] && i < n; ++i) {
            uint32_t v = mesh->corner[begin + i], w = mesh->corner[begin + (i + 1) % n];
            if (v != w) {
                sides[count++] = (side){{v < w ? v : w, v < w ? w : v}, f, v < w};
            }
        }
    }
    qsort(sides, count, sizeof *sides, compare_sides);
    return count;
}

static void collect_edges(sb_mesh* mesh, const side* sides, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        bool same = i > 0 && sides[i].v[0] == sides[i - 1].v[0] && sides[i].v[1] == sides[i - 1].v[1];
        if (!same) {
            mesh->edge[mesh->edge_count++] = (sb_edge){.v = {sides[i].v[0], sides[i].v[1]}, .wing_begin = i};
        }
        mesh->edge[mesh->edge_count - 1].wing_end = i + 1;
        mesh->wing[i] = (sb_wing){sides[i].face, sides[i].forth};
    }
}

static uint32_t root_of(uint32_t* parent, uint32_t i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

static bool is_regular(const sb_mesh* mesh, const sb_edge* e)
{
    return e->wing_end - e->wing_begin == 2 &&
           mesh->wing[e->wing_begin].forth != mesh->wing[e->wing_begin + 1].forth;
}

// A component with one irregular edge is a sheet.
static void find_solids(sb_mesh* mesh)
{
    uint32_t* parent = sb_alloc(mesh->face_count, sizeof *parent);
    bool* sheet = sb_alloc(mesh->face_count, sizeof *sheet);
    for (uint32_t f = 0; f < mesh->face_count; ++f) {
        parent[f] = f;
    }
    for (uint32_t i = 0; i < mesh->edge_count; ++i) {
        const sb_edge* e = &mesh->edge[i];
        for (uint32_t k = e->wing_begin + 1; k < e->wing_end; ++k) {
            parent[root_of(parent, mesh->wing[k].face)] = root_of(parent, mesh->wing[e->wing_begin].face);
        }
    }
    for (uint32_t i = 0; i < mesh->edge_count; ++i) {
        if (!is_regular(mesh, &mesh->edge[i])) {
            sheet[root_of(parent, mesh->wing[mesh->edge[i].wing_begin].face)] = true;
        }
    }
    for (uint32_t f = 0; f < mesh->face_count; ++f) {
        mesh->face_solid[f] = mesh->face_used[f] && !sheet[root_of(parent, f)];
    }
    free(parent);
    free(sheet);
}

// A fold below this is rounding of the coordinates of plane neighbours.
#define FLAT 1e-10L

static sb_edge_kind edge_kind(const sb_mesh* mesh, const sb_edge* e)
{
    sb_wing first = mesh->wing[e->wing_begin];
    if (e->wing_end - e->wing_begin != 2) {
        return SB_EDGE_OPEN;
    }
    sb_wing second = mesh->wing[e->wing_begin + 1];
    rvec n1 = face_normal(mesh, first.face), n2 = face_normal(mesh, second.face);
    if (first.forth == second.forth) {
        n2 = r3_scale(-1.0L, n2);
    }
    rvec along = r3_unit(r3_sub(mesh->vertex[e->v[1]], mesh->vertex[e->v[0]]));
    rvec cross = r3_cross(n1, n2);
    if (r3_length(cross) <= FLAT && r3_dot(n1, n2) > 0.0L) {
        return SB_EDGE_FLAT;
    }
    if (!mesh->face_solid[first.face]) {
        return SB_EDGE_OPEN;
    }
    // Walking along the edge with the solid below, the face on the left has it forth.
    real turn = r3_dot(cross, along) * (first.forth ? -1.0L : 1.0L);
    return turn < 0.0L ? SB_EDGE_CONVEX : SB_EDGE_REFLEX;
}

static void find_kinds(sb_mesh* mesh)
{
    for (uint32_t i = 0; i < mesh->edge_count; ++i) {
        sb_edge* e = &mesh->edge[i];
        e->kind = edge_kind(mesh, e);
        mesh->vertex_used[e->v[0]] |= e->kind != SB_EDGE_FLAT;
        mesh->vertex_used[e->v[1]] |= e->kind != SB_EDGE_FLAT;
    }
}

// Counts the corners of every vertex one place further, or writes them and moves the places along.
static void walk_face(sb_mesh* mesh, uint32_t f, bool write)
{
    uint32_t begin = mesh->offset[f], n = mesh->offset[f + 1] - begin;
    for (uint32_t i = 0; i < n; ++i) {
        uint32_t v = mesh->corner[begin + i];
        if (write) {
            mesh->fan[mesh->fan_first[v]++] =
                (sb_corner){f, mesh->corner[begin + (i + 1) % n], mesh->corner[begin + (i + n - 1) % n]};
        } else {
            ++mesh->fan_first[v + 1];
        }
    }
}

static void walk_faces(sb_mesh* mesh, bool write)
{
    for (uint32_t f = 0; f < mesh->face_count; ++f) {
        if (mesh->face_used[f]) {
            walk_face(mesh, f, write);
        }
    }
}

static void find_fans(sb_mesh* mesh)
{
    walk_faces(mesh, false);
    for (uint32_t v = 0; v < mesh->vertex_count; ++v) {
        mesh->fan_first[v + 1] += mesh->fan_first[v];
    }
    walk_faces(mesh, true);
    // Each place has moved to where the next fan starts.
    memmove(mesh->fan_first + 1, mesh->fan_first, mesh->vertex_count * sizeof *mesh->fan_first);
    mesh->fan_first[0] = 0;
}

static real size_of(const sb_mesh* mesh)
{
    rvec low = r3(HUGE_VALL, HUGE_VALL, HUGE_VALL), high = r3(-HUGE_VALL, -HUGE_VALL, -HUGE_VALL);
    uint32_t count = mesh->offset[mesh->face_count];
    for (uint32_t i = 0; i < count; ++i) {
        rvec p = mesh->vertex[mesh->corner[i]];
        low = r3(r_min(low.x, p.x), r_min(low.y, p.y), r_min(low.z, p.z));
        high = r3(r_max(high.x, p.x), r_max(high.y, p.y), r_max(high.z, p.z));
    }
    rvec center = r3_scale(0.5L, r3_add(low, high));
    real most = 0.0L;
    for (uint32_t i = 0; i < count; ++i) {
        most = r_max(most, r3_length(r3_sub(mesh->vertex[mesh->corner[i]], center)));
    }
    return 2.0L * most;
}

void sb_mesh_init(sb_mesh* mesh, const sb_polygons* p)
{
    uint32_t corner_count = p->offsets[p->face_count];
    *mesh = (sb_mesh){.vertex_count = p->vertex_count, .face_count = p->face_count};
    mesh->vertex = sb_alloc(p->vertex_count, sizeof *mesh->vertex);
    mesh->corner = sb_alloc(corner_count, sizeof *mesh->corner);
    mesh->offset = sb_alloc(p->face_count + 1, sizeof *mesh->offset);
    mesh->face_used = sb_alloc(p->face_count, sizeof *mesh->face_used);
    mesh->face_solid = sb_alloc(p->face_count, sizeof *mesh->face_solid);
    mesh->edge = sb_alloc(corner_count, sizeof *mesh->edge);
    mesh->wing = sb_alloc(corner_count, sizeof *mesh->wing);
    mesh->vertex_used = sb_alloc(p->vertex_count, sizeof *mesh->vertex_used);
    mesh->fan_first = sb_alloc(p->vertex_count + 1, sizeof *mesh->fan_first);
    mesh->fan = sb_alloc(corner_count, sizeof *mesh->fan);
    for (uint32_t v = 0; v < p->vertex_count; ++v) {
        const double* c = p->vertices + 3 * v;
        mesh->vertex[v] = r3((real)c[0], (real)c[1], (real)c[2]);
    }
    memcpy(mesh->corner, p->corners, corner_count * sizeof *mesh->corner);
    memcpy(mesh->offset, p->offsets, (p->face_count + 1) * sizeof *mesh->offset);
    find_used_faces(mesh);
    side* sides = sb_alloc(corner_count, sizeof *sides);
    collect_edges(mesh, sides, collect_sides(mesh, sides));
    free(sides);
    find_solids(mesh);
    find_kinds(mesh);
    find_fans(mesh);
    mesh->size = size_of(mesh);
}

void sb_mesh_release(sb_mesh* mesh)
{
    void* all[] = {mesh->vertex, mesh->corner, mesh->offset,      mesh->face_used, mesh->face_solid,
                   mesh->edge,   mesh->wing,   mesh->vertex_used, mesh->fan_first, mesh->fan};
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
        free(all[i]);
    }
    *mesh = (sb_mesh){0};
}
