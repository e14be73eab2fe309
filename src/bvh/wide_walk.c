// How two trees stand to each other, with a padding for all that is rounded, and the choice of kernel.

#include "bvh/wide_walk.h"

#include "bvh/wide_parts.h"
#include "core/assert.h"
#include "core/cpu.h"

#include <math.h>

// With a padding beyond this a frame tells nothing.
#define LARGEST 0x1p40

static void to_floats(toi_vec3 v, float f[3])
{
    f[0] = (float)v.x;
    f[1] = (float)v.y;
    f[2] = (float)v.z;
}

static float pad_up(double pad)
{
    return (float)(pad * (1.0 + 0x1p-20));
}

// `within` in lengths of a frame, and more than is lost where it is rounded and added.
static double reach(double scale, double within)
{
    return within * scale * (1.0 + 0x1p-20);
}

// What magnitudes of points of the mesh, its origin and the position together are below, in lengths of
// 1/scale.
static double magnitude_of(const ti_wide_body* body, double scale)
{
    double place = body->lanes ? v3_norm1(body->position) : 0.0;
    return scale * place + scale * v3_norm1(body->frame.origin) + 2.0 * (scale / body->frame.scale);
}

// Where the padding is infinite all boxes meet: the other numbers are 0, and nothing is not a number.
static bool set_aligned(ti_wide_walk* walk, double scale, toi_vec3 shift, double pad)
{
    walk->pad = HUGE_VALF;
    if (pad <= LARGEST) {
        walk->scale = (float)scale;
        to_floats(shift, walk->shift);
        walk->pad = pad_up(pad);
    }
    return pad <= LARGEST;
}

