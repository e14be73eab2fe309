// Times one query by thread CPU time, and sums up the queries of a scene.

#ifndef TI_BENCH_MEASURE_H
#define TI_BENCH_MEASURE_H

#include "bench/cases.h"

#ifdef __cplusplus
extern "C" {
#endif

// What a method answered to one query.
typedef struct ti_answered {
    toi_answer answer;
    double time;                 // no contact before this one
    double steps, nodes, leaves; // 0 where the method does not count them
} ti_answered;

// Asks one query; `context` is the method's own.
typedef ti_answered (*ti_asker)(const ti_case* query, void* context);

// Microseconds of CPU time a call takes: the median over `repeat` batches, each long enough to be measured.
double ti_measure(ti_asker ask, const ti_case* query, void* context, uint32_t repeat);

// Sums of the queries of one scene.
typedef struct ti_summary {
    double* times;
    double *steps, *nodes, *leaves;
    uint32_t count, room;
    uint32_t clear, contact, undecided;
    uint32_t missed, false_hits, late;
    double early_max, late_max; // how much before and after the true time a contact was reported
} ti_summary;

void ti_summary_add(ti_summary* summary, const ti_case* query, ti_answered answered, double time_us);

// The middle one of `count` values; sorts them.
double ti_middle(double* values, uint32_t count);

void ti_summary_release(ti_summary* summary);

#ifdef __cplusplus
}
#endif

#endif
