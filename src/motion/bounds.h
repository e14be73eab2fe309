// How far a piece of a motion bends, and the box that a body stays in during a whole motion.

#ifndef TI_MOTION_BOUNDS_H
#define TI_MOTION_BOUNDS_H

#include "data.h"

// Upper bound of phi'^2 + |phi''| over the piece, per unit of time squared: a point at distance r from the
// axis has an acceleration of at most r times this. It is th^2 for TI_LAW_UNIFORM.
double ti_path_acceleration_rate2(const ti_path* path);

// The same over times from `from` to `to` within the piece.
double ti_path_acceleration_rate2_over(const ti_path* path, double from, double to);

// The magnitude L of the rounding bound of a piece, for points at most `radius` from the origin of the mesh:
// the point that ti_path_pose and xf_point give is within 48 u L of the exact motion, u = 2^-53. Derived in
// docs/motions.md.
double ti_path_magnitude(const ti_path* path, double radius);

// A box in world space that holds the whole body at every time of the exact motion, and its posed doubles
// too, with `margin` >= 0 around it. Infinite where the numbers leave the range of doubles.
toi_bounds ti_motion_bounds(const toi_motion* motion, const toi_mesh* mesh, double margin);

// The same as seen from a frame that moves with a constant velocity: at every time t the body is in the box
// moved by t velocity.
toi_bounds ti_motion_bounds_drifting(const toi_motion* motion, const toi_mesh* mesh, toi_vec3 velocity);

// The same for all points of a box in the frame of a rigid body.
toi_bounds ti_motion_bounds_of_box(const toi_motion* motion, const toi_bounds* local, toi_vec3 velocity);

#endif
