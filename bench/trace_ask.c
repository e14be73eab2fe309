// Asks one query of a trace.

#include "bench/trace.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static toi_placed mover_of(const ti_case* query, const ti_trace_asked* with)
{
    return (toi_placed){query->a.mesh, query->a.motion.pose, with->sides};
}

static void check_status(const ti_case* query, toi_status status)
{
    if (status != TOI_OK) {
        fprintf(stderr, "toi_bench_trace: %s %s is refused\n", query->scene, query->name);
        exit(3);
    }
}

toi_stage* ti_trace_stage(const ti_case* query, uint32_t sides)
{
    toi_placed still = {query->b.mesh, query->b.motion.pose, sides};
    toi_stage* stage = NULL;
    check_status(query, toi_stage_create(&still, 1, NULL, &stage, NULL));
    return stage;
}

ti_answered ti_ask_trace(const ti_case* query, void* context)
{
    const ti_trace_asked* with = context;
    const toi_motion* m = &query->a.motion;
    toi_move move = {.by = m->by, .point = m->point, .axis = m->axis, .angle = m->angle};
    move.kind = m->kind == TOI_MOTION_ROTATION ? TOI_MOVE_ROTATION : TOI_MOVE_TRANSLATION;
    toi_placed mover = mover_of(query, with);
    toi_trace_result r = {0};
    check_status(query, toi_trace(with->stage, &mover, &move, &with->def, &r));
    return (ti_answered){r.answer, r.fraction, r.work.steps, r.work.nodes, r.work.leaves};
}

ti_answered ti_ask_contents(const ti_case* query, void* context)
{
    const ti_trace_asked* with = context;
    toi_placed mover = mover_of(query, with);
    toi_start start = TOI_START_UNKNOWN;
    check_status(query, toi_stage_start(with->stage, &mover, &with->def, &start));
    toi_answer answer = start == TOI_START_FREE ? TOI_ANSWER_CLEAR : TOI_ANSWER_CONTACT;
    return (ti_answered){answer, 0.0, 0.0, 0.0, 0.0};
}

enum { TOUCHES = 64 };

ti_answered ti_ask_touches(const ti_case* query, void* context)
{
    ti_trace_asked* with = context;
    toi_placed mover = mover_of(query, with);
    toi_touch items[TOUCHES];
    toi_touches touches = {items, TOUCHES, 0};
    check_status(query, toi_stage_touches(with->stage, &mover, with->within, &with->def, &touches));
    with->gap = HUGE_VAL;
    for (uint32_t i = 0; i < touches.count && i < TOUCHES; ++i) {
        with->gap = fmin(with->gap, items[i].gap);
    }
    toi_answer answer = touches.count > 0 ? TOI_ANSWER_CONTACT : TOI_ANSWER_CLEAR;
    return (ti_answered){answer, 0.0, 0.0, 0.0, touches.count};
}
