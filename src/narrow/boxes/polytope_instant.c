// Directions and points at one time, and how much they err.
//
// De Casteljau's steps err by at most gamma(3 n) of the largest coefficient. A quaternion with an error of
// length e errs in direction by an angle p with sin p = e/|q| at most, so the rotation by 2 p, and its
// matrix, as nine numbers, by sqrt(8) sin p. As computed the entries 1 - 2 (y y + z z)/|q|^2 and 2 (x y + w
// z)/|q|^2 err by gamma(15) and gamma(8), so all nine by less than gamma(33).
//
// A point is a sum of three products and a place, of coordinates that are sums themselves: six roundings,
// each of at most size |x| + |at|, as sum over k of |x_k| |axis_k| is at most that.

#include "narrow/boxes/polytope_instant.h"

#include "math/rounding.h"
#include "math/scalar.h"
#include "narrow/boxes/polytope_state.h"

#include <string.h>

// Above the root of 3, and of what the bounds here are rounded themselves.
static const double ROOT_3 = 1.7321, SLACK = 1.0 + 0x1p-40;

// What is lost to underflow, which no size of a body is near.
static const double LOST = 0x1p-1000;

// Two points are the closest ones if they are not farther apart than this many times what they err by.
static const double NEXT_TO_NOTHING = 8.0;

// ---- places

// A point of a curve in `lanes` coordinates, up to what is returned in each of them.
static double evaluate(const double* c, uint32_t count, uint32_t lanes, double t, double* value)
{
    double b[9 * TOI_MOST_COEFFICIENTS], s = 1.0 - t, most = 0.0;
    memcpy(b, c, (size_t)lanes * count * sizeof *b);
    for (uint32_t i = 0; i < lanes * count; ++i) {
        most = d_max(fabs(b[i]), most);
    }
    for (uint32_t row = count - 1; row > 0; --row) {
        for (uint32_t i = 0; i < lanes * row; ++i) {
            b[i] = s * b[i] + t * b[i + lanes];
        }
    }
    memcpy(value, b, lanes * sizeof *b);
    return ti_gamma(3 * (int)(count - 1)) * most * SLACK + LOST;
}

static void set_rotation(const ti_moving_polytope* m, double t, ti_instant* out)
{
    double q[4]; // w, x, y, z
    double error = evaluate(&m->motion.rotation[0].w, m->motion.rotation_count, 4, t, q) + m->rotation_error;
    double n = (q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]), s = 2.0 / n;
    double xx = s * (q[1] * q[1]), yy = s * (q[2] * q[2]), zz = s * (q[3] * q[3]);
    double xy = s * (q[1] * q[2]), yz = s * (q[2] * q[3]), zx = s * (q[3] * q[1]);
    double wx = s * (q[0] * q[1]), wy = s * (q[0] * q[2]), wz = s * (q[0] * q[3]);
    out->axis[0] = v3(1.0 - (yy + zz), xy + wz, zx - wy);
    out->axis[1] = v3(xy - wz, 1.0 - (zz + xx), yz + wx);
    out->axis[2] = v3(zx + wy, yz - wx, 1.0 - (xx + yy));
    out->rigid = true;
    out->size = ROOT_3 * (1.0 + 0x1p-16);
    double share = 2.0 * error / sqrt(n); // |e| is at most the root of 4 of what each number errs by
    out->turn = share < 0x1p-20 ? (4.0 * share + ti_gamma(33)) * SLACK : HUGE_VAL;
}

static void set_matrix(const ti_moving_polytope* m, double t, ti_instant* out)
{
    double c[9], sum = 0.0;
    double error = evaluate(m->motion.matrix, m->motion.matrix_count, 9, t, c) + m->rotation_error;
    for (size_t k = 0; k < 3; ++k) {
        out->axis[k] = v3(c[k], c[3 + k], c[6 + k]);
        sum += v3_dot(out->axis[k], out->axis[k]);
    }
    out->turn = 3.0 * error * SLACK;
    out->size = sqrt(sum) * SLACK + out->turn;
}

