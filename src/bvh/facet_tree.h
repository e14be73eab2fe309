// Builds the tree over the facets of a mesh.

#ifndef TI_BVH_FACET_TREE_H
#define TI_BVH_FACET_TREE_H

#include "data.h"

// Lanes of at most so many facets are not split.
enum { TI_FACET_TREE_LEAF = 4 };

// Builds mesh->features.nodes. Needs the rest of the features and the tree over triangles. On
// TOI_ERROR_MEMORY there are no nodes. A crease or tip is in the lane of the first facet that it belongs to;
// one without facets in that of the crease or tip before it. Lanes of sheets have no cone; the facets at
// reflex creases of solids and at hollow tips need not be in the cone, for nothing touches these properly.
toi_status ti_facet_tree_build(toi_mesh* mesh);

#endif
