// What the two builds of the broad phase of an instant offer.

#ifndef TI_BROAD_INSTANT_PARTS_H
#define TI_BROAD_INSTANT_PARTS_H

#include "core/array.h"
#include "data.h"

// The boxes that are not empty, in a frame about all of them and grown by half of `within`; items are their
// indices. Returns how many. @param out  room for `count`
uint32_t ti_instant_box_plain(const toi_bounds* boxes, uint32_t count, double within, ti_float_box* out);
uint32_t ti_instant_box_avx2(const toi_bounds* boxes, uint32_t count, double within, ti_float_box* out);

// Two boxes are further apart than `within` along an axis. A difference that is at most `within` is not more
// when it is rounded.
static inline bool ti_instant_apart(const toi_bounds* a, const toi_bounds* b, double within)
{
    bool x = (a->lower.x - b->upper.x > within) | (b->lower.x - a->upper.x > within);
    bool y = (a->lower.y - b->upper.y > within) | (b->lower.y - a->upper.y > within);
    bool z = (a->lower.z - b->upper.z > within) | (b->lower.z - a->upper.z > within);
    return x | y | z;
}

#endif
