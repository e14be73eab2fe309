// A find: lists the pairs of bodies, asks them by threads, and hands out what they found in order.

#include "core/error.h"
#include "world/overlap_split.h"

#define DEFAULT_MOST_FACES ((uint64_t)1 << 32)

static void find_slot(uint32_t index, uint32_t worker, void* data)
{
    const ti_overlap_find* find = data;
    ti_overlap_slot* slots = find->overlap->slots.data;
    bool asked = find->query->method == TOI_OVERLAP_OCTREE && slots[index].a != slots[index].b;
    if (asked || slots[index].split) {
        return; // with all others, or in parts
    }
    if (ti_overlap_is_full(find)) {
        slots[index].status = TOI_ERROR_LIMIT;
    } else if (worker < find->overlap->crew.threads && slots[index].kept) {
        ti_overlap_keep_take(find, &slots[index], worker);
    } else if (worker < find->overlap->crew.threads) {
        ti_overlap_pair_find(find, &slots[index], worker);
    }
}

// Parts first, as they are of the largest pairs.
static void find_part_or_slot(uint32_t index, uint32_t worker, void* data)
{
    const ti_overlap_find* find = data;
    uint32_t parts = (uint32_t)find->overlap->parts.count;
    if (index >= parts) {
        find_slot(index - parts, worker, data);
    } else if (worker < find->overlap->crew.threads) {
        ti_overlap_part_find(find, index, worker);
    }
}

static void finish_split(uint32_t index, uint32_t worker, void* data)
{
    const ti_overlap_find* find = data;
    if (worker < find->overlap->crew.threads) {
        ti_overlap_split_finish(find, index, worker);
    }
}

// The first status that is not TOI_OK, by order of pairs.
static toi_status first_failure(const toi_overlap* overlap)
{
    const ti_overlap_slot* slots = overlap->slots.data;
    for (size_t i = 0; i < overlap->slots.count; ++i) {
        if (slots[i].status != TOI_OK) {
            return slots[i].status;
        }
    }
    return TOI_OK;
}

static uint64_t array_bytes(const ti_array* array)
{
    return array->capacity * array->item_size;
}

static uint64_t bytes_of(const toi_overlap* o)
{
    const ti_array* arrays[] = {&o->bodies,     &o->bounds,        &o->free_bodies, &o->trees,
                                &o->free_trees, &o->stale,         &o->slots,       &o->slots_before,
                                &o->pairs,      &o->broad.found,   &o->broad.near,  &o->broad.kept,
                                &o->broad.late, &o->octree_bodies, &o->octree_pairs};
    uint64_t bytes = sizeof *o + o->held + o->broad.arena.taken + ti_table_bytes(&o->tree_of) +
                     ti_pair_lists_bytes(&o->lists) + ti_overlap_splits_bytes(o) +
                     ti_octree_bytes(&o->octree);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i) {
        bytes += array_bytes(arrays[i]);
    }
    for (uint32_t i = 0; i < o->crew.threads; ++i) {
        const ti_overlap_worker* w = &o->workers[i];
        bytes += sizeof *w + w->arena.taken + array_bytes(&w->candidates) + array_bytes(&w->kept) +
                 array_bytes(&w->kept_segments) + array_bytes(&w->made) + array_bytes(&w->keys) +
                 array_bytes(&w->faces) + array_bytes(&w->meetings) + array_bytes(&w->segments) +
                 array_bytes(&w->faces_before) + array_bytes(&w->meetings_before);
    }
    return bytes;
}

// @return false without memory, and nothing written
static bool gather(toi_overlap* o, bool meetings, toi_overlap_result* result)
{
    toi_overlap_result all = {.pairs_near = o->slots.count};
    o->pairs.count = 0;
    const ti_overlap_slot* slots = o->slots.data;
    for (size_t i = 0; i < o->slots.count; ++i) {
        const ti_overlap_slot* s = &slots[i];
        all.candidates += s->candidates;
        all.pairs_kept += s->kept;
        all.face_count += s->count;
        if (s->count == 0) {
            continue;
        }
        toi_overlap_pair* pair = ti_array_push(&o->pairs);
        if (pair == NULL) {
            return false;
        }
        const ti_overlap_worker* w = &o->workers[s->worker];
        *pair = (toi_overlap_pair){s->a, s->b, (const toi_face_pair*)w->faces.data + s->begin,
                                   meetings ? (const toi_face_meeting*)w->meetings.data + s->begin : NULL,
                                   s->count};
    }
    all.pairs = o->pairs.data;
    all.pair_count = (uint32_t)o->pairs.count;
    all.memory = bytes_of(o);
    *result = all;
    return true;
}

// Fills the slots. @return TOI_OK, or why that could not be begun
static toi_status find_all(ti_overlap_find* find)
{
    toi_overlap* o = find->overlap;
    ti_overlap_keep_begin(o, find->query);
    toi_status status = ti_overlap_list(o, find->query);
    if (status == TOI_OK) {
        status = ti_overlap_keep_mark(o);
    }
    if (status == TOI_OK && find->query->method == TOI_OVERLAP_OCTREE) {
        status = ti_overlap_octree_find(find);
    }
    if (status != TOI_OK) {
        return status;
    }
    status = ti_overlap_refit(o, find->query);
    if (status != TOI_OK) {
        return status;
    }
    bool ok = ti_overlap_split_slots(find) &&
              ti_crew_run(&o->crew, find_part_or_slot, (uint32_t)(o->parts.count + o->slots.count), find) &&
              ti_crew_run(&o->crew, finish_split, (uint32_t)o->splits.count, find);
    return ok ? first_failure(o) : TOI_ERROR_MEMORY;
}

static const char* reason_of(toi_status status)
{
    return status == TOI_ERROR_MEMORY  ? "out of memory"
           : status == TOI_ERROR_LIMIT ? "more pairs of faces meet than max_faces allows"
                                       : "the task runner left a pair out";
}

toi_status toi_overlap_find(toi_overlap* overlap, const toi_overlap_query* query, toi_overlap_result* result,
                            toi_error* error)
{
    static const toi_overlap_query defaults = {0};
    query = query ? query : &defaults;
    if (overlap == NULL || result == NULL) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "an argument is missing");
    }
    toi_status status = ti_overlap_check(overlap, query, error);
    if (status != TOI_OK) {
        return status;
    }
    _Atomic uint64_t found = 0;
    ti_overlap_find find = {overlap, query, &found, query->max_faces ? query->max_faces : DEFAULT_MOST_FACES};
    status = find_all(&find);
    if (status != TOI_OK) {
        return ti_fail(error, status, 0, "%s", reason_of(status));
    }
    if (!gather(overlap, query->segments, result)) {
        return ti_fail_memory(error);
    }
    ti_overlap_keep_end(overlap, query);
    return TOI_OK;
}
