// Where all weights are positive, P/w is a mean of the points P_k/w_k, so on one side of a plane if they are.
// The plane lies across the line between the middles of both lists of points.

#include "narrow/boxes/far.h"

#include "math/rounding.h"
#include "math/scalar.h"
#include "math/vec3.h"
#include "motion/rational.h"

// Squares of shorter lengths round to what may be zero: a length errs by 2^-536 at most.
static const double LEAST = 0x1p-480;

// Points of a path as they were computed; each is within `off` of what it stands for.
typedef struct points {
    toi_vec3 at[TOI_MOST_COEFFICIENTS];
    uint32_t count;
    toi_vec3 sum;
    double off;
} points;

// A coordinate of P_k/w_k is rounded once: u |P_k/w_k| in all. Let P err by e in each coordinate and w by d:
// then P/w errs by (2 e + |P/w| d)/(w - d) at most, as the root of 3 is below 2. Products and sums of
// positive numbers: six roundings and the ones of |P/w|, below the slack. False where w might not be
// positive.
static bool find_points(const ti_moving_box* box, points* p)
{
    const toi_rational* m = &box->motion;
    const double slack = 1.0 + 0x1p-40;
    p->count = m->translation_count;
    p->sum = (toi_vec3){0.0, 0.0, 0.0};
    p->off = 0.0;
    for (uint32_t k = 0; k < p->count; ++k) {
        double w = ti_rational_weight(m, k), d = m->weights != NULL ? box->weight_error : 0.0;
        if (!(w > 2.0 * d)) {
            return false;
        }
        toi_vec3 c = m->translation[k], at = {c.x / w, c.y / w, c.z / w};
        double size = v3_length(at);
        double off = (2.0 * box->translation_error + size * d) / (w - d) + 2.0 * TI_U * size;
        p->at[k] = at;
        p->sum = v3_add(p->sum, at);
        p->off = d_max(slack * off, p->off);
    }
    return true;
}

// No point of the box is farther from P/w; |x| + |y| + |z| covers the errors of offsets.
static double radius_of(const ti_moving_box* box)
{
    return (v3_length(box->half) + v3_length(box->offset)) + 2.0 * box->offset_error;
}

// The least of n . p over all points, less what rounding may add: gamma(3) |n| |p| for the products and sums,
// and u |n| |p| each for this difference and for the sum that it goes into.
static double least_along(const points* p, toi_vec3 n, double n_length)
{
    double least = HUGE_VAL, size = 0.0;
    for (uint32_t k = 0; k < p->count; ++k) {
        least = d_min(v3_dot(n, p->at[k]), least);
        size = d_max(v3_dot(p->at[k], p->at[k]), size);
    }
    return least - 8.0 * TI_U * (n_length * sqrt(size));
}

bool ti_boxes_are_far(const ti_moving_box* a, const ti_moving_box* b)
{
    points p, q;
    bool affine = ti_is_affine(&a->motion) || ti_is_affine(&b->motion);
    if (affine || !find_points(a, &p) || !find_points(b, &q)) {
        return false;
    }
    toi_vec3 n = v3_sub(v3_scale(1.0 / q.count, q.sum), v3_scale(1.0 / p.count, p.sum));
    double length = v3_length(n);
    double apart = least_along(&q, n, length) + least_along(&p, v3_negate(n), length);
    double reach = ((radius_of(a) + radius_of(b)) + (p.off + q.off)) + LEAST;
    return length > LEAST && apart > (length * reach) * (1.0 + 0x1p-40);
}
