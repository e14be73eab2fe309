// How two trees stand to each other, with a padding for all that is rounded, and the choice of kernel.

#include "bvh/wide_walk.h"

#include "bvh/wide_parts.h"
#include "core/assert.h"
#include "core/cpu.h"

#include <math.h>

// Beyond these numbers float boxes tell nothing.
#define LARGEST 0x1p60

static double sum_of_sizes(toi_vec3 v)
{
    return (fabs(v.x) + fabs(v.y)) + fabs(v.z);
}

static void to_floats(toi_vec3 v, float f[3])
{
    f[0] = (float)v.x;
    f[1] = (float)v.y;
    f[2] = (float)v.z;
}

// Lengths of the frame of a in one of b; 0 where they are too far apart.
static double ratio_of(const ti_wide_body* a, const ti_wide_body* b)
{
    double ratio = a->frame.scale / b->frame.scale;
    return ratio >= 1.0 / LARGEST && ratio <= LARGEST ? ratio : 0.0;
}

// `within` in the frame of a, more than rounding takes from it.
static double reach(const ti_wide_body* a, double within)
{
    return within * a->frame.scale * (1.0 + 0x1p-20);
}

// Coordinates of boxes of b are s in its frame, |s| < 1 + 2^-21, and y = fl(fl(s k) + fl(d - pad)) in that of
// a, k a power of two and d where its origin is. d errs by 2 u |d|, being made a float with the padding by
// 2^-24 (|d| + pad) twice, the product by 2^-150 and the sum by 2^-24 (k + |d| + pad): together less than
// 2^-22 (k + |d| + pad) + 2^-120.
static bool make_aligned(ti_wide_walk* walk, double within)
{
    const ti_wide_body *a = walk->a, *b = walk->b;
    double ratio = ratio_of(a, b);
    toi_vec3 shift = v3_scale(a->frame.scale, v3_sub(b->frame.origin, a->frame.origin));
    double pad = 0x1p-21 * ((1.0 + ratio) + sum_of_sizes(shift)) + reach(a, within);
    walk->scale = (float)ratio;
    to_floats(shift, walk->shift);
    walk->pad = (float)(pad * (1.0 + 0x1p-20));
    return ratio > 0.0 && pad <= LARGEST;
}

