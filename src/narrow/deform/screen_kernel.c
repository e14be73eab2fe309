// Many queries of one kind. Most are told at a glance: those whose primitives stay farther apart along an
// axis than the separation, without an error, as a difference of doubles that is rounded to more than a
// double is more than that; and of the others those that the first direction of a walk separates to the end.
// The rest goes on from there, four at once, each lane taking the next one when it is done.

#include "narrow/deform/screen.h"
#include "narrow/deform/walk.h"

#define ti_screen_run TI_KERNEL(ti_screen)

ti_screen_kernel ti_screen_run;

// A cache line of each row: rows of large arrays often share places in the cache, where one that is left half
// read is gone when its turn comes again.
enum { GROUP = 8, MOST_VERTICES = TOI_PRIMITIVE_MOST_VERTICES };

// Queries that follow one another. Where fewer are left the last one stands for the others.
typedef struct group {
    double start[MOST_VERTICES][3][GROUP], end[MOST_VERTICES][3][GROUP];
} group;

// Queries that no axis tells, until there are four of them.
typedef struct waiting {
    double start[MOST_VERTICES][3][LANES], end[MOST_VERTICES][3][LANES];
    uint32_t at[LANES]; // which of the block
    uint32_t count;
} waiting;

// All that one call works on.
typedef struct run {
    const ti_screen_block* block;
    ti_screened* out;
    uint32_t vertices; // of each query
    waiting waiting;
    lanes looks; // of those that waited
    walk walk;
} run;

static void load_row(const double* row, uint32_t count, double to[GROUP])
{
    if (count >= GROUP) {
        memcpy(to, row, GROUP * sizeof *to);
        return;
    }
    for (uint32_t i = 0; i < GROUP; ++i) {
        to[i] = row[i < count ? i : count - 1];
    }
}

static void load_group(const ti_screen_block* block, uint32_t vertices, uint32_t i, group* g)
{
    const toi_primitive_batch* q = block->batch;
    for (uint32_t k = 0; k < vertices; ++k) {
        for (int axis = 0; axis < 3; ++axis) {
            load_row(q->start[k][axis] + block->first + i, block->count - i, g->start[k][axis]);
            load_row(q->end[k][axis] + block->first + i, block->count - i, g->end[k][axis]);
        }
    }
}

typedef struct span {
    ti_v4 least, most;
} span;

// Of vertices from `first` to before `end` along an axis, of four of the group; `sum` is not finite if one of
// them is not.
LANES_INLINE span span_of(double v[][3][GROUP], uint32_t first, uint32_t end, int axis, int half, ti_v4* sum)
{
    ti_v4 x = f4_load(v[first][axis] + half);
    span s = {x, x};
    *sum += x;
    for (uint32_t k = first + 1; k < end; ++k) {
        x = f4_load(v[k][axis] + half);
        s.least = f4_min(x, s.least);
        s.most = f4_max(x, s.most);
        *sum += x;
    }
    return s;
}

// Of four of the group, from `half` on: bits of those that an axis tells; `sum` of all their numbers.
LANES_INLINE int screen_four(group* g, uint32_t first_b, uint32_t vertices, double separation, int half,
                             ti_v4* sum)
{
    ti_v4 far = f4_set(separation), of_a = f4_set(0.0), of_b = f4_set(0.0);
    ti_m4 clear = {0, 0, 0, 0};
    for (int axis = 0; axis < 3; ++axis) {
        span a = span_of(g->start, 0, first_b, axis, half, &of_a);
        span b = span_of(g->start, first_b, vertices, axis, half, &of_b);
        span c = span_of(g->end, 0, first_b, axis, half, &of_a);
        span d = span_of(g->end, first_b, vertices, axis, half, &of_b);
        clear |= (ti_m4)(a.least - b.most > far) & (ti_m4)(c.least - d.most > far);
        clear |= (ti_m4)(b.least - a.most > far) & (ti_m4)(d.least - c.most > far);
    }
    *sum = of_a + of_b;
    return m4_bits(clear);
}

// Bits of the queries of a group whose numbers are finite. Called where a sum of them is not.
static int finite_of(const group* g, uint32_t vertices)
{
    int bits = 0;
    for (int i = 0; i < GROUP; ++i) {
        bool finite = true;
        for (uint32_t k = 0; k < vertices; ++k) {
            for (int axis = 0; axis < 3; ++axis) {
                finite = finite && isfinite(g->start[k][axis][i]) && isfinite(g->end[k][axis][i]);
            }
        }
        bits |= finite << i;
    }
    return bits;
}

