// Paths aimed exactly at corners and edges, by traces: none may slip through. A hash of all answers, the same
// for every number of threads.

#include "support/trace_aim.h"
#include "support/parallel.h"

#include <flint/flint.h>
#include <stdio.h>
#include <string.h>

typedef struct options {
    uint64_t seed, first, count;
    int threads;
} options;

typedef struct task {
    const ta_bodies* bodies;
    uint64_t seed;
    ta_counts counts;
} task;

static void work(void* data, uint64_t path)
{
    task* t = data;
    ta_path(t->bodies, toi_trace, t->seed, path, &t->counts);
}

static int run(const options* o)
{
    ta_bodies* bodies = calloc(1, sizeof *bodies);
    task* tasks = calloc((size_t)o->threads, sizeof *tasks);
    if (bodies == NULL || tasks == NULL) {
        abort();
    }
    ta_bodies_init(bodies);
    for (int i = 0; i < o->threads; ++i) {
        tasks[i].bodies = bodies;
        tasks[i].seed = o->seed;
    }
    parallel job = {o->first, o->first + o->count, work, tasks, sizeof *tasks, o->threads, flint_cleanup};
    parallel_run(&job);
    ta_counts c = {0};
    for (int i = 0; i < o->threads; ++i) {
        ta_counts_add(&c, &tasks[i].counts);
    }
    printf("seed %llu, paths %llu to %llu: T %llu R %llu, slips T %llu R %llu, meets %llu, undecided %llu, "
           "failed "
           "%llu, without a free start %llu, hash %016llx\n",
           (unsigned long long)o->seed, (unsigned long long)o->first,
           (unsigned long long)(o->first + o->count), (unsigned long long)c.paths[0],
           (unsigned long long)c.paths[1], (unsigned long long)c.slips[0], (unsigned long long)c.slips[1],
           (unsigned long long)c.meets, (unsigned long long)c.undecided, (unsigned long long)c.failed,
           (unsigned long long)c.aimless, (unsigned long long)c.hash);
    for (int i = 0; i < TA_TARGETS; ++i) {
        printf("%s %llu%s", bodies->targets[i].shape.name, (unsigned long long)c.by_target[i],
               i + 1 < TA_TARGETS ? ", " : "\n");
    }
    for (int i = 0; i < TA_MOVERS; ++i) {
        printf("%s %llu%s", bodies->movers[i].shape.name, (unsigned long long)c.by_mover[i],
               i + 1 < TA_MOVERS ? ", " : "\n");
    }
    ta_bodies_release(bodies);
    free(bodies);
    free(tasks);
    bool hollow = 10 * c.aimless > o->count;
    return c.slips[0] + c.slips[1] + c.meets + c.failed == 0 && !hollow ? 0 : 1;
}

int main(int argc, char** argv)
{
    options o = {.seed = 1, .count = 2000, .threads = 2};
    bool right = argc % 2 == 1;
    for (int i = 1; right && i + 1 < argc; i += 2) {
        uint64_t number = strtoull(argv[i + 1], NULL, 0);
        uint64_t* whole = strcmp(argv[i], "--seed") == 0    ? &o.seed
                          : strcmp(argv[i], "--first") == 0 ? &o.first
                          : strcmp(argv[i], "--count") == 0 ? &o.count
                                                            : NULL;
        if (whole != NULL) {
            *whole = number;
        } else if (strcmp(argv[i], "--threads") == 0 && number > 0) {
            o.threads = (int)number;
        } else {
            right = false;
        }
    }
    if (!right) {
        printf("usage: trace_aim [--seed S] [--first I] [--count N] [--threads T]\n");
        return 2;
    }
    int status = run(&o);
    flint_cleanup_master();
    return status;
}
