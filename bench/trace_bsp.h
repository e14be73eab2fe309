// An axial BSP tree over the polygons of a mesh, as the broad phase of [VanWaveren05, section 5] has one: the
// baseline that the tree of the library is compared with. Not part of the library.

#ifndef TI_BENCH_TRACE_BSP_H
#define TI_BENCH_TRACE_BSP_H

#include "toi/mesh.h"

typedef struct ti_bsp ti_bsp;

// Ends the program where there is no memory.
ti_bsp* ti_bsp_build(const toi_mesh* mesh);

void ti_bsp_destroy(ti_bsp* bsp);

// Nodes of the tree, and entries in their lists: a polygon has several.
void ti_bsp_size(const ti_bsp* bsp, uint32_t* nodes, uint32_t* references);

// A mover in world space: its box moves along a straight way, or fills a box that it does not leave.
typedef struct ti_bsp_sweep {
    toi_vec3 from, to; // of the middle of the mover's box; equal for a mover that turns
    toi_vec3 half;     // of that box; of a mover that turns the box of its whole way
    double best;       // nothing after this fraction of the way is of interest
} ti_bsp_sweep;

typedef struct ti_bsp_count {
    uint32_t nodes;    // visited
    uint32_t tested;   // polygons whose boxes were compared
    uint32_t polygons; // that a narrow phase has to look at
} ti_bsp_count;

// Walks along the way, the nearer side of each plane first, and gathers the polygons whose boxes meet that of
// the way. `polygons` has room for all faces. Not for two threads at once: faces seen are marked in the tree.
ti_bsp_count ti_bsp_walk(ti_bsp* bsp, const ti_bsp_sweep* sweep, uint32_t* polygons);

#endif
