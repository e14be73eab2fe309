// Facets, creases and tips of a mesh (ti_features in data.h): what contacts over a whole motion are named by.

#ifndef TI_MESH_FEATURES_H
#define TI_MESH_FEATURES_H

#include "data.h"

// Fills mesh->features but for its tree, in the order of mesh->triangles. Needs triangles, topology and
// local. On TOI_ERROR_MEMORY the features are empty.
toi_status ti_features_build(toi_mesh* mesh);

// Frees features, their tree included; empty ones are allowed.
void ti_features_release(toi_mesh* mesh);

// ---- facets

static inline uint32_t facet_corner_count(const ti_facet* facet)
{
    return facet->corner_end - facet->corner_begin;
}

// The corner after and before `corner` around its facet, all as places in ti_features.corner.
static inline uint32_t facet_next(const ti_facet* facet, uint32_t corner)
{
    return corner + 1 < facet->corner_end ? corner + 1 : facet->corner_begin;
}

static inline uint32_t facet_previous(const ti_facet* facet, uint32_t corner)
{
    return corner > facet->corner_begin ? corner - 1 : facet->corner_end - 1;
}

// Where the vertex at `corner` is, in the local frame.
static inline toi_vec3 facet_point(const toi_mesh* mesh, uint32_t corner)
{
    return mesh->local[mesh->features.corner[corner]];
}

// ---- vertices and creases

static inline uint32_t tip_sector_count(const ti_features* features, uint32_t vertex)
{
    return features->sector_first[vertex + 1] - features->sector_first[vertex];
}

static inline uint32_t tip_crease_count(const ti_features* features, uint32_t vertex)
{
    return features->tip_crease_first[vertex + 1] - features->tip_crease_first[vertex];
}

static inline uint32_t crease_wing_count(const ti_crease* crease)
{
    return crease->wing_end - crease->wing_begin;
}

#endif
