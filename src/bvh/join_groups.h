// Groups of up to eight boxes that stand one after another and lie close together, and the pairs of boxes of
// two groups. For the kernel of the join: where neighbours in a list are neighbours in space, it joins
// groups.

#ifndef TI_BVH_JOIN_GROUPS_H
#define TI_BVH_JOIN_GROUPS_H

#include "bvh/float_box.h"
#include "bvh/join_parts.h"

enum {
    GROUP_LANES = 48,      // numbers of a group, transposed
    GROUP_CORNERS = 32,    // vertices and faces of its triangles
    GROUP_SAMPLES = 256,   // boxes of a list that are looked at to see whether groups are worth it
    GROUP_FILL = 3,        // boxes of a group on average, at least, where they are
    GROUPS_FROM = 1 << 15, // pairs of boxes, at least, where they are
};

// The sides of a group are together at most this much longer than those of its boxes are on average.
static const float GROUP_SIDES = 4.0f;

struct ti_join_groups {
    const ti_float_box* a;
    const ti_float_box* b;
    const uint32_t* begin_a; // group i has the boxes begin[i] up to begin[i + 1] - 1
    const uint32_t* begin_b;
    const float* lanes_a; // GROUP_LANES for each group
    const float* lanes_b;
    const int32_t* corners; // of one list, or NULL: GROUP_CORNERS for each group, those of a corner together
};

// ---- making them

// The sum of the sides.
static inline float sides_of(ti_f8 box)
{
    ti_f8 both = box + __builtin_shufflevector(box, box, 4, 5, 6, 7, 0, 1, 2, 3);
    return -((both[0] + both[1]) + both[2]);
}

// Where the group that starts at the first box ends, and the least box around it. One without
// an end, or NaN, ends it.
static inline uint32_t end_of_group(const ti_float_box* boxes, uint32_t count, ti_f8* bounds)
{
    ti_f8 all = fb_load(&boxes[0]);
    float sum = sides_of(all);
    uint32_t most = count < 8 ? count : 8, i = 1;
    for (; i < most; ++i) {
        ti_f8 box = fb_load(&boxes[i]), larger = f8_min(box, all);
        float with = sum + sides_of(box);
        if (!(sides_of(larger) * (float)(i + 1) <= GROUP_SIDES * with && with < (float)HUGE_VAL)) {
            break;
        }
        all = larger;
        sum = with;
    }
    *bounds = all;
    return i;
}

static bool are_groups_worth(const ti_float_box* boxes, uint32_t count)
{
    uint32_t groups = 0, most = count < GROUP_SAMPLES ? count : GROUP_SAMPLES;
    uint32_t begin = (count - most) / 2, end = begin + most;
    for (; begin < end; ++groups) {
        ti_f8 bounds;
        begin += end_of_group(boxes + begin, end - begin, &bounds);
    }
    return groups * GROUP_FILL <= most;
}

// The boxes of groups, where they begin, and one more for the end of the last one. Returns how many.
static uint32_t find_groups(const ti_float_box* boxes, uint32_t count, ti_float_box* out, uint32_t* begin)
{
    uint32_t groups = 0, at = 0;
    for (; at < count; ++groups) {
        ti_f8 bounds;
        begin[groups] = at;
        at += end_of_group(boxes + at, count - at, &bounds);
        fb_store(&out[groups], bounds);
        out[groups].item = groups;
    }
    begin[groups] = at;
    return groups;
}

// Lanes that are not of the group have what comes after it, or NaN.
static void transpose_groups(const ti_float_box* boxes, const uint32_t* begin, uint32_t groups, float* lanes)
{
    uint32_t count = begin[groups];
    for (uint32_t i = 0; i < groups; ++i) {
        ti_float_box rest[8];
        const ti_float_box* group = &boxes[begin[i]];
        if (count - begin[i] < 8) {
            fb_copy_rest(group, count - begin[i], rest);
            group = rest;
        }
        fb_transpose(group, lanes + GROUP_LANES * (size_t)i, 8);
    }
}

static void make_corners(const ti_float_box* boxes, const uint32_t* begin, uint32_t groups,
                         const ti_triangle* triangles, int32_t* corners)
{
    for (uint32_t i = 0; i < groups; ++i) {
        for (uint32_t k = begin[i]; k < begin[i + 1]; ++k) {
            int32_t* lane = corners + GROUP_CORNERS * (size_t)i + (k - begin[i]);
            const ti_triangle* t = &triangles[boxes[k].item];
            lane[0] = (int32_t)t->vertex[0];
            lane[8] = (int32_t)t->vertex[1];
            lane[16] = (int32_t)t->vertex[2];
            lane[24] = (int32_t)t->face;
        }
    }
}

