// Polytopes from points: the exact hull in triangles, and what of these is in one plane taken as one face.
//
// From the largest triangle on, a face takes the neighbours whose corners are all within a tolerance of its
// plane. Slivers join one of the faces beside them, whichever is larger, so no plane hangs on a sliver.

#include "bvh/hull.h"
#include "core/sort.h"
#include "math/rounding.h"
#include "math/scalar.h"
#include "narrow/boxes/polytope_parts.h"

#include <string.h>

// Times the size. Coordinates are rounded by a few u of it; a plane is known as well as its triangle is wide.
static const double SAME_PLANE = 0x1p-49;

// Times the size: the hull takes what is flatter for a plane.
static const double SAME_FLAT = 0x1p-43;

typedef struct shape {
    const toi_allocator* allocator;
    const toi_vec3* points; // of the body
    uint32_t count;
    ti_hull hull;
    uint32_t (*across)[3]; // triangle beyond the edge from corner k to the next
    uint32_t* face_of;     // of each triangle
    uint32_t* order;       // triangles from large to small; then room for a walk
    double* area;
    toi_vec3* normals; // unit, of triangles; then of faces
    uint32_t* vertex_of;
    uint32_t face_count, edge_count, vertex_count;
    double size, same_plane;
} shape;

// ---- neighbours

typedef struct half_edge {
    uint32_t low, high, triangle, side;
} half_edge;

static int compare_edges(uint32_t i, uint32_t j, const void* context)
{
    const half_edge *edges = context, *a = &edges[i], *b = &edges[j];
    if (a->low != b->low) {
        return a->low < b->low ? -1 : 1;
    }
    if (a->high != b->high) {
        return a->high < b->high ? -1 : 1;
    }
    return i < j ? -1 : i > j;
}

static void pair_up(shape* s, const half_edge* edges, uint32_t* sorted)
{
    uint32_t count = 3 * s->hull.facet_count;
    ti_sort_indices(sorted, count, compare_edges, edges);
    for (uint32_t i = 0; i + 1 < count; i += 2) { // a closed surface: each edge has two sides
        const half_edge *a = &edges[sorted[i]], *b = &edges[sorted[i + 1]];
        s->across[a->triangle][a->side] = b->triangle;
        s->across[b->triangle][b->side] = a->triangle;
    }
}

static bool find_neighbours(shape* s)
{
    uint32_t count = 3 * s->hull.facet_count;
    half_edge* edges = ti_allocate(s->allocator, count, sizeof *edges);
    uint32_t* sorted = ti_allocate(s->allocator, count, sizeof *sorted);
    bool fine = edges != NULL && sorted != NULL;
    if (fine) {
        for (uint32_t i = 0; i < count; ++i) {
            const uint32_t* corner = s->hull.facets[i / 3];
            uint32_t a = corner[i % 3], b = corner[(i + 1) % 3];
            edges[i] = (half_edge){a < b ? a : b, a < b ? b : a, i / 3, i % 3};
            sorted[i] = i;
        }
        pair_up(s, edges, sorted);
    }
    ti_release(s->allocator, edges);
    ti_release(s->allocator, sorted);
    return fine;
}

// ---- faces

static void measure(shape* s)
{
    for (uint32_t t = 0; t < s->hull.facet_count; ++t) {
        const uint32_t* c = s->hull.facets[t];
        toi_vec3 a = s->points[c[0]], b = s->points[c[1]], d = s->points[c[2]];
        // From the corner between the shorter sides, so that no more is lost than must be.
        toi_vec3 ab = v3_sub(b, a), bd = v3_sub(d, b), da = v3_sub(a, d);
        double x = v3_dot(ab, ab), y = v3_dot(bd, bd), z = v3_dot(da, da);
        toi_vec3 n = x >= y && x >= z   ? v3_cross(bd, da)
                     : y >= x && y >= z ? v3_cross(da, ab)
                                        : v3_cross(ab, bd);
        double length = v3_length(n);
        s->area[t] = length;
        s->normals[t] = length > 0.0 ? v3_scale(1.0 / length, n) : n;
        s->order[t] = t;
        s->face_of[t] = UINT32_MAX;
    }
}

