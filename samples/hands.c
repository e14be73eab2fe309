// Hands, a head, a shuttle and a sphere in a room, as in figure 12 of [Kitamura98]: which faces meet, cycle
// by cycle, how long it takes to find them, and how bodies part along the normals there.

#define _POSIX_C_SOURCE 200809L

#include "check.h"
#include "hands_output.h"
#include "hands_record.h"
#include "memory.h"
#include "options.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { MANY_THREADS = 8 };

// A way to find what meets; all must find the same.
typedef struct way {
    const char* name;
    toi_overlap_method method;
    uint32_t threads;
} way;

static const way ways[] = {
    {"the default", TOI_OVERLAP_DEFAULT, 1}, {"the default, 8 threads", TOI_OVERLAP_DEFAULT, MANY_THREADS},
    {"trees", TOI_OVERLAP_TREE, 1},          {"the join", TOI_OVERLAP_JOIN, 1},
    {"the octree", TOI_OVERLAP_OCTREE, 1},   {"every face against every face", TOI_OVERLAP_ALL, 1}};
enum { WAYS = sizeof ways / sizeof ways[0] };

// What the other ways found.
typedef struct jury {
    toi_overlap* overlap[WAYS];
    uint32_t every;     // cycles, of which they are asked in one
    uint64_t asked;     // cycles
    uint64_t different; // answers
} jury;

static double processor_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static toi_overlap* open_overlap(const hands_world* world, uint32_t threads)
{
    toi_overlap_def def = {.threads = threads};
    toi_overlap* overlap = NULL;
    must(toi_overlap_create(&def, &overlap), "toi_overlap_create");
    hands_add(world, overlap);
    return overlap;
}

static toi_overlap_result find(const hands_world* world, toi_overlap* overlap, toi_overlap_method method)
{
    toi_overlap_query query = {.segments = true, .method = method};
    toi_overlap_result found;
    hands_show(world, overlap);
    must(toi_overlap_find(overlap, &query, &found, NULL), "toi_overlap_find");
    return found;
}

// Bit for bit: bodies, faces, where they meet.
static bool same_pair(const toi_overlap_pair* a, const toi_overlap_pair* b)
{
    return a->a == b->a && a->b == b->b && a->face_count == b->face_count &&
           memcmp(a->faces, b->faces, a->face_count * sizeof *a->faces) == 0 &&
           memcmp(a->meetings, b->meetings, a->face_count * sizeof *a->meetings) == 0;
}

static bool same_result(const toi_overlap_result* a, const toi_overlap_result* b)
{
    bool same = a->pair_count == b->pair_count && a->face_count == b->face_count;
    for (uint32_t i = 0; same && i < a->pair_count; ++i) {
        same = same_pair(&a->pairs[i], &b->pairs[i]);
    }
    return same;
}

static void ask_others(jury* j, const hands_world* world, uint32_t cycle, const toi_overlap_result* found)
{
    ++j->asked;
    for (uint32_t i = 0; i < WAYS; ++i) {
        toi_overlap_result other = find(world, j->overlap[i], ways[i].method);
        if (!same_result(found, &other)) {
            ++j->different;
            printf("cycle %u: %s finds %llu pairs of faces, and not the same %llu\n", cycle, ways[i].name,
                   (unsigned long long)other.face_count, (unsigned long long)found->face_count);
        }
    }
}

// A run from its start, with or without a jury.
static hands_record run(hands_world* world, uint32_t cycles, uint32_t threads, jury* j)
{
    hands_record record = hands_record_start(cycles);
    toi_overlap* overlap = open_overlap(world, threads);
    for (uint32_t cycle = 0; cycle < cycles; ++cycle) {
        hands_place(world, cycle);
        double start = processor_time();
        toi_overlap_result found = find(world, overlap, TOI_OVERLAP_DEFAULT);
        record.seconds[cycle] = processor_time() - start;
        hands_record_cycle(&record, cycle, world, &found);
        if (j != NULL && cycle % j->every == 0) {
            ask_others(j, world, cycle, &found);
        }
        hands_answer(world, &found);
    }
    toi_overlap_destroy(overlap);
    return record;
}

