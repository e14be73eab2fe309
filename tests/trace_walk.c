// Random walks by traces: rows of 12 still and 8 moving bodies, each with its turns up to an angle and its
// distance from zero. A line of counts for each row; a sum of hashes of all answers, the same for every
// number of threads and parts. With --log FILE each round of walks is written down when it is done, and left
// out when the same command is given again.

#include "support/trace_walk.h"
#include "support/parallel.h"

#include <flint/flint.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 32, NUMBERS = offsetof(tw_counts, least) / sizeof(uint64_t) };

typedef struct options {
    double angles[MOST_ROWS], shifts[MOST_ROWS];
    int angle_count, shift_count, threads;
    uint64_t count; // translations of a row, and as many turns
    tw_row row;
    const char* log;
} options;

typedef struct task {
    const tw_bodies* bodies;
    const tw_row* row;
    tw_counts counts;
} task;

static void work(void* data, uint64_t walk)
{
    task* t = data;
    tw_walk(t->bodies, t->row, walk, &t->counts);
}

static tw_counts nothing(void)
{
    return (tw_counts){.least = HUGE_VAL};
}

// One round: every pair once.
static void run_round(const options* o, const tw_bodies* bodies, const tw_row* row, uint64_t range[2],
                      tw_counts* sum)
{
    task* tasks = calloc((size_t)o->threads, sizeof *tasks);
    if (tasks == NULL) {
        abort();
    }
    for (int i = 0; i < o->threads; ++i) {
        tasks[i] = (task){bodies, row, nothing()};
    }
    parallel job = {range[0], range[1], work, tasks, sizeof *tasks, o->threads, flint_cleanup};
    parallel_run(&job);
    for (int i = 0; i < o->threads; ++i) {
        tw_counts_add(sum, &tasks[i].counts);
    }
    free(tasks);
}

// ---- the log

// What a round is, in one word: all that its counts depend on.
static void round_name(const tw_row* r, const uint64_t range[2], char* name, size_t size)
{
    snprintf(
        name, size,
        "method=%d,angle=%.17g,shift=%.17g,separation=%.17g,seed=%llu,steps=%u,look=%u,prove=%u,%llu-%llu",
        (int)r->method, r->angle, r->shift, r->separation, (unsigned long long)r->seed, r->steps, r->look,
        r->prove, (unsigned long long)range[0], (unsigned long long)range[1]);
}

// Reads the counts of a round that was done before. False where it was not.
static bool read_round(const char* log, const char* name, tw_counts* counts)
{
    FILE* file = log != NULL ? fopen(log, "r") : NULL;
    char word[400];
    bool found = false;
    while (file != NULL && !found && fscanf(file, "%399s", word) == 1) {
        uint64_t numbers[NUMBERS];
        int whole = 1;
        for (int i = 0; i < NUMBERS && whole == 1; ++i) {
            unsigned long long x;
            whole = fscanf(file, "%llu", &x);
            numbers[i] = x;
        }
        whole = whole == 1 ? fscanf(file, "%lf %lf end", &counts->least, &counts->seconds) : 0;
        found = whole == 2 && strcmp(word, name) == 0;
        memcpy(counts, numbers, sizeof numbers);
    }
    if (file != NULL) {
        fclose(file);
    }
    return found;
}

static void write_round(const char* log, const char* name, const tw_counts* counts)
{
    FILE* file = log != NULL ? fopen(log, "a") : NULL;
    uint64_t numbers[NUMBERS];
    if (file == NULL) {
        return;
    }
    memcpy(numbers, counts, sizeof numbers);
    fprintf(file, "\n%s", name); // not on a line that was cut off
    for (int i = 0; i < NUMBERS; ++i) {
        fprintf(file, " %llu", (unsigned long long)numbers[i]);
    }
    fprintf(file, " %.17g %.17g end\n", counts->least, counts->seconds);
    fclose(file);
}

// ---- rows

static void print_row(const tw_row* row, const tw_counts* c)
{
    double moves = (double)(c->moves[0] + c->moves[1]);
    printf("angle %g shift %g separation %g: T %llu R %llu, meets T %llu R %llu, margin lost T %llu R %llu\n",
           row->angle, row->shift, row->separation, (unsigned long long)c->moves[0],
           (unsigned long long)c->moves[1], (unsigned long long)c->meets[0], (unsigned long long)c->meets[1],
           (unsigned long long)c->margin[0], (unsigned long long)c->margin[1]);
    printf("  kept broken %llu gap wrong %llu off the way %llu early T %llu R %llu late %llu of %llu failed "
           "%llu\n",
           (unsigned long long)c->kept, (unsigned long long)c->gap, (unsigned long long)c->pose,
           (unsigned long long)c->early[0], (unsigned long long)c->early[1], (unsigned long long)c->late,
           (unsigned long long)c->proofs, (unsigned long long)c->failed);
    printf("  places on the way %llu, wrong %llu; undecided T %llu R %llu; hits T %llu R %llu; blocked T "
           "%llu R %llu\n",
           (unsigned long long)c->looks, (unsigned long long)c->look_meets,
           (unsigned long long)c->undecided[0], (unsigned long long)c->undecided[1],
           (unsigned long long)c->hits[0], (unsigned long long)c->hits[1], (unsigned long long)c->blocked[0],
           (unsigned long long)c->blocked[1]);
    printf("  walks %llu, without start %llu; starts in the zone %llu; exact pairs %llu; least gap %.9g "
           "separations; "
           "%.3g us a move; hash %016llx\n",
           (unsigned long long)c->walks, (unsigned long long)c->unstarted, (unsigned long long)c->zone,
           (unsigned long long)c->exact, c->least, 1e6 * c->seconds / moves, (unsigned long long)c->hash);
    fflush(stdout);
}

