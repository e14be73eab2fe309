// The benchmark of all contacts: every class of queries by every method that it is asked by, one CSV row
// each. bench/README.md says how to read it.

#include "bench/judge.h"
#include "bench/report.h"
#include "bench/run.h"

#include <stdlib.h>
#include <string.h>

typedef struct options {
    const char* method; // NULL: all
    bool queries, quick;
} options;

static const char usage[] =
    "usage: toi_bench_all [--filter TEXT] [--method TEXT] [--repeat N] [--queries] [--quick] [-o FILE.csv]\n"
    "Measures toi_all_contacts. Scenes with known contacts are read from $TOI_DATA (default ../shared).\n"
    "  --filter TEXT  only scenes whose name holds TEXT\n"
    "  --method TEXT  only the method of that name, or all whose name holds TEXT\n"
    "  --repeat N     batches a query, of which the median counts (default 9)\n"
    "  --queries      a row a query in place of a row a scene\n"
    "  --quick        each query once, without the largest meshes: for the work and the answers\n"
    "  -o FILE.csv    in place of standard output\n";

typedef struct method {
    const char* name;
    uint32_t bits; // of ti_all_method: any of them asks for it
    toi_query_def def;
    bool coarse; // with the coarse meshes of the case
} method;

// The screen at so many pixels.
#define PLAIN(count) .method = TOI_METHOD_SCREEN, .pixels = (count)
#define ROBUST(count) PLAIN(count), .robust = true

static const method methods[] = {
    {"screw", TI_ALL_SCREW, {.tolerance = 0.0}, false},
    {"screw_slack", TI_ALL_SLACK, {.min_properness = -0.1}, false},
    {"screw_first", TI_ALL_FIRST, {.first_only = true}, false},
    {"screen_06", TI_ALL_SCREEN, {PLAIN(6)}, false},
    {"screen_12", TI_ALL_SCREEN | TI_ALL_SCREEN_12, {PLAIN(12)}, false},
    {"screen_12_time", TI_ALL_ORDERS, {PLAIN(12), .screen_order = TOI_SCREEN_BY_TIME}, false},
    {"screen_12_hashed", TI_ALL_ORDERS, {PLAIN(12), .screen_order = TOI_SCREEN_HASHED}, false},
    {"screen_12_boxes", TI_ALL_COARSE, {PLAIN(12), .coarse_boxes = true}, false},
    {"screen_12_coarse", TI_ALL_COARSE, {PLAIN(12)}, true},
    {"screen_24", TI_ALL_SCREEN, {PLAIN(24)}, false},
    {"robust_06", TI_ALL_ROBUST, {ROBUST(6)}, false},
    {"robust_12", TI_ALL_ROBUST | TI_ALL_SCREEN_12 | TI_ALL_ROBUST_12, {ROBUST(12)}, false},
    {"robust_12_time", TI_ALL_ORDERS, {ROBUST(12), .screen_order = TOI_SCREEN_BY_TIME}, false},
    {"robust_12_hashed", TI_ALL_ORDERS, {ROBUST(12), .screen_order = TOI_SCREEN_HASHED}, false},
    {"robust_12_boxes", TI_ALL_COARSE, {ROBUST(12), .coarse_boxes = true}, false},
    {"robust_12_coarse", TI_ALL_COARSE, {ROBUST(12)}, true},
    {"robust_24", TI_ALL_ROBUST, {ROBUST(24)}, false},
};

enum { METHODS = sizeof methods / sizeof methods[0] };

static bool wants_method(const options* o, const method* m)
{
    bool named = false;
    for (size_t i = 0; o->method != NULL && i < METHODS; ++i) {
        named = named || strcmp(methods[i].name, o->method) == 0;
    }
    return o->method == NULL ||
           (named ? strcmp(m->name, o->method) == 0 : strstr(m->name, o->method) != NULL);
}

