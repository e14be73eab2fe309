// Boxes of bodies in float, pairs of these that meet, and of them those that meet in double, in order. Where
// bodies move by little this is done for larger boxes, and for some frames the pairs are among those of them.

#include "broad/instant.h"

#include "broad/instant_parts.h"
#include "broad/pairs.h"
#include "bvh/join.h"
#include "core/assert.h"
#include "core/cpu.h"
#include "math/scalar.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum {
    MARGIN_FRAMES = 8, // a margin is for so many frames of the motion at hand
    LATE_FRAMES = 4,   // so many frames with bodies that have left their larger boxes are put up with
    LATE_SHARE = 16,   // if these are at most one in so many
    SHORT_FRAMES = 4,  // larger boxes that serve for fewer frames are not worth making
    MOST_WAIT = 256,   // frames before they are tried again, at most
    FEWEST_KEPT = 24,  // of fewer bodies all pairs are looked at, which is quicker
};

// Margins are at most this part of the mean side of a box, and at least this one of it.
static const double MOST_MARGIN = 0.25, LEAST_MARGIN = 0.03125;

void ti_instant_broad_init(ti_instant_broad* broad, const toi_allocator* allocator)
{
    *broad = (ti_instant_broad){0};
    ti_arena_init(&broad->arena, allocator, 0);
    broad->found = ti_array_make(sizeof(ti_candidate), allocator);
    broad->near = ti_array_make(sizeof(ti_candidate), allocator);
    broad->kept = ti_array_make(sizeof(toi_bounds), allocator);
    broad->late = ti_array_make(sizeof(ti_candidate), allocator);
}

void ti_instant_broad_release(ti_instant_broad* broad)
{
    ti_array_release(&broad->found);
    ti_array_release(&broad->near);
    ti_array_release(&broad->kept);
    ti_array_release(&broad->late);
    ti_arena_destroy(&broad->arena);
}

// ---- one frame

static uint32_t box_all(const ti_instant_scene* s, ti_float_box* out)
{
    return (s->avx2 ? ti_instant_box_avx2 : ti_instant_box_plain)(s->boxes, s->count, s->within, out);
}

static size_t keep_pairs(const ti_instant_scene* s, const ti_array* pairs, const uint8_t* marks,
                         ti_candidate* out)
{
    return (s->avx2 ? ti_instant_keep_avx2 : ti_instant_keep_plain)(s, pairs->data, pairs->count, marks, out);
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

// The boxes in float are larger: only those stay that meet in double.
static bool find_pairs(const ti_instant_scene* s, ti_arena* arena, ti_array* found)
{
    found->count = 0;
    ti_float_box* boxes = ti_arena_allocate(arena, (size_t)s->count + 1, sizeof *boxes);
    if (boxes == NULL || !ti_array_reserve(found, 1)) {
        return false;
    }
    const ti_join join = {.a = boxes, .count_a = box_all(s, boxes)};
    if (!ti_join_find_with(&join, arena, &(ti_pair_list){.array = found}, s->avx2)) {
        return false;
    }
    found->count = keep_pairs(s, found, NULL, found->data);
    return sort_found(found, s->count, arena);
}

// ---- bodies that have left their larger boxes

// The boxes of bodies that are marked against all, of those that are not empty.
static ti_join join_of_marked(const ti_instant_watch* w, const ti_float_box* all, uint32_t count,
                              ti_float_box* some)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; ++i) {
        some[kept] = all[i];
        kept += w->marks[all[i].item];
    }
    return (ti_join){.a = some, .b = all, .count_a = kept, .count_b = count};
}

// Each pair of a body that is marked, smaller number first. Two of these are found twice, and each with
// itself.
static void order_marked(const ti_instant_watch* w, ti_array* pairs)
{
    ti_candidate* list = pairs->data;
    size_t kept = 0;
    for (size_t i = 0; i < pairs->count; ++i) {
        ti_candidate pair = list[i];
        list[kept] = pair.a < pair.b ? pair : (ti_candidate){pair.b, pair.a};
        kept += pair.a < pair.b || (pair.a > pair.b && !w->marks[pair.b]);
    }
    pairs->count = kept;
}

