// Step six of the collision screen by a hash table of pixels, instead of sorting [Buss05, section 10].

#include "core/hash.h"
#include "narrow/screw/screen_parts.h"

// An item of A in a pixel, chained.
typedef struct entry {
    uint32_t item, next;
    uint32_t cell;
    int32_t column;
} entry;

static uint32_t bucket_of(uint32_t cell, int32_t column, uint32_t mask)
{
    return (uint32_t)ti_hash_u64((uint64_t)cell << 32 | (uint32_t)column) & mask;
}

static int32_t column_of(double h)
{
    return ti_screen_whole(floor(h));
}

typedef struct pixels {
    ti_screen_sweep* sweep;
    uint32_t* heads;
    uint32_t mask;
    ti_array entries;
} pixels;

static bool add(pixels* p, uint32_t index, uint32_t cell)
{
    const ti_screen_item* item = &p->sweep->records[0].item[index];
    int32_t last = column_of(item->h[1]);
    for (int32_t c = column_of(item->h[0]); c <= last; ++c) {
        entry* e = ti_array_push(&p->entries);
        if (e == NULL) {
            return false;
        }
        uint32_t* head = &p->heads[bucket_of(cell, c, p->mask)];
        *e = (entry){index, *head, cell, c};
        *head = (uint32_t)(p->entries.count - 1);
    }
    return true;
}

static toi_status fill(pixels* p)
{
    const ti_screen_cells* cells = &p->sweep->records[0];
    for (uint32_t cell = 0; cell < cells->count; ++cell) {
        for (uint32_t i = cells->first[cell]; i < cells->first[cell + 1]; ++i) {
            if (cells->item[i].real && !add(p, i, cell)) {
                return TOI_ERROR_MEMORY;
            }
        }
    }
    return TOI_OK;
}

// Two records that share several pixels are compared in the first of them.
static toi_status look(pixels* p, const ti_screen_item* b, uint32_t cell, int32_t column, ti_array* hits)
{
    const entry* entries = p->entries.data;
    toi_status status = TOI_OK;
    for (uint32_t i = p->heads[bucket_of(cell, column, p->mask)]; i != TI_NONE && status == TOI_OK;
         i = entries[i].next) {
        const ti_screen_item* a = &p->sweep->records[0].item[entries[i].item];
        if (entries[i].column == column && entries[i].cell == cell &&
            column == column_of(d_max(a->h[0], b->h[0]))) {
            status = ti_screen_cross(p->sweep, a, b, hits);
        }
    }
    return status;
}

toi_status ti_screen_hash_edges(ti_screen_sweep* sweep, ti_arena* arena, ti_array* hits)
{
    uint32_t capacity = 64;
    while (capacity < 2 * sweep->body[0]->records.count && capacity < UINT32_C(1) << 30) {
        capacity *= 2;
    }
    pixels p = {
        .sweep = sweep, .mask = capacity - 1, .entries = ti_array_make(sizeof(entry), &arena->allocator)};
    p.heads = ti_arena_allocate(arena, capacity, sizeof *p.heads);
    if (p.heads == NULL) {
        return TOI_ERROR_MEMORY;
    }
    memset(p.heads, 0xff, capacity * sizeof *p.heads); // TI_NONE
    toi_status status = fill(&p);
    const ti_screen_cells* cells = &sweep->records[1];
    for (uint32_t cell = 0; cell < cells->count && status == TOI_OK; ++cell) {
        for (uint32_t i = cells->first[cell]; i < cells->first[cell + 1] && status == TOI_OK; ++i) {
            const ti_screen_item* b = &cells->item[i];
            int32_t last = column_of(b->h[1]);
            for (int32_t c = column_of(b->h[0]); c <= last && b->real && status == TOI_OK; ++c) {
                status = look(&p, b, cell, c, hits);
            }
        }
    }
    ti_array_release(&p.entries);
    return status;
}
