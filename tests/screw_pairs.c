// All contacts of random pairs under a screw against the oracle: counts, faults, and a hash over all results.
//
//     screw_pairs --family F [--seed S] [--first I] [--count N] [--threads T] [--threshold P]
//
// Exit 1 if any set of contacts is wrong, or if fewer than 30 % of the pairs have contacts.

#include "support/screw_pairs.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct options {
    sp_family family;
    uint64_t seed, first, count;
    int threads;
    double threshold;
} options;

enum { MOST_CONTACTS = 8192 };

// What is kept of a pair.
typedef struct record {
    uint64_t hash;
    uint32_t contacts[4], borderline;
    uint8_t fault;
    double worst_time, worst_properness;
} record;

typedef struct task {
    const options* options;
    const sp_shapes* shapes;
    record* records;
    atomic_uint_fast64_t* next;
    toi_contact* contacts;
    sb_list truth;
    double seconds[2]; // of the library, of the oracle
} task;

// ---- one pair

static void hash_bytes(uint64_t* hash, const void* bytes, size_t size)
{
    const unsigned char* p = bytes;
    for (size_t i = 0; i < size; ++i) {
        *hash = (*hash ^ p[i]) * 0x100000001b3u;
    }
}

static void hash_contact(uint64_t* hash, const toi_contact* c)
{
    uint32_t words[] = {(uint32_t)c->kind,   (uint32_t)c->a.kind, c->a.index[0], c->a.index[1],
                        (uint32_t)c->b.kind, c->b.index[0],       c->b.index[1], c->entering,
                        c->tangent,          c->sustained};
    // Adding 0 makes one zero of two.
    double numbers[] = {c->time + 0.0,     c->gap + 0.0,      c->point.x + 0.0,    c->point.y + 0.0,
                        c->point.z + 0.0,  c->normal.x + 0.0, c->normal.y + 0.0,   c->normal.z + 0.0,
                        c->approach + 0.0, c->until + 0.0,    c->properness + 0.0, c->time_error + 0.0};
    hash_bytes(hash, words, sizeof words);
    hash_bytes(hash, numbers, sizeof numbers);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void print_fault(const task* t, uint64_t index, const sp_pair* pair, const sp_verdict* v,
                        uint32_t count)
{
    static atomic_int shown = 0;
    if (atomic_fetch_add(&shown, 1) >= 10) {
        return;
    }
    flockfile(stdout);
    printf("%s, seed %llu, pair %llu: %s, contact %u of %u and %u\n", sp_family_name(t->options->family),
           (unsigned long long)t->options->seed, (unsigned long long)index, sp_fault_name((sp_fault)v->fault),
           v->index, count, t->truth.count);
    sp_pair_print(stdout, pair);
    for (uint32_t i = 0; i < count; ++i) {
        sp_print_contact(stdout, &t->contacts[i]);
    }
    for (uint32_t i = 0; i < t->truth.count; ++i) {
        sp_print_truth(stdout, t->shapes, pair, &t->truth.contacts[i]);
    }
    funlockfile(stdout);
}

// The contacts of the library; false where it does not give all of them.
static bool ask_library(task* t, const sp_pair* pair, uint32_t* count)
{
    toi_motion rest = {.kind = TOI_MOTION_STATIC, .pose = pair->pose_a};
    toi_body a = {.mesh = t->shapes->mesh[pair->shape[0]], .motion = rest};
    toi_body b = {.mesh = t->shapes->mesh[pair->shape[1]], .motion = sp_pair_motion(pair)};
    toi_query_def def = {.contacts = t->contacts, .contact_capacity = MOST_CONTACTS};
    def.min_properness = t->options->threshold;
    toi_result result = {0};
    double start = now();
    toi_status status = toi_all_contacts(&a, &b, &def, &result);
    t->seconds[0] += now() - start;
    *count = result.contact_count < MOST_CONTACTS ? result.contact_count : MOST_CONTACTS;
    return status == TOI_OK && result.answer != TOI_ANSWER_UNDECIDED && result.contact_count <= MOST_CONTACTS;
}

static void run_pair(task* t, uint64_t index, record* out)
{
    sp_pair pair;
    uint32_t count = 0;
    sp_pair_random(t->shapes, t->options->seed, index, &pair);
    bool decided = ask_library(t, &pair, &count);
    double start = now();
    sb_query query = {.a = &t->shapes->truth[pair.shape[0]], .b = &t->shapes->truth[pair.shape[1]]};
    query.pose_a = pair.pose_a;
    query.screws = &pair.screw;
    query.screw_count = 1;
    query.min_properness = t->options->threshold;
    sb_find(&query, false, &t->truth);
    t->seconds[1] += now() - start;
    sp_verdict v = sp_compare(t->shapes, &pair, t->contacts, count, &t->truth);
    v.fault = decided ? v.fault : SP_UNDECIDED;
    *out = (record){.hash = 0xcbf29ce484222325u, .fault = (uint8_t)v.fault, .borderline = v.borderline};
    out->worst_time = (double)v.worst_time;
    out->worst_properness = (double)v.worst_properness;
    memcpy(out->contacts, v.contacts, sizeof out->contacts);
    for (uint32_t i = 0; i < count; ++i) {
        hash_contact(&out->hash, &t->contacts[i]);
    }
    if (v.fault != SP_RIGHT) {
        print_fault(t, index, &pair, &v, count);
    }
}

static void* work(void* data)
{
    task* t = data;
    for (;;) {
        uint64_t i = atomic_fetch_add(t->next, 1);
        if (i >= t->options->count) {
            return NULL;
        }
        run_pair(t, t->options->first + i, &t->records[i]);
    }
}

static void run_all(const options* o, record* records, double seconds[2])
{
    atomic_uint_fast64_t next = 0;
    sp_shapes shapes;
    task* tasks = calloc((size_t)o->threads, sizeof *tasks);
    pthread_t* threads = calloc((size_t)o->threads, sizeof *threads);
    if (tasks == NULL || threads == NULL) {
        abort();
    }
    sp_shapes_init(&shapes, o->family);
    for (int i = 0; i < o->threads; ++i) {
        toi_contact* contacts = calloc(MOST_CONTACTS, sizeof *contacts);
        tasks[i] =
            (task){.options = o, .shapes = &shapes, .records = records, .next = &next, .contacts = contacts};
        if (contacts == NULL || pthread_create(&threads[i], NULL, work, &tasks[i]) != 0) {
            abort();
        }
    }
    for (int i = 0; i < o->threads; ++i) {
        pthread_join(threads[i], NULL);
        seconds[0] += tasks[i].seconds[0];
        seconds[1] += tasks[i].seconds[1];
        free(tasks[i].contacts);
        sb_list_release(&tasks[i].truth);
    }
    sp_shapes_release(&shapes);
    free(tasks);
    free(threads);
}

// ---- the sum of all

typedef struct sums {
    uint64_t touching, contacts[4], borderline, faults[SP_FAULTS], hash;
    double worst_time, worst_properness;
} sums;

static void sum_up(const options* o, const record* records, sums* s)
{
    *s = (sums){.hash = 0xcbf29ce484222325u};
    for (uint64_t i = 0; i < o->count; ++i) {
        const record* r = &records[i];
        uint32_t count = 0;
        for (int k = 0; k < 4; ++k) {
            s->contacts[k] += r->contacts[k];
            count += r->contacts[k];
        }
        s->touching += count > 0;
        s->borderline += r->borderline;
        ++s->faults[r->fault];
        s->worst_time = fmax(s->worst_time, r->worst_time);
        s->worst_properness = fmax(s->worst_properness, r->worst_properness);
        hash_bytes(&s->hash, &r->hash, sizeof r->hash);
    }
}

static void print_line(const char* what, uint64_t count)
{
    printf("%-28s %12llu\n", what, (unsigned long long)count);
}

static int print_sums(const options* o, const sums* s, const double seconds[2])
{
    printf("%s, seed %llu, pairs %llu to %llu, threshold %g\n", sp_family_name(o->family),
           (unsigned long long)o->seed, (unsigned long long)o->first,
           (unsigned long long)(o->first + o->count - 1), o->threshold);
    print_line("pairs", o->count);
    print_line("with contacts", s->touching);
    print_line("vertex on face", s->contacts[TOI_CONTACT_VF]);
    print_line("face on vertex", s->contacts[TOI_CONTACT_FV]);
    print_line("edge on edge", s->contacts[TOI_CONTACT_EE]);
    print_line("borderline", s->borderline);
    for (int i = SP_MISSING; i < SP_FAULTS; ++i) {
        print_line(sp_fault_name((sp_fault)i), s->faults[i]);
    }
    printf("largest differences: time %.2g, properness %.2g\n", s->worst_time, s->worst_properness);
    printf("us a pair: library %.2f, oracle %.1f\n", 1e6 * seconds[0] / (double)o->count,
           1e6 * seconds[1] / (double)o->count);
    printf("hash %016llx\n", (unsigned long long)s->hash);
    // A few pairs need not have the share of many.
    bool hard = o->count < 100 || 10 * s->touching >= 3 * o->count;
    bool right = s->faults[SP_RIGHT] == o->count;
    if (!hard) {
        printf("the pairs are too easy: 30 %% with contacts are asked for\n");
    }
    printf("%s\n", right && hard ? "all right" : "FAILED");
    return right && hard ? 0 : 1;
}

static bool read_family(const char* name, sp_family* family)
{
    for (int i = 0; i < SP_FAMILIES; ++i) {
        if (strcmp(name, sp_family_name((sp_family)i)) == 0) {
            *family = (sp_family)i;
            return true;
        }
    }
    return false;
}

static bool read_option(options* o, const char* name, const char* value)
{
    uint64_t number = strtoull(value, NULL, 0);
    if (strcmp(name, "--family") == 0) {
        return read_family(value, &o->family);
    }
    if (strcmp(name, "--threshold") == 0) {
        o->threshold = strtod(value, NULL);
    } else if (strcmp(name, "--seed") == 0) {
        o->seed = number;
    } else if (strcmp(name, "--first") == 0) {
        o->first = number;
    } else if (strcmp(name, "--count") == 0) {
        o->count = number;
    } else if (strcmp(name, "--threads") == 0) {
        o->threads = (int)number;
    } else {
        return false;
    }
    return true;
}

int main(int argc, char** argv)
{
    options o = {.seed = 1, .count = 1000, .threads = 2};
    bool right = argc % 2 == 1;
    for (int i = 1; right && i + 1 < argc; i += 2) {
        right = read_option(&o, argv[i], argv[i + 1]);
    }
    record* records = calloc((size_t)o.count + 1, sizeof *records);
    if (!right || records == NULL || o.threads < 1 || o.count == 0) {
        printf("usage: screw_pairs --family cubes|cars|rods|tori|spheres|sheets [--seed S] [--first I]\n"
               "                   [--count N] [--threads T] [--threshold P]\n");
        free(records);
        return 2;
    }
    double seconds[2] = {0.0, 0.0};
    run_all(&o, records, seconds);
    sums s;
    sum_up(&o, records, &s);
    free(records);
    return print_sums(&o, &s, seconds);
}
