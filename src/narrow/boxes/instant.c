// Directions and points at one time, and how much they err.
//
// De Casteljau's steps err by at most gamma(3 n) of the largest coefficient. A quaternion with an error of
// length e errs in direction by an angle p with sin p = e/|q| at most, so the rotation by 2 p, and its
// matrix, as nine numbers, by sqrt(8) sin p. As computed the entries 1 - 2 (y y + z z)/|q|^2 and 2 (x y + w
// z)/|q|^2 err by gamma(15) and gamma(8), so all nine by less than gamma(33).
//
// A point is a sum of three products and a place, of coordinates that are sums themselves: six roundings,
// each of at most size |x| + |at|, as sum over k of |x_k| |axis_k| is at most that.

#include "narrow/boxes/instant.h"

#include "math/rounding.h"
#include "math/scalar.h"
#include "motion/rational.h"

#include <string.h>

// What is lost to underflow, which no size of a body is near.
static const double LOST = 0x1p-1000;

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
    return ti_gamma(3 * (int)(count - 1)) * most * TI_SLACK + LOST;
}

static void set_rotation(const toi_rational* m, double off, double t, ti_instant* out)
{
    double q[4]; // w, x, y, z
    double error = evaluate(&m->rotation[0].w, m->rotation_count, 4, t, q) + off;
    double n = (q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]), s = 2.0 / n;
    double xx = s * (q[1] * q[1]), yy = s * (q[2] * q[2]), zz = s * (q[3] * q[3]);
    double xy = s * (q[1] * q[2]), yz = s * (q[2] * q[3]), zx = s * (q[3] * q[1]);
    double wx = s * (q[0] * q[1]), wy = s * (q[0] * q[2]), wz = s * (q[0] * q[3]);
    out->axis[0] = v3(1.0 - (yy + zz), xy + wz, zx - wy);
    out->axis[1] = v3(xy - wz, 1.0 - (zz + xx), yz + wx);
    out->axis[2] = v3(zx + wy, yz - wx, 1.0 - (xx + yy));
    out->rigid = true;
    out->size = TI_ROOT_3 * (1.0 + 0x1p-16);
    double share = 2.0 * error / sqrt(n); // |e| is at most the root of 4 of what each number errs by
    out->turn = share < 0x1p-20 ? (4.0 * share + ti_gamma(33)) * TI_SLACK : HUGE_VAL;
}

static void set_matrix(const toi_rational* m, double off, double t, ti_instant* out)
{
    double c[9], sum = 0.0;
    double error = evaluate(m->matrix, m->matrix_count, 9, t, c) + off;
    for (size_t k = 0; k < 3; ++k) {
        out->axis[k] = v3(c[k], c[3 + k], c[6 + k]);
        sum += v3_dot(out->axis[k], out->axis[k]);
    }
    out->turn = 3.0 * error * TI_SLACK;
    out->size = sqrt(sum) * TI_SLACK + out->turn;
}

static void set_place(const toi_rational* m, const ti_curve_error* e, double t, ti_instant* out)
{
    double p[3], w = 1.0, off = 0.0;
    double error = evaluate(&m->translation[0].x, m->translation_count, 3, t, p) + e->translation;
    if (m->weights != NULL) {
        off = evaluate(m->weights, m->translation_count, 1, t, &w) + e->weight;
    }
    out->at = v3(p[0] / w, p[1] / w, p[2] / w);
    // P/w - P'/w' = ((P - P') - P'/w' (w - w'))/w
    double length = v3_length(out->at);
    out->shift =
        off < w ? ((TI_ROOT_3 * error + length * off) / (w - off) + TI_U * length) * TI_SLACK : HUGE_VAL;
}

ti_instant ti_instant_at(const toi_rational* motion, const ti_curve_error* error, double time)
{
    ti_instant out = {.rigid = false};
    (ti_is_affine(motion) ? set_matrix : set_rotation)(motion, error->rotation, time, &out);
    set_place(motion, error, time, &out);
    return out;
}

// ---- points and directions

static toi_vec3 turned(const ti_instant* p, toi_vec3 x)
{
    return v3_madd(v3_madd(v3_scale(x.x, p->axis[0]), x.y, p->axis[1]), x.z, p->axis[2]);
}

ti_vector ti_instant_point(const ti_instant* p, toi_vec3 center, toi_vec3 x, double off)
{
    double length = (v3_length(center) + v3_length(x)) * TI_SLACK;
    double rounding = ti_gamma(6) * (p->size * length + v3_length(p->at));
    return (ti_vector){v3_add(turned(p, v3_add(center, x)), p->at),
                       (p->turn * length + p->shift + p->size * off + rounding) * TI_SLACK};
}

ti_vector ti_instant_direction(const ti_instant* p, toi_vec3 x)
{
    double length = v3_length(x) * TI_SLACK;
    return (ti_vector){turned(p, x), (p->turn + ti_gamma(3) * p->size) * length * TI_SLACK};
}

// ---- vectors

ti_vector ti_vector_difference(const ti_vector* a, const ti_vector* b)
{
    toi_vec3 v = v3_sub(a->v, b->v);
    return (ti_vector){v, (a->error + b->error + TI_U * v3_length(v)) * TI_SLACK};
}

// Each coordinate is a difference of products, each at most |a| |b|: two roundings of less than 2 |a| |b| in
// all of the vector.
ti_vector ti_vector_cross(const ti_vector* a, const ti_vector* b)
{
    double m = v3_length(a->v) * TI_SLACK, n = v3_length(b->v) * TI_SLACK;
    double error = m * b->error + n * a->error + a->error * b->error;
    return (ti_vector){v3_cross(a->v, b->v), (error + 2.0 * ti_gamma(2) * (m * n)) * TI_SLACK};
}

ti_gap ti_vector_along(const ti_vector* n, const ti_vector* w)
{
    double length = v3_length(n->v), way = v3_length(w->v) * TI_SLACK;
    double error = length * w->error + n->error * (way + w->error) + ti_gamma(3) * (length * way);
    return (ti_gap){v3_dot(n->v, w->v) / length, error * TI_SLACK / length + LOST};
}

// way + s v - r u is along n, so its products with u x n and v x n are zero.
ti_line_feet ti_lines_feet(toi_vec3 way, toi_vec3 u, toi_vec3 v, toi_vec3 n)
{
    double n2 = v3_dot(n, n);
    return (ti_line_feet){v3_dot(v3_cross(way, v), n) / n2, v3_dot(v3_cross(way, u), n) / n2};
}
