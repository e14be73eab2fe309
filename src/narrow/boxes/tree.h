// First contact of two meshes on rational motions, by the trees of boxes of both.

#ifndef TI_NARROW_BOXES_TREE_H
#define TI_NARROW_BOXES_TREE_H

#include "data.h"
#include "math/distance.h"
#include "motion/rational_pieces.h"
#include "toi/query.h"

// The motions are rational themselves: no piece has an offset or a bound, or a matrix.
typedef struct ti_tree_body {
    const toi_mesh* mesh;
    const ti_rational_pieces* pieces;
} ti_tree_body;

typedef struct ti_tree_query {
    const ti_tree_body *a, *b;
    double tolerance; // raised to six times the rounding of the poses at contact
    uint32_t max_steps;
    bool plain; // the kernels for machines without AVX2
} ti_tree_query;

typedef struct ti_tree_found {
    toi_answer answer;
    double t_free, t_hit; // certified: nothing touches before t_free
    double tolerance;     // as it was used
    uint32_t triangle[2]; // CONTACT: of A and B, those that are nearest at t_hit
    toi_pose pose[2];     // at t_hit
    ti_gap gap;
    uint32_t steps, nodes, leaves,
        degree; // directions along time; pairs of parts, and of triangles, looked at
} ti_tree_found;

// @return TOI_OK; TOI_ERROR_MEMORY; TOI_ERROR_LIMIT where degrees are too large
toi_status ti_tree_first(ti_arena* arena, const ti_tree_query* query, ti_tree_found* found);

#endif