// Puts the polygons of those that wait into lanes, as walk_enter does one by one. Returns which lanes have a
// polygon whose size is an ordinary number: the others are left to that.
LANES_INLINE int enter_four(run* r, int count, lane_scale scale[LANES])
{
    const waiting* w = &r->waiting;
    const ti_corner_table* table = &ti_corners[r->block->batch->kind];
    const toi_primitive_def* def = r->block->def;
    lanes* l = &r->looks;
    ti_w3 most = {f4_set(0.0), f4_set(0.0), f4_set(0.0)};
    for (int i = 0; i < count; ++i) {
        uint32_t a = table->a[i], b = table->b[i];
        ti_w3 s = w3_sub(lanes_load3(w->start[a][0]), lanes_load3(w->start[b][0]));
        ti_w3 e = w3_sub(lanes_load3(w->end[a][0]), lanes_load3(w->end[b][0]));
        ti_w3 p = w3_abs(s), q = w3_abs(e);
        lanes_store3(l->start[i][0], s);
        lanes_store3(l->end[i][0], e);
        most.x = f4_max(most.x, f4_max(p.x, q.x));
        most.y = f4_max(most.y, f4_max(p.y, q.y));
        most.z = f4_max(most.z, f4_max(p.z, q.z));
    }
    ti_v4 size = f4_max(f4_max(most.x, most.y), most.z);
    double first[LANES], second[LANES];
    int ordinary = 0;
    for (int lane = 0; lane < LANES; ++lane) {
        bool is = size[lane] > 0.0 && size[lane] <= DBL_MAX;
        int exponent = is ? ti_exponent_above(size[lane]) : 0;
        first[lane] = ti_power_of_two(-exponent / 2);
        second[lane] = ti_power_of_two(-exponent - -exponent / 2);
        scale[lane] = (lane_scale){exponent, 1.0, ti_scale(size[lane], -exponent)};
        l->separation[lane] = ti_scale(def->separation, -exponent);
        l->tolerance[lane] = walk_tolerance(def, exponent, scale[lane].size, l->separation[lane]);
        ordinary |= is << lane;
    }
    ti_v4 by = f4_load(first), again = f4_load(second);
    for (int i = 0; i < count; ++i) {
        lanes_store3(l->start[i][0], w3_scale(again, w3_scale(by, lanes_load3(l->start[i][0]))));
        lanes_store3(l->end[i][0], w3_scale(again, w3_scale(by, lanes_load3(l->end[i][0]))));
    }
    lanes_store3(l->reach[0], w3_scale(again, w3_scale(by, most)));
    return ordinary;
}

// Room for the answer to a query that waits and is not told at a glance.
static uint32_t leave_one(run* r, uint32_t lane)
{
    waiting* w = &r->waiting;
    uint32_t k = r->out->left++;
    toi_primitive_query* q = &r->out->queries[k];
    r->out->at[k] = w->at[lane];
    q->kind = r->block->batch->kind;
    for (uint32_t i = 0; i < r->vertices; ++i) {
        q->start[i] = lane_vector(w->start[i], (int)lane);
        q->end[i] = lane_vector(w->end[i], (int)lane);
    }
    return k;
}

static int idle_lane(walk* w)
{
    for (;;) {
        for (int lane = 0; lane < LANES; ++lane) {
            if (!w->walker[lane].query) {
                return lane;
            }
        }
        ti_walk_on(w);
    }
}

// A query whose size is no ordinary number.
static void start_odd(run* r, uint32_t k)
{
    lanes one = {.corners = r->looks.corners};
    const toi_primitive_query* query = &r->out->queries[k];
    ti_advance* out = &r->out->advances[k];
    lane_scale scale;
    if (walk_enter(&r->walk, &one, 0, query, &scale, out)) {
        double tolerance = one.tolerance[0];
        ti_walk_look_first(&one);
        int lane = idle_lane(&r->walk);
        lane_copy(&r->walk.lanes, lane, &one, 0);
        walk_start(&r->walk, lane, query, scale, tolerance, out);
    }
}

// Whether the distance is at most the separation, both far above what squares of them lose by underflow.
LANES_INLINE bool starts_close(const lanes* l, uint32_t lane)
{
    return l->separation[lane] > 0x1p-400 && l->distance[lane] <= l->separation[lane];
}

