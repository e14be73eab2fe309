// Where a polynomial in Bernstein form may first fall to zero: it is nowhere below the lower hull of its
// coefficients.

#ifndef TI_MATH_BERN_CROSSING_H
#define TI_MATH_BERN_CROSSING_H

#include "math/rounding.h"
#include "math/scalar.h"

#include <stddef.h>

// Up to `safe` it is positive, and `guess`, which is not smaller, is where the coefficients themselves cross.
typedef struct ti_crossing {
    double safe, guess;
} ti_crossing;

static inline double ti_cross_between(const double* c, size_t i, size_t j, size_t degree)
{
    return ((double)i + (double)(j - i) * (c[i] / (c[i] - c[j]))) / (double)degree;
}

// From corner to corner of the hull; c[0] must be positive, and another one not. Slopes and differences are
// off by less than eight roundings of the largest coefficient: of so much more than zero they should be.
static inline ti_crossing ti_bern_crossing(const double* c, size_t degree)
{
    size_t i = 0, low = 1;
    while (c[low] > 0.0) {
        ++low;
    }
    double guess = ti_cross_between(c, low - 1, low, degree);
    for (;;) {
        size_t next = i + 1;
        double steepest = c[next] - c[i];
        for (size_t k = i + 2; k <= degree; ++k) {
            double slope = (c[k] - c[i]) / (double)(k - i);
            next = slope < steepest ? k : next;
            steepest = d_min(slope, steepest);
        }
        if (!(c[next] > 0.0)) {
            double safe = ti_cross_between(c, i, next, degree) * (1.0 - 16.0 * TI_U);
            return (ti_crossing){safe, d_max(safe, guess)};
        }
        i = next;
    }
}

#endif
