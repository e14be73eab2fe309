// Pairs of solids: all of them, or those that the caller named; in scenes of many, without the pairs whose
// boxes over the whole motion never meet.

#include "world/solids_pairs.h"

#include "broad/pairs.h"
#include "broad/swept.h"
#include "core/error.h"
#include "core/memory.h"
#include "math/rounding.h"
#include "math/scalar.h"
#include "motion/length.h"
#include "narrow/boxes/meet.h"
#include "world/asked.h"

// With fewer solids making their boxes takes longer than to ask what they would settle.
enum { MANY = 32 };

static uint64_t count_all(const ti_solid_pairs* p)
{
    uint64_t n = p->def->solid_count;
    return n < 2 ? 0 : n * (n - 1) / 2 - p->ignore_count;
}

static toi_boxes_pair unsolved(uint32_t a, uint32_t b)
{
    return (toi_boxes_pair){.a = a, .b = b, .status = TOI_ERROR_THREAD};
}

// ---- all pairs in order

// The next pair that is asked, and the next one of the list of those that are not.
typedef struct walk {
    uint32_t a, b;
    size_t ignored;
} walk;

static bool is_ignored(const ti_solid_pairs* p, const walk* w)
{
    return w->ignored < p->ignore_count && p->ignore[w->ignored].a == w->a && p->ignore[w->ignored].b == w->b;
}

static void step(const ti_solid_pairs* p, walk* w)
{
    if (++w->b >= p->def->solid_count) {
        ++w->a;
        w->b = w->a + 1;
    }
}

static void skip_ignored(const ti_solid_pairs* p, walk* w)
{
    while (is_ignored(p, w)) {
        ++w->ignored;
        step(p, w);
    }
}

static walk first_pair(const ti_solid_pairs* p)
{
    walk w = {0, 1, 0};
    skip_ignored(p, &w);
    return w;
}

static void next_pair(const ti_solid_pairs* p, walk* w)
{
    step(p, w);
    skip_ignored(p, w);
}

// ---- those to solve

// False where there are too many, or without memory.
static bool make_room(const ti_solid_pairs* p, uint64_t count, toi_boxes_result* result, toi_error* error)
{
    if (count >= UINT32_MAX) {
        ti_fail(error, TOI_ERROR_LIMIT, 0, "there are 2^32 pairs or more; ask them in several calls");
        return false;
    }
    result->pairs = ti_allocate_zero(p->allocator, (size_t)count, sizeof *result->pairs);
    result->memory = result->pairs;
    result->pair_count = result->pairs != NULL ? (uint32_t)count : 0;
    if (result->pairs == NULL) {
        ti_fail_memory(error);
    }
    return result->pairs != NULL;
}

static toi_status failure(const toi_boxes_result* result, bool ok)
{
    return ok ? TOI_OK : result->pairs == NULL ? TOI_ERROR_MEMORY : TOI_ERROR_LIMIT;
}

static bool make_named(const ti_solid_pairs* p, toi_boxes_result* result, toi_error* error)
{
    result->pairs_asked = p->def->pair_count;
    if (!make_room(p, p->def->pair_count, result, error)) {
        return false;
    }
    for (uint32_t i = 0; i < p->def->pair_count; ++i) {
        result->pairs[i] = unsolved(p->def->pairs[i].a, p->def->pairs[i].b);
    }
    return true;
}

static bool make_all(const ti_solid_pairs* p, toi_boxes_result* result, toi_error* error)
{
    result->pairs_asked = count_all(p);
    if (!make_room(p, result->pairs_asked, result, error)) {
        return false;
    }
    walk w = first_pair(p);
    for (uint32_t i = 0; i < result->pair_count; ++i, next_pair(p, &w)) {
        result->pairs[i] = unsolved(w.a, w.b);
    }
    return true;
}

