// A tree of boxes along the axes, eight to a node, whose shape depends on the number of triangles alone:
// bodies of one mesh share it, and where one deforms only its boxes are made anew.

#ifndef TI_BVH_WIDE_TREE_H
#define TI_BVH_WIDE_TREE_H

#include "data.h"

enum {
    TI_WIDE = 8,       // most children of a node, and triangles of a leaf
    TI_WIDE_DEPTH = 32 // most levels
};

// The children are the nodes first to first + count - 1; of a leaf they are triangles.
typedef struct ti_wide_node {
    uint32_t first;
    uint16_t count;
    uint8_t leaf;
    uint8_t vertex_count;  // of a leaf: its vertices, each once, are vertex[vertex_first] and so on
    uint32_t vertex_first; // in ti_wide_shape.vertex
} ti_wide_node;

// nodes[0] is the root; children come after their parents.
typedef struct ti_wide_shape {
    const ti_triangle*
        triangles; // in the order of the tree over the mesh, so that ranges are near each other
    uint32_t triangle_count;
    ti_wide_node* nodes;
    uint32_t node_count;
    uint32_t inner_end; // nodes from there on are leaves
    uint32_t depth;
    uint32_t* vertex;
    uint32_t vertex_count;
    toi_allocator allocator;
} ti_wide_shape;

// Builds the shape over at least one triangle, in linear time. The triangles must outlive it.
// @return TOI_OK or TOI_ERROR_MEMORY
toi_status ti_wide_make(const ti_triangle* triangles, uint32_t count, const toi_allocator* allocator,
                        ti_wide_shape* shape);

// An empty shape is allowed.
void ti_wide_release(ti_wide_shape* shape);

// The children of a node as centres and half lengths, for boxes that are turned. Unused lanes meet nothing.
typedef struct ti_wide_lanes {
    float center[3][TI_WIDE], half[3][TI_WIDE];
} ti_wide_lanes;

// The frame around a box in which its points have coordinates up to 1 in magnitude.
ti_float_frame ti_float_frame_around(const toi_bounds* bounds);

// Makes the box of every node from points that stand in the frame: boxes has room for node_count.
void ti_wide_fit(const ti_wide_shape* shape, const toi_vec3* points, const ti_float_frame* frame,
                 ti_float_box* boxes);

// The same for points that go straight to `ends`: boxes hold them on the way.
void ti_wide_fit_swept(const ti_wide_shape* shape, const toi_vec3* points, const toi_vec3* ends,
                       const ti_float_frame* frame, ti_float_box* boxes);

// The same in pieces: leaves among nodes `begin` to end - 1, of which ranges may be made at once, and when
// all are there the nodes above them.
void ti_wide_fit_leaves(const ti_wide_shape* shape, const toi_vec3* points, const ti_float_frame* frame,
                        uint32_t begin, uint32_t end, ti_float_box* boxes);
void ti_wide_fit_inner(const ti_wide_shape* shape, ti_float_box* boxes);

// The sides of all nodes that are not leaves: how far apart is what is below them.
typedef struct ti_wide_spread {
    double length;
    double in_root; // in sides of the root; NaN where that is a point
} ti_wide_spread;

ti_wide_spread ti_wide_spread_of(const ti_wide_shape* shape, const ti_float_box* boxes,
                                 const ti_float_frame* frame);

// Makes the lanes of every node, from the boxes of ti_wide_fit.
void ti_wide_fit_lanes(const ti_wide_shape* shape, const toi_vec3* points, const ti_float_frame* frame,
                       const ti_float_box* boxes, ti_wide_lanes* lanes);

#endif