static bool find_marked(const ti_instant_scene* s, const ti_instant_watch* w, ti_arena* arena,
                        ti_array* pairs)
{
    pairs->count = 0;
    ti_float_box* all = ti_arena_allocate(arena, (size_t)s->count + 1, sizeof *all);
    ti_float_box* some = ti_arena_allocate(arena, (size_t)s->count + 1, sizeof *some);
    if (all == NULL || some == NULL || !ti_array_reserve(pairs, 1)) {
        return false;
    }
    const ti_join join = join_of_marked(w, all, box_all(s, all), some);
    if (!ti_join_find_with(&join, arena, &(ti_pair_list){.array = pairs}, s->avx2)) {
        return false;
    }
    order_marked(w, pairs);
    pairs->count = keep_pairs(s, pairs, NULL, pairs->data);
    return sort_found(pairs, s->count, arena);
}

static bool comes_before(ti_candidate p, ti_candidate q)
{
    return p.a != q.a ? p.a < q.a : p.b < q.b;
}

// Merges pairs in order into `found`, from the back, where there is room.
static bool merge_pairs(const ti_array* pairs, ti_array* found)
{
    size_t to = found->count + pairs->count, from = found->count, left = pairs->count;
    if (!ti_array_reserve(found, left)) {
        return false;
    }
    const ti_candidate* list = pairs->data;
    ti_candidate* out = found->data;
    found->count = to;
    while (left > 0) {
        bool takes = from == 0 || comes_before(out[from - 1], list[left - 1]);
        out[--to] = takes ? list[--left] : out[--from];
    }
    return true;
}

// ---- what is kept

static void forget(ti_instant_broad* broad)
{
    broad->kept.count = 0;
}

// How far bodies have moved since the last frame, and how large they are: means of some.
typedef struct motion {
    double way, side;
} motion;

static double larger(double a, double b, double c)
{
    return d_max(d_max(a, b), c);
}

static double way_between(const toi_bounds* a, const toi_bounds* b)
{
    double lower =
        larger(fabs(a->lower.x - b->lower.x), fabs(a->lower.y - b->lower.y), fabs(a->lower.z - b->lower.z));
    double upper =
        larger(fabs(a->upper.x - b->upper.x), fabs(a->upper.y - b->upper.y), fabs(a->upper.z - b->upper.z));
    return d_max(lower, upper);
}

// Looks at some bodies, and remembers their boxes for the next frame. Infinite where it cannot tell.
static motion probe(ti_instant_broad* broad, const ti_instant_scene* s)
{
    uint32_t probes = s->count < TI_INSTANT_PROBES ? s->count : TI_INSTANT_PROBES, seen = 0;
    bool comparable = s->count == broad->probe_count;
    motion sum = {0.0, 0.0};
    for (uint32_t i = 0; i < probes; ++i) {
        const toi_bounds box = s->boxes[(uint64_t)i * s->count / probes], last = broad->probe[i];
        broad->probe[i] = box;
        if (comparable && !ti_instant_empty(&box) && !ti_instant_empty(&last)) {
            sum.way += way_between(&box, &last);
            sum.side +=
                larger(box.upper.x - box.lower.x, box.upper.y - box.lower.y, box.upper.z - box.lower.z);
            ++seen;
        }
    }
    broad->probe_count = s->count;
    return seen > 0 ? (motion){sum.way / seen, sum.side / seen} : (motion){HUGE_VAL, 0.0};
}

static bool make_kept(ti_instant_broad* broad, const ti_instant_scene* s, double margin)
{
    forget(broad);
    toi_bounds* kept = ti_array_extend(&broad->kept, s->count);
    if (kept == NULL) {
        return false;
    }
    const toi_vec3 by = {margin, margin, margin};
    for (uint32_t i = 0; i < s->count; ++i) {
        toi_bounds box = s->boxes[i];
        bool empty = ti_instant_empty(&box);
        kept[i] = empty ? box : (toi_bounds){v3_sub(box.lower, by), v3_add(box.upper, by)};
    }
    return true;
}

static bool find_near(ti_instant_broad* broad, const ti_instant_scene* s, double margin)
{
    if (!make_kept(broad, s, margin)) {
        return false;
    }
    ti_instant_scene larger_boxes = *s;
    larger_boxes.boxes = broad->kept.data;
    if (!find_pairs(&larger_boxes, &broad->arena, &broad->near)) {
        forget(broad);
        return false;
    }
    broad->within = s->within;
    broad->frames = broad->late_frames = 0;
    return true;
}

