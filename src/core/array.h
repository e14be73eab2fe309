// An array that grows. The type of its items is known by size alone:
//
//     ti_array vertices = ti_array_make(sizeof(toi_vec3), allocator);
//     toi_vec3* v = ti_array_push(&vertices);
//     if (v == NULL) { ... out of memory

#ifndef TI_CORE_ARRAY_H
#define TI_CORE_ARRAY_H

#include "toi/base.h"

typedef struct ti_array {
    void* data; // NULL until the first item
    size_t count;
    size_t capacity;
    size_t item_size;
    toi_allocator allocator;
} ti_array;

ti_array ti_array_make(size_t item_size, const toi_allocator* allocator);

// Makes room for `extra` more items, at least doubling. @return false, and the array unchanged, without
// memory
bool ti_array_reserve(ti_array* array, size_t extra);

// Frees the items; the array is empty then and can be used again.
void ti_array_release(ti_array* array);

// Hands the items to the caller, who frees them with the allocator of the array; the array is empty then.
// Never NULL unless memory for an empty array cannot be had.
void* ti_array_take(ti_array* array);

// Adds `extra` items, not initialised. @return the first of them, or NULL without memory
static inline void* ti_array_extend(ti_array* array, size_t extra)
{
    if (array->data == NULL || extra > array->capacity - array->count) {
        if (!ti_array_reserve(array, extra)) {
            return NULL;
        }
    }
    unsigned char* item = (unsigned char*)array->data + array->count * array->item_size;
    array->count += extra;
    return item;
}

// Adds one item, not initialised. @return it, or NULL without memory
static inline void* ti_array_push(ti_array* array)
{
    return ti_array_extend(array, 1);
}

#endif
