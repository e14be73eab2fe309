// Poses and bounds of rational motions, from the control points of their polynomials on a part of [0, 1].
//
// Rates. With a1 = max |q'|/min |q| and a2 = max |q''|/min |q| the angular velocity 2 Im(q' q*)/|q|^2 is at
// most 2 a1, and its rate of change, 2 Im(q'' q*)/|q|^2 less the velocity times (|q|^2)'/|q|^2, at most 2 a2
// + 4 a1^2. With p = P/w, taken from where it is in the middle so that no large numbers cancel: w p' = P' - p
// w' and w p'' = P'' - 2 p' w' - p w''.
//
// Rounding. A value of de Casteljau's steps is within gamma(3 n) of the largest coefficient M, so the
// direction of q within that over |q|, and the angle turned within twice as much. The matrix of a quaternion
// that is normalised first is within 33 u, a point of it within 7 u more.

#include "motion/rational.h"

#include "core/assert.h"
#include "math/bernstein.h"
#include "math/rounding.h"
#include "math/scalar.h"
#include "motion/length.h"

#include <string.h>

static const double LEAST_SHARE = 0x1p-20;

// Parts down to which a certificate is looked for.
static const double LEAST_PART = 0x1p-24;

// Control points of four coordinates on a part of the piece. Lengths and weights have no unit in common, so
// neither counts in what the other errs by.
typedef struct curve {
    double c[TOI_MOST_COEFFICIENTS][4];
    uint32_t degree;
    double most;        // largest length of a control point of the whole piece; of a translation without w
    double most_weight; // largest |w|
    double lost;        // by which P - w origin errs before it is cut
} curve;

static double length4(const double* c)
{
    return sqrt(((c[0] * c[0] + c[1] * c[1]) + c[2] * c[2]) + c[3] * c[3]);
}

static double dot4(const double* a, const double* b)
{
    return ((a[0] * b[0] + a[1] * b[1]) + a[2] * b[2]) + a[3] * b[3];
}

static void cut(curve* q, double from, double to)
{
    ti_bern_cut(&q->c[0][0], q->degree, 4, from, to);
}

static curve rotation_of(const toi_rational* m, double from, double to)
{
    curve q = {.degree = m->rotation_count - 1};
    for (uint32_t k = 0; k <= q.degree; ++k) {
        toi_quat a = m->rotation[k];
        memcpy(q.c[k], (double[4]){a.w, a.x, a.y, a.z}, sizeof q.c[k]);
        q.most = d_max(length4(q.c[k]), q.most);
    }
    cut(&q, from, to);
    return q;
}

// P - w origin and, last, w. The product is rounded, by u |w origin| in all; what the difference is rounded
// by is as that of another step of the cut.
static curve translation_of(const toi_rational* m, toi_vec3 origin, double from, double to)
{
    curve p = {.degree = m->translation_count - 1};
    for (uint32_t k = 0; k <= p.degree; ++k) {
        double w = ti_rational_weight(m, k);
        toi_vec3 a = v3_madd(m->translation[k], -w, origin);
        memcpy(p.c[k], (double[4]){a.x, a.y, a.z, w}, sizeof p.c[k]);
        p.most = d_max(ti_length(a), p.most);
        p.most_weight = d_max(fabs(w), p.most_weight);
    }
    p.lost = 2.0 * TI_U * p.most_weight * ti_length(origin);
    cut(&p, from, to);
    return p;
}

static void middle(const curve* q, double value[4])
{
    curve half = *q;
    ti_bern_cut(&half.c[0][0], half.degree, 4, 0.0, 0.5);
    memcpy(value, half.c[half.degree], 4 * sizeof *value);
}

// ---- away from zero

// Rounding of control points on a part, at most: of quaternions or lengths, and of weights.
static double cut_error(const curve* q)
{
    return ti_gamma(6 * (int)q->degree + 8) * q->most + q->lost;
}

static double weight_error(const curve* p)
{
    return ti_gamma(6 * (int)p->degree + 8) * p->most_weight;
}

// A length below that of every point of the curve: along the direction of its middle.
static double least_length(const curve* q)
{
    double d[4], least = HUGE_VAL;
    middle(q, d);
    double length = length4(d);
    if (!(length > 0.0)) {
        return -HUGE_VAL;
    }
    for (uint32_t k = 0; k <= q->degree; ++k) {
        least = d_min(dot4(q->c[k], d) / length, least);
    }
    return least - cut_error(q);
}

