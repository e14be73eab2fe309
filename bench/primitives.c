// Measures queries on straight vertex paths, one by one and in bulk, on the recorded ones of ccd-queries/
// (TOI_DATA).

#define _POSIX_C_SOURCE 200809L

#include "bench/primitives_peers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 8192, NUMBERS = 24, REPEATS = 21 };

// Of another program: no row takes longer. The stride is a prime that is no number of queries.
enum { PEER_SECONDS = 60, PEER_STRIDE = 7919 };

static const char* const sets[] = {"handcrafted", "simulation", "kinematic", "touching",
                                   "nearmiss",    "degenerate", "parallel"};
static const double separations[] = {0.0, 1e-5, 1e-4, 1e-3, 1e-2};

// The queries of one kind of a set, as a batch and one by one.
typedef struct queries {
    uint32_t count;
    double at[NUMBERS][MOST];
    toi_primitive_query one[MOST];
    bool contact[MOST];
    double time[MOST];
    bool asked[MOST];
    toi_primitive_batch batch;
    uint8_t answer[MOST];
    double t_free[MOST];
} queries;

typedef struct row {
    const char *set, *method;
    toi_primitive_def def;
    uint32_t threads, asked; // 0: all
    double mean_us, worst_us;
    toi_primitive_summary sum;
} row;

static double now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void add_query(queries* q, const double x[NUMBERS], bool contact, double time)
{
    uint32_t i = q->count++;
    q->contact[i] = contact;
    q->time[i] = time;
    q->one[i].kind = q->batch.kind;
    memcpy(q->one[i].start, x, sizeof q->one[i].start);
    memcpy(q->one[i].end, x + NUMBERS / 2, sizeof q->one[i].end);
    for (int k = 0; k < NUMBERS; ++k) {
        q->at[k][i] = x[k];
    }
}

// id, set, kind, 24 numbers, whether they touch, when.
static void read_line(queries* q, char* line)
{
    char* rest = NULL;
    strtok_r(line, ",", &rest);
    strtok_r(NULL, ",", &rest);
    const char* kind = strtok_r(NULL, ",", &rest);
    bool vf = kind && strcmp(kind, "vf") == 0;
    if (!kind || (!vf && strcmp(kind, "ee") != 0) || vf != (q->batch.kind == TOI_PRIMITIVE_VF) ||
        q->count == MOST) {
        return;
    }
    double x[NUMBERS + 2];
    for (int k = 0; k < NUMBERS + 2; ++k) {
        const char* field = strtok_r(NULL, ",\n", &rest);
        x[k] = field ? strtod(field, NULL) : (double)NAN;
    }
    add_query(q, x, x[NUMBERS] == 1.0, x[NUMBERS + 1]);
}

static bool read_set(const char* folder, const char* set, toi_primitive_kind kind, queries* q)
{
    static char command[4096], line[4096];
    snprintf(command, sizeof command, "gzip -dc '%s/ccd-queries/%s.csv.gz'", folder, set);
    memset(q, 0, sizeof *q);
    memset(q->asked, 1, sizeof q->asked);
    q->batch.kind = kind;
    FILE* file = popen(command, "r");
    while (file && fgets(line, sizeof line, file)) {
        read_line(q, line);
    }
    q->batch.count = q->count;
    for (int k = 0; k < NUMBERS / 2; ++k) {
        q->batch.start[k / 3][k % 3] = q->at[k];
        q->batch.end[k / 3][k % 3] = q->at[k + NUMBERS / 2];
    }
    return file && pclose(file) == 0 && q->count > 0;
}

// The least of the repeats: the mean of all, and for single queries the worst of them.
static void measure_one_by_one(queries* q, row* r)
{
    double most = 0.0, all = HUGE_VAL;
    for (int i = 0; i < REPEATS; ++i) {
        double start = now(CLOCK_THREAD_CPUTIME_ID);
        for (uint32_t k = 0; k < q->count; ++k) {
            toi_primitive_result result;
            toi_primitive_contact(&q->one[k], &r->def, &result);
        }
        all = fmin(all, now(CLOCK_THREAD_CPUTIME_ID) - start);
    }
    for (uint32_t k = 0; k < q->count; ++k) {
        double least = HUGE_VAL;
        for (int i = 0; i < 3; ++i) {
            toi_primitive_result result;
            double start = now(CLOCK_THREAD_CPUTIME_ID);
            toi_primitive_contact(&q->one[k], &r->def, &result);
            least = fmin(least, now(CLOCK_THREAD_CPUTIME_ID) - start);
        }
        most = fmax(most, least);
    }
    r->mean_us = 1e6 * all / q->count;
    r->worst_us = 1e6 * most;
}

