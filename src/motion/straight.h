// Bodies as straight vertex paths: over a span of time a body is taken for its vertices, each on its way
// straight from where it is at the start of the span to where it is at the end, with a bound of how far any
// point of the body is from there.

#ifndef TI_MOTION_STRAIGHT_H
#define TI_MOTION_STRAIGHT_H

#include "motion/pieces.h"

// How far a body may be from its straight way: everything, and what of it is rounding, which shorter spans
// have too. Infinite where the numbers leave the range of doubles; zero where nothing bends and nothing is
// rounded.
typedef struct ti_straight_off {
    double all, rounding;
} ti_straight_off;

typedef struct ti_straight {
    const toi_body* body;
    // In the frame of a pose that does not change and that all bodies of a query have: it is left out, and
    // distances are those of the world. A body on a motion of kind `vertices`, or one that rests.
    bool local;
    ti_pieces pieces; // of a rigid motion but for rational ones: the one that was asked last
} ti_straight;

// The body must be valid, its motion not affine; it must outlive the walk.
void ti_straight_begin(const toi_body* body, bool local, ti_straight* walk);

// How far a span may go that starts at `from` < 1: up to the next corner of the motion, where its velocity
// may jump, and not further than lets points of the body be `limit` > 0 off their straight way by the shape
// of their path. Rounding is not in this. Above `from`, at most 1.
double ti_straight_end(ti_straight* walk, double from, double limit);

// The vertices at both ends of a span without corners, each array with room for those of the mesh. At a
// corner, where the span starts, the motion is the one that begins there.
// @return bounds of how far any point of the body of the exact motion is, at any time of the span, from where
// it is when each vertex of the doubles in `start` goes straight to that in `end`
ti_straight_off ti_straight_span(ti_straight* walk, double from, double to, toi_vec3* start, toi_vec3* end);

#endif
