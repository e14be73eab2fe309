// All pairs of boxes of a part, eight at a time. For the kernel of the join.

#ifndef TI_BVH_JOIN_PAIRS_H
#define TI_BVH_JOIN_PAIRS_H

#include "bvh/join_groups.h"

enum { CHUNK = 256 }; // boxes in lanes at a time

typedef struct lanes {
    float side[6][CHUNK];
    const ti_float_box* boxes;
    uint32_t count; // a lane beyond it is a NaN, which meets nothing
} lanes;

static void fill_lanes(lanes* l, const ti_float_box* boxes, uint32_t count)
{
    uint32_t whole = count & ~7U;
    l->boxes = boxes;
    l->count = count;
    for (uint32_t i = 0; i < whole; i += 8) {
        fb_transpose(boxes + i, &l->side[0][i], CHUNK);
    }
    if (whole < count) {
        ti_float_box rest[8];
        fb_copy_rest(boxes + whole, count - whole, rest);
        fb_transpose(rest, &l->side[0][whole], CHUNK);
    }
}

// Whether the largest of the lower corners is in the cell, given where that begins. It is below its end as
// all lower corners in its lists are.
static inline bool owns(ti_q4 begin, const ti_float_box* a, const ti_float_box* b)
{
    ti_q4 corner = q4_max(q4_load(a->lower), q4_load(b->lower));
    return (i4_bits((ti_i4)(corner >= begin)) & 7) == 7;
}

static inline ti_i4 load_triangle(const ti_triangle* triangle)
{
    ti_i4 v;
    memcpy(&v, triangle, sizeof v);
    return v;
}

// Whether two triangles share a vertex or a face.
static inline bool are_neighbors(const ti_triangle* a, const ti_triangle* b)
{
    ti_i4 p = load_triangle(a), q = load_triangle(b);
    ti_i4 turned = __builtin_shufflevector(q, q, 1, 2, 0, 3),
          back = __builtin_shufflevector(q, q, 2, 0, 1, 3);
    return i4_bits((ti_i4)(p == q) | (ti_i4)(p == turned) | (ti_i4)(p == back)) != 0;
}

// A box against all lanes.
typedef struct row {
    const ti_join* join;
    const ti_join_groups* groups; // what boxes are of, or NULL
    const ti_float_box* box;
    ti_q4 begin;   // of the cell
    uint32_t from; // lanes before it are left out
    bool own;      // the lanes are of the same list
    bool swapped;  // the lanes are of the first list
} row;

// Writes the pair; 1 if it is one of this part.
static inline size_t put_pair(const row* r, const ti_float_box* other, ti_face_pair* out)
{
    uint32_t i = r->box->item, j = other->item;
    bool turned = r->own ? j < i : r->swapped;
    *out = turned ? (ti_face_pair){j, i} : (ti_face_pair){i, j};
    if (!owns(r->begin, r->box, other)) {
        return 0;
    }
    const ti_triangle* triangles = r->join->triangles;
    return triangles == NULL || !are_neighbors(&triangles[i], &triangles[j]) ? 1 : 0;
}

static inline bool look_row(const row* r, const lanes* l, ti_pair_list* pairs)
{
    if (!ti_pair_list_reserve(pairs, l->count)) {
        return false;
    }
    ti_face_pair* out = (ti_face_pair*)pairs->array->data + pairs->array->count;
    size_t found = 0;
    unsigned keep = ~0U << (r->from & 7);
    for (uint32_t at = r->from & ~7U; at < l->count; at += 8, keep = ~0U) {
        for (unsigned hits = fb_meet(r->box, &l->side[0][at], CHUNK) & keep; hits != 0; hits &= hits - 1) {
            found += put_pair(r, &l->boxes[at + (unsigned)__builtin_ctz(hits)], out + found);
        }
    }
    pairs->array->count += found;
    return true;
}

static bool look_at_groups(const row* r, const ti_float_box* other, ti_pair_list* pairs)
{
    if (!owns(r->begin, r->box, other)) {
        return true;
    }
    return r->swapped ? look_groups(r->join, r->groups, other->item, r->box, pairs)
                      : look_groups(r->join, r->groups, r->box->item, other, pairs);
}

// A group is looked at with itself too.
static inline bool look_group_row(const row* r, const lanes* l, ti_pair_list* pairs)
{
    unsigned keep = ~0U << (r->from & 7);
    for (uint32_t at = r->from & ~7U; at < l->count; at += 8, keep = ~0U) {
        for (unsigned hits = fb_meet(r->box, &l->side[0][at], CHUNK) & keep; hits != 0; hits &= hits - 1) {
            if (!look_at_groups(r, &l->boxes[at + (unsigned)__builtin_ctz(hits)], pairs)) {
                return false;
            }
        }
    }
    return true;
}

static inline bool look(const row* r, const lanes* l, ti_pair_list* pairs)
{
    return r->groups != NULL ? look_group_row(r, l, pairs) : look_row(r, l, pairs);
}

static bool pairs_of_two(const ti_join* join, const ti_join_part* p, ti_pair_list* pairs)
{
    bool swapped = p->count_a > p->count_b; // the longer list in lanes, of which the last ones are lost
    const ti_float_box* rows = swapped ? p->b : p->a;
    const ti_float_box* columns = swapped ? p->a : p->b;
    uint32_t row_count = swapped ? p->count_b : p->count_a, count = swapped ? p->count_a : p->count_b;
    row one = {.join = join, .groups = p->groups, .begin = q4_load(p->cell.lower), .swapped = swapped};
    lanes l;
    for (uint32_t begin = 0; begin < count; begin += CHUNK) {
        fill_lanes(&l, columns + begin, count - begin < CHUNK ? count - begin : CHUNK);
        for (uint32_t i = 0; i < row_count; ++i) {
            one.box = &rows[i];
            if (!look(&one, &l, pairs)) {
                return false;
            }
        }
    }
    return true;
}

static bool pairs_of_one(const ti_join* join, const ti_join_part* p, ti_pair_list* pairs)
{
    row one = {.join = join, .groups = p->groups, .begin = q4_load(p->cell.lower), .own = true};
    uint32_t skip = p->groups != NULL ? 0 : 1; // a box is no pair with itself, a group has pairs
    lanes l;
    for (uint32_t begin = 0; begin < p->count_a; begin += CHUNK) {
        fill_lanes(&l, p->a + begin, p->count_a - begin < CHUNK ? p->count_a - begin : CHUNK);
        for (uint32_t i = 0; i < begin + l.count; ++i) {
            one.box = &p->a[i];
            one.from = i < begin ? 0 : i + skip - begin;
            if (!look(&one, &l, pairs)) {
                return false;
            }
        }
    }
    return true;
}

static inline bool all_pairs(const ti_join* join, const ti_join_part* p, ti_pair_list* pairs)
{
    return p->b != NULL ? pairs_of_two(join, p, pairs) : pairs_of_one(join, p, pairs);
}

static double pair_count(const ti_join_part* p)
{
    return p->b != NULL ? (double)p->count_a * p->count_b : 0.5 * (double)p->count_a * p->count_a;
}

#endif
