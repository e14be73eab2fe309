// Numbers from a fixed seed: the same on every machine, and in the same order.

#ifndef TI_BENCH_DRAW_H
#define TI_BENCH_DRAW_H

#include "toi/types.h"

#include <math.h>

#define TI_DEGREE 0.017453292519943295

// In [-1, 1).
static inline double draw(uint64_t* state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-52 - 1.0;
}

static inline toi_vec3 draw_direction(uint64_t* state)
{
    toi_vec3 d = {draw(state), draw(state), 0.1 + draw(state)};
    double s = 1.0 / sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    return (toi_vec3){s * d.x, s * d.y, s * d.z};
}

// A turn by so many degrees about an axis that is drawn.
static inline toi_quat draw_turn(uint64_t* state, double degrees)
{
    toi_vec3 axis = {draw(state), draw(state), 0.1 + draw(state)};
    double half = 0.5 * degrees * TI_DEGREE;
    double s = sin(half) / sqrt(axis.x * axis.x + axis.y * axis.y + axis.z * axis.z);
    return (toi_quat){cos(half), s * axis.x, s * axis.y, s * axis.z};
}

#endif
