// The benchmark: every class of queries, one CSV row each. bench/README.md says how to read it.

#include "bench/report.h"

#include <stdlib.h>
#include <string.h>

typedef struct options {
    const char* filter;
    const char* output;
    const char* data;
    uint32_t repeat;
    double tolerance;
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

// The value of an option, or the end of the program.
static const char* value_of(int argc, char** argv, int i)
{
    if (i + 1 >= argc) {
        fprintf(stderr, "toi_bench: %s needs a value\n%s", argv[i], usage);
        exit(2);
    }
    return argv[i + 1];
}

static options read_options(int argc, char** argv)
{
    const char* data = getenv("TOI_DATA");
    options o = {.repeat = 9, .data = data != NULL ? data : "../shared"};
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--queries") == 0) {
            o.queries = true;
        } else if (strcmp(argv[i], "--verified") == 0) {
            o.verified = true;
        } else if (strcmp(argv[i], "--filter") == 0) {
            o.filter = value_of(argc, argv, i++);
        } else if (strcmp(argv[i], "-o") == 0) {
            o.output = value_of(argc, argv, i++);
        } else if (strcmp(argv[i], "--repeat") == 0) {
            o.repeat = (uint32_t)strtoul(value_of(argc, argv, i++), NULL, 10);
        } else if (strcmp(argv[i], "--tolerance") == 0) {
            o.tolerance = strtod(value_of(argc, argv, i++), NULL);
        } else {
            fputs(usage, strcmp(argv[i], "--help") == 0 ? stdout : stderr);
            exit(strcmp(argv[i], "--help") == 0 ? 0 : 2);
        }
    }
    o.repeat = o.repeat > 0 ? o.repeat : 1;
    return o;
}

static ti_answered ask_first(const ti_case* query, void* context)
{
    toi_result r = {0};
    if (toi_first_contact(&query->a, &query->b, context, &r) != TOI_OK) {
        fprintf(stderr, "toi_bench: %s %s is refused\n", query->scene, query->name);
        exit(3);
    }
    return (ti_answered){r.answer, r.t_free, r.work.steps, r.work.nodes, r.work.leaves};
}

// Whether query i is the last of its row.
static bool ends_row(const ti_case_list* list, uint32_t i, bool queries)
{
    return queries || i + 1 == list->count || strcmp(list->cases[i].scene, list->cases[i + 1].scene) != 0;
}

static uint32_t measure_all(const ti_case_list* list, const options* o, FILE* file)
{
    toi_query_def def = {.tolerance = o->tolerance};
    ti_summary summary = {0};
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < list->count; ++i) {
        const ti_case* query = &list->cases[i];
        double time_us = ti_measure(ask_first, query, &def, o->repeat);
        ti_summary_add(&summary, query, ask_first(query, &def), time_us);
        if (!ends_row(list, i, o->queries)) {
            continue;
        }
        char scene[160];
        snprintf(scene, sizeof scene, "%s%s%s", query->scene, o->queries ? "/" : "",
                 o->queries ? query->name : "");
        wrong += summary.missed + summary.false_hits + summary.late;
        ti_report_row(file, scene, "first", &summary);
        ti_summary_clear(&summary);
    }
    ti_summary_release(&summary);
    return wrong;
}

int main(int argc, char** argv)
{
    options o = read_options(argc, argv);
    ti_case_list list = {.filter = o.filter};
    if (!ti_cases_add_workload(&list, o.data)) {
        fprintf(stderr, "toi_bench: no verified queries in %s: they are left out\n", o.data);
    }
    if (!o.verified) {
        ti_cases_add_close(&list);
        ti_cases_add_large(&list);
    }
    ti_cases_sort(&list);
    FILE* file = o.output == NULL ? stdout : fopen(o.output, "w");
    if (file == NULL) {
        perror(o.output);
        return 5;
    }
    ti_report_head(file, "toi_bench", o.repeat, o.tolerance);
    uint32_t wrong = measure_all(&list, &o, file);
    ti_cases_release(&list);
    if (file != stdout && fclose(file) != 0) {
        perror(o.output);
        return 5;
    }
    if (wrong > 0) {
        fprintf(stderr, "toi_bench: %u wrong answers\n", wrong);
        return 1;
    }
    return 0;
}
