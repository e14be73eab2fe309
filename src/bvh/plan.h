// How the tree cuts ranges of triangles: by their size alone, so that it can be counted beforehand.

#ifndef TI_BVH_PLAN_H
#define TI_BVH_PLAN_H

#include "data.h"

// Each level leaves at most a quarter of a range and 48 triangles more: 2^32 triangles need fewer than 24
// levels. A walk that takes the ranges from a stack keeps at most three a level and the last one's child.
enum { TI_PLAN_LEVELS = 24, TI_PLAN_STACK = 3 * TI_PLAN_LEVELS + 1 };

// Ranges of at least this many triangles, and at most TI_PATCH_POINTS, may have a patch.
enum { TI_PATCH_LEAST = 8 };

// The range of a node is cut in two parts, and each of these once more unless it is short enough.
typedef struct ti_cut {
    uint32_t half[2];
    uint32_t first[2]; // size of the first part of a half; all of it where it is not cut
    uint32_t lane_count;
    uint32_t size[TI_TREE_WIDTH]; // of the lanes, in order
} ti_cut;

// @param count more than TI_TREE_LEAF_TRIANGLES
ti_cut ti_cut_range(uint32_t count);

// A range of triangles that halves make, over and over, as the tree cuts them.
typedef struct ti_range {
    uint32_t begin, count;
    uint32_t unit; // 0: the range of a node or lane; else it is a half of one, with this unit
} ti_range;

// Cuts a range of more than one triangle; where its half needs no cut for the tree, it is cut as a lane is.
// @return false where the tree does not cut it: it is a leaf
bool ti_range_halves(ti_range range, ti_range half[2]);

bool ti_may_have_patch(uint32_t triangle_count);

typedef struct ti_plan {
    uint32_t nodes;
    uint32_t patches; // at most
    uint32_t levels;
} ti_plan;

// Counts what a tree over `count` triangles has.
ti_plan ti_plan_tree(uint32_t count);

#endif
