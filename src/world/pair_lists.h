// The lists `ignore` and `only` of a query about numbered bodies, kept from call to call for their room.

#ifndef TI_WORLD_PAIR_LISTS_H
#define TI_WORLD_PAIR_LISTS_H

#include "core/array.h"
#include "data.h"

typedef struct ti_pair_lists {
    ti_array ignore, only; // of ti_candidate: in order, without repeats
    ti_array scratch;      // of ti_candidate: to order them, and
    ti_array first;        // of size_t: one a body
    bool has_only;
    size_t ignore_at, only_at; // how far they have been looked through
} ti_pair_lists;

// Whether a body of a number is there.
typedef struct ti_pair_owner {
    bool (*has)(const void* object, uint32_t body);
    const void* object;
} ti_pair_owner;

// Checks that the bodies of a list are there. @return TOI_OK or TOI_ERROR_INVALID, with `error` naming the
// list, the pair and the body
toi_status ti_pair_list_check(const toi_pair* list, uint32_t count, const char* name,
                              const ti_pair_owner* owner, toi_error* error);

void ti_pair_lists_init(ti_pair_lists* lists, const toi_allocator* allocator);
void ti_pair_lists_release(ti_pair_lists* lists);
uint64_t ti_pair_lists_bytes(const ti_pair_lists* lists);

// Puts the lists of a query in order; pairs name bodies below `bodies`. `only` may be NULL, with no pairs:
// then all are asked. @return false without memory
bool ti_pair_lists_make(ti_pair_lists* lists, const toi_pair* ignore, uint32_t ignore_count,
                        const toi_pair* only, uint32_t only_count, uint32_t bodies);

// Whether a pair is asked. Pairs must come in order, by a, then b.
bool ti_pair_lists_ask(ti_pair_lists* lists, ti_candidate pair);

// Where the pairs of a find go, in order: a body with itself comes before its pairs with others.
typedef struct ti_pair_sink {
    bool (*alone)(const void* object, uint32_t body); // whether a body is asked with itself; NULL: none is
    bool (*put)(void* object, ti_candidate pair);     // false without memory
    void* object;
    uint32_t next; // body that has not been asked alone; begins at 0
} ti_pair_sink;

// The bodies below `end` with themselves, as far as they have not been put. @return false without memory
bool ti_pair_sink_alone(ti_pair_sink* sink, uint32_t end);

// All pairs in order, and all of `bodies` with themselves. @return false without memory
bool ti_pair_sink_put(ti_pair_sink* sink, const ti_candidate* pairs, size_t count, uint32_t bodies);

#endif