typedef struct table {
    uint32_t meeting; // cycles in which faces meet
    uint64_t body_pairs, face_pairs;
    double mean, mean_meeting, mean_apart, worst; // seconds
} table;

static table count(const hands_record* r)
{
    table t = {0};
    double sum = 0.0, sum_meeting = 0.0;
    for (uint32_t cycle = 0; cycle < r->cycles; ++cycle) {
        bool meets = r->face_pairs[cycle] > 0;
        t.meeting += meets;
        t.body_pairs += r->body_pairs[cycle];
        t.face_pairs += r->face_pairs[cycle];
        sum += r->seconds[cycle];
        sum_meeting += meets ? r->seconds[cycle] : 0.0;
        t.worst = r->seconds[cycle] > t.worst ? r->seconds[cycle] : t.worst;
    }
    uint32_t apart = r->cycles - t.meeting;
    t.mean = sum / r->cycles;
    t.mean_meeting = t.meeting > 0 ? sum_meeting / t.meeting : 0.0;
    t.mean_apart = apart > 0 ? (sum - sum_meeting) / apart : 0.0;
    return t;
}

static void print_table(const table* t, uint32_t cycles)
{
    printf("cycles,meeting,body_pairs,face_pairs,mean_us,mean_meeting_us,mean_apart_us,worst_us\n"
           "%u,%u,%llu,%llu,%.4g,%.4g,%.4g,%.4g\n",
           cycles, t->meeting, (unsigned long long)t->body_pairs, (unsigned long long)t->face_pairs,
           1e6 * t->mean, 1e6 * t->mean_meeting, 1e6 * t->mean_apart, 1e6 * t->worst);
}

static void report(const hands_world* world, const table* t, uint32_t cycles, const jury* j)
{
    static const double rounding = 1e-12;
    check("same", j->asked > 0 && j->different == 0,
          "in %llu cycles, all methods find the same, with 1 and with 8 threads; %llu answers differ",
          (unsigned long long)j->asked, (unsigned long long)j->different);
    check("meets", t->meeting > 0 && t->meeting < cycles, "faces meet in %u of %u cycles", t->meeting,
          cycles);
    check("walls", hands_outside(world) <= rounding, "bodies are at most %.3g outside of the walls",
          hands_outside(world));
    check("energy", hands_energy_error(world) <= rounding,
          "where rigid bodies part, their energy changes by at most %.3g of it", hands_energy_error(world));
}

int main(int argument_count, char** arguments)
{
    sim_options o = {.steps = 800, .seed = 1, .size = 20};
    o = read_options(argument_count, arguments, o,
                     "Hands among a head, a shuttle and a sphere. --steps: cycles; --size: all methods are "
                     "compared in one of so many cycles; -o: a page that plays the run, or, ending in .json, "
                     "the scene of the last cycle");
    hands_world* world = hands_create(o.seed);
    jury j = {.every = o.size};
    for (uint32_t i = 0; i < WAYS; ++i) {
        j.overlap[i] = open_overlap(world, ways[i].threads);
    }
    hands_record record = run(world, o.steps, 1, &j);
    table t = count(&record);
    print_table(&t, o.steps);
    report(world, &t, o.steps, &j);
    hands_world* again = hands_create(o.seed);
    hands_record replay = run(again, o.steps, MANY_THREADS, NULL);
    check("replay", record.hash == replay.hash, "hashes %016llx, and %016llx with 8 threads",
          (unsigned long long)record.hash, (unsigned long long)replay.hash);
    bool written = o.output == NULL || hands_write(o.output, world, &record);
    for (uint32_t i = 0; i < WAYS; ++i) {
        toi_overlap_destroy(j.overlap[i]);
    }
    hands_record_release(&record);
    hands_record_release(&replay);
    hands_destroy(world);
    hands_destroy(again);
    return written && failed_checks() == 0 ? 0 : 1;
}
