// An allocator that fails on purpose: the n-th call, or the n-th and all after it. It counts calls and what
// is not given back, and may be used from several threads.
//
//     failing_allocator f = failing_allocator_make(3, false);
//     toi_allocator allocator = failing_allocator_use(&f);
//     ... assert_int_equal(f.live, 0);

#ifndef TOI_TESTS_FAILING_ALLOCATOR_H
#define TOI_TESTS_FAILING_ALLOCATOR_H

#include "toi/base.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef struct failing_allocator {
    uint64_t fail_at; // counted from 1; 0 never fails
    bool and_after;   // all calls after it fail too
    _Atomic uint64_t calls;
    _Atomic uint64_t failures;
    _Atomic int64_t live; // blocks not given back
    _Atomic int64_t live_bytes;
    _Atomic int64_t most_bytes; // largest live_bytes so far
} failing_allocator;

enum { FAILING_ALLOCATOR_HEADER = 32 }; // keeps the alignment of malloc

static inline failing_allocator failing_allocator_make(uint64_t fail_at, bool and_after)
{
    return (failing_allocator){.fail_at = fail_at, .and_after = and_after};
}

static inline void* failing_allocator_allocate(size_t size, void* context)
{
    failing_allocator* f = context;
    uint64_t call = atomic_fetch_add(&f->calls, 1) + 1;
    bool fails = f->fail_at != 0 && (call == f->fail_at || (f->and_after && call > f->fail_at));
    unsigned char* memory =
        fails || size > SIZE_MAX - FAILING_ALLOCATOR_HEADER ? NULL : malloc(size + FAILING_ALLOCATOR_HEADER);
    if (memory == NULL) {
        atomic_fetch_add(&f->failures, 1);
        return NULL;
    }
    memcpy(memory, &size, sizeof size);
    // New memory is never zero by luck.
    memset(memory + FAILING_ALLOCATOR_HEADER, 0xa5, size < 65536 ? size : 65536);
    atomic_fetch_add(&f->live, 1);
    int64_t bytes = atomic_fetch_add(&f->live_bytes, (int64_t)size) + (int64_t)size;
    int64_t most = atomic_load(&f->most_bytes);
    while (bytes > most && !atomic_compare_exchange_weak(&f->most_bytes, &most, bytes)) {
    }
    return memory + FAILING_ALLOCATOR_HEADER;
}

static inline void failing_allocator_release(void* memory, void* context)
{
    failing_allocator* f = context;
    if (memory == NULL) {
        return;
    }
    unsigned char* start = (unsigned char*)memory - FAILING_ALLOCATOR_HEADER;
    size_t size;
    memcpy(&size, start, sizeof size);
    atomic_fetch_sub(&f->live, 1);
    atomic_fetch_sub(&f->live_bytes, (int64_t)size);
    free(start);
}

// The allocator to hand to the library; `f` must stay where it is.
static inline toi_allocator failing_allocator_use(failing_allocator* f)
{
    return (toi_allocator){failing_allocator_allocate, failing_allocator_release, f};
}

#endif
