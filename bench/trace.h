// Queries for traces: a mover, a body that stands still, and what the answer should be.

#ifndef TI_BENCH_TRACE_H
#define TI_BENCH_TRACE_H

#include "bench/measure.h"

#include "toi/trace.h"

// What is asked of a case, as bits of its `methods`. Where it is not a trace the mover stands still.
typedef enum ti_trace_ask {
    TI_ASK_TRACE = 1,    // toi_trace over the motion of A
    TI_ASK_CONTENTS = 2, // toi_stage_start, which answers how the bodies stand
    TI_ASK_TOUCHES = 4,  // toi_stage_touches
} ti_trace_ask;

// The lengths that the queries of a run ask for.
typedef struct ti_trace_lengths {
    double separation, tolerance, within;
} ti_trace_lengths;

// What answers the queries of a row.
typedef struct ti_trace_asked {
    toi_stage* stage;
    toi_trace_def def;
    uint32_t sides; // of the faces of both bodies
    double within;  // of touches
    double gap;     // of the nearest of the last touches
} ti_trace_asked;

// A stage of the body that stands still; the caller destroys it. Ends the program where it is refused.
toi_stage* ti_trace_stage(const ti_case* query, uint32_t sides);

// toi_trace over the motion of A. `context` is a ti_trace_asked; so it is of the others.
ti_answered ti_ask_trace(const ti_case* query, void* context);

// How A stands. Contact: the bodies overlap or touch.
ti_answered ti_ask_contents(const ti_case* query, void* context);

// The touches of A. Contact: there are some; their number counts as leaves. `gap` is of the nearest.
ti_answered ti_ask_touches(const ti_case* query, void* context);

// Adds all classes: a box on a cube, and a box and a point on levels of 98 to 10,082 triangles.
void ti_cases_add_trace(ti_case_list* list, const ti_trace_lengths* lengths);

// An uneven floor of n x n cells of 32 units, heights from 0 to 8, two triangles a cell, around the z axis.
const toi_mesh* ti_trace_level(ti_case_list* list, uint32_t n);

// Rooms of 32-unit bricks, walled all around, with pillars, doors and steps: its faces look inwards.
const toi_mesh* ti_trace_rooms(ti_case_list* list);

// Asks toi_first_contact, which is other code, what the answer is. Sets truth, which is contact where a mover
// must stop, overlaps or has touches. Of a trace also `time`, before which it does not stop (0 where the
// bodies begin nearer than it would stop), and `time_high`, after which it must not: when the bodies are
// certainly nearer than the separation. Of touches `time` is the distance of the bodies.
void ti_trace_find_truth(ti_case* query, const ti_trace_lengths* lengths);

#endif
