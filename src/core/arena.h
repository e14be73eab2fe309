// Memory that is given back all at once: blocks from an allocator, handed out from front to back.

#ifndef TI_CORE_ARENA_H
#define TI_CORE_ARENA_H

#include "toi/base.h"

typedef struct ti_arena_block ti_arena_block;

// Not for several threads at once.
typedef struct ti_arena {
    toi_allocator allocator;
    ti_arena_block* first;
    ti_arena_block* current; // blocks after it are empty and kept for reuse
    size_t limit;            // most bytes to take from the allocator
    size_t taken;            // bytes taken from it
} ti_arena;

// A moment to go back to.
typedef struct ti_arena_mark {
    ti_arena_block* block;
    size_t used;
} ti_arena_mark;

// Takes no memory yet. @param limit  most bytes to take from the allocator, 0 for no limit
void ti_arena_init(ti_arena* arena, const toi_allocator* allocator, size_t limit);

// Room for `count` objects of `size` bytes, aligned for any C object, not initialised. NULL if the product
// overflows, the limit is reached or the allocator fails; the arena stays as it was then. Never NULL for
// nothing.
void* ti_arena_allocate(ti_arena* arena, size_t count, size_t size);

ti_arena_mark ti_arena_get_mark(const ti_arena* arena);

// Gives back what was allocated since the mark, or everything for (ti_arena_mark){0}. Blocks are kept for
// reuse.
void ti_arena_reset(ti_arena* arena, ti_arena_mark mark);

// Gives every block back to the allocator. The arena is empty then and can be used again.
void ti_arena_destroy(ti_arena* arena);

#endif
