// A tree over boxes that are replaced one by one, and the boxes that a moving box meets.

#ifndef TI_BROAD_MOVING_H
#define TI_BROAD_MOVING_H

#include "broad/tree.h"

// Replacing a box mends the nodes above it, and now and then, when these have grown, the whole tree is built
// again in the memory that it has.
typedef struct ti_moving_tree {
    ti_box_tree tree;
    ti_box_room room;
    toi_bounds* given; // [count], by item
    uint32_t* slot;    // [count]: tree.boxes[slot[i]] is the box of item i
    uint32_t count;
    uint32_t replaced; // since the tree was built
    double cost;       // sum of the surfaces of the nodes
    double built_cost; // the same when the tree was built
} ti_moving_tree;

toi_status ti_moving_tree_make(const toi_bounds* boxes, uint32_t count, const toi_allocator* allocator,
                               ti_moving_tree* tree);
void ti_moving_tree_release(ti_moving_tree* tree, const toi_allocator* allocator);

// Takes the logarithm of `count`, and on average over many calls the same for building again. Never fails.
void ti_moving_tree_replace(ti_moving_tree* tree, uint32_t item, const toi_bounds* box);

// A box that moves by `by` while time runs from 0 to 1.
typedef struct ti_box_sweep {
    toi_bounds box;
    toi_vec3 by;
} ti_box_sweep;

// Whether the sweep meets a box, and when at the earliest: a time in [0, 1]. A number that is not finite
// counts as met at 0. Rounding is the caller's: the boxes are a few units in the last place of all
// coordinates larger than they need to be.
bool ti_sweep_meets(const ti_box_sweep* sweep, const toi_bounds* box, double* entry);

// Called with each item whose box the sweep meets, once, in no promised order; false ends the search.
typedef bool ti_swept_item(uint32_t item, double entry, void* context);

// @return false if a call did
bool ti_moving_tree_sweep(const ti_moving_tree* tree, const ti_box_sweep* sweep, ti_swept_item* visit,
                          void* context);

#endif
