// The join of two lists of boxes, or of one with itself: cuts parts of space in two until all pairs are few.

#include "bvh/join_pairs.h"

enum {
    ALL_PAIRS = 2048, // so many pairs are looked at rather than cut
    SAMPLES = 15,     // of a list, where the middle of a part is no good place to cut it
};

// A cut must leave less than this share of the pairs.
static const double WORTH = 0.9;

// Room for the lists of the parts that are being looked at, one after another.
typedef struct list_room {
    ti_float_box* boxes;
    size_t used, count;
} list_room;

typedef struct run {
    const ti_join* join;
    ti_arena* arena;
    ti_pair_list* pairs;
    list_room room;
} run;

// ---- where to cut

// What the lists have in common, in the cell.
static ti_f8 common(const ti_join_part* p)
{
    ti_f8 box = f8_max(fb_load(&p->bounds_a), fb_load(&p->cell));
    return p->b != NULL ? f8_max(fb_load(&p->bounds_b), box) : box;
}

// A plane: boxes that have points with a smaller coordinate, and boxes that have points with another, can
// meet there on their side.
typedef struct plane {
    int axis;
    float at;
} plane;

static bool plane_at_middle(const float region[8], plane* cut)
{
    float longest = -1.0f;
    for (int k = 0; k < 3; ++k) {
        float side = -region[4 + k] - region[k];
        if (side > longest) {
            longest = side;
            cut->axis = k;
        }
    }
    float lower = region[cut->axis];
    cut->at = lower + 0.5f * longest;
    return cut->at > lower &&
           cut->at < -region[4 + cut->axis]; // not where it is infinite, or one number long
}

// Middles of some boxes of a list, within the region; returns how many there are after them.
static uint32_t add_middles(const ti_float_box* boxes, uint32_t count, const float region[8],
                            float (*middle)[2 * SAMPLES], uint32_t at)
{
    uint32_t samples = count < SAMPLES ? count : SAMPLES;
    for (uint32_t i = 0; i < samples; ++i) {
        const ti_float_box* box = &boxes[(uint64_t)i * count / samples];
        for (int k = 0; k < 3; ++k) {
            float lower = box->lower[k] > region[k] ? box->lower[k] : region[k];
            float minus_upper = box->minus_upper[k] > region[4 + k] ? box->minus_upper[k] : region[4 + k];
            middle[k][at + i] = 0.5f * lower - 0.5f * minus_upper;
        }
    }
    return at + samples;
}

static float median(float* numbers, uint32_t count)
{
    for (uint32_t i = 1; i < count; ++i) {
        float moved = numbers[i];
        uint32_t j = i;
        for (; j > 0 && numbers[j - 1] > moved; --j) {
            numbers[j] = numbers[j - 1];
        }
        numbers[j] = moved;
    }
    return numbers[count / 2];
}

// How many boxes of a list have points below, and how many not below, each of three planes.
typedef struct tally {
    uint32_t below[3], above[3];
} tally;

static tally count_sides(const ti_float_box* boxes, uint32_t count, const float at[3])
{
    tally t = {0};
    for (uint32_t i = 0; i < count; ++i) {
        for (int k = 0; k < 3; ++k) {
            t.below[k] += boxes[i].lower[k] < at[k];
            t.above[k] += boxes[i].minus_upper[k] <= -at[k];
        }
    }
    return t;
}

// The best of three planes through the middle of most boxes.
static bool plane_by_sample(const ti_join_part* p, const float region[8], plane* cut)
{
    float middle[3][2 * SAMPLES], at[3];
    uint32_t samples = add_middles(p->a, p->count_a, region, middle, 0);
    samples = p->b != NULL ? add_middles(p->b, p->count_b, region, middle, samples) : samples;
    for (int k = 0; k < 3; ++k) {
        at[k] = median(middle[k], samples);
    }
    tally a = count_sides(p->a, p->count_a, at);
    tally b = p->b != NULL ? count_sides(p->b, p->count_b, at) : a;
    double least = HUGE_VAL;
    for (int k = 0; k < 3; ++k) {
        double pairs = (double)a.below[k] * b.below[k] + (double)a.above[k] * b.above[k];
        if (pairs < least && at[k] > region[k] && at[k] < -region[4 + k]) {
            least = pairs;
            *cut = (plane){k, at[k]};
        }
    }
    return least < WORTH * (double)p->count_a * (p->b != NULL ? p->count_b : p->count_a);
}

