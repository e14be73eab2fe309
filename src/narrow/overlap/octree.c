// One instant: the stages in order, the memory that they share, and the result in order.

#include "narrow/overlap/octree.h"

#include "core/assert.h"
#include "core/memory.h"
#include "core/pool.h"
#include "core/sort.h"
#include "narrow/overlap/octree_parts.h"

enum { WORKER_ARRAYS = 8 };
#define MOST_CELLS_DEFAULT (UINT64_C(1) << 22)

void ti_octree_init(ti_octree* octree, const toi_allocator* allocator)
{
    *octree = (ti_octree){.allocator = ti_allocator_or_default(allocator)};
    ti_arena_init(&octree->arena, &octree->allocator, 0);
    octree->body_pairs = ti_array_make(sizeof(ti_candidate), &octree->allocator);
    octree->result = ti_array_make(sizeof(ti_octree_pair), &octree->allocator);
    octree->done = ti_array_make(sizeof(uint8_t), &octree->allocator);
}

static void worker_arrays(octree_worker* worker, ti_array* arrays[WORKER_ARRAYS])
{
    ti_array* all[WORKER_ARRAYS] = {&worker->stack, &worker->lists[0], &worker->lists[1], &worker->slots,
                                    &worker->keys,  &worker->scratch,  &worker->pairs,    &worker->found};
    memcpy(arrays, all, sizeof all);
}

static void release_workers(ti_octree* octree)
{
    for (uint32_t i = 0; i < octree->worker_count; ++i) {
        ti_array* arrays[WORKER_ARRAYS];
        worker_arrays(&octree->workers[i], arrays);
        for (int k = 0; k < WORKER_ARRAYS; ++k) {
            ti_array_release(arrays[k]);
        }
    }
    ti_release(&octree->allocator, octree->workers);
    octree->workers = NULL;
    octree->worker_count = 0;
}

void ti_octree_destroy(ti_octree* octree)
{
    release_workers(octree);
    ti_arena_destroy(&octree->arena);
    ti_array_release(&octree->body_pairs);
    ti_array_release(&octree->result);
    ti_array_release(&octree->done);
}

size_t ti_octree_bytes(const ti_octree* octree)
{
    const ti_array* own[] = {&octree->body_pairs, &octree->result, &octree->done};
    size_t bytes = octree->arena.taken + octree->worker_count * sizeof *octree->workers;
    for (size_t i = 0; i < sizeof own / sizeof *own; ++i) {
        bytes += own[i]->capacity * own[i]->item_size;
    }
    for (uint32_t i = 0; i < octree->worker_count; ++i) {
        ti_array* arrays[WORKER_ARRAYS];
        worker_arrays(&octree->workers[i], arrays);
        for (int k = 0; k < WORKER_ARRAYS; ++k) {
            bytes += arrays[k]->capacity * arrays[k]->item_size;
        }
    }
    return bytes;
}

