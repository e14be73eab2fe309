// The unit roundoff, outward rounding by plain arithmetic in round to nearest, and powers of two.

#ifndef TI_MATH_ROUNDING_H
#define TI_MATH_ROUNDING_H

#include "math/vec3.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

_Static_assert(FLT_EVAL_METHOD == 0, "a double operation must round to double");
_Static_assert(DBL_MANT_DIG == 53 && FLT_MANT_DIG == 24, "IEEE double and float");

// Half the distance from 1 to the next double: fl(a op b) = (a op b)(1 + d), |d| <= TI_U, short of over- and
// underflow.
#define TI_U 0x1p-53

// n u/(1 - n u), rounded up: bounds the relative error of a chain of n roundings [Higham02, lemma 3.1]. n >=
// 0, below 2^30.
static inline double ti_gamma(int n)
{
    double nu = n * TI_U; // exact, as is 1 - nu
    return (nu / (1.0 - nu)) * (1.0 + 4.0 * TI_U);
}

// At least the next double above a finite x, at most one further [Rump09, algorithm 2].
// For 2^k <= |x| < 2^(k + 1) the doubles around x are at most 2^(k - 52) apart, so adding more than 2^(k -
// 53) rounds to the next one or beyond. Rounding is monotonic, so e = fl(u (1 + 2u) |x|) >= fl(u (1 + 2u)
// 2^k), which is exact and above 2^(k - 53), or where it is below 2^-1022 at least 2^(k - 53) and 2^-1074
// more makes it larger. For |x| < 2^-1021 the doubles are 2^-1074 apart and e >= 2^-1074. The largest double
// gives infinity. An infinite x gives itself or NaN.
static inline double ti_up(double x)
{
    return x + (fabs(x) * (TI_U * (1.0 + 2.0 * TI_U)) + DBL_TRUE_MIN);
}

// At most the next double below a finite x: -ti_up(-x).
static inline double ti_down(double x)
{
    return x - (fabs(x) * (TI_U * (1.0 + 2.0 * TI_U)) + DBL_TRUE_MIN);
}

// The smallest float that is not below x; infinity above FLT_MAX and for NaN, -FLT_MAX below -FLT_MAX.
static inline float ti_float_up(double x)
{
    if (!(x <= (double)FLT_MAX)) {
        return (float)HUGE_VAL;
    }
    if (x < -(double)FLT_MAX) {
        return x < -DBL_MAX ? -(float)HUGE_VAL : -FLT_MAX;
    }
    float f = (float)x;
    if ((double)f < x) { // then f is not -0, and not FLT_MAX: the next float up is one bit pattern away
        uint32_t bits;
        memcpy(&bits, &f, sizeof bits);
        bits = f >= 0.0f ? bits + 1 : bits - 1;
        memcpy(&f, &bits, sizeof f);
    }
    return f;
}

// The largest float that is not above x; -infinity below -FLT_MAX and for NaN.
static inline float ti_float_down(double x)
{
    return -ti_float_up(-x);
}

// 2^k for k from -1022 to 1023.
static inline double ti_power_of_two(int k)
{
    uint64_t bits = (uint64_t)(k + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

// The smallest k with |x| < 2^k, for finite x other than 0.
static inline int ti_exponent_above(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int biased = (int)(bits >> 52 & 0x7ff), exponent;
    if (biased > 0) {
        return biased - 1022;
    }
    frexp(x, &exponent);
    return exponent;
}

// The smallest k with |x| <= 2^k, for finite x other than 0: |x| 2^-k is in (1/2, 1].
static inline int ti_exponent_up(double x)
{
    int exponent;
    double mantissa = frexp(fabs(x), &exponent);
    return mantissa == 0.5 ? exponent - 1 : exponent;
}

// x 2^k: exact unless the result is below 2^-1022 or overflows.
static inline double ti_scale(double x, int k)
{
    return k >= -1022 && k <= 1023 ? x * ti_power_of_two(k) : ldexp(x, k);
}

static inline toi_vec3 ti_scale3(toi_vec3 v, int k)
{
    return (toi_vec3){ti_scale(v.x, k), ti_scale(v.y, k), ti_scale(v.z, k)};
}

// sum + *error = a + b exactly, short of overflow [Knuth97].
static inline double ti_two_sum(double a, double b, double* error)
{
    double sum = a + b;
    double b_part = sum - a;
    *error = (a - (sum - b_part)) + (b - b_part);
    return sum;
}

#endif
