// The benchmark of two boxes on rational motions, one CSV row a class and question. bench/README.md says how
// to read it.

#include "bench/boxes.h"
#include "bench/report.h"
#include "bench/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: toi_bench_boxes [--filter TEXT] [--repeat N] [-o FILE.csv]\n"
    "Measures when two boxes meet on rational motions of degree 1 to 12: all intervals, also by the route\n"
    "of the paper and by one public call for all pairs, and the first alone; FCL and Bullet beside it\n"
    "where they are built in.\n"
    "  --filter TEXT  only classes whose name holds TEXT\n"
    "  --repeat N     batches a query, of which the median counts (default 9)\n"
    "  -o FILE.csv    in place of standard output\n";

// What the answers of a row are worth.
typedef struct verdict {
    uint32_t missed, made_up;
    double apart;
} verdict;

static ti_answered as_answered(const ti_box_answer* a)
{
    bool hit = a->count > 0;
    return (ti_answered){.answer = hit ? TOI_ANSWER_CONTACT : TOI_ANSWER_CLEAR,
                         .time = hit ? a->intervals[0][0] : 1.0,
                         .nodes = a->nodes};
}

static ti_box_answer answer_all(const ti_box_query* query)
{
    return ti_box_ask(query, false);
}

static ti_box_answer answer_first(const ti_box_query* query)
{
    return ti_box_ask(query, true);
}

static ti_answered ask_all(const ti_case* query, void* context)
{
    (void)query;
    ti_box_answer answer = ti_box_ask(context, false);
    return as_answered(&answer);
}

static ti_answered ask_first(const ti_case* query, void* context)
{
    (void)query;
    ti_box_answer answer = ti_box_ask(context, true);
    return as_answered(&answer);
}

static ti_answered ask_paper(const ti_case* query, void* context)
{
    (void)query;
    ti_box_answer answer = ti_box_ask_paper(context);
    return as_answered(&answer);
}

// What of ours is asked.
typedef struct way {
    const char* name;
    ti_box_answer (*answer)(const ti_box_query* query);
    ti_asker ask;
    bool first_only;
} way;

static const way ways[] = {{"all", answer_all, ask_all, false},
                           {"first", answer_first, ask_first, true},
                           {"paper", ti_box_ask_paper, ask_paper, false}};

static void print_row(FILE* file, const char* scene, const char* method, ti_summary* s, const verdict* v)
{
    double median = ti_middle(s->times, s->count);
    fprintf(file, "%s,%s,%u,%.4g,%.4g,%.4g,%.6g,%u,%u,%u,%u,%u,%.3g,%.3g,%.3g\n", scene, method, s->count,
            s->times[0], median, s->times[s->count - 1], ti_middle(s->nodes, s->count), s->clear, s->contact,
            v->missed + s->missed, v->made_up + s->false_hits, s->late, s->early_max, s->late_max, v->apart);
    fflush(file);
}

static void judge(const ti_box_class* class, uint32_t index, const ti_box_answer* answer, bool first_only,
                  verdict* v)
{
    ti_box_faults faults = ti_box_judge(&class->queries[index], answer, first_only);
    v->missed += faults.missed;
    v->made_up += faults.made_up + (class->passes && answer->count > 0);
    v->apart = fmax(v->apart, faults.apart);
}

// Returns the number of wrong answers.
static uint32_t measure_ours(FILE* file, ti_box_class* class, const way* how, uint32_t repeat)
{
    const ti_case none = {.truth = TI_TRUTH_UNKNOWN};
    ti_summary summary = {0};
    verdict v = {0};
    for (uint32_t i = 0; i < TI_BOX_QUERIES; ++i) {
        ti_box_query* q = &class->queries[i];
        ti_box_answer answer = how->answer(q);
        judge(class, i, &answer, how->first_only, &v);
        ti_summary_add(&summary, &none, as_answered(&answer), ti_measure(how->ask, NULL, q, repeat));
    }
    print_row(file, class->name, how->name, &summary, &v);
    ti_summary_release(&summary);
    return v.missed + v.made_up;
}

// All queries in one call: every one has the mean time.
static uint32_t measure_batch(FILE* file, const ti_box_class* class, uint32_t repeat)
{
    static ti_box_answer answers[TI_BOX_QUERIES];
    const ti_case none = {.truth = TI_TRUTH_UNKNOWN};
    ti_summary summary = {0};
    verdict v = {0};
    double time = ti_box_ask_batch(class, answers, repeat);
    for (uint32_t i = 0; i < TI_BOX_QUERIES; ++i) {
        judge(class, i, &answers[i], false, &v);
        ti_summary_add(&summary, &none, as_answered(&answers[i]), time);
    }
    print_row(file, class->name, "batch", &summary, &v);
    ti_summary_release(&summary);
    return v.missed + v.made_up;
}

// Where the motion is the same, our answer is the truth that theirs are compared with.
static ti_case truth_of(const ti_box_class* class, const ti_box_query* q)
{
    ti_case truth = {.truth = TI_TRUTH_UNKNOWN};
    ti_box_answer answer = ti_box_ask(q, true);
    if (class->straight) {
        truth.truth = answer.count > 0 ? TI_TRUTH_CONTACT : TI_TRUTH_CLEAR;
        truth.time = answer.count > 0 ? answer.intervals[0][0] : 0.0;
        truth.time_high = truth.time;
    }
    return truth;
}

static void measure_peer(FILE* file, ti_box_class* class, const ti_box_peer* peer, uint32_t repeat)
{
    ti_summary summary = {0};
    for (uint32_t i = 0; i < TI_BOX_QUERIES; ++i) {
        ti_box_query* q = &class->queries[i];
        ti_case truth = truth_of(class, q);
        peer->prepare(q);
        ti_summary_add(&summary, &truth, peer->ask(NULL, q), ti_measure(peer->ask, NULL, q, repeat));
    }
    print_row(file, class->name, peer->name, &summary, &(verdict){0});
    ti_summary_release(&summary);
}

int main(int argc, char** argv)
{
    ti_run run = ti_run_begin("toi_bench_boxes", usage, argc, argv, NULL, 0);
    ti_box_class* class = malloc(sizeof *class);
    if (class == NULL) {
        return 5;
    }
    FILE* file = ti_run_open(&run);
    uint32_t wrong = 0, peer_count;
    const ti_box_peer* peers = ti_box_peers(&peer_count);
    ti_report_machine(file, "toi_bench_boxes", run.repeat);
    fputs("scene,method,count,min_us,median_us,worst_us,nodes,clear,contact,missed,false,late,early_max,"
          "late_max,apart_max\n",
          file);
    for (uint32_t i = 0; i < TI_BOX_CLASSES; ++i) {
        ti_box_class_make(i, class);
        if (run.filter != NULL && strstr(class->name, run.filter) == NULL) {
            continue;
        }
        for (size_t k = 0; k < sizeof ways / sizeof *ways; ++k) {
            wrong += measure_ours(file, class, &ways[k], run.repeat);
        }
        wrong += measure_batch(file, class, run.repeat);
        for (uint32_t k = 0; k < peer_count; ++k) {
            measure_peer(file, class, &peers[k], run.repeat);
        }
    }
    free(class);
    return ti_run_close(&run, file, wrong);
}