// ---- cutting

// Room for `count` more boxes, which is not used up by this.
static ti_float_box* reserve(list_room* room, size_t count, ti_arena* arena)
{
    if (count > room->count - room->used) {
        size_t more = count > SIZE_MAX / 8 ? count : 2 * count;
        char* memory = ti_arena_allocate(arena, more + 1, sizeof(ti_float_box));
        if (memory == NULL) {
            return NULL;
        }
        memory +=
            -(uintptr_t)memory % sizeof(ti_float_box); // so that no box lies across two lines of the cache
        *room = (list_room){(ti_float_box*)(void*)memory, 0, more};
    }
    return room->boxes + room->used;
}

// The next float below one that has one.
static float float_below(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits = x > 0.0f ? bits - 1 : x < 0.0f ? bits + 1 : 0x80000001U;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// The boxes of a list that reach into one side of a plane.
typedef struct side {
    ti_float_box* boxes;
    size_t count;
    ti_f8 limit, bounds;
} side;

// All bits for a box that is left out, which makes it NaN and no part of a minimum.
static const uint32_t left_out[2][8] = {
    {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX}, {0}};

static inline void take_box(side* s, ti_f8 box)
{
    bool kept = fb_below(box, s->limit);
    ti_m8 out;
    memcpy(&out, left_out[kept], sizeof out);
    fb_store(&s->boxes[s->count], box);
    s->bounds = f8_min((ti_f8)((ti_m8)box | out), s->bounds);
    s->count += kept;
}

// Each list that is written has room for all boxes.
static void split_list(const ti_float_box* boxes, uint32_t count, side* below, side* above)
{
    side lower = *below, upper = *above; // in registers
    for (uint32_t i = 0; i < count; ++i) {
        ti_f8 box = fb_load(&boxes[i]);
        take_box(&lower, box);
        take_box(&upper, box);
    }
    *below = lower;
    *above = upper;
}

static void set_list(const side* s, const ti_float_box** boxes, uint32_t* count, ti_float_box* bounds)
{
    *boxes = s->boxes;
    *count = (uint32_t)s->count;
    fb_store(bounds, s->bounds);
}

// Both sides of a plane through the region, with lists at `boxes`.
static void split_part(const ti_join_part* p, const float region[8], plane cut, ti_float_box* boxes,
                       ti_join_part half[2])
{
    float lower[8], upper[8];
    memcpy(lower, region, sizeof lower);
    memcpy(upper, region, sizeof upper);
    lower[4 + cut.axis] = -float_below(cut.at);
    upper[cut.axis] = cut.at;
    ti_f8 bounds = f8_set((float)HUGE_VAL);
    side below = {boxes, 0, fb_limit(f8_load(lower)), bounds};
    side above = {boxes + p->count_a, 0, fb_limit(f8_load(upper)), bounds};
    half[0] = half[1] = *p;
    half[0].cell.minus_upper[cut.axis] = -cut.at;
    half[1].cell.lower[cut.axis] = cut.at;
    split_list(p->a, p->count_a, &below, &above);
    set_list(&below, &half[0].a, &half[0].count_a, &half[0].bounds_a);
    set_list(&above, &half[1].a, &half[1].count_a, &half[1].bounds_a);
    if (p->b != NULL) {
        below.boxes = boxes + 2 * (size_t)p->count_a;
        above.boxes = below.boxes + p->count_b;
        below.count = above.count = 0;
        below.bounds = above.bounds = bounds;
        split_list(p->b, p->count_b, &below, &above);
        set_list(&below, &half[0].b, &half[0].count_b, &half[0].bounds_b);
        set_list(&above, &half[1].b, &half[1].count_b, &half[1].bounds_b);
    }
}

static bool is_worth(const ti_join_part* p, const ti_join_part half[2])
{
    return pair_count(&half[0]) + pair_count(&half[1]) <= WORTH * pair_count(p);
}

static bool is_empty(const float region[8])
{
    return region[0] > -region[4] || region[1] > -region[5] || region[2] > -region[6];
}

static ti_join_cut_status cut_part(const ti_join_part* p, list_room* room, ti_arena* arena,
                                   ti_join_part half[2])
{
    float region[8];
    f8_store(region, common(p));
    if (is_empty(region)) {
        half[0] = half[1] = (ti_join_part){0};
        return TI_JOIN_CUT_DONE;
    }
    size_t most = 2 * ((size_t)p->count_a + p->count_b);
    ti_float_box* boxes = reserve(room, most, arena);
    if (boxes == NULL) {
        return TI_JOIN_CUT_FAILED;
    }
    plane cut = {0};
    bool done = plane_at_middle(region, &cut);
    if (done) {
        split_part(p, region, cut, boxes, half);
        done = is_worth(p, half);
    }
    if (!done && plane_by_sample(p, region, &cut)) {
        split_part(p, region, cut, boxes, half);
        done = is_worth(p, half);
    }
    room->used += done ? most : 0;
    return done ? TI_JOIN_CUT_DONE : TI_JOIN_CUT_NO;
}

// A cut leaves at most 0.9 of the pairs, of less than 2^64: at most 420 deep.
static bool run_part(run* r, const ti_join_part* p)
{
    if (p->count_a == 0 || (p->b != NULL && p->count_b == 0)) {
        return true;
    }
    if (pair_count(p) <= ALL_PAIRS) {
        return all_pairs(r->join, p, r->pairs);
    }
    ti_join_part half[2];
    list_room kept = r->room;
    ti_arena_mark mark = ti_arena_get_mark(r->arena);
    ti_join_cut_status cut = cut_part(p, &r->room, r->arena, half);
    if (cut != TI_JOIN_CUT_DONE) {
        return cut == TI_JOIN_CUT_NO && all_pairs(r->join, p, r->pairs);
    }
    bool ok = run_part(r, &half[0]) && run_part(r, &half[1]);
    if (r->room.boxes != kept.boxes) {
        ti_arena_reset(r->arena, mark);
    }
    r->room = kept;
    return ok;
}

// ---- the build

static void find_bounds(const ti_float_box* boxes, uint32_t count, ti_float_box* bounds)
{
    ti_f8 least[2] = {f8_set((float)HUGE_VAL),
                      f8_set((float)HUGE_VAL)}; // two, so that none waits for the other
    uint32_t i = 0;
    for (; i + 2 <= count; i += 2) {
        least[0] = f8_min(fb_load(&boxes[i]), least[0]);
        least[1] = f8_min(fb_load(&boxes[i + 1]), least[1]);
    }
    if (i < count) {
        least[0] = f8_min(fb_load(&boxes[i]), least[0]);
    }
    fb_store(bounds, f8_min(least[0], least[1]));
}

bool TI_KERNEL(ti_join_begin)(const ti_join* join, ti_arena* arena, ti_join_part* part)
{
    const float inf = (float)HUGE_VAL;
    *part = (ti_join_part){.a = join->a, .b = join->b, .count_a = join->count_a, .count_b = join->count_b};
    part->cell = (ti_float_box){{-inf, -inf, -inf}, 0, {-inf, -inf, -inf}, 0};
    if (pair_count(part) >= GROUPS_FROM && are_groups_worth(join->a, join->count_a) &&
        (join->b == NULL || are_groups_worth(join->b, join->count_b)) && !group_part(join, arena, part)) {
        return false;
    }
    find_bounds(part->a, part->count_a, &part->bounds_a);
    if (part->b != NULL) {
        find_bounds(part->b, part->count_b, &part->bounds_b);
    }
    return true;
}

ti_join_cut_status TI_KERNEL(ti_join_cut)(const ti_join_part* part, ti_arena* lists, ti_join_part half[2])
{
    list_room room = {0};
    return pair_count(part) <= ALL_PAIRS ? TI_JOIN_CUT_NO : cut_part(part, &room, lists, half);
}

bool TI_KERNEL(ti_join_run)(const ti_join* join, const ti_join_part* part, ti_arena* scratch,
                            ti_pair_list* pairs)
{
    ti_arena_mark mark = ti_arena_get_mark(scratch);
    run r = {join, scratch, pairs, {0}};
    bool ok = run_part(&r, part);
    ti_arena_reset(scratch, mark);
    return ok;
}