// The groups of a list.
typedef struct group_list {
    ti_float_box* boxes;
    uint32_t* begin;
    float* lanes;
    uint32_t count;
} group_list;

static bool make_groups(const ti_float_box* boxes, uint32_t count, ti_arena* arena, group_list* l)
{
    l->boxes = ti_arena_allocate(arena, count, sizeof *l->boxes);
    l->begin = ti_arena_allocate(arena, (size_t)count + 1, sizeof *l->begin);
    if (l->boxes == NULL || l->begin == NULL) {
        return false;
    }
    l->count = find_groups(boxes, count, l->boxes, l->begin);
    l->lanes = ti_arena_allocate(arena, l->count, GROUP_LANES * sizeof *l->lanes);
    if (l->lanes == NULL) {
        return false;
    }
    transpose_groups(boxes, l->begin, l->count, l->lanes);
    return true;
}

// Puts groups in the place of the boxes of a part. @return false without memory
static bool group_part(const ti_join* join, ti_arena* arena, ti_join_part* part)
{
    group_list a, b;
    ti_join_groups* g = ti_arena_allocate(arena, 1, sizeof *g);
    if (g == NULL || !make_groups(join->a, join->count_a, arena, &a)) {
        return false;
    }
    b = a;
    if (join->b != NULL && !make_groups(join->b, join->count_b, arena, &b)) {
        return false;
    }
    int32_t* corners = NULL;
    if (join->triangles != NULL) {
        corners = ti_arena_allocate(arena, a.count, GROUP_CORNERS * sizeof *corners);
        if (corners == NULL) {
            return false;
        }
        make_corners(join->a, a.begin, a.count, join->triangles, corners);
    }
    *g = (ti_join_groups){join->a, join->b != NULL ? join->b : join->a, a.begin, b.begin, a.lanes, b.lanes,
                          corners};
    part->a = a.boxes;
    part->b = join->b != NULL ? b.boxes : NULL;
    part->count_a = a.count;
    part->count_b = join->b != NULL ? b.count : 0;
    part->groups = g;
    return true;
}

// ---- pairs of boxes of two groups

// The lanes whose triangles share a vertex or a face with one.
static inline unsigned neighbors_of(const ti_triangle* t, const int32_t* corners)
{
    ti_m8 v[4], same = {0};
    memcpy(v, corners, sizeof v);
    for (int k = 0; k < 3; ++k) {
        int32_t c = (int32_t)t->vertex[k];
        ti_m8 corner = {c, c, c, c, c, c, c, c};
        same |= (ti_m8)(v[0] == corner) | (ti_m8)(v[1] == corner) | (ti_m8)(v[2] == corner);
    }
    int32_t f = (int32_t)t->face;
    ti_m8 face = {f, f, f, f, f, f, f, f};
    return (unsigned)m8_bits(same | (ti_m8)(v[3] == face));
}

// Appends the pairs of a group of a and one of b, whose box is given.
static bool look_groups(const ti_join* join, const ti_join_groups* g, uint32_t group_a,
                        const ti_float_box* group_b, ti_pair_list* pairs)
{
    if (!ti_pair_list_reserve(pairs, 64)) {
        return false;
    }
    ti_face_pair* out = (ti_face_pair*)pairs->array->data + pairs->array->count;
    size_t a = group_a, b = group_b->item, found = 0;
    const ti_float_box *of_a = &g->a[g->begin_a[a]], *of_b = &g->b[g->begin_b[b]];
    const float* lanes = g->lanes_b + GROUP_LANES * b;
    unsigned some_a = (1U << (g->begin_a[a + 1] - g->begin_a[a])) - 1U;
    unsigned some_b = (1U << (g->begin_b[b + 1] - g->begin_b[b])) - 1U;
    bool own = join->b == NULL, same = own && a == b;
    for (unsigned rows = fb_meet(group_b, g->lanes_a + GROUP_LANES * a, 8) & some_a; rows != 0;
         rows &= rows - 1) {
        unsigned i = (unsigned)__builtin_ctz(rows);
        const ti_float_box* row = &of_a[i];
        unsigned hits = fb_meet(row, lanes, 8) & (same ? some_b & ~1U << i : some_b);
        if (hits != 0 && g->corners != NULL) {
            hits &= ~neighbors_of(&join->triangles[row->item], g->corners + GROUP_CORNERS * b);
        }
        for (; hits != 0; hits &= hits - 1) {
            uint32_t p = row->item, q = of_b[__builtin_ctz(hits)].item;
            out[found++] = own && q < p ? (ti_face_pair){q, p} : (ti_face_pair){p, q};
        }
    }
    pairs->array->count += found;
    return true;
}

#endif