static double least_weight(const curve* p)
{
    double least = HUGE_VAL;
    for (uint32_t k = 0; k <= p->degree; ++k) {
        least = d_min(p->c[k][3], least);
    }
    return least - weight_error(p);
}

static bool rotation_is_away(const toi_rational* m, double from, double to)
{
    curve q = rotation_of(m, from, to);
    return least_length(&q) >= LEAST_SHARE * q.most;
}

static bool weight_is_away(const toi_rational* m, double from, double to)
{
    curve p = translation_of(m, v3(0.0, 0.0, 0.0), from, to);
    return least_weight(&p) >= LEAST_SHARE * p.most_weight;
}

// From left to right, each part as long as it can be certified, up to twice the last one.
static bool is_away(const toi_rational* m, bool (*certify)(const toi_rational* m, double from, double to))
{
    double from = 0.0, part = 1.0;
    while (from < 1.0) {
        double to = d_min(from + part, 1.0);
        if (certify(m, from, to)) {
            from = to;
            part *= 2.0;
        } else if (part > LEAST_PART) {
            part *= 0.5;
        } else {
            return false;
        }
    }
    return true;
}

// ---- checks

// So that squares and products of two neither overflow nor underflow.
static bool is_ordinary(double most)
{
    return most >= 0x1p-400 && most <= 0x1p400;
}

static bool is_count(uint32_t count)
{
    return count >= 1 && count <= TOI_MOST_COEFFICIENTS;
}

static ti_rational_fault check_counts(const toi_rational* m)
{
    bool affine = m->matrix != NULL, turns = m->rotation != NULL;
    bool fine = affine != turns && is_count(affine ? m->matrix_count : m->rotation_count) &&
                m->translation != NULL && is_count(m->translation_count);
    return fine ? TI_RATIONAL_FINE : TI_RATIONAL_COUNT;
}

static ti_rational_fault check_translation_size(const toi_rational* m)
{
    for (uint32_t k = 0; k < m->translation_count; ++k) {
        if (!v3_finite(m->translation[k]) || !isfinite(ti_rational_weight(m, k))) {
            return TI_RATIONAL_INFINITE;
        }
    }
    curve p = translation_of(m, v3(0.0, 0.0, 0.0), 0.0, 1.0);
    bool fine = is_ordinary(p.most_weight) && p.most <= 0x1p400 * d_min(p.most_weight, 1.0);
    return fine ? TI_RATIONAL_FINE : TI_RATIONAL_INFINITE;
}

static ti_rational_fault check_rotation(const toi_rational* m)
{
    for (uint32_t k = 0; k < m->rotation_count; ++k) {
        toi_quat q = m->rotation[k];
        if (!(isfinite(q.w) && isfinite(q.x) && isfinite(q.y) && isfinite(q.z))) {
            return TI_RATIONAL_INFINITE;
        }
    }
    curve q = rotation_of(m, 0.0, 1.0);
    if (!is_ordinary(q.most)) {
        return TI_RATIONAL_INFINITE;
    }
    return is_away(m, rotation_is_away) ? TI_RATIONAL_FINE : TI_RATIONAL_ROTATION;
}

// Cubes of columns go with large binomials and lengths (narrow/boxes/system.c).
static ti_rational_fault check_matrix(const toi_rational* m)
{
    double size = ti_affine_size(m);
    if (!(size >= 0x1p-60 && size <= 0x1p60)) {
        return size == 0.0 ? TI_RATIONAL_MATRIX : TI_RATIONAL_INFINITE;
    }
    return ti_affine_is_proper(m) ? TI_RATIONAL_FINE : TI_RATIONAL_MATRIX;
}

ti_rational_fault ti_rational_check(const toi_rational* m)
{
    ti_rational_fault fault = check_counts(m);
    if (fault == TI_RATIONAL_FINE) {
        fault = check_translation_size(m);
    }
    if (fault == TI_RATIONAL_FINE) {
        fault = ti_is_affine(m) ? check_matrix(m) : check_rotation(m);
    }
    if (fault == TI_RATIONAL_FINE && !is_away(m, weight_is_away)) {
        fault = TI_RATIONAL_WEIGHT;
    }
    return fault;
}

// ---- poses

toi_pose ti_rational_pose(const toi_rational* m, double s)
{
    curve q = rotation_of(m, 0.0, s), p = translation_of(m, v3(0.0, 0.0, 0.0), 0.0, s);
    const double *r = q.c[q.degree], *x = p.c[p.degree];
    toi_quat turned = {r[0], r[1], r[2], r[3]};
    return (toi_pose){{x[0] / x[3], x[1] / x[3], x[2] / x[3]}, ti_unit_quaternion(turned)};
}

