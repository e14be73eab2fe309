// The overlap region of two bodies, in double, and lists of boxes about it.

#include "narrow/overlap/region.h"

#include "core/assert.h"
#include "core/cpu.h"
#include "math/rounding.h"
#include "math/scalar.h"
#include "narrow/overlap/region_parts.h"

// ---- bounds of a body

toi_bounds ti_faces_bounds_with(const ti_faces* faces, bool avx2)
{
    return (avx2 ? ti_region_bounds_avx2 : ti_region_bounds_plain)(faces);
}

toi_bounds ti_faces_bounds(const ti_faces* faces)
{
    return ti_faces_bounds_with(faces, ti_cpu_has_avx2());
}

typedef struct span {
    double lower, upper;
} span;

// The least and the largest value of ((r.x x + r.y y) + r.z z) + p, as doubles have it, over all points of a
// box: each of the operations is monotonic in each of its numbers, rounding included, so both are at corners.
static span span_of_box(toi_vec3 r, double p, const toi_bounds* box)
{
    double x0 = r.x * box->lower.x, x1 = r.x * box->upper.x;
    double y0 = r.y * box->lower.y, y1 = r.y * box->upper.y;
    double z0 = r.z * box->lower.z, z1 = r.z * box->upper.z;
    return (span){((d_min(x0, x1) + d_min(y0, y1)) + d_min(z0, z1)) + p,
                  ((d_max(x0, x1) + d_max(y0, y1)) + d_max(z0, z1)) + p};
}

// The same for all points q within `radius` of c, with an r that is of length 1 but for rounding: less than 1
// + 2^-48 (m3_from_quat of a quaternion whose squared norm is within 2^-50 of 1: at most 1 + 2^-49, and 6 u
// and less in each entry). As exact numbers r.q + p is within (1 + 2^-48) radius of r.c + p. The posed q and
// the posed c are each within gamma_4 (|r.x| |q.x| + ... + |p|) of that, |q.x| <= |c.x| + radius, so with S =
// |r.x c.x| + |r.y c.y| + |r.z c.z| + |p| both together within 2 gamma_4 (S + 2 radius) < 2^-49.9 (S + 2
// radius), but for 2^-1072 of underflow. Half of 2^-46 (S + radius) is more than all of this; the other half
// is for the roundings here.
static span span_of_ball(toi_vec3 r, double p, toi_vec3 c, double radius)
{
    double middle = v3_dot(r, c) + p;
    double size = (fabs(r.x * c.x) + fabs(r.y * c.y) + fabs(r.z * c.z)) + fabs(p);
    double reach = radius + (0x1p-46 * (size + radius) + 0x1p-1070);
    return (span){ti_down(middle - reach), ti_up(middle + reach)};
}

// What lies in both. Where a number has overflowed, coordinates are still those of doubles.
static span span_of_mesh(const toi_mesh* mesh, toi_vec3 r, double p)
{
    span box = span_of_box(r, p, &mesh->info.bounds), ball = span_of_ball(r, p, mesh->center, mesh->radius);
    return (span){d_max(d_max(ball.lower, box.lower), -DBL_MAX),
                  d_min(d_min(ball.upper, box.upper), DBL_MAX)};
}

toi_bounds ti_mesh_bounds_at(const toi_mesh* mesh, const ti_mat3* rotation, toi_vec3 position)
{
    span x = span_of_mesh(mesh, rotation->row[0], position.x);
    span y = span_of_mesh(mesh, rotation->row[1], position.y);
    span z = span_of_mesh(mesh, rotation->row[2], position.z);
    return (toi_bounds){{x.lower, y.lower, z.lower}, {x.upper, y.upper, z.upper}};
}

// ---- the region

// A span that is longer by `by` on both sides, rounded outwards, as far as doubles go.
static span grown(double lower, double upper, double by)
{
    return by > 0.0 ? (span){d_max(ti_down(lower - by), -DBL_MAX), d_min(ti_up(upper + by), DBL_MAX)}
                    : (span){lower, upper};
}

static toi_bounds grown_box(const toi_bounds* box, double by)
{
    span x = grown(box->lower.x, box->upper.x, by);
    span y = grown(box->lower.y, box->upper.y, by);
    span z = grown(box->lower.z, box->upper.z, by);
    return (toi_bounds){{x.lower, y.lower, z.lower}, {x.upper, y.upper, z.upper}};
}

static toi_bounds common_box(const toi_bounds* a, const toi_bounds* b)
{
    toi_vec3 lower = {d_max(a->lower.x, b->lower.x), d_max(a->lower.y, b->lower.y),
                      d_max(a->lower.z, b->lower.z)};
    toi_vec3 upper = {d_min(a->upper.x, b->upper.x), d_min(a->upper.y, b->upper.y),
                      d_min(a->upper.z, b->upper.z)};
    return (toi_bounds){lower, upper};
}

static bool is_empty(const toi_bounds* box)
{
    return box->lower.x > box->upper.x || box->lower.y > box->upper.y || box->lower.z > box->upper.z;
}

static double half_length(double lower, double upper)
{
    return 0.5 * upper - 0.5 * lower;
}

