// Measures steps of meshes that deform: cloth with itself, two sheets, a ball against a sheet. Sheets are
// given by formulas at two times that are a step apart.

#define _POSIX_C_SOURCE 200809L

#include "toi/deform.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { REPEATS = 3 };

// A point of a sheet at parameters u, v in [0, 1] and time t.
typedef toi_vec3 place(double u, double v, double t);

typedef struct body {
    toi_mesh* mesh;
    toi_vec3 *start, *end;
} body;

typedef struct scene {
    const char* name;
    place* of[2];
    uint32_t rows[2], columns[2]; // squares
    double step;
} scene;

static const double turn = 6.283185307179586;

// Cloth that hangs in folds, close to itself: it is laid in waves that lean over, and sways.
static toi_vec3 draped(double u, double v, double t)
{
    double along = 12.0 * turn * u, depth = 0.06 * (0.7 + 0.3 * v) * (1.0 - 0.2 * t);
    double x = u + (0.016 + 0.02 * t) * sin(2.0 * along), y = depth * cos(along);
    return (toi_vec3){x + 0.02 * sin(turn * (v + t)), y + 0.05 * sin(turn * (0.5 * v + t)), v};
}

// A sheet rolled up: layers lie on each other at a distance of about half an edge.
static toi_vec3 rolled(double u, double v, double t)
{
    double angle = 10.0 * turn * u, radius = 0.1 + 0.05 * u * (1.0 - 0.2 * t);
    return (toi_vec3){radius * cos(angle), radius * sin(angle) + 0.02 * t, v + 0.01 * sin(turn * (v + t))};
}

static toi_vec3 lower_sheet(double u, double v, double t)
{
    return (toi_vec3){u, v, 0.05 * sin(turn * (2.0 * u + 0.3 * t)) * sin(turn * 2.0 * v)};
}

static toi_vec3 upper_sheet(double u, double v, double t)
{
    toi_vec3 p = lower_sheet(u, v, t);
    return (toi_vec3){p.x + 0.013, p.y + 0.007, p.z + 0.014 - 0.02 * t};
}

static toi_vec3 ball(double u, double v, double t)
{
    double s = sin(0.5 * turn * v), r = 0.2;
    return (toi_vec3){0.5 + r * s * cos(turn * u), 0.5 + r * s * sin(turn * u),
                      r * cos(0.5 * turn * v) + 0.26 - 0.4 * t};
}

static const scene scenes[] = {
    {"cloth draped", {draped}, {250}, {200}, 0.02},
    {"cloth rolled", {rolled}, {500}, {100}, 0.02},
    {"two sheets; clear", {lower_sheet, upper_sheet}, {70, 70}, {72, 72}, 0.05},
    {"two sheets; contact", {lower_sheet, upper_sheet}, {70, 70}, {72, 72}, 0.5},
    {"ball and sheet; clear", {lower_sheet, ball}, {70, 70}, {72, 72}, 0.1},
    {"ball and sheet; contact", {lower_sheet, ball}, {70, 70}, {72, 72}, 0.4},
};

static double now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void* room(size_t count, size_t size)
{
    void* memory = calloc(count, size);
    if (!memory) {
        fprintf(stderr, "toi_bench_deform: out of memory\n");
        exit(5);
    }
    return memory;
}

static toi_mesh* make_mesh(uint32_t rows, uint32_t columns, const toi_vec3* at)
{
    uint32_t* index = room(6 * (size_t)rows * columns, sizeof *index);
    size_t count = 0;
    for (uint32_t i = 0; i < rows; ++i) {
        for (uint32_t k = 0; k < columns; ++k) {
            uint32_t v = i * (columns + 1) + k, w = v + columns + 1;
            const uint32_t corner[6] = {v, v + 1, w + 1, v, w + 1, w};
            memcpy(index + count, corner, sizeof corner);
            count += 6;
        }
    }
    toi_mesh_def def = {.vertices = &at->x,
                        .vertex_count = (rows + 1) * (columns + 1),
                        .indices = index,
                        .face_count = 2 * rows * columns};
    toi_mesh* mesh = NULL;
    toi_error error;
    if (toi_mesh_create(&def, &mesh, &error) != TOI_OK) {
        fprintf(stderr, "toi_bench_deform: %s\n", error.text);
        exit(5);
    }
    free(index);
    return mesh;
}

