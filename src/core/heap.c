// A binary heap: no number is below that at half its place.

#include "core/heap.h"

#include "core/assert.h"

void ti_heap_push(ti_array* heap, uint32_t number)
{
    TI_ASSERT(heap->item_size == sizeof number && heap->count < heap->capacity);
    uint32_t* numbers = heap->data;
    size_t at = heap->count++;
    for (; at > 0 && numbers[(at - 1) / 2] > number; at = (at - 1) / 2) {
        numbers[at] = numbers[(at - 1) / 2];
    }
    numbers[at] = number;
}

void ti_heap_pop(ti_array* heap)
{
    TI_ASSERT(heap->count > 0);
    uint32_t* numbers = heap->data;
    size_t count = --heap->count, at = 0;
    uint32_t last = numbers[count];
    for (size_t child = 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && numbers[child + 1] < numbers[child];
        if (numbers[child] >= last) {
            break;
        }
        numbers[at] = numbers[child];
        at = child;
    }
    numbers[at] = last;
}
