// A mover and a body that moves at the same time: relative motions that are moves themselves.

#ifndef TI_WORLD_MOVING_H
#define TI_WORLD_MOVING_H

#include "data.h"

// A mover makes one move, while time runs from t0 to t1 for all bodies.
typedef struct ti_window {
    toi_placed mover; // at t0
    toi_move move;
    double t0, t1;
} ti_window;

// How a pair is decided.
typedef struct ti_moving_method {
    const char* name;
    // Whether the mover, seen from the body, makes one move from its place at t0, and which. What its numbers
    // leave out by rounding is below 16 u of those that they are made of. NULL: asked of every pair.
    bool (*reduces)(const ti_window* window, const toi_motion* other, toi_move* relative);
} ti_moving_method;

// The first method of the table that takes the pair, the last one being first contact; never NULL.
const ti_moving_method* ti_moving_method_for(const ti_window* window, const toi_motion* other,
                                             toi_move* relative);

#endif
