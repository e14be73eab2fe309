// Where the centre of a body is, and how it orbits, when origins are far away.

#ifndef TI_MOTION_RELATIVE_CENTER_H
#define TI_MOTION_RELATIVE_CENTER_H

#include "data.h"

// A point as a sum, high + low, of twice the digits.
typedef struct ti_far_point {
    toi_vec3 high, low;
} ti_far_point;

// a - b, rounded.
toi_vec3 ti_far_difference(const ti_far_point* a, const ti_far_point* b);

// The centre of a body in a pose with a unit quaternion.
ti_far_point ti_center_posed(const toi_mesh* mesh, const toi_pose* pose);

// From a point of world space to the centre of the body at the start of its motion, which is no keyframes.
toi_vec3 ti_center_from(const toi_body* body, toi_vec3 point);

// A piece of the motion of a body, rewritten for its centre instead of the origin of its mesh: it starts at
// zero and does not drift, and its orbit is that of the centre.
typedef struct ti_center_path {
    ti_path path;
    ti_far_point start; // the centre at the start
    toi_vec3 drift;
    double arm;  // length that the orbit went through, from the origin of the mesh, and that its lever lacks
    double lost; // length of which 64 u cover the rounding of `start`
} ti_center_path;

void ti_center_path_of(const toi_body* body, const ti_path* piece, ti_center_path* center);

#endif
