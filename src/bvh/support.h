// Points of a body in the order of its tree, for the farthest point in a direction.

#ifndef TI_BVH_SUPPORT_H
#define TI_BVH_SUPPORT_H

#include "data.h"

// Builds mesh->support and the point ranges of the nodes. Needs the tree. On TOI_ERROR_MEMORY the support is
// empty.
toi_status ti_support_build(toi_mesh* mesh);

// Frees what ti_support_build made; an empty support is allowed.
void ti_support_release(toi_mesh* mesh);

#endif
