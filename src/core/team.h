// Threads that stand ready: for many short runs of independent tasks, where starting threads would take
// longer than the work.

#ifndef TI_CORE_TEAM_H
#define TI_CORE_TEAM_H

#include "core/pool.h"

typedef struct ti_team ti_team;

// Starts threads - 1 of them; the caller of a run is one more. One that cannot be started is done without.
// @return NULL without memory
ti_team* ti_team_create(uint32_t threads, const toi_allocator* allocator);

// ti_team_create with another way to start threads; tests let it fail.
ti_team* ti_team_create_with(uint32_t threads, const toi_allocator* allocator, ti_thread_start* start);

// As ti_pool_run, with workers below the number of threads asked for. Not for two runs of one team at once.
void ti_team_run(ti_team* team, toi_task task, uint32_t count, void* data);

// Ends the threads; NULL is allowed.
void ti_team_destroy(ti_team* team);

#endif
