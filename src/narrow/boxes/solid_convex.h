// Whether a mesh is the surface of a convex body but for rounding.

#ifndef TI_NARROW_BOXES_SOLID_CONVEX_H
#define TI_NARROW_BOXES_SOLID_CONVEX_H

#include "data.h"

// Corners of a polygon that was turned are off its plane by rounding, so that exactly it is seldom convex.
// @param off  no point of the hull of its vertices is farther than this from the body; 0 where the mesh is
//             exactly convex
// @return false where that is not proved to be below 2^-36 of the size, or where a mesh that is not exactly
// convex has more than 2^26 pairs of a triangle and a vertex
bool ti_mesh_is_nearly_convex(const toi_mesh* mesh, double* off);

#endif
