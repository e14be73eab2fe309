// How far a screw is from a relative motion.

#ifndef TI_MOTION_RELATIVE_ERROR_H
#define TI_MOTION_RELATIVE_ERROR_H

#include "motion/relative_pair.h"

// A screw over the times from t0 to t1, seen from where the centre of B is at t0.
typedef struct ti_pair_chord {
    double t0, t1;
    ti_twist twist;
} ti_pair_chord;

// Upper bound, but for rounding below 16 u L, of how far a point of B is from where the screw has it, at any
// time from that of the state, at which the motion has made the step `before` since chord->t0, until `to`.
// It is near that distance, or at most `enough`.
double ti_pair_chord_error(const ti_pair_span* span, const ti_pair_state* from, double to,
                           const ti_pair_step* before, const ti_pair_chord* chord, double enough);

#endif
