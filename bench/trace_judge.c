// What the answer to a trace is, by first contact, which is other code.

#include "bench/trace.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Distances are found to half of this, far above the rounding bounds of either code.
static const double SLACK = 1e-9;

static toi_result ask(const ti_case* query, double separation)
{
    const toi_query_def def = {.separation = separation, .tolerance = 0.5 * SLACK};
    toi_result r = {0};
    if (toi_first_contact(&query->a, &query->b, &def, &r) != TOI_OK) {
        fprintf(stderr, "toi_bench_trace: %s %s is refused\n", query->scene, query->name);
        exit(3);
    }
    return r;
}

static ti_truth truth_of(const toi_result* r)
{
    return r->answer == TOI_ANSWER_CONTACT ? TI_TRUTH_CONTACT : TI_TRUTH_CLEAR;
}

static void find_stop(ti_case* query, const ti_trace_lengths* lengths)
{
    // Before the first a trace has more room than it may leave; at the second it has less than it must keep.
    toi_result early = ask(query, lengths->separation + lengths->tolerance + SLACK);
    toi_result late = ask(query, lengths->separation - SLACK);
    query->time = early.t_free;
    query->time_high = late.answer == TOI_ANSWER_CONTACT ? late.t_free : 1.0;
    query->truth = truth_of(&early) == truth_of(&late) ? truth_of(&late) : TI_TRUTH_UNKNOWN;
}

void ti_trace_find_truth(ti_case* query, const ti_trace_lengths* lengths)
{
    if (query->methods == TI_ASK_TRACE) {
        find_stop(query, lengths);
        return;
    }
    toi_result r = ask(query, query->methods == TI_ASK_TOUCHES ? lengths->within : 0.0);
    query->truth = truth_of(&r);
    query->time = r.gap;
}
