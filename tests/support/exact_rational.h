// Rational motions in Arb: where the doubles of a piece have a point, and how far that is from another place.

#ifndef TOI_TESTS_EXACT_RATIONAL_H
#define TOI_TESTS_EXACT_RATIONAL_H

#include "support/exact_motion.h"

// A piece that runs from t0 to t1 and takes v + offset along; it has no matrix.
typedef struct exact_piece {
    double t0, t1;
    const toi_rational* motion;
    toi_vec3 offset;
} exact_piece;

// The distance at most of the place that the piece gives a point at t from the one that the pose gives it.
double exact_piece_off(const exact_pose* exact, const exact_piece* piece, double t, toi_vec3 point);

#endif