static int compare_areas(uint32_t a, uint32_t b, const void* context)
{
    const double* area = context;
    if (area[a] != area[b]) {
        return area[a] > area[b] ? -1 : 1;
    }
    return a < b ? -1 : a > b;
}

static bool is_in_plane(const shape* s, uint32_t triangle, toi_vec3 at, toi_vec3 normal)
{
    for (int k = 0; k < 3; ++k) {
        toi_vec3 p = s->points[s->hull.facets[triangle][k]];
        if (!(fabs(v3_dot(v3_sub(p, at), normal)) <= s->same_plane * s->size)) {
            return false;
        }
    }
    return true;
}

static void grow_face(shape* s, uint32_t first, toi_vec3* face_normals)
{
    uint32_t *walk = s->order + s->hull.facet_count, top = 0;
    toi_vec3 normal = s->normals[first], at = s->points[s->hull.facets[first][0]];
    s->face_of[first] = s->face_count;
    walk[top++] = first;
    while (top > 0) {
        uint32_t t = walk[--top];
        for (int k = 0; k < 3; ++k) {
            uint32_t next = s->across[t][k];
            if (s->face_of[next] == UINT32_MAX && is_in_plane(s, next, at, normal)) {
                s->face_of[next] = s->face_count;
                walk[top++] = next;
            }
        }
    }
    face_normals[s->face_count++] = normal;
}

static void find_faces(shape* s)
{
    measure(s);
    ti_sort_indices(s->order, s->hull.facet_count, compare_areas, s->area);
    toi_vec3* face_normals = s->normals + s->hull.facet_count;
    for (uint32_t i = 0; i < s->hull.facet_count; ++i) {
        if (s->face_of[s->order[i]] == UINT32_MAX) {
            grow_face(s, s->order[i], face_normals);
        }
    }
}

// ---- edges and vertices

// Edges between two faces, each from one of its sides.
static bool is_edge(const shape* s, uint32_t triangle, int k)
{
    uint32_t next = s->across[triangle][k];
    return triangle < next && s->face_of[triangle] != s->face_of[next];
}

static void count_parts(shape* s)
{
    for (uint32_t i = 0; i < s->count; ++i) {
        s->vertex_of[i] = TI_NO_NAME;
    }
    for (uint32_t t = 0; t < s->hull.facet_count; ++t) {
        for (int k = 0; k < 3; ++k) {
            if (!is_edge(s, t, k)) {
                continue;
            }
            ++s->edge_count;
            for (int end = 0; end < 2; ++end) {
                uint32_t* vertex = &s->vertex_of[s->hull.facets[t][(k + end) % 3]];
                *vertex = *vertex == TI_NO_NAME ? s->vertex_count++ : *vertex;
            }
        }
    }
}

static void write_edges(const shape* s, ti_polytope* p)
{
    uint32_t count = 0;
    for (uint32_t t = 0; t < s->hull.facet_count; ++t) {
        for (int k = 0; k < 3; ++k) {
            if (!is_edge(s, t, k)) {
                continue;
            }
            uint32_t a = s->hull.facets[t][k], b = s->hull.facets[t][(k + 1) % 3];
            toi_vec3 d = v3_sub(s->points[b], s->points[a]);
            p->edges[count++] = (ti_polytope_edge){{s->vertex_of[a], s->vertex_of[b]},
                                                   {s->face_of[t], s->face_of[s->across[t][k]]},
                                                   v3_scale(1.0 / v3_length(d), d)};
        }
    }
}

static toi_status write(const shape* s, ti_polytope* p)
{
    if (!ti_polytope_reserve(s->allocator, s->vertex_count, s->face_count, s->edge_count, p)) {
        return TOI_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < s->count; ++i) {
        if (s->vertex_of[i] != TI_NO_NAME) {
            p->vertices[s->vertex_of[i]] = s->points[i];
            p->vertex_names[s->vertex_of[i]] = i;
        }
    }
    memcpy(p->normals, s->normals + s->hull.facet_count, s->face_count * sizeof *p->normals);
    write_edges(s, p);
    p->dimension = 3;
    p->error = 2.0 * s->same_plane * s->size;
    ti_polytope_finish(p);
    return TOI_OK;
}

