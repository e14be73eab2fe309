// Growth of arrays: double, copy, release, since an allocator cannot resize.

#include "core/array.h"

#include "core/assert.h"
#include "core/memory.h"

#include <string.h>

enum { FIRST_CAPACITY = 16 };

ti_array ti_array_make(size_t item_size, const toi_allocator* allocator)
{
    TI_ASSERT(item_size > 0);
    return (ti_array){.item_size = item_size, .allocator = ti_allocator_or_default(allocator)};
}

bool ti_array_reserve(ti_array* array, size_t extra)
{
    if (extra > SIZE_MAX - array->count) {
        return false;
    }
    size_t needed = array->count + extra;
    if (array->data != NULL && needed <= array->capacity) {
        return true;
    }
    size_t capacity = array->capacity <= SIZE_MAX / 2 ? 2 * array->capacity : SIZE_MAX;
    capacity = capacity > FIRST_CAPACITY ? capacity : FIRST_CAPACITY;
    capacity = capacity > needed ? capacity : needed;
    void* data = ti_allocate(&array->allocator, capacity, array->item_size);
    if (data == NULL) {
        return false;
    }
    if (array->count > 0) {
        memcpy(data, array->data, array->count * array->item_size);
    }
    ti_release(&array->allocator, array->data);
    array->data = data;
    array->capacity = capacity;
    return true;
}

void ti_array_release(ti_array* array)
{
    ti_release(&array->allocator, array->data);
    array->data = NULL;
    array->count = 0;
    array->capacity = 0;
}

void* ti_array_take(ti_array* array)
{
    void* data = array->data != NULL ? array->data : ti_allocate(&array->allocator, 0, array->item_size);
    array->data = NULL;
    array->count = 0;
    array->capacity = 0;
    return data;
}
