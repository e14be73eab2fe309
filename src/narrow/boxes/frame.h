// Boxes as they move, in polynomials.

#ifndef TI_NARROW_BOXES_FRAME_H
#define TI_NARROW_BOXES_FRAME_H

#include "motion/rational.h"
#include "narrow/boxes/system.h"

// A box on one piece of a rational motion, on an affine one a parallelepiped. Its sides are along the axes of
// the body and its centre at `offset`; the coefficients may err by what is given, those of a matrix by
// rotation_error.
typedef struct ti_moving_box {
    toi_rational motion;
    toi_vec3 half;
    toi_vec3 offset;
    double rotation_error, translation_error, weight_error, offset_error;
} ti_moving_box;

// From `from` to `to` of the piece, which become 0 and 1.
ti_box_frame ti_box_frame_rational(ti_polys* polys, const ti_moving_box* box, double from, double to);

#endif
