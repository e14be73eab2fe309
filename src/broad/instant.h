// Which pairs of many bodies have boxes that meet at an instant (docs/methods/overlap-broad.md).

#ifndef TI_BROAD_INSTANT_H
#define TI_BROAD_INSTANT_H

#include "core/arena.h"
#include "core/array.h"
#include "data.h"

enum { TI_INSTANT_PROBES = 32 };

// What is kept from frame to frame: memory, and while bodies move by little beside their size the pairs that
// are near, as long as no body leaves a box that is larger by a margin than it was. What is found does not
// depend on it. Not for several threads at once.
typedef struct ti_instant_broad {
    ti_arena arena;
    ti_array found;       // ti_candidate: the pairs of this frame, in order
    ti_array near;        // ti_candidate: those of the larger boxes
    ti_array kept;        // toi_bounds: the larger boxes; none where there is nothing to keep
    ti_array late;        // ti_candidate: those of bodies that have left theirs
    double within;        // what `near` is for
    uint32_t frames;      // since the larger boxes were made
    uint32_t late_frames; // of these, with bodies that had left theirs
    uint32_t wait;        // frames before they are made again
    uint32_t next_wait;   // and then, if they serve no longer than last time
    uint32_t probe_count; // bodies of the last frame, some of whose boxes are in `probe`
    toi_bounds probe[TI_INSTANT_PROBES];
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
