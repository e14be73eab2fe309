// All contacts where a body deforms: the first contact, and from there on what else touches.

#include "world/soft_all.h"

#include "core/memory.h"
#include "math/scalar.h"

#include <float.h>

// What of the settings it reads, and what it does not take. Of screws it knows nothing.
static toi_status check_settings(const toi_query_def* def)
{
    bool wrong = def->separation != 0.0 || def->solid || def->relative_screw ||
                 def->method == TOI_METHOD_SCREEN || (unsigned)def->method > TOI_METHOD_SCREEN ||
                 !d_is_length(def->concurrent);
    return wrong ? TOI_ERROR_INVALID : TOI_OK;
}

// What the same query says that asks for the first contact alone. With a list, as the features that are first
// in it have their names from there.
static toi_status ask_first(const toi_body* a, const toi_body* b, const toi_query_def* def, toi_result* first)
{
    toi_contact one;
    toi_query_def query = *def;
    query.all = query.raise_gap = false;
    query.links = NULL;
    query.link_capacity = 0;
    query.contacts = &one;
    query.contact_capacity = 1;
    return ti_soft_first_contact(a, b, &query, first);
}

// Whether all paths are straight from time 0 to time 1: then vertices are taken where they are then, and what
// is found first is bit for bit the first contact.
static bool goes_straight(ti_soft* q)
{
    bool straight = true;
    for (uint32_t k = 0; k < q->count; ++k) {
        straight = straight && ti_straight_end(&q->way[k], 0.0, DBL_MIN) == 1.0;
    }
    return straight;
}

static uint32_t sum_of(uint32_t a, uint32_t b)
{
    return a < UINT32_MAX - b ? a + b : UINT32_MAX;
}

static void add_work(const toi_work* more, toi_work* work)
{
    work->steps = sum_of(work->steps, more->steps);
    work->nodes = sum_of(work->nodes, more->nodes);
    work->leaves = sum_of(work->leaves, more->leaves);
    work->tolerance = fmax(work->tolerance, more->tolerance);
    work->rounding = fmax(work->rounding, more->rounding);
}

static toi_status search(ti_soft_all* all, double t_free)
{
    toi_status status = ti_soft_begin(&all->q);
    return status == TOI_OK ? ti_soft_all_search(all, goes_straight(&all->q) ? 0.0 : t_free) : status;
}

// Whatever is not asked is known to be clear, or not known.
static toi_status list(ti_soft_all* all, const toi_result* first, toi_result* result)
{
    toi_status status = TOI_OK;
    all->t_complete = first->t_free;
    if (first->answer != TOI_ANSWER_UNDECIDED) {
        all->t_complete = 1.0;
    }
    if (first->answer == TOI_ANSWER_CONTACT) {
        status = search(all, first->t_free);
    }
    if (status == TOI_OK) {
        status = ti_soft_all_finish(all, first, result);
    }
    return status;
}

toi_status ti_soft_all_contacts(const toi_body* a, const toi_body* b, const toi_query_def* def,
                                toi_result* result)
{
    toi_result first;
    toi_status status = check_settings(def);
    status = status == TOI_OK ? ask_first(a, b, def, &first) : status;
    ti_soft_all all;
    if (status == TOI_OK) {
        status = ti_soft_prepare(a, b, def, &all.q);
    }
    if (status != TOI_OK) {
        return status;
    }
    const toi_allocator* allocator = &all.q.allocator;
    all.near = ti_array_make(sizeof(toi_deform_contact), allocator);
    all.touched = ti_array_make(sizeof(ti_soft_features), allocator);
    all.found = ti_array_make(sizeof(toi_contact), allocator);
    all.table = (ti_table){.slots = NULL};
    all.open = 0;
    toi_result answer;
    status = list(&all, &first, &answer);
    if (status == TOI_OK) {
        answer.t_complete = fmax(all.t_complete, first.t_free);
        add_work(&all.q.result.work, &answer.work);
        *result = answer;
    }
    ti_table_release(&all.table);
    ti_array_release(&all.found);
    ti_array_release(&all.touched);
    ti_array_release(&all.near);
    ti_soft_end(&all.q);
    return status;
}