static bool make_workers(ti_octree* octree, uint32_t count)
{
    if (octree->worker_count != count) {
        release_workers(octree);
        octree->workers = ti_allocate(&octree->allocator, count, sizeof *octree->workers);
        if (octree->workers == NULL) {
            return false;
        }
        octree->worker_count = count;
        const size_t words = sizeof(uint32_t), keys = sizeof(ti_key_value);
        const size_t sizes[WORKER_ARRAYS] = {
            words, words, words, sizeof(uint64_t), keys, keys, sizeof(ti_face_pair), keys};
        for (uint32_t i = 0; i < count; ++i) {
            ti_array* arrays[WORKER_ARRAYS];
            worker_arrays(&octree->workers[i], arrays);
            for (int k = 0; k < WORKER_ARRAYS; ++k) {
                *arrays[k] = ti_array_make(sizes[k], &octree->allocator);
            }
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        octree->workers[i].counts = (ti_octree_counts){.memory = 0};
        octree->workers[i].failed = false;
        octree->workers[i].found.count = 0;
        // What a call without memory left behind.
        octree->workers[i].keys.count = 0;
        octree->workers[i].slots.count = 0;
    }
    return true;
}

// ---- tasks

typedef struct octree_stage {
    octree_run* run;
    toi_task task;
    uint8_t* done;
} octree_stage;

// As a worker that has no memory of its own a task is not run.
static void run_task(uint32_t index, uint32_t worker, void* data)
{
    const octree_stage* stage = data;
    if (worker < stage->run->octree->worker_count) {
        stage->task(index, worker, stage->run);
        stage->done[index] = 1;
    }
}

toi_status ti_octree_run_tasks(octree_run* run, toi_task task, uint32_t count)
{
    const ti_octree_def* def = run->def;
    ti_octree* octree = run->octree;
    if (count == 0) {
        return TOI_OK;
    }
    octree->done.count = 0;
    octree_stage stage = {run, task, ti_array_extend(&octree->done, count)};
    if (stage.done == NULL) {
        return TOI_ERROR_MEMORY;
    }
    memset(stage.done, 0, count);
    toi_status status = TOI_OK;
    if (def->run != NULL) {
        def->run(run_task, count, &stage, def->run_context);
    } else {
        status = ti_pool_run(run_task, count, octree->worker_count, &stage, &octree->allocator);
    }
    for (uint32_t i = 0; status == TOI_OK && i < octree->worker_count; ++i) {
        status = octree->workers[i].failed ? TOI_ERROR_MEMORY : TOI_OK;
    }
    return status == TOI_OK && memchr(stage.done, 0, count) != NULL ? TOI_ERROR_THREAD : status;
}

// ---- bodies

static toi_status make_bodies(octree_run* run)
{
    const ti_octree_def* def = run->def;
    ti_arena* arena = &run->octree->arena;
    uint64_t vertices = 0, posed_vertices = 0, triangles = 0;
    for (uint32_t i = 0; i < def->body_count; ++i) {
        vertices += def->bodies[i].vertex_count;
        posed_vertices += def->bodies[i].rigid ? def->bodies[i].vertex_count : 0;
        triangles += def->bodies[i].triangle_count;
    }
    if (triangles >= UINT32_MAX || vertices > SIZE_MAX) {
        return TOI_ERROR_LIMIT;
    }
    run->bodies = ti_arena_allocate(arena, def->body_count, sizeof *run->bodies);
    toi_vec3* room = ti_arena_allocate(arena, (size_t)posed_vertices, sizeof *room);
    uint8_t* used = ti_arena_allocate(arena, (size_t)vertices, 1);
    uint8_t* in = ti_arena_allocate(arena, (size_t)triangles, 1);
    if (run->bodies == NULL || room == NULL || used == NULL || in == NULL) {
        return TOI_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < def->body_count; ++i) {
        bool posed = def->bodies[i].rigid;
        run->bodies[i] = (octree_body){.room = posed ? room : NULL, .used = used, .in = in};
        room += posed ? def->bodies[i].vertex_count : 0;
        used += def->bodies[i].vertex_count;
        in += def->bodies[i].triangle_count;
    }
    return TOI_OK;
}

// ---- roots

static bool holds(const toi_bounds* outer, const toi_bounds* inner)
{
    return inner->lower.x >= outer->lower.x && inner->upper.x <= outer->upper.x &&
           inner->lower.y >= outer->lower.y && inner->upper.y <= outer->upper.y &&
           inner->lower.z >= outer->lower.z && inner->upper.z <= outer->upper.z;
}

// Doubles a side downwards where something is below it, else upwards: the old cube is one of eight.
static void double_side(double* lower, double* upper, double inner_lower)
{
    double side = *upper - *lower;
    *(inner_lower < *lower ? lower : upper) += inner_lower < *lower ? -side : side;
}

// The given cube, as often doubled as it takes to hold all bodies; voxels stay as large as they were asked
// for while the level can rise. A cube that is far too small, or not finite, is no help: then the one around
// the bodies is taken.
static toi_bounds given_cube(const octree_run* run, uint32_t* level)
{
    const ti_octree_def* def = run->def;
    toi_vec3 low = v3_scale(run->scale, def->cube_lower);
    double side = run->scale * def->cube_side;
    toi_bounds cube = {low, v3_add(low, v3(side, side, side))};
    uint32_t doublings = 0;
    for (; doublings < 64 && !holds(&cube, &run->box); ++doublings) {
        double_side(&cube.lower.x, &cube.upper.x, run->box.lower.x);
        double_side(&cube.lower.y, &cube.upper.y, run->box.lower.y);
        double_side(&cube.lower.z, &cube.upper.z, run->box.lower.z);
    }
    if (!holds(&cube, &run->box) || !v3_finite(cube.lower) || !v3_finite(cube.upper)) {
        return octree_cube_around(&run->box);
    }
    *level = *level + doublings < TI_OCTREE_LEVEL_MOST ? *level + doublings : TI_OCTREE_LEVEL_MOST;
    return cube;
}

static toi_status seed_world(octree_run* run, const toi_bounds* cube)
{
    ti_array* list = &run->octree->workers[0].lists[0];
    list->count = 0;
    uint32_t* faces = ti_array_extend(list, run->face_count);
    run->seeds = ti_arena_allocate(&run->octree->arena, 1, sizeof *run->seeds);
    if (faces == NULL || run->seeds == NULL) {
        return TOI_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < run->face_count; ++i) {
        faces[i] = i;
    }
    run->seeds[0] = (octree_seed){{*cube, 0, run->most_cells}, 0, {0, run->face_count}};
    run->seed_count = 1;
    return TOI_OK;
}

static toi_status make_seeds(octree_run* run)
{
    const ti_octree_def* def = run->def;
    uint32_t level = def->level == TI_OCTREE_LEVEL_AUTO ? TI_OCTREE_LEVEL_MOST : def->level;
    toi_bounds cube = def->root == TI_OCTREE_GIVEN ? given_cube(run, &level) : octree_cube_around(&run->box);
    run->most_splits = def->shape == TI_OCTREE_HALVES ? 3 * level : level;
    return def->root == TI_OCTREE_REGIONS ? ti_octree_seed_regions(run) : seed_world(run, &cube);
}

// ---- result

// What all workers found, with room for sorting, at the first of them.
static bool gather(ti_octree* octree)
{
    ti_array* all = &octree->workers[0].found;
    for (uint32_t i = 1; i < octree->worker_count; ++i) {
        const ti_array* found = &octree->workers[i].found;
        ti_key_value* to = ti_array_extend(all, found->count);
        if (to == NULL) {
            return false;
        }
        if (found->count > 0) {
            memcpy(to, found->data, found->count * sizeof *to);
        }
    }
    octree->workers[0].scratch.count = 0;
    octree->result.count = 0;
    return ti_array_extend(&octree->workers[0].scratch, all->count) != NULL &&
           ti_array_extend(&octree->result, 2 * all->count) != NULL;
}

static ti_octree_pair pair_of(const octree_run* run, uint64_t key)
{
    const octree_face *a = &run->faces[key >> 32], *b = &run->faces[(uint32_t)key];
    return (ti_octree_pair){a->body, b->body, a->triangle, b->triangle};
}

static size_t without_repeats(ti_key_value* keys, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i) {
        keys[kept] = keys[i];
        kept += i + 1 == count || keys[i + 1].key != keys[i].key;
    }
    return kept;
}

