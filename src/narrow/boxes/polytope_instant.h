// Two polytopes at one time, with bounds of what that errs by (instant.h).

#ifndef TI_NARROW_BOXES_POLYTOPE_INSTANT_H
#define TI_NARROW_BOXES_POLYTOPE_INSTANT_H

#include "narrow/boxes/instant.h"
#include "narrow/boxes/polytope_axis.h"

typedef struct ti_polytope_instant {
    const ti_polytope* shape;
    ti_instant at;
    double vertex_error; // what a vertex errs by, in its own coordinates
} ti_polytope_instant;

ti_polytope_instant ti_polytope_instant_at(const ti_moving_polytope* m, double time);

// How far a vertex of the other polytope is over the plane of an axis of A or of B, in world space, less what
// rounds the height of that; or how far apart the edges of an axis are, along u x v, of bodies whose vertices
// may be `off` the lines of these.
ti_gap ti_polytope_plane_gap(const ti_polytope_instant* a, const ti_polytope_instant* b,
                             const ti_polytope_axis* axis, uint32_t vertex);
ti_gap ti_polytope_edge_gap(const ti_polytope_instant* a, const ti_polytope_instant* b,
                            const ti_polytope_axis* axis, const double off[2]);

// Their distance, at most: that of two points, one of each. Infinite where none were found.
double ti_polytope_distance(const ti_polytope_pair* pair, const ti_polytope_instant* a,
                            const ti_polytope_instant* b);

#endif
