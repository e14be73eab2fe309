// How the time to find the faces that meet grows: with the faces of two spheres in the last cycle of their
// approach and of two tori that go through each other, with the bodies whose boxes are compared, and what
// threads save.

#define _POSIX_C_SOURCE 200809L

#include "bench/draw.h"
#include "bench/measure.h"
#include "bench/overlap_methods.h"
#include "bench/overlap_parts.h"
#include "bench/overlap_shapes.h"
#include "bench/report.h"
#include "bench/run.h"
#include "broad/instant.h"
#include "math/vec3.h"
#include "narrow/overlap/clip.h"
#include "toi/overlap.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char usage[] =
    "usage: toi_bench_overlap_growth [--repeat N] [--quick] [-o FILE.csv]\n"
    "Measures how times grow with faces, bodies and threads.\n"
    "  --repeat N   times that everything is asked, of which the median counts (default 9, at most 99)\n"
    "  --quick      only up to 16,128 faces and 1,000 bodies\n"
    "  -o FILE.csv  in place of standard output\n";

enum { REPEAT_MOST = 99 };

typedef struct options {
    uint32_t repeat;
    bool quick;
    FILE* file;
    bool wrong;
} options;

// ---- faces

static const overlap_method* const face_methods[] = {&overlap_engine, &overlap_engine_join, &overlap_octree_6,
                                                     &overlap_octree_auto};
enum { FACE_METHODS = sizeof face_methods / sizeof face_methods[0], SETTLE = 2 };

// The last cycle, after the one before it, each time; the first times settle what is kept in memory.
static void measure_last(options* o, const overlap_method* method, const overlap_world* world)
{
    overlap_bodies bodies;
    overlap_bodies_make(world, &bodies);
    void* state = method->open(world);
    double times[REPEAT_MOST];
    const uint32_t last = world->cycles - 1;
    overlap_found found = {0, 0};
    for (uint32_t i = 0; i < o->repeat + SETTLE; ++i) {
        overlap_bodies_set(world, last > 0 ? last - 1 : 0, &bodies);
        method->ask(state, &bodies, world->count);
        overlap_bodies_set(world, last, &bodies);
        double start = overlap_cpu_us();
        found = method->ask(state, &bodies, world->count);
        times[i < SETTLE ? 0 : i - SETTLE] = overlap_cpu_us() - start;
    }
    method->close(state);
    overlap_bodies_release(&bodies);
    o->wrong = o->wrong || found.face_pairs != world->face_pairs[last];
    fprintf(o->file, "faces,%s,%s,%u,1,%.4g,%llu\n", world->name, method->name,
            world->meshes[0]->triangle_count, ti_middle(times, o->repeat),
            (unsigned long long)found.face_pairs);
    fflush(o->file);
}

static void measure_faces(options* o, overlap_world* world)
{
    for (int i = 0; i < FACE_METHODS; ++i) {
        measure_last(o, face_methods[i], world);
    }
    overlap_world_release(world);
}

static void grow_faces(options* o)
{
    static const uint32_t faces[] = {224, 960, 3968, 16128, 65024, 261120, 1046528};
    static const uint32_t around[] = {20, 100, 400}, tube[] = {15, 50, 125};
    overlap_world world;
    for (int i = 0; i < (o->quick ? 4 : 7); ++i) {
        overlap_make_approach(faces[i], &world);
        measure_faces(o, &world);
    }
    for (int i = 0; i < (o->quick ? 2 : 3); ++i) {
        overlap_make_tori(around[i], tube[i], &world);
        measure_faces(o, &world);
    }
}

// ---- bodies

// Boxes of side 1, each with ten times its volume to itself on average, drawn anew in each frame or moved a
// little.
typedef struct box_scene {
    toi_bounds* boxes;
    toi_vec3* middle;
    uint32_t count;
    double size;
    uint64_t state;
} box_scene;

static const double MOVED = 0.005, VOLUME = 10.0; // in sides a frame; for each box
static const double HALF_SIDE = 0.5;

static toi_vec3 draw_vector(uint64_t* state, double size)
{
    double x = draw(state), y = draw(state), z = draw(state);
    return v3_scale(size, v3(x, y, z));
}

static void next_frame(box_scene* s, bool anew)
{
    const toi_vec3 half = {HALF_SIDE, HALF_SIDE, HALF_SIDE};
    for (uint32_t i = 0; i < s->count; ++i) {
        s->middle[i] = anew ? draw_vector(&s->state, 0.5 * s->size)
                            : v3_add(s->middle[i], draw_vector(&s->state, MOVED));
        s->boxes[i] = (toi_bounds){v3_sub(s->middle[i], half), v3_add(s->middle[i], half)};
    }
}

static size_t compare_all(const box_scene* s)
{
    size_t pairs = 0;
    for (uint32_t a = 0; a < s->count; ++a) {
        for (uint32_t b = a + 1; b < s->count; ++b) {
            pairs += ti_clip_boxes_meet(&s->boxes[a], &s->boxes[b]);
        }
    }
    return pairs;
}

static size_t find_by_broad(ti_instant_broad* broad, const box_scene* s)
{
    const ti_candidate* pairs;
    size_t count;
    overlap_must(ti_instant_broad_find(broad, s->boxes, s->count, 0.0, &pairs, &count));
    return count;
}