static void set_place(const ti_moving_polytope* m, double t, ti_instant* out)
{
    const toi_rational* r = &m->motion;
    double p[3], w = 1.0, off = 0.0;
    double error = evaluate(&r->translation[0].x, r->translation_count, 3, t, p) + m->translation_error;
    if (r->weights != NULL) {
        off = evaluate(r->weights, r->translation_count, 1, t, &w) + m->weight_error;
    }
    out->at = v3(p[0] / w, p[1] / w, p[2] / w);
    // P/w - P'/w' = ((P - P') - P'/w' (w - w'))/w
    double length = v3_length(out->at);
    out->shift = off < w ? ((ROOT_3 * error + length * off) / (w - off) + TI_U * length) * SLACK : HUGE_VAL;
}

ti_instant ti_instant_at(const ti_moving_polytope* m, double time)
{
    ti_instant out = {.shape = m->shape, .vertex_error = ROOT_3 * (m->shape->error + m->vertex_error)};
    (ti_is_affine(&m->motion) ? set_matrix : set_rotation)(m, time, &out);
    set_place(m, time, &out);
    return out;
}

// ---- vectors with errors

typedef struct vector {
    toi_vec3 v;
    double error; // its length
} vector;

static toi_vec3 turned(const ti_instant* p, toi_vec3 x)
{
    return v3_madd(v3_madd(v3_scale(x.x, p->axis[0]), x.y, p->axis[1]), x.z, p->axis[2]);
}

// A point in its own coordinates that errs by `off`.
static vector point_at(const ti_instant* p, toi_vec3 x, double off)
{
    toi_vec3 all = v3_add(p->shape->center, x);
    double length = (v3_length(p->shape->center) + v3_length(x)) * SLACK;
    double rounding = ti_gamma(6) * (p->size * length + v3_length(p->at));
    return (vector){v3_add(turned(p, all), p->at),
                    (p->turn * length + p->shift + p->size * (off + p->vertex_error) + rounding) * SLACK};
}

static vector direction_at(const ti_instant* p, toi_vec3 x)
{
    double length = v3_length(x) * SLACK;
    return (vector){turned(p, x), (p->turn + ti_gamma(3) * p->size) * length * SLACK};
}

static vector difference(const vector* a, const vector* b)
{
    toi_vec3 v = v3_sub(a->v, b->v);
    return (vector){v, (a->error + b->error + TI_U * v3_length(v)) * SLACK};
}

// Each coordinate is a difference of products, each at most |a| |b|: two roundings of less than 2 |a| |b| in
// all of the vector.
static vector cross(const vector* a, const vector* b)
{
    double m = v3_length(a->v) * SLACK, n = v3_length(b->v) * SLACK;
    return (vector){v3_cross(a->v, b->v),
                    (m * b->error + n * a->error + a->error * b->error + 2.0 * ti_gamma(2) * (m * n)) *
                        SLACK};
}

// Along a direction that need not be of unit length: in exact numbers the sign is that of the product.
static ti_gap along(const vector* n, const vector* w)
{
    double length = v3_length(n->v), way = v3_length(w->v) * SLACK;
    double error = length * w->error + n->error * (way + w->error) + ti_gamma(3) * (length * way);
    return (ti_gap){v3_dot(n->v, w->v) / length, error * SLACK / length + LOST};
}

// ---- gaps

// Normals go with the cross products of the axes, where these are perpendicular with the axes.
static vector normal_at(const ti_instant* p, toi_vec3 n)
{
    if (p->rigid) {
        return direction_at(p, n);
    }
    vector sum = {{0.0, 0.0, 0.0}, 0.0};
    for (int k = 0; k < 3; ++k) {
        const vector u = {p->axis[(k + 1) % 3], p->turn}, v = {p->axis[(k + 2) % 3], p->turn};
        vector c = cross(&u, &v);
        double share = k == 0 ? n.x : k == 1 ? n.y : n.z;
        sum.v = v3_madd(sum.v, share, c.v);
        sum.error += fabs(share) * (c.error + ti_gamma(3) * v3_length(c.v)) * SLACK;
    }
    sum.error *= SLACK;
    return sum;
}

