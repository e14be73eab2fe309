// What tests of the engine of traces share: a pair asked of both builds of its kernels.

#ifndef TOI_TESTS_TRACE_SUPPORT_H
#define TOI_TESTS_TRACE_SUPPORT_H

#include "core/cpu.h"
#include "hand.h"
#include "narrow/trace/trace.h"

static inline toi_placed place(const toi_mesh* mesh, double x, double y, double z)
{
    return (toi_placed){.mesh = mesh, .pose = pose_at(x, y, z), .sides = 2};
}

static inline void assert_same_reach(const ti_reach* a, const ti_reach* b)
{
    assert_int_equal(a->outcome, b->outcome);
    assert_int_equal(a->steps, b->steps);
    assert_memory_equal(&a->order, &b->order, sizeof a->order);
    assert_memory_equal(&a->kept, &b->kept, sizeof a->kept);
    assert_memory_equal(&a->gap, &b->gap, sizeof a->gap);
    assert_memory_equal(&a->local, &b->local, sizeof a->local);
    assert_memory_equal(&a->normal, &b->normal, sizeof a->normal);
}

// Both builds of the kernels must give equal bits.
static inline ti_stop ask_reach(const toi_placed* mover, const toi_move* move, const toi_placed* body,
                                const ti_pair_terms* terms, ti_reach* reach)
{
    ti_still still;
    ti_mover moves;
    ti_reach other = {0};
    ti_stop stop = {0};
    *reach = other;
    ti_still_prepare(body, &still);
    ti_mover_prepare(mover, move, &moves);
    ti_trace_pair_with(&moves, &still, terms, moves.end, ti_cpu_has_avx2(), reach);
    ti_trace_pair_with(&moves, &still, terms, moves.end, false, &other);
    assert_same_reach(reach, &other);
    if (reach->outcome == TI_REACH_CLEAR || reach->outcome == TI_REACH_STOP ||
        reach->outcome == TI_REACH_STUCK) {
        ti_trace_stop(&moves, &still, reach, &stop);
    }
    return stop;
}

#endif