// The first look at those that wait.
LANES_INLINE void look_at_four(run* r, int count)
{
    lane_scale scale[LANES];
    double tolerance[LANES];
    int ordinary = enter_four(r, count, scale);
    memcpy(tolerance, r->looks.tolerance, sizeof tolerance); // those that start close lower it
    int told = ordinary & ti_walk_look_first(&r->looks);
    for (uint32_t i = 0; i < r->waiting.count; ++i) {
        if (told >> i & 1) {
            r->out->flags[r->waiting.at[i]] |= SCREEN_CLEAR | SCREEN_STEP;
            continue;
        }
        uint32_t k = leave_one(r, i);
        if (ordinary >> i & 1 && starts_close(&r->looks, i)) { // nothing to walk
            r->out->advances[k].steps = 1;
            r->out->advances[k].links = 0;
            walk_report(&r->looks, (int)i, TI_ADVANCE_STUCK, scale[i], tolerance[i], &r->out->advances[k]);
        } else if (ordinary >> i & 1) {
            int lane = idle_lane(&r->walk);
            lane_copy(&r->walk.lanes, lane, &r->looks, (int)i);
            walk_start(&r->walk, lane, &r->out->queries[k], scale[i], tolerance[i], &r->out->advances[k]);
        } else {
            start_odd(r, k);
        }
    }
    r->waiting.count = 0;
}

LANES_INLINE void wait(waiting* w, const group* g, uint32_t vertices, uint32_t lane, uint32_t at)
{
    for (uint32_t k = 0; k < vertices; ++k) {
        for (int axis = 0; axis < 3; ++axis) {
            w->start[k][axis][w->count] = g->start[k][axis][lane];
            w->end[k][axis][w->count] = g->end[k][axis][lane];
        }
    }
    w->at[w->count++] = at;
}

// A group from query i on: sets flags, and bits of those that wait.
LANES_INLINE int screen_group(run* r, uint32_t first_b, uint32_t vertices, uint32_t i, group* g)
{
    const ti_screen_block* block = r->block;
    ti_v4 sum[2];
    load_group(block, vertices, i, g);
    int clear = screen_four(g, first_b, vertices, block->def->separation, 0, &sum[0]);
    clear |= screen_four(g, first_b, vertices, block->def->separation, LANES, &sum[1]) << LANES;
    ti_v4 zero = (sum[0] - sum[0]) + (sum[1] - sum[1]); // not where a sum is infinite or NaN
    bool all = m4_bits((ti_m4)(zero == f4_set(0.0))) == (1 << LANES) - 1;
    int finite = all ? (1 << GROUP) - 1 : finite_of(g, vertices);
    uint32_t here = block->count - i < GROUP ? block->count - i : GROUP;
    for (uint32_t k = 0; k < here; ++k) {
        r->out->flags[i + k] = (uint8_t)((clear >> k & 1) * SCREEN_CLEAR + (finite >> k & 1) * SCREEN_FINITE);
    }
    return finite & ~clear & ((1 << here) - 1);
}

LANES_INLINE void screen(run* r, uint32_t first_b, uint32_t vertices, int count)
{
    for (uint32_t i = 0; i < r->block->count; i += GROUP) {
        group g;
        for (int left = screen_group(r, first_b, vertices, i, &g); left != 0; left &= left - 1) {
            uint32_t k = (uint32_t)__builtin_ctz((unsigned)left);
            wait(&r->waiting, &g, vertices, k, i + k);
            if (r->waiting.count == LANES) {
                look_at_four(r, count);
            }
        }
    }
    if (r->waiting.count > 0) {
        look_at_four(r, count);
    }
}

// The numbers of vertices and corners are constants in each.
static void screen_kind(run* r)
{
    switch (r->block->batch->kind) {
    case TOI_PRIMITIVE_VF:
        screen(r, 1, 4, 3);
        break;
    case TOI_PRIMITIVE_EE:
        screen(r, 2, 4, 4);
        break;
    case TOI_PRIMITIVE_VE:
        screen(r, 1, 3, 2);
        break;
    case TOI_PRIMITIVE_VV:
        screen(r, 1, 2, 1);
        break;
    case TOI_PRIMITIVE_NONE:
        break;
    }
}

static bool is_busy(const walk* w)
{
    for (int lane = 0; lane < LANES; ++lane) {
        if (w->walker[lane].query) {
            return true;
        }
    }
    return false;
}

void ti_screen_run(const ti_screen_block* block, ti_screened* out)
{
    toi_primitive_kind kind = block->batch->kind;
    run r = {.block = block,
             .out = out,
             .vertices = toi_primitive_vertex_count(kind),
             .looks.corners = ti_corners[kind].count,
             .walk = walk_of(kind, block->def, block->until)};
    out->left = 0;
    screen_kind(&r);
    while (is_busy(&r.walk)) {
        ti_walk_on(&r.walk);
    }
}