// A box of b has numbers s in its frame, |s| < 1 + 2^-21, and fl(fl(k s) + fl(d - pad)) in that of a, for k
// <= 1 the power of two between both and d the place of its origin. d errs by 2^-52 |d| and as a float by
// 2^-24 |d|, its sum with the padding by 2^-24 (|d| + pad), k s by 2^-149 and the last sum by 2^-24 (k + |d|
// + pad)(1 + 2^-20): together less than 2^-21 (1 + |d|) and 2^-22 pad, of which what comes from `within` is
// in reach().
static bool make_aligned(ti_wide_walk* walk, double within)
{
    const ti_float_frame *a = &walk->a->frame, *b = &walk->b->frame;
    toi_vec3 shift = v3_scale(a->scale, v3_sub(b->origin, a->origin));
    double pad = 0x1p-21 * (2.0 + v3_norm1(shift)) + reach(a->scale, within);
    return set_aligned(walk, a->scale / b->scale, shift, pad);
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

static void set_turn(const ti_mat3* turn, double ratio, float map[3][3], float size[3][3])
{
    for (int i = 0; i < 3; ++i) {
        to_floats(v3_scale(ratio, turn->row[i]), map[i]);
        for (int j = 0; j < 3; ++j) {
            size[i][j] = fabsf(map[i][j]) * (1.0f + 0x1p-20f) + (float)(0x1p-22 * ratio);
        }
    }
}

// Point v = o + y/s of the mesh of b is at x = R v + p, and y' = s' (R'^T (x - p') - o') in the frame of a:
// y' = k M y
// + t with k = s'/s, M = R'^T R, t = s' (R'^T (R o + p - p') - o').
//
// In doubles, u = 2^-53, for S the sum of |v|, |p|, |v'| and |p'|: the squared norm of a quaternion is within
// 12 u of 1 (q_normalize), so that R is within 24 u of a rotation, and 13 u from its own rounding; posing
// rounds by 7 u (|v| + |p|). Two equal posed doubles are points within 44 u S of each other by the two
// rotations. M errs by 2 x 37 u and 9 u from its products, which moves points by 84 u |v|; t/s' errs by 37 u
// + 6 u for each of its two rotations and 3 u for its differences: less than 90 u S. All is below 256 u S =
// 2^-45 S.
//
// In floats, with centres c of b and c' of a, whose coordinates are at most 1 + 2^-20: entries of k M lose
// 2^-24 of themselves and so does each of three products and sums, 2^-24 (4 sqrt 3) k in all; t loses 2^-24
// |t|, and the sum with it 2^-24 (sqrt 3 k + |t|). A side, centre less half length, loses 2^-24 (2 sqrt 3 k +
// |t| + pad), one of a 2^-24: in all 2^-24 (1 + 13 k + 3 |t| + pad). In the frame of b, with numbers
// multiplied by k: c' - t errs by 2^-24 (2 |t| + 1) in each coordinate, 2^-24 (2 |t| + sqrt 3) turned;
// entries, products and sums by 4 x 2^-24 (sqrt 3 + |t|); a side of a by 2^-24 (2 sqrt 3 + |t|) and one of b
// by 2^-24 (k + pad): in all 2^-24 (k + 13 + 7 |t| + pad), and M^T is the inverse up to 2^-44. 2^-20 (1 + k +
// |t|) is more than either, and pad_up() more than pad by more than what it loses. Half lengths are sums of
// products of positive numbers and lose less than 6 x 2^-24 of themselves: 2^-20 is in each entry, and 2^-22
// k for what M itself lost.
static bool make_turned(ti_wide_walk* walk, double within)
{
    const ti_wide_body *a = walk->a, *b = walk->b;
    double scale = a->frame.scale, ratio = scale / b->frame.scale, inverse = b->frame.scale / scale;
    ti_mat3 turn_b = rotation_of(b), back_a = m3_transposed(&a->rotation);
    ti_mat3 map = m3_product(&back_a, &turn_b), back = m3_transposed(&map);
    toi_vec3 between = v3_sub(position_of(b), a->position);
    toi_vec3 origin = m3_apply(&back_a, v3_add(m3_apply(&turn_b, b->frame.origin), between));
    toi_vec3 shift = v3_scale(scale, v3_sub(origin, a->frame.origin));
    double pad = 0x1p-20 * (1.0 + ratio + v3_norm1(shift)) +
                 0x1p-45 * (magnitude_of(a, scale) + magnitude_of(b, scale)) + reach(scale, within);
    walk->pad = walk->pad_b = HUGE_VALF;
    if (!(pad <= LARGEST)) {
        return false;
    }
    walk->pad = pad_up(pad);
    to_floats(shift, walk->shift);
    set_turn(&map, ratio, walk->map, walk->size);
    if (pad * inverse <= LARGEST) {
        walk->pad_b = pad_up(pad * inverse);
        set_turn(&back, inverse, walk->back, walk->size_back);
    }
    return true;
}

// The first of the two is rigid where one is, and else the larger one: floats hold numbers of the smaller one
// well.
bool ti_wide_walk_make(const ti_wide_body* a, const ti_wide_body* b, double within, ti_wide_walk* walk)
{
    bool rigid_a = a->lanes != NULL, rigid_b = b->lanes != NULL;
    bool swap = rigid_a == rigid_b ? b->frame.scale < a->frame.scale : rigid_b;
    *walk = (ti_wide_walk){.a = swap ? b : a, .b = swap ? a : b, .swapped = swap};
    walk->turned = rigid_a || rigid_b;
    return walk->turned ? make_turned(walk, within) : make_aligned(walk, within);
}

// Posed doubles of a rigid body are as far apart as the points of its mesh, but for 88 u of the magnitudes
// (see make_turned). Where there is a padding, adding it errs by 2^-24 (1 + pad).
void ti_wide_walk_self(const ti_wide_body* body, const uint32_t* weld, double within, ti_wide_walk* walk)
{
    double scale = body->frame.scale;
    double pad = (body->lanes ? 0x1p-45 * magnitude_of(body, scale) : 0.0) + reach(scale, within);
    *walk = (ti_wide_walk){.a = body, .b = body, .self = true, .weld = weld};
    set_aligned(walk, 1.0, (toi_vec3){0.0, 0.0, 0.0}, pad == 0.0 ? 0.0 : pad + 0x1p-22);
}

static bool go(const ti_wide_walk* walk, ti_node_pair* stack, uint32_t* count, bool once,
               ti_pair_list* candidates, bool avx2)
{
    return (avx2 ? ti_wide_go_avx2 : ti_wide_go_plain)(walk, stack, count, once, candidates);
}

static bool go_down(const ti_wide_walk* walk, ti_node_pair from, ti_pair_list* candidates, bool avx2)
{
    ti_node_pair stack[TI_WIDE_STACK];
    uint32_t count = 1;
    stack[0] = from;
    return go(walk, stack, &count, false, candidates, avx2);
}

bool ti_wide_walk_find_with(const ti_wide_walk* walk, ti_pair_list* candidates, bool avx2)
{
    return go_down(walk, (ti_node_pair){0, 0}, candidates, avx2);
}

bool ti_wide_walk_find(const ti_wide_walk* walk, ti_pair_list* candidates)
{
    return go_down(walk, (ti_node_pair){0, 0}, candidates, ti_cpu_has_avx2());
}

bool ti_wide_walk_part(const ti_wide_walk* walk, ti_node_pair part, ti_pair_list* candidates)
{
    return go_down(walk, part, candidates, ti_cpu_has_avx2());
}

// ---- parts

// Puts the pairs below each pair in its place, as long as there is room. @return how many there are then
static uint32_t cut_once(const ti_wide_walk* walk, const ti_node_pair* parts, uint32_t count,
                         ti_node_pair* made)
{
    uint32_t made_count = 0;
    for (uint32_t i = 0; i < count; ++i) {
        ti_node_pair below[TI_WIDE * TI_WIDE], part = parts[i];
        uint32_t below_count = 1;
        below[0] = part;
        bool leaves = walk->a->shape->nodes[part.a].leaf && walk->b->shape->nodes[part.b].leaf;
        if (!leaves && made_count + TI_WIDE * TI_WIDE + (count - i) <= TI_WIDE_PARTS) {
            ti_array nothing = {.data = NULL};
            ti_pair_list none = {.array = &nothing};
            go(walk, below, &below_count, true, &none, ti_cpu_has_avx2());
        }
        while (below_count > 0) { // the last first, as the walk takes them
            made[made_count++] = below[--below_count];
        }
    }
    return made_count;
}

uint32_t ti_wide_walk_cut(const ti_wide_walk* walk, ti_node_pair* parts)
{
    ti_node_pair made[TI_WIDE_PARTS];
    uint32_t count = 1;
    parts[0] = (ti_node_pair){0, 0};
    for (int level = 0; level < 2 * TI_WIDE_DEPTH && count > 0 && count < TI_WIDE_PARTS / 8; ++level) {
        count = cut_once(walk, parts, count, made);
        TI_ASSERT(count <= TI_WIDE_PARTS);
        for (uint32_t i = 0; i < count; ++i) {
            parts[i] = made[i];
        }
    }
    return count;
}