ti_affine ti_rational_place(const toi_rational* m, double s)
{
    curve p = translation_of(m, v3(0.0, 0.0, 0.0), 0.0, s);
    const double* x = p.c[p.degree];
    ti_affine place = {.position = {x[0] / x[3], x[1] / x[3], x[2] / x[3]}};
    if (ti_is_affine(m)) {
        ti_affine_axes(m, s, place.axis);
    } else {
        ti_mat3 rows = m3_from_quat(ti_rational_pose(m, s).quaternion);
        ti_mat3 columns = m3_transposed(&rows);
        memcpy(place.axis, columns.row, sizeof place.axis);
    }
    return place;
}

// ---- rates

// Largest length of the first and second derivative of the curve by s, coordinates from `begin` to before
// `end` that err by `off`, on a part of length h.
typedef struct derivatives {
    double first, second;
} derivatives;

// Of four coordinates, or of the three that are lengths and may have any unit.
static double size_of(const double* c, uint32_t count)
{
    return count == 4 ? length4(c) : ti_length(v3(c[0], c[1], c[2]));
}

static derivatives derivatives_of(const curve* q, uint32_t begin, uint32_t end, double off, double h)
{
    double n = (double)q->degree, first = 0.0, second = 0.0;
    for (uint32_t k = 0; k < q->degree; ++k) {
        double steps[4] = {0.0}, changes[4] = {0.0};
        for (uint32_t i = begin; i < end; ++i) {
            double step = q->c[k + 1][i] - q->c[k][i];
            double next = k + 2 <= q->degree ? q->c[k + 2][i] - q->c[k + 1][i] : step;
            steps[i] = step;
            changes[i] = next - step;
        }
        first = d_max(size_of(steps, end), first);
        second = d_max(size_of(changes, end), second);
    }
    return (derivatives){n * (first + 2.0 * off) / h, n * (n - 1.0) * (second + 4.0 * off) / (h * h)};
}

static double largest_way(const curve* p)
{
    double most = 0.0;
    for (uint32_t k = 0; k <= p->degree; ++k) {
        toi_vec3 x = {p->c[k][0], p->c[k][1], p->c[k][2]};
        most = d_max(ti_length(x), most);
    }
    return most + cut_error(p);
}

ti_rational_rates ti_rational_rates_over(const toi_rational* m, double from, double to)
{
    const double slack = 1.0 + 0x1p-40;
    double h = to - from;
    TI_ASSERT(h > 0.0);
    curve q = rotation_of(m, from, to);
    derivatives dq = derivatives_of(&q, 0, 4, cut_error(&q), h);
    double least = d_max(least_length(&q), 0.999 * LEAST_SHARE * q.most);
    double a1 = dq.first / least, a2 = dq.second / least;
    ti_rational_rates r = {.turn = slack * 2.0 * a1, .turn_change = slack * (2.0 * a2 + 4.0 * a1 * a1)};
    toi_vec3 origin = ti_rational_pose(m, 0.5 * (from + to)).position;
    curve p = translation_of(m, origin, from, to);
    derivatives dp = derivatives_of(&p, 0, 3, cut_error(&p), h);
    derivatives dw = derivatives_of(&p, 3, 4, weight_error(&p), h);
    double w = d_max(least_weight(&p), 0.999 * LEAST_SHARE * p.most_weight);
    double way = largest_way(&p) / w;
    double speed = (dp.first + way * dw.first) / w;
    r.speed = slack * speed;
    r.acceleration = slack * ((dp.second + 2.0 * speed * dw.first + way * dw.second) / w);
    return r;
}

double ti_rational_rounding(const toi_rational* m, double from, double to, double radius)
{
    curve q = rotation_of(m, from, to), p = translation_of(m, v3(0.0, 0.0, 0.0), from, to);
    double least = d_max(least_length(&q), 0.999 * LEAST_SHARE * q.most);
    double turned = ti_gamma(3 * (int)q.degree) * q.most / least;
    double w = d_max(least_weight(&p), 0.999 * LEAST_SHARE * p.most_weight);
    double way = largest_way(&p) / w;
    double moved = ti_gamma(3 * (int)p.degree) * (p.most + way * p.most_weight) / w;
    return (1.0 + 0x1p-40) * (radius * (2.0 * turned + 40.0 * TI_U) + moved + 4.0 * TI_U * way);
}
