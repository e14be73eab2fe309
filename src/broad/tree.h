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

// What building takes besides the tree: room for the centre of each box and a key.
typedef struct ti_box_room {
    double (*centres)[3];
    uint64_t* keys;
} ti_box_room;

toi_status ti_box_room_make(uint32_t count, const toi_allocator* allocator, ti_box_room* room);
void ti_box_room_release(ti_box_room* room, const toi_allocator* allocator);

// Room for a tree over `count` boxes, which ti_box_tree_build may fill any number of times.
toi_status ti_box_tree_reserve(uint32_t count, const toi_allocator* allocator, ti_box_tree* tree);

// Builds the tree by median splits, in O(n log n). Boxes may be infinite. Nodes have the same ranges and
// children for every `count` boxes.
void ti_box_tree_build(const toi_bounds* boxes, uint32_t count, const ti_box_room* room, ti_box_tree* tree);

// Reserves and builds.
toi_status ti_box_tree_make(const toi_bounds* boxes, uint32_t count, const toi_allocator* allocator,
                            ti_box_tree* tree);
void ti_box_tree_release(ti_box_tree* tree, const toi_allocator* allocator);

// Called with each pair of items whose boxes meet, once, in no promised order; false ends the search.
typedef bool ti_box_pair(uint32_t a, uint32_t b, void* context);

// @return false if a call did
bool ti_box_tree_pairs(const ti_box_tree* tree, ti_box_pair* visit, void* context);

// The smallest box around two.
toi_bounds ti_box_around(const toi_bounds* a, const toi_bounds* b);

#endif