static ti_answered ask_all(const ti_case* query, void* context)
{
    toi_result r = {0};
    if (toi_all_contacts(&query->a, &query->b, context, &r) != TOI_OK) {
        fprintf(stderr, "toi_bench_all: %s %s is refused\n", query->scene, query->name);
        exit(3);
    }
    return (ti_answered){r.answer, r.t_free, r.work.steps, 0.0, 0.0};
}

static void print_row(FILE* file, const char* scene, const char* name, ti_summary* s, const ti_verdict* t)
{
    double median = ti_middle(s->times, s->count);
    fprintf(file, "%s,%s,%u,%.4g,%.4g,%.4g,", scene, name, s->count, s->times[0], median,
            s->times[s->count - 1]);
    fprintf(file, "%.6g,%llu,", ti_middle(s->steps, s->count), (unsigned long long)t->bytes);
    fprintf(file, "%u,%u,%u,%.3g,%u,%u\n", t->contacts, t->missed, t->unexpected, t->time_error, t->undecided,
            t->wrong);
    fflush(file);
}

// What a run is: its options, its queries and where the rows go.
typedef struct bench {
    const ti_run* run;
    const options* options;
    const ti_case_list* list;
    FILE* file;
} bench;

// The queries [first, end) in one row by one method; returns the number of wrong answers.
static uint32_t measure_row(const bench* b, uint32_t first, uint32_t end, const method* m)
{
    toi_query_def def = m->def;
    ti_summary summary = {0};
    ti_verdict tally = {0};
    for (uint32_t i = first; i < end; ++i) {
        const ti_case* query = &b->list->cases[i];
        for (int k = 0; k < 2 && m->coarse; ++k) {
            def.coarse[k] = query->coarse[k];
        }
        double time_us = b->options->quick ? 0.0 : ti_measure(ask_all, query, &def, b->run->repeat);
        ti_summary_add(&summary, query, ask_all(query, &def), time_us);
        ti_judge_contacts(query, &def, &tally);
    }
    char name[TI_ROW_NAME];
    ti_report_name(&b->list->cases[first], b->options->queries, name);
    print_row(b->file, name, m->name, &summary, &tally);
    ti_summary_release(&summary);
    return tally.wrong;
}

static uint32_t measure_all(const bench* b)
{
    uint32_t wrong = 0;
    for (uint32_t first = 0, end; first < b->list->count; first = end) {
        const ti_case* query = &b->list->cases[first];
        end = b->options->queries ? first + 1 : ti_cases_scene_end(b->list, first);
        for (size_t m = 0; m < METHODS && !(b->options->quick && query->slow); ++m) {
            bool possible = !methods[m].coarse || query->coarse[0] != NULL || query->coarse[1] != NULL;
            if (possible && wants_method(b->options, &methods[m]) &&
                (query->methods & methods[m].bits) != 0) {
                wrong += measure_row(b, first, end, &methods[m]);
            }
        }
    }
    return wrong;
}

int main(int argc, char** argv)
{
    options o = {0};
    const ti_run_option own[] = {
        {"--method", .text = &o.method}, {"--queries", .on = &o.queries}, {"--quick", .on = &o.quick}};
    ti_run run = ti_run_begin("toi_bench_all", usage, argc, argv, own, sizeof own / sizeof own[0]);
    ti_case_list list = {.filter = run.filter};
    if (!ti_cases_add_all_workload(&list, run.data)) {
        fprintf(stderr, "toi_bench_all: no scenes of a screw in %s: they are left out\n", run.data);
    }
    ti_cases_add_all_tori(&list);
    ti_cases_add_all_others(&list);
    ti_cases_add_all_round(&list);
    ti_cases_add_all_steps(&list);
    ti_cases_sort(&list);
    FILE* file = ti_run_open(&run);
    ti_report_machine(file, "toi_bench_all", run.repeat);
    fputs("scene,method,count,min_us,median_us,worst_us,steps,bytes,contacts,missed,unexpected,time_error,"
          "undecided,wrong\n",
          file);
    uint32_t wrong = measure_all(&(bench){&run, &o, &list, file});
    ti_cases_release(&list);
    return ti_run_close(&run, file, wrong);
}
