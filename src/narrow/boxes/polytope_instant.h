// Two polytopes at one time, with bounds of what that errs by: far less than polynomials on a part of time
// do.

#ifndef TI_NARROW_BOXES_POLYTOPE_INSTANT_H
#define TI_NARROW_BOXES_POLYTOPE_INSTANT_H

#include "narrow/boxes/polytope_axis.h"

// A polytope at a time: a point x from its centre on is at `at` + sum over k of (center + x)_k axis[k].
typedef struct ti_instant {
    const ti_polytope* shape;
    toi_vec3 axis[3], at;
    double size;         // at least the length of the matrix of the axes, as of nine numbers
    double turn, shift;  // bounds of what the matrix, likewise, and `at` err by
    double vertex_error; // and a vertex, in its own coordinates
    bool rigid;
} ti_instant;

ti_instant ti_instant_at(const ti_moving_polytope* m, double time);

// A length, and what it errs by at most.
typedef struct ti_gap {
    double value, error;
} ti_gap;

// How far a vertex of the other polytope is over the plane of an axis of A or of B, in world space, less what
// rounds the height of that; or how far apart the edges of an axis are, along u x v, of bodies whose vertices
// may be `off` the lines of these. Not finite where an axis has no direction.
ti_gap ti_instant_plane_gap(const ti_instant* a, const ti_instant* b, const ti_polytope_axis* axis,
                            uint32_t vertex);
ti_gap ti_instant_edge_gap(const ti_instant* a, const ti_instant* b, const ti_polytope_axis* axis,
                           const double off[2]);

// Their distance, at most: that of two points, one of each. Infinite where none were found.
double ti_instant_distance(const ti_polytope_pair* pair, const ti_instant* a, const ti_instant* b);

#endif
