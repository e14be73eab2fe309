// First contact on straight paths over the reals: no tolerance and no rounding.

#ifndef TI_NARROW_DEFORM_EXACT_H
#define TI_NARROW_DEFORM_EXACT_H

#include "toi/primitives.h"

typedef struct ti_exact_contact {
    bool contact;
    double t_nearest; // of the first contact, rounded to nearest (ties to even); infinite without one
    double t_below;   // the largest double that is not after it; 1 without one
} ti_exact_contact;

// Whether the closed primitives touch at a time in [0, 1], and when first, for exactly the doubles of the
// query, which must be finite. Allocates nothing.
ti_exact_contact ti_primitive_exact(const toi_primitive_query* query);

// Whether they touch at time 0.
bool ti_primitive_exact_start(const toi_primitive_query* query);

#endif