static void measure_batch(queries* q, row* r)
{
    const toi_primitive_answers answers = {.answer = q->answer, .t_free = q->t_free};
    clockid_t clock = r->threads > 1 ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID;
    double least = HUGE_VAL;
    q->batch.threads = r->threads;
    for (int i = 0; i < REPEATS; ++i) {
        double start = now(clock);
        toi_primitive_contacts(&q->batch, &r->def, &answers, &r->sum);
        least = fmin(least, now(clock) - start);
    }
    r->mean_us = 1e6 * least / q->count;
}

// Returns how many contacts were answered clear.
static uint32_t print_row(const queries* q, const row* r)
{
    uint32_t missed = 0, wrong = 0, late = 0;
    uint32_t count = r->asked > 0 ? r->asked : q->count;
    for (uint32_t i = 0; i < q->count; ++i) {
        if (!q->asked[i]) {
            continue;
        }
        bool clear = q->answer[i] == TOI_ANSWER_CLEAR;
        missed += q->contact[i] && clear;
        wrong += !q->contact[i] && !clear;
        late += q->contact[i] && !clear && q->t_free[i] > q->time[i];
    }
    printf("%s,%s,%s,%u,%g,%g,%u,%.4f,%.2f,%.2f,%llu,%llu,%llu,%u,%u,%u,%.2f\n", r->set,
           q->batch.kind == TOI_PRIMITIVE_VF ? "vf" : "ee", r->method, r->threads, r->def.tolerance,
           r->def.separation, count, r->mean_us, r->worst_us, (double)r->sum.steps / count,
           (unsigned long long)r->sum.clear, (unsigned long long)r->sum.contact,
           (unsigned long long)r->sum.undecided, missed, wrong, late,
           r->mean_us > 0.0 ? 1.0 / r->mean_us : 0.0);
    return missed + late;
}

// ---- others, query by query

typedef struct peer {
    const char* method;
    ti_primitive_peer* ask;
    bool needs_tolerance, takes_separation;
} peer;

#ifdef TOI_PROTOTYPE
extern double fc_tol, fc_ms;
int fc_query(int kind, const double* numbers, double* time);

// With the tolerance of the row, or 1e-12.
static bool ask_prototype(const toi_primitive_query* query, const toi_primitive_def* def, double* time)
{
    fc_tol = def->tolerance > 0.0 ? def->tolerance : 1e-12;
    fc_ms = def->separation;
    return fc_query(query->kind == TOI_PRIMITIVE_EE, &query->start[0].x, time) != 0;
}
#endif

static const peer peers[] = {
#ifdef TOI_PROTOTYPE
    {"prototype", ask_prototype, false, false},
#endif
#ifdef TOI_PEER_TIGHT
    {"tight-inclusion", ti_peer_tight_inclusion, true, true},
#endif
#ifdef TOI_PEER_ADDITIVE
    {"additive", ti_peer_additive, true, true},
#endif
    {NULL, NULL, false, false},
};

static bool ask_peer(const peer* p, queries* q, uint32_t k, const row* r)
{
    double time = 1.0;
    bool near = p->ask(&q->one[k], &r->def, &time);
    q->answer[k] = near ? TOI_ANSWER_CONTACT : TOI_ANSWER_CLEAR;
    q->t_free[k] = time;
    return near;
}

// Once, each query by its own clock, until all are asked or the time is spent: a stride takes them from all
// parts of the set. Returns the time of all.
static double ask_once(const peer* p, queries* q, row* r)
{
    double all = 0.0, most = 0.0;
    memset(q->asked, 0, sizeof q->asked);
    r->asked = 0;
    for (uint32_t i = 0; i < q->count && all < PEER_SECONDS; ++i) {
        uint32_t k = (uint32_t)((uint64_t)i * PEER_STRIDE % q->count);
        double start = now(CLOCK_THREAD_CPUTIME_ID);
        bool near = ask_peer(p, q, k, r);
        double time = now(CLOCK_THREAD_CPUTIME_ID) - start;
        q->asked[k] = true;
        ++r->asked;
        r->sum.contact += near;
        all += time;
        most = fmax(most, time);
    }
    r->sum.clear = r->asked - r->sum.contact;
    r->worst_us = 1e6 * most;
    return all;
}

