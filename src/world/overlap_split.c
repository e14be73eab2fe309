// Pairs of large bodies are cut into parts, which do not depend on the number of threads; what the parts find
// is put together in their order.

#include "world/overlap_split.h"

#include "core/assert.h"
#include "narrow/overlap/segment.h"

#include <string.h>

enum {
    LARGE = 1 << 15,   // triangles of both bodies, at least, of a pair that is split: 0.2 ms or more
    SHARES = 4,        // and at least one in so many shares of a thread of the triangles of all pairs
    FEWEST_PARTS = 16, // of a walk; with fewer there is little to find
    JOIN_PARTS = 32,
};

void ti_overlap_splits_init(toi_overlap* overlap)
{
    overlap->splits = ti_array_make(sizeof(ti_overlap_split), &overlap->allocator);
    overlap->parts = ti_array_make(sizeof(ti_overlap_part), &overlap->allocator);
    ti_arena_init(&overlap->part_lists, &overlap->allocator, 0);
}

void ti_overlap_splits_release(toi_overlap* overlap)
{
    ti_array_release(&overlap->splits);
    ti_array_release(&overlap->parts);
    ti_arena_destroy(&overlap->part_lists);
}

uint64_t ti_overlap_splits_bytes(const toi_overlap* overlap)
{
    return overlap->splits.capacity * overlap->splits.item_size +
           overlap->parts.capacity * overlap->parts.item_size + overlap->part_lists.taken;
}

static ti_overlap_split* split_at(const toi_overlap* overlap, uint32_t index)
{
    return (ti_overlap_split*)overlap->splits.data + index;
}

static ti_overlap_part* part_at(const toi_overlap* overlap, uint32_t index)
{
    return (ti_overlap_part*)overlap->parts.data + index;
}

static ti_overlap_slot* slot_of(const toi_overlap* overlap, const ti_overlap_split* split)
{
    return (ti_overlap_slot*)overlap->slots.data + split->slot;
}

// ---- cutting

// Of those that are to be looked at.
static uint64_t triangles_of(const toi_overlap* overlap, const ti_overlap_slot* slot)
{
    return slot->kept ? 0
                      : (uint64_t)ti_present_at(overlap, slot->a)->faces.triangle_count +
                            ti_present_at(overlap, slot->b)->faces.triangle_count;
}

// @return room for `count` parts of the newest split, or NULL without memory
static ti_overlap_part* extend_parts(toi_overlap* o, ti_overlap_split* split, uint32_t count)
{
    split->part_first = (uint32_t)o->parts.count;
    split->part_count = count;
    ti_overlap_part* parts = ti_array_extend(&o->parts, count);
    for (uint32_t i = 0; parts != NULL && i < count; ++i) {
        parts[i] = (ti_overlap_part){.split = (uint32_t)o->splits.count - 1, .status = TOI_ERROR_THREAD};
    }
    return parts;
}

static bool cut_walk(toi_overlap* o, ti_overlap_split* split)
{
    ti_node_pair nodes[TI_WIDE_PARTS];
    uint32_t count = ti_wide_walk_cut(&split->walk, nodes);
    if (count < FEWEST_PARTS) {
        return true;
    }
    ti_overlap_part* parts = extend_parts(o, split, count);
    for (uint32_t i = 0; parts != NULL && i < count; ++i) {
        parts[i].nodes = nodes[i];
    }
    return parts != NULL;
}

static bool cut_join(const ti_overlap_find* find, const ti_overlap_slot* slot, ti_overlap_split* split)
{
    toi_overlap* o = find->overlap;
    ti_join_part cut[JOIN_PARTS];
    const ti_region_query query = ti_overlap_pair_region(find, slot);
    uint32_t count = ti_region_collect(&query, &o->part_lists, &split->join)
                         ? ti_join_cut(&split->join, JOIN_PARTS, &o->part_lists, cut)
                         : 0;
    ti_overlap_part* parts = count > 0 ? extend_parts(o, split, count) : NULL;
    for (uint32_t i = 0; parts != NULL && i < count; ++i) {
        parts[i].join = cut[i];
    }
    return parts != NULL;
}

// There is room for the split, which stays where it is: walks point into it.
static bool split_slot(const ti_overlap_find* find, uint32_t index)
{
    toi_overlap* o = find->overlap;
    ti_overlap_slot* slot = (ti_overlap_slot*)o->slots.data + index;
    ti_overlap_split* split = ti_array_push(&o->splits);
    TI_ASSERT(split != NULL);
    *split = (ti_overlap_split){.slot = index};
    split->walked = slot->trees && ti_overlap_pair_walk(find, slot, split->tree, &split->walk);
    if (!(split->walked ? cut_walk(o, split) : cut_join(find, slot, split))) {
        return false;
    }
    slot->split = split->part_count > 0;
    o->splits.count -= slot->split ? 0 : 1;
    return true;
}