// Tasks may have found a pair twice. Sorted by their numbers, faces are in the order body_a, a, body_b, b;
// sorting by bodies leaves those of the same ones in their order.
static toi_status write_result(octree_run* run, ti_octree_result* result)
{
    octree_worker* worker = &run->octree->workers[0];
    if (!gather(run->octree)) {
        return TOI_ERROR_MEMORY;
    }
    if (worker->found.count > UINT32_MAX) {
        return TOI_ERROR_LIMIT;
    }
    ti_key_value *keys = worker->found.data, *scratch = worker->scratch.data;
    ti_sort_keys(keys, scratch, worker->found.count);
    size_t count = without_repeats(keys, worker->found.count);
    ti_octree_pair *by_faces = run->octree->result.data, *by_bodies = by_faces + count;
    for (size_t i = 0; i < count; ++i) {
        by_faces[i] = pair_of(run, keys[i].key);
        keys[i] = (ti_key_value){(uint64_t)by_faces[i].body_a << 32 | by_faces[i].body_b, (uint32_t)i};
    }
    ti_sort_keys(keys, scratch, count);
    for (size_t i = 0; i < count; ++i) {
        by_bodies[i] = by_faces[keys[i].value];
    }
    result->pairs = by_bodies;
    result->pair_count = count;
    return TOI_OK;
}

static ti_octree_counts sum_counts(const octree_run* run)
{
    const ti_octree* octree = run->octree;
    ti_octree_counts sum = {
        .body_pairs = run->pair_count, .faces = run->face_count, .memory = ti_octree_bytes(octree)};
    for (uint32_t i = 0; i < octree->worker_count; ++i) {
        const ti_octree_counts* c = &octree->workers[i].counts;
        sum.cells += c->cells;
        sum.voxels += c->voxels;
        sum.cut_short += c->cut_short;
        sum.listed += c->listed;
        sum.checked += c->checked;
    }
    return sum;
}

static toi_status find(octree_run* run, ti_octree_result* result)
{
    toi_status status = make_bodies(run);
    if (status == TOI_OK) {
        status = ti_octree_pair_bodies(run);
    }
    uint32_t bodies = 0;
    if (status == TOI_OK) {
        status = ti_octree_list_faces(run, &bodies);
    }
    if (status == TOI_OK && bodies >= 2) {
        status = make_seeds(run);
        if (status == TOI_OK) {
            status = ti_octree_walk(run);
        }
    }
    return status == TOI_OK ? write_result(run, result) : status;
}

toi_status ti_octree_find(ti_octree* octree, const ti_octree_def* def, ti_octree_result* result)
{
    TI_ASSERT(def->level <= TI_OCTREE_LEVEL_MOST || def->level == TI_OCTREE_LEVEL_AUTO);
    TI_ASSERT(!(def->no_boxes && def->root == TI_OCTREE_REGIONS));
    TI_ASSERT(def->root != TI_OCTREE_GIVEN || def->cube_side > 0.0);
    if (!make_workers(octree, def->threads > 1 ? def->threads : 1)) {
        return TOI_ERROR_MEMORY;
    }
    ti_arena_reset(&octree->arena, (ti_arena_mark){0});
    octree_run run = {.def = def,
                      .octree = octree,
                      .most_cells = def->most_cells > 0 ? def->most_cells : MOST_CELLS_DEFAULT};
    ti_octree_result found = {0};
    toi_status status = find(&run, &found);
    if (status == TOI_OK) {
        found.counts = sum_counts(&run);
        *result = found;
    }
    return status;
}
