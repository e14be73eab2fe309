// A find: what meets at time 0, then the paths, over the whole step or as much of it as the work allows.

#include "core/error.h"
#include "math/scalar.h"
#include "world/deform.h"
#include "world/deform_contacts.h"

#include <math.h>

enum { MOST_HALVINGS = 16 };

// ---- parts

static void add_found(const ti_deform_found* part, ti_deform_found* sum)
{
    sum->face_pairs += part->face_pairs;
    sum->queries += part->queries;
    sum->steps += part->steps;
    sum->touches = sum->touches || part->touches;
    if (part->crosses && (!sum->crosses || ti_deform_before(&part->crossing, &sum->crossing))) {
        sum->crosses = true;
        sum->crossing = part->crossing;
    }
    if (part->contact_count > 0 && (sum->contact_count == 0 || ti_deform_before(&part->first, &sum->first))) {
        sum->first = part->first;
    }
    sum->contact_count += part->contact_count;
    if (part->open_t < sum->open_t || (part->open_t == sum->open_t && part->open_gap < sum->open_gap)) {
        sum->open_t = part->open_t;
        sum->open_gap = part->open_gap;
    }
}

static void forget_contacts(const toi_deform* d)
{
    for (uint32_t i = 0; i < d->crew.threads; ++i) {
        d->workers[i].contacts.count = 0;
    }
}

static toi_status run_parts(const ti_deform_find* find)
{
    toi_deform* d = find->deform;
    forget_contacts(d);
    toi_status status = ti_deform_walk(find);
    const ti_deform_part* parts = d->parts.data;
    for (size_t i = 0; i < d->parts.count && status == TOI_OK && !ti_deform_is_over(find); ++i) {
        add_found(&parts[i].found, &ti_deform_slot_at(d, parts[i].slot)->found);
    }
    return status;
}

// ---- what was found

// The contacts of a pair: without `all` one, the first.
static uint64_t contacts_of(const toi_deform_query* query, const ti_deform_found* f)
{
    uint64_t all = f->contact_count + (f->crosses ? 1 : 0);
    return query->all ? all : all > 0;
}

static toi_start start_of(const ti_deform_find* find, const ti_deform_found* f)
{
    if (f->crosses) {
        return TOI_START_OVERLAPPING;
    }
    if (find->lost || find->query->start_known || find->query->separation > 0.0) {
        return TOI_START_UNKNOWN;
    }
    return f->touches ? TOI_START_TOUCHING : TOI_START_FREE;
}

// The least time up to which a slot is known, and the gap there; `until` is that up to which it was asked.
static toi_deform_pair pair_of(const ti_deform_find* find, const ti_deform_slot* slot)
{
    const ti_deform_found* f = &slot->found;
    toi_deform_pair p = {.a = slot->a, .b = slot->b, .answer = TOI_ANSWER_CLEAR, .t_free = 1.0};
    p.start = start_of(find, f);
    p.contact_count = contacts_of(find->query, f);
    if (find->until < 1.0 && !f->crosses) {
        p.answer = TOI_ANSWER_UNDECIDED;
        p.t_free = find->until;
    }
    if (f->open_t <= p.t_free && f->open_t < HUGE_VAL) {
        p.answer = TOI_ANSWER_UNDECIDED;
        p.t_free = f->open_t;
        p.gap = f->open_gap;
    }
    if (f->contact_count > 0 && f->first.t_free <= p.t_free) {
        p.t_free = f->first.t_free;
        p.gap = f->first.gap;
    }
    if (f->crosses) {
        p.t_free = p.gap = 0.0;
    }
    p.answer = p.contact_count > 0 ? TOI_ANSWER_CONTACT : p.answer;
    return p;
}

// The contacts that are kept, in order. @return false without memory
static bool list_contacts(const ti_deform_find* find)
{
    toi_deform* d = find->deform;
    uint64_t capacity = find->query->contact_capacity;
    d->contacts.count = 0;
    bool ok = true;
    for (uint32_t i = 0; i < d->slots.count && ok; ++i) {
        const ti_deform_found* f = &ti_deform_slot_at(d, i)->found;
        if (f->crosses) {
            ok = ti_deform_heap_put(&d->contacts, capacity, &f->crossing);
        } else if (f->contact_count > 0 && !find->query->all) {
            ok = ti_deform_heap_put(&d->contacts, capacity, &f->first);
        }
    }
    for (uint32_t i = 0; i < d->crew.threads; ++i) {
        const ti_array* from = &d->workers[i].contacts;
        for (size_t k = 0; k < from->count && ok; ++k) {
            ok = ti_deform_heap_put(&d->contacts, capacity, (const toi_deform_contact*)from->data + k);
        }
    }
    if (ok) {
        ti_deform_heap_order(&d->contacts);
    }
    return ok;
}

