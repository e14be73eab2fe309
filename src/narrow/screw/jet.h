// Numbers and vectors that change over a span of time, with what is needed to bound them on all of it.
//
// Of a span with the middle m and the half width h a jet knows the value and the derivative at m, a bound
// `bend` on the second derivative over the span (infinite where there is none) and a bound `spread` on how
// far the value is from that at m anywhere on the span. `error` and `slope_error` bound what rounding did to
// the first two. Bounds are rounded like everything else: that moves them by a few units in the last place,
// which the factor JET_UP covers where bounds are used.

#ifndef TI_NARROW_SCREW_JET_H
#define TI_NARROW_SCREW_JET_H

#include "math/rounding.h"
#include "math/vec3.h"

typedef struct ti_jet {
    double value, slope, bend, spread;
    double error, slope_error;
} ti_jet;

// A vector; lengths are bounded.
typedef struct ti_jet3 {
    toi_vec3 value, slope;
    double bend, spread;
    double error, slope_error;
} ti_jet3;

// The bounds of a jet have at most 64 operations, all on numbers of one sign, after its inputs.
#define JET_UP (1.0 + 0x1p-45)

static inline ti_jet jt_constant(double value)
{
    return (ti_jet){.value = value};
}

static inline ti_jet3 jv_constant(toi_vec3 value, double error)
{
    return (ti_jet3){.value = value, .error = error};
}

// ---- numbers

static inline ti_jet jt_add(ti_jet a, ti_jet b)
{
    double value = a.value + b.value, slope = a.slope + b.slope;
    return (ti_jet){value,
                    slope,
                    a.bend + b.bend,
                    a.spread + b.spread,
                    a.error + b.error + TI_U * fabs(value),
                    a.slope_error + b.slope_error + TI_U * fabs(slope)};
}

// c times a jet, of which c is exact.
static inline ti_jet jt_scale(double c, ti_jet a)
{
    double s = fabs(c), value = c * a.value, slope = c * a.slope;
    return (ti_jet){value,
                    slope,
                    s * a.bend,
                    s * a.spread,
                    s * a.error + TI_U * fabs(value),
                    s * a.slope_error + TI_U * fabs(slope)};
}

static inline ti_jet jt_sub(ti_jet a, ti_jet b)
{
    return jt_add(a, jt_scale(-1.0, b));
}

// Largest |a| and |a'| on a span of half width h.
static inline double jt_most(ti_jet a)
{
    return fabs(a.value) + a.error + a.spread;
}

static inline double jt_fastest(ti_jet a, double h)
{
    return fabs(a.slope) + a.slope_error + a.bend * h;
}

// (a b)'' = a'' b + 2 a' b' + a b''
static inline ti_jet jt_multiply(ti_jet a, ti_jet b, double h)
{
    double va = fabs(a.value), vb = fabs(b.value), sa = fabs(a.slope), sb = fabs(b.slope);
    ti_jet p;
    p.value = a.value * b.value;
    p.slope = a.slope * b.value + a.value * b.slope;
    p.bend = a.bend * jt_most(b) + 2.0 * jt_fastest(a, h) * jt_fastest(b, h) + jt_most(a) * b.bend;
    p.spread = (va + a.error) * b.spread + (vb + b.error) * a.spread + a.spread * b.spread;
    p.error = va * b.error + vb * a.error + a.error * b.error + TI_U * fabs(p.value);
    p.slope_error = sa * b.error + (vb + b.error) * a.slope_error + sb * a.error +
                    (va + a.error) * b.slope_error + 3.0 * TI_U * (sa * vb + va * sb);
    return p;
}

// |a|; where a may be zero nothing is known of its bend.
static inline ti_jet jt_absolute(ti_jet a)
{
    ti_jet p = a.value < 0.0 ? jt_scale(-1.0, a) : a;
    if (!(p.value > a.spread + a.error)) {
        p.bend = a.bend == 0.0 && a.slope == 0.0 ? 0.0 : HUGE_VAL;
        p.slope_error = 2.0 * fabs(a.slope) + a.slope_error;
    }
    return p;
}

// sqrt(a)'' = a''/(2 sqrt(a)) - a'^2/(4 a^(3/2)). The root of something negative counts as 0: that is for the
// caller to see. |sqrt(a) - sqrt(b)| is at most sqrt(|a - b|), and |a - b| over the sum of the roots.
static inline ti_jet jt_root(ti_jet a, double h)
{
    double least = a.value - (a.spread + a.error), value = sqrt(fmax(a.value, 0.0));
    ti_jet p = {.value = value};
    if (least > 0.0) {
        double root = sqrt(least), fast = jt_fastest(a, h);
        p.slope = 0.5 * a.slope / value;
        p.bend = 0.5 * (a.bend / root) + 0.25 * (fast * fast) / (least * root);
        p.spread = a.spread / (root + value);
        p.error = a.error / (root + value) + TI_U * value;
        p.slope_error = 0.5 * a.slope_error / root + 0.5 * fabs(a.slope) * a.error / (least * root) +
                        3.0 * TI_U * fabs(p.slope);
    } else {
        p.bend = HUGE_VAL;
        p.spread = sqrt(a.spread);
        p.error = sqrt(a.error) + TI_U * value;
        p.slope_error = HUGE_VAL;
    }
    return p;
}

