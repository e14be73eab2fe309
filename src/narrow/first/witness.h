// What of a body lies at a point: its faces, edges and vertices within reach.

#ifndef TI_NARROW_FIRST_WITNESS_H
#define TI_NARROW_FIRST_WITNESS_H

#include "data.h"

// The lowest vertex, edge and face of the input within reach of a point; TI_NONE where there is none.
typedef struct ti_nearby {
    uint32_t vertex;
    uint32_t edge[2]; // lower vertex first
    uint32_t face;
} ti_nearby;

// `point` and `reach` are in local coordinates of the mesh.
ti_nearby ti_nearby_features(const toi_mesh* mesh, toi_vec3 point, double reach);

// Whether the edge from corner i of a triangle is one of its polygon, not a diagonal inside.
bool ti_is_polygon_edge(const toi_mesh* mesh, const ti_triangle* triangle, int i);

#endif