// The rotation and position of a body; those of one that deforms move nothing.
static ti_mat3 rotation_of(const ti_wide_body* body)
{
    static const ti_mat3 identity = {{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
    return body->lanes ? body->rotation : identity;
}

static toi_vec3 position_of(const ti_wide_body* body)
{
    return body->lanes ? body->position : (toi_vec3){0.0, 0.0, 0.0};
}

// What magnitudes of posed doubles of a body are below, and half of what those of its mesh are below.
static double magnitude_of(const ti_wide_body* body)
{
    return (sum_of_sizes(position_of(body)) + 2.0 * sum_of_sizes(body->frame.origin)) +
           4.0 / body->frame.scale;
}

// Point v = c + y/s of the mesh of b is posed at x = R v + p, and v' = R'^T (x - p') of the mesh of a is
// there: in its frame y' = s' (v' - c') = map y + shift.
//
// Posing errs by less than 2^-50 of the magnitudes of v and p, and R' is within 2^-49 of a rotation, so that
// R'^T is within twice that of its inverse; with what the doubles here round, all is below 2^-48 of the
// magnitudes.
//
// In floats, with k = s'/s, numbers of lanes at most 1 + 2^-19, and t the shift: entries of map err by 2^-24
// k, t by 2^-24 |t|, the products and sums of map y + t by 2^-24 (4 sqrt(3) k + |t|) at most, and the
// difference to a centre of a by 2^-24 (1 + sqrt(3) k + |t|): below 2^-24 (1 + 14 k + 3 |t|). The same in the
// frame of b, where everything is k times as small: (y' - t) errs by 2^-24 (1 + 2 |t|), its products by 2^-24
// 4 (sqrt(3) + |t|), the difference by 2^-24 (k + sqrt(3) + |t|), all over k. 2^-20 (1 + k + |t|), t by the
// sum of its coordinates, is more than either. Half lengths are products of magnitudes and sums, which lose 5
// times 2^-24 of themselves: 2^-20 is added to each entry, and 2^-22 k for what the entry itself errs by.
static bool make_turned(ti_wide_walk* walk, double within)
{
    const ti_wide_body *a = walk->a, *b = walk->b;
    ti_mat3 rotation_b = rotation_of(b);
    double ratio = ratio_of(a, b), inverse = 1.0 / ratio, scale = a->frame.scale;
    toi_vec3 to = v3_add(m3_apply(&rotation_b, b->frame.origin), v3_sub(position_of(b), a->position));
    toi_vec3 shift = v3_scale(scale, v3_sub(m3_apply_transposed(&a->rotation, to), a->frame.origin));
    ti_mat3 turn_a = m3_transposed(&a->rotation);
    ti_mat3 map = m3_product(&turn_a, &rotation_b), back = m3_transposed(&map);
    double pad = (0x1p-20 * ((1.0 + ratio) + sum_of_sizes(shift)) +
                  0x1p-48 * (scale * (magnitude_of(a) + magnitude_of(b)))) +
                 reach(a, within);
    for (int i = 0; i < 3; ++i) {
        to_floats(v3_scale(ratio, map.row[i]), walk->map[i]);
        to_floats(v3_scale(inverse, back.row[i]), walk->back[i]);
        for (int j = 0; j < 3; ++j) {
            walk->size[i][j] = fabsf(walk->map[i][j]) * (1.0f + 0x1p-20f) + (float)(0x1p-22 * ratio);
            walk->size_back[i][j] = fabsf(walk->back[i][j]) * (1.0f + 0x1p-20f) + (float)(0x1p-22 * inverse);
        }
    }
    to_floats(shift, walk->shift);
    walk->pad = (float)(pad * (1.0 + 0x1p-20));
    walk->pad_b = (float)(pad * inverse * (1.0 + 0x1p-20));
    return ratio > 0.0 && pad <= LARGEST && pad * inverse <= LARGEST;
}

bool ti_wide_walk_make(const ti_wide_body* a, const ti_wide_body* b, double within, ti_wide_walk* walk)
{
    bool swap = a->lanes == NULL && b->lanes != NULL;
    *walk = (ti_wide_walk){.a = swap ? b : a, .b = swap ? a : b, .swapped = swap};
    walk->turned = walk->a->lanes != NULL;
    return walk->turned ? make_turned(walk, within) : make_aligned(walk, within);
}

// The posed doubles of a rigid body are as far apart as the points are, but for 2^-48 of the magnitudes.
void ti_wide_walk_self(const ti_wide_body* body, const uint32_t* weld, double within, ti_wide_walk* walk)
{
    double posed = body->lanes ? 0x1p-48 * (body->frame.scale * magnitude_of(body)) : 0.0;
    double pad = (0x1p-24 * reach(body, within) + reach(body, within)) + posed;
    // Where the padding is infinite or not a number every box meets every other.
    *walk = (ti_wide_walk){.a = body,
                           .b = body,
                           .self = true,
                           .weld = weld,
                           .scale = 1.0f,
                           .pad = pad <= LARGEST ? (float)(pad * (1.0 + 0x1p-20)) : HUGE_VALF};
}

static bool go(const ti_wide_walk* walk, ti_node_pair* stack, uint32_t* count, uint32_t enough,
               ti_array* candidates, bool avx2)
{
    if (walk->turned) {
        return (avx2 ? ti_walk_turned_avx2 : ti_walk_turned_plain)(walk, stack, count, enough, candidates);
    }
    return (avx2 ? ti_walk_aligned_avx2 : ti_walk_aligned_plain)(walk, stack, count, enough, candidates);
}

bool ti_wide_walk_find_with(const ti_wide_walk* walk, ti_array* candidates, bool avx2)
{
    ti_node_pair stack[TI_WIDE_STACK];
    uint32_t count = 1;
    stack[0] = (ti_node_pair){0, 0};
    return go(walk, stack, &count, UINT32_MAX, candidates, avx2);
}

bool ti_wide_walk_find(const ti_wide_walk* walk, ti_array* candidates)
{
    return ti_wide_walk_find_with(walk, candidates, ti_cpu_has_avx2());
}

bool ti_wide_walk_part(const ti_wide_walk* walk, ti_node_pair part, ti_array* candidates)
{
    ti_node_pair stack[TI_WIDE_STACK];
    uint32_t count = 1;
    stack[0] = part;
    return go(walk, stack, &count, UINT32_MAX, candidates, ti_cpu_has_avx2());
}

bool ti_wide_walk_cut(const ti_wide_walk* walk, ti_node_pair* parts, uint32_t* count, ti_array* candidates)
{
    // Pairs in turn: what is below the first one goes behind the last.
    ti_node_pair queue[TI_WIDE_PARTS + 64], below[TI_WIDE_STACK];
    uint32_t head = 0, tail = 1;
    queue[0] = (ti_node_pair){0, 0};
    while (head < tail && tail - head < TI_WIDE_PARTS / 2 && tail < TI_WIDE_PARTS) {
        uint32_t found = 1;
        below[0] = queue[head++];
        if (!go(walk, below, &found, 2, candidates, ti_cpu_has_avx2())) {
            return false;
        }
        TI_ASSERT(found <= 64);
        for (uint32_t i = 0; i < found; ++i) {
            queue[tail++] = below[i];
        }
    }
    *count = tail - head;
    for (uint32_t i = 0; i < *count; ++i) {
        parts[i] = queue[head + i];
    }
    TI_ASSERT(*count <= TI_WIDE_PARTS);
    return true;
}
