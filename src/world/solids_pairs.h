// Which pairs of a check of solids are solved, and which of them are listed.

#ifndef TI_WORLD_SOLIDS_PAIRS_H
#define TI_WORLD_SOLIDS_PAIRS_H

#include "data.h"
#include "narrow/boxes/solid.h"

typedef struct ti_solid_pairs {
    const toi_boxes_def* def;
    const ti_solid* solids;
    const toi_allocator* allocator;
    ti_candidate* ignore; // in order, without repeats; NULL where nothing is left out
    size_t ignore_count;
    bool by_boxes; // pairs that never meet, by the boxes of their whole motions, are left out
} ti_solid_pairs;

// Makes the list of the result: those to solve, each with the status of one that no task has solved.
// @return TOI_OK; TOI_ERROR_LIMIT or TOI_ERROR_MEMORY with `error`; to be released in any case
toi_status ti_solid_pairs_make(ti_solid_pairs* p, toi_boxes_result* result, toi_error* error);

// Of pairs that were solved makes the list that the caller asked for: puts in what was left out, or takes out
// what never meets. @return TOI_OK or TOI_ERROR_MEMORY
toi_status ti_solid_pairs_list(const ti_solid_pairs* p, toi_boxes_result* result, toi_error* error);

void ti_solid_pairs_release(ti_solid_pairs* p);

#endif
