// Which faces meet at an instant, asked of toi and of other libraries in one run: a row a workload and
// contender. bench/README.md says what each is.

#include "bench/meet_parts.h"
#include "bench/report.h"
#include "bench/run.h"

#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: toi_bench_meet [--filter TEXT] [--repeat N] [--seconds S] [--quick] [--quiet] [-o FILE.csv]\n"
    "Measures which faces meet, by toi and by the libraries it was built with. Recorded workloads are read "
    "from\n"
    "$TOI_DATA (default ../shared); without it they are left out.\n"
    "  --filter TEXT  only workloads whose name holds TEXT\n"
    "  --repeat N     passes, in each of which every contender has its turn (default 9)\n"
    "  --seconds S    that a contender is run for, of each workload (default 0.1)\n"
    "  --quick        small workloads only, few frames\n"
    "  --quiet        no table\n"
    "  -o FILE.csv    the rows go there, and the table to standard output\n";

enum { MOST_ENTRIES = 64, MOST_PASSES = 50 };
static const double DEFAULT_SECONDS = 0.1;

static meet_maker* const makers[] = {meet_make_instant, meet_make_cycle, meet_make_scene, meet_make_growth,
                                     meet_make_boxes};
enum { MAKERS = sizeof makers / sizeof makers[0] };

static uint32_t add_entry(meet_entry* entries, uint32_t count, const meet_library* library, uint32_t index,
                          uint32_t threads)
{
    const meet_contender* c = library->contenders != NULL ? &library->contenders[index] : NULL;
    if (count == MOST_ENTRIES || (threads > 1 && (c == NULL || !c->threads))) {
        return count;
    }
    entries[count] = (meet_entry){library->name, c, threads};
    return count + 1;
}

// Contenders that take the kind of world, ours first; of a library that is not there one entry that says so.
static uint32_t list_entries(meet_kind kind, uint32_t threads, meet_entry* entries)
{
    const meet_library libraries[] = {
        {"toi", meet_ours, meet_ours_count}, meet_fcl(), meet_embree(), meet_ode(), meet_bullet()};
    uint32_t count = 0;
    for (size_t k = 0; k < sizeof libraries / sizeof libraries[0]; ++k) {
        const meet_library* l = &libraries[k];
        if (l->contenders == NULL) {
            count = add_entry(entries, count, l, 0, threads);
        }
        for (uint32_t i = 0; i < l->count; ++i) {
            if ((l->contenders[i].kinds >> kind & 1) != 0) {
                count = add_entry(entries, count, l, i, threads);
            }
        }
    }
    return count;
}

static void measure_world(const meet_world* world, const meet_effort* effort, meet_report* report)
{
    meet_entry entries[MOST_ENTRIES];
    meet_measured measured[MOST_ENTRIES];
    for (uint32_t threads = 1; threads <= (world->threads ? 2u : 1u); ++threads) {
        uint32_t count = list_entries(world->kind, threads, entries);
        meet_measure(world, entries, count, effort, measured);
        meet_report_world(report, world, entries, count, measured);
    }
}

int main(int argc, char** argv)
{
    double seconds = DEFAULT_SECONDS;
    meet_choice choice = {0};
    bool quiet = false;
    const ti_run_option own[] = {
        {"--seconds", .number = &seconds}, {"--quick", .on = &choice.quick}, {"--quiet", .on = &quiet}};
    ti_run run = ti_run_begin("toi_bench_meet", usage, argc, argv, own, sizeof own / sizeof own[0]);
    const meet_effort effort = {seconds, run.repeat < MOST_PASSES ? run.repeat : MOST_PASSES};
    choice.filter = run.filter;
    choice.data = run.data;
    meet_report report = {ti_run_open(&run), run.output != NULL && !quiet ? stdout : NULL, 0};
    ti_report_build(report.csv, "toi_bench_meet");
    fprintf(report.csv,
            "# time on the wall in us; of each frame the median of its runs in %u passes, %g s in all; "
            "median and "
            "worst over the frames\n",
            effort.passes, effort.seconds);
    meet_report_head(&report);
    for (size_t k = 0; k < MAKERS; ++k) {
        meet_world world;
        for (uint32_t i = 0; makers[k](&choice, i, &world); ++i) {
            if (world.body_count > 0) {
                measure_world(&world, &effort, &report);
            }
            meet_world_release(&world);
        }
    }
    return ti_run_close(&run, report.csv, report.wrong);
}
