// What the two builds of the join offer.

#ifndef TI_BVH_JOIN_PARTS_H
#define TI_BVH_JOIN_PARTS_H

#include "bvh/join.h"

// All of space. Where it is worth it groups stand for the boxes, in the arena. @return false without memory
bool ti_join_begin_plain(const ti_join* join, ti_arena* arena, ti_join_part* part);
bool ti_join_begin_avx2(const ti_join* join, ti_arena* arena, ti_join_part* part);

// Appends the pairs of a part.
bool ti_join_run_plain(const ti_join* join, const ti_join_part* part, ti_arena* scratch, ti_pair_list* pairs);
bool ti_join_run_avx2(const ti_join* join, const ti_join_part* part, ti_arena* scratch, ti_pair_list* pairs);

typedef enum ti_join_cut_status {
    TI_JOIN_CUT_FAILED = 0, // without memory
    TI_JOIN_CUT_NO,         // not worth it: the part is small, or its boxes are too large
    TI_JOIN_CUT_DONE,
} ti_join_cut_status;

// Cuts a part in two; the lists of both stay in the arena.
ti_join_cut_status ti_join_cut_plain(const ti_join_part* part, ti_arena* lists, ti_join_part half[2]);
ti_join_cut_status ti_join_cut_avx2(const ti_join_part* part, ti_arena* lists, ti_join_part half[2]);

#endif
