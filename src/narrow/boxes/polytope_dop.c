// Polytopes between pairs of parallel planes of fixed directions, around points.
//
// Their vertices are where three planes meet and no other is below: with 13 pairs at most 2600 triples. The
// planes are moved outwards by more than the rounding of a vertex, so the hull of these holds the points.
// Vertices that are nearly in one place are taken once, by less than that.

#include "math/rounding.h"
#include "math/scalar.h"
#include "narrow/boxes/polytope_parts.h"

enum { MOST_PAIRS = 13, MOST_PLANES = 2 * MOST_PAIRS, MOST_VERTICES = 2600 };

// Times the size. Of unit directions with coordinates -1, 0 and 1 three span at least 1/6, so a vertex errs
// by less than 200 u of it.
static const double OUTWARD = 0x1p-44, SAME = 0x1p-46, ON_PLANE = 0x1p-47, SAME_PLANE = 0x1p-45;
static const double LEAST_VOLUME = 0x1p-5;

static const signed char directions[MOST_PAIRS][3] = {
    {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1},  {-1, 1, 1}, {1, -1, 1}, {1, 1, -1},
    {1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {1, -1, 0}, {1, 0, -1}, {0, 1, -1}};

typedef struct slabs {
    toi_vec3 normal[MOST_PLANES];
    double height[MOST_PLANES];
    uint32_t count;
    toi_vec3 center;
    double size;
} slabs;

static void set_planes(const toi_vec3* points, uint32_t count, uint32_t pairs, slabs* s)
{
    toi_vec3 low = points[0], high = low;
    for (uint32_t i = 1; i < count; ++i) {
        low = v3_min(points[i], low);
        high = v3_max(points[i], high);
    }
    s->center = v3_add(v3_scale(0.5, low), v3_scale(0.5, high));
    s->size = v3_norm1(v3_sub(v3_scale(0.5, high), v3_scale(0.5, low))) + v3_norm1(s->center) * 0x1p-6;
    s->count = 2 * pairs;
    for (uint32_t k = 0; k < s->count; ++k) {
        const signed char* d = directions[k / 2];
        toi_vec3 n = {d[0], d[1], d[2]};
        s->normal[k] = v3_scale((k % 2 == 0 ? 1.0 : -1.0) / v3_length(n), n);
        double height = -HUGE_VAL;
        for (uint32_t i = 0; i < count; ++i) {
            height = d_max(v3_dot(s->normal[k], v3_sub(points[i], s->center)), height);
        }
        s->height[k] = height + OUTWARD * s->size;
    }
}

static bool meeting_point(const slabs* s, const uint32_t plane[3], toi_vec3* p)
{
    const toi_vec3 *a = &s->normal[plane[0]], *b = &s->normal[plane[1]], *c = &s->normal[plane[2]];
    toi_vec3 bc = v3_cross(*b, *c);
    double det = v3_dot(*a, bc);
    if (!(fabs(det) > LEAST_VOLUME)) {
        return false;
    }
    toi_vec3 sum = v3_scale(s->height[plane[0]], bc);
    sum = v3_madd(sum, s->height[plane[1]], v3_cross(*c, *a));
    *p = v3_scale(1.0 / det, v3_madd(sum, s->height[plane[2]], v3_cross(*a, *b)));
    for (uint32_t k = 0; k < s->count; ++k) {
        if (v3_dot(s->normal[k], *p) > s->height[k] + ON_PLANE * s->size) {
            return false;
        }
    }
    return true;
}

static void add_vertex(const slabs* s, toi_vec3 p, toi_vec3* vertices, uint32_t* count)
{
    for (uint32_t i = 0; i < *count; ++i) {
        if (v3_norm1(v3_sub(vertices[i], p)) <= SAME * s->size) {
            return;
        }
    }
    vertices[(*count)++] = p;
}

static void meet_third(const slabs* s, uint32_t i, uint32_t j, toi_vec3* vertices, uint32_t* count)
{
    for (uint32_t k = j + 1; k < s->count; ++k) {
        toi_vec3 p;
        if (meeting_point(s, (const uint32_t[3]){i, j, k}, &p)) {
            add_vertex(s, p, vertices, count);
        }
    }
}

static uint32_t find_vertices(const slabs* s, toi_vec3* vertices)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->count; ++i) {
        for (uint32_t j = i + 1; j < s->count; ++j) {
            meet_third(s, i, j, vertices, &count);
        }
    }
    return count;
}

toi_status ti_polytope_dop(const toi_vec3* points, uint32_t count, uint32_t pairs,
                           const toi_allocator* allocator, ti_polytope* p)
{
    *p = (ti_polytope){0};
    if (count < 1 || pairs < 3 || pairs > MOST_PAIRS) {
        return TOI_ERROR_INVALID;
    }
    slabs s;
    set_planes(points, count, pairs, &s);
    if (!(s.size > 0.0)) {
        return ti_polytope_hull(points, 1, allocator, p);
    }
    toi_vec3* vertices = ti_allocate(allocator, MOST_VERTICES, sizeof *vertices);
    if (vertices == NULL) {
        return TOI_ERROR_MEMORY;
    }
    uint32_t found = find_vertices(&s, vertices);
    for (uint32_t i = 0; i < found; ++i) {
        vertices[i] = v3_add(s.center, vertices[i]);
    }
    toi_status status = ti_polytope_make(vertices, found, SAME_PLANE, allocator, p);
    for (uint32_t i = 0; status == TOI_OK && i < p->vertex_count; ++i) {
        p->vertex_names[i] = TI_NO_NAME;
    }
    ti_release(allocator, vertices);
    return status;
}
