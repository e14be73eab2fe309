// Facets, creases and tips of a mesh (ti_features in data.h): what contacts over a whole motion are named by.

#ifndef TI_MESH_FEATURES_H
#define TI_MESH_FEATURES_H

#include "data.h"

// Fills mesh->features but for its tree, in the order of mesh->triangles. Needs triangles, topology and
// local. On TOI_ERROR_MEMORY the features are empty.
toi_status ti_features_build(toi_mesh* mesh);

// Frees features, their tree included; empty ones are allowed.
void ti_features_release(toi_mesh* mesh);

#endif
