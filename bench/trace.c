// The benchmark of traces: every class of queries, one CSV row each, beside the time that a published system
// takes for the like. bench/README.md says how to read it.

#include "bench/trace.h"
#include "bench/report.h"
#include "bench/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: toi_bench_trace [--filter TEXT] [--repeat N] [--separation LENGTH] [--tolerance LENGTH]\n"
    "                       [--queries] [--paper] [-o FILE.csv]\n"
    "Measures toi_trace, toi_stage_start and toi_stage_touches: a box on a cube, a box and a point on "
    "levels.\n"
    "  --filter TEXT        only scenes whose name holds TEXT\n"
    "  --repeat N           batches a query, of which the median counts (default 9)\n"
    "  --separation LENGTH  kept from every body (default 0.001)\n"
    "  --tolerance LENGTH   above that (default 0.00001)\n"
    "  --within LENGTH      touches are asked for within it (default 0.25)\n"
    "  --queries            a row a query in place of a row a scene\n"
    "  --paper              by the route of the paper, for faces of one side\n"
    "  -o FILE.csv          in place of standard output\n";

// ---- what a published system takes

typedef struct reference {
    const char* scene;
    double us; // one core, 32-bit floats, a zone of 0.25: see docs/methods/trace.md
    double must;
} reference;

// Medians that ours are to keep within, and those of the published system. Levels that are not listed by
// their size share the last row.
static const reference references[] = {
    {"cube_move_hit", 0.46, 0.5},
    {"cube_move_miss", 0.24, 0.36},
    {"cube_turn_10_hit", 0.56, 0.8},
    {"cube_turn_90_hit", 0.69, 1.0},
    {"cube_contents", 0.16, 0.24},
    {"cube_touches", 0.33, 0.5},
    {"level00098_move_hit", 1.30, 1.95},
    {"level00968_move_hit", 1.30, 1.95},
    {"level02048_move_hit", 1.37, 2.05},
    {"level10082_move_hit", 1.32, 1.98},
    {"level00098_across_above", 0.46, 0.69},
    {"level00968_across_above", 1.29, 1.93},
    {"level02048_across_above", 1.43, 2.14},
    {"level10082_across_above", 2.91, 4.36},
    {"turn_10", 0.61, 0.92},
    {"level00098_turn_90", 0.9, 1.35},
    {"turn_90", 1.0, 1.5},
    {"ray", 0.17, 0.25},
    {"contents", 0.22, 0.33},
    {"touches", 0.28, 0.42},
};

static const reference* find_reference(const char* scene)
{
    const char* level = strncmp(scene, "level", 5) == 0 ? strchr(scene, '_') + 1 : "";
    for (size_t i = 0; i < sizeof references / sizeof references[0]; ++i) {
        if (strcmp(references[i].scene, scene) == 0 || strcmp(references[i].scene, level) == 0) {
            return &references[i];
        }
    }
    return NULL;
}

// ---- rows

// What a run is: its options, its queries and where the rows go.
typedef struct bench {
    const ti_run* run;
    const ti_case_list* list;
    ti_trace_lengths lengths;
    bool queries, paper;
    FILE* file;
} bench;

// All queries of a row in turn, as a caller who does not ask the same thing twice.
typedef struct round_trip {
    ti_asker ask;
    ti_trace_asked* with;
    uint32_t count;
} round_trip;

static ti_answered ask_in_turn(const ti_case* query, void* context)
{
    const round_trip* trip = context;
    for (uint32_t i = 0; i < trip->count; ++i) {
        trip->ask(query + i, trip->with);
    }
    return (ti_answered){0};
}

static void print_row(FILE* file, const char* name, ti_summary* s, double mixed_us, const reference* ref)
{
    double median = ti_middle(s->times, s->count);
    fprintf(file, "%s,%u,%.4g,%.4g,%.4g,%.4g,", name, s->count, s->times[0], median, s->times[s->count - 1],
            mixed_us);
    fprintf(file, "%.6g,%.6g,%.6g,", ti_middle(s->steps, s->count), ti_middle(s->nodes, s->count),
            ti_middle(s->leaves, s->count));
    fprintf(file, "%u,%u,%u,%u,%u,%u,%.3g,", s->clear, s->contact, s->undecided, s->missed, s->false_hits,
            s->late, s->early_max);
    if (ref != NULL) {
        fprintf(file, "%.4g,%.4g,%.3g\n", ref->us, ref->must, median / ref->us);
    } else {
        fputs(",,\n", file);
    }
    fflush(file);
}

