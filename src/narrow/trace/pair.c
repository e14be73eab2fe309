// One pair of bodies: which method, which pieces.

#include "narrow/trace/trace.h"

void ti_trace_pair(const ti_mover* mover, const ti_still* still, const ti_pair_terms* terms, double best,
                   ti_reach* reach)
{
    (void)mover;
    (void)still;
    (void)terms;
    (void)best;
    *reach = (ti_reach){.outcome = TI_REACH_OTHER};
}
