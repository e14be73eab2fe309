// Measures the two ways to find candidates for all contacts of a screw: pairs of boxes, all of them for small
// meshes and down trees for others, and a plane sweep over the collision screen. Both give the same contacts.

#include "narrow/screw/sweep.h"
#include "bench/measure.h"
#include "bench/report.h"
#include "bench/run.h"
#include "core/cpu.h"
#include "motion/relative.h"
#include "narrow/screw/resolve.h"
#include "narrow/screw/screw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: toi_bench_sweep [--filter TEXT] [--repeat N] [--quick] [-o FILE.csv]\n"
    "Measures the search for all contacts by pairs of boxes and by a sweep over the collision screen, "
    "without\n"
    "what an answer needs besides. Scenes with known contacts are read from $TOI_DATA (default ../shared).\n"
    "  --filter TEXT  only scenes whose name holds TEXT\n"
    "  --repeat N     batches a query, of which the median counts (default 9)\n"
    "  --quick        each query once and no times: for the steps\n"
    "  -o FILE.csv    in place of standard output\n";

typedef toi_status find(const ti_screw_pair* pair, ti_screw_effort* effort, ti_array* contacts);

// A way to search, and the first piece of the motion.
typedef struct search {
    find* find;
    ti_screw_pair pair;
    uint32_t contacts; // that are left of the last search
} search;

static bool set_pair(const ti_case* query, ti_screw_pair* pair)
{
    const ti_screw_terms terms = {.max_model_error = 1e-6, .max_pieces = 1};
    ti_screw_walk walk;
    ti_screw screw;
    ti_screw_walk_begin(&query->a, &query->b, &terms, &walk);
    bool any = ti_screw_walk_next(&walk, &screw);
    if (any) {
        ti_screw_pair_set(query->a.mesh, query->b.mesh, &screw, 0.0, pair);
    }
    return any;
}

static ti_answered ask(const ti_case* query, void* context)
{
    search* s = context;
    ti_array contacts = ti_array_make(sizeof(ti_screw_contact), NULL);
    ti_screw_effort effort = {.max_steps = UINT64_MAX};
    (void)query;
    if (s->find(&s->pair, &effort, &contacts) != TOI_OK) {
        fputs("toi_bench_sweep: out of memory\n", stderr);
        exit(4);
    }
    s->contacts = ti_screw_resolve(&s->pair, &contacts) == TOI_OK ? (uint32_t)contacts.count : UINT32_MAX;
    ti_array_release(&contacts);
    return (ti_answered){.steps = (double)effort.steps};
}

static toi_status by_boxes(const ti_screw_pair* pair, ti_screw_effort* effort, ti_array* contacts)
{
    return ti_screw_find_boxes(pair, ti_cpu_has_avx2(), effort, contacts);
}

// What a run is: how often each query is asked, or only once and not timed, and where the rows go.
typedef struct bench {
    const ti_case_list* list;
    uint32_t repeat;
    bool quick;
    FILE* file;
} bench;

typedef struct row {
    double* times[2];
    double steps[2];
    uint32_t contacts[2], count;
} row;

static void measure(const bench* b, const ti_case* query, row* r)
{
    static find* const ways[2] = {by_boxes, ti_screw_find_swept};
    search s;
    if (!set_pair(query, &s.pair)) {
        return;
    }
    for (int k = 0; k < 2; ++k) {
        s.find = ways[k];
        r->times[k][r->count] = b->quick ? 0.0 : ti_measure(ask, query, &s, b->repeat);
        r->steps[k] += ask(query, &s).steps;
        r->contacts[k] += s.contacts;
    }
    ++r->count;
}

// The queries [first, end) of one scene; returns whether both ways agree.
static bool measure_scene(const bench* b, uint32_t first, uint32_t end)
{
    const char* scene = b->list->cases[first].scene;
    row r = {0};
    for (int k = 0; k < 2; ++k) {
        r.times[k] = calloc(end - first, sizeof(double));
        if (r.times[k] == NULL) {
            exit(4);
        }
    }
    for (uint32_t i = first; i < end; ++i) {
        measure(b, &b->list->cases[i], &r);
    }
    if (r.count > 0) {
        double boxes = ti_middle(r.times[0], r.count), swept = ti_middle(r.times[1], r.count);
        fprintf(b->file, "%s,%u,%.4g,%.4g,%.4g,%.4g,", scene, r.count, boxes, swept, r.times[0][r.count - 1],
                r.times[1][r.count - 1]);
        fprintf(b->file, "%.6g,%.6g,%u,%u\n", r.steps[0] / r.count, r.steps[1] / r.count, r.contacts[0],
                r.contacts[1]);
        fflush(b->file);
    }
    free(r.times[0]);
    free(r.times[1]);
    bool agree = r.contacts[0] == r.contacts[1];
    if (!agree) {
        fprintf(stderr, "toi_bench_sweep: %s: %u contacts by boxes, %u by the sweep\n", scene, r.contacts[0],
                r.contacts[1]);
    }
    return agree;
}

int main(int argc, char** argv)
{
    bool quick = false;
    const ti_run_option own[] = {{"--quick", .on = &quick}};
    ti_run run = ti_run_begin("toi_bench_sweep", usage, argc, argv, own, 1);
    ti_case_list list = {.filter = run.filter};
    if (!ti_cases_add_all_workload(&list, run.data)) {
        fprintf(stderr, "toi_bench_sweep: no scenes of a screw in %s: they are left out\n", run.data);
    }
    ti_cases_add_all_tori(&list);
    ti_cases_add_all_others(&list);
    ti_cases_sort(&list);
    bench b = {&list, run.repeat, quick, ti_run_open(&run)};
    ti_report_machine(b.file, "toi_bench_sweep", run.repeat);
    fputs("scene,count,boxes_median_us,sweep_median_us,boxes_worst_us,sweep_worst_us,boxes_steps,sweep_steps,"
          "boxes_contacts,sweep_contacts\n",
          b.file);
    uint32_t wrong = 0;
    for (uint32_t first = 0, end; first < list.count; first = end) {
        end = ti_cases_scene_end(&list, first);
        wrong += !(quick && list.cases[first].slow) && !measure_scene(&b, first, end);
    }
    ti_cases_release(&list);
    return ti_run_close(&run, b.file, wrong);
}
