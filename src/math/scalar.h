// The smaller and the larger of two numbers, inline: the functions of libm treat NaN apart, which costs a
// call.

#ifndef TI_MATH_SCALAR_H
#define TI_MATH_SCALAR_H

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

#endif
