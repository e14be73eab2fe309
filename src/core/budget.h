// An allocator that counts what it has given out, and keeps to a limit.

#ifndef TI_CORE_BUDGET_H
#define TI_CORE_BUDGET_H

#include "toi/base.h"

#include <stdatomic.h>

// For several threads at once, but for ti_budget_begin.
typedef struct ti_budget {
    toi_allocator allocator; // where memory comes from
    _Atomic uint64_t held;   // bytes given out, with what it takes to know their sizes
    uint64_t limit;
    _Atomic bool refused; // something was, for the limit
} ti_budget;

void ti_budget_init(ti_budget* budget, const toi_allocator* allocator);

// Sets the limit, 0 for none, and forgets what was refused. What is held may be more: then nothing is given.
void ti_budget_begin(ti_budget* budget, uint64_t limit);

// The allocator to use; the budget must stay where it is.
toi_allocator ti_budget_allocator(ti_budget* budget);

#endif
