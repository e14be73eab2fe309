// The face octree [Kitamura98, section 3.5]: a cell is split where two bodies have faces, and only the faces
// of the parent are looked for in a child. Nothing of it is stored but the lists on the way down.
//
// What bounds the work: every cell has a budget of cells that there may be below it, which it hands to its
// children in proportion to their faces. A cell that cannot afford children is a voxel, whatever its level.

#include "core/assert.h"
#include "narrow/overlap/octree_parts.h"

// Of pairs of faces that a cell may have and not be split, where the level is automatic; and how much fewer
// pairs there must be in all children together.
enum { FEW_PAIRS = 8192 };
#define WORTHWHILE 0.8

enum { CHILDREN_MOST = 8, SEEDED_FACES = 1024, SEEDS_ENOUGH = 32 };

typedef struct octree_walk {
    const octree_run* run;
    octree_worker* worker;
} octree_walk;

static int child_count(const octree_run* run)
{
    return run->def->shape == TI_OCTREE_HALVES ? 2 : CHILDREN_MOST;
}

static double half_way(double a, double b)
{
    return 0.5 * a + 0.5 * b;
}

static void cut(double* lower, double* upper, bool high)
{
    *(high ? lower : upper) = half_way(*lower, *upper);
}

// Children share the sides between them to the bit, so together they are their parent.
static octree_cell child_of(const octree_run* run, const octree_cell* cell, int index)
{
    octree_cell child = {cell->box, cell->splits + 1, 0};
    toi_vec3 *low = &child.box.lower, *high = &child.box.upper;
    if (run->def->shape == TI_OCTREE_HALVES) {
        toi_vec3 side = v3_sub(*high, *low);
        int axis = side.x >= side.y && side.x >= side.z ? 0 : side.y >= side.z ? 1 : 2;
        double* lowers[3] = {&low->x, &low->y, &low->z};
        double* uppers[3] = {&high->x, &high->y, &high->z};
        cut(lowers[axis], uppers[axis], index == 1);
        return child;
    }
    cut(&low->x, &high->x, (index & 1) != 0);
    cut(&low->y, &high->y, (index & 2) != 0);
    cut(&low->z, &high->z, (index & 4) != 0);
    return child;
}

// In proportion to the faces, rounded down.
static uint64_t share_of(const octree_cell* cell, int children, size_t count, size_t total)
{
    double rest = (double)(cell->budget - (uint64_t)children);
    return (uint64_t)(rest * ((double)count / (double)total) * 0x1.fffffep-1);
}

// How many pairs of faces of two bodies a list has.
static double pairs_of(const octree_run* run, const uint32_t* faces, octree_list list)
{
    double square = (double)list.count * (double)list.count;
    size_t end = list.first + list.count;
    for (size_t first = list.first, next; first < end; first = next) {
        next = octree_body_end(run, faces, list, first);
        square -= (double)(next - first) * (double)(next - first);
    }
    return 0.5 * square;
}

static bool is_automatic(const octree_run* run)
{
    return run->def->level == TI_OCTREE_LEVEL_AUTO;
}

static bool is_voxel(octree_walk* w, const octree_cell* cell, octree_list list)
{
    if (cell->splits >= w->run->most_splits) {
        return true;
    }
    if (cell->budget < (uint64_t)child_count(w->run)) {
        ++w->worker->counts.cut_short;
        return true;
    }
    return is_automatic(w->run) && pairs_of(w->run, w->worker->stack.data, list) <= FEW_PAIRS;
}

// A node of a PM octree is a leaf where splitting it no longer parts the faces in it; with pairs of faces in
// place of faces, that is where the children have about as many as their parent.
static bool is_worthwhile(const octree_walk* w, octree_list list, const octree_list part[CHILDREN_MOST])
{
    const uint32_t* faces = w->worker->stack.data;
    double sum = 0.0;
    for (int i = 0; i < child_count(w->run); ++i) {
        sum += part[i].count > 0 ? pairs_of(w->run, faces, part[i]) : 0.0;
    }
    return sum <= WORTHWHILE * pairs_of(w->run, faces, list);
}

// The faces of a child on top of the stack, none if they are not of two bodies.
static bool keep_part(octree_walk* w, const octree_cell* child, octree_list list, octree_list* part)
{
    ti_array* stack = &w->worker->stack;
    part->first = stack->count;
    if (!ti_octree_filter(w->run, &child->box, stack, list, stack)) {
        return false;
    }
    part->count = stack->count - part->first;
    if (!ti_octree_alive(w->run, stack, *part)) {
        part->count = 0;
        stack->count = part->first;
    }
    return true;
}

