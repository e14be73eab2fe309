// Finds the pairs of bodies that are not proved apart: by a tree of boxes first, then one by one.

#include "broad/pairs.h"

#include "broad/swept.h"
#include "broad/tree.h"
#include "core/array.h"
#include "core/memory.h"

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

// ---- a frame to look from

enum { FRAME_SAMPLES = 63 };

static double median(double* numbers, uint32_t count)
{
    for (uint32_t i = 1; i < count; ++i) {
        double moved = numbers[i];
        uint32_t j = i;
        for (; j > 0 && numbers[j - 1] > moved; --j) {
            numbers[j] = numbers[j - 1];
        }
        numbers[j] = moved;
    }
    return numbers[count / 2];
}

// The median of each coordinate of the drifts: it makes the sum of the ways along that axis smallest, so that
// in a convoy nothing moves far. Which pairs are found does not depend on it, so a sample of the bodies is
// enough.
static toi_vec3 common_drift(const ti_swept* bodies, uint32_t count)
{
    double x[FRAME_SAMPLES], y[FRAME_SAMPLES], z[FRAME_SAMPLES];
    uint32_t samples = count < FRAME_SAMPLES ? count : FRAME_SAMPLES;
    if (samples == 0) {
        return (toi_vec3){0.0, 0.0, 0.0};
    }
    for (uint32_t i = 0; i < samples; ++i) {
        toi_vec3 drift = bodies[(uint64_t)i * count / samples].drift;
        x[i] = drift.x;
        y[i] = drift.y;
        z[i] = drift.z;
    }
    return (toi_vec3){median(x, samples), median(y, samples), median(z, samples)};
}

// ---- pairs

typedef struct search {
    const ti_swept* bodies;
    ti_array found;
} search;

static bool take_pair(uint32_t a, uint32_t b, void* context)
{
    search* s = context;
    uint32_t first = a < b ? a : b, second = a < b ? b : a;
    if (ti_swept_apart(&s->bodies[first], &s->bodies[second])) {
        return true;
    }
    ti_candidate* pair = ti_array_push(&s->found);
    if (pair == NULL) {
        return false;
    }
    *pair = (ti_candidate){first, second};
    return true;
}

static bool search_pairs(search* s, uint32_t count, const toi_allocator* allocator)
{
    toi_bounds* boxes = ti_allocate(allocator, count, sizeof *boxes);
    if (boxes == NULL) {
        return false;
    }
    toi_vec3 velocity = common_drift(s->bodies, count);
    for (uint32_t i = 0; i < count; ++i) {
        boxes[i] = ti_swept_bounds(&s->bodies[i], velocity);
    }
    ti_box_tree tree;
    toi_status status = ti_box_tree_make(boxes, count, allocator, &tree);
    ti_release(allocator, boxes);
    if (status != TOI_OK) {
        return false;
    }
    bool ok = ti_box_tree_pairs(&tree, take_pair, s);
    ti_box_tree_release(&tree, allocator);
    return ok;
}

static bool sort_found(ti_array* found, uint32_t count, const toi_allocator* allocator)
{
    ti_candidate* scratch = ti_allocate(allocator, found->count, sizeof *scratch);
    size_t* first = ti_allocate(allocator, (size_t)count + 1, sizeof *first);
    bool ok = scratch != NULL && first != NULL;
    if (ok) {
        ti_broad_sort(found->data, scratch, found->count, first, count);
    }
    ti_release(allocator, first);
    ti_release(allocator, scratch);
    return ok;
}

toi_status ti_broad_pairs(const ti_swept* bodies, uint32_t count, const toi_allocator* allocator,
                          ti_candidate** pairs, size_t* pair_count)
{
    search s = {bodies, ti_array_make(sizeof(ti_candidate), allocator)};
    if (search_pairs(&s, count, allocator) && sort_found(&s.found, count, allocator)) {
        *pair_count = s.found.count;
        *pairs = ti_array_take(&s.found);
        return *pairs != NULL ? TOI_OK : TOI_ERROR_MEMORY;
    }
    ti_array_release(&s.found);
    return TOI_ERROR_MEMORY;
}
