// The same work for each number of a range, by several threads; each has a task of its own, and whoever is
// free takes the next number.

#ifndef TOI_TESTS_PARALLEL_H
#define TOI_TESTS_PARALLEL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct parallel {
    uint64_t begin, end;
    void (*work)(void* task, uint64_t number);
    void* tasks; // one of `task_size` bytes for each thread
    size_t task_size;
    int threads;
    void (*leave)(void); // called by each thread when it is done; NULL where nothing is left to give back
} parallel;

typedef struct parallel_thread {
    const parallel* job;
    atomic_uint_fast64_t* next;
    void* task;
    pthread_t thread;
} parallel_thread;

static inline void* parallel_work(void* data)
{
    parallel_thread* t = data;
    const parallel* job = t->job;
    for (uint64_t i; (i = atomic_fetch_add(t->next, 1)) < job->end;) {
        job->work(t->task, i);
    }
    if (job->leave != NULL) {
        job->leave();
    }
    return NULL;
}

// Aborts where a thread cannot be had.
static inline void parallel_run(const parallel* job)
{
    atomic_uint_fast64_t next = job->begin;
    parallel_thread* threads = calloc((size_t)job->threads, sizeof *threads);
    if (threads == NULL) {
        abort();
    }
    for (int i = 0; i < job->threads; ++i) {
        threads[i].job = job;
        threads[i].next = &next;
        threads[i].task = (char*)job->tasks + (size_t)i * job->task_size;
        if (pthread_create(&threads[i].thread, NULL, parallel_work, &threads[i]) != 0) {
            abort();
        }
    }
    for (int i = 0; i < job->threads; ++i) {
        pthread_join(threads[i].thread, NULL);
    }
    free(threads);
}

#endif
