// Bodies that deform: each vertex on a straight line from its place in the mesh to its end, then the pose.

#ifndef TI_MOTION_VERTICES_H
#define TI_MOTION_VERTICES_H

#include "data.h"

// x on its way to y at time t strictly between 0 and 1: fl(fl(fl(1 - t) x) + fl(t y)), cut to the range from
// x to y. The exact value is in that range, so the cut takes it no further away, and:
// - it is within 3 u max(|x|, |y|) + 2^-1074 of (1 - t) x + t y: 1 - t and its product err by 2 u, the other
//   product by u, of shares that add up to 1, and the sum by u;
// - what stays where it is, x = y, is there at every time, bit for bit;
// - nothing overflows that does not at the ends, and the box of both ends holds it without a margin.
static inline double ti_between(double x, double y, double t)
{
    double sum = (1.0 - t) * x + t * y;
    double least = x < y ? x : y, most = x < y ? y : x;
    return sum < least ? least : (sum > most ? most : sum);
}

// The posed doubles of all vertices of a body, as toi_body_vertices gives them. The body must be valid; t is
// clamped.
void ti_body_vertices(const toi_body* body, double t, toi_vec3* vertices);

// The box of a body that deforms over its whole motion, seen from a frame that moves with a constant
// velocity: at every time t the body of the exact motion, and its posed doubles, are in the box moved by t
// velocity. Infinite where the numbers come near the end of the range of doubles.
toi_bounds ti_vertices_bounds(const toi_motion* motion, const toi_mesh* mesh, toi_vec3 velocity);

#endif