// 1/a, of which nothing is known where a may be zero.
static inline ti_jet jt_inverse(ti_jet a, double h)
{
    double least = fabs(a.value) - (a.spread + a.error);
    if (!(least > 0.0)) {
        double value = a.value != 0.0 ? 1.0 / a.value : 0.0;
        return (ti_jet){value, 0.0, HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL};
    }
    double value = 1.0 / a.value, most = 1.0 / least, fast = jt_fastest(a, h);
    ti_jet p = {.value = value, .slope = -a.slope * (value * value)};
    p.bend = most * most * (a.bend + 2.0 * (fast * fast) * most);
    p.spread = a.spread * most * fabs(value);
    p.error = a.error * most * fabs(value) + TI_U * fabs(value);
    p.slope_error = a.slope_error * (most * most) + 2.0 * fabs(a.slope) * a.error * (most * most * most) +
                    4.0 * TI_U * fabs(p.slope);
    return p;
}

// ---- vectors

static inline ti_jet3 jv_add(ti_jet3 a, ti_jet3 b)
{
    toi_vec3 value = v3_add(a.value, b.value), slope = v3_add(a.slope, b.slope);
    return (ti_jet3){value,
                     slope,
                     a.bend + b.bend,
                     a.spread + b.spread,
                     a.error + b.error + TI_U * v3_length(value),
                     a.slope_error + b.slope_error + TI_U * v3_length(slope)};
}

// A constant times a vector.
static inline ti_jet3 jv_scale(double c, ti_jet3 a)
{
    double s = fabs(c);
    toi_vec3 value = v3_scale(c, a.value), slope = v3_scale(c, a.slope);
    return (ti_jet3){value,
                     slope,
                     s * a.bend,
                     s * a.spread,
                     s * a.error + TI_U * v3_length(value),
                     s * a.slope_error + TI_U * v3_length(slope)};
}

static inline ti_jet3 jv_sub(ti_jet3 a, ti_jet3 b)
{
    return jv_add(a, jv_scale(-1.0, b));
}

static inline double jv_most(ti_jet3 a)
{
    return v3_length(a.value) + a.error + a.spread;
}

static inline double jv_fastest(ti_jet3 a, double h)
{
    return v3_length(a.slope) + a.slope_error + a.bend * h;
}

// What is common to both products of vectors: they are at most the product of the lengths, and the rounding
// of one is at most 3 u of that.
static inline ti_jet jv_product_bounds(ti_jet3 a, ti_jet3 b, double h)
{
    double va = v3_length(a.value), vb = v3_length(b.value), sa = v3_length(a.slope), sb = v3_length(b.slope);
    ti_jet p = {.value = 0.0};
    p.bend = a.bend * jv_most(b) + 2.0 * jv_fastest(a, h) * jv_fastest(b, h) + jv_most(a) * b.bend;
    p.spread = (va + a.error) * b.spread + (vb + b.error) * a.spread + a.spread * b.spread;
    p.error = va * b.error + vb * a.error + a.error * b.error + 4.0 * TI_U * va * vb;
    p.slope_error = sa * b.error + (vb + b.error) * a.slope_error + sb * a.error +
                    (va + a.error) * b.slope_error + 5.0 * TI_U * (sa * vb + va * sb);
    return p;
}

static inline ti_jet jv_dot(ti_jet3 a, ti_jet3 b, double h)
{
    ti_jet p = jv_product_bounds(a, b, h);
    p.value = v3_dot(a.value, b.value);
    p.slope = v3_dot(a.slope, b.value) + v3_dot(a.value, b.slope);
    return p;
}

static inline ti_jet3 jv_cross(ti_jet3 a, ti_jet3 b, double h)
{
    ti_jet p = jv_product_bounds(a, b, h);
    toi_vec3 value = v3_cross(a.value, b.value);
    toi_vec3 slope = v3_add(v3_cross(a.slope, b.value), v3_cross(a.value, b.slope));
    return (ti_jet3){value, slope, p.bend, p.spread, p.error, p.slope_error};
}

static inline ti_jet3 jv_multiply(ti_jet a, ti_jet3 b, double h)
{
    ti_jet3 wrapped = {{a.value, 0.0, 0.0}, {a.slope, 0.0, 0.0}, a.bend, a.spread, a.error, a.slope_error};
    ti_jet p = jv_product_bounds(wrapped, b, h);
    toi_vec3 slope = v3_add(v3_scale(a.slope, b.value), v3_scale(a.value, b.slope));
    return (ti_jet3){v3_scale(a.value, b.value), slope, p.bend, p.spread, p.error, p.slope_error};
}

// |v|'' is between -|v''| and |v'|^2/|v| + |v''|.
static inline ti_jet jv_length(ti_jet3 a, double h)
{
    double value = v3_length(a.value), least = value - (a.spread + a.error), slope = v3_length(a.slope);
    ti_jet p = {.value = value, .spread = a.spread, .error = a.error + 4.0 * TI_U * value};
    p.slope = value > 0.0 ? v3_dot(a.value, a.slope) / value : 0.0;
    double turned = value > a.error ? fmin(2.0 * a.error / value, 2.0) : 2.0;
    p.slope_error = turned * slope + a.slope_error + 6.0 * TI_U * slope;
    double fast = jv_fastest(a, h);
    p.bend = least > 0.0 ? (fast * fast) / least + a.bend : (fast == 0.0 && a.bend == 0.0 ? 0.0 : HUGE_VAL);
    return p;
}

#endif
