// The method of [Kitamura98] as the library has it, as methods to measure.

#include "bench/overlap_methods.h"
#include "bench/overlap_parts.h"

#include <stdio.h>
#include <stdlib.h>

static void* open_octree(const overlap_world* world)
{
    (void)world;
    ti_octree* octree = overlap_room(1, sizeof *octree);
    ti_octree_init(octree, NULL);
    return octree;
}

static void close_octree(void* state)
{
    ti_octree_destroy(state);
    free(state);
}

static overlap_found ask_octree(ti_octree* octree, const ti_octree_def* def)
{
    ti_octree_result found;
    if (ti_octree_find(octree, def, &found) != TOI_OK) {
        fputs("out of memory\n", stderr);
        exit(5);
    }
    overlap_found answer = {found.pair_count, 0};
    for (size_t i = 0; i < found.pair_count; ++i) {
        const ti_octree_pair* pair = &found.pairs[i];
        answer.body_pairs += i == 0 || pair->body_a != pair[-1].body_a || pair->body_b != pair[-1].body_b;
    }
    return answer;
}

static overlap_found ask_6(void* state, const overlap_bodies* given, uint32_t count)
{
    const ti_faces* bodies = given->faces;
    return ask_octree(
        state, &(ti_octree_def){.bodies = bodies, .body_count = count, .level = TI_OCTREE_LEVEL_PAPER});
}

static overlap_found ask_auto(void* state, const overlap_bodies* given, uint32_t count)
{
    const ti_faces* bodies = given->faces;
    return ask_octree(state,
                      &(ti_octree_def){.bodies = bodies, .body_count = count, .level = TI_OCTREE_LEVEL_AUTO});
}

static overlap_found ask_all(void* state, const overlap_bodies* given, uint32_t count)
{
    const ti_faces* bodies = given->faces;
    return ask_octree(
        state, &(ti_octree_def){
                   .bodies = bodies, .body_count = count, .level = TI_OCTREE_LEVEL_PAPER, .no_boxes = true});
}

const overlap_method overlap_octree_6 = {"octree-6", false, false, open_octree, ask_6, close_octree};
const overlap_method overlap_octree_auto = {"octree-auto", false, false, open_octree, ask_auto, close_octree};
const overlap_method overlap_octree_all = {"octree-6-no-boxes", false,   false,
                                           open_octree,         ask_all, close_octree};
