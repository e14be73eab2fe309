// Which features of two boxes touch, and where.

#ifndef TI_NARROW_BOXES_EVENT_H
#define TI_NARROW_BOXES_EVENT_H

#include "math/pose.h"
#include "toi/query.h"

// A box at one time: center + sum over k of s_k half_k axis[k], |s_k| <= 1. Vertex i has s_k = 1 where bit k
// of i is set, face 2 k + 1 is that of s_k = 1 and face 2 k that of s_k = -1.
typedef struct ti_posed_box {
    toi_vec3 center, axis[3];
    double half[3];
} ti_posed_box;

// What touches where boxes are next to each other along an axis of ti_box_system: kind, features, the point
// between them and the normal from A to B of `contact`, and the gap along it. What is within `tolerance` of
// touching touches: of that a vertex on a face is named, with the lowest number, B's on A before A's on B if
// the axis is not a normal of B; else edges.
void ti_box_event(const ti_posed_box* a, const ti_posed_box* b, uint32_t axis, double tolerance,
                  toi_contact* contact);

// The axis along which they are apart the most, or the least deep in each other: then `apart` is negative.
uint32_t ti_box_axis(const ti_posed_box* a, const ti_posed_box* b, double* apart);

#endif
