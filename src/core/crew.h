// Who does the tasks of an object: the caller's task system, or threads of its own.

#ifndef TI_CORE_CREW_H
#define TI_CORE_CREW_H

#include "core/team.h"

typedef struct ti_crew {
    uint32_t threads; // at least 1; workers have lower numbers
    toi_task_runner run;
    void* run_context;
    ti_team* team; // of own threads, from the first run that has use for them
    toi_allocator allocator;
} ti_crew;

// Has threads ready where they are the object's own and more than one. @return false without memory
bool ti_crew_call(ti_crew* crew);

// Runs tasks. A caller's task system may leave some out, or give them a worker that is not there.
// @return false where threads cannot be had for want of memory
bool ti_crew_run(ti_crew* crew, toi_task task, uint32_t count, void* data);

#endif
