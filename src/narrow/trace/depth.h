// How deep two convex bodies are in each other.

#ifndef TI_NARROW_TRACE_DEPTH_H
#define TI_NARROW_TRACE_DEPTH_H

#include "data.h"

// A move of `depth` against `normal`, which points from A to B, takes A out of B.
typedef struct ti_depth {
    double depth;
    toi_vec3 normal;
} ti_depth;

// The smallest move out, up to rounding: by the faces of both, and every two edges that can face each other,
// or faces alone where that would be too many. False where one of them is not convex. Quaternions are unit.
bool ti_depth_find(const toi_mesh* a, const toi_pose* pose_a, const toi_mesh* b, const toi_pose* pose_b,
                   ti_depth* depth);

#endif
