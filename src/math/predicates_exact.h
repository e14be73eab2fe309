// Stages between the filters of the orientation predicates and expansions: most of what a filter cannot tell
// is told here for a tenth of the cost.

#ifndef TI_MATH_PREDICATES_EXACT_H
#define TI_MATH_PREDICATES_EXACT_H

#include "math/vec3.h"

// Which stage told the sign.
typedef enum ti_exact_stage {
    TI_EXACT_LEFT = 0, // none: expansions are left
    TI_EXACT_LEVEL,    // a coordinate is the same of all points
    TI_EXACT_EQUAL,    // two of the points are the same
    TI_EXACT_ZERO,     // every product is zero
    TI_EXACT_SHORT,    // differences are whole multiples, of at most 40 bits, of one power of two
    TI_EXACT_DOUBLED,  // twice the precision
} ti_exact_stage;

// Whether comparisons of coordinates show that the determinant of the rows b - a, c - a, d - a is zero; for
// any doubles.
static inline ti_exact_stage ti_exact_zero3d(toi_vec3 a, toi_vec3 b, toi_vec3 c, toi_vec3 d)
{
    if ((a.x == b.x && a.x == c.x && a.x == d.x) || (a.y == b.y && a.y == c.y && a.y == d.y) ||
        (a.z == b.z && a.z == c.z && a.z == d.z)) {
        return TI_EXACT_LEVEL;
    }
    bool equal = v3_equal(a, b) || v3_equal(a, c) || v3_equal(a, d) || v3_equal(b, c) || v3_equal(b, d) ||
                 v3_equal(c, d);
    return equal ? TI_EXACT_EQUAL : TI_EXACT_LEFT;
}

// The same in the plane of x and y, of the rows b - a, c - a.
static inline ti_exact_stage ti_exact_zero2d(toi_vec3 a, toi_vec3 b, toi_vec3 c)
{
    if ((a.x == b.x && a.x == c.x) || (a.y == b.y && a.y == c.y)) {
        return TI_EXACT_LEVEL;
    }
    bool equal = (a.x == b.x && a.y == b.y) || (a.x == c.x && a.y == c.y) || (b.x == c.x && b.y == c.y);
    return equal ? TI_EXACT_EQUAL : TI_EXACT_LEFT;
}

// The sign of the determinant, unless it is left. These need coordinates that are 0 or from 2^-300 to 2^300
// in magnitude, so that nothing of the products of three differences underflows or overflows (predicates.c).
ti_exact_stage ti_exact_orient3d(toi_vec3 a, toi_vec3 b, toi_vec3 c, toi_vec3 d, int* sign);
ti_exact_stage ti_exact_orient2d(toi_vec3 a, toi_vec3 b, toi_vec3 c, int* sign);

// The determinant in twice the precision, off by less than TI_EXACT_DOUBLED_BOUND times `size`, which is the
// sum of the magnitudes of its six monomials. The stage of this name asks for more than that.
double ti_exact_doubled3d(toi_vec3 a, toi_vec3 b, toi_vec3 c, toi_vec3 d, double* size);

#define TI_EXACT_DOUBLED_BOUND 0x1p-100

// (b - a) x (c - a) in twice the precision: each coordinate is off by at most 15 u^2 times the magnitudes of
// its two products, and u of itself, u = 2^-53.
toi_vec3 ti_exact_doubled_normal(toi_vec3 a, toi_vec3 b, toi_vec3 c);

#endif
