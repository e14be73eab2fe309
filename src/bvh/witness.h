// What of a body lies at a point: its faces, edges and vertices within reach.

#ifndef TI_BVH_WITNESS_H
#define TI_BVH_WITNESS_H

#include "data.h"

// The lowest vertex, edge and face of the input within reach of a point; TI_NONE where there is none or none
// was wanted.
typedef struct ti_nearby {
    uint32_t vertex;
    uint32_t edge[2]; // lower vertex first
    uint32_t face;
} ti_nearby;

// What to look for.
enum { TI_NEARBY_VERTEX = 1, TI_NEARBY_EDGE = 2, TI_NEARBY_FACE = 4 };

// `point` and `reach` are in local coordinates of the mesh; `wanted` adds up what to look for.
ti_nearby ti_nearby_features(const toi_mesh* mesh, toi_vec3 point, double reach, unsigned wanted);

// Whether up to three vertices, some perhaps alike, are one vertex, two corners of a triangle or all of its
// corners, so that every point between them lies on the mesh. False where that takes more to tell.
bool ti_on_one_triangle(const toi_mesh* mesh, const uint32_t* vertex, uint32_t count);

// Whether a point is within reach of the segment a b.
bool ti_near_edge(toi_vec3 point, toi_vec3 a, toi_vec3 b, double reach);

// Whether a point is within reach of the plane of a triangle, and projects into it.
bool ti_near_inside(toi_vec3 point, const toi_vec3 v[3], double reach);

// Whether the edge from corner i of a triangle is one of its polygon, not a diagonal inside.
bool ti_is_polygon_edge(const toi_mesh* mesh, const ti_triangle* triangle, int i);

#endif