// The foot of the centre on the plane, moved out by more than heights, of three roundings each, and the foot,
// of eight, are rounded. The normal counts as it is, of unit length or not.
ti_gap ti_instant_plane_gap(const ti_instant* a, const ti_instant* b, const ti_polytope_axis* axis,
                            uint32_t vertex)
{
    bool of_b = axis->kind == TI_AXIS_B;
    const ti_instant *own = of_b ? b : a, *other = of_b ? a : b;
    double most = v3_length(own->shape->half) * SLACK;
    toi_vec3 foot =
        v3_scale((axis->height + ti_gamma(16) * most) / v3_dot(axis->normal, axis->normal), axis->normal);
    vector n = normal_at(own, axis->normal), x = point_at(own, foot, 0.0),
           y = point_at(other, other->shape->vertices[vertex], 0.0), w = difference(&y, &x);
    return along(&n, &w);
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
    return (line){start, e->direction, v3_dot(span, e->direction), (off + rounding) * SLACK};
}

static double between(double at, double length)
{
    return at > 0.0 ? d_min(at, length) : 0.0;
}

// Between any two points of the lines the product with u x v is the same, so it is taken where they are
// nearest: a direction that is small, and errs, then does little.
ti_gap ti_instant_edge_gap(const ti_instant* a, const ti_instant* b, const ti_polytope_axis* axis,
                           const double off[2])
{
    line e = line_of(a->shape, axis->edge_a, off[0]), f = line_of(b->shape, axis->edge_b, off[1]);
    vector u = direction_at(a, e.along), v = direction_at(b, f.along), n = cross(&u, &v);
    toi_vec3 way = v3_sub(point_at(b, f.start, 0.0).v, point_at(a, e.start, 0.0).v);
    double n2 = v3_dot(n.v, n.v);
    double r = between(v3_dot(v3_cross(way, v.v), n.v) / n2, e.length);
    double s = between(v3_dot(v3_cross(way, u.v), n.v) / n2, f.length);
    vector x = point_at(a, v3_madd(e.start, r, e.along), e.off),
           y = point_at(b, v3_madd(f.start, s, f.along), f.off), w = difference(&y, &x);
    n.v = v3_scale(axis->sign, n.v);
    return along(&n, &w);
}

// ---- distance

// In the coordinates of A, where axes are the rows of the inverse of a matrix.
static ti_polytope_place place_of(const ti_instant* a, const ti_instant* b)
{
    const toi_vec3* c = a->axis;
    const toi_vec3 normal[3] = {v3_cross(c[1], c[2]), v3_cross(c[2], c[0]), v3_cross(c[0], c[1])};
    double volume = v3_dot(c[0], normal[0]), offset[3];
    toi_vec3 origin = {0.0, 0.0, 0.0}, way = v3_sub(point_at(b, origin, 0.0).v, point_at(a, origin, 0.0).v);
    ti_polytope_place place;
    for (int i = 0; i < 3; ++i) {
        toi_vec3 back = v3_scale(1.0 / volume, normal[i]);
        place.row[i] = v3(v3_dot(back, b->axis[0]), v3_dot(back, b->axis[1]), v3_dot(back, b->axis[2]));
        offset[i] = v3_dot(back, way);
    }
    place.offset = v3(offset[0], offset[1], offset[2]);
    return place;
}

// What is closest in the coordinates of A need not be so in world space.
static void tell_in_world(const ti_polytope_pair* pair, const ti_instant* a, const ti_instant* b,
                          ti_polytope_state* s)
{
    for (uint32_t i = 0; i < s->simplex.count; ++i) {
        vector x = point_at(a, pair->a->vertices[s->simplex.a[i]], 0.0),
               y = point_at(b, pair->b->vertices[s->simplex.b[i]], 0.0);
        s->simplex.w[i] = v3_sub(y.v, x.v);
    }
    ti_polytope_state_reduce(pair, s);
}

double ti_instant_distance(const ti_polytope_pair* pair, const ti_instant* a, const ti_instant* b)
{
    ti_polytope_state state = {.known = true, .place = place_of(a, b)};
    double least = HUGE_VAL;
    for (int turn = 0; turn < 2; ++turn) {
        ti_polytope_state_closest(pair, turn == 1, &state);
        tell_in_world(pair, a, b, &state);
        vector x = point_at(a, state.in_a, ti_gamma(8) * v3_length(a->shape->half)),
               y = point_at(b, state.in_b, ti_gamma(8) * v3_length(b->shape->half)), w = difference(&y, &x);
        double length = v3_length(w.v);
        least = d_min((length * SLACK + w.error) * SLACK, least);
        if (length <= NEXT_TO_NOTHING * w.error) {
            break;
        }
    }
    return least;
}
