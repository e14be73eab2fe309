// Trees of the meshes of toi_overlap, which all bodies of a mesh share, and the boxes of bodies that deform.

#ifndef TI_WORLD_OVERLAP_TREES_H
#define TI_WORLD_OVERLAP_TREES_H

#include "bvh/wide_walk.h"
#include "world/overlap.h"

// The tree of a mesh: its shape, and its boxes in the frame of the mesh.
struct ti_overlap_tree {
    const toi_mesh* mesh; // NULL where there is none
    uint32_t users;
    ti_wide_shape shape;
    ti_float_frame frame;
    ti_float_box* boxes;
    ti_wide_lanes* lanes;
    ti_wide_spread spread; // at rest
};

// Gives a body the tree of its mesh, which is built for the first of them. @return false without memory
bool ti_overlap_trees_join(toi_overlap* overlap, ti_present* body);

// Takes it away; that of the last body of a mesh is released, and with it what the body has of its own.
void ti_overlap_trees_leave(toi_overlap* overlap, ti_present* body);

void ti_overlap_trees_init(toi_overlap* overlap);
void ti_overlap_trees_release(toi_overlap* overlap);

// Makes room for the boxes of a body that deforms. @return false without memory
bool ti_overlap_trees_reserve(toi_overlap* overlap, ti_present* body);

const ti_wide_shape* ti_overlap_trees_shape(const toi_overlap* overlap, const ti_present* body);

// Marks the boxes of a body that deforms as made, and settles whether they are loose.
void ti_overlap_trees_settle(const toi_overlap* overlap, ti_present* body);

// The body with its tree, for a walk.
ti_wide_body ti_overlap_trees_body(const toi_overlap* overlap, const ti_present* body);

#endif