// The middle of the box, and the power of two that makes half its longest side about 1. All of this scales
// with the box, as long as doubles do.
static ti_float_frame frame_of(const toi_bounds* box)
{
    double half =
        d_max(d_max(half_length(box->lower.x, box->upper.x), half_length(box->lower.y, box->upper.y)),
              half_length(box->lower.z, box->upper.z));
    int exponent = half > 0.0 ? ti_exponent_above(half) : 0;
    exponent = exponent > 1022 ? 1022 : exponent < -1023 ? -1023 : exponent;
    return (ti_float_frame){v3_add(v3_scale(0.5, box->lower), v3_scale(0.5, box->upper)),
                            ti_power_of_two(-exponent)};
}

typedef struct collector {
    ti_arena* lists;
    toi_bounds reach; // what triangles must meet: the region, grown once more
    ti_region_frame frame;
    bool avx2;
} collector;

// The triangles that stay go into the arena before their boxes, so that these have the size that they need.
static ti_float_box* collect_some(const collector* c, const ti_faces* faces, uint32_t* count)
{
    uint8_t* codes = ti_arena_allocate(c->lists, faces->vertex_count, 1);
    uint32_t* stays = ti_arena_allocate(c->lists, (size_t)faces->triangle_count + 1, sizeof *stays);
    if (codes == NULL || stays == NULL) {
        return NULL;
    }
    *count = (c->avx2 ? ti_region_find_avx2 : ti_region_find_plain)(faces, &c->reach, codes, stays);
    ti_float_box* boxes = ti_arena_allocate(c->lists, *count, sizeof *boxes);
    if (boxes != NULL) {
        (c->avx2 ? ti_region_box_avx2 : ti_region_box_plain)(faces, stays, *count, &c->frame, boxes);
    }
    return boxes;
}

static ti_float_box* collect_all(const collector* c, const ti_faces* faces, uint32_t* count)
{
    ti_float_box* boxes = ti_arena_allocate(c->lists, faces->triangle_count, sizeof *boxes);
    if (boxes != NULL) {
        *count = faces->triangle_count;
        (c->avx2 ? ti_region_box_avx2 : ti_region_box_plain)(faces, NULL, *count, &c->frame, boxes);
    }
    return boxes;
}

// The triangles with the class of each vertex in its place.
static ti_triangle* welded(const ti_faces* faces, const uint32_t* weld, ti_arena* lists)
{
    ti_triangle* triangles = ti_arena_allocate(lists, faces->triangle_count, sizeof *triangles);
    for (uint32_t i = 0; triangles != NULL && i < faces->triangle_count; ++i) {
        const ti_triangle* t = &faces->triangles[i];
        triangles[i] = (ti_triangle){{weld[t->vertex[0]], weld[t->vertex[1]], weld[t->vertex[2]]}, t->face};
    }
    return triangles;
}

static bool collect_one(const ti_region_query* query, const collector* c, ti_join* join)
{
    *join = (ti_join){.triangles = query->a->triangles};
    join->a = collect_all(c, query->a, &join->count_a);
    if (query->weld != NULL) {
        join->triangles = welded(query->a, query->weld, c->lists);
    }
    return join->a != NULL && join->triangles != NULL;
}

static bool collect_two(const ti_region_query* query, const collector* c, ti_join* join)
{
    *join = (ti_join){0};
    join->a = collect_some(c, query->a, &join->count_a);
    join->b = join->a;
    if (join->a != NULL && join->count_a > 0) {
        join->b = collect_some(c, query->b, &join->count_b);
    }
    return join->b != NULL;
}

// A point of a triangle of each body that are at most `within` apart have a middle, which is within half of
// that of both: it lies in both boxes grown by that half, so in the region; and in the boxes of both
// triangles grown alike, which therefore reach into the region and still meet when they are clipped to it.
bool ti_region_collect_with(const ti_region_query* query, ti_arena* lists, ti_join* join, bool avx2)
{
    TI_ASSERT(query->within >= 0.0 && query->within <= DBL_MAX);
    bool two = query->b != NULL;
    double half = query->within - 0.5 * query->within; // exact, but for the least of all doubles not below
    toi_bounds a = grown_box(&query->box_a, half), b = grown_box(two ? &query->box_b : &query->box_a, half);
    toi_bounds region = common_box(&a, &b);
    if (is_empty(&region)) { // a join of nothing with nothing; b tells that there are two lists
        static const ti_float_box none;
        *join = (ti_join){&none, &none, 0, 0, NULL};
        return true;
    }
    collector c = {lists, grown_box(&region, half), {frame_of(&region), half, region}, avx2};
    return two ? collect_two(query, &c, join) : collect_one(query, &c, join);
}

bool ti_region_collect(const ti_region_query* query, ti_arena* lists, ti_join* join)
{
    return ti_region_collect_with(query, lists, join, ti_cpu_has_avx2());
}

bool ti_region_pairs(const ti_region_query* query, ti_arena* scratch, ti_pair_list* pairs)
{
    ti_arena_mark mark = ti_arena_get_mark(scratch);
    ti_join join;
    bool ok = ti_region_collect(query, scratch, &join) && ti_join_find(&join, scratch, pairs);
    ti_arena_reset(scratch, mark);
    return ok;
}
