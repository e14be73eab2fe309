// The face octree of [Kitamura98] level by level: exact clipping against boxes of faces, eight children
// against two, the cube of the world against those of the overlap regions. Every variant must find the same
// pairs.

#define _POSIX_C_SOURCE 200809L

#include "bench/measure.h"
#include "bench/overlap_parts.h"
#include "bench/overlap_shapes.h"
#include "bench/report.h"
#include "bench/run.h"

#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: toi_bench_overlap_levels [--filter TEXT] [--repeat N] [-o FILE.csv]\n"
    "Measures the face octree at levels 0 to 9 and to an automatic level, in all its variants.\n"
    "  --filter TEXT  only worlds whose name holds TEXT\n"
    "  --repeat N     batches, of which the median counts (default 9)\n"
    "  -o FILE.csv    in place of standard output\n";

typedef struct question {
    ti_octree octree;
    ti_octree_def def;
    ti_octree_result found;
} question;

static ti_answered ask(const ti_case* query, void* context)
{
    question* q = context;
    (void)query;
    if (ti_octree_find(&q->octree, &q->def, &q->found) != TOI_OK) {
        fputs("out of memory\n", stderr);
        exit(5);
    }
    return (ti_answered){TOI_ANSWER_UNDECIDED, 0, 0, 0, 0};
}

static const char* const tests[2] = {"clip", "face_box"};
static const char* const shapes[2] = {"eighths", "halves"};
static const char* const roots[2] = {"world", "regions"};

static void print_row(FILE* file, const overlap_world* world, const question* q, double us)
{
    const ti_octree_counts* c = &q->found.counts;
    char level[16] = "auto";
    if (q->def.level != TI_OCTREE_LEVEL_AUTO) {
        snprintf(level, sizeof level, "%u", q->def.level);
    }
    fprintf(file, "%s,%s,%s,%s,%s,%s,%.4g,%llu,%llu,%llu,%llu,%llu,%llu,%zu,%zu\n", world->name, level,
            tests[q->def.test], shapes[q->def.shape], roots[q->def.root == TI_OCTREE_REGIONS],
            q->def.no_boxes ? "no" : "yes", us, (unsigned long long)c->faces, (unsigned long long)c->cells,
            (unsigned long long)c->voxels, (unsigned long long)c->cut_short, (unsigned long long)c->listed,
            (unsigned long long)c->checked, q->found.pair_count, c->memory);
}

typedef struct options {
    const char* filter;
    uint32_t repeat;
    FILE* file;
    bool wrong;
} options;

static void measure_level(options* o, const overlap_world* world, question* q)
{
    for (int variant = 0; variant < 10; ++variant) {
        q->def.test = variant % 2 == 0 ? TI_OCTREE_CLIP : TI_OCTREE_FACE_BOX;
        q->def.shape = variant / 2 % 2 == 0 ? TI_OCTREE_EIGHTHS : TI_OCTREE_HALVES;
        q->def.root = variant / 4 == 1 ? TI_OCTREE_REGIONS : TI_OCTREE_WORLD;
        q->def.no_boxes = variant / 4 == 2;
        double us = ti_measure(ask, NULL, q, o->repeat);
        o->wrong = o->wrong || q->found.pair_count != world->face_pairs[world->cycles - 1];
        print_row(o->file, world, q, us);
        fflush(o->file);
    }
}

// The last cycle of a world.
static void measure_world(options* o, overlap_world* world)
{
    if (o->filter == NULL || strstr(world->name, o->filter) != NULL) {
        overlap_bodies bodies;
        overlap_bodies_make(world, &bodies);
        overlap_bodies_set(world, world->cycles - 1, &bodies);
        question q = {.def = {.bodies = bodies.faces, .body_count = world->count}};
        ti_octree_init(&q.octree, NULL);
        for (uint32_t level = world->meshes[0]->triangle_count > 5000 ? 2 : 0; level <= 10; ++level) {
            q.def.level = level < 10 ? level : TI_OCTREE_LEVEL_AUTO;
            measure_level(o, world, &q);
        }
        ti_octree_destroy(&q.octree);
        overlap_bodies_release(&bodies);
    }
    overlap_world_release(world);
}

static void run_all(options* o)
{
    static const uint32_t faces[3] = {168, 960, 3968};
    overlap_world world;
    for (int i = 0; i < 3; ++i) {
        overlap_make_approach(faces[i], &world);
        measure_world(o, &world);
    }
    overlap_make_tori(20, 15, &world);
    measure_world(o, &world);
    overlap_make_tori(100, 50, &world);
    measure_world(o, &world);
    toi_mesh* shuttle = overlap_read_mesh("shuttle528.obj");
    if (shuttle != NULL) {
        overlap_make_room(shuttle, &world);
        measure_world(o, &world);
    }
}

int main(int argc, char** argv)
{
    static const char name[] = "toi_bench_overlap_levels";
    const ti_run run = ti_run_begin(name, usage, argc, argv, NULL, 0);
    options o = {.filter = run.filter, .repeat = run.repeat, .file = ti_run_open(&run)};
    ti_report_machine(o.file, name, o.repeat);
    fputs("world,level,test,shape,root,boxes,us,faces,cells,voxels,cut_short,listed,checked,pairs,bytes\n",
          o.file);
    run_all(&o);
    return ti_run_close(&run, o.file, o.wrong);
}
