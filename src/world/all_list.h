// The contacts of a whole motion, collected from its pieces.

#ifndef TI_WORLD_ALL_LIST_H
#define TI_WORLD_ALL_LIST_H

#include "core/array.h"
#include "narrow/screw/screw.h"

typedef struct ti_all_list {
    const toi_body *a, *b;
    ti_array contacts; // of toi_contact
} ti_all_list;

void ti_all_list_init(ti_all_list* list, const toi_body* a, const toi_body* b,
                      const toi_allocator* allocator);

void ti_all_list_release(ti_all_list* list);

// Adds the contacts that were found on a piece, an array of ti_screw_contact ordered by time, but for those
// that stand at the end of the piece before already.
toi_status ti_all_list_add(ti_all_list* list, const ti_screw_pair* pair, const ti_screw* screw,
                           const ti_array* found);

// Orders by time, groups, and hands out the earliest contacts that are proper enough.
toi_status ti_all_list_finish(ti_all_list* list, const toi_query_def* def, toi_result* result);

// The first at which the bodies come together, or touch at the start; NULL without one. After finish.
const toi_contact* ti_all_list_first(const ti_all_list* list);

#endif
