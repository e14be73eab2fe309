// Timing in batches, and summaries.

#define _POSIX_C_SOURCE 200809L

#include "bench/measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define BATCH_US 300.0 // shortest batch that is trusted
#define LONG_US 50000.0
#define MAX_REPEAT 1001
#define LATE 1e-12 // the brackets of the true times are a little wider

static double cpu_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e6 * (double)now.tv_sec + 1e-3 * (double)now.tv_nsec;
}

static int compare(const void* a, const void* b)
{
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

double ti_middle(double* values, uint32_t count)
{
    qsort(values, count, sizeof values[0], compare);
    return count % 2 == 1 ? values[count / 2] : 0.5 * (values[count / 2 - 1] + values[count / 2]);
}

static double time_batch(ti_asker ask, const ti_case* query, void* context, uint32_t calls)
{
    double start = cpu_us();
    for (uint32_t i = 0; i < calls; ++i) {
        ask(query, context);
    }
    return (cpu_us() - start) / calls;
}

double ti_measure(ti_asker ask, const ti_case* query, void* context, uint32_t repeat)
{
    uint32_t calls = 1;
    double once = time_batch(ask, query, context, calls);
    while (once * calls < BATCH_US && calls < 1u << 20) {
        calls *= 2;
        once = time_batch(ask, query, context, calls);
    }
    double times[MAX_REPEAT];
    // Long calls vary little.
    repeat = once > LONG_US && repeat > 3 ? 3 : repeat;
    repeat = repeat < MAX_REPEAT ? repeat : MAX_REPEAT;
    for (uint32_t i = 0; i < repeat; ++i) {
        times[i] = time_batch(ask, query, context, calls);
    }
    return ti_middle(times, repeat);
}

static double* grow(double* values, uint32_t room)
{
    double* grown = realloc(values, room * sizeof(double));
    if (grown == NULL) {
        fputs("out of memory\n", stderr);
        exit(5);
    }
    return grown;
}

// Compares an answer with the truth.
static void judge(ti_summary* s, const ti_case* query, ti_answered answered)
{
    bool hit = answered.answer == TOI_ANSWER_CONTACT;
    s->missed += query->truth == TI_TRUTH_CONTACT && answered.answer == TOI_ANSWER_CLEAR;
    s->false_hits += query->truth == TI_TRUTH_CLEAR && hit;
    if (hit && query->truth == TI_TRUTH_CONTACT && query->time_high > 0.0) {
        s->late += answered.time > query->time_high + LATE;
        s->late_max = fmax(s->late_max, answered.time - query->time_high);
        s->early_max = fmax(s->early_max, query->time - answered.time);
    }
}

void ti_summary_add(ti_summary* s, const ti_case* query, ti_answered answered, double time_us)
{
    if (s->count == s->room) {
        s->room = s->room == 0 ? 64 : 2 * s->room;
        s->times = grow(s->times, s->room);
        s->steps = grow(s->steps, s->room);
        s->nodes = grow(s->nodes, s->room);
        s->leaves = grow(s->leaves, s->room);
    }
    s->times[s->count] = time_us;
    s->steps[s->count] = answered.steps;
    s->nodes[s->count] = answered.nodes;
    s->leaves[s->count] = answered.leaves;
    ++s->count;
    s->clear += answered.answer == TOI_ANSWER_CLEAR;
    s->contact += answered.answer == TOI_ANSWER_CONTACT;
    s->undecided += answered.answer == TOI_ANSWER_UNDECIDED;
    judge(s, query, answered);
}

void ti_summary_release(ti_summary* s)
{
    free(s->times);
    free(s->steps);
    free(s->nodes);
    free(s->leaves);
    *s = (ti_summary){0};
}
