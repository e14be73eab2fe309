// Reads the boxes of a tree, widened to double, which is exact.

#ifndef TI_BVH_WALK_H
#define TI_BVH_WALK_H

#include "data.h"

// { center + sum over k of s_k axis_k, |s_k| <= 1 }, the longest half-axis first up to rounding. The axes are
// not quite orthogonal.
typedef struct ti_box {
    toi_vec3 axis[3];
    toi_vec3 center;
    double radius; // at least the largest distance of a point of the box from the local origin
    double size;   // at least the half diagonal
} ti_box;

static inline ti_box ti_node_box(const ti_node* node, uint32_t lane)
{
    ti_box box;
    for (int k = 0; k < 3; ++k) {
        box.axis[k] = (toi_vec3){(double)node->axis[3 * k][lane], (double)node->axis[3 * k + 1][lane],
                                 (double)node->axis[3 * k + 2][lane]};
    }
    box.center = (toi_vec3){(double)node->center[0][lane], (double)node->center[1][lane],
                            (double)node->center[2][lane]};
    box.radius = (double)node->radius[lane];
    box.size = (double)node->size[lane];
    return box;
}

static inline uint32_t ti_node_triangle_count(const ti_node* node, uint32_t lane)
{
    return node->begin[lane + 1] - node->begin[lane];
}

#endif
