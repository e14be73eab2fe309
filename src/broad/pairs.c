// Finds the pairs of bodies that are not proved apart.

#include "broad/pairs.h"

#include "broad/swept.h"
#include "core/array.h"
#include "core/memory.h"
#include "core/sort.h"

#include <string.h>

// One stable pass by a or by b.
static void scatter_pairs(const ti_candidate* from, ti_candidate* to, size_t pair_count, size_t* first,
                          bool by_a)
{
    for (size_t i = 0; i < pair_count; ++i) {
        to[first[by_a ? from[i].a : from[i].b]++] = from[i];
    }
}

static void count_pairs(const ti_candidate* pairs, size_t pair_count, size_t* first, uint32_t count,
                        bool by_a)
{
    memset(first, 0, ((size_t)count + 1) * sizeof *first);
    for (size_t i = 0; i < pair_count; ++i) {
        ++first[(size_t)(by_a ? pairs[i].a : pairs[i].b) + 1];
    }
    for (uint32_t i = 0; i < count; ++i) {
        first[i + 1] += first[i];
    }
}

void ti_broad_sort(ti_candidate* pairs, ti_candidate* scratch, size_t pair_count, size_t* first,
                   uint32_t count)
{
    count_pairs(pairs, pair_count, first, count, false);
    scatter_pairs(pairs, scratch, pair_count, first, false);
    count_pairs(scratch, pair_count, first, count, true);
    scatter_pairs(scratch, pairs, pair_count, first, true);
}

// ---- sorted sweep along x

static bool sweep(const ti_swept* bodies, uint32_t count, const toi_bounds* boxes, const ti_key_value* order,
                  ti_array* found)
{
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t p = order[i].value;
        for (uint32_t j = i + 1; j < count; ++j) {
            uint32_t q = order[j].value;
            if (boxes[q].lower.x > boxes[p].upper.x) {
                break;
            }
            if (ti_swept_apart(&bodies[p < q ? p : q], &bodies[p < q ? q : p])) {
                continue;
            }
            ti_candidate* pair = ti_array_push(found);
            if (pair == NULL) {
                return false;
            }
            *pair = p < q ? (ti_candidate){p, q} : (ti_candidate){q, p};
        }
    }
    return true;
}

toi_status ti_broad_pairs(const ti_swept* bodies, uint32_t count, const toi_allocator* allocator,
                          ti_candidate** pairs, size_t* pair_count)
{
    ti_array found = ti_array_make(sizeof(ti_candidate), allocator);
    toi_bounds* boxes = ti_allocate(allocator, count, sizeof *boxes);
    ti_key_value* order = ti_allocate(allocator, 2 * (size_t)count, sizeof *order);
    size_t* first = ti_allocate(allocator, (size_t)count + 1, sizeof *first);
    bool ok = boxes != NULL && order != NULL && first != NULL;
    if (ok) {
        for (uint32_t i = 0; i < count; ++i) {
            boxes[i] = ti_swept_bounds(&bodies[i], (toi_vec3){0.0, 0.0, 0.0});
            order[i] = (ti_key_value){ti_sort_key_double(boxes[i].lower.x), i};
        }
        ti_sort_keys(order, order + count, count);
        ok = sweep(bodies, count, boxes, order, &found);
    }
    ti_candidate* scratch = ok ? ti_allocate(allocator, found.count, sizeof *scratch) : NULL;
    ok = scratch != NULL;
    if (ok) {
        *pair_count = found.count;
        ti_broad_sort(found.data, scratch, found.count, first, count);
        *pairs = ti_array_take(&found);
        ok = *pairs != NULL;
    }
    ti_array_release(&found);
    ti_release(allocator, scratch);
    ti_release(allocator, first);
    ti_release(allocator, order);
    ti_release(allocator, boxes);
    return ok ? TOI_OK : TOI_ERROR_MEMORY;
}