// Larger boxes that have served too shortly are not made again for some time, which grows.
static void end_kept(ti_instant_broad* broad)
{
    bool brief = broad->kept.count > 0 && broad->frames < SHORT_FRAMES;
    uint32_t wait = 2 * broad->next_wait + 2;
    broad->next_wait = !brief ? 0 : wait < MOST_WAIT ? wait : MOST_WAIT;
    broad->wait = broad->next_wait;
    forget(broad);
}

// ---- frames

static uint32_t least_of(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

// Whether the pairs that were kept serve for this frame. @return false without memory
static bool watch_kept(const ti_instant_broad* broad, const ti_instant_scene* s, ti_arena* arena,
                       ti_instant_watch* w)
{
    uint32_t kept = (uint32_t)broad->kept.count, most = kept > s->count ? kept : s->count,
             both = least_of(kept, s->count);
    uint8_t* marks = ti_arena_allocate(arena, (size_t)most + 1, 1);
    if (marks == NULL) {
        return false;
    }
    *w = (ti_instant_watch){marks, s->count - both, kept - both};
    memset(marks + both, 1, most - both);
    (s->avx2 ? ti_instant_watch_avx2 : ti_instant_watch_plain)(s->boxes, broad->kept.data, both, w);
    return true;
}

static bool find_among_near(ti_instant_broad* broad, const ti_instant_scene* s, const ti_instant_watch* w)
{
    bool all = w->left == 0 && w->gone == 0;
    if (!ti_array_reserve(&broad->found, broad->near.count)) {
        return false;
    }
    broad->found.count = keep_pairs(s, &broad->near, all ? NULL : w->marks, broad->found.data);
    if (w->left == 0) {
        return true;
    }
    ++broad->late_frames;
    return find_marked(s, w, &broad->arena, &broad->late) && merge_pairs(&broad->late, &broad->found);
}

static bool serves(const ti_instant_broad* broad, const ti_instant_scene* s, const ti_instant_watch* w)
{
    return w->left == 0 || (w->left <= s->count / LATE_SHARE && broad->late_frames < LATE_FRAMES);
}

// A new start: with larger boxes where that promises to last.
static bool find_anew(ti_instant_broad* broad, const ti_instant_scene* s)
{
    motion m = probe(broad, s);
    double margin = d_max(MARGIN_FRAMES * m.way, LEAST_MARGIN * m.side);
    if (broad->wait > 0 || !(m.side <= DBL_MAX && margin <= MOST_MARGIN * m.side)) {
        broad->wait -= broad->wait > 0;
        return find_pairs(s, &broad->arena, &broad->found);
    }
    const ti_instant_watch none = {0};
    return find_near(broad, s, margin) && find_among_near(broad, s, &none);
}

// Of few bodies all pairs, in double at once.
static bool find_among_few(ti_instant_broad* broad, const ti_instant_scene* s)
{
    forget(broad);
    broad->probe_count = 0;
    if (!ti_array_reserve(&broad->found, FEWEST_KEPT * FEWEST_KEPT / 2)) {
        return false;
    }
    broad->found.count = (s->avx2 ? ti_instant_all_avx2 : ti_instant_all_plain)(s, broad->found.data);
    return true;
}

static bool find_frame(ti_instant_broad* broad, const ti_instant_scene* s)
{
    if (broad->kept.count > 0 && broad->within == s->within) {
        ti_instant_watch w;
        if (!watch_kept(broad, s, &broad->arena, &w)) {
            return false;
        }
        ++broad->frames;
        if (serves(broad, s, &w)) {
            return find_among_near(broad, s, &w);
        }
        end_kept(broad);
    }
    forget(broad);
    return find_anew(broad, s);
}

toi_status ti_instant_broad_find_with(ti_instant_broad* broad, const toi_bounds* boxes, uint32_t count,
                                      double within, bool avx2)
{
    TI_ASSERT(within >= 0.0 && within <= DBL_MAX);
    ti_instant_scene s = {boxes, count, within, avx2};
    broad->found.count = 0;
    bool ok = count < FEWEST_KEPT ? find_among_few(broad, &s)
                                  : ti_array_reserve(&broad->found, 1) && find_frame(broad, &s);
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
