// Rational motions: poses, and how fast and how smoothly a body moves on a part of a piece.
//
// q is the quaternion polynomial, P and w those of the translation. The bounds are for the piece's own time
// s, from 0 to 1.

#ifndef TI_MOTION_RATIONAL_H
#define TI_MOTION_RATIONAL_H

#include "math/pose.h"
#include "toi/motion.h"

#include <stdbool.h>

// What is wrong with a piece by itself; nothing about `until`.
typedef enum ti_rational_fault {
    TI_RATIONAL_FINE = 0,
    TI_RATIONAL_COUNT,    // no coefficients, or more than TOI_MOST_COEFFICIENTS
    TI_RATIONAL_INFINITE, // a number that is not finite, or too large or small for their squares
    TI_RATIONAL_ROTATION, // somewhere on [0, 1] |q| is not proved to be 2^-20 of the largest coefficient
    TI_RATIONAL_WEIGHT,   // likewise w
} ti_rational_fault;

ti_rational_fault ti_rational_check(const toi_rational* piece);

// At s in [0, 1], with a unit quaternion. The piece must be fine.
toi_pose ti_rational_pose(const toi_rational* piece, double s);

// Upper bounds over a part of a piece.
typedef struct ti_rational_rates {
    double turn;        // angular velocity
    double turn_change; // its rate of change
    double speed;       // of the origin of the body
    double acceleration;
} ti_rational_rates;

ti_rational_rates ti_rational_rates_over(const toi_rational* piece, double from, double to);

// A bound of how far from the exact point the one is that ti_rational_pose and xf_point give, at any time
// from `from` to `to`, for points at most `radius` from the origin of the mesh.
double ti_rational_rounding(const toi_rational* piece, double from, double to, double radius);

#endif
