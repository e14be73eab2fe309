// Oriented boxes in float around points in double, proved to hold them.

#ifndef TI_BVH_BOX_H
#define TI_BVH_BOX_H

#include "math/pose.h"

// One box of a ti_node: { center + sum over k of s_k axis_k, |s_k| <= 1 }, the longest half-axis first up to
// rounding.
typedef struct ti_fit {
    float axis[9]; // axis[3 k + c]: coordinate c of half-axis k
    float center[3];
    float radius; // at least the largest distance of a point of the box from the origin
    float size;   // at least its half diagonal
} ti_fit;

// Distinct from the rows of the identity, which are always tried.
typedef struct ti_frames {
    ti_mat3 frame[4]; // orthonormal rows
    uint32_t count;
} ti_frames;

// Adds the frame of the principal axes of the points.
void ti_frames_add_principal(ti_frames* frames, const toi_vec3* points, uint32_t count);

// Adds the frames of the three edges of a triangle and its normal; none for a triangle without area.
void ti_frames_add_triangle(ti_frames* frames, const toi_vec3 corner[3]);

// The box of least surface over the identity and `frames`, in stored form. Points have coordinates within
// [-1, 1].
void ti_box_fit(const toi_vec3* points, uint32_t count, const ti_frames* frames, ti_fit* box);

#endif
