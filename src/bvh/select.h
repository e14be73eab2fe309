// Splits a run of triangles by key.

#ifndef TI_BVH_SELECT_H
#define TI_BVH_SELECT_H

#include "data.h"

// Rearranges keys[begin, end) and the triangles with them so that every key before `middle` is smaller than
// every key from `middle` on. Keys are distinct, so the two sets do not depend on the order in which they
// came.
void ti_select(uint64_t* keys, ti_triangle* triangles, uint32_t begin, uint32_t end, uint32_t middle);

#endif
