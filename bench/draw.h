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
    double x = draw(state), y = draw(state), z = 0.1 + draw(state);
    double s = 1.0 / sqrt(x * x + y * y + z * z);
    return (toi_vec3){s * x, s * y, s * z};
}

// A turn by so many degrees about an axis that is drawn.
static inline toi_quat draw_turn(uint64_t* state, double degrees)
{
    double x = draw(state), y = draw(state), z = 0.1 + draw(state);
    double half = 0.5 * degrees * TI_DEGREE;
    double s = sin(half) / sqrt(x * x + y * y + z * z);
    return (toi_quat){cos(half), s * x, s * y, s * z};
}

#endif
