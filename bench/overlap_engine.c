// toi_overlap_find: bodies are moved and deformed, then asked about.

#include "bench/overlap_methods.h"
#include "bench/overlap_parts.h"

#include <stdio.h>
#include <stdlib.h>

void overlap_must(toi_status status)
{
    if (status != TOI_OK) {
        fprintf(stderr, "toi_overlap: %s\n", toi_status_name(status));
        exit(5);
    }
}

toi_overlap* overlap_engine_open(const overlap_world* world, const toi_overlap_def* def)
{
    toi_overlap* overlap;
    overlap_must(toi_overlap_create(def, &overlap));
    for (uint32_t i = 0; i < world->count; ++i) {
        const toi_overlap_body body = {.mesh = world->meshes[i], .pose = TOI_POSE_IDENTITY};
        uint32_t index;
        overlap_must(toi_overlap_add(overlap, &body, &index, NULL));
    }
    return overlap;
}

static void* open_engine(const overlap_world* world)
{
    return overlap_engine_open(world, NULL);
}

static void close_engine(void* state)
{
    toi_overlap_destroy(state);
}

overlap_found overlap_engine_ask(toi_overlap* overlap, const overlap_bodies* given, uint32_t count,
                                 const toi_overlap_query* query)
{
    for (uint32_t i = 0; i < count; ++i) {
        overlap_must(given->room[i] != NULL ? toi_overlap_deform(overlap, i, given->room[i], NULL)
                                            : toi_overlap_move(overlap, i, &given->poses[i], NULL));
    }
    toi_overlap_result result;
    overlap_must(toi_overlap_find(overlap, query, &result, NULL));
    return (overlap_found){result.face_count, result.pair_count};
}

static overlap_found ask_engine(void* state, const overlap_bodies* given, uint32_t count)
{
    const toi_overlap_query query = {.anew = true}; // as the others do
    return overlap_engine_ask(state, given, count, &query);
}

static overlap_found ask_join(void* state, const overlap_bodies* given, uint32_t count)
{
    const toi_overlap_query query = {.method = TOI_OVERLAP_JOIN};
    return overlap_engine_ask(state, given, count, &query);
}

const overlap_method overlap_engine = {"engine", false, false, open_engine, ask_engine, close_engine};
const overlap_method overlap_engine_join = {"engine-join", false, false, open_engine, ask_join, close_engine};
