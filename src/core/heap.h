// A heap of numbers, the lowest first.

#ifndef TI_CORE_HEAP_H
#define TI_CORE_HEAP_H

#include "core/array.h"

// The lowest number; there is one.
static inline uint32_t ti_heap_least(const ti_array* heap)
{
    return *(const uint32_t*)heap->data;
}

// Puts a number in, for which there is room in the array, in O(log n).
void ti_heap_push(ti_array* heap, uint32_t number);

// Takes the lowest out, in O(log n).
void ti_heap_pop(ti_array* heap);

#endif