// @return false without memory, and nothing written
static bool gather(const ti_deform_find* find, toi_deform_result* result)
{
    toi_deform* d = find->deform;
    const toi_deform_query* query = find->query;
    toi_deform_result all = {
        .answer = TOI_ANSWER_CLEAR, .t_free = 1.0, .pairs_near = d->slots.count, .t_complete = find->until};
    d->pairs.count = 0;
    if (!ti_array_reserve(&d->pairs, d->slots.count) || !list_contacts(find)) {
        return false;
    }
    for (uint32_t i = 0; i < d->slots.count; ++i) {
        const ti_deform_slot* slot = ti_deform_slot_at(d, i);
        toi_deform_pair pair = pair_of(find, slot);
        all.face_pairs += slot->found.face_pairs;
        all.queries += slot->found.queries;
        all.steps += slot->found.steps;
        all.contact_count += pair.contact_count;
        all.t_free = d_min(all.t_free, pair.t_free);
        all.t_complete = d_min(all.t_complete, slot->found.open_t);
        if (pair.answer != TOI_ANSWER_CLEAR) {
            *(toi_deform_pair*)ti_array_push(&d->pairs) = pair;
            all.answer = all.answer == TOI_ANSWER_CONTACT ? all.answer : pair.answer;
        }
    }
    all.t_free = d_min(all.t_free, find->cut);
    all.max_step = all.answer == TOI_ANSWER_CLEAR ? 1.0 : ti_deform_safe_step(query, all.t_free);
    all.pairs = d->pairs.data;
    all.pair_count = (uint32_t)d->pairs.count;
    all.listed = d->contacts.count;
    all.memory = sizeof *d + atomic_load(&d->budget.held);
    const toi_deform_contact* contacts = d->contacts.data;
    for (size_t i = 0; i < d->contacts.count; ++i) {
        query->contacts[i] = contacts[i];
    }
    *result = all;
    return true;
}

// ---- spans

static void forget(toi_deform* d)
{
    for (uint32_t i = 0; i < d->slots.count; ++i) {
        ti_deform_found* f = &ti_deform_slot_at(d, i)->found;
        ti_deform_found kept = ti_deform_nothing;
        kept.touches = f->touches;
        kept.crosses = f->crosses;
        kept.crossing = f->crossing;
        *f = kept;
    }
}

// Nothing is told where that takes more work than is allowed.
static toi_status find_starts(ti_deform_find* find)
{
    find->starts = true;
    toi_status status = run_parts(find);
    find->starts = false;
    find->lost = ti_deform_is_over(find);
    find->until = find->lost ? 0.0 : find->until;
    return status;
}

static toi_status find_all(ti_deform_find* find)
{
    toi_deform* d = find->deform;
    toi_status status = ti_deform_list(d, find->query);
    if (status == TOI_OK) {
        forget(d);
        forget_contacts(d);
        status = find->query->start_known ? TOI_OK : find_starts(find);
    }
    for (uint32_t i = 0; status == TOI_OK && !find->lost; ++i) {
        forget(d);
        atomic_store(find->asked, 0);
        status = run_parts(find);
        if (status != TOI_OK || !ti_deform_is_over(find)) {
            break;
        }
        find->until = i < MOST_HALVINGS ? 0.5 * find->until : 0.0;
        if (find->until == 0.0) {
            forget(d);
            forget_contacts(d);
            break;
        }
    }
    return status;
}

// Where the step can be cut, in exact mode. At time 0 nothing is moved.
static toi_status find_cut(ti_deform_find* find)
{
    double t = 1.0;
    bool clear = true;
    for (uint32_t i = 0; i < find->deform->slots.count; ++i) {
        toi_deform_pair pair = pair_of(find, ti_deform_slot_at(find->deform, i));
        clear = clear && pair.answer == TOI_ANSWER_CLEAR;
        t = d_min(t, pair.t_free);
    }
    toi_status status = TOI_OK;
    if (find->query->exact && !clear && t > 0.0) {
        status = ti_deform_cut(find, &t);
        find->cut = t;
    }
    return status;
}

// Of the memory that the object takes besides itself.
static uint64_t limit_of(const toi_deform_query* query)
{
    uint64_t most = query->max_memory, itself = sizeof(toi_deform);
    return most == 0 ? 0 : most > itself ? most - itself : 1;
}

static const char* reason_of(toi_status status)
{
    return status == TOI_ERROR_MEMORY  ? "out of memory"
           : status == TOI_ERROR_LIMIT ? "max_memory does not suffice"
                                       : "the task runner left a part out";
}

toi_status toi_deform_find(toi_deform* deform, const toi_deform_query* query, toi_deform_result* result,
                           toi_error* error)
{
    static const toi_deform_query defaults = {0};
    query = query ? query : &defaults;
    if (deform == NULL || result == NULL) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "an argument is missing");
    }
    toi_status status = ti_deform_check(deform, query, error);
    if (status != TOI_OK) {
        return status;
    }
    _Atomic uint64_t asked = 0;
    ti_deform_find find = {.deform = deform,
                           .query = query,
                           .until = 1.0,
                           .cut = 1.0,
                           .asked = &asked,
                           .limit = query->max_queries > 0 ? query->max_queries : TOI_DEFORM_DEFAULT_QUERIES};
    ti_budget_begin(&deform->budget, limit_of(query));
    status = find_all(&find);
    status = status == TOI_OK ? find_cut(&find) : status;
    if (status == TOI_OK && !gather(&find, result)) {
        status = TOI_ERROR_MEMORY;
    }
    if (status == TOI_ERROR_MEMORY && atomic_load(&deform->budget.refused)) {
        status = TOI_ERROR_LIMIT;
    }
    ti_budget_begin(&deform->budget, 0);
    return status == TOI_OK ? TOI_OK : ti_fail(error, status, 0, "%s", reason_of(status));
}
