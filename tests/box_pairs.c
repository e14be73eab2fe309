// Intervals of random pairs of bodies made of boxes, judged by corners in long double: counts, faults, and a
// hash over all results.
//
//     box_pairs --family F [--seed S] [--first I] [--count N] [--samples M] [--threads T]
//               [--list LENGTH]
//
// Families: exact, fitted, rational, affine. Pairs are listed of which an event is farther apart than a
// length. Exit 1 if any answer is wrong, or if fewer than a fifth meet.

#include "support/number_hash.h"
#include "support/parallel.h"
#include "support/solid_pairs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char* const families[SOLID_FAMILIES] = {"exact", "fitted", "rational", "affine"};

typedef struct options {
    solid_family family;
    uint64_t seed, first, count;
    uint32_t samples;
    int threads;
    double list;
} options;

// What is kept of a pair.
typedef struct record {
    uint64_t hash;
    uint32_t intervals, kinds[TOI_CONTACT_FE + 1];
    double apart, beyond;
    bool wrong, failed;
} record;

typedef struct task {
    const options* options;
    record* records;
} task;

// ---- one pair

static void hash_end(record* r, const toi_boxes_end* end)
{
    const toi_contact* c = &end->contact;
    const double numbers[] = {c->kind,     c->a.index[0], c->a.index[1], c->b.index[0], c->b.index[1],
                              end->part_a, end->part_b,   c->point.x,    c->point.y,    c->point.z,
                              c->normal.x, c->normal.y,   c->normal.z,   c->gap};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        number_hash(&r->hash, numbers[i]);
    }
    ++r->kinds[c->kind];
}

static void keep(const toi_boxes_pair* answer, record* r)
{
    r->hash = number_hash_start;
    r->intervals = answer->interval_count;
    number_hash(&r->hash, answer->bound);
    for (uint32_t i = 0; i < answer->interval_count; ++i) {
        const toi_boxes_interval* span = &answer->intervals[i];
        number_hash(&r->hash, span->enter);
        number_hash(&r->hash, span->exit);
        hash_end(r, &span->at_enter);
        hash_end(r, &span->at_exit);
    }
}

static void ask(void* data, uint64_t index)
{
    const task* t = data;
    const options* o = t->options;
    record* r = &t->records[index - o->first];
    solid_pair pair;
    solid_pair_random(o->seed, index, o->family, &pair);
    toi_boxes_def def = {.solids = pair.solids, .solid_count = 2};
    toi_boxes_result result;
    r->failed = toi_boxes_check(&def, &result, NULL) != TOI_OK;
    if (r->failed) {
        printf("seed %llu, pair %llu: refused\n", (unsigned long long)o->seed, (unsigned long long)index);
        return;
    }
    solid_verdict v = solid_judge(&pair, &result.pairs[0], o->samples);
    keep(&result.pairs[0], r);
    r->apart = v.apart - result.pairs[0].bound;
    r->beyond = v.beyond;
    r->wrong = v.fault != NULL;
    if (!r->wrong && r->apart > o->list) {
        printf("seed %llu, pair %llu: %.2g apart\n", (unsigned long long)o->seed, (unsigned long long)index,
               r->apart);
    }
    if (r->wrong) {
        printf("seed %llu, pair %llu: %s at %.17g, %g\n", (unsigned long long)o->seed,
               (unsigned long long)index, v.fault, v.time, v.apart);
    }
    toi_boxes_result_release(&result);
}

// ---- all of them

static int report(const options* o, const record* records)
{
    uint64_t hash = number_hash_start, meet = 0, several = 0, wrong = 0, kinds[TOI_CONTACT_FE + 1] = {0};
    double widest = 0.0, beyond = 0.0;
    for (uint64_t i = 0; i < o->count; ++i) {
        const record* r = &records[i];
        hash = (hash ^ r->hash) * 0x100000001b3u;
        meet += r->intervals > 0;
        several += r->intervals > 1;
        wrong += r->wrong || r->failed;
        widest = fmax(widest, r->wrong ? 0.0 : r->apart);
        beyond = fmax(beyond, r->wrong ? 0.0 : r->beyond);
        for (int k = 0; k <= TOI_CONTACT_FE; ++k) {
            kinds[k] += r->kinds[k];
        }
    }
    printf("%s, seed %llu: %llu pairs, %llu meet, %llu more than once; events: %llu VF, %llu FV, %llu EE; "
           "widest %.2g beyond the bound, %.2g beyond the blur; %llu wrong; hash %016llx\n",
           families[o->family], (unsigned long long)o->seed, (unsigned long long)o->count,
           (unsigned long long)meet, (unsigned long long)several, (unsigned long long)kinds[TOI_CONTACT_VF],
           (unsigned long long)kinds[TOI_CONTACT_FV], (unsigned long long)kinds[TOI_CONTACT_EE], widest,
           beyond, (unsigned long long)wrong, (unsigned long long)hash);
    return wrong > 0 || 5 * meet < o->count;
}

static bool take(options* o, const char* name, const char* value)
{
    uint64_t number = strtoull(value, NULL, 10);
    for (int k = 0; strcmp(name, "--family") == 0 && k < SOLID_FAMILIES; ++k) {
        if (strcmp(value, families[k]) == 0) {
            o->family = (solid_family)k;
            return true;
        }
    }
    if (strcmp(name, "--seed") == 0) {
        o->seed = number;
    } else if (strcmp(name, "--first") == 0) {
        o->first = number;
    } else if (strcmp(name, "--count") == 0) {
        o->count = number;
    } else if (strcmp(name, "--samples") == 0 && number > 0) {
        o->samples = (uint32_t)number;
    } else if (strcmp(name, "--list") == 0) {
        o->list = strtod(value, NULL);
    } else if (strcmp(name, "--threads") == 0 && number > 0 && number <= 64) {
        o->threads = (int)number;
    } else {
        return false;
    }
    return true;
}

int main(int argc, char** argv)
{
    options o = {.seed = 1, .count = 1000, .samples = 50, .threads = 2, .list = HUGE_VAL};
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc || !take(&o, argv[i], argv[i + 1])) {
            fprintf(stderr, "see the head of tests/box_pairs.c\n");
            return 2;
        }
    }
    record* records = calloc(o.count, sizeof *records);
    task* tasks = calloc((size_t)o.threads, sizeof *tasks);
    if (records == NULL || tasks == NULL) {
        return 2;
    }
    for (int i = 0; i < o.threads; ++i) {
        tasks[i] = (task){&o, records};
    }
    parallel_run(&(parallel){o.first, o.first + o.count, ask, tasks, sizeof *tasks, o.threads, NULL});
    int status = report(&o, records);
    free(tasks);
    free(records);
    return status;
}
