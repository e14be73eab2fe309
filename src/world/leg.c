// One body of a stage: the certified method, and the one that takes every pair where it does not answer.

#include "world/trace.h"

static void take_reach(const ti_reach* reach, ti_leg* leg)
{
    *leg = (ti_leg){.meets = reach->outcome == TI_REACH_MEETS,
                    .stops = reach->outcome == TI_REACH_STOP,
                    .passed = reach->outcome == TI_REACH_LATER,
                    .order = reach->order,
                    .start = TOI_START_FREE,
                    .by_reach = true,
                    .reach = *reach,
                    .kept = reach->kept,
                    .separation = reach->separation,
                    .rounding = reach->rounding,
                    .steps = reach->steps};
}

// Where neither method answers, the one that got farther says so.
static toi_status ask_another(const ti_trace* trace, const ti_mover* mover, const ti_still* still,
                              const ti_reach* reach, ti_leg* leg)
{
    toi_status status = ti_leg_general(trace, mover, still, leg);
    if (status == TOI_OK && reach->outcome == TI_REACH_STUCK && leg->stops &&
        leg->stop.answer == TOI_ANSWER_UNDECIDED && leg->order < reach->order) {
        take_reach(reach, leg);
        leg->stops = true;
    }
    return status;
}

toi_status ti_leg_apart(const ti_trace* trace, const ti_mover* mover, const ti_still* still, double best,
                        ti_leg* leg)
{
    ti_reach reach;
    ti_trace_pair(mover, still, &trace->terms, best, &reach);
    if (reach.outcome == TI_REACH_OTHER || reach.outcome == TI_REACH_STUCK) {
        return ask_another(trace, mover, still, &reach, leg);
    }
    take_reach(&reach, leg);
    return TOI_OK;
}
