// Intervals of overlap of many pairs of solids: solids are made ready once, then each pair is a task of its
// own that writes to its own slot.

#include "world/solids.h"

#include "core/cpu.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/pool.h"
#include "narrow/boxes/meet.h"
#include "world/solids_check.h"
#include "world/solids_pairs.h"

// What a task works with; one for each worker.
typedef struct room {
    ti_arena arena;
    ti_array found;
} room;

typedef struct check {
    const toi_boxes_def* def;
    bool avx2;
    toi_allocator allocator;
    ti_arena arena; // of the solids
    ti_solid* solids;
    uint32_t solids_made;
    room* rooms;
    uint32_t room_count;
    ti_solid_pairs pairs;
    toi_boxes_result result;
} check;

// ---- what is asked

static bool has_meshes(const toi_boxes_def* def)
{
    for (uint32_t i = 0; i < def->solid_count; ++i) {
        for (uint32_t k = 0; k < def->solids[i].part_count; ++k) {
            if (def->solids[i].parts[k].kind == TOI_PART_CONVEX) {
                return true;
            }
        }
    }
    return false;
}

static toi_status make_solids(check* c, toi_error* error)
{
    const toi_boxes_def* def = c->def;
    bool shapes = has_meshes(def);
    c->solids = ti_arena_allocate(&c->arena, def->solid_count, sizeof *c->solids);
    if (c->solids == NULL) {
        return ti_fail_memory(error);
    }
    for (uint32_t i = 0; i < def->solid_count; ++i) {
        toi_status status = ti_solid_make(&c->arena, &c->allocator, &def->solids[i], 0.5 * def->tolerance,
                                          shapes, &c->solids[i]);
        ++c->solids_made;
        if (status == TOI_ERROR_MEMORY) {
            return ti_fail_memory(error);
        }
        if (status != TOI_OK) {
            return ti_fail(error, status, i,
                           status == TOI_ERROR_LIMIT
                               ? "solid %u turns too often, or has a mesh too large: it takes more than "
                                 "2^20 pieces, or vertices"
                               : "solid %u goes further than 2^400",
                           (unsigned)i);
        }
    }
    return TOI_OK;
}

static toi_status make_rooms(check* c, toi_error* error)
{
    uint32_t count = c->def->threads > 0 ? c->def->threads : 1, pairs = c->result.pair_count;
    if (c->def->run == NULL && count > pairs) {
        count = pairs > 0 ? pairs : 1; // own threads are no more than pairs
    }
    c->rooms = ti_allocate_zero(&c->allocator, count, sizeof *c->rooms);
    if (c->rooms == NULL) {
        return ti_fail_memory(error);
    }
    c->room_count = count;
    for (uint32_t i = 0; i < count; ++i) {
        ti_arena_init(&c->rooms[i].arena, &c->allocator, 0);
        c->rooms[i].found = ti_array_make(sizeof(ti_meeting), &c->allocator);
    }
    return TOI_OK;
}

// ---- a pair

// Boxes that are larger by the bound on every side reach further by up to the root of 3 of it along an axis,
// and the fitted places are off by as much as the bound once more.
static const double REACH = 2.7321;

static toi_boxes_end end_of(const ti_meet* meet, const ti_meeting* m, bool at_exit)
{
    const ti_meeting_end* end = &m->at[at_exit];
    toi_boxes_end out = {.part_a = end->part_a, .part_b = end->part_b};
    out.blur = end->blur + REACH * meet->bound;
    ti_meet_contact(meet, m, at_exit, &out.contact);
    return out;
}

static toi_status keep_intervals(const check* c, const ti_meet* meet, toi_boxes_pair* pair)
{
    size_t count = meet->found->count;
    if (count == 0) {
        return TOI_OK;
    }
    toi_boxes_interval* intervals = ti_allocate(&c->allocator, count, sizeof *intervals);
    if (intervals == NULL) {
        return TOI_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count; ++i) {
        const ti_meeting* m = (const ti_meeting*)meet->found->data + i;
        intervals[i] = (toi_boxes_interval){m->enter, m->exit, end_of(meet, m, false), end_of(meet, m, true)};
    }
    pair->intervals = intervals;
    pair->interval_count = (uint32_t)count;
    return TOI_OK;
}

