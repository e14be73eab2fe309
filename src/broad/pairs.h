// Which pairs of many moving bodies are not proved apart by their boxes.

#ifndef TI_BROAD_PAIRS_H
#define TI_BROAD_PAIRS_H

#include "data.h"

// Every pair that ti_swept_apart does not prove apart, once, a < b, ordered by a, then b. What is found
// depends on nothing but the two bodies of each pair. Time O(n log n + k) for k pairs in all but contrived
// scenes, memory O(n + k).
// @param pairs  released by the caller with the same allocator; never NULL with TOI_OK
// @return TOI_OK or TOI_ERROR_MEMORY
toi_status ti_broad_pairs(const ti_swept* bodies, uint32_t count, const toi_allocator* allocator,
                          ti_candidate** pairs, size_t* pair_count);

// Orders pairs of bodies below `count` by a, then b, in linear time. @param scratch  room for pair_count
// pairs
// @param first  room for count + 1 numbers
void ti_broad_sort(ti_candidate* pairs, ti_candidate* scratch, size_t pair_count, size_t* first,
                   uint32_t count);

#endif