// What a fit and rounding may add to a contact that is found by solving, so that a pair is called clear here
// just if it would be there. Boxes made larger by the bound of a fit reach further by up to (1 + sqrt(3))
// times that; what rounding adds is below 2^-30 of all lengths (docs/methods/boxes.md).
static double margin_of(const ti_solid* solid, const ti_swept* swept)
{
    const ti_rational_pieces* pieces = &solid->pieces;
    const toi_vec3 *low = &swept->box.lower, *high = &swept->box.upper;
    double bound = 0.0, length = d_max(v3_largest(*low), v3_largest(*high)) + v3_largest(swept->drift);
    for (uint32_t i = 0; i < pieces->count; ++i) {
        bound = d_max(pieces->piece[i].bound, bound);
    }
    return length < HUGE_VAL ? ti_up(3.0 * bound + 0x1p-30 * length) : 0.0;
}

static bool make_left(const ti_solid_pairs* p, toi_boxes_result* result, toi_error* error)
{
    ti_swept* swept = ti_allocate(p->allocator, p->def->solid_count, sizeof *swept);
    ti_candidate* left = NULL;
    size_t count = 0;
    bool ok = swept != NULL;
    for (uint32_t i = 0; ok && i < p->def->solid_count; ++i) {
        swept[i] = ti_swept_make_box(&p->def->solids[i].motion, &p->solids[i].box);
        swept[i].margin = margin_of(&p->solids[i], &swept[i]);
    }
    ok = ok && ti_broad_pairs(swept, p->def->solid_count, p->allocator, &left, &count) == TOI_OK;
    if (!ok) {
        ti_fail_memory(error);
    }
    count = ok ? ti_pairs_without(left, count, p->ignore, p->ignore_count) : 0;
    ok = ok && make_room(p, count, result, error);
    for (uint32_t i = 0; ok && i < result->pair_count; ++i) {
        result->pairs[i] = unsolved(left[i].a, left[i].b);
    }
    result->pairs_asked = count_all(p);
    result->pairs_broad = result->pairs_asked - count;
    ti_release(p->allocator, left);
    ti_release(p->allocator, swept);
    return ok;
}

toi_status ti_solid_pairs_make(ti_solid_pairs* p, toi_boxes_result* result, toi_error* error)
{
    const toi_boxes_def* def = p->def;
    if (def->ignore_count > 0) {
        p->ignore = ti_pairs_ordered(def->ignore, def->ignore_count, def->solid_count, p->allocator,
                                     &p->ignore_count);
        if (p->ignore == NULL) {
            return ti_fail_memory(error);
        }
    }
    if (def->pairs != NULL) {
        return failure(result, make_named(p, result, error));
    }
    p->by_boxes = def->solid_count >= MANY;
    if (p->by_boxes) {
        return failure(result, make_left(p, result, error));
    }
    return failure(result, make_all(p, result, error));
}

// ---- those to list

static void keep_meeting(toi_boxes_result* result)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < result->pair_count; ++i) {
        if (result->pairs[i].interval_count > 0) {
            result->pairs[kept++] = result->pairs[i];
        }
    }
    result->pair_count = kept;
}

static toi_boxes_pair left_out(const ti_solid_pairs* p, const walk* w)
{
    double bound = ti_meet_bound(&p->solids[w->a], &p->solids[w->b]);
    return (toi_boxes_pair){.a = w->a, .b = w->b, .outer = bound > 0.0, .bound = bound};
}

toi_status ti_solid_pairs_list(const ti_solid_pairs* p, toi_boxes_result* result, toi_error* error)
{
    if (p->def->meeting_only) {
        keep_meeting(result);
        return TOI_OK;
    }
    if (!p->by_boxes) {
        return TOI_OK;
    }
    toi_boxes_result all = {0};
    if (!make_room(p, result->pairs_asked, &all, error)) {
        return failure(&all, false);
    }
    walk w = first_pair(p);
    uint32_t solved = 0;
    for (uint32_t i = 0; i < all.pair_count; ++i, next_pair(p, &w)) {
        const toi_boxes_pair* next = &result->pairs[solved];
        bool found = solved < result->pair_count && next->a == w.a && next->b == w.b;
        all.pairs[i] = found ? *next : left_out(p, &w);
        solved += found;
    }
    ti_release(p->allocator, result->memory);
    result->pairs = all.pairs;
    result->memory = all.memory;
    result->pair_count = all.pair_count;
    return TOI_OK;
}

void ti_solid_pairs_release(ti_solid_pairs* p)
{
    ti_release(p->allocator, p->ignore);
    p->ignore = NULL;
}
