// Lengths and unit vectors of any finite vectors, without overflow and underflow on the way.

#ifndef TI_MOTION_LENGTH_H
#define TI_MOTION_LENGTH_H

#include "math/pose.h"

static inline double v3_largest(toi_vec3 a)
{
    return fmax(fmax(fabs(a.x), fabs(a.y)), fabs(a.z));
}

// Squares of lengths from 2^-100 to 2^100 neither overflow nor underflow.
static inline bool ti_is_ordinary(double length2)
{
    return length2 >= 0x1p-200 && length2 <= 0x1p200;
}

// The vector times 2^-exponent. A vector that is not ordinary is scaled to a largest component in [1/2, 1),
// exactly.
static inline toi_vec3 ti_scaled(toi_vec3 a, int* exponent)
{
    *exponent = 0;
    if (ti_is_ordinary(v3_dot(a, a))) {
        return a;
    }
    frexp(v3_largest(a), exponent);
    return (toi_vec3){ldexp(a.x, -*exponent), ldexp(a.y, -*exponent), ldexp(a.z, -*exponent)};
}

static inline double ti_length(toi_vec3 a)
{
    int exponent;
    if (v3_equal(a, (toi_vec3){0.0, 0.0, 0.0})) {
        return 0.0; // what does not turn or drift is common
    }
    double length = v3_length(ti_scaled(a, &exponent));
    return exponent == 0 ? length : ldexp(length, exponent);
}

// Unit vector along a vector that is not zero.
static inline toi_vec3 ti_unit_axis(toi_vec3 axis)
{
    int exponent;
    toi_vec3 a = ti_scaled(axis, &exponent);
    double length = v3_length(a);
    return (toi_vec3){a.x / length, a.y / length, a.z / length};
}

static inline toi_quat ti_scaled_quaternion(toi_quat q, int* exponent)
{
    *exponent = 0;
    if (ti_is_ordinary(q_norm2(q))) {
        return q;
    }
    frexp(fmax(fmax(fabs(q.w), fabs(q.x)), fmax(fabs(q.y), fabs(q.z))), exponent);
    return (toi_quat){ldexp(q.w, -*exponent), ldexp(q.x, -*exponent), ldexp(q.y, -*exponent),
                      ldexp(q.z, -*exponent)};
}

static inline double ti_quaternion_length(toi_quat q)
{
    int exponent;
    double length = sqrt(q_norm2(ti_scaled_quaternion(q, &exponent)));
    return exponent == 0 ? length : ldexp(length, exponent);
}

// Unit quaternion along one that is not zero.
static inline toi_quat ti_unit_quaternion(toi_quat q)
{
    int exponent;
    return q_normalize(ti_scaled_quaternion(q, &exponent));
}

#endif
