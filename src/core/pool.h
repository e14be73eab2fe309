// Independent tasks on a few threads.

#ifndef TI_CORE_POOL_H
#define TI_CORE_POOL_H

#include "toi/world.h"

#include <pthread.h>

// Runs task(index, worker, data) for index 0 to count - 1 and returns when all are done. Tasks are started in
// order of their index; `worker` is below `threads`, and two tasks that run at once have different ones. The
// caller works too, so with at most one thread everything runs inline. A thread that cannot be started is
// done without.
// @return TOI_OK, or TOI_ERROR_MEMORY before any task has run
toi_status ti_pool_run(toi_task task, uint32_t count, uint32_t threads, void* data,
                       const toi_allocator* allocator);

// Starts a thread as pthread_create does, with default attributes; returns 0 or an error.
typedef int ti_thread_start(pthread_t* thread, void* (*run)(void*), void* argument);

// ti_pool_run with another way to start threads; tests let it fail.
toi_status ti_pool_run_with(toi_task task, uint32_t count, uint32_t threads, void* data,
                            const toi_allocator* allocator, ti_thread_start* start);

#endif
