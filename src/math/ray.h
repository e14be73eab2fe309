// Exact crossings of a ray with triangles, for the parity that tells inside from outside. The start of the
// ray is moved by three symbolic amounts, each infinitely smaller than the one before: forward along the ray,
// then along the two next axes. Moved so it lies on no triangle and passes no edge, and the number of
// crossings with a surface whose every edge has an even number of triangles is odd exactly inside.

#ifndef TI_MATH_RAY_H
#define TI_MATH_RAY_H

#include "math/predicates.h"

// Rays run along an axis: x, y, z, and backwards.
typedef enum ti_direction {
    TI_RAY_X = 0,
    TI_RAY_Y,
    TI_RAY_Z,
    TI_RAY_X_BACK,
    TI_RAY_Y_BACK,
    TI_RAY_Z_BACK,
    TI_DIRECTION_COUNT,
} ti_direction;

typedef struct ti_ray_hit {
    bool crosses; // the ray from the moved start crosses the triangle
    bool on;      // the start, not moved, is on the closed triangle; never for a triangle without area
} ti_ray_hit;

// The start is a mean of points, which is never rounded.
ti_ray_hit ti_ray_crosses(const ti_mean* start, ti_direction direction, const toi_vec3 triangle[3]);

#endif
