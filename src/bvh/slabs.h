// Boxes of the tree along the axes of the mesh.

#ifndef TI_BVH_SLABS_H
#define TI_BVH_SLABS_H

#include "data.h"

// Builds mesh->tree.slabs for the nodes that are there. False without memory.
bool ti_slabs_build(toi_mesh* mesh);

#endif
