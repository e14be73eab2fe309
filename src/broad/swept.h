// A body over its whole motion as a box that drifts, and what two of them prove.

#ifndef TI_BROAD_SWEPT_H
#define TI_BROAD_SWEPT_H

#include "data.h"

// @param margin  half the distance that two bodies must keep, at least; at least 0
ti_swept ti_swept_make(const toi_body* body, double margin);

// The same for a body within a box of its own frame, on any motion, affine ones too, and without a margin.
ti_swept ti_swept_make_box(const toi_motion* motion, const toi_bounds* local);

// Whether the bodies are proved to be further apart than the sum of their margins at every time of the exact
// motion, and as posed doubles. Depends on the two alone. Where a number is infinite or NaN nothing is
// proved.
bool ti_swept_apart(const ti_swept* a, const ti_swept* b);

// A distance that two bodies which are apart are proved to keep: at least the sum of the margins, rounded
// down.
double ti_swept_gap(const ti_swept* a, const ti_swept* b);

// A box that does not drift and, seen from a frame that moves with a constant velocity, holds the body with
// its margin around it. Two bodies that are not proved apart have boxes that meet, whatever the velocity.
toi_bounds ti_swept_bounds(const ti_swept* swept, toi_vec3 velocity);

#endif
