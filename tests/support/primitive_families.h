// Random queries of straight vertex paths, in families that are hard for one reason or another.

#ifndef TOI_TESTS_PRIMITIVE_FAMILIES_H
#define TOI_TESTS_PRIMITIVE_FAMILIES_H

#include "support/generate.h"
#include "toi/primitives.h"

typedef enum primitive_family {
    FAMILY_SMALL_WHOLE, // coordinates from -2 to 2: many exact touches, and everything degenerate
    FAMILY_WHOLE,       // from -9 to 9
    FAMILY_COPLANAR,    // all in one plane
    FAMILY_COLLAPSING,  // the face or an edge loses its area or length at a time
    FAMILY_DECIMAL,     // multiples of 0.1, rounded
    FAMILY_FAR,         // shifted by 10^6
    FAMILY_TINY,        // multiples of about 1e-305
    FAMILY_HUGE,        // of 1e100
    FAMILY_SHARED,      // vertices that are the same at times
    FAMILY_PARALLEL,    // long edges that are nearly parallel
    FAMILY_POWERS,      // powers of two from 2^-30 to 2^30
    FAMILY_RANDOM,      // from -1 to 1
    FAMILY_TOUCHING,    // a vertex that is exactly on the other primitive at a time
    FAMILIES,
    // Any finite doubles, and other families with each coordinate at a scale of its own. Not among the
    // others: exact arithmetic takes a thousand times as long.
    FAMILY_EXTREME = FAMILIES,
} primitive_family;

const char* primitive_family_name(primitive_family family);

// A query of a random kind.
toi_primitive_query primitive_draw(gen_random* random, primitive_family family);

#endif
