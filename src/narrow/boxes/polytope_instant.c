// Gaps of two polytopes at one time, and how much they err.

#include "narrow/boxes/polytope_instant.h"

#include "math/rounding.h"
#include "math/scalar.h"
#include "narrow/boxes/polytope_state.h"

// Two points are the closest ones if they are not farther apart than this many times what they err by.
static const double NEXT_TO_NOTHING = 8.0;

ti_polytope_instant ti_polytope_instant_at(const ti_moving_polytope* m, double time)
{
    const ti_curve_error error = {m->rotation_error, m->translation_error, m->weight_error};
    return (ti_polytope_instant){m->shape, ti_instant_at(&m->motion, &error, time),
                                 TI_ROOT_3 * (m->shape->error + m->vertex_error)};
}

// A point in its own coordinates that errs by `off`, from the centre on.
static ti_vector point_at(const ti_polytope_instant* p, toi_vec3 x, double off)
{
    return ti_instant_point(&p->at, p->shape->center, x, off + p->vertex_error);
}

// ---- gaps

// Normals go with the cross products of the axes, where these are perpendicular with the axes.
static ti_vector normal_at(const ti_polytope_instant* p, toi_vec3 n)
{
    if (p->at.rigid) {
        return ti_instant_direction(&p->at, n);
    }
    ti_vector sum = {{0.0, 0.0, 0.0}, 0.0};
    for (int k = 0; k < 3; ++k) {
        const ti_vector u = {p->at.axis[(k + 1) % 3], p->at.turn}, v = {p->at.axis[(k + 2) % 3], p->at.turn};
        ti_vector c = ti_vector_cross(&u, &v);
        double share = k == 0 ? n.x : k == 1 ? n.y : n.z;
        sum.v = v3_madd(sum.v, share, c.v);
        sum.error += fabs(share) * (c.error + ti_gamma(3) * v3_length(c.v)) * TI_SLACK;
    }
    sum.error *= TI_SLACK;
    return sum;
}

// The foot of the centre on the plane, moved out by more than heights, of three roundings each, and the foot,
// of eight, are rounded. The normal counts as it is, of unit length or not.
ti_gap ti_polytope_plane_gap(const ti_polytope_instant* a, const ti_polytope_instant* b,
                             const ti_polytope_axis* axis, uint32_t vertex)
{
    bool of_b = axis->kind == TI_AXIS_B;
    const ti_polytope_instant *own = of_b ? b : a, *other = of_b ? a : b;
    double most = v3_length(own->shape->half) * TI_SLACK;
    toi_vec3 foot =
        v3_scale((axis->height + ti_gamma(16) * most) / v3_dot(axis->normal, axis->normal), axis->normal);
    ti_vector n = normal_at(own, axis->normal), x = point_at(own, foot, 0.0),
              y = point_at(other, other->shape->vertices[vertex], 0.0), w = ti_vector_difference(&y, &x);
    return ti_vector_along(&n, &w);
}

// A line through an edge. What is off it are vertices beside it, and points on it that are rounded.
typedef struct line {
    toi_vec3 start, along;
    double length, off;
} line;

static line line_of(const ti_polytope* p, uint32_t edge, double off)
{
    const ti_polytope_edge* e = &p->edges[edge];
    toi_vec3 start = p->vertices[e->vertex[0]], span = v3_sub(p->vertices[e->vertex[1]], start);
    double rounding = ti_gamma(16) * (v3_length(start) + v3_length(span));
    return (line){start, e->direction, v3_dot(span, e->direction), (off + rounding) * TI_SLACK};
}

static double between(double at, double length)
{
    return at > 0.0 ? d_min(at, length) : 0.0;
}

// Between any two points of the lines the product with u x v is the same, so it is taken where they are
// nearest: a direction that is small, and errs, then does little.
ti_gap ti_polytope_edge_gap(const ti_polytope_instant* a, const ti_polytope_instant* b,
                            const ti_polytope_axis* axis, const double off[2])
{
    line e = line_of(a->shape, axis->edge_a, off[0]), f = line_of(b->shape, axis->edge_b, off[1]);
    ti_vector u = ti_instant_direction(&a->at, e.along), v = ti_instant_direction(&b->at, f.along),
              n = ti_vector_cross(&u, &v);
    toi_vec3 way = v3_sub(point_at(b, f.start, 0.0).v, point_at(a, e.start, 0.0).v);
    ti_line_feet feet = ti_lines_feet(way, u.v, v.v, n.v);
    double r = between(feet.r, e.length), s = between(feet.s, f.length);
    ti_vector x = point_at(a, v3_madd(e.start, r, e.along), e.off),
              y = point_at(b, v3_madd(f.start, s, f.along), f.off), w = ti_vector_difference(&y, &x);
    n.v = v3_scale(axis->sign, n.v);
    return ti_vector_along(&n, &w);
}

// ---- distance

// In the coordinates of A, where axes are the rows of the inverse of a matrix.
static ti_polytope_place place_of(const ti_polytope_instant* a, const ti_polytope_instant* b)
{
    const toi_vec3* c = a->at.axis;
    const toi_vec3 normal[3] = {v3_cross(c[1], c[2]), v3_cross(c[2], c[0]), v3_cross(c[0], c[1])};
    double volume = v3_dot(c[0], normal[0]), offset[3];
    toi_vec3 origin = {0.0, 0.0, 0.0}, way = v3_sub(point_at(b, origin, 0.0).v, point_at(a, origin, 0.0).v);
    ti_polytope_place place;
    for (int i = 0; i < 3; ++i) {
        toi_vec3 back = v3_scale(1.0 / volume, normal[i]);
        place.row[i] =
            v3(v3_dot(back, b->at.axis[0]), v3_dot(back, b->at.axis[1]), v3_dot(back, b->at.axis[2]));
        offset[i] = v3_dot(back, way);
    }
    place.offset = v3(offset[0], offset[1], offset[2]);
    return place;
}

// What is closest in the coordinates of A need not be so in world space.
static void tell_in_world(const ti_polytope_pair* pair, const ti_polytope_instant* a,
                          const ti_polytope_instant* b, ti_polytope_state* s)
{
    for (uint32_t i = 0; i < s->simplex.count; ++i) {
        ti_vector x = point_at(a, pair->a->vertices[s->simplex.a[i]], 0.0),
                  y = point_at(b, pair->b->vertices[s->simplex.b[i]], 0.0);
        s->simplex.w[i] = v3_sub(y.v, x.v);
    }
    ti_polytope_state_reduce(pair, s);
}

double ti_polytope_distance(const ti_polytope_pair* pair, const ti_polytope_instant* a,
                            const ti_polytope_instant* b)
{
    ti_polytope_state state = {.known = true, .place = place_of(a, b)};
    double least = HUGE_VAL;
    for (int turn = 0; turn < 2; ++turn) {
        ti_polytope_state_closest(pair, turn == 1, &state);
        tell_in_world(pair, a, b, &state);
        ti_vector x = point_at(a, state.in_a, ti_gamma(8) * v3_length(a->shape->half)),
                  y = point_at(b, state.in_b, ti_gamma(8) * v3_length(b->shape->half)),
                  w = ti_vector_difference(&y, &x);
        double length = v3_length(w.v);
        least = d_min((length * TI_SLACK + w.error) * TI_SLACK, least);
        if (length <= NEXT_TO_NOTHING * w.error) {
            break;
        }
    }
    return least;
}