static bool visit(octree_walk* w, const octree_cell* cell, octree_list list)
{
    ++w->worker->counts.cells;
    if (is_voxel(w, cell, list)) {
        return ti_octree_list_pairs(w->run, w->worker, list);
    }
    const int children = child_count(w->run);
    const size_t mark = w->worker->stack.count;
    octree_cell child[CHILDREN_MOST];
    octree_list part[CHILDREN_MOST];
    size_t total = 0;
    for (int i = 0; i < children; ++i) {
        child[i] = child_of(w->run, cell, i);
        if (!keep_part(w, &child[i], list, &part[i])) {
            return false;
        }
        total += part[i].count;
    }
    if (is_automatic(w->run) && !is_worthwhile(w, list, part)) {
        w->worker->stack.count = mark;
        return ti_octree_list_pairs(w->run, w->worker, list);
    }
    for (int i = 0; i < children; ++i) {
        if (part[i].count > 0) {
            child[i].budget = share_of(cell, children, part[i].count, total);
            if (!visit(w, &child[i], part[i])) {
                return false;
            }
        }
    }
    w->worker->stack.count = mark;
    return true;
}

static void walk_seed(uint32_t index, uint32_t worker, void* data)
{
    const octree_run* run = data;
    const octree_seed* seed = &run->seeds[index];
    octree_walk w = {run, &run->octree->workers[worker]};
    if (w.worker->failed) {
        return;
    }
    w.worker->stack.count = 0;
    uint32_t* faces = ti_array_extend(&w.worker->stack, seed->list.count);
    if (faces == NULL) {
        w.worker->failed = true;
        return;
    }
    const ti_array* from = &run->octree->workers[seed->worker].lists[run->round % 2];
    memcpy(faces, (const uint32_t*)from->data + seed->list.first, seed->list.count * sizeof *faces);
    w.worker->failed =
        !visit(&w, &seed->cell, (octree_list){0, seed->list.count}) || !ti_octree_check_pairs(run, w.worker);
}

// ---- tasks

static void split_seed(uint32_t index, uint32_t worker, void* data)
{
    octree_run* run = data;
    const int children = child_count(run);
    const octree_seed* parent = &run->seeds[index / (uint32_t)children];
    octree_seed* child = &run->next_seeds[index];
    ti_array* to = &run->octree->workers[worker].lists[(run->round + 1) % 2];
    *child = (octree_seed){.cell = child_of(run, &parent->cell, (int)(index % (uint32_t)children)),
                           .worker = worker,
                           .list = {to->count, 0}};
    const ti_array* from = &run->octree->workers[parent->worker].lists[run->round % 2];
    if (!ti_octree_filter(run, &child->cell.box, from, parent->list, to)) {
        run->octree->workers[worker].failed = true;
        return;
    }
    child->list.count = to->count - child->list.first;
    if (!ti_octree_alive(run, to, child->list)) {
        to->count = child->list.first;
        child->list.count = 0;
    }
}

// Children that have faces of two bodies, with their budgets.
static void keep_seeds(octree_run* run)
{
    const uint32_t children = (uint32_t)child_count(run);
    octree_seed* next = run->next_seeds;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < run->seed_count; ++i) {
        const octree_seed* part = next + (size_t)i * children;
        size_t total = 0;
        for (uint32_t c = 0; c < children; ++c) {
            total += part[c].list.count;
        }
        for (uint32_t c = 0; c < children; ++c) {
            if (part[c].list.count > 0) {
                octree_seed seed = part[c];
                seed.cell.budget = share_of(&run->seeds[i].cell, (int)children, seed.list.count, total);
                next[kept++] = seed;
            }
        }
    }
    run->octree->workers[0].counts.cells += run->seed_count;
    run->seeds = next;
    run->seed_count = kept;
    ++run->round;
}

static bool can_split_seeds(const octree_run* run)
{
    for (uint32_t i = 0; i < run->seed_count; ++i) {
        const octree_cell* cell = &run->seeds[i].cell;
        if (cell->splits >= run->most_splits || cell->budget < (uint64_t)child_count(run)) {
            return false;
        }
    }
    return run->seed_count > 0 && run->seed_count < SEEDS_ENOUGH;
}

// Splits seeds until there are enough tasks, whatever the number of threads is.
static toi_status split_seeds(octree_run* run)
{
    while (can_split_seeds(run)) {
        uint32_t count = run->seed_count * (uint32_t)child_count(run);
        run->next_seeds = ti_arena_allocate(&run->octree->arena, count, sizeof *run->next_seeds);
        if (run->next_seeds == NULL) {
            return TOI_ERROR_MEMORY;
        }
        for (uint32_t i = 0; i < run->octree->worker_count; ++i) {
            run->octree->workers[i].lists[(run->round + 1) % 2].count = 0;
        }
        toi_status status = ti_octree_run_tasks(run, split_seed, count);
        if (status != TOI_OK) {
            return status;
        }
        keep_seeds(run);
    }
    return TOI_OK;
}

toi_status ti_octree_walk(octree_run* run)
{
    toi_status status = run->face_count >= SEEDED_FACES ? split_seeds(run) : TOI_OK;
    return status == TOI_OK ? ti_octree_run_tasks(run, walk_seed, run->seed_count) : status;
}
