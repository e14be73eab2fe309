// Lists of float boxes of many kinds, and brute force over them.

#ifndef TOI_TESTS_JOIN_SUPPORT_H
#define TOI_TESTS_JOIN_SUPPORT_H

#include "random_point.h"

#include "bvh/join.h"

typedef enum box_kind {
    BOXES_EQUAL,     // of one size, anywhere
    BOXES_CLUSTERED, // most in a few places, a few far away
    BOXES_MIXED,     // of sizes that differ by a factor of up to 2^20
    BOXES_IDENTICAL,
    BOXES_GRID, // whole coordinates, so that many touch
    BOXES_POINTS,
    BOXES_SLIVERS,  // long ones along each axis
    BOXES_INFINITE, // some without an end
    BOXES_NESTED,   // each in the next one, of half the size
    BOXES_SHEET,    // of the faces of a sheet in order, so that neighbours stand together
    BOXES_STRIPS,   // the same with gaps
    BOX_KINDS,
} box_kind;

static inline void set_sides(ti_float_box* box, toi_vec3 lower, toi_vec3 upper)
{
    box->lower[0] = (float)lower.x;
    box->lower[1] = (float)lower.y;
    box->lower[2] = (float)lower.z;
    box->minus_upper[0] = -(float)upper.x;
    box->minus_upper[1] = -(float)upper.y;
    box->minus_upper[2] = -(float)upper.z;
}

// A place on a sheet of rows of 32 that is not flat; each box reaches its neighbours.
static inline toi_vec3 sheet_at(uint32_t i, test_random* random)
{
    double x = i % 32 / 16.0 - 1.0, y = i / 32 / 12.0 - 1.0;
    return (toi_vec3){x, y, 0.3 * x * y + 0.01 * random_unit(random)};
}

static inline toi_vec3 half_of_kind(box_kind kind, uint32_t i, toi_vec3 p, test_random* random)
{
    double grow = random_between(random, 0.0, 1.0);
    switch (kind) {
    case BOXES_MIXED:
        return v3_scale(ldexp(1.0, -(int)(20.0 * grow)), (toi_vec3){0.5, 0.5, 0.5});
    case BOXES_SLIVERS:
        return (toi_vec3){i % 3 == 0 ? 1.0 : 1e-3, i % 3 == 1 ? 1.0 : 1e-3, i % 3 == 2 ? 1.0 : 1e-3};
    case BOXES_NESTED: {
        double size = fabs(p.x) + fabs(p.y) + fabs(p.z);
        return (toi_vec3){1.1 * size, 1.2 * size, 1.3 * size};
    }
    case BOXES_POINTS:
        return (toi_vec3){0.0, 0.0, 0.0};
    default:
        return (toi_vec3){0.05, 0.05, 0.05};
    }
}

static inline void make_box(box_kind kind, uint32_t i, test_random* random, ti_float_box* box)
{
    toi_vec3 p = random_point(random, 1.0), half = half_of_kind(kind, i, p, random);
    if (kind == BOXES_CLUSTERED) {
        double shrink = i % 17 == 0 ? 1.0 : 1e-6;
        half = v3_scale(shrink, half);
        p = v3_madd((toi_vec3){0.5 * (i % 3), 0.0, 0.25 * (i % 2)}, shrink, p);
    } else if (kind == BOXES_SHEET || kind == BOXES_STRIPS) {
        p = sheet_at(kind == BOXES_SHEET ? i : i + i / 11 * 20, random);
    } else if (kind == BOXES_IDENTICAL) {
        p = (toi_vec3){1.0, 2.0, 3.0};
    } else if (kind == BOXES_GRID || kind == BOXES_POINTS) {
        p = (toi_vec3){floor(6.0 * p.x), floor(6.0 * p.y), floor(3.0 * p.z)};
        half = kind == BOXES_GRID ? (toi_vec3){0.5, 0.5, 0.5} : half;
    } else if (kind == BOXES_NESTED) {
        p = v3_scale(ldexp(1.0, -(int)(i % 100)), p);
        half = v3_scale(ldexp(1.0, -(int)(i % 100)), half);
    }
    set_sides(box, v3_sub(p, half), v3_add(p, half));
    if (kind == BOXES_INFINITE && i % 11 == 3) {
        box->lower[i % 3] = -(float)HUGE_VAL;
        box->minus_upper[i % 2] = -(float)HUGE_VAL;
    }
}

// Items are numbers below `count` in another order than the boxes.
static inline void make_boxes(box_kind kind, uint32_t count, test_random* random, ti_float_box* boxes)
{
    for (uint32_t i = 0; i < count; ++i) {
        make_box(kind, i, random, &boxes[i]);
        boxes[i].item = (uint32_t)(((uint64_t)i * 7919 + 13) % count);
        boxes[i].unused = 0;
    }
}

static inline bool float_boxes_meet(const ti_float_box* a, const ti_float_box* b)
{
    for (int k = 0; k < 3; ++k) {
        if (a->lower[k] > -b->minus_upper[k] || b->lower[k] > -a->minus_upper[k]) {
            return false;
        }
    }
    return true;
}

static inline int compare_pairs(const void* left, const void* right)
{
    const ti_face_pair *p = left, *q = right;
    return p->a != q->a ? (p->a < q->a ? -1 : 1) : p->b != q->b ? (p->b < q->b ? -1 : 1) : 0;
}

static inline void push_pair(ti_array* pairs, uint32_t a, uint32_t b)
{
    ti_face_pair* pair = ti_array_push(pairs);
    assert_non_null(pair);
    *pair = (ti_face_pair){a, b};
}

static inline void sort_pairs(ti_array* pairs)
{
    if (pairs->count > 1) {
        qsort(pairs->data, pairs->count, sizeof(ti_face_pair), compare_pairs);
    }
}

static inline void assert_same_pairs(const ti_array* found, const ti_array* expected)
{
    assert_int_equal(found->count, expected->count);
    if (expected->count > 0) {
        assert_memory_equal(found->data, expected->data, expected->count * sizeof(ti_face_pair));
    }
}

#endif
