// When things count as within a distance of each other; the same for contacts and for faces: rounding counts
// in favour. What is within the distance is found, and of what is farther by less than twice the bound on the
// rounding of computed gaps, some.

#ifndef TI_MATH_WITHIN_H
#define TI_MATH_WITHIN_H

#include <stdbool.h>

// The largest gap that counts, of gaps that are right within `rounding`.
static inline double ti_within_limit(double within, double rounding)
{
    return within + rounding;
}

// A gap that is not a number is not within anything.
static inline bool ti_is_within(double gap, double limit)
{
    return gap <= limit;
}

#endif
