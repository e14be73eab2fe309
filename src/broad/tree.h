// A tree over boxes, and the pairs of boxes that meet.

#ifndef TI_BROAD_TREE_H
#define TI_BROAD_TREE_H

#include "data.h"

enum { TI_BOX_LEAF = 8 }; // most boxes of a leaf

// The boxes below a node are boxes[begin] up to boxes[end - 1] of the tree.
typedef struct ti_box_node {
    toi_bounds box;
    uint32_t begin, end;
    uint32_t right; // the second child, TI_NONE for a leaf; the first one is the next node
} ti_box_node;

typedef struct ti_box_tree {
    ti_box_node* nodes; // nodes[0] is the root
    toi_bounds* boxes;
    uint32_t* item; // index of a box as it was given
} ti_box_tree;

// Makes a tree by median splits, in O(n log n). Boxes may be infinite.
toi_status ti_box_tree_make(const toi_bounds* boxes, uint32_t count, const toi_allocator* allocator,
                            ti_box_tree* tree);
void ti_box_tree_release(ti_box_tree* tree, const toi_allocator* allocator);

// Called with each pair of items whose boxes meet, once, in no promised order; false ends the search.
typedef bool ti_box_pair(uint32_t a, uint32_t b, void* context);

// @return false if a call did
bool ti_box_tree_pairs(const ti_box_tree* tree, ti_box_pair* visit, void* context);

#endif
