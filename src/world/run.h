// Asks many pairs, by threads of our own or of the caller.

#ifndef TI_WORLD_RUN_H
#define TI_WORLD_RUN_H

#include "data.h"

// Fills `status`, `result`, `contacts` and `links` of every pair that is not settled by `broad`. Contacts and
// links of a pair are one block from the allocator, whose address is the one that ti_pair_block gives.
// @return TOI_OK; TOI_ERROR_MEMORY; TOI_ERROR_THREAD if the caller's runner left a pair out or broke its
// promise
//         about workers; else the first status of a pair that is not TOI_OK, by order of pairs, and *failed
//         is its index. Blocks of pairs are to be released in every case.
toi_status ti_run_pairs(const toi_world_def* def, const toi_allocator* allocator, toi_pair_result* pairs,
                        uint32_t count, uint32_t* failed);

// Runs tasks by the caller's runner, or by threads of our own.
// @return TOI_OK, also where a runner left tasks out; or TOI_ERROR_MEMORY before any task has run
toi_status ti_run_tasks(const toi_world_def* def, toi_task task, uint32_t count, void* data,
                        const toi_allocator* allocator);

// Links to keep of a pair: none of all contacts, which leave none.
uint32_t ti_max_links(const toi_world_def* def);

void* ti_pair_block(const toi_pair_result* pair);

#endif
