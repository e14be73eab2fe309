// The last time before an event, or the first after one, that is certain.

#ifndef TI_NARROW_BOXES_APPROACH_H
#define TI_NARROW_BOXES_APPROACH_H

#include "narrow/boxes/instant.h"

// How far two bodies are apart along an axis at a time.
typedef ti_gap (*ti_gap_fn)(const void* context, double time);

// Between two times, of which `from` is known to be on the side where they are apart, `from` may be later
// than `other`, and the gap falls all the way from the one to the other: a time at which it is certainly
// positive, as near to its root as a few steps come, or `from`.
double ti_approach(ti_gap_fn gap_at, const void* context, double from, double other);

#endif
