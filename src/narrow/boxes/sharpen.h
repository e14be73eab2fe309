// Events nearer to where they are.

#ifndef TI_NARROW_BOXES_SHARPEN_H
#define TI_NARROW_BOXES_SHARPEN_H

#include "narrow/boxes/frame.h"
#include "narrow/boxes/solve.h"

// Looks again at both ends of a span whose blur is above `length`, in coefficients of a short part of the
// motion: their rounding is that of the boxes as they are there, not of the largest numbers of the whole
// motion. The span only becomes shorter, and holds what it is to hold. False without memory.
bool ti_box_sharpen(ti_polys* polys, const ti_moving_box* a, const ti_moving_box* b, double length,
                    ti_box_span* span);

#endif
