// Of single numbers. The smaller and the larger of two are inline, as the functions of libm treat NaN apart,
// which costs a call.

#ifndef TI_MATH_SCALAR_H
#define TI_MATH_SCALAR_H

#include <math.h>
#include <stdbool.h>

// a < b ? a : b, so a NaN in either gives b.
static inline double d_min(double a, double b)
{
    return a < b ? a : b;
}

// a > b ? a : b, so a NaN in either gives b.
static inline double d_max(double a, double b)
{
    return a > b ? a : b;
}

// Whether a setting can be a length, or a time: finite and not negative.
static inline bool d_is_length(double x)
{
    return isfinite(x) && x >= 0.0;
}

#endif
