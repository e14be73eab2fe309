// How far two boxes on rational motions are apart, in long double and written differently from the library:
// corners of both, projected on the fifteen axes.

#ifndef TOI_TESTS_BOX_ORACLE_H
#define TOI_TESTS_BOX_ORACLE_H

#include "motion/rational.h"

typedef long double box_real;

// A box with its centre at `offset` of its body, on one piece.
typedef struct box_body {
    toi_rational motion;
    toi_vec3 half, offset;
} box_body;

// The largest separation along a unit axis at time t: positive where they are apart, at most their distance;
// else minus how deep they are in each other, at least.
box_real box_separation(const box_body* a, const box_body* b, box_real t);

#endif
