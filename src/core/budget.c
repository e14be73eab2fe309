// Blocks are preceded by their size.

#include "core/budget.h"

#include "core/memory.h"

#include <stdalign.h>
#include <string.h>

enum { BEFORE = alignof(max_align_t) > sizeof(uint64_t) ? alignof(max_align_t) : sizeof(uint64_t) };

static bool take(ti_budget* budget, uint64_t bytes)
{
    uint64_t held = atomic_load_explicit(&budget->held, memory_order_relaxed);
    do {
        if (bytes > budget->limit || held > budget->limit - bytes) {
            atomic_store_explicit(&budget->refused, true, memory_order_relaxed);
            return false;
        }
    } while (!atomic_compare_exchange_weak_explicit(&budget->held, &held, held + bytes, memory_order_relaxed,
                                                    memory_order_relaxed));
    return true;
}

static void give_back(ti_budget* budget, uint64_t bytes)
{
    atomic_fetch_sub_explicit(&budget->held, bytes, memory_order_relaxed);
}

static void* allocate(size_t size, void* context)
{
    ti_budget* budget = context;
    if (size > SIZE_MAX - BEFORE || !take(budget, (uint64_t)size + BEFORE)) {
        return NULL;
    }
    unsigned char* block = ti_allocate(&budget->allocator, 1, size + BEFORE);
    if (block == NULL) {
        give_back(budget, (uint64_t)size + BEFORE);
        return NULL;
    }
    uint64_t bytes = (uint64_t)size + BEFORE;
    memcpy(block, &bytes, sizeof bytes);
    return block + BEFORE;
}

static void release(void* memory, void* context)
{
    ti_budget* budget = context;
    if (memory != NULL) {
        unsigned char* block = (unsigned char*)memory - BEFORE;
        uint64_t bytes;
        memcpy(&bytes, block, sizeof bytes);
        give_back(budget, bytes);
        ti_release(&budget->allocator, block);
    }
}

void ti_budget_init(ti_budget* budget, const toi_allocator* allocator)
{
    budget->allocator = ti_allocator_or_default(allocator);
    atomic_init(&budget->held, 0);
    atomic_init(&budget->refused, false);
    budget->limit = UINT64_MAX;
}

void ti_budget_begin(ti_budget* budget, uint64_t limit)
{
    budget->limit = limit > 0 ? limit : UINT64_MAX;
    atomic_store_explicit(&budget->refused, false, memory_order_relaxed);
}

toi_allocator ti_budget_allocator(ti_budget* budget)
{
    return (toi_allocator){allocate, release, budget};
}
