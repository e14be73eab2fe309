// Memory of jansson from the allocator of the reader.

#include "json_memory.h"

#include <jansson.h>

static toi_allocator current;
static bool failed;
static json_malloc_t earlier_allocate;
static json_free_t earlier_release;

static void* allocate(size_t size)
{
    void* memory = current.allocate(size, current.context);
    failed = failed || !memory;
    return memory;
}

static void release(void* memory)
{
    current.release(memory, current.context);
}

void ti_json_memory_begin(const toi_allocator* allocator)
{
    json_get_alloc_funcs(&earlier_allocate, &earlier_release);
    current = *allocator;
    failed = false;
    json_set_alloc_funcs(allocate, release);
}

void ti_json_memory_end(void)
{
    json_set_alloc_funcs(earlier_allocate, earlier_release);
}

bool ti_json_memory_failed(void)
{
    return failed;
}
