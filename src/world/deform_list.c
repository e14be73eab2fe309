// Which pairs of bodies a find asks, in order, and whether it can be.

#include "core/error.h"
#include "math/scalar.h"
#include "world/deform.h"

#include <math.h>

static bool is_there(const void* deform, uint32_t body)
{
    return ti_deforming_find(deform, body) != NULL;
}

static const char* what_is_wrong(const toi_deform_query* query)
{
    if (!d_is_length(query->separation)) {
        return "separation must be finite and at least 0";
    }
    if (!d_is_length(query->tolerance)) {
        return "tolerance must be finite and at least 0";
    }
    if (query->exact && query->separation > 0.0) {
        return "exact takes no separation";
    }
    if (!(query->safety >= 0.0 && query->safety <= 1.0)) {
        return "safety must be from 0 to 1";
    }
    if (query->contacts == NULL && query->contact_capacity > 0) {
        return "contacts: the array is missing";
    }
    return NULL;
}

toi_status ti_deform_check(const toi_deform* deform, const toi_deform_query* query, toi_error* error)
{
    const char* wrong = what_is_wrong(query);
    if (wrong != NULL) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "%s", wrong);
    }
    const ti_pair_owner owner = {is_there, deform};
    toi_status status = ti_pair_list_check(query->ignore, query->ignore_count, "ignore", &owner, error);
    return status == TOI_OK ? ti_pair_list_check(query->only, query->only_count, "only", &owner, error)
                            : status;
}

// ---- pairs

static bool put_pair(void* deform, ti_candidate pair)
{
    toi_deform* d = deform;
    if (!ti_pair_lists_ask(&d->lists, pair)) {
        return true;
    }
    ti_deform_slot* slot = ti_array_push(&d->slots);
    if (slot != NULL) {
        *slot = (ti_deform_slot){.a = pair.a, .b = pair.b};
        ti_deforming_at(d, pair.a)->asked = ti_deforming_at(d, pair.b)->asked = true;
    }
    return slot != NULL;
}

static bool is_asked_alone(const void* deform, uint32_t index)
{
    const ti_deforming* body = ti_deforming_at(deform, index);
    return body->used && body->self;
}

// Bodies that both rest are asked too: they may meet.
toi_status ti_deform_list(toi_deform* d, const toi_deform_query* query)
{
    const ti_candidate* pairs = NULL;
    size_t count = 0;
    uint32_t bodies = (uint32_t)d->bodies.count;
    d->slots.count = 0;
    for (uint32_t i = 0; i < bodies; ++i) {
        ti_deforming_at(d, i)->asked = false;
    }
    ti_pair_sink sink = {.alone = is_asked_alone, .put = put_pair, .object = d};
    bool ok = ti_pair_lists_make(&d->lists, query->ignore, query->ignore_count, query->only,
                                 query->only_count, bodies) &&
              ti_instant_broad_find(&d->broad, d->bounds.data, bodies, query->separation, &pairs, &count) ==
                  TOI_OK &&
              ti_pair_sink_put(&sink, pairs, count, bodies);
    return ok ? TOI_OK : TOI_ERROR_MEMORY;
}
