// The motion of one body as another one sees it, as screws.

#ifndef TI_MOTION_RELATIVE_H
#define TI_MOTION_RELATIVE_H

#include "motion/relative_pair.h"

// What pieces a relative motion is cut into.
typedef struct ti_screw_terms {
    bool relative_screw;    // one screw between the poses at 0 and 1, turning at most pi [Buss05, section 4]
    double max_model_error; // else: length, positive; motions that are screws are taken as they are
    uint32_t max_pieces;
} ti_screw_terms;

// Walks over the pieces in the order of time.
typedef struct ti_screw_walk {
    ti_pair_walk pair;
    ti_screw_terms terms;
    double time; // where the next piece starts
    double step; // of the last piece
    uint32_t count;
    bool stopped; // max_pieces were not enough: `time` is before 1
} ti_screw_walk;

// Both motions must be valid.
void ti_screw_walk_begin(const toi_body* a, const toi_body* b, const ti_screw_terms* terms,
                         ti_screw_walk* walk);

// The next piece. False at the end of the motion, or with `stopped` where the limit ended it.
bool ti_screw_walk_next(ti_screw_walk* walk, ti_screw* screw);

// The screw that takes a frame at rest to one with the given rotation and position, turning at most pi. At a
// turn of pi the axis is the one whose first coordinate of at least half the largest is positive. Within 64 u
// of exact in turn, 64 u |position| in across and along.
ti_twist ti_twist_between(toi_quat rotation, toi_vec3 position);

// The screw as the paper names it: unit axis, a point of it (the one nearest to the origin of the frame),
// angle and translation along it [Buss05, section 4.1, with the foot of the perpendicular]. Where nothing
// turns the axis is the direction of motion through the origin, and where nothing moves it is zero.
typedef struct ti_screw_axis {
    toi_vec3 point, axis;
    double angle, advance;
} ti_screw_axis;

ti_screw_axis ti_twist_axis(const ti_twist* twist);

#endif
