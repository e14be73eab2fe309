// Two boxes on rational motions: the queries, who answers them, and what is true of them.

#ifndef TI_BENCH_BOXES_H
#define TI_BENCH_BOXES_H

#include "bench/measure.h"

#include "toi/motion.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TI_BOX_COEFFICIENTS = 7, TI_BOX_QUERIES = 96, TI_BOX_CLASSES = 15, TI_BOX_INTERVALS = 16 };

// Box A rests around the origin, box B moves.
typedef struct ti_box_query {
    double half_a[3], half_b[3];
    toi_quat rotation[TI_BOX_COEFFICIENTS];
    toi_vec3 translation[TI_BOX_COEFFICIENTS];
    double weights[TI_BOX_COEFFICIENTS];
    uint32_t rotation_count, translation_count;
    bool weighted;
} ti_box_query;

// Queries of one kind of motion.
typedef struct ti_box_class {
    char name[32];
    bool straight; // B does not turn and moves along a line
    bool passes;   // B passes A by, far off or, in `_near`, so that spheres around both meet; else most meet
    ti_box_query queries[TI_BOX_QUERIES];
} ti_box_class;

void ti_box_class_make(uint32_t number, ti_box_class* to);

toi_rational ti_box_motion(const ti_box_query* query);

// Closed intervals in which the boxes meet.
typedef struct ti_box_answer {
    double intervals[TI_BOX_INTERVALS][2];
    uint32_t count; // of all, also those without room
    double nodes;
} ti_box_answer;

ti_box_answer ti_box_ask(const ti_box_query* query, bool first_only);

// By the route of the paper; `nodes` are planes.
ti_box_answer ti_box_ask_paper(const ti_box_query* query);

// By one public call for all queries, and the microseconds of a query in it.
double ti_box_ask_batch(const ti_box_class* pairs, ti_box_answer answers[TI_BOX_QUERIES], uint32_t repeat);

// By how much an answer is wrong, at 401 times and at its events, by corners in long double. Of `first_only`
// only what is before the end of the first interval.
typedef struct ti_box_faults {
    uint32_t missed, made_up; // times outside of all intervals at which they meet, times inside when apart
    double apart;             // largest distance at an event, along an axis between them
} ti_box_faults;

ti_box_faults ti_box_judge(const ti_box_query* query, const ti_box_answer* answer, bool first_only);

// What others call. Their motions join the poses at both ends in their own way, which is that of the query
// only where it is straight. `prepare` makes what is kept between calls.
typedef struct ti_box_peer {
    const char* name;
    void (*prepare)(const ti_box_query* query);
    ti_asker ask; // the context is the query
} ti_box_peer;

const ti_box_peer* ti_box_peers(uint32_t* count);

#ifdef __cplusplus
}
#endif

#endif
