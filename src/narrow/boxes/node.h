// A system on an interval of times: its halves, and what all coefficients together say of each axis.

#ifndef TI_NARROW_BOXES_NODE_H
#define TI_NARROW_BOXES_NODE_H

#include "narrow/boxes/system.h"

// A bit for each axis.
typedef struct ti_box_state {
    uint32_t apart; // certainly apart along it during the whole interval, in exact numbers
    uint32_t over;  // not apart along it, up to the margin
    uint32_t plain; // nothing in its value changes its sign, so that it is a polynomial
} ti_box_state;

// Both halves of an interval: the right one takes the place of the whole.
typedef void (*ti_box_halve_fn)(const ti_box_system* system, double* node, double* left);
void ti_box_halve_avx2(const ti_box_system* system, double* node, double* left);
void ti_box_halve_plain(const ti_box_system* system, double* node, double* left);

// An interval of times that is still to be searched, with its coefficients.
typedef struct ti_box_level {
    double* node; // NULL where there was no need yet
    double begin, width;
    uint32_t depth;
} ti_box_level;

// An interval becomes its right half, and a level that is not in use its left one. Levels keep their room.
// False without memory.
bool ti_box_level_halve(ti_arena* arena, const ti_box_system* system, ti_box_halve_fn halve,
                        ti_box_level* level, ti_box_level* left);

// `state` comes with what was certain of a longer interval in `over`. Axes that are apart may be found one
// family at a time, beginning with `first`.
typedef void (*ti_box_test_fn)(const ti_box_system* system, const double* node, uint32_t depth,
                               uint32_t first, ti_box_state* state);
void ti_box_test_avx2(const ti_box_system* system, const double* node, uint32_t depth, uint32_t first,
                      ti_box_state* state);
void ti_box_test_plain(const ti_box_system* system, const double* node, uint32_t depth, uint32_t first,
                       ti_box_state* state);

// The value of an axis that is plain, less its margin, in Bernstein coefficients.
void ti_box_value(const ti_box_system* system, const double* node, uint32_t depth, uint32_t axis,
                  double* value);

// Whether it is: nothing in it changes its sign.
bool ti_box_is_plain(const ti_box_system* system, const double* node, uint32_t axis);

// Whether in the whole of [0, 1], at no depth, how far the boxes are apart in the direction `sign` times that
// of the axis certainly falls all the time, or rises if not `falls`. A value counts both directions; this one
// is the larger at the end where they are apart.
bool ti_box_is_steady(const ti_box_system* system, const double* node, uint32_t axis, bool falls,
                      double* sign);

// Twice the margin of an axis as a length, at a time of the interval: how far the boxes may be apart along it
// where its value, less the margin, is zero. HUGE_VAL where edges are parallel.
double ti_box_blur(const ti_box_system* system, const double* node, uint32_t depth, uint32_t axis,
                   double time);

static inline double ti_box_margin(const ti_box_system* s, uint32_t axis, uint32_t depth)
{
    return s->margin[axis] + depth * s->deeper[axis];
}

#endif