bool ti_overlap_split_slots(const ti_overlap_find* find)
{
    toi_overlap* o = find->overlap;
    toi_overlap_method method = find->query->method;
    const ti_overlap_slot* slots = o->slots.data;
    o->splits.count = o->parts.count = 0;
    if (o->crew.threads == 1 || method == TOI_OVERLAP_OCTREE || method == TOI_OVERLAP_ALL) {
        return true;
    }
    ti_arena_reset(&o->part_lists, (ti_arena_mark){0});
    uint64_t all = 0;
    for (size_t i = 0; i < o->slots.count; ++i) {
        all += triangles_of(o, &slots[i]);
    }
    uint64_t least = all / ((uint64_t)SHARES * o->crew.threads),
             most_splits = (uint64_t)SHARES * o->crew.threads;
    most_splits = most_splits < o->slots.count ? most_splits : o->slots.count;
    if (all < LARGE) {
        return true;
    }
    if (!ti_array_reserve(&o->splits, (size_t)most_splits)) {
        return false;
    }
    for (uint32_t i = 0; i < o->slots.count && o->splits.count < most_splits; ++i) {
        uint64_t triangles = triangles_of(o, &slots[i]);
        if (triangles >= LARGE && triangles >= least && !split_slot(find, i)) {
            return false;
        }
    }
    return true;
}

// ---- finding

// @return false without memory
static bool put_kept(const ti_overlap_find* find, const ti_overlap_part* part, const ti_face_pair* pairs,
                     ti_overlap_worker* worker)
{
    ti_face_pair* kept = ti_array_extend(&worker->kept, part->count);
    if (kept == NULL) {
        return false;
    }
    memcpy(kept, pairs, part->count * sizeof *kept);
    if (!find->query->segments) {
        return true;
    }
    ti_face_segment* segments = ti_array_extend(&worker->kept_segments, part->count);
    if (segments != NULL) {
        const ti_overlap_split* split = split_at(find->overlap, part->split);
        ti_overlap_segments(find, slot_of(find->overlap, split), kept, part->count, segments);
    }
    return segments != NULL;
}

static toi_status find_part(const ti_overlap_find* find, ti_overlap_part* part, ti_overlap_worker* worker)
{
    if (ti_overlap_is_full(find)) {
        return TOI_ERROR_LIMIT;
    }
    const ti_overlap_split* split = split_at(find->overlap, part->split);
    ti_overlap_search search;
    ti_overlap_search_begin(find, slot_of(find->overlap, split), worker, &search);
    bool found = split->walked ? ti_wide_walk_part(&split->walk, part->nodes, &search.list)
                               : ti_join_find_part(&split->join, &part->join, &worker->arena, &search.list);
    toi_status status = ti_overlap_search_end(&search, found);
    if (status != TOI_OK) {
        return status;
    }
    part->candidates = search.candidates;
    part->begin = worker->kept.count;
    part->count = worker->candidates.count;
    return part->count == 0 || put_kept(find, part, worker->candidates.data, worker) ? TOI_OK
                                                                                     : TOI_ERROR_MEMORY;
}

void ti_overlap_part_find(const ti_overlap_find* find, uint32_t index, uint32_t worker)
{
    ti_overlap_part* part = part_at(find->overlap, index);
    ti_overlap_worker* w = &find->overlap->workers[worker];
    part->worker = worker;
    ti_arena_mark mark = ti_arena_get_mark(&w->arena);
    part->status = find_part(find, part, w);
    ti_arena_reset(&w->arena, mark);
}

// ---- putting together

// Appends the items of a part. @return false without memory
static bool append(const ti_overlap_part* part, const ti_array* from, ti_array* to)
{
    void* items = ti_array_extend(to, part->count);
    if (items != NULL) {
        memcpy(items, (const unsigned char*)from->data + part->begin * from->item_size,
               part->count * from->item_size);
    }
    return items != NULL;
}

static toi_status gather(const ti_overlap_find* find, const ti_overlap_split* split, ti_overlap_slot* slot,
                         ti_overlap_worker* worker)
{
    const toi_overlap* o = find->overlap;
    worker->candidates.count = worker->made.count = 0;
    for (uint32_t i = 0; i < split->part_count; ++i) {
        const ti_overlap_part* part = part_at(o, split->part_first + i);
        if (part->status != TOI_OK) {
            return part->status;
        }
        slot->candidates += part->candidates;
        const ti_overlap_worker* from = &o->workers[part->worker];
        if (part->count > 0 &&
            (!append(part, &from->kept, &worker->candidates) ||
             (find->query->segments && !append(part, &from->kept_segments, &worker->made)))) {
            return TOI_ERROR_MEMORY;
        }
    }
    return TOI_OK;
}

void ti_overlap_split_finish(const ti_overlap_find* find, uint32_t index, uint32_t worker)
{
    toi_overlap* o = find->overlap;
    const ti_overlap_split* split = split_at(o, index);
    ti_overlap_worker* w = &o->workers[worker];
    ti_overlap_slot* slot = slot_of(o, split);
    slot->worker = worker;
    slot->begin = slot->count = 0;
    slot->candidates = 0;
    slot->status = gather(find, split, slot, w);
    if (slot->status == TOI_OK) {
        slot->status = ti_overlap_pair_finish(find, slot, w, w->candidates.count);
    }
    w->made.count = 0;
}
