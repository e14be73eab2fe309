// A box around a whole rational motion by its control points, for affine motions too.

#ifndef TI_MOTION_RATIONAL_HULL_H
#define TI_MOTION_RATIONAL_HULL_H

#include "toi/motion.h"

// A box in world space that holds, at every time, what the motion makes of the points of the box `local`. It
// is wider than that of bounds.h, which takes no matrix. Infinite where a weight among the coefficients is
// not positive, or numbers leave the range of doubles. The motion must be valid.
toi_bounds ti_rational_hull(const toi_motion* motion, const toi_bounds* local);

#endif
