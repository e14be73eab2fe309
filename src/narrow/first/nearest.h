// A triangle near a point.

#ifndef TI_NARROW_FIRST_NEAREST_H
#define TI_NARROW_FIRST_NEAREST_H

#include "data.h"

// A triangle near a point in local coordinates: the nearest of the leaf that the nearest boxes lead to. Boxes
// overlap, so of all triangles another is the nearest about every second time.
uint32_t ti_near_triangle(const toi_mesh* mesh, toi_vec3 point);

#endif
