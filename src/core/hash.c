// The table of indices: linear probing.

#include "core/hash.h"

#include "core/memory.h"

toi_status ti_table_init(ti_table* table, uint32_t capacity, const toi_allocator* allocator)
{
    uint64_t size = 16;
    while (size < 2 * (uint64_t)capacity) {
        size *= 2;
    }
    table->allocator = ti_allocator_or_default(allocator);
    table->mask = size - 1;
    table->slots =
        size <= SIZE_MAX ? ti_allocate(&table->allocator, (size_t)size, sizeof *table->slots) : NULL;
    if (table->slots == NULL) {
        return TOI_ERROR_MEMORY;
    }
    memset(table->slots, 0xff, (size_t)size * sizeof *table->slots);
    return TOI_OK;
}

void ti_table_release(ti_table* table)
{
    ti_release(&table->allocator, table->slots);
    table->slots = NULL;
}

// Ends at an empty slot, since at least half are.
uint32_t* ti_table_find(const ti_table* table, uint64_t hash, ti_table_equal* equal, const void* item,
                        const void* context)
{
    uint64_t at = hash & table->mask;
    while (table->slots[at] != UINT32_MAX && !equal(table->slots[at], item, context)) {
        at = (at + 1) & table->mask;
    }
    return &table->slots[at];
}
