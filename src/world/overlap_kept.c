// What the last find found of two bodies stands as long as neither changes: scenes in which much is at rest
// cost what moves.

#include "world/overlap.h"

#include <string.h>

bool ti_overlap_same_place(const ti_faces* a, const ti_faces* b)
{
    const toi_vec3 *r = a->rotation.row, *s = b->rotation.row;
    return a->rigid && b->rigid && v3_equal(a->position, b->position) && v3_equal(r[0], s[0]) &&
           v3_equal(r[1], s[1]) && v3_equal(r[2], s[2]);
}

static void swap(ti_array* a, ti_array* b)
{
    ti_array was = *a;
    *a = *b;
    *b = was;
}

static void empty(ti_overlap_worker* w)
{
    w->faces.count = w->meetings.count = w->kept.count = 0;
    w->kept_segments.count = w->made.count = 0;
}

void ti_overlap_keep_begin(toi_overlap* o, const toi_overlap_query* query)
{
    swap(&o->slots, &o->slots_before);
    if (!o->last.stands || query->anew || query->method != TOI_OVERLAP_DEFAULT ||
        o->last.within != query->within || o->last.segments != query->segments) {
        o->slots_before.count = 0;
    }
    o->last.stands = false;
}

static bool is_unchanged(const toi_overlap* o, uint32_t body)
{
    return ti_present_at(o, body)->changed < o->round;
}

static bool comes_before(const ti_overlap_slot* x, const ti_overlap_slot* y)
{
    return x->a != y->a ? x->a < y->a : x->b < y->b;
}

// Both lists are in order. A body that was taken out is in no slot, and one that has its number has changed.
static size_t mark(toi_overlap* o)
{
    ti_overlap_slot* slots = o->slots.data;
    const ti_overlap_slot* before = o->slots_before.data;
    size_t kept = 0, at = 0, count = o->slots_before.count;
    for (size_t i = 0; i < o->slots.count; ++i) {
        while (at < count && comes_before(&before[at], &slots[i])) {
            ++at;
        }
        const ti_overlap_slot* was = at < count ? &before[at] : NULL;
        bool there = was != NULL && was->a == slots[i].a && was->b == slots[i].b;
        if (there && is_unchanged(o, slots[i].a) && is_unchanged(o, slots[i].b)) {
            slots[i].worker = was->worker;
            slots[i].begin = was->begin;
            slots[i].count = was->count;
            slots[i].kept = true;
            ++kept;
        }
    }
    return kept;
}

// Where all stands nothing is moved: workers have it. Else what is kept is taken from where it was.
toi_status ti_overlap_keep_mark(toi_overlap* o)
{
    size_t kept = mark(o);
    o->last.all = kept > 0 && kept == o->slots.count;
    for (uint32_t i = 0; i < o->crew.threads && !o->last.all; ++i) {
        ti_overlap_worker* w = &o->workers[i];
        if (kept > 0) {
            swap(&w->faces, &w->faces_before);
            swap(&w->meetings, &w->meetings_before);
        }
        empty(w);
    }
    o->slots_before.count =
        0; // and room for the next list, so that a find that repeats the last takes no memory
    return ti_array_reserve(&o->slots_before, o->slots.count) ? TOI_OK : TOI_ERROR_MEMORY;
}

// Appends the items of a slot. @return false without memory
static bool append(const ti_overlap_slot* slot, const ti_array* from, ti_array* to)
{
    void* items = ti_array_extend(to, slot->count);
    if (items != NULL) {
        memcpy(items, (const unsigned char*)from->data + slot->begin * from->item_size,
               slot->count * from->item_size);
    }
    return items != NULL;
}

static toi_status take(const ti_overlap_find* find, const ti_overlap_slot* slot, ti_overlap_worker* worker)
{
    const toi_overlap* o = find->overlap;
    const ti_overlap_worker* from = &o->workers[slot->worker];
    uint64_t before = atomic_fetch_add_explicit(find->found, slot->count, memory_order_relaxed);
    if (before + slot->count > find->limit) {
        return TOI_ERROR_LIMIT;
    }
    if (slot->count == 0 || o->last.all) {
        return TOI_OK;
    }
    bool taken = append(slot, &from->faces_before, &worker->faces) &&
                 (!find->query->segments || append(slot, &from->meetings_before, &worker->meetings));
    return taken ? TOI_OK : TOI_ERROR_MEMORY;
}

void ti_overlap_keep_take(const ti_overlap_find* find, ti_overlap_slot* slot, uint32_t worker)
{
    ti_overlap_worker* w = &find->overlap->workers[worker];
    size_t begin = w->faces.count;
    slot->status = take(find, slot, w);
    if (!find->overlap->last.all) {
        slot->worker = worker;
        slot->begin = begin;
    }
}

void ti_overlap_keep_end(toi_overlap* o, const toi_overlap_query* query)
{
    o->last.stands = query->method == TOI_OVERLAP_DEFAULT;
    o->last.within = query->within;
    o->last.segments = query->segments;
    ++o->round;
}