static ti_asker asker_of(const ti_case* query)
{
    return query->methods == TI_ASK_TRACE      ? ti_ask_trace
           : query->methods == TI_ASK_CONTENTS ? ti_ask_contents
                                               : ti_ask_touches;
}

// First contact finds a distance within half of 1e-9.
static bool has_right_gap(const ti_case* query, const ti_trace_asked* with)
{
    return query->truth != TI_TRUTH_CONTACT || fabs(with->gap - query->time) <= 1e-9;
}

// The queries [first, end) in one row; returns the number of wrong answers.
static uint32_t measure_row(const bench* b, uint32_t first, uint32_t end)
{
    const ti_case* query = &b->list->cases[first];
    ti_asker ask = asker_of(query);
    ti_trace_asked with = {.sides = b->paper ? 1 : 2, .within = b->lengths.within};
    with.def = (toi_trace_def){.separation = b->lengths.separation,
                               .tolerance = b->lengths.tolerance,
                               .method = b->paper ? TOI_TRACE_PAPER : TOI_TRACE_CERTIFIED};
    with.stage = ti_trace_stage(query, with.sides);
    ti_summary summary = {0};
    uint32_t wrong = 0;
    for (uint32_t i = first; i < end; ++i) {
        query = &b->list->cases[i];
        double time_us = ti_measure(ask, query, &with, b->run->repeat);
        ti_summary_add(&summary, query, ask(query, &with), time_us);
        wrong += ask == ti_ask_touches && !has_right_gap(query, &with);
    }
    round_trip trip = {ask, &with, end - first};
    double mixed_us = ti_measure(ask_in_turn, &b->list->cases[first], &trip, b->run->repeat) / trip.count;
    char name[TI_ROW_NAME];
    ti_report_name(&b->list->cases[first], b->queries, name);
    print_row(b->file, name, &summary, mixed_us, find_reference(query->scene));
    wrong += summary.missed + summary.false_hits + summary.late + (summary.early_max > 0.0);
    ti_summary_release(&summary);
    toi_stage_destroy(with.stage);
    return wrong;
}

int main(int argc, char** argv)
{
    bench b = {.lengths = {1e-3, 1e-5, 0.25}};
    const ti_run_option own[] = {{"--separation", .number = &b.lengths.separation},
                                 {"--tolerance", .number = &b.lengths.tolerance},
                                 {"--within", .number = &b.lengths.within},
                                 {"--queries", .on = &b.queries},
                                 {"--paper", .on = &b.paper}};
    ti_run run = ti_run_begin("toi_bench_trace", usage, argc, argv, own, sizeof own / sizeof own[0]);
    ti_case_list list = {.filter = run.filter};
    ti_cases_add_trace(&list, &b.lengths);
    ti_cases_sort(&list);
    b.run = &run;
    b.list = &list;
    b.file = ti_run_open(&run);
    ti_report_machine(b.file, "toi_bench_trace", run.repeat);
    fprintf(b.file, "# separation %g, tolerance %g, touches within %g\n", b.lengths.separation,
            b.lengths.tolerance, b.lengths.within);
    fputs("scene,count,min_us,median_us,worst_us,mixed_us,steps,nodes,leaves,clear,contact,undecided,missed,"
          "false,"
          "late,early_max,reference_us,must_us,ratio\n",
          b.file);
    uint32_t wrong = 0;
    for (uint32_t first = 0, end; first < list.count; first = end) {
        end = b.queries ? first + 1 : ti_cases_scene_end(&list, first);
        wrong += measure_row(&b, first, end);
    }
    ti_cases_release(&list);
    // The paper's zone is not a distance, and its answers are estimates: wrong ones are counted, no more.
    return ti_run_close(&run, b.file, b.paper ? 0 : wrong);
}
