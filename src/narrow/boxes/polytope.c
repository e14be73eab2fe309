// Polytopes from their vertices, faces and edges; prisms.

#include "narrow/boxes/polytope.h"

#include "math/rounding.h"
#include "math/scalar.h"
#include "narrow/boxes/polytope_parts.h"

#include <string.h>

void ti_polytope_release(ti_polytope* p, const toi_allocator* allocator)
{
    ti_release(allocator, p->vertices);
    ti_release(allocator, p->vertex_names);
    ti_release(allocator, p->normals);
    ti_release(allocator, p->heights);
    ti_release(allocator, p->edges);
    ti_release(allocator, p->star);
    ti_release(allocator, p->star_begin);
    ti_release(allocator, p->vertex_blocks);
    ti_release(allocator, p->face_blocks);
    *p = (ti_polytope){0};
}

bool ti_polytope_reserve(const toi_allocator* allocator, uint32_t vertices, uint32_t faces, uint32_t edges,
                         ti_polytope* p)
{
    *p = (ti_polytope){.vertex_count = vertices, .face_count = faces, .edge_count = edges};
    p->vertices = ti_allocate(allocator, vertices, sizeof *p->vertices);
    p->vertex_names = ti_allocate(allocator, vertices, sizeof *p->vertex_names);
    p->normals = ti_allocate(allocator, faces, sizeof *p->normals);
    p->heights = ti_allocate(allocator, faces, sizeof *p->heights);
    p->edges = ti_allocate(allocator, edges, sizeof *p->edges);
    p->star = ti_allocate(allocator, (size_t)2 * edges, sizeof *p->star);
    p->star_begin = ti_allocate(allocator, (size_t)vertices + 1, sizeof *p->star_begin);
    p->vertex_blocks = ti_allocate(allocator, (size_t)16 * ti_blocks_of(vertices), sizeof *p->vertex_blocks);
    p->face_blocks = ti_allocate(allocator, (size_t)16 * ti_blocks_of(faces), sizeof *p->face_blocks);
    if (p->vertices == NULL || p->vertex_names == NULL || p->normals == NULL || p->heights == NULL ||
        p->edges == NULL || p->star == NULL || p->star_begin == NULL || p->vertex_blocks == NULL ||
        p->face_blocks == NULL) {
        ti_polytope_release(p, allocator);
        return false;
    }
    return true;
}

// ---- what follows from the parts

static void set_box(ti_polytope* p)
{
    toi_vec3 low = p->vertices[0], high = low, half = {0.0, 0.0, 0.0};
    for (uint32_t i = 1; i < p->vertex_count; ++i) {
        low = v3_min(p->vertices[i], low);
        high = v3_max(p->vertices[i], high);
    }
    p->center = v3_add(v3_scale(0.5, low), v3_scale(0.5, high));
    for (uint32_t i = 0; i < p->vertex_count; ++i) {
        toi_vec3 v = v3_sub(p->vertices[i], p->center);
        p->vertices[i] = v;
        half = v3_max(v3(fabs(v.x), fabs(v.y), fabs(v.z)), half);
    }
    p->half = half;
    p->error += 2.0 * TI_U * v3_norm1(half); // of the differences
}

static void set_heights(ti_polytope* p)
{
    for (uint32_t f = 0; f < p->face_count; ++f) {
        double height = -HUGE_VAL;
        for (uint32_t i = 0; i < p->vertex_count; ++i) {
            height = d_max(v3_dot(p->normals[f], p->vertices[i]), height);
        }
        p->heights[f] = height;
    }
}

static void set_stars(ti_polytope* p)
{
    memset(p->star_begin, 0, ((size_t)p->vertex_count + 1) * sizeof *p->star_begin);
    for (uint32_t e = 0; e < p->edge_count; ++e) {
        ++p->star_begin[p->edges[e].vertex[0]];
        ++p->star_begin[p->edges[e].vertex[1]];
    }
    for (uint32_t i = 0, sum = 0; i <= p->vertex_count; ++i) {
        sum += p->star_begin[i];
        p->star_begin[i] = sum; // the end of vertex i, which filling makes its beginning
    }
    for (uint32_t e = p->edge_count; e-- > 0;) {
        p->star[--p->star_begin[p->edges[e].vertex[0]]] = e;
        p->star[--p->star_begin[p->edges[e].vertex[1]]] = e;
    }
}

static void set_lane(double* blocks, uint32_t i, toi_vec3 v, double last)
{
    double* lane = blocks + (size_t)16 * (i / 4) + i % 4;
    lane[0] = v.x;
    lane[4] = v.y;
    lane[8] = v.z;
    lane[12] = last;
}

static void set_blocks(ti_polytope* p)
{
    for (uint32_t i = 0; i < 4 * ti_blocks_of(p->vertex_count); ++i) {
        uint32_t v = i < p->vertex_count ? i : p->vertex_count - 1;
        set_lane(p->vertex_blocks, i, p->vertices[v], 1.0);
    }
    for (uint32_t i = 0; i < 4 * ti_blocks_of(p->face_count); ++i) {
        uint32_t f = i < p->face_count ? i : p->face_count - 1;
        set_lane(p->face_blocks, i, p->normals[f], -p->heights[f]);
    }
}

void ti_polytope_finish(ti_polytope* p)
{
    set_box(p);
    set_heights(p);
    set_stars(p);
    set_blocks(p);
}

// ---- prisms

static void set_sides(const ti_prism* prism, ti_polytope* p)
{
    uint32_t n = prism->count;
    p->normals[0] = v3_negate(prism->normal);
    p->normals[1] = prism->normal;
    for (uint32_t i = 0; i < n; ++i) {
        uint32_t next = (i + 1) % n, before = (i + n - 1) % n;
        toi_vec3 d = prism->directions[i];
        p->normals[2 + i] = v3_cross(d, prism->normal);
        p->vertices[i] = v3_madd(prism->ring[i], prism->low, prism->normal);
        p->vertices[n + i] = v3_madd(prism->ring[i], prism->high, prism->normal);
        p->vertex_names[i] = p->vertex_names[n + i] = prism->names[i];
        p->edges[i] = (ti_polytope_edge){{i, next}, {0, 2 + i}, d};
        p->edges[n + i] = (ti_polytope_edge){{n + i, n + next}, {1, 2 + i}, d};
        p->edges[2 * n + i] = (ti_polytope_edge){{i, n + i}, {2 + before, 2 + i}, prism->normal};
    }
}

toi_status ti_polytope_prism(const ti_prism* prism, const toi_allocator* allocator, ti_polytope* p)
{
    uint32_t n = prism->count;
    if (!ti_polytope_reserve(allocator, 2 * n, n + 2, 3 * n, p)) {
        return TOI_ERROR_MEMORY;
    }
    set_sides(prism, p);
    p->dimension = 2;
    p->axis = prism->normal;
    ti_polytope_finish(p);
    return TOI_OK;
}
