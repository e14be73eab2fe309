// Pairs that need no polynomials, because their bounding spheres stay apart.

#ifndef TI_NARROW_BOXES_FAR_H
#define TI_NARROW_BOXES_FAR_H

#include "narrow/boxes/frame.h"

// True only if the boxes never meet, with all that their motions may err by. Of affine motions it is not
// told.
bool ti_boxes_are_far(const ti_moving_box* a, const ti_moving_box* b);

#endif
