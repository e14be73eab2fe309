// Numbers from a state that a test sets: draws of whole numbers, of coordinates, of points.

#ifndef TOI_TESTS_DRAW_H
#define TOI_TESTS_DRAW_H

#include "toi/types.h"

#include <stdint.h>

static uint64_t state;

static inline uint32_t draw(uint32_t below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(((state >> 33) * below) >> 31);
}

// From -1 to 1, with bits down to 2^-60.
static inline double unit(void)
{
    double high = (double)draw(1u << 30) / (1 << 29);
    return high - 1.0 + (double)draw(1u << 30) * 0x1p-60;
}

// Whole coordinates from 0, one after another, so that every compiler has the same ones.
static inline toi_vec3 draw_whole(uint32_t below)
{
    double x = draw(below), y = draw(below);
    return (toi_vec3){x, y, draw(below)};
}

static inline toi_vec3 draw_point(void)
{
    double x = unit(), y = unit();
    return (toi_vec3){x, y, unit()};
}

#endif
