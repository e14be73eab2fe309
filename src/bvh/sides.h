// The sides of convex bodies.

#ifndef TI_BVH_SIDES_H
#define TI_BVH_SIDES_H

#include "data.h"

// Whether a body is the hull of its points or the surface of that: a convex mesh, a plane convex face, a
// triangle, a segment or a point.
bool ti_mesh_is_hull(const toi_mesh* mesh);

// Fills mesh->sides. Needs support and features. On TOI_ERROR_MEMORY there are none.
toi_status ti_sides_build(toi_mesh* mesh);

#endif
