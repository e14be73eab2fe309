// What is asked of a world: whether it can be, and of which pairs.

#ifndef TI_WORLD_ASKED_H
#define TI_WORLD_ASKED_H

#include "data.h"

// Lists are ordered by a, then b, without repeats.
typedef struct ti_asked {
    ti_candidate* only; // just these pairs, already without `ignore`; NULL where all pairs are asked
    size_t only_count;
    ti_candidate* ignore;
    size_t ignore_count;
    uint32_t self_count; // bodies that are asked for themselves; none with `only`
    uint64_t pair_count; // asked, with those
} ti_asked;

// Whether a body is asked where it touches itself.
bool ti_asks_self(const toi_world_def* def, uint32_t body);

// Checks the settings, the bodies and the lists, in this order, and makes the lists. With `solid` a body that
// is in no asked pair may be open.
// @return TOI_OK; else a status with nothing to release, and *error (may be NULL) names what is wrong
toi_status ti_asked_make(const toi_world_def* def, const toi_allocator* allocator, ti_asked* asked,
                         toi_error* error);

void ti_asked_release(ti_asked* asked, const toi_allocator* allocator);

// Puts the pairs of a list of bodies below `body_count` in order, without repeats. `pairs` and `scratch` have
// room for `count`, `first` for body_count + 1. Returns how many there are.
size_t ti_pairs_order(const toi_pair* list, uint32_t count, uint32_t body_count, ti_candidate* pairs,
                      ti_candidate* scratch, size_t* first);

// The same in memory that the caller releases; NULL without memory.
ti_candidate* ti_pairs_ordered(const toi_pair* list, uint32_t count, uint32_t body_count,
                               const toi_allocator* allocator, size_t* kept);

// Takes the pairs of one ordered list out of another, in place; returns how many stay.
size_t ti_pairs_without(ti_candidate* pairs, size_t count, const ti_candidate* out, size_t out_count);

#endif
