// Exact turns of points that were dropped onto a coordinate plane.

#ifndef TI_MESH_ORIENT_H
#define TI_MESH_ORIENT_H

#include "math/predicates.h"
#include "mesh/polygon.h"

// 1 if a, b, c turn counter-clockwise, -1 if clockwise, 0 if they are on one line.
static inline int orient_turn(ti_flat a, ti_flat b, ti_flat c)
{
    return ti_orient2d(v3(a.x, a.y, 0.0), v3(b.x, b.y, 0.0), v3(c.x, c.y, 0.0), 2);
}

#endif
