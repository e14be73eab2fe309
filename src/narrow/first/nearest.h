// A triangle near a point.

#ifndef TI_NARROW_FIRST_NEAREST_H
#define TI_NARROW_FIRST_NEAREST_H

#include "data.h"

// A triangle near a point in local coordinates: the nearest of the leaf that the nearest boxes lead to, which
// is often, not always, the nearest of all.
uint32_t ti_near_triangle(const toi_mesh* mesh, toi_vec3 point);

#endif
