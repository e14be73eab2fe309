// A root for every pair of bodies: the cube around its overlap region, with the faces of both that meet it.
// Voxels are smaller than those of the world at the same level, and no pair of bodies sees another.

#include "narrow/overlap/clip.h"
#include "narrow/overlap/octree_parts.h"

static toi_bounds region_of(const octree_body* bodies, ti_candidate pair)
{
    const toi_bounds *a = &bodies[pair.a].box, *b = &bodies[pair.b].box;
    return (toi_bounds){v3_max(a->lower, b->lower), v3_min(a->upper, b->upper)};
}

// Faces of one body that may be in the region, appended.
static bool add_faces(const octree_body* body, ti_array* list)
{
    uint32_t* faces = ti_array_extend(list, body->count);
    for (uint32_t i = 0; faces != NULL && i < body->count; ++i) {
        faces[i] = body->first + i;
    }
    return faces != NULL;
}

static void seed_pair(uint32_t index, uint32_t worker, void* data)
{
    octree_run* run = data;
    octree_worker* w = &run->octree->workers[worker];
    ti_candidate pair = run->pairs[index];
    octree_seed* seed = &run->seeds[index];
    toi_bounds region = region_of(run->bodies, pair);
    *seed = (octree_seed){{octree_cube_around(&region), 0, 0}, worker, {w->lists[0].count, 0}};
    w->stack.count = 0;
    if (!add_faces(&run->bodies[pair.a], &w->stack) || !add_faces(&run->bodies[pair.b], &w->stack) ||
        !ti_octree_filter(run, &region, &w->stack, (octree_list){0, w->stack.count}, &w->lists[0])) {
        w->failed = true;
        return;
    }
    seed->list.count = w->lists[0].count - seed->list.first;
    if (!ti_octree_alive(run, &w->lists[0], seed->list)) {
        w->lists[0].count = seed->list.first;
        seed->list.count = 0;
    }
}

// Pairs without faces of both go; cells are shared out in proportion to the faces.
static void share_cells(octree_run* run)
{
    double total = 0.0, budget = (double)run->most_cells;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < run->pair_count; ++i) {
        total += (double)run->seeds[i].list.count;
    }
    for (uint32_t i = 0; i < run->pair_count; ++i) {
        octree_seed seed = run->seeds[i];
        if (seed.list.count > 0) {
            seed.cell.budget = (uint64_t)(budget * ((double)seed.list.count / total));
            run->seeds[kept++] = seed;
        }
    }
    run->seed_count = kept;
}

toi_status ti_octree_seed_regions(octree_run* run)
{
    run->seeds = ti_arena_allocate(&run->octree->arena, run->pair_count, sizeof *run->seeds);
    if (run->seeds == NULL) {
        return TOI_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < run->octree->worker_count; ++i) {
        run->octree->workers[i].lists[0].count = 0;
    }
    toi_status status = ti_octree_run_tasks(run, seed_pair, run->pair_count);
    if (status == TOI_OK) {
        share_cells(run);
    }
    return status;
}