static void print_boxes(options* o, const char* method, uint32_t count, double* times, uint32_t frames,
                        size_t pairs)
{
    fprintf(o->file, "bodies,boxes,%s,%u,1,%.4g,%zu\n", method, count, ti_middle(times, frames), pairs);
    fflush(o->file);
}

// Few frames of many bodies are as good as many of a few. The comparison of all is asked in few.
static void measure_boxes(options* o, uint32_t count)
{
    enum { FRAMES = 40, FRAMES_ALL = 5 };
    box_scene s = {overlap_room(count, sizeof(toi_bounds)), overlap_room(count, sizeof(toi_vec3)), count,
                   exp(log(VOLUME * count) / 3.0), 5};
    double times[FRAMES], all[FRAMES_ALL];
    size_t pairs = 0;
    for (int way = 0; way < 2; ++way) {
        ti_instant_broad broad;
        ti_instant_broad_init(&broad, NULL);
        next_frame(&s, true);
        for (int i = 0; i < FRAMES; ++i) {
            next_frame(&s, way == 0);
            double start = overlap_cpu_us();
            pairs = find_by_broad(&broad, &s);
            times[i] = overlap_cpu_us() - start;
            if (way == 0 && i < FRAMES_ALL) {
                start = overlap_cpu_us();
                o->wrong = compare_all(&s) != pairs || o->wrong;
                all[i] = overlap_cpu_us() - start;
            }
        }
        print_boxes(o, way == 0 ? "broad-anew" : "broad-moved", count, times, FRAMES, pairs);
        ti_instant_broad_release(&broad);
    }
    print_boxes(o, "every-pair", count, all, FRAMES_ALL, pairs);
    free(s.boxes);
    free(s.middle);
}

static void grow_bodies(options* o)
{
    static const uint32_t counts[] = {15, 40, 100, 300, 1000, 3000, 10000};
    for (int i = 0; i < (o->quick ? 5 : 7); ++i) {
        measure_boxes(o, counts[i]);
    }
}

// ---- threads

static double wall_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e6 * (double)now.tv_sec + 1e-3 * (double)now.tv_nsec;
}

// All cycles of a world; returns the mean time of one.
static double ask_all(const overlap_world* world, toi_overlap_method method, uint32_t threads, bool* wrong)
{
    const toi_overlap_def def = {.threads = threads};
    const toi_overlap_query query = {.method = method};
    toi_overlap* overlap = overlap_engine_open(world, &def);
    overlap_bodies bodies;
    overlap_bodies_make(world, &bodies);
    double sum = 0.0;
    for (uint32_t cycle = 0; cycle < world->cycles; ++cycle) {
        overlap_bodies_set(world, cycle, &bodies);
        double start = wall_us();
        overlap_found found = overlap_engine_ask(overlap, &bodies, world->count, &query);
        sum += wall_us() - start;
        *wrong = *wrong || found.face_pairs != world->face_pairs[cycle];
    }
    toi_overlap_destroy(overlap);
    overlap_bodies_release(&bodies);
    return sum / world->cycles;
}

static void measure_threads(options* o, const overlap_world* world)
{
    static const toi_overlap_method methods[] = {TOI_OVERLAP_DEFAULT, TOI_OVERLAP_JOIN, TOI_OVERLAP_OCTREE};
    static const char* const names[] = {"engine", "engine-join", "octree-6"};
    uint64_t pairs = 0;
    for (uint32_t i = 0; i < world->cycles; ++i) {
        pairs += world->face_pairs[i];
    }
    for (int i = 0; i < 3; ++i) {
        for (uint32_t threads = 1; threads <= 2; ++threads) {
            double times[REPEAT_MOST];
            for (uint32_t k = 0; k < o->repeat; ++k) {
                times[k] = ask_all(world, methods[i], threads, &o->wrong);
            }
            fprintf(o->file, "threads,%s,%s,%u,%u,%.4g,%llu\n", world->name, names[i], world->count, threads,
                    ti_middle(times, o->repeat), (unsigned long long)pairs);
            fflush(o->file);
        }
    }
}

// Crowded, so that there is something to share out: a few faces each, and many.
static void try_threads(options* o)
{
    static const uint32_t faces[2] = {528, 16128};
    static const uint32_t cycles[2] = {200, 20};
    for (int i = 0; i < (o->quick ? 1 : 2); ++i) {
        overlap_world world;
        overlap_crowd crowd = {overlap_sphere(faces[i]), 40, 0, 0.2, 0.05, 10.0, true, false};
        overlap_make_bouncing(&crowd, cycles[i], &world);
        measure_threads(o, &world);
        overlap_world_release(&world);
    }
}

// ----

int main(int argc, char** argv)
{
    static const char name[] = "toi_bench_overlap_growth";
    options o = {0};
    const ti_run_option own[] = {{"--quick", .on = &o.quick}};
    const ti_run run = ti_run_begin(name, usage, argc, argv, own, 1);
    o.repeat = run.repeat < REPEAT_MOST ? run.repeat : REPEAT_MOST;
    o.file = ti_run_open(&run);
    ti_report_machine(o.file, name, o.repeat);
    fputs("# threads: wall-clock time of a cycle, the mean over the world, in place of CPU time\n"
          "part,world,method,size,threads,us,pairs\n",
          o.file);
    grow_faces(&o);
    grow_bodies(&o);
    try_threads(&o);
    return ti_run_close(&run, o.file, o.wrong);
}