static body make_body(const scene* s, int which)
{
    uint32_t rows = s->rows[which], columns = s->columns[which], count = (rows + 1) * (columns + 1);
    body b = {NULL, room(count, sizeof *b.start), room(count, sizeof *b.end)};
    for (uint32_t i = 0; i < count; ++i) {
        double u = (double)(i / (columns + 1)) / rows, v = (double)(i % (columns + 1)) / columns;
        b.start[i] = s->of[which](u, v, 0.0);
        b.end[i] = s->of[which](u, v, s->step);
    }
    b.mesh = make_mesh(rows, columns, b.start);
    return b;
}

static void release(body* b)
{
    toi_mesh_destroy(b->mesh);
    free(b->start);
    free(b->end);
}

typedef struct row {
    double create_s, step_s, cpu_s;
    toi_deform_result result;
} row;

static void check(toi_status status, const toi_error* error)
{
    if (status != TOI_OK) {
        fprintf(stderr, "toi_bench_deform: %s\n", error->text);
        exit(5);
    }
}

static row measure(const scene* s, const toi_deform_query* query, uint32_t threads)
{
    int count = s->of[1] ? 2 : 1;
    body bodies[2];
    row r = {.step_s = HUGE_VAL, .cpu_s = HUGE_VAL};
    toi_deform* deform = NULL;
    toi_error error = {.text = "out of memory"};
    check(toi_deform_create(&(toi_deform_def){.threads = threads}, &deform), &error);
    for (int i = 0; i < count; ++i) {
        bodies[i] = make_body(s, i);
        double begin = now(CLOCK_PROCESS_CPUTIME_ID);
        uint32_t number;
        toi_deform_body def = {
            .mesh = bodies[i].mesh, .start = bodies[i].start, .end = bodies[i].end, .self = count == 1};
        check(toi_deform_add(deform, &def, &number, &error), &error);
        r.create_s += now(CLOCK_PROCESS_CPUTIME_ID) - begin;
    }
    for (int i = 0; i < REPEATS; ++i) {
        double begin = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID);
        check(toi_deform_find(deform, query, &r.result, &error), &error);
        cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu;
        r.step_s = fmin(r.step_s, now(CLOCK_MONOTONIC) - begin);
        r.cpu_s = fmin(r.cpu_s, cpu);
    }
    toi_deform_destroy(deform);
    for (int i = 0; i < count; ++i) {
        release(&bodies[i]);
    }
    return r;
}

static void print_row(const scene* s, const char* ask, uint32_t threads, const row* r)
{
    static const char* const answers[] = {"undecided", "clear", "contact"};
    const toi_deform_result* f = &r->result;
    uint32_t triangles = 2 * (s->rows[0] * s->columns[0] + s->rows[1] * s->columns[1]);
    printf("%s,%u,%s,%u,%s,%.9g,%llu,%.6f,%.6f,%.6f,%llu,%llu,%llu,%.3g,%llu\n", s->name, triangles, ask,
           threads, answers[f->answer], f->t_free, (unsigned long long)f->contact_count, r->create_s,
           r->step_s, r->cpu_s, (unsigned long long)f->face_pairs, (unsigned long long)f->queries,
           (unsigned long long)f->steps, (double)f->queries / r->cpu_s, (unsigned long long)f->memory);
    fflush(stdout);
}

// With an argument: just the scenes whose names begin with it.
int main(int argc, char** argv)
{
    static const struct {
        const char* name;
        toi_deform_query query;
    } asks[] = {{"first", {.all = false}},
                {"first; start known", {.start_known = true}},
                {"all", {.all = true}},
                {"first; separation 1e-4", {.separation = 1e-4}}};
    printf("scene,triangles,query,threads,answer,t_free,contacts,create_s,step_s,cpu_s,face_pairs,queries,"
           "steps,queries_per_cpu_s,bytes\n");
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; ++i) {
        bool left_out = argc > 1 && strncmp(scenes[i].name, argv[1], strlen(argv[1])) != 0;
        for (size_t k = 0; !left_out && k < sizeof asks / sizeof *asks; ++k) {
            for (uint32_t threads = 1; threads <= (k == 0 ? 2 : 1); ++threads) {
                row r = measure(&scenes[i], &asks[k].query, threads);
                print_row(&scenes[i], asks[k].name, threads, &r);
            }
        }
    }
    return 0;
}
