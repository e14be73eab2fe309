// Float boxes eight numbers at a time, for the kernels of wide trees.

#ifndef TI_BVH_WIDE_BOXES_H
#define TI_BVH_WIDE_BOXES_H

#include "bvh/float_box.h"
#include "bvh/wide_parts.h"
#include "math/simd.h"

#include <float.h>

// Where a body is in its frame: origin and scale in lanes.
typedef struct box_frame {
    ti_v4 origin, scale;
} box_frame;

static inline box_frame box_frame_of(const ti_float_frame* frame)
{
    return (box_frame){{frame->origin.x, frame->origin.y, frame->origin.z, 0.0}, f4_set(frame->scale)};
}

// The box with these corners, rounded outwards. With y = (x - o) s of a lower side: the difference errs by u
// |y| in all, the product by nothing or 2^-1075, the float by 2^-24 |y| or 2^-150. What is taken off is at
// least (2^-22 |r| + 2^-120)(1 - 2^-23) of the rounded float r, and taking it off errs by 2^-24 (1 + 2^-22)
// |r| + 2^-150: in all the result is below y. Upper sides are lower sides of the negated numbers.
static inline ti_f8 box_round(ti_v4 lower, ti_v4 upper, const box_frame* frame)
{
    ti_q4 low = __builtin_convertvector((lower - frame->origin) * frame->scale, ti_q4);
    ti_q4 high = __builtin_convertvector((frame->origin - upper) * frame->scale, ti_q4);
    ti_f8 r = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
    return r - (f8_abs(r) * f8_set(0x1p-22f) + f8_set(0x1p-120f));
}

static inline ti_f8 box_of_triangle(const toi_vec3* points, const ti_triangle* t, const box_frame* frame)
{
    ti_v4 a = f4_load3(&points[t->vertex[0]].x), b = f4_load3(&points[t->vertex[1]].x);
    ti_v4 c = f4_load3(&points[t->vertex[2]].x);
    return box_round(f4_min(f4_min(a, b), c), f4_max(f4_max(a, b), c), frame);
}

// The boxes of the triangles of a leaf.
static inline void boxes_of_leaf(const ti_wide_body* body, const ti_wide_node* leaf, const box_frame* frame,
                                 ti_float_box box[TI_WIDE])
{
    for (uint32_t i = 0; i < leaf->count; ++i) {
        const ti_triangle* t = &body->shape->triangles[leaf->first + i];
        ti_f8 all = box_of_triangle(body->points, t, frame);
        fb_store(&box[i], body->ends ? f8_min(all, box_of_triangle(body->ends, t, frame)) : all);
    }
}

// Side c of eight boxes: lower x, y, z, then the negated upper ones. Lanes from `count` on repeat the last
// box.
typedef struct box_sides {
    ti_f8 side[6];
} box_sides;

// The sides of boxes times `scale` and moved, all in the lanes of a box.
static inline void boxes_turn(const ti_float_box* box, uint32_t count, ti_f8 scale, ti_f8 move,
                              box_sides* sides)
{
    ti_f8 r[8];
    for (uint32_t i = 0; i < 8; ++i) {
        r[i] = fb_load(&box[i < count ? i : count - 1]) * scale + move;
    }
    ti_f8 s[8], t[8];
    for (int i = 0; i < 8; i += 2) {
        s[i] = __builtin_shufflevector(r[i], r[i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
        s[i + 1] = __builtin_shufflevector(r[i], r[i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
    }
    for (int i = 0; i < 8; i += 4) {
        t[i] = __builtin_shufflevector(s[i], s[i + 2], 0, 1, 8, 9, 4, 5, 12, 13);
        t[i + 1] = __builtin_shufflevector(s[i], s[i + 2], 2, 3, 10, 11, 6, 7, 14, 15);
        t[i + 2] = __builtin_shufflevector(s[i + 1], s[i + 3], 0, 1, 8, 9, 4, 5, 12, 13);
    }
    for (int c = 0; c < 3; ++c) {
        sides->side[c] = __builtin_shufflevector(t[c], t[c + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        sides->side[3 + c] = __builtin_shufflevector(t[c], t[c + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
}

// Centres and half lengths of boxes. The centre errs by 2^-24 |c| and what the sides are apart by 2^-24 of
// it: the half length is made larger by 2^-20 of itself and 2^-22 |c|, less what these round by. Every side
// is at least 2^-120 from its centre, so that underflow does not matter.
static inline void lanes_make(const ti_float_box* box, uint32_t count, ti_wide_lanes* lanes)
{
    const ti_m8 lane = {0, 1, 2, 3, 4, 5, 6, 7};
    const int32_t n = (int32_t)count;
    ti_m8 used = lane < (ti_m8){n, n, n, n, n, n, n, n};
    box_sides sides;
    boxes_turn(box, count, f8_set(1.0f), f8_set(0.0f), &sides);
    for (int c = 0; c < 3; ++c) {
        ti_f8 lower = sides.side[c], minus_upper = sides.side[3 + c];
        ti_f8 center = (lower - minus_upper) * f8_set(0.5f), half = (lower + minus_upper) * f8_set(-0.5f);
        half = (half + half * f8_set(0x1p-20f)) + f8_abs(center) * f8_set(0x1p-22f);
        half = (ti_f8)((used & (ti_m8)half) | (~used & (ti_m8)f8_set(-HUGE_VALF)));
        f8_store(lanes->center[c], center);
        f8_store(lanes->half[c], half);
    }
}

#endif
