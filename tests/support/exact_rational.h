// Rational motions in Arb: where the doubles of a piece have a point, how far that is from another place, and
// which times and points are looked at.

#ifndef TOI_TESTS_EXACT_RATIONAL_H
#define TOI_TESTS_EXACT_RATIONAL_H

#include "support/exact_motion.h"
#include "support/generate.h"

// A piece that runs from t0 to t1 and takes v + offset along; it has no matrix.
typedef struct exact_piece {
    double t0, t1;
    const toi_rational* motion;
    toi_vec3 offset;
} exact_piece;

// The distance at most of the place that the piece gives a point at t from the one that the pose gives it.
double exact_piece_off(const exact_pose* exact, const exact_piece* piece, double t, toi_vec3 point);

// A time of a piece, by `turn` its first, its last, or a random one.
double exact_piece_time(gen_random* random, const exact_piece* piece, int turn);

// The largest such distance of random points of a body, `radius` from its origin.
double exact_piece_most(gen_random* random, const exact_pose* exact, const exact_piece* piece, double t,
                        double radius);

#endif
