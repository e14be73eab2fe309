// Where the making of a hull begins.

#ifndef TI_BVH_HULL_START_H
#define TI_BVH_HULL_START_H

#include "core/sort.h"
#include "data.h"

// Four points that span a tetrahedron, the fourth below the plane of the others. False for points that are in
// one plane or nearly so.
bool ti_hull_corners(const toi_vec3* points, uint32_t count, uint32_t corner[4]);

// The points as values, in a random order that is kind to the cache: neighbours are near each other. The
// caller releases it; NULL without memory.
ti_key_value* ti_hull_order(const toi_vec3* points, uint32_t count, const toi_allocator* allocator);

#endif
