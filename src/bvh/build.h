// Builds the tree over the triangles of a mesh.

#ifndef TI_BVH_BUILD_H
#define TI_BVH_BUILD_H

#include "data.h"

// Builds mesh->tree and puts mesh->triangles into its order. Needs the triangles, their vertices and `local`.
// On TOI_ERROR_MEMORY the tree is empty and the triangles are as they were or permuted.
toi_status ti_tree_build(toi_mesh* mesh);

// Frees what ti_tree_build made; an empty tree is allowed.
void ti_tree_release(toi_mesh* mesh);

#endif
