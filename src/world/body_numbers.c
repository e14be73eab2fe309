// Room for all numbers to be free at once is made as they come into use, so that freeing one needs no memory.

#include "world/body_numbers.h"

#include "core/heap.h"
#include "data.h"

uint32_t ti_body_numbers_next(const ti_body_numbers* n)
{
    if (n->free->count > 0) {
        return ti_heap_least(n->free);
    }
    size_t count = n->bodies->count;
    bool room = ti_array_reserve(n->bodies, 1) && ti_array_reserve(n->bounds, 1) &&
                ti_array_reserve(n->free, count + 1);
    return room ? (uint32_t)count : TI_NONE;
}

void ti_body_numbers_take(const ti_body_numbers* n, uint32_t body)
{
    if (body == n->bodies->count) {
        ti_array_push(n->bodies); // there is room
        ti_array_push(n->bounds);
    } else {
        ti_heap_pop(n->free);
    }
}

void ti_body_numbers_free(const ti_body_numbers* n, uint32_t body)
{
    ti_heap_push(n->free, body); // there is room: see ti_body_numbers_next
}
