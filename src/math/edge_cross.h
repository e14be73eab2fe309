// Whether an edge passes through a triangle, exactly.

#ifndef TI_MATH_EDGE_CROSS_H
#define TI_MATH_EDGE_CROSS_H

#include "math/vec3.h"

// Whether the inside of the edge from p to q has a point in common with the inside of the triangle, and no
// plane holds both: what ti_triangles_relation calls a crossing of the triangles p q q and `face`.
bool ti_edge_crosses(toi_vec3 p, toi_vec3 q, const toi_vec3 face[3]);

#endif
