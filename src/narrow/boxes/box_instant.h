// Two boxes at one time, with bounds of what that errs by (instant.h).

#ifndef TI_NARROW_BOXES_BOX_INSTANT_H
#define TI_NARROW_BOXES_BOX_INSTANT_H

#include "narrow/boxes/frame.h"
#include "narrow/boxes/instant.h"

// How far two boxes are apart along the cross product of two edges, one of each.
typedef struct ti_box_edges {
    uint32_t a, b; // along axis a of A and axis b of B
    double sign;   // of a_a x b_b, from A to B
} ti_box_edges;

typedef struct ti_box_edges_gap {
    ti_gap along;    // of all of the boxes; negative where they overlap
    double distance; // of the two edges that are nearest along it, at most: so of the boxes
} ti_box_edges_gap;

ti_box_edges_gap ti_box_edges_at(const ti_moving_box* a, const ti_moving_box* b, const ti_box_edges* edges,
                                 double time);

#endif
