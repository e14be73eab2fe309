// Signs of areas and volumes, for the shapes of polygons and edges.

#ifndef TI_MESH_ORIENT_H
#define TI_MESH_ORIENT_H

#include "math/vec3.h"

static inline int orient_sign(double x)
{
    return (x > 0.0) - (x < 0.0);
}

// 1 if d is on the side of the triangle abc from which it runs counter-clockwise, -1 on the other, 0 in its
// plane.
static inline int orient_side(toi_vec3 a, toi_vec3 b, toi_vec3 c, toi_vec3 d)
{
    return orient_sign(v3_dot(v3_cross(v3_sub(b, a), v3_sub(c, a)), v3_sub(d, a)));
}

#endif
