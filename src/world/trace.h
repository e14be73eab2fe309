// One mover and one still body.

#ifndef TI_WORLD_TRACE_H
#define TI_WORLD_TRACE_H

#include "data.h"
#include "narrow/trace/trace.h"

// What is asked of a pair.
typedef struct ti_trace_terms {
    toi_placed mover; // with a unit quaternion
    toi_move move;
    double separation, tolerance; // above 0
    bool solid;
    uint32_t max_steps;
} ti_trace_terms;

// By first contact with a separation: any mesh and any angle.
toi_status ti_trace_general(const ti_trace_terms* terms, const toi_placed* still,
                            const toi_allocator* allocator, ti_stop* stop);

#endif
