// Turns at a constant rate, as quaternion polynomials.

#ifndef TI_MOTION_RATIONAL_TURN_H
#define TI_MOTION_RATIONAL_TURN_H

#include "toi/types.h"

enum { TI_MOST_TURN_DEGREE = 6 };

// How to fit a turn: polynomials of a degree, on equal parts.
typedef struct ti_turn_plan {
    uint32_t degree, parts;
    double error; // of the angle, in radians, at most
} ti_turn_plan;

// The cheapest way to keep the error of a turn by `angle` >= 0 below `most`, with no more than `most_parts`;
// with parts 0 there is none.
ti_turn_plan ti_turn_plan_make(double angle, double most, uint32_t most_parts);

// Coefficients of a quaternion polynomial on [0, 1] that turns about the unit axis by about angle (s - 1/2),
// angle >= 0.
void ti_turn_fit(toi_vec3 axis, double angle, uint32_t degree, toi_quat* coefficients);

#endif
