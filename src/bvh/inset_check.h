// Whether a mesh whose faces moved inwards is still a proper one.

#ifndef TI_BVH_INSET_CHECK_H
#define TI_BVH_INSET_CHECK_H

#include "mesh/inset.h"

// Checks that no face of a solid turned over, that all of them are inside of the solids and, but for rounding
// (TI_INSET_ROUNDING of the size of the mesh and the distance of its centre from its origin), at least
// `depth` from their surface, and that they do not meet each other but where they hang together. Both meshes
// have trees.
// @return TOI_ERROR_INVALID, with `error` naming faces, where one of these does not hold
toi_status ti_inset_check(const toi_mesh* mesh, const toi_mesh* smaller, const ti_inset* inset, double depth,
                          toi_error* error);

// Vertices are rounded by u in each coordinate, their ways, of at most 2^10 depths, by some 16 u, and
// distances of triangles by less than 64 u of the size; 2^-42 is 2048 u, and ways that are so long are
// refused as too thin long before.
#define TI_INSET_ROUNDING 0x1p-42

#endif
