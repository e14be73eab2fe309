// Lists are put in order once, and then looked through along with the pairs.

#include "world/pair_lists.h"

#include "core/error.h"
#include "world/asked.h"

toi_status ti_pair_list_check(const toi_pair* list, uint32_t count, const char* name,
                              const ti_pair_owner* owner, toi_error* error)
{
    if (list == NULL && count > 0) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "%s: the list is missing", name);
    }
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t missing = owner->has(owner->object, list[i].a) ? list[i].b : list[i].a;
        if (!owner->has(owner->object, missing)) {
            return ti_fail(error, TOI_ERROR_INVALID, missing, "%s: pair %u names body %u, which is not there",
                           name, (unsigned)i, (unsigned)missing);
        }
    }
    return TOI_OK;
}

void ti_pair_lists_init(ti_pair_lists* lists, const toi_allocator* allocator)
{
    *lists = (ti_pair_lists){.ignore = ti_array_make(sizeof(ti_candidate), allocator),
                             .only = ti_array_make(sizeof(ti_candidate), allocator),
                             .scratch = ti_array_make(sizeof(ti_candidate), allocator),
                             .first = ti_array_make(sizeof(size_t), allocator)};
}

void ti_pair_lists_release(ti_pair_lists* lists)
{
    ti_array_release(&lists->ignore);
    ti_array_release(&lists->only);
    ti_array_release(&lists->scratch);
    ti_array_release(&lists->first);
}

uint64_t ti_pair_lists_bytes(const ti_pair_lists* lists)
{
    return (lists->ignore.capacity + lists->only.capacity + lists->scratch.capacity) * sizeof(ti_candidate) +
           lists->first.capacity * sizeof(size_t);
}

// @return false without memory
static bool order_list(ti_pair_lists* lists, const toi_pair* list, uint32_t count, uint32_t bodies,
                       ti_array* ordered)
{
    ordered->count = 0;
    if (count == 0) {
        return true;
    }
    if (!ti_array_reserve(ordered, count) || !ti_array_reserve(&lists->scratch, count) ||
        !ti_array_reserve(&lists->first, (size_t)bodies + 1)) {
        return false;
    }
    ordered->count =
        ti_pairs_order(list, count, bodies, ordered->data, lists->scratch.data, lists->first.data);
    return true;
}

bool ti_pair_lists_make(ti_pair_lists* lists, const toi_pair* ignore, uint32_t ignore_count,
                        const toi_pair* only, uint32_t only_count, uint32_t bodies)
{
    lists->has_only = only != NULL;
    lists->ignore_at = lists->only_at = 0;
    return order_list(lists, ignore, ignore_count, bodies, &lists->ignore) &&
           order_list(lists, only, only != NULL ? only_count : 0, bodies, &lists->only);
}

// Whether an ordered list has a pair at *at or after it; *at moves up to there.
static bool list_has(const ti_array* ordered, size_t* at, ti_candidate pair)
{
    const ti_candidate* list = ordered->data;
    size_t count = ordered->count;
    while (*at < count && (list[*at].a < pair.a || (list[*at].a == pair.a && list[*at].b < pair.b))) {
        ++*at;
    }
    return *at < count && list[*at].a == pair.a && list[*at].b == pair.b;
}

bool ti_pair_lists_ask(ti_pair_lists* lists, ti_candidate pair)
{
    return (!lists->has_only || list_has(&lists->only, &lists->only_at, pair)) &&
           !list_has(&lists->ignore, &lists->ignore_at, pair);
}

bool ti_pair_sink_alone(ti_pair_sink* sink, uint32_t end)
{
    for (; sink->alone != NULL && sink->next < end; ++sink->next) {
        if (sink->alone(sink->object, sink->next) &&
            !sink->put(sink->object, (ti_candidate){sink->next, sink->next})) {
            return false;
        }
    }
    return true;
}

bool ti_pair_sink_put(ti_pair_sink* sink, const ti_candidate* pairs, size_t count, uint32_t bodies)
{
    for (size_t i = 0; i < count; ++i) {
        if (!ti_pair_sink_alone(sink, pairs[i].a + 1) || !sink->put(sink->object, pairs[i])) {
            return false;
        }
    }
    return ti_pair_sink_alone(sink, bodies);
}