static uint64_t run_row(const options* o, const tw_bodies* bodies, double angle, double shift)
{
    tw_row row = o->row;
    row.angle = angle;
    row.shift = shift;
    tw_counts sum = nothing();
    uint64_t walks = (o->count + row.steps - 1) / row.steps;
    for (uint64_t begin = 0; begin < walks; begin += TW_PAIRS) {
        uint64_t range[2] = {begin, begin + TW_PAIRS < walks ? begin + TW_PAIRS : walks};
        tw_counts counts = nothing();
        char name[400];
        round_name(&row, range, name, sizeof name);
        if (!read_round(o->log, name, &counts)) {
            counts = nothing();
            run_round(o, bodies, &row, range, &counts);
            write_round(o->log, name, &counts);
        }
        tw_counts_add(&sum, &counts);
    }
    print_row(&row, &sum);
    bool hollow = sum.walks == 0 || sum.hits[0] == 0 || (angle >= 10.0 && sum.hits[1] == 0);
    if (hollow) {
        printf("nothing was hit, so nothing was tried\n");
    }
    return tw_counts_faults(&sum) + hollow;
}

// ---- options

static int read_list(const char* text, double* list)
{
    int count = 0;
    char* end;
    for (; count < MOST_ROWS; text = end + 1) {
        list[count++] = strtod(text, &end);
        if (end == text) {
            return 0;
        }
        if (*end != ',') {
            return *end == '\0' ? count : 0;
        }
    }
    return 0;
}

static bool read_option(options* o, const char* name, const char* text)
{
    uint64_t number = strtoull(text, NULL, 0);
    if (strcmp(name, "--angle") == 0) {
        return (o->angle_count = read_list(text, o->angles)) > 0;
    }
    if (strcmp(name, "--shift") == 0) {
        return (o->shift_count = read_list(text, o->shifts)) > 0;
    }
    if (strcmp(name, "--separation") == 0) {
        return (o->row.separation = strtod(text, NULL)) > 0.0;
    }
    if (strcmp(name, "--count") == 0) {
        return (o->count = number) > 0;
    }
    if (strcmp(name, "--steps") == 0) {
        return (o->row.steps = (uint32_t)number) > 0;
    }
    if (strcmp(name, "--threads") == 0) {
        return (o->threads = (int)number) > 0;
    }
    if (strcmp(name, "--method") == 0) {
        o->row.method = strcmp(text, "paper") == 0 ? TOI_TRACE_PAPER : TOI_TRACE_CERTIFIED;
        o->row.quiet = o->row.method == TOI_TRACE_PAPER;
        return o->row.quiet || strcmp(text, "certified") == 0;
    }
    if (strcmp(name, "--log") == 0) {
        o->log = text;
        return true;
    }
    uint32_t* every = strcmp(name, "--look") == 0    ? &o->row.look
                      : strcmp(name, "--prove") == 0 ? &o->row.prove
                                                     : NULL;
    if (every != NULL) {
        *every = (uint32_t)number;
    } else if (strcmp(name, "--seed") == 0) {
        o->row.seed = number;
    }
    return every != NULL || strcmp(name, "--seed") == 0;
}

int main(int argc, char** argv)
{
    options o = {.angles = {2, 10, 60, 170}, .angle_count = 4, .shift_count = 1, .threads = 2, .count = 2000};
    o.row = (tw_row){.separation = 0.25, .seed = 1, .steps = 32, .look = 8, .prove = 32};
    bool right = argc % 2 == 1;
    for (int i = 1; right && i + 1 < argc; i += 2) {
        right = read_option(&o, argv[i], argv[i + 1]);
    }
    if (!right) {
        printf("usage: trace_walk [--angle 2,10,60,170] [--shift 0,1024,65536,1000000] [--separation D]\n"
               "                  [--count N] [--steps N] [--seed S] [--threads T] [--look N] [--prove N]\n"
               "                  [--method certified|paper] [--log FILE]\n");
        return 2;
    }
    uint64_t faults = 0;
    for (int i = 0; i < o.shift_count; ++i) {
        tw_bodies* bodies = calloc(1, sizeof *bodies);
        if (bodies == NULL) {
            abort();
        }
        tw_bodies_init(bodies, o.shifts[i]);
        for (int k = 0; k < o.angle_count; ++k) {
            faults += run_row(&o, bodies, o.angles[k], o.shifts[i]);
        }
        tw_bodies_release(bodies);
        free(bodies);
    }
    printf("faults %llu\n", (unsigned long long)faults);
    flint_cleanup_master();
    return faults == 0 ? 0 : 1;
}
