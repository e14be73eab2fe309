// One body of a stage: the certified method, and the one that takes every pair where it does not answer.

#include "world/trace.h"

// `stop` is left as it is: this is asked for every body, and the reach tells the stop of the one that counts.
static void take_reach(ti_leg* leg)
{
    const ti_reach* reach = &leg->reach;
    leg->meets = reach->outcome == TI_REACH_MEETS;
    leg->stops = reach->outcome == TI_REACH_STOP;
    leg->order = reach->order;
    leg->start = TOI_START_FREE;
    leg->by_reach = true;
    leg->kept = reach->kept;
    leg->separation = reach->separation;
    leg->rounding = reach->rounding;
    leg->depth = 0.0;
    leg->steps = reach->steps;
    leg->nodes = reach->nodes;
    leg->leaves = reach->leaves;
}

// Where neither method answers, the one that got farther says so.
static toi_status ask_another(const ti_trace* trace, const ti_mover* mover, const ti_still* still,
                              const ti_reach* reach, ti_leg* leg)
{
    toi_status status = ti_leg_general(trace, mover, still, leg);
    if (status == TOI_OK && reach->outcome == TI_REACH_STUCK && leg->stops &&
        leg->stop.answer == TOI_ANSWER_UNDECIDED && leg->order < reach->order) {
        leg->reach = *reach;
        take_reach(leg);
        leg->stops = true;
    }
    return status;
}

toi_status ti_leg_apart(const ti_trace* trace, const ti_mover* mover, const ti_still* still, double best,
                        ti_leg* leg)
{
    ti_reach* reach = &leg->reach;
    ti_trace_pair(mover, still, &trace->terms, best, reach);
    if (reach->outcome == TI_REACH_OTHER || reach->outcome == TI_REACH_STUCK) {
        const ti_reach asked = *reach;
        return ask_another(trace, mover, still, &asked, leg);
    }
    take_reach(leg);
    return TOI_OK;
}

void ti_leg_settle(const ti_mover* mover, const ti_still* still, ti_leg* leg)
{
    if (leg->by_reach) {
        ti_trace_stop(mover, still, &leg->reach, &leg->stop);
        leg->by_reach = false;
        leg->nodes = leg->stop.work.nodes;
        leg->leaves = leg->stop.work.leaves;
    }
}
