// What is asked of one pair of bodies, whether one thread finds its faces or several.

#ifndef TI_WORLD_OVERLAP_PAIR_H
#define TI_WORLD_OVERLAP_PAIR_H

#include "narrow/overlap/region.h"
#include "world/overlap_trees.h"

ti_region_query ti_overlap_pair_region(const ti_overlap_find* find, const ti_overlap_slot* slot);

// Prepares the walk of the trees of a slot, which stand in `tree`. @return whether they can be walked
bool ti_overlap_pair_walk(const ti_overlap_find* find, const ti_overlap_slot* slot, ti_wide_body tree[2],
                          ti_wide_walk* walk);

// Keeps, in order, the pairs of triangles that meet. @return how many
size_t ti_overlap_pair_keep(const ti_overlap_find* find, const ti_overlap_slot* slot, ti_face_pair* pairs,
                            size_t count);

// Makes the first `count` candidates of a worker, which meet, faces of the slot.
toi_status ti_overlap_pair_finish(const ti_overlap_find* find, ti_overlap_slot* slot,
                                  ti_overlap_worker* worker, size_t count);

#endif
