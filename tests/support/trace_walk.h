// A random walk of one body among the faces of another by traces, each end and places on the way decided
// exactly.

#ifndef TOI_TESTS_TRACE_WALK_H
#define TOI_TESTS_TRACE_WALK_H

#include "support/trace_first.h"
#include "support/trace_shapes.h"

#include "toi/trace.h"

// The bodies of all walks, near zero and far from it.
typedef struct tw_body {
    gen_shape shape;
    toi_mesh* mesh;
    oracle_mesh truth;
    tf_mesh features;
} tw_body;

typedef struct tw_bodies {
    tw_body still[TS_STILL_COUNT], far[TS_STILL_COUNT], moving[TS_MOVING_COUNT];
} tw_bodies;

enum { TW_PAIRS = TS_STILL_COUNT * TS_MOVING_COUNT };

// What is asked: toi_trace, or in tests something worse.
typedef toi_status tw_trace(const toi_stage*, const toi_placed*, const toi_move*, const toi_trace_def*,
                            toi_trace_result*);

typedef struct tw_row {
    double angle; // degrees: turns are by up to this
    double shift; // of the still body along (1, -1, 1)
    double separation;
    uint64_t seed;
    uint32_t steps; // of a walk: so many translations and as many turns
    uint32_t look;  // every so many moves places on the way are looked at; 0 never
    uint32_t prove; // every so many moves the first time is found independently; 0 never
    toi_trace_method method;
    tw_trace* trace; // NULL: toi_trace
    int quiet;       // 1: print no faults
} tw_row;

typedef struct tw_counts {
    uint64_t walks, unstarted;   // a walk for which no free start was found
    uint64_t moves[2], meets[2]; // translations, turns: ends that are not free, or on the other side
    uint64_t margin[2];          // ends nearer than min(separation, distance at the start - 16 e)
    uint64_t kept, gap, pose;    // ends nearer than `kept`; with a wrong gap; off the way of the move
    uint64_t early[2], undecided[2], hits[2], blocked[2]; // blocked: no motion at all
    uint64_t zone;                                        // starts nearer than the separation
    uint64_t looks, look_meets; // places on the way: not free, or nearer than what is kept
    uint64_t proofs, late;      // first times found, and stops after them
    uint64_t exact;             // pairs of triangles decided in whole numbers
    uint64_t failed;            // calls that returned no answer, or nonsense
    uint64_t hash;              // of all answers; a sum over walks
    double least;               // gap at an end, in separations
    double seconds;             // in the library
} tw_counts;

void tw_bodies_init(tw_bodies* bodies, double shift); // aborts where a mesh cannot be made
void tw_bodies_release(tw_bodies* bodies);

// Walk number `index` of a row: of the pair index % TW_PAIRS. Adds to the counts, and prints what is wrong.
void tw_walk(const tw_bodies* bodies, const tw_row* row, uint64_t index, tw_counts* counts);

void tw_counts_add(tw_counts* sum, const tw_counts* part);

// All that must not be.
uint64_t tw_counts_faults(const tw_counts* counts);

#endif
