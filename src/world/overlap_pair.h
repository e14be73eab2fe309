// What is asked of one pair of bodies, whether one thread finds its faces or several.

#ifndef TI_WORLD_OVERLAP_PAIR_H
#define TI_WORLD_OVERLAP_PAIR_H

#include "narrow/overlap/region.h"
#include "world/overlap_trees.h"

ti_region_query ti_overlap_pair_region(const ti_overlap_find* find, const ti_overlap_slot* slot);

// Prepares the walk of the trees of a slot, which stand in `tree`. @return whether they can be walked
bool ti_overlap_pair_walk(const ti_overlap_find* find, const ti_overlap_slot* slot, ti_wide_body tree[2],
                          ti_wide_walk* walk);

// A search of a slot, or of a part of it, for pairs of triangles that meet: candidates are decided block by
// block. It must stay where it is.
typedef struct ti_overlap_search {
    const ti_overlap_find* find;
    const ti_overlap_slot* slot;
    ti_overlap_worker* worker;
    ti_pair_list list;   // to put candidates into: those of the worker
    uint64_t candidates; // decided so far
    size_t next_count;   // of pairs of triangles, at which faces are counted
    toi_status status;
} ti_overlap_search;

void ti_overlap_search_begin(const ti_overlap_find* find, const ti_overlap_slot* slot,
                             ti_overlap_worker* worker, ti_overlap_search* search);

// Leaves, in order, the pairs that meet as the candidates of the worker. @param found  what the search gave
// @return TOI_OK, TOI_ERROR_MEMORY, or TOI_ERROR_LIMIT where there are more than are allowed
toi_status ti_overlap_search_end(ti_overlap_search* search, bool found);

// Makes the first `count` candidates of a worker, which meet, faces of the slot. @return TOI_OK,
// TOI_ERROR_MEMORY, or TOI_ERROR_LIMIT beyond what is allowed, or for 2^32 pairs of triangles and more
toi_status ti_overlap_pair_finish(const ti_overlap_find* find, ti_overlap_slot* slot,
                                  ti_overlap_worker* worker, size_t count);

#endif
