// Boxes of bodies in float, pairs of these that meet, and of them those that meet in double, in order.

#include "broad/instant.h"

#include "broad/instant_parts.h"
#include "broad/pairs.h"
#include "bvh/join.h"
#include "core/assert.h"
#include "core/cpu.h"

#include <float.h>

void ti_instant_broad_init(ti_instant_broad* broad, const toi_allocator* allocator)
{
    ti_arena_init(&broad->arena, allocator, 0);
    broad->found = ti_array_make(sizeof(ti_candidate), allocator);
}

void ti_instant_broad_release(ti_instant_broad* broad)
{
    ti_array_release(&broad->found);
    ti_arena_destroy(&broad->arena);
}

// What a frame is about.
typedef struct scene {
    const toi_bounds* boxes;
    uint32_t count;
    double within;
    bool avx2;
} scene;

// The boxes in float are larger: only those stay that meet in double.
static void keep_near(const scene* s, ti_array* found)
{
    ti_candidate* pairs = found->data;
    size_t kept = 0;
    for (size_t i = 0; i < found->count; ++i) {
        ti_candidate pair = pairs[i];
        pairs[kept] = pair;
        kept += !ti_instant_apart(&s->boxes[pair.a], &s->boxes[pair.b], s->within);
    }
    found->count = kept;
}

static bool sort_found(ti_array* found, uint32_t count, ti_arena* arena)
{
    ti_candidate* scratch = ti_arena_allocate(arena, found->count, sizeof *scratch);
    size_t* first = ti_arena_allocate(arena, (size_t)count + 1, sizeof *first);
    if (scratch == NULL || first == NULL) {
        return false;
    }
    ti_broad_sort(found->data, scratch, found->count, first, count);
    return true;
}

static bool find_pairs(const scene* s, ti_arena* arena, ti_array* found)
{
    ti_float_box* boxes = ti_arena_allocate(arena, (size_t)s->count + 1, sizeof *boxes);
    if (boxes == NULL) {
        return false;
    }
    uint32_t kept =
        (s->avx2 ? ti_instant_box_avx2 : ti_instant_box_plain)(s->boxes, s->count, s->within, boxes);
    if (!ti_join_find_with(&(ti_join){boxes, NULL, kept, 0, NULL}, arena, found, s->avx2)) {
        return false;
    }
    keep_near(s, found);
    return sort_found(found, s->count, arena);
}

toi_status ti_instant_broad_find_with(ti_instant_broad* broad, const toi_bounds* boxes, uint32_t count,
                                      double within, bool avx2)
{
    TI_ASSERT(within >= 0.0 && within <= DBL_MAX);
    broad->found.count = 0;
    scene s = {boxes, count, within, avx2};
    bool ok = ti_array_reserve(&broad->found, 1) && find_pairs(&s, &broad->arena, &broad->found);
    ti_arena_reset(&broad->arena, (ti_arena_mark){0});
    return ok ? TOI_OK : TOI_ERROR_MEMORY;
}

toi_status ti_instant_broad_find(ti_instant_broad* broad, const toi_bounds* boxes, uint32_t count,
                                 double within, const ti_candidate** pairs, size_t* pair_count)
{
    toi_status status = ti_instant_broad_find_with(broad, boxes, count, within, ti_cpu_has_avx2());
    *pairs = broad->found.data;
    *pair_count = status == TOI_OK ? broad->found.count : 0;
    return status;
}
