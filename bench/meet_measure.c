// Times contenders frame by frame.

#define _POSIX_C_SOURCE 200809L

#include "bench/measure.h"
#include "bench/meet_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_RUNS = 2000 }; // of a frame, in all passes together, with room for one that is not counted
static const double LONG_SECONDS = 1.0;

// Time on the wall: some contenders use threads.
static double wall_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e6 * (double)now.tv_sec + 1e-3 * (double)now.tv_nsec;
}

// What contenders are given in a frame, always in the same place.
typedef struct stage {
    const meet_world* world;
    toi_vec3** vertices;
} stage;

static stage make_stage(const meet_world* world)
{
    stage s = {world, NULL};
    if (world->shapes != NULL) {
        s.vertices = meet_room(world->body_count, sizeof *s.vertices);
        for (uint32_t i = 0; i < world->body_count; ++i) {
            s.vertices[i] = meet_room(world->meshes[i]->vertex_count, sizeof(toi_vec3));
        }
    }
    return s;
}

static meet_frame set_frame(const stage* s, uint32_t index)
{
    const meet_world* world = s->world;
    size_t first = (size_t)index * world->body_count;
    for (uint32_t i = 0; s->vertices != NULL && i < world->body_count; ++i) {
        memcpy(s->vertices[i], world->shapes[first + i], world->meshes[i]->vertex_count * sizeof(toi_vec3));
    }
    return (meet_frame){index, world->poses + first, s->vertices,
                        world->boxes != NULL ? world->boxes + first : NULL};
}

static void release_stage(stage* s)
{
    for (uint32_t i = 0; s->vertices != NULL && i < s->world->body_count; ++i) {
        free(s->vertices[i]);
    }
    free(s->vertices);
}

// A contender at work.
typedef struct runner {
    const meet_contender* contender;
    void* state;
    double* times; // [frames][MOST_RUNS]
    uint32_t runs;
    double seconds; // of all passes so far
    meet_measured* measured;
} runner;

static bool takes(const meet_entry* entry, const meet_world* world)
{
    const meet_contender* c = entry->contender;
    return c != NULL && (c->kinds >> world->kind & 1) != 0 &&
           (c->most_bodies == 0 || world->body_count <= c->most_bodies);
}

static void run_once(const stage* s, runner* r)
{
    const meet_world* world = s->world;
    for (uint32_t i = 0; i < world->frame_count; ++i) {
        meet_frame frame = set_frame(s, i);
        double before = wall_us();
        uint64_t found = r->contender->ask(r->state, &frame);
        r->times[(size_t)i * MOST_RUNS + r->runs] = wall_us() - before;
        if (!r->measured->taken) {
            r->measured->found += found;
            r->measured->wrong += found != world->truth[i];
        }
    }
    ++r->runs;
}

// The first run, in which memory is taken and what is put off is done, is not counted where there is time for
// another.
static void start(const stage* s, const meet_entry* entry, runner* r)
{
    r->contender = entry->contender;
    r->times = meet_room((size_t)s->world->frame_count * MOST_RUNS, sizeof *r->times);
    meet_memory memory = meet_memory_begin();
    double before = wall_us();
    r->state = entry->contender->open(s->world, entry->threads);
    double opened = wall_us();
    run_once(s, r);
    double seconds = 1e-6 * (wall_us() - opened);
    if (seconds < LONG_SECONDS) {
        r->runs = 0;
    } else {
        r->seconds = seconds;
    }
    r->measured->taken = true;
    r->measured->open_ms = 1e-3 * (opened - before);
    r->measured->memory = meet_memory_end(memory);
}

// While others had their turn, what this one holds has left the caches; a program that finds faces in every
// frame has it there. A run that is not counted brings it back, unless it takes long.
static void warm_up(const stage* s, runner* r)
{
    uint32_t runs = r->runs;
    if (r->seconds < LONG_SECONDS) {
        run_once(s, r);
        r->runs = runs;
    }
}

static void run_pass(const stage* s, const meet_effort* effort, runner* r)
{
    warm_up(s, r);
    double before = wall_us(), spent = 0.0, share = effort->seconds / effort->passes;
    uint32_t most = r->runs + MOST_RUNS / effort->passes;
    for (most = most < MOST_RUNS ? most : MOST_RUNS - 1; r->runs < most && spent < share;) {
        run_once(s, r);
        spent = 1e-6 * (wall_us() - before);
    }
    r->seconds += spent;
}

static void finish(const meet_world* world, runner* r)
{
    double* medians = meet_room(world->frame_count, sizeof *medians);
    for (uint32_t i = 0; i < world->frame_count; ++i) {
        medians[i] = ti_middle(r->times + (size_t)i * MOST_RUNS, r->runs);
        r->measured->worst_us = fmax(r->measured->worst_us, medians[i]);
    }
    r->measured->median_us = ti_middle(medians, world->frame_count);
    r->measured->runs = r->runs;
    free(medians);
    free(r->times);
    r->contender->close(r->state);
}

void meet_measure(const meet_world* world, const meet_entry* entries, uint32_t count,
                  const meet_effort* effort, meet_measured* measured)
{
    stage s = make_stage(world);
    runner* runners = meet_room(count, sizeof *runners);
    for (uint32_t i = 0; i < count; ++i) {
        measured[i] = (meet_measured){0};
        runners[i].measured = &measured[i];
        if (takes(&entries[i], world)) {
            start(&s, &entries[i], &runners[i]);
        }
    }
    for (uint32_t pass = 0; pass < effort->passes; ++pass) {
        for (uint32_t i = 0; i < count; ++i) {
            if (measured[i].taken && runners[i].seconds < effort->seconds) {
                run_pass(&s, effort, &runners[i]);
            }
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        if (measured[i].taken) {
            finish(world, &runners[i]);
        }
    }
    free(runners);
    release_stage(&s);
}
