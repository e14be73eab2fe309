// First contact on straight paths by polynomials over the rationals (FLINT), written apart from the library:
// by barycentric coordinates in space, greatest common divisors, and halving of isolating intervals.

#ifndef TOI_TESTS_PRIMITIVE_TRUTH_H
#define TOI_TESTS_PRIMITIVE_TRUTH_H

#include "toi/primitives.h"

typedef struct truth_contact {
    bool contact;
    double near;  // the time of the first contact, rounded to nearest, ties to even; infinite without one
    double below; // the largest double that is not after it; 1 without one
} truth_contact;

// Whether the closed primitives touch at a time in [0, 1], and when first. The numbers must be finite.
truth_contact truth_first_contact(const toi_primitive_query* query);

// Whether they touch at time 0.
bool truth_start(const toi_primitive_query* query);

#endif