static void solve_pair(uint32_t index, uint32_t worker, void* data)
{
    check* c = data;
    if (worker >= c->room_count) {
        return;
    }
    room* own = &c->rooms[worker];
    toi_boxes_pair* pair = &c->result.pairs[index];
    ti_meet meet = {.a = &c->solids[pair->a],
                    .b = &c->solids[pair->b],
                    .first_only = c->def->first_only,
                    .plain = !c->avx2,
                    .paper = c->def->method == TOI_BOXES_PAPER,
                    .found = &own->found};
    pair->status = ti_meet_find(&own->arena, &meet);
    if (pair->status == TOI_OK) {
        pair->status = keep_intervals(c, &meet, pair);
    }
    ti_arena_reset(&own->arena, (ti_arena_mark){0});
    pair->bound = meet.bound;
    pair->outer = meet.bound > 0.0;
    pair->undecided = meet.undecided;
    pair->degree = meet.degree;
    pair->nodes = meet.nodes;
}

// ---- all of them

static toi_status run(check* c, toi_error* error)
{
    const toi_boxes_def* def = c->def;
    uint32_t count = c->result.pair_count;
    if (def->run != NULL && count > 0) {
        def->run(solve_pair, count, c, def->run_context);
    } else if (ti_pool_run(solve_pair, count, def->threads, c, &c->allocator) != TOI_OK) {
        return ti_fail_memory(error);
    }
    for (uint32_t i = 0; i < count; ++i) {
        const toi_boxes_pair* pair = &c->result.pairs[i];
        c->result.nodes += pair->nodes;
        if (pair->status == TOI_ERROR_LIMIT) {
            return ti_fail(error, TOI_ERROR_LIMIT, pair->a,
                           "solids %u and %u: the degrees of their motions together are too large",
                           (unsigned)pair->a, (unsigned)pair->b);
        }
        if (pair->status == TOI_ERROR_THREAD) {
            return ti_fail(error, TOI_ERROR_THREAD, 0,
                           "the task runner did not run every task, or gave a worker that is too large");
        }
        if (pair->status != TOI_OK) {
            return ti_fail_memory(error);
        }
    }
    return TOI_OK;
}

static void release_rooms(check* c)
{
    for (uint32_t i = 0; i < c->room_count; ++i) {
        ti_arena_destroy(&c->rooms[i].arena);
        ti_array_release(&c->rooms[i].found);
    }
    for (uint32_t i = 0; i < c->solids_made; ++i) {
        ti_solid_release(&c->solids[i], &c->allocator);
    }
    ti_solid_pairs_release(&c->pairs);
    ti_release(&c->allocator, c->rooms);
    ti_arena_destroy(&c->arena);
}

toi_status ti_boxes_check_with(const toi_boxes_def* def, bool avx2, toi_boxes_result* result,
                               toi_error* error)
{
    if (def == NULL || result == NULL) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "an argument is NULL");
    }
    toi_status status = ti_solids_check(def, error);
    if (status != TOI_OK) {
        return status;
    }
    check c = {.def = def, .avx2 = avx2, .allocator = ti_allocator_or_default(def->allocator)};
    c.result.allocator = c.allocator;
    ti_arena_init(&c.arena, &c.allocator, 0);
    status = make_solids(&c, error);
    c.pairs = (ti_solid_pairs){.def = def, .solids = c.solids, .allocator = &c.allocator};
    status = status == TOI_OK ? ti_solid_pairs_make(&c.pairs, &c.result, error) : status;
    status = status == TOI_OK ? make_rooms(&c, error) : status;
    status = status == TOI_OK ? run(&c, error) : status;
    status = status == TOI_OK ? ti_solid_pairs_list(&c.pairs, &c.result, error) : status;
    release_rooms(&c);
    if (status != TOI_OK) {
        toi_boxes_result_release(&c.result);
        return status;
    }
    *result = c.result;
    return TOI_OK;
}

toi_status toi_boxes_check(const toi_boxes_def* def, toi_boxes_result* result, toi_error* error)
{
    return ti_boxes_check_with(def, ti_cpu_has_avx2(), result, error);
}

void toi_boxes_result_release(toi_boxes_result* result)
{
    if (result == NULL || result->memory == NULL) {
        return;
    }
    for (uint32_t i = 0; i < result->pair_count; ++i) {
        // A cast by way of the address, since the block is ours and not const.
        ti_release(&result->allocator, (void*)(uintptr_t)result->pairs[i].intervals);
    }
    ti_release(&result->allocator, result->memory);
    *result = (toi_boxes_result){0};
}
