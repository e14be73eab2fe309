// All contacts of a pair by a plane sweep over the collision screen: an alternative to the pairs of boxes of
// analytic.c, for the end of [Buss05, section 6].

#ifndef TI_NARROW_SCREW_SWEEP_H
#define TI_NARROW_SCREW_SWEEP_H

#include "narrow/screw/screw.h"

// As ti_screw_find: the same contacts, some of them a different number of times.
toi_status ti_screw_find_swept(const ti_screw_pair* pair, ti_screw_effort* effort, ti_array* contacts);

#endif
