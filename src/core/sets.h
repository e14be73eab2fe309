// Disjoint sets of numbers, each named by its lowest member: parent[i] == i for these.

#ifndef TI_CORE_SETS_H
#define TI_CORE_SETS_H

#include "toi/base.h"

static inline void ti_sets_begin(uint32_t* parent, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        parent[i] = i;
    }
}

// The lowest member of the set that `item` is in. Halving the path keeps the walks short.
static inline uint32_t ti_sets_find(uint32_t* parent, uint32_t item)
{
    while (parent[item] != item) {
        parent[item] = parent[parent[item]];
        item = parent[item];
    }
    return item;
}

static inline void ti_sets_join(uint32_t* parent, uint32_t a, uint32_t b)
{
    a = ti_sets_find(parent, a);
    b = ti_sets_find(parent, b);
    if (a < b) {
        parent[b] = a;
    } else {
        parent[a] = b;
    }
}

#endif
