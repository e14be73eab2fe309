// First contacts of random queries of straight vertex paths in exact mode, against polynomials over the
// rationals: whether they touch, when, and whether they touch at the start.
//
//     exact_contacts [--seed S] [--first I] [--count N] [--threads T] [--extreme E]
//
// One query in E has coordinates of any size, which takes a thousand times as long. Exit 1 if any answer is
// wrong; the first wrong queries are printed. A query is a number of a seed.

#include "narrow/deform/exact.h"
#include "support/parallel.h"
#include "support/primitive_families.h"
#include "support/primitive_truth.h"

#include <flint/flint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SHOWN = 3, MOST_THREADS = 64, OPTIONS = 5 };

typedef struct counts {
    uint64_t clear, contact, start, wrong;
} counts;

typedef struct task {
    uint64_t seed, extreme_every;
    counts of[FAMILIES + 1];
} task;

static void show(uint64_t number, const toi_primitive_query* q, const truth_contact* truth,
                 const ti_exact_contact* found)
{
    printf("wrong: query %llu, kind %d: contact %d at %a (%a), found %d at %a (%a)\n",
           (unsigned long long)number, (int)q->kind, truth->contact, truth->near, truth->below,
           found->contact, found->t_nearest, found->t_below);
    for (uint32_t i = 0; i < toi_primitive_vertex_count(q->kind); ++i) {
        const toi_vec3 *a = &q->start[i], *b = &q->end[i];
        printf("    %a %a %a to %a %a %a\n", a->x, a->y, a->z, b->x, b->y, b->z);
    }
}

static void judge(void* data, uint64_t number)
{
    task* t = data;
    gen_random random = {t->seed};
    random.state = gen_bits(&random) ^ number * 0x9e3779b97f4a7c15u;
    bool extreme = number % t->extreme_every == 0;
    primitive_family family = extreme ? FAMILY_EXTREME : (primitive_family)(number % FAMILIES);
    toi_primitive_query q = primitive_draw(&random, family);
    truth_contact truth = truth_first_contact(&q);
    ti_exact_contact found = ti_primitive_exact(&q);
    bool start = truth.contact && truth.near == 0.0 && truth_start(&q);
    counts* of = &t->of[family];
    of->clear += !truth.contact;
    of->contact += truth.contact;
    of->start += start;
    if (found.contact != truth.contact || found.t_nearest != truth.near || found.t_below != truth.below ||
        ti_primitive_exact_start(&q) != start) {
        if (of->wrong++ < MOST_SHOWN) {
            show(number, &q, &truth, &found);
        }
    }
}

static uint64_t report(const task* tasks, int threads)
{
    uint64_t wrong = 0;
    for (int f = 0; f <= FAMILIES; ++f) {
        counts sum = {0};
        for (int i = 0; i < threads; ++i) {
            const counts* of = &tasks[i].of[f];
            sum = (counts){sum.clear + of->clear, sum.contact + of->contact, sum.start + of->start,
                           sum.wrong + of->wrong};
        }
        printf("%-12s clear %8llu  contact %8llu  at the start %8llu  wrong %llu\n",
               primitive_family_name((primitive_family)f), (unsigned long long)sum.clear,
               (unsigned long long)sum.contact, (unsigned long long)sum.start, (unsigned long long)sum.wrong);
        wrong += sum.wrong;
    }
    return wrong;
}

static int usage(void)
{
    fprintf(stderr, "exact_contacts [--seed S] [--first I] [--count N] [--threads T] [--extreme E]\n");
    return 2;
}

int main(int argc, char** argv)
{
    static const char* const name[] = {"--seed", "--first", "--count", "--threads", "--extreme"};
    uint64_t value[OPTIONS] = {1, 0, 10000, 2, 2000};
    for (int i = 1; i < argc; i += 2) {
        int k = 0;
        while (k < OPTIONS && strcmp(argv[i], name[k]) != 0) {
            ++k;
        }
        if (k == OPTIONS || i + 1 == argc) {
            return usage();
        }
        value[k] = strtoull(argv[i + 1], NULL, 0);
    }
    static task tasks[MOST_THREADS];
    int threads = value[3] >= 1 && value[3] <= MOST_THREADS ? (int)value[3] : 1;
    for (int i = 0; i < threads; ++i) {
        tasks[i].seed = value[0];
        tasks[i].extreme_every = value[4] > 0 ? value[4] : 1;
    }
    parallel_run(&(parallel){.begin = value[1],
                             .end = value[1] + value[2],
                             .work = judge,
                             .tasks = tasks,
                             .task_size = sizeof *tasks,
                             .threads = threads,
                             .leave = flint_cleanup});
    printf("seed %llu, %llu queries from %llu\n", (unsigned long long)value[0], (unsigned long long)value[2],
           (unsigned long long)value[1]);
    return report(tasks, threads) > 0;
}
