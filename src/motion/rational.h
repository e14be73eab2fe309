// Rational motions: poses, and how fast and how smoothly a body moves on a part of a piece.
//
// q is the quaternion polynomial, P and w those of the translation. The bounds are for the piece's own time
// s, from 0 to 1.

#ifndef TI_MOTION_RATIONAL_H
#define TI_MOTION_RATIONAL_H

#include "math/pose.h"
#include "motion/affine.h"
#include "toi/motion.h"

#include <stdbool.h>

// What is wrong with a piece by itself; nothing about `until`.
typedef enum ti_rational_fault {
    TI_RATIONAL_FINE = 0,
    TI_RATIONAL_COUNT,    // no coefficients, more than TOI_MOST_COEFFICIENTS, or rotation and matrix
    TI_RATIONAL_INFINITE, // a number that is not finite, or too large or small for their squares
    TI_RATIONAL_ROTATION, // somewhere on [0, 1] |q| is not proved to be 2^-20 of the largest coefficient
    TI_RATIONAL_WEIGHT,   // likewise w
    TI_RATIONAL_MATRIX,   // somewhere det M is not proved to be 2^-33 of the cube of the longest column
} ti_rational_fault;

ti_rational_fault ti_rational_check(const toi_rational* piece);

static inline double ti_rational_weight(const toi_rational* piece, uint32_t k)
{
    return piece->weights != NULL ? piece->weights[k] : 1.0;
}

// At s in [0, 1], with a unit quaternion. The piece must be fine, and not affine.
toi_pose ti_rational_pose(const toi_rational* piece, double s);

// Likewise as a matrix, of any piece.
ti_affine ti_rational_place(const toi_rational* piece, double s);

// Upper bounds over a part of a piece. What follows takes no affine pieces.
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
