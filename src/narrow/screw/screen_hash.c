// Step six of the collision screen by a hash table of pixels, instead of sorting [Buss05, section 10].

#include "core/hash.h"
#include "narrow/screw/screen_parts.h"

// A record of A in a pixel, chained.
typedef struct entry {
    uint32_t record, next;
    int32_t column;
} entry;

static uint32_t bucket_of(uint32_t cell, int32_t column, uint32_t mask)
{
    return (uint32_t)ti_hash_u64((uint64_t)cell << 32 | (uint32_t)column) & mask;
}

static int32_t column_of(double h)
{
    const double most = 1e9; // an int32_t
    return (int32_t)fmax(-most, fmin(most, floor(h)));
}

typedef struct pixels {
    ti_screen_sweep* sweep;
    uint32_t* heads;
    uint32_t mask;
    ti_array entries;
} pixels;

static bool add(pixels* p, uint32_t index, uint32_t cell)
{
    const ti_screen_record* record = (const ti_screen_record*)p->sweep->body[0]->records.data + index;
    int32_t last = column_of(record->h_max);
    for (int32_t c = column_of(record->h_min); c <= last; ++c) {
        entry* e = ti_array_push(&p->entries);
        if (e == NULL) {
            return false;
        }
        uint32_t* head = &p->heads[bucket_of(cell, c, p->mask)];
        *e = (entry){index, *head, c};
        *head = (uint32_t)(p->entries.count - 1);
    }
    return true;
}

static toi_status fill(pixels* p)
{
    const ti_screen_cells* cells = &p->sweep->rising[0];
    const ti_screen_record* records = p->sweep->body[0]->records.data;
    for (uint32_t cell = 0; cell < cells->count; ++cell) {
        for (uint32_t i = cells->first[cell]; i < cells->first[cell + 1]; ++i) {
            uint32_t index = cells->item[i];
            if (records[index].crease != TI_NONE && !add(p, index, cell)) {
                return TOI_ERROR_MEMORY;
            }
        }
    }
    return TOI_OK;
}

// Two records that share several pixels are compared in the first of them.
static toi_status look(pixels* p, const ti_screen_record* b, uint32_t cell, int32_t column, ti_array* hits)
{
    const ti_screen_record* records = p->sweep->body[0]->records.data;
    const entry* entries = p->entries.data;
    toi_status status = TOI_OK;
    for (uint32_t i = p->heads[bucket_of(cell, column, p->mask)]; i != TI_NONE && status == TOI_OK;
         i = entries[i].next) {
        const ti_screen_record* a = &records[entries[i].record];
        if (entries[i].column == column && a->row == b->row &&
            column == column_of(fmax(a->h_min, b->h_min))) {
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
    for (uint32_t i = 0; i < capacity; ++i) {
        p.heads[i] = TI_NONE;
    }
    toi_status status = fill(&p);
    const ti_screen_cells* cells = &sweep->rising[1];
    const ti_screen_record* records = sweep->body[1]->records.data;
    for (uint32_t cell = 0; cell < cells->count && status == TOI_OK; ++cell) {
        for (uint32_t i = cells->first[cell]; i < cells->first[cell + 1] && status == TOI_OK; ++i) {
            const ti_screen_record* b = &records[cells->item[i]];
            int32_t last = column_of(b->h_max);
            for (int32_t c = column_of(b->h_min); c <= last && b->crease != TI_NONE && status == TOI_OK;
                 ++c) {
                status = look(&p, b, cell, c, hits);
            }
        }
    }
    ti_array_release(&p.entries);
    return status;
}
