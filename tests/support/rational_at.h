// Which piece of a rational motion runs at a time.

#ifndef TOI_TESTS_RATIONAL_AT_H
#define TOI_TESTS_RATIONAL_AT_H

#include "support/real.h"

#include "toi/motion.h"

// The piece that runs at t, and its own time.
static inline const toi_rational* rational_at(const toi_motion* motion, double t, real* share)
{
    uint32_t i = 0;
    double from = 0.0;
    while (i + 1 < motion->rational_count && motion->rationals[i].until <= t) {
        from = motion->rationals[i++].until;
    }
    double until = motion->rationals[i].until;
    until = until == 0.0 ? 1.0 : until;
    *share = ((real)t - (real)from) / ((real)until - (real)from);
    return &motion->rationals[i];
}

#endif
