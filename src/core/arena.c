// Blocks of growing size in a list. Those after the current one are empty.

#include "core/arena.h"

#include "core/assert.h"
#include "core/memory.h"

struct ti_arena_block {
    ti_arena_block* next;
    size_t size; // bytes after the header
    size_t used;
};

enum {
    ALIGNMENT = _Alignof(max_align_t),
    HEADER = (sizeof(ti_arena_block) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT,
    SMALLEST_BLOCK = 4096,
    LARGEST_GROWTH = 1 << 20, // blocks stop doubling here
};

void ti_arena_init(ti_arena* arena, const toi_allocator* allocator, size_t limit)
{
    *arena =
        (ti_arena){.allocator = ti_allocator_or_default(allocator), .limit = limit != 0 ? limit : SIZE_MAX};
}

// Bytes for count objects, a multiple of the alignment; 0 on overflow.
static size_t padded_bytes(size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX - HEADER - ALIGNMENT) {
        return 0;
    }
    return bytes > 0 ? (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT : ALIGNMENT;
}

static void* take(ti_arena_block* block, size_t bytes)
{
    unsigned char* memory = (unsigned char*)block + HEADER + block->used;
    block->used += bytes;
    return memory;
}

static bool fits(const ti_arena_block* block, size_t bytes)
{
    return block != NULL && bytes <= block->size - block->used;
}

// Frees the list that starts here.
static void release_blocks(ti_arena* arena, ti_arena_block* block)
{
    while (block != NULL) {
        ti_arena_block* next = block->next;
        arena->taken -= HEADER + block->size;
        ti_release(&arena->allocator, block);
        block = next;
    }
}

// The link to the blocks after the current one.
static ti_arena_block** after_current(ti_arena* arena)
{
    return arena->current != NULL ? &arena->current->next : &arena->first;
}

// Twice the size of the current block, more if it takes that, less if the limit leaves less; 0 if it does not
// fit.
static size_t next_block_size(const ti_arena* arena, size_t bytes)
{
    size_t room = arena->limit - arena->taken;
    if (room < HEADER || room - HEADER < bytes) {
        return 0;
    }
    size_t size = arena->current != NULL ? arena->current->size : SMALLEST_BLOCK / 2;
    size = size < LARGEST_GROWTH / 2 ? 2 * size : LARGEST_GROWTH;
    size = size > bytes ? size : bytes;
    size = size < room - HEADER ? size : room - HEADER;
    return size / ALIGNMENT * ALIGNMENT; // `bytes` is a multiple, so this is not less
}

static ti_arena_block* add_block(ti_arena* arena, size_t bytes)
{
    ti_arena_block** link = after_current(arena);
    size_t size = next_block_size(arena, bytes);
    if (size == 0 && *link != NULL) { // empty blocks that are too small may be in the way
        release_blocks(arena, *link);
        *link = NULL;
        size = next_block_size(arena, bytes);
    }
    if (size == 0) {
        return NULL;
    }
    ti_arena_block* block = ti_allocate(&arena->allocator, 1, HEADER + size);
    if (block == NULL) {
        return NULL;
    }
    *block = (ti_arena_block){*link, size, 0};
    *link = block;
    arena->taken += HEADER + size;
    return block;
}

void* ti_arena_allocate(ti_arena* arena, size_t count, size_t size)
{
    size_t bytes = padded_bytes(count, size);
    if (bytes == 0) {
        return NULL;
    }
    if (fits(arena->current, bytes)) {
        return take(arena->current, bytes);
    }
    ti_arena_block* next = *after_current(arena);
    if (!fits(next, bytes)) {
        next = add_block(arena, bytes);
    }
    if (next == NULL) {
        return NULL;
    }
    TI_ASSERT(next->used == 0);
    arena->current = next;
    return take(next, bytes);
}

ti_arena_mark ti_arena_get_mark(const ti_arena* arena)
{
    return (ti_arena_mark){arena->current, arena->current != NULL ? arena->current->used : 0};
}

void ti_arena_reset(ti_arena* arena, ti_arena_mark mark)
{
    ti_arena_block* block = mark.block != NULL ? mark.block->next : arena->first;
    ti_arena_block* end = *after_current(arena);
    for (; block != end; block = block->next) {
        block->used = 0;
    }
    if (mark.block != NULL) {
        TI_ASSERT(mark.used <= mark.block->used);
        mark.block->used = mark.used;
    }
    arena->current = mark.block;
}

void ti_arena_destroy(ti_arena* arena)
{
    release_blocks(arena, arena->first);
    arena->first = NULL;
    arena->current = NULL;
}
