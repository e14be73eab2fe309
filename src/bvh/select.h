// Splits a run of keys, and what belongs to them.

#ifndef TI_BVH_SELECT_H
#define TI_BVH_SELECT_H

#include "data.h"

#include <string.h>

// A key whose upper half orders it by `along` and whose lower half breaks ties; -0 counts as 0.
static inline uint64_t ti_select_key(double along, uint32_t index)
{
    float f = (float)along + 0.0F;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    bits = bits & 0x80000000U ? ~bits : bits | 0x80000000U;
    return (uint64_t)bits << 32 | index;
}

// Rearranges keys[begin, end), and the triangles with them unless that is NULL (src/broad has none), so that
// every key before `middle` is smaller than every key from `middle` on. Keys are distinct, so the two sets do
// not depend on the order in which they came.
void ti_select(uint64_t* keys, ti_triangle* triangles, uint32_t begin, uint32_t end, uint32_t middle);

#endif
