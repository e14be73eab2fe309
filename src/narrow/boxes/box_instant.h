// Two boxes at one time, with bounds of what that errs by (instant.h).

#ifndef TI_NARROW_BOXES_BOX_INSTANT_H
#define TI_NARROW_BOXES_BOX_INSTANT_H

#include "narrow/boxes/frame.h"
#include "narrow/boxes/instant.h"

// An axis of system.h in one direction: a side of A or of B, or two edges.
typedef struct ti_box_direction {
    uint32_t axis;
    double sign; // of the axis, from A to B
} ti_box_direction;

typedef struct ti_box_gap {
    ti_gap along;    // how far all of the boxes are apart; negative where they overlap
    double distance; // of what is nearest along it, at most: a point of the side or edge, and a vertex or
                     // point of the edge of the other, so of the boxes
} ti_box_gap;

ti_box_gap ti_box_gap_at(const ti_moving_box* a, const ti_moving_box* b, const ti_box_direction* direction,
                         double time);

#endif
