// What the two builds of the broad phase of an instant offer.

#ifndef TI_BROAD_INSTANT_PARTS_H
#define TI_BROAD_INSTANT_PARTS_H

#include "core/array.h"
#include "data.h"

// What a frame is about.
typedef struct ti_instant_scene {
    const toi_bounds* boxes;
    uint32_t count;
    double within;
    bool avx2;
} ti_instant_scene;

// The boxes that are not empty, in a frame about all of them and grown by half of `within`; items are their
// indices. Returns how many. @param out  room for `count`
uint32_t ti_instant_box_plain(const toi_bounds* boxes, uint32_t count, double within, ti_float_box* out);
uint32_t ti_instant_box_avx2(const toi_bounds* boxes, uint32_t count, double within, ti_float_box* out);

// What has become of bodies since larger boxes were kept for them.
typedef struct ti_instant_watch {
    uint8_t* marks; // 1 for those that have left theirs, are new, or are gone; else 0
    uint32_t left;  // those that have left theirs, or are new
    uint32_t gone;
} ti_instant_watch;

// Marks the first `count` bodies, and adds how many are marked. Empty boxes stay within empty ones.
void ti_instant_watch_plain(const toi_bounds* boxes, const toi_bounds* kept, uint32_t count,
                            ti_instant_watch* watch);
void ti_instant_watch_avx2(const toi_bounds* boxes, const toi_bounds* kept, uint32_t count,
                           ti_instant_watch* watch);

// Copies, in order, the pairs of boxes that are neither marked nor further apart than `within` along an axis,
// and returns how many. A difference that is at most `within` is not more when it is rounded.
// @param marks  of all boxes, or NULL
// @param out    room for all pairs; may be `pairs` itself
size_t ti_instant_keep_plain(const ti_instant_scene* scene, const ti_candidate* pairs, size_t count,
                             const uint8_t* marks, ti_candidate* out);
size_t ti_instant_keep_avx2(const ti_instant_scene* scene, const ti_candidate* pairs, size_t count,
                            const uint8_t* marks, ti_candidate* out);

// The pairs of all boxes that ti_instant_keep would keep, in order. Empty boxes have none.
// @param out  room for count (count - 1) / 2, and one more
size_t ti_instant_all_plain(const ti_instant_scene* scene, ti_candidate* out);
size_t ti_instant_all_avx2(const ti_instant_scene* scene, ti_candidate* out);

static inline bool ti_instant_empty(const toi_bounds* box)
{
    return box->lower.x > box->upper.x;
}

#endif
