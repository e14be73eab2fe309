// Boxes in float as vectors: made outwards from doubles, and what meets what. For kernels.

#ifndef TI_BVH_FLOAT_BOX_H
#define TI_BVH_FLOAT_BOX_H

#include "data.h"
#include "math/simd.h"

// The lanes of a ti_float_box that are coordinates; those of `item` and `unused` may hold anything.
enum { FB_LANES = 0x77 };

static inline ti_f8 fb_load(const ti_float_box* box)
{
    ti_f8 v;
    memcpy(&v, box, sizeof v);
    return v;
}

static inline void fb_store(ti_float_box* box, ti_f8 v)
{
    memcpy(box, &v, sizeof v);
}

static inline ti_f8 fb_join(ti_q4 lower, ti_q4 minus_upper)
{
    return __builtin_shufflevector(lower, minus_upper, 0, 1, 2, 3, 4, 5, 6, 7);
}

// What the lanes of a box that meets this one do not exceed: (upper, -lower).
static inline ti_f8 fb_limit(ti_f8 box)
{
    return -__builtin_shufflevector(box, box, 4, 5, 6, 7, 0, 1, 2, 3);
}

// Whether a box is below a limit in all lanes. A NaN is not.
static inline bool fb_below(ti_f8 box, ti_f8 limit)
{
    return (m8_bits((ti_m8)(box <= limit)) & FB_LANES) == FB_LANES;
}

// Eight boxes in lanes, as what the lanes of a box that meets them do not exceed: side[stride k] has the
// upper coordinates k for k = 0 to 2, and side[stride (3 + k)] the lower ones negated.
static inline void fb_transpose(const ti_float_box* box, float* side, uint32_t stride)
{
    ti_f8 r0 = fb_load(box), r1 = fb_load(box + 1), r2 = fb_load(box + 2), r3 = fb_load(box + 3);
    ti_f8 r4 = fb_load(box + 4), r5 = fb_load(box + 5), r6 = fb_load(box + 6), r7 = fb_load(box + 7);
    // Rows i and i + 4 in one vector: first their lower halves, then their upper ones.
    ti_f8 a0 = __builtin_shufflevector(r0, r4, 0, 1, 2, 3, 8, 9, 10, 11);
    ti_f8 a1 = __builtin_shufflevector(r1, r5, 0, 1, 2, 3, 8, 9, 10, 11);
    ti_f8 a2 = __builtin_shufflevector(r2, r6, 0, 1, 2, 3, 8, 9, 10, 11);
    ti_f8 a3 = __builtin_shufflevector(r3, r7, 0, 1, 2, 3, 8, 9, 10, 11);
    ti_f8 b0 = __builtin_shufflevector(r0, r4, 4, 5, 6, 7, 12, 13, 14, 15);
    ti_f8 b1 = __builtin_shufflevector(r1, r5, 4, 5, 6, 7, 12, 13, 14, 15);
    ti_f8 b2 = __builtin_shufflevector(r2, r6, 4, 5, 6, 7, 12, 13, 14, 15);
    ti_f8 b3 = __builtin_shufflevector(r3, r7, 4, 5, 6, 7, 12, 13, 14, 15);
    ti_f8 c0 = __builtin_shufflevector(a0, a1, 0, 8, 1, 9, 4, 12, 5, 13);
    ti_f8 c1 = __builtin_shufflevector(a2, a3, 0, 8, 1, 9, 4, 12, 5, 13);
    ti_f8 c2 = __builtin_shufflevector(a0, a1, 2, 10, 3, 11, 6, 14, 7, 15);
    ti_f8 c3 = __builtin_shufflevector(a2, a3, 2, 10, 3, 11, 6, 14, 7, 15);
    ti_f8 d0 = __builtin_shufflevector(b0, b1, 0, 8, 1, 9, 4, 12, 5, 13);
    ti_f8 d1 = __builtin_shufflevector(b2, b3, 0, 8, 1, 9, 4, 12, 5, 13);
    ti_f8 d2 = __builtin_shufflevector(b0, b1, 2, 10, 3, 11, 6, 14, 7, 15);
    ti_f8 d3 = __builtin_shufflevector(b2, b3, 2, 10, 3, 11, 6, 14, 7, 15);
    f8_store(side, -__builtin_shufflevector(d0, d1, 0, 1, 8, 9, 4, 5, 12, 13));
    f8_store(side + stride, -__builtin_shufflevector(d0, d1, 2, 3, 10, 11, 6, 7, 14, 15));
    f8_store(side + 2 * stride, -__builtin_shufflevector(d2, d3, 0, 1, 8, 9, 4, 5, 12, 13));
    f8_store(side + 3 * stride, -__builtin_shufflevector(c0, c1, 0, 1, 8, 9, 4, 5, 12, 13));
    f8_store(side + 4 * stride, -__builtin_shufflevector(c0, c1, 2, 3, 10, 11, 6, 7, 14, 15));
    f8_store(side + 5 * stride, -__builtin_shufflevector(c2, c3, 0, 1, 8, 9, 4, 5, 12, 13));
}

