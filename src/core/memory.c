// Checked allocation through the caller's allocator.

#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

static void* default_allocate(size_t size, void* context)
{
    (void)context;
    return malloc(size);
}

static void default_release(void* memory, void* context)
{
    (void)context;
    free(memory);
}

toi_allocator ti_allocator_or_default(const toi_allocator* allocator)
{
    if (allocator == NULL || allocator->allocate == NULL || allocator->release == NULL) {
        return (toi_allocator){default_allocate, default_release, NULL};
    }
    return *allocator;
}

// The bytes of count objects, at least one; 0 on overflow.
static size_t byte_count(size_t count, size_t size)
{
    if (count == 0 || size == 0) {
        return 1;
    }
    return count <= SIZE_MAX / size ? count * size : 0;
}

void* ti_allocate(const toi_allocator* allocator, size_t count, size_t size)
{
    size_t bytes = byte_count(count, size);
    if (bytes == 0) {
        return NULL;
    }
    toi_allocator used = ti_allocator_or_default(allocator);
    return used.allocate(bytes, used.context);
}

void* ti_allocate_zero(const toi_allocator* allocator, size_t count, size_t size)
{
    void* memory = ti_allocate(allocator, count, size);
    if (memory != NULL) {
        memset(memory, 0, byte_count(count, size));
    }
    return memory;
}

void ti_release(const toi_allocator* allocator, void* memory)
{
    if (memory != NULL) {
        toi_allocator used = ti_allocator_or_default(allocator);
        used.release(memory, used.context);
    }
}
