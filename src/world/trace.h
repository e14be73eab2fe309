// One mover among the bodies of a stage: what the files of a trace share.

#ifndef TI_WORLD_TRACE_H
#define TI_WORLD_TRACE_H

#include "narrow/trace/trace.h"
#include "world/stage.h"

// What is asked of every body.
typedef struct ti_trace {
    const toi_trace_def* def; // never NULL
    ti_mover mover;
    uint32_t sides; // of the mover
    ti_pair_terms terms;
} ti_trace;

// How far the mover gets with one body.
typedef struct ti_leg {
    bool meets;   // at the start they touch, or are too near to tell; nothing else is known
    bool stops;   // else the whole move is free
    double order; // of the stop
    toi_start start;
    bool by_reach; // `reach` says where it stops, else `stop` does
    ti_reach reach;
    ti_stop stop;
    double kept, separation, rounding, depth; // as in toi_trace_result
    uint32_t steps, nodes, leaves;            // as in toi_work
} ti_leg;

// A place on the way by its share of the move.
double ti_mover_order_at(const ti_mover* mover, double fraction);

// The motion of a mover, and one that rests where it starts.
toi_motion ti_mover_motion(const ti_mover* mover);
toi_motion ti_rest_at(const toi_pose* pose);

// Two bodies on any motions between two times; those of the mover are its move.
typedef struct ti_encounter {
    toi_body mover, other;
    double from, to;
    double rounding; // bound that the separation is raised by
} ti_encounter;

// By first contact with a separation; `order` is not set, and the fraction is that of the time.
toi_status ti_leg_encounter(const ti_trace* trace, const ti_encounter* encounter, ti_leg* leg);

// The same with a body that stands still: any mesh and any angle.
toi_status ti_leg_general(const ti_trace* trace, const ti_mover* mover, const ti_still* still, ti_leg* leg);

// By the route of [VanWaveren05], with the exact start.
toi_status ti_leg_paper(const ti_trace* trace, const ti_still* still, ti_leg* leg);

// By the method for the pair. @param best  nothing after this place matters
toi_status ti_leg_apart(const ti_trace* trace, const ti_mover* mover, const ti_still* still, double best,
                        ti_leg* leg);

// Makes the stop of a leg that `reach` tells; its nodes and leaves grow by what that takes.
void ti_leg_settle(const ti_mover* mover, const ti_still* still, ti_leg* leg);

// What is left where ti_leg_apart says that they meet: the exact start, and whether the move leads out.
toi_status ti_leg_meeting(const ti_trace* trace, const ti_still* still, ti_leg* leg);

// Whether the mover starts in a closed body, or around one, and their surfaces are free.
bool ti_is_contained(const ti_mover* mover, const ti_still* still);

// The move is not made: the mover starts in the body, or at it.
void ti_leg_block(const ti_trace* trace, const ti_still* still, const toi_result* at_rest, ti_leg* leg);

// Whether the settings of a trace are valid for a mover that is; `def` is not NULL.
toi_status ti_trace_def_check(const toi_mesh* mover, const toi_trace_def* def);

// Whether what is given to a trace is valid; `def` is not NULL.
toi_status ti_trace_check(const toi_stage* stage, const toi_placed* mover, const toi_move* move,
                          const toi_trace_def* def);

// What is asked of every pair.
ti_pair_terms ti_trace_terms(const toi_placed* mover, const toi_trace_def* def);

// How far the mover gets with one body, whatever its start. @param near  it may be in the body at the start
toi_status ti_leg_find(const ti_trace* trace, const ti_still* still, double best, bool near, ti_leg* leg);

// Adds to a result what a leg says whether it stops the mover or not: its start, and its work.
void ti_trace_count(const ti_leg* leg, toi_trace_result* result);

// Puts the stop of a leg into a result.
void ti_trace_take(const ti_leg* leg, uint32_t body, toi_trace_result* result);

// Fills `blocking` of trace->def with what stops the mover of a result.
toi_status ti_blocking_find(const toi_stage* stage, const ti_trace* trace, toi_trace_result* result);

// The one touch that a result tells of.
toi_touch ti_touch_of_result(const toi_trace_result* result);

// toi_trace; `all` asks every body, without a look at boxes, for the same answer.
toi_status ti_trace_among(const toi_stage* stage, const toi_placed* mover, const toi_move* move,
                          const toi_trace_def* def, bool all, toi_trace_result* result);

#endif