// Which of eight boxes, transposed, meet this one: a bit for each. None that is a NaN.
static inline unsigned fb_meet(const ti_float_box* box, const float* side, uint32_t stride)
{
    ti_m8 x = (ti_m8)(f8_set(box->lower[0]) <= f8_load(side)) &
              (ti_m8)(f8_set(box->minus_upper[0]) <= f8_load(side + 3 * stride));
    ti_m8 y = (ti_m8)(f8_set(box->lower[1]) <= f8_load(side + stride)) &
              (ti_m8)(f8_set(box->minus_upper[1]) <= f8_load(side + 4 * stride));
    ti_m8 z = (ti_m8)(f8_set(box->lower[2]) <= f8_load(side + 2 * stride)) &
              (ti_m8)(f8_set(box->minus_upper[2]) <= f8_load(side + 5 * stride));
    return (unsigned)m8_bits(x & y & z);
}

// Copies the boxes that are left of the last eight, fewer than eight, and fills up with NaN.
static inline void fb_copy_rest(const ti_float_box* boxes, uint32_t count, ti_float_box rest[8])
{
    memset(rest, 0xff, 8 * sizeof *rest);
    memcpy(rest, boxes, count * sizeof *boxes);
}

// ---- from doubles

// A frame in lanes, for boxes that are grown by `grow` of its units on every side.
typedef struct fb_frame {
    ti_v4 origin, scale, grow;
} fb_frame;

// No coordinate is above this before it is grown, so that what is infinite does not become a NaN.
#define FB_MOST 0x1p120

// The largest rounding of a box that is grown is one of the numbers that it is grown by: 2^-40 of `grow`
// holds it.
static inline fb_frame fb_make_frame(const ti_float_frame* frame, double grow)
{
    double scaled = grow > 0.0 ? grow * frame->scale * (1.0 + 0x1p-40) : 0.0;
    return (fb_frame){
        {frame->origin.x, frame->origin.y, frame->origin.z, 0.0}, f4_set(frame->scale), f4_set(scaled)};
}

// The least float box that is proved to hold the one given, nearly.
//
// A coordinate is y = (x - origin) scale - grow with a power of two for the scale. With u = 2^-53 the
// difference is off by at most u of itself, |x - origin| scale <= |y| + grow (a difference that is subnormal
// is exact); the product by at most 2^-1075, where it is subnormal; the second difference by u |y|. As grow
// is larger by 2^-40 of itself than it must be, all that can make y too large is 2 u |y| + 2^-1074. Rounding
// to the float r adds 2^-24 |y| or 2^-150, together less than 2^-23 |r| + 2^-149. In float r - (2^-22 |r| +
// 2^-120) is at most r - 2^-22 (1 - 2^-23) |r| - 2^-121 + 2^-24 (1 + 2^-21) |r|, the last term for the
// rounding of the result, which is below r - 2^-23 |r| - 2^-149. What is infinite stays so, and only
// downwards.
static inline ti_f8 fb_outwards(ti_v4 lower, ti_v4 upper, const fb_frame* frame)
{
    const ti_m8 magnitude = {INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX,
                             INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX};
    ti_v4 low = f4_min((lower - frame->origin) * frame->scale, f4_set(FB_MOST)) - frame->grow;
    ti_v4 high = f4_min((frame->origin - upper) * frame->scale, f4_set(FB_MOST)) - frame->grow;
    ti_f8 r = fb_join(__builtin_convertvector(low, ti_q4), __builtin_convertvector(high, ti_q4));
    return r - ((ti_f8)((ti_m8)r & magnitude) * f8_set(0x1p-22f) + f8_set(0x1p-120f));
}

#endif
