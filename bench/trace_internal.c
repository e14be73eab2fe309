// What internal edges and vertices cost the route of the paper: the same queries with them tested and left
// out, which gives the same answers. Asks one pair of bodies, without what a trace of a stage needs besides.

#include "bench/report.h"
#include "bench/run.h"
#include "bench/trace.h"
#include "motion/path.h"
#include "narrow/trace/paper.h"

#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: toi_bench_internal [--filter TEXT] [--repeat N] [-o FILE.csv]\n"
    "Measures traces by the route of the paper on the levels of toi_bench_trace, faces of one side, with\n"
    "internal edges and vertices left out and tested.\n"
    "  --filter TEXT  only scenes whose name holds TEXT\n"
    "  --repeat N     batches a query, of which the median counts (default 9)\n"
    "  -o FILE.csv    in place of standard output\n";

typedef struct method {
    const char* name;
    bool keep_internal;
    double thickness;
} method;

static toi_placed placed(const toi_body* body)
{
    return (toi_placed){body->mesh, ti_pose_unit(body->motion.pose), 1};
}

static ti_answered ask(const ti_case* query, void* context)
{
    const method* with = context;
    ti_paper_terms terms = {.mover = placed(&query->a),
                            .still = placed(&query->b),
                            .thickness = with->thickness,
                            .keep_internal = with->keep_internal};
    uint32_t count;
    ti_arena arena;
    ti_paper_result r;
    ti_arena_init(&arena, NULL, 0);
    bool ok = toi_motion_moves(&query->a.motion, &terms.move, 1, &count, NULL) == TOI_OK &&
              ti_paper_trace(&terms, &arena, &r);
    ti_arena_destroy(&arena);
    if (!ok) {
        fprintf(stderr, "toi_bench_internal: %s %s: no single move, or no memory\n", query->scene,
                query->name);
        exit(3);
    }
    return (ti_answered){r.hit ? TOI_ANSWER_CONTACT : TOI_ANSWER_CLEAR, r.hit ? r.first.fraction : 1.0,
                         r.pairs, 0.0, 0.0};
}

static void print_row(FILE* file, const char* scene, const char* name, ti_summary* s)
{
    double median = ti_middle(s->times, s->count);
    fprintf(file, "%s,%s,%u,%.4g,%.4g,%.4g,%.6g,%u,%u\n", scene, name, s->count, s->times[0], median,
            s->times[s->count - 1], ti_middle(s->steps, s->count), s->clear, s->contact);
    fflush(file);
}

int main(int argc, char** argv)
{
    const ti_trace_lengths lengths = {1e-3, 1e-5, 0.25};
    ti_run run = ti_run_begin("toi_bench_internal", usage, argc, argv, NULL, 0);
    ti_case_list list = {.filter = run.filter};
    method methods[] = {{"left_out", false, lengths.separation}, {"tested", true, lengths.separation}};
    ti_cases_add_trace(&list, &lengths);
    ti_cases_sort(&list);
    FILE* file = ti_run_open(&run);
    ti_report_machine(file, "toi_bench_internal", run.repeat);
    fputs("scene,internal,count,min_us,median_us,worst_us,pairs,clear,contact\n", file);
    for (uint32_t first = 0, end; first < list.count; first = end) {
        const ti_case* query = &list.cases[first];
        end = ti_cases_scene_end(&list, first);
        bool fits = query->methods == TI_ASK_TRACE && strncmp(query->scene, "level", 5) == 0;
        for (size_t k = 0; fits && k < sizeof methods / sizeof methods[0]; ++k) {
            ti_summary summary = {0};
            for (uint32_t i = first; i < end; ++i) {
                double time_us = ti_measure(ask, &list.cases[i], &methods[k], run.repeat);
                ti_summary_add(&summary, &list.cases[i], ask(&list.cases[i], &methods[k]), time_us);
            }
            print_row(file, query->scene, methods[k].name, &summary);
            ti_summary_release(&summary);
        }
    }
    ti_cases_release(&list);
    return ti_run_close(&run, file, 0);
}
