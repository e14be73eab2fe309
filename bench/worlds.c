// Checks of many boxes at once: a row a scene, number of bodies and of threads, in wall-clock time. The last
// rows are all times of overlap on rational motions, and the same with every pair named, so that each is
// solved.

#include "toi/toi.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { REPEATS = 7 };

typedef struct random_numbers {
    uint64_t state;
} random_numbers;

static double next_unit(random_numbers* r)
{
    uint64_t z = (r->state += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static toi_vec3 next_point(random_numbers* r, double size)
{
    double x = size * next_unit(r), y = size * next_unit(r);
    return (toi_vec3){x, y, size * next_unit(r)};
}

static const char* const scenes[] = {"sparse", "dense", "clustered", "floor", "convoy", "crossing"};
enum { SCENES = sizeof scenes / sizeof scenes[0] };

// A box of side 0.6 that turns a little and flies a little way, placed as the scene wants it.
static toi_motion motion_in(int scene, uint32_t i, uint32_t count, random_numbers* r)
{
    double side = cbrt(count) * (scene == 0 ? 4.0 : 1.2);
    toi_motion m = {.kind = TOI_MOTION_SPIN, .pose = TOI_POSE_IDENTITY, .angle = 0.2 * next_unit(r)};
    m.axis = (toi_vec3){next_unit(r), next_unit(r), 0.1};
    m.by = next_point(r, scene == 5 ? side : 0.1);
    m.pose.position = next_point(r, side);
    if (scene == 2) {
        m.pose.position = next_point(r, 0.5 * side);
        m.pose.position.x += 4.0 * side * (i % 8);
    } else if (scene == 3) {
        double width = 1.5 * sqrt(count);
        m.pose.position = (toi_vec3){width * next_unit(r), width * next_unit(r), 1.0 + next_unit(r)};
    } else if (scene == 4) {
        m.by.x += 1e4;
        m.by.y -= 3e3;
    }
    return m;
}

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static int compare_numbers(const void* a, const void* b)
{
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static void write_row(const char* scene, uint32_t bodies, uint32_t threads, double times[REPEATS])
{
    qsort(times, REPEATS, sizeof times[0], compare_numbers);
    printf("%s,%u,%u,%.1f,%.1f", scene, bodies, threads, times[0], times[REPEATS / 2]);
}

static void measure(const char* scene, const toi_world_def* def)
{
    double times[REPEATS];
    toi_world_result result = {0};
    for (int i = 0; i < REPEATS; ++i) {
        toi_world_result_release(&result);
        double start = now_us();
        if (toi_world_check(def, &result, NULL) != TOI_OK) {
            fprintf(stderr, "toi_bench_worlds: a check failed\n");
            exit(3);
        }
        times[i] = now_us() - start;
    }
    uint32_t contacts = 0;
    for (uint32_t i = 0; i < result.pair_count; ++i) {
        contacts += result.pairs[i].result.answer == TOI_ANSWER_CONTACT;
    }
    write_row(scene, def->body_count, def->threads, times);
    printf(",%llu,%u,%u\n", (unsigned long long)result.pairs_asked, result.pair_count, contacts);
    toi_world_result_release(&result);
}

static void measure_scene(int scene, uint32_t count, const toi_mesh* box, const toi_mesh* ground)
{
    random_numbers r = {17};
    toi_body* bodies = calloc(count, sizeof *bodies);
    for (uint32_t i = 0; bodies != NULL && i < count; ++i) {
        bodies[i] = (toi_body){.mesh = box, .motion = motion_in(scene, i, count, &r)};
    }
    if (bodies == NULL) {
        exit(5);
    }
    if (scene == 3) {
        bodies[0] =
            (toi_body){.mesh = ground, .motion = {.kind = TOI_MOTION_STATIC, .pose = TOI_POSE_IDENTITY}};
    }
    for (uint32_t threads = 1; threads <= 2; ++threads) {
        toi_world_def def = {.bodies = bodies, .body_count = count, .threads = threads};
        measure(scenes[scene], &def);
    }
    free(bodies);
}

// ---- times of overlap

enum { SOLIDS = 2000, ALL_PAIRS = SOLIDS * (SOLIDS - 1) / 2 };

static const toi_part solid_part = {.half = {0.3, 0.3, 0.3}};
static const toi_quat solid_turn[2] = {{1.0, 0.0, 0.0, 0.0}, {1.0, 0.3, 0.2, 0.1}};

typedef struct solids {
    toi_solid solids[SOLIDS];
    toi_rational pieces[SOLIDS];
    toi_vec3 ways[SOLIDS][2];
    toi_pair all[ALL_PAIRS];
} solids;

// Boxes that turn by 0.7 radians and fly up to `reach` along every axis, from places in a cube.
static void make_solids(double side, double reach, solids* s)
{
    random_numbers r = {18};
    uint32_t next = 0;
    for (uint32_t i = 0; i < SOLIDS; ++i) {
        toi_vec3 from = next_point(&r, side), by = next_point(&r, reach);
        s->ways[i][0] = from;
        s->ways[i][1] = (toi_vec3){from.x + by.x, from.y + by.y, from.z + by.z};
        s->pieces[i] = (toi_rational){
            .rotation = solid_turn, .rotation_count = 2, .translation = s->ways[i], .translation_count = 2};
        s->solids[i] = (toi_solid){
            &solid_part, 1, {.kind = TOI_MOTION_RATIONAL, .rationals = &s->pieces[i], .rational_count = 1}};
        for (uint32_t k = i + 1; k < SOLIDS; ++k) {
            s->all[next++] = (toi_pair){i, k};
        }
    }
}

static void measure_solids(const char* scene, const toi_boxes_def* def)
{
    double times[REPEATS];
    toi_boxes_result result = {0};
    for (int i = 0; i < REPEATS; ++i) {
        toi_boxes_result_release(&result);
        double start = now_us();
        if (toi_boxes_check(def, &result, NULL) != TOI_OK) {
            fprintf(stderr, "toi_bench_worlds: a check of boxes failed\n");
            exit(3);
        }
        times[i] = now_us() - start;
    }
    write_row(scene, def->solid_count, def->threads, times);
    printf(",%llu,%llu,%u\n", (unsigned long long)result.pairs_asked,
           (unsigned long long)(result.pairs_asked - result.pairs_broad), result.pair_count);
    toi_boxes_result_release(&result);
}

static void measure_overlaps(const char* scene, const char* named, double side, double reach)
{
    solids* s = malloc(sizeof *s);
    if (s == NULL) {
        exit(5);
    }
    make_solids(side, reach, s);
    toi_boxes_def def = {.solids = s->solids, .solid_count = SOLIDS, .meeting_only = true};
    for (def.threads = 1; def.threads <= 2; ++def.threads) {
        measure_solids(scene, &def);
    }
    def.threads = 1;
    def.pairs = s->all;
    def.pair_count = ALL_PAIRS;
    measure_solids(named, &def);
    free(s);
}

int main(void)
{
    toi_mesh *box, *ground;
    if (toi_mesh_create_box((toi_vec3){0.3, 0.3, 0.3}, NULL, &box, NULL) != TOI_OK ||
        toi_mesh_create_box((toi_vec3){1000, 1000, 0.5}, NULL, &ground, NULL) != TOI_OK) {
        return 5;
    }
    printf("scene,bodies,threads,min_us,median_us,pairs,asked,contacts\n");
    for (int scene = 0; scene < SCENES; ++scene) {
        for (uint32_t count = 10; count <= (scene == 5 ? 1000 : 10000); count *= 10) {
            measure_scene(scene, count, box, ground);
        }
    }
    measure_overlaps("overlap-sparse", "overlap-sparse-named", 50.0, 3.0);
    measure_overlaps("overlap-dense", "overlap-dense-named", 20.0, 6.0);
    toi_mesh_destroy(box);
    toi_mesh_destroy(ground);
    return 0;
}
