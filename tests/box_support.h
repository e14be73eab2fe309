// Two boxes: the shipped solver, random boxes on rational and affine motions, and whether intervals are
// right.

#ifndef TOI_TESTS_BOX_SUPPORT_H
#define TOI_TESTS_BOX_SUPPORT_H

#include "core/arena.h"
#include "core/cpu.h"
#include "narrow/boxes/sharpen.h"
#include "random_curves.h"
#include "support/box_oracle.h"

enum { BOX_ROOM = 64 };

static const toi_quat box_no_turn[] = {{1.0, 0.0, 0.0, 0.0}};
static const toi_vec3 box_origin[] = {{0.0, 0.0, 0.0}};

static inline box_body box_resting(toi_vec3 half)
{
    return (box_body){.motion = {.rotation = box_no_turn,
                                 .rotation_count = 1,
                                 .translation = box_origin,
                                 .translation_count = 1},
                      .half = half};
}

static inline ti_moving_box box_moving(const box_body* b)
{
    return (ti_moving_box){.motion = b->motion, .half = b->half, .offset = b->offset};
}

// By the kernels for machines without AVX2 where `plain`.
static inline void box_solve(const box_body* a, const box_body* b, bool plain, ti_box_span spans[BOX_ROOM],
                             ti_box_search* search)
{
    ti_arena arena;
    ti_arena_init(&arena, NULL, 0);
    ti_polys p = {.arena = &arena, .plain = plain || !ti_cpu_has_avx2()};
    const ti_moving_box boxes[2] = {box_moving(a), box_moving(b)};
    ti_box_frame frames[2] = {ti_box_frame_rational(&p, &boxes[0], 0.0, 1.0),
                              ti_box_frame_rational(&p, &boxes[1], 0.0, 1.0)};
    ti_box_system system;
    assert_true(ti_box_system_make(&p, &frames[0], &frames[1], &system));
    search->plain = plain;
    search->spans = spans;
    search->capacity = BOX_ROOM;
    assert_true(ti_box_solve(&arena, &system, search));
    assert_true(search->count <= BOX_ROOM);
    for (uint32_t i = 0; i < search->count; ++i) {
        assert_true(ti_box_sharpen(&p, &boxes[0], &boxes[1], 1e-13, &spans[i]));
    }
    ti_arena_destroy(&arena);
}

typedef struct random_box {
    random_curves curves;
    box_body body;
} random_box;

// Some are flat, and some are beside the origin of their body.
static inline void random_box_make(test_random* random, const random_curves_def* def, random_box* r)
{
    r->body.motion = random_curve(random, def, &r->curves);
    r->body.half = random_between_vec(random, 0.1, 0.8);
    if (random_below(random, 8) == 0) {
        r->body.half.z = 0.0;
    }
    r->body.offset = random_bell_vec(random, random_below(random, 2) == 0 ? 0.0 : 1.0);
}

static inline bool box_within(const ti_box_span* spans, uint32_t count, double t)
{
    for (uint32_t i = 0; i < count; ++i) {
        if (t >= spans[i].enter && t <= spans[i].exit) {
            return true;
        }
    }
    return false;
}

// What an event may be apart: a hundred-billionth of the way.
#define BOX_NEAR (1e-11 * CURVE_SCALE)

// @return how far the boxes are apart at an event, at most
static inline double box_judge(const box_body* a, const box_body* b, const ti_box_span* spans, uint32_t count,
                               int samples)
{
    double worst = 0.0;
    for (int i = 0; i <= samples; ++i) {
        double t = (double)i / samples;
        box_real apart = box_separation(a, b, (box_real)t);
        bool in = box_within(spans, count, t);
        assert_true(in || apart > 0.0L);                // never missed
        assert_true(!in || apart < (box_real)BOX_NEAR); // never made up
    }
    for (uint32_t i = 0; i < 2 * count; ++i) {
        double t = i % 2 == 0 ? spans[i / 2].enter : spans[i / 2].exit;
        if (t > 0.0 && t < 1.0) {
            double apart = (double)box_separation(a, b, (box_real)t);
            assert_true(apart > -1e-17 && apart < BOX_NEAR);
            worst = fmax(worst, apart);
        }
    }
    return worst;
}

#endif
