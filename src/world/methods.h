// The methods that answer a pair of bodies.

#ifndef TI_WORLD_METHODS_H
#define TI_WORLD_METHODS_H

#include "toi/query.h"

typedef struct ti_method {
    const char* name;
    // Whether it can answer this pair; def is never NULL.
    bool (*takes)(const toi_body* a, const toi_body* b, const toi_query_def* def);
    toi_status (*run)(const toi_body* a, const toi_body* b, const toi_query_def* def, toi_result* result);
} ti_method;

// The first method of the table that takes the pair; never NULL.
const ti_method* ti_method_for(const toi_body* a, const toi_body* b, const toi_query_def* def);

#endif
