// Pairs of large bodies, whose time threads share.

#ifndef TI_WORLD_OVERLAP_SPLIT_H
#define TI_WORLD_OVERLAP_SPLIT_H

#include "world/overlap_pair.h"

// A pair that is split: the parts are those of the walk of its trees, or of its join.
typedef struct ti_overlap_split {
    uint32_t slot;
    uint32_t part_first, part_count;
    bool walked;
    ti_wide_body tree[2];
    ti_wide_walk walk;
    ti_join join;
} ti_overlap_split;

// A part, and where what it found is.
typedef struct ti_overlap_part {
    uint32_t split;
    uint32_t worker;
    toi_status status;
    ti_node_pair nodes; // of the walk
    ti_join_part join;
    size_t begin, count; // in `kept` of the worker
    uint64_t candidates;
} ti_overlap_part;

void ti_overlap_splits_init(toi_overlap* overlap);
void ti_overlap_splits_release(toi_overlap* overlap);

// Splits the slots that take a large share of the time, where there are threads to share it, and marks them.
// @return false without memory
bool ti_overlap_split_slots(const ti_overlap_find* find);

// Finds what meets in a part. Different parts may be asked by different workers at once.
void ti_overlap_part_find(const ti_overlap_find* find, uint32_t part, uint32_t worker);

// Makes what the parts of a split have found the faces of its slot.
void ti_overlap_split_finish(const ti_overlap_find* find, uint32_t split, uint32_t worker);

uint64_t ti_overlap_splits_bytes(const toi_overlap* overlap);

#endif
