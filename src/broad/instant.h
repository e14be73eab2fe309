// Which pairs of many bodies have boxes that meet at an instant (docs/methods/overlap-broad.md).

#ifndef TI_BROAD_INSTANT_H
#define TI_BROAD_INSTANT_H

#include "core/arena.h"
#include "core/array.h"
#include "data.h"

// What is kept from frame to frame: memory, and what makes the next frame quick. What is found does not
// depend on it. Not for several threads at once.
typedef struct ti_instant_broad {
    ti_arena arena;
    ti_array found; // ti_candidate
} ti_instant_broad;

// Takes no memory yet.
void ti_instant_broad_init(ti_instant_broad* broad, const toi_allocator* allocator);
void ti_instant_broad_release(ti_instant_broad* broad);

// Every pair of boxes that are at most `within` apart along each axis, once, a < b, ordered by a, then b.
// Boxes are closed: with 0 for `within` those that touch meet. One with lower.x > upper.x is empty, as of a
// body that has been removed, and meets nothing. Of others lower <= upper; they may be infinite, but not NaN.
// From frame to frame any box may change, and their number too. Takes time O(n log n + k) for k pairs in all
// but contrived scenes, memory O(n + k).
// @param within  finite, at least 0
// @param pairs   of the state, until the next call
// @return TOI_OK or TOI_ERROR_MEMORY
toi_status ti_instant_broad_find(ti_instant_broad* broad, const toi_bounds* boxes, uint32_t count,
                                 double within, const ti_candidate** pairs, size_t* pair_count);

// The same by one of the two builds, for the tests that hold both to equal results. Finds nothing new but
// writes to broad->found.
toi_status ti_instant_broad_find_with(ti_instant_broad* broad, const toi_bounds* boxes, uint32_t count,
                                      double within, bool avx2);

#endif