static toi_status build(shape* s, ti_polytope* p)
{
    uint32_t n = s->hull.facet_count;
    s->across = ti_allocate(s->allocator, n, sizeof *s->across);
    s->face_of = ti_allocate(s->allocator, n, sizeof *s->face_of);
    s->order = ti_allocate(s->allocator, (size_t)2 * n, sizeof *s->order);
    s->area = ti_allocate(s->allocator, n, sizeof *s->area);
    s->normals = ti_allocate(s->allocator, (size_t)2 * n, sizeof *s->normals);
    s->vertex_of = ti_allocate(s->allocator, s->count, sizeof *s->vertex_of);
    toi_status status = TOI_ERROR_MEMORY;
    if (s->across != NULL && s->face_of != NULL && s->order != NULL && s->area != NULL &&
        s->normals != NULL && s->vertex_of != NULL && find_neighbours(s)) {
        find_faces(s);
        count_parts(s);
        status = write(s, p);
    }
    ti_release(s->allocator, s->across);
    ti_release(s->allocator, s->face_of);
    ti_release(s->allocator, s->order);
    ti_release(s->allocator, s->area);
    ti_release(s->allocator, s->normals);
    ti_release(s->allocator, s->vertex_of);
    return status;
}

// ---- the hull is made within [-1, 1]

static double size_of(const toi_vec3* points, uint32_t count, toi_vec3* center)
{
    toi_vec3 low = points[0], high = low;
    for (uint32_t i = 1; i < count; ++i) {
        low = v3_min(points[i], low);
        high = v3_max(points[i], high);
    }
    *center = v3_add(v3_scale(0.5, low), v3_scale(0.5, high));
    toi_vec3 half = v3_sub(v3_scale(0.5, high), v3_scale(0.5, low));
    return d_max(d_max(half.x, half.y), half.z);
}

// Scaled by a power of two, without a shift: that is exact.
static toi_status make_hull(shape* s, toi_vec3 center)
{
    double most = s->size + d_max(d_max(fabs(center.x), fabs(center.y)), fabs(center.z));
    int k = ti_exponent_up(most);
    toi_vec3* scaled = ti_allocate(s->allocator, s->count, sizeof *scaled);
    if (scaled == NULL) {
        return TOI_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < s->count; ++i) {
        scaled[i] = ti_scale3(s->points[i], -k);
    }
    toi_status status = ti_hull_build(scaled, s->count, s->allocator, &s->hull);
    ti_release(s->allocator, scaled);
    return status;
}

toi_status ti_polytope_make(const toi_vec3* points, uint32_t count, double same_plane,
                            const toi_allocator* allocator, ti_polytope* p)
{
    *p = (ti_polytope){0};
    if (count < 1) {
        return TOI_ERROR_INVALID;
    }
    if (count > TI_HULL_POINTS) {
        return TOI_ERROR_LIMIT;
    }
    shape s = {.allocator = allocator, .points = points, .count = count, .same_plane = same_plane};
    toi_vec3 center;
    s.size = size_of(points, count, &center);
    toi_status status = TOI_OK;
    if (count > 3 && s.size > 0.0) {
        status = make_hull(&s, center);
    }
    if (status == TOI_OK) {
        double scale = s.size + d_max(d_max(fabs(center.x), fabs(center.y)), fabs(center.z));
        status = s.hull.facet_count > 0 ? build(&s, p)
                                        : ti_polytope_flat(points, count, SAME_FLAT * scale, allocator, p);
    }
    ti_hull_release(&s.hull, allocator);
    return status;
}

toi_status ti_polytope_hull(const toi_vec3* points, uint32_t count, const toi_allocator* allocator,
                            ti_polytope* p)
{
    return ti_polytope_make(points, count, SAME_PLANE, allocator, p);
}
