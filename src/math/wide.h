// Signs of determinants of any finite doubles by whole numbers of many words. Slow; for coordinates whose
// sizes lie so far apart that expansions would lose parts to underflow or overflow.

#ifndef TI_MATH_WIDE_H
#define TI_MATH_WIDE_H

#include "math/vec3.h"

// Sign of the sum over i of the determinant with the rows b - a, c - a, d[i] - a. Count is 1 to 3.
int ti_wide_orient3d(toi_vec3 a, toi_vec3 b, toi_vec3 c, const toi_vec3* d, int count);

// The same in the plane, of the x and y coordinates.
int ti_wide_orient2d(toi_vec3 a, toi_vec3 b, const toi_vec3* c, int count);

// Sign of the sum over i of a - b[i].
int ti_wide_compare(double a, const double* b, int count);

#endif