// The least of the repeats, where they do not take too long.
static void measure_peer(const peer* p, queries* q, row* r)
{
    r->method = p->method;
    r->sum = (toi_primitive_summary){0};
    double least = ask_once(p, q, r);
    for (int i = 0; i < REPEATS && least < PEER_SECONDS / 100.0; ++i) {
        double start = now(CLOCK_THREAD_CPUTIME_ID);
        for (uint32_t k = 0; k < q->count; ++k) {
            ask_peer(p, q, k, r);
        }
        least = fmin(least, now(CLOCK_THREAD_CPUTIME_ID) - start);
    }
    r->mean_us = 1e6 * least / r->asked;
}

static void measure_peers(const char* set, queries* q, const toi_primitive_def* def)
{
    for (const peer* p = peers; p->method; ++p) {
        if ((p->needs_tolerance && !(def->tolerance > 0.0)) ||
            (def->separation > 0.0 && !p->takes_separation)) {
            continue;
        }
        row r = {.set = set, .threads = 1, .def = *def};
        measure_peer(p, q, &r);
        print_row(q, &r);
    }
    memset(q->asked, 1, sizeof q->asked);
}

// Leaves the contacts, or the others.
static void keep_only(queries* q, bool contacts)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < q->count; ++i) {
        if (q->contact[i] == contacts) {
            q->one[kept] = q->one[i];
            q->contact[kept] = q->contact[i];
            q->time[kept] = q->time[i];
            for (int k = 0; k < NUMBERS; ++k) {
                q->at[k][kept] = q->at[k][i];
            }
            ++kept;
        }
    }
    q->batch.count = q->count = kept;
}

static uint32_t measure_share(const char* set, const char* method, queries* q, bool contacts)
{
    static queries share;
    share = *q;
    for (int k = 0; k < NUMBERS / 2; ++k) {
        share.batch.start[k / 3][k % 3] = share.at[k];
        share.batch.end[k / 3][k % 3] = share.at[k + NUMBERS / 2];
    }
    keep_only(&share, contacts);
    row r = {.set = set, .method = method, .threads = 1};
    if (share.count == 0) {
        return 0;
    }
    measure_batch(&share, &r);
    return print_row(&share, &r);
}

static uint32_t measure_set(const char* set, queries* q)
{
    uint32_t bad = 0;
    for (int tolerance = 0; tolerance < 2; ++tolerance) {
        row r = {.set = set, .method = "batch", .threads = 1, .def.tolerance = tolerance ? 1e-6 : 0.0};
        measure_batch(q, &r);
        bad += print_row(q, &r);
        r.method = "single";
        measure_one_by_one(q, &r);
        bad += print_row(q, &r);
        measure_peers(set, q, &r.def);
    }
    bad += measure_share(set, "batch-contacts", q, true);
    bad += measure_share(set, "batch-others", q, false);
    for (size_t i = 1; i < sizeof separations / sizeof separations[0]; ++i) {
        row r = {.set = set, .method = "batch", .threads = 1, .def.separation = separations[i]};
        measure_batch(q, &r);
        bad += print_row(q, &r);
        if (strcmp(set, "simulation") == 0) {
            r.def.tolerance = 1e-6;
            measure_peers(set, q, &r.def);
        }
    }
    return bad;
}

int main(void)
{
    const char* folder = getenv("TOI_DATA");
    queries* q = malloc(sizeof *q);
    if (!folder || !q) {
        fprintf(stderr, "TOI_DATA is not set\n");
        return 2;
    }
    uint32_t bad = 0;
    printf("set,kind,method,threads,tolerance,separation,queries,mean_us,worst_us,steps,clear,contact,"
           "undecided,missed,"
           "false,late,millions_a_second\n");
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; ++i) {
        for (int kind = TOI_PRIMITIVE_VF; kind <= TOI_PRIMITIVE_EE; ++kind) {
            if (!read_set(folder, sets[i], (toi_primitive_kind)kind, q)) {
                fprintf(stderr, "cannot read %s\n", sets[i]);
                return 2;
            }
            bad += measure_set(sets[i], q);
        }
    }
    free(q);
    return bad > 0;
}
