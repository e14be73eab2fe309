// A mover among a few still bodies, for tests that go case by case: what a trace answers, and the exact
// distance at its end.

#ifndef TOI_TESTS_TRACE_CASES_H
#define TOI_TESTS_TRACE_CASES_H

#include "hand.h"
#include "support/trace_first.h"
#include "support/trace_shapes.h"

#include "toi/trace.h"

enum { CASE_BODIES = 8 };

static const double case_degree = 0.017453292519943295;
static const toi_pose case_identity = TOI_POSE_IDENTITY;

typedef struct trace_case {
    gen_shape mover_shape, still_shape[CASE_BODIES];
    toi_mesh *mover, *still[CASE_BODIES];
    oracle_mesh mover_truth, still_truth[CASE_BODIES];
    te_pair pair[CASE_BODIES]; // the mover is A
    toi_placed placed[CASE_BODIES];
    uint32_t count;
    toi_stage* stage;
    double separation; // of case_trace
    uint32_t sides;    // of the mover; 0: both
} trace_case;

// The shapes are in the case.
static inline void case_add(trace_case* c, const toi_pose* pose, uint32_t sides)
{
    uint32_t i = c->count++;
    assert_true(c->count <= CASE_BODIES);
    c->placed[i] = (toi_placed){.pose = *pose, .sides = sides};
}

// Makes what case_add announced.
static inline void case_begin(trace_case* c)
{
    c->mover = gen_toi_mesh(&c->mover_shape);
    assert_non_null(c->mover);
    gen_oracle_mesh(&c->mover_shape, &c->mover_truth);
    for (uint32_t i = 0; i < c->count; ++i) {
        c->placed[i].mesh = c->still[i] = gen_toi_mesh(&c->still_shape[i]);
        assert_non_null(c->still[i]);
        gen_oracle_mesh(&c->still_shape[i], &c->still_truth[i]);
        te_pair_init(&c->pair[i], &c->mover_truth, &c->still_truth[i], c->placed[i].pose.position);
        te_pair_place(&c->pair[i], 1, &c->placed[i].pose);
    }
    assert_int_equal(toi_stage_create(c->placed, c->count, NULL, &c->stage, NULL), TOI_OK);
    c->separation = c->separation > 0.0 ? c->separation : 0.25;
}

static inline void case_end(trace_case* c)
{
    toi_stage_destroy(c->stage);
    toi_mesh_destroy(c->mover);
    oracle_mesh_release(&c->mover_truth);
    for (uint32_t i = 0; i < c->count; ++i) {
        te_pair_clear(&c->pair[i]);
        toi_mesh_destroy(c->still[i]);
        oracle_mesh_release(&c->still_truth[i]);
    }
}

// The exact gap at a pose, to the nearest body.
static inline te_gap case_gap(trace_case* c, const toi_pose* pose)
{
    te_gap nearest = {.low = HUGE_VALL, .high = HUGE_VALL};
    for (uint32_t i = 0; i < c->count; ++i) {
        te_pair_place(&c->pair[i], 0, pose);
        te_gap gap = te_pair_gap(&c->pair[i], HUGE_VALL);
        nearest = gap.high < nearest.high ? gap : nearest;
    }
    return nearest;
}

// The tolerance of case_trace, a part of the separation.
static const double case_tolerance = 1e-6;

// A trace that must be proved. Its end is free, no nearer than what it says it kept, and where it was stopped
// within tolerance of that; what it kept is the separation, or the distance at the start but for rounding.
static inline toi_trace_result case_trace(trace_case* c, const toi_pose* start, const toi_move* move)
{
    toi_placed mover = {.mesh = c->mover, .pose = *start, .sides = c->sides};
    toi_trace_def def = {.separation = c->separation, .tolerance = case_tolerance * c->separation};
    toi_trace_result r;
    assert_int_equal(toi_trace(c->stage, &mover, move, &def, &r), TOI_OK);
    assert_true(r.certified);
    assert_true(r.fraction >= 0.0 && r.fraction <= 1.0);
    assert_int_not_equal(r.answer, TOI_ANSWER_UNDECIDED);
    if (r.start != TOI_START_FREE) {
        return r;
    }
    te_gap from = case_gap(c, start), to = case_gap(c, &r.pose);
    double e = r.work.rounding, keep = fmin(c->separation, (double)from.low - 18.0 * e);
    assert_int_equal(to.relation, TE_FREE);
    assert_true(r.kept >= keep);
    assert_true(to.high >= (real)r.kept);
    if (r.answer == TOI_ANSWER_CONTACT) {
        assert_true((double)to.low <= r.kept + def.tolerance + 32.0 * e);
        assert_near(r.gap, (double)to.low, def.tolerance + 32.0 * e);
    }
    return r;
}

// When less than `level` is left, by all pairs of features; 2 where never.
static inline double case_first(trace_case* c, const toi_pose* start, const toi_move* move, double level)
{
    tf_mesh mover, still;
    double first = 2.0;
    tf_mesh_init(&mover, &c->mover_truth);
    for (uint32_t i = 0; i < c->count; ++i) {
        te_pair_place(&c->pair[i], 0, start);
        tf_mesh_init(&still, &c->still_truth[i]);
        first = fmin(first, (double)tf_first(&c->pair[i], &mover, &still, move, (real)level));
        tf_mesh_release(&still);
    }
    tf_mesh_release(&mover);
    return first;
}

#endif
