// A pool that lives for one call: threads claim the next index from one atomic counter.

#include "core/pool.h"

#include "core/assert.h"
#include "core/memory.h"

#include <stdatomic.h>

typedef struct job {
    toi_task task;
    void* data;
    uint64_t count;
    _Atomic uint64_t next; // 64 bits: claims beyond the end do not wrap around
} job;

typedef struct worker {
    job* work;
    uint32_t id;
    pthread_t thread;
} worker;

// The counter only hands out indices. What tasks wrote reaches the caller through pthread_join.
static void work_until_done(job* work, uint32_t id)
{
    for (;;) {
        uint64_t index = atomic_fetch_add_explicit(&work->next, 1, memory_order_relaxed);
        if (index >= work->count) {
            return;
        }
        work->task((uint32_t)index, id, work->data);
    }
}

static void* run_worker(void* argument)
{
    worker* self = argument;
    work_until_done(self->work, self->id);
    return NULL;
}

static int start_thread(pthread_t* thread, void* (*run)(void*), void* argument)
{
    return pthread_create(thread, NULL, run, argument);
}

toi_status ti_pool_run_with(toi_task task, uint32_t count, uint32_t threads, void* data,
                            const toi_allocator* allocator, ti_thread_start* start)
{
    TI_ASSERT(task != NULL && start != NULL);
    job work = {task, data, count, 0};
    uint32_t helpers = threads < count ? threads : count;
    if (helpers <= 1) {
        work_until_done(&work, 0);
        return TOI_OK;
    }
    --helpers; // the caller is worker 0
    worker* workers = ti_allocate(allocator, helpers, sizeof *workers);
    if (workers == NULL) {
        return TOI_ERROR_MEMORY;
    }
    uint32_t started = 0;
    while (started < helpers) {
        worker* next = &workers[started];
        next->work = &work;
        next->id = started + 1;
        if (start(&next->thread, run_worker, next) != 0) {
            break;
        }
        ++started;
    }
    work_until_done(&work, 0);
    for (uint32_t i = 0; i < started; ++i) {
        pthread_join(workers[i].thread, NULL);
    }
    ti_release(allocator, workers);
    return TOI_OK;
}

toi_status ti_pool_run(toi_task task, uint32_t count, uint32_t threads, void* data,
                       const toi_allocator* allocator)
{
    return ti_pool_run_with(task, count, threads, data, allocator, start_thread);
}
