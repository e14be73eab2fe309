// The benchmark: every class of queries, one CSV row each. bench/README.md says how to read it.

#include "bench/report.h"
#include "bench/run.h"

#include <stdlib.h>

typedef struct options {
    double tolerance; // 0: default
    bool queries, verified;
} options;

static const char usage[] =
    "usage: toi_bench [--filter TEXT] [--repeat N] [--tolerance LENGTH] [--queries] [--verified]\n"
    "                 [-o FILE.csv]\n"
    "Measures toi_first_contact. The verified queries are read from $TOI_DATA (default ../shared).\n"
    "  --filter TEXT       only scenes whose name holds TEXT\n"
    "  --repeat N          batches a query, of which the median counts (default 9)\n"
    "  --tolerance LENGTH  in place of 1e-9 of the smaller body's size\n"
    "  --queries           a row a query in place of a row a scene\n"
    "  --verified          only the verified queries\n"
    "  -o FILE.csv         in place of standard output\n";

static ti_answered ask_first(const ti_case* query, void* context)
{
    toi_result r = {0};
    if (toi_first_contact(&query->a, &query->b, context, &r) != TOI_OK) {
        fprintf(stderr, "toi_bench: %s %s is refused\n", query->scene, query->name);
        exit(3);
    }
    return (ti_answered){r.answer, r.t_free, r.work.steps, r.work.nodes, r.work.leaves};
}

// The queries [first, end) in one row; returns the number of wrong answers.
static uint32_t measure_row(const ti_case_list* list, uint32_t first, uint32_t end, const options* o,
                            const ti_run* run, FILE* file)
{
    toi_query_def def = {.tolerance = o->tolerance};
    ti_summary summary = {0};
    for (uint32_t i = first; i < end; ++i) {
        const ti_case* query = &list->cases[i];
        double time_us = ti_measure(ask_first, query, &def, run->repeat);
        ti_summary_add(&summary, query, ask_first(query, &def), time_us);
    }
    char name[TI_ROW_NAME];
    ti_report_name(&list->cases[first], o->queries, name);
    ti_report_row(file, name, "first", &summary);
    uint32_t wrong = summary.missed + summary.false_hits + summary.late;
    ti_summary_release(&summary);
    return wrong;
}

int main(int argc, char** argv)
{
    options o = {0};
    const ti_run_option own[] = {{"--queries", .on = &o.queries},
                                 {"--verified", .on = &o.verified},
                                 {"--tolerance", .number = &o.tolerance}};
    ti_run run = ti_run_begin("toi_bench", usage, argc, argv, own, sizeof own / sizeof own[0]);
    ti_case_list list = {.filter = run.filter};
    if (!ti_cases_add_workload(&list, run.data)) {
        fprintf(stderr, "toi_bench: no verified queries in %s: they are left out\n", run.data);
    }
    if (!o.verified) {
        ti_cases_add_close(&list);
        ti_cases_add_large(&list);
    }
    ti_cases_sort(&list);
    FILE* file = ti_run_open(&run);
    ti_report_head(file, "toi_bench", run.repeat, o.tolerance);
    uint32_t wrong = 0;
    for (uint32_t first = 0, end; first < list.count; first = end) {
        end = o.queries ? first + 1 : ti_cases_scene_end(&list, first);
        wrong += measure_row(&list, first, end, &o, &run, file);
    }
    ti_cases_release(&list);
    return ti_run_close(&run, file, wrong);
}
