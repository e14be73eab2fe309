// How round bodies stand at s = 0: whether the surfaces are apart, touch or cross, up to the rounding of the
// pair. Every test is made with the shape grown and shrunk by that: where both agree it is certain, and
// between them the bodies touch.

#include "narrow/screw/round.h"

#include "mesh/features.h"

#include <float.h>

// A shape in its own frame: a ball around the origin, or a cylinder along z.
typedef struct shape {
    ti_round_kind kind;
    double radius, half_height;
} shape;

static shape grown(const shape* s, double by)
{
    return (shape){s->kind, s->radius + by, s->half_height + by};
}

static toi_vec3 closest_on_segment(toi_vec3 p, toi_vec3 q)
{
    toi_vec3 d = v3_sub(q, p);
    double length2 = v3_dot(d, d), t = length2 > 0.0 ? -v3_dot(p, d) / length2 : 0.0;
    return v3_madd(p, fmin(fmax(t, 0.0), 1.0), d);
}

// Distance of the origin from a convex polygon.
static double distance_to_polygon(const toi_vec3* p, int count)
{
    double least2 = DBL_MAX;
    toi_vec3 normal = {0.0, 0.0, 0.0};
    for (int i = 0; i < count; ++i) {
        toi_vec3 c = closest_on_segment(p[i], p[(i + 1) % count]);
        least2 = fmin(least2, v3_dot(c, c));
        normal = v3_add(normal, v3_cross(v3_sub(p[i], p[0]), v3_sub(p[(i + 1) % count], p[0])));
    }
    double length = v3_length(normal), height = fabs(v3_dot(normal, p[0]));
    bool inside = length > 0.0;
    for (int i = 0; i < count; ++i) {
        toi_vec3 side = v3_cross(normal, v3_sub(p[(i + 1) % count], p[i]));
        inside = inside && v3_dot(side, p[i]) <= 0.0;
    }
    return inside ? fmin(height / length, sqrt(least2)) : sqrt(least2);
}

enum { MOST_CORNERS = 8 };

// Keeps what is at sign z <= limit.
static int clip(const toi_vec3* in, int count, double sign, double limit, toi_vec3* out)
{
    int kept = 0;
    for (int i = 0; i < count; ++i) {
        toi_vec3 p = in[i], q = in[(i + 1) % count];
        double a = sign * p.z - limit, b = sign * q.z - limit;
        if (a <= 0.0) {
            out[kept++] = p;
        }
        if ((a < 0.0 && b > 0.0) || (a > 0.0 && b < 0.0)) {
            toi_vec3 cut = v3_madd(p, a / (a - b), v3_sub(q, p));
            cut.z = sign * limit;
            out[kept++] = cut;
        }
    }
    return kept;
}

// Whether a triangle has a point in the shape.
static bool meets_triangle(const shape* s, const toi_vec3 corner[3])
{
    if (s->kind == TI_ROUND_SPHERE) {
        return s->radius >= 0.0 && distance_to_polygon(corner, 3) <= s->radius;
    }
    toi_vec3 lower[MOST_CORNERS], both[MOST_CORNERS];
    int count = clip(corner, 3, 1.0, s->half_height, lower);
    count = clip(lower, count, -1.0, s->half_height, both);
    for (int i = 0; i < count; ++i) {
        both[i].z = 0.0;
    }
    return count > 0 && s->half_height >= 0.0 && s->radius >= 0.0 &&
           distance_to_polygon(both, count) <= s->radius;
}

static bool holds_point(const shape* s, toi_vec3 p)
{
    if (s->kind == TI_ROUND_SPHERE) {
        return v3_length(p) <= s->radius;
    }
    return sqrt(p.x * p.x + p.y * p.y) <= s->radius && fabs(p.z) <= s->half_height;
}

// ---- a mesh and a shape

// A vertex in the frame of the round body.
static toi_vec3 vertex_seen(const ti_screw_pair* pair, int mesh, uint32_t vertex)
{
    int round = 1 - mesh;
    toi_vec3 p = v3_sub(ti_pair_vertex(pair, mesh, vertex), pair->position[round]);
    return m3_apply_transposed(&pair->rotation[round], p);
}

static toi_start start_with_mesh(const ti_screw_pair* pair, int mesh, const shape* s)
{
    const toi_mesh* m = pair->mesh[mesh];
    shape larger = grown(s, pair->rounding), smaller = grown(s, -pair->rounding);
    bool meets = false, enters = false, leaves = false, may_leave = false;
    for (uint32_t i = 0; i < m->triangle_count && !(enters && leaves); ++i) {
        toi_vec3 corner[3];
        for (int k = 0; k < 3; ++k) {
            corner[k] = vertex_seen(pair, mesh, m->triangles[i].vertex[k]);
            leaves = leaves || !holds_point(&larger, corner[k]);
            may_leave = may_leave || !holds_point(&smaller, corner[k]);
        }
        enters = enters || meets_triangle(&smaller, corner);
        meets = meets || enters || meets_triangle(&larger, corner);
    }
    if (!meets || !may_leave) {
        return TOI_START_FREE;
    }
    return enters && leaves ? TOI_START_OVERLAPPING : TOI_START_TOUCHING;
}

// ---- two shapes

