// A caller's task runner that does not do as it is told: it leaves out one task of all that it is ever given,
// or runs it as a worker of a number that it does not have.

#ifndef TOI_TESTS_LAZY_RUNNER_H
#define TOI_TESTS_LAZY_RUNNER_H

#include "toi/world.h"

enum { LAZY_THREADS = 2 };

typedef struct lazy_runner {
    uint32_t wrong; // number of the task; UINT32_MAX: all are run as they should be
    bool strays;    // it is run by a worker that is not there
    uint32_t seen;  // tasks so far
} lazy_runner;

static inline void run_lazily(toi_task task, uint32_t count, void* data, void* context)
{
    lazy_runner* lazy = context;
    for (uint32_t i = 0; i < count; ++i) {
        bool wrong = lazy->seen++ == lazy->wrong;
        if (!wrong || lazy->strays) {
            task(i, wrong ? LAZY_THREADS : i % LAZY_THREADS, data);
        }
    }
}

#endif
