// Both ways to the intervals of two boxes: the shipped solver, and the route of the paper.

#ifndef TOI_TESTS_BOX_PAPER_SUPPORT_H
#define TOI_TESTS_BOX_PAPER_SUPPORT_H

#include "box_support.h"
#include "narrow/boxes/paper.h"

typedef struct box_paper {
    ti_paper_span spans[BOX_ROOM];
    ti_paper_search search;
    ti_box_span shipped[BOX_ROOM]; // the spans as the shipped solver gives them
} box_paper;

// The limit is that of `to`: 0 for the default.
static inline void box_paper_solve(const box_body* a, const box_body* b, box_paper* to)
{
    ti_arena arena;
    ti_arena_init(&arena, NULL, 0);
    ti_polys p = {.arena = &arena, .plain = !ti_cpu_has_avx2()};
    to->search.spans = to->spans;
    to->search.capacity = BOX_ROOM;
    const ti_moving_box boxes[2] = {box_moving(a), box_moving(b)};
    assert_true(ti_box_paper(&p, &boxes[0], &boxes[1], &to->search));
    const ti_paper_counts* c = &to->search.counts;
    assert_true(to->search.count <= BOX_ROOM);
    assert_true(to->search.undecided || c->intervals == c->outside + c->dropped + c->left);
    for (uint32_t i = 0; i < to->search.count; ++i) {
        to->shipped[i] = ti_paper_as_span(&to->spans[i]);
    }
    ti_arena_destroy(&arena);
}

typedef struct box_shipped {
    ti_box_span spans[BOX_ROOM];
    uint32_t count;
} box_shipped;

static inline void box_shipped_solve(const box_body* a, const box_body* b, box_shipped* to)
{
    ti_box_search search = {0};
    box_solve(a, b, false, to->spans, &search);
    to->count = search.count;
}

// ---- random motions

typedef struct random_body {
    toi_quat rotation[8];
    toi_vec3 translation[8];
    double weights[8];
    box_body body;
} random_body;

static inline double box_any(test_random* random)
{
    return random_between(random, -1.0, 1.0);
}

static inline toi_vec3 box_any_vec(test_random* random)
{
    return random_point(random, 1.0);
}

static inline toi_quat box_any_quat(test_random* random)
{
    return random_coefficients(random, 1.0);
}

// Of the degrees given, from one side of the origin to the other.
static inline void random_box_body(test_random* random, uint32_t d, uint32_t m, bool rational, random_body* r)
{
    toi_quat q = box_any_quat(random);
    double most = d > 0 ? 0.45 * sqrt(q_norm2(q)) : 0.0; // so that q does not vanish
    for (uint32_t k = 0; k <= d; ++k) {
        toi_quat aside = box_any_quat(random);
        r->rotation[k] = (toi_quat){q.w + most * aside.w, q.x + most * aside.x, q.y + most * aside.y,
                                    q.z + most * aside.z};
    }
    toi_vec3 way = box_any_vec(random);
    way = v3_scale(CURVE_SCALE / v3_length(way), way);
    for (uint32_t k = 0; k <= m; ++k) {
        double s = m > 0 ? 1.0 - 2.0 * k / m : 0.0;
        toi_vec3 aside = v3_scale(m > 0 ? 2.0 : 1.0, box_any_vec(random));
        r->translation[k] = v3_madd(aside, s, way);
        r->weights[k] = random_between(random, 0.5, 1.5);
    }
    r->body.motion = (toi_rational){.rotation = r->rotation,
                                    .rotation_count = d + 1,
                                    .translation = r->translation,
                                    .weights = rational ? r->weights : NULL,
                                    .translation_count = m + 1};
    toi_vec3 half = box_any_vec(random); // from 0.1 to 0.8
    r->body.offset = (toi_vec3){0.0, 0.0, 0.0};
    r->body.half = (toi_vec3){0.45 + 0.35 * half.x, 0.45 + 0.35 * half.y, 0.45 + 0.35 * half.z};
}

#endif