// Distance of a point from the surface of a shape, negative inside.
static double outside_by(const shape* s, toi_vec3 p)
{
    if (s->kind == TI_ROUND_SPHERE) {
        return v3_length(p) - s->radius;
    }
    double across = sqrt(p.x * p.x + p.y * p.y) - s->radius, along = fabs(p.z) - s->half_height;
    if (across > 0.0 && along > 0.0) {
        return sqrt(across * across + along * along);
    }
    return fmax(across, along);
}

// The largest distance of a point of the shape from p.
static double farthest_from(const shape* s, toi_vec3 p)
{
    if (s->kind == TI_ROUND_SPHERE) {
        return v3_length(p) + s->radius;
    }
    double across = sqrt(p.x * p.x + p.y * p.y) + s->radius, along = fabs(p.z) + s->half_height;
    return sqrt(across * across + along * along);
}

// A shape and a ball around p.
static toi_start start_with_ball(const shape* s, toi_vec3 p, double radius, double rounding)
{
    double out = outside_by(s, p), far = farthest_from(s, p);
    if (out > radius + rounding || out < -radius - rounding || far < radius - rounding) {
        return TOI_START_FREE;
    }
    bool crosses = fabs(out) < radius - rounding && far > radius + rounding;
    return crosses ? TOI_START_OVERLAPPING : TOI_START_TOUCHING;
}

static shape shape_of(const ti_screw_pair* pair, int body)
{
    const ti_round* r = &pair->mesh[body]->round;
    return (shape){r->kind, ti_scale(r->radius, -pair->exponent), ti_scale(r->half_height, -pair->exponent)};
}

// Of two cylinders: what has become of them after B came from far away along the line of the centres. The two
// are convex, so it met A at most once and left at most once. Entering or leaving within rounding of the end
// is touching. One that is inside of the other is told by corners: those of B that are farthest out.
static bool is_within(const ti_screw_pair* pair, int inner, const shape s[2])
{
    int outer = 1 - inner;
    toi_vec3 p = v3_sub(pair->position[inner], pair->position[outer]);
    p = m3_apply_transposed(&pair->rotation[outer], p);
    toi_vec3 axis = {pair->rotation[inner].row[0].z, pair->rotation[inner].row[1].z,
                     pair->rotation[inner].row[2].z};
    axis = m3_apply_transposed(&pair->rotation[outer], axis);
    double level = sqrt(fmax(1.0 - axis.z * axis.z, 0.0));
    double height = fabs(p.z) + s[inner].half_height * fabs(axis.z) + s[inner].radius * level;
    double across = sqrt(p.x * p.x + p.y * p.y) + s[inner].half_height * level + s[inner].radius;
    return height < s[outer].half_height - pair->rounding && across < s[outer].radius - pair->rounding;
}

static toi_start start_after(const ti_screw_pair* pair, const ti_array* contacts)
{
    const ti_screw_contact* c = contacts->data;
    bool meets = false, left = false, near = false;
    for (size_t i = 0; i < contacts->count; ++i) {
        near = near || c[i].s_until >= 1.0 || fabs(c[i].approach) * (1.0 - c[i].s) <= 4.0 * pair->rounding;
        meets = meets || c[i].entering;
        left = left || !c[i].entering;
    }
    if (near) {
        return TOI_START_TOUCHING;
    }
    return meets && !left ? TOI_START_OVERLAPPING : TOI_START_FREE;
}

static toi_status start_of_cylinders(const ti_screw_pair* pair, const shape s[2],
                                     const toi_allocator* allocator, toi_start* start)
{
    *start = TOI_START_FREE;
    if (is_within(pair, 0, s) || is_within(pair, 1, s)) {
        return TOI_OK;
    }
    ti_screw_pair way = *pair;
    toi_vec3 apart = pair->position[1];
    double length = v3_length(apart);
    double far = 2.0 * (s[0].radius + s[0].half_height + s[1].radius + s[1].half_height);
    toi_vec3 step = length > 0.0 ? v3_scale(far / length, apart) : v3(far, 0.0, 0.0);
    way.position[1] = v3_add(apart, step);
    way.twist = (ti_twist){.along = v3_negate(step)};
    way.min_properness = 0.0;
    way.leaving = true;
    way.first_only = false;
    way.from = 0.0;
    way.to = 1.0;
    ti_screw_effort effort = {.max_steps = UINT64_MAX};
    ti_array contacts = ti_array_make(sizeof(ti_screw_contact), allocator);
    toi_status status = ti_round_find(&way, &effort, &contacts);
    if (status == TOI_OK) {
        *start = start_after(&way, &contacts);
    }
    ti_array_release(&contacts);
    return status;
}

toi_status ti_round_start(const ti_screw_pair* pair, const toi_allocator* allocator, toi_start* start)
{
    shape s[2] = {shape_of(pair, 0), shape_of(pair, 1)};
    bool mesh[2] = {s[0].kind == TI_ROUND_NONE, s[1].kind == TI_ROUND_NONE};
    if (mesh[0] || mesh[1]) {
        *start = start_with_mesh(pair, mesh[0] ? 0 : 1, &s[mesh[0] ? 1 : 0]);
        return TOI_OK;
    }
    int ball = s[0].kind == TI_ROUND_SPHERE ? 0 : 1, other = 1 - ball;
    if (s[ball].kind != TI_ROUND_SPHERE) {
        return start_of_cylinders(pair, s, allocator, start);
    }
    toi_vec3 p = v3_sub(pair->position[ball], pair->position[other]);
    p = m3_apply_transposed(&pair->rotation[other], p);
    *start = start_with_ball(&s[other], p, s[ball].radius, pair->rounding);
    return TOI_OK;
}
