// Where a motion can be cut: the way up to a time, with the end positions rounded to doubles, is to stay
// free.

#ifndef TI_NARROW_DEFORM_CUT_H
#define TI_NARROW_DEFORM_CUT_H

#include "toi/primitives.h"

// The motion up to time t, as a caller goes on from there.
toi_primitive_query ti_primitive_cut(const toi_primitive_query* query, double t);

// The most that a rounded position at a time between 0 and 1 can change the distance of A and B.
double ti_primitive_cut_error(const toi_primitive_query* query);

// Whether the motion cut at t is clear, over the reals.
bool ti_primitive_cut_is_clear(const toi_primitive_query* query, double t);

// A time of at most t, but above zero, at which the motion is clear when it is cut there, for a query that is
// apart at time 0 and free up to t > 0. Halved, and more and more so, down to the smallest double, for which
// nothing is promised.
double ti_primitive_cut_before(const toi_primitive_query* query, double t);

#endif
