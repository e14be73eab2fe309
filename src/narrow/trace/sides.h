// Links along the sides of bodies that have few: their planes are the directions that most contacts end on.
// All of them are looked at in lanes, four at a time, which costs less than one round of the search in gap.h.
// They are proposals like those of the search: the one that is taken is evaluated outright.

#ifndef TI_NARROW_TRACE_SIDES_H
#define TI_NARROW_TRACE_SIDES_H

#include "math/scalar.h"
#include "narrow/trace/gap.h"

enum { TI_SIDE_GROUPS = TI_MOST_SIDES / 4 };

// Estimates of the separation along the sides of both, and for a translation of how fast it falls.
typedef struct ti_side_view {
    ti_v4 now[2][TI_SIDE_GROUPS], rate[2][TI_SIDE_GROUPS]; // of M, of S
    uint32_t groups[2];
} ti_side_view; // rates are 0 for a rotation

typedef struct ti_side_pick {
    uint32_t body;  // 0: a side of M, 1: of S
    uint32_t index; // TI_NONE: none
    double value;   // by which it was taken
} ti_side_pick;

static inline ti_w3 side_lanes(const ti_sides* s, uint32_t group)
{
    return (ti_w3){f4_load(s->normal.x + 4 * group), f4_load(s->normal.y + 4 * group),
                   f4_load(s->normal.z + 4 * group)};
}

// The smallest n.p of each of eight n, and of four where there are no more.
static inline void lowest_along(const ti_w3 n[2], bool two, const ti_points* p, ti_v4 low[2])
{
    low[0] = low[1] = f4_set(HUGE_VAL);
    for (uint32_t i = 0; i < p->count; ++i) {
        ti_w3 x = {f4_set(p->x[i]), f4_set(p->y[i]), f4_set(p->z[i])};
        low[0] = f4_min(w3_dot(n[0], x), low[0]);
        if (two) {
            low[1] = f4_min(w3_dot(n[1], x), low[1]);
        }
    }
}

// Sides of M (body 0) above the points of S, or of S above those of M, eight at a time.
static inline void view_body(const ti_course* c, const ti_stand* at, const ti_couple* p, uint32_t body,
                             ti_side_view* v)
{
    const ti_sides* s = body == 0 ? p->sides_m : p->sides_s;
    const ti_points* points = body == 0 ? p->s : p->m;
    const ti_v4 sign = f4_set(body == 0 ? 1.0 : -1.0);
    const ti_w3 pivot = w3_set(at->pivot), by = w3_set(c->by);
    v->groups[body] = s->normal.count / 4;
    for (uint32_t g = 0; g < v->groups[body]; g += 2) {
        ti_w3 n[2], world[2];
        ti_v4 low[2];
        const bool two = g + 1 < v->groups[body];
        for (uint32_t k = 0; k <= (uint32_t)two; ++k) {
            ti_w3 d = side_lanes(s, g + k);
            world[k] = body == 0 && at->turns ? w3_rotate(&at->turn, d) : d;
            n[k] = body == 0 ? world[k] : (at->turns ? w3_rotate_back(&at->turn, d) : d);
        }
        lowest_along(n, two, points, low);
        for (uint32_t k = 0; k <= (uint32_t)two; ++k) {
            v->now[body][g + k] =
                (low[k] - sign * w3_dot(world[k], pivot)) - f4_load(s->offset + 4 * (g + k));
            v->rate[body][g + k] = sign * w3_dot(world[k], by);
        }
    }
}

// The largest of values that come four at a time.
typedef struct ti_largest {
    ti_v4 value;
    ti_m4 at, current;
} ti_largest;

static inline ti_largest largest_of_none(void)
{
    const ti_m4 first = {0, 1, 2, 3};
    return (ti_largest){f4_set(-HUGE_VAL), first, first};
}

static inline void largest_add(ti_largest* l, ti_v4 value)
{
    ti_m4 more = (ti_m4)(value > l->value);
    l->value = f4_select(more, value, l->value);
    l->at = (ti_m4)f4_select(more, (ti_v4)l->current, (ti_v4)l->at);
    l->current += (ti_m4){4, 4, 4, 4};
}

static inline ti_side_pick largest_pick(const ti_largest* l, uint32_t body)
{
    ti_farthest f = largest_lane(l->value, l->at);
    return (ti_side_pick){body, f.index, f.value};
}

// The side of a body along which the separation is largest, for a translation at t.
static inline ti_side_pick pick_of(const ti_side_view* v, uint32_t body, double t)
{
    ti_largest l = largest_of_none();
    for (uint32_t g = 0; g < v->groups[body]; ++g) {
        largest_add(&l, v->now[body][g] - f4_set(t) * v->rate[body][g]);
    }
    return largest_pick(&l, body);
}

// Of a translation at t: the side of a body above the target now that stays so longest; `value` is until
// when.
static inline ti_side_pick pick_longest(const ti_side_view* v, uint32_t body, double t, double target)
{
    ti_largest l = largest_of_none();
    for (uint32_t g = 0; g < v->groups[body]; ++g) {
        ti_v4 room = v->now[body][g] - f4_set(target), rate = v->rate[body][g];
        ti_m4 now = (ti_m4)(room - f4_set(t) * rate > f4_set(0.0));
        ti_v4 end = f4_select((ti_m4)(rate > f4_set(0.0)), room / rate, f4_set(HUGE_VAL));
        largest_add(&l, f4_select(now, end, f4_set(-1.0)));
    }
    return largest_pick(&l, body);
}

// The direction of a side, from M to S.
static inline toi_vec3 side_direction(const ti_stand* at, const ti_couple* p, const ti_side_pick* pick)
{
    toi_vec3 d = still_point(pick->body == 0 ? &p->sides_m->normal : &p->sides_s->normal, pick->index);
    if (pick->body == 1) {
        return v3_negate(d);
    }
    return at->turns ? m3_apply(&at->turn, d) : d;
}

// The separation along a side. Along one of S its own points need not be looked at: `offset` has been
// computed by the same operations.
static inline ti_along along_side(const ti_stand* at, const ti_couple* p, const ti_side_pick* pick)
{
    toi_vec3 n = side_direction(at, p, pick);
    if (pick->body == 0) {
        return along(at, p, n);
    }
    ti_along a;
    a.normal = n;
    a.home = stand_home(at, n);
    a.offset = v3_dot(n, at->pivot);
    ti_farthest m = ti_farthest_of(p->m, 0, p->m->count, a.home);
    a.low = -p->sides_s->offset[pick->index];
    a.high = m.value;
    a.now = (a.low - a.offset) - a.high;
    a.m = m.index;
    a.s = p->sides_s->corner[p->sides_s->corner_first[pick->index]];
    return a;
}

// Where a corner of one body is over a side of the other.
typedef struct ti_over {
    double height;
    bool inside;   // over the inside of that side, by more than was asked for
    toi_vec3 foot; // what is under it, in the axes in which the points of that body are kept
} ti_over;

// Four corners of a polygon.
static inline ti_w3 polygon_corners(const ti_points* p, const uint32_t* corner, const uint32_t at[4])
{
    const uint32_t i = corner[at[0]], j = corner[at[1]], k = corner[at[2]], l = corner[at[3]];
    return (ti_w3){{p->x[i], p->x[j], p->x[k], p->x[l]},
                   {p->y[i], p->y[j], p->y[k], p->y[l]},
                   {p->z[i], p->z[j], p->z[k], p->z[l]}};
}

// Whether x, seen along the normal n of a polygon whose corners go around it counter-clockwise, is inside of
// all its edges by more than `reach`.
static inline bool is_well_inside(const ti_points* p, const uint32_t* corner, uint32_t count, toi_vec3 n,
                                  toi_vec3 x, double reach)
{
    const ti_v4 zero = f4_set(0.0), reach2 = f4_set(reach * reach);
    int outside = 0;
    for (uint32_t i = 0; i < count; i += 4) {
        uint32_t at[4], to[4];
        for (uint32_t k = 0; k < 4; ++k) {
            at[k] = i + k < count ? i + k : count - 1;
            to[k] = at[k] + 1 < count ? at[k] + 1 : 0;
        }
        ti_w3 a = polygon_corners(p, corner, at), e = w3_sub(polygon_corners(p, corner, to), a);
        ti_v4 in = w3_dot(w3_cross(w3_set(n), e), w3_sub(w3_set(x), a));
        outside |= ~m4_bits((ti_m4)(in > zero) & (ti_m4)(in * in > reach2 * w3_dot(e, e))) & 15;
    }
    return outside == 0;
}

static inline ti_over over_side(const ti_stand* at, const ti_couple* p, const ti_side_pick* pick,
                                uint32_t corner, double reach)
{
    const bool of_m = pick->body == 0;
    const ti_sides* s = of_m ? p->sides_m : p->sides_s;
    const uint32_t first = s->corner_first[pick->index], i = pick->index;
    toi_vec3 n = still_point(&s->normal, i);
    toi_vec3 x =
        of_m ? stand_home(at, v3_sub(still_point(p->s, corner), at->pivot)) : stand_point(at, p->m, corner);
    ti_over over = {.height = v3_dot(n, x) - s->offset[i]};
    over.foot = v3_madd(x, -over.height, n);
    over.inside =
        is_well_inside(of_m ? p->m : p->s, s->corner + first, s->corner_first[i + 1] - first, n, x, reach);
    return over;
}

// The simplex of a corner of one body and what is under it of a side of the other: the triangle of that side
// which is nearest, as far as its fan tells.
static inline void seed_simplex(const ti_stand* at, const ti_couple* p, const ti_side_pick* pick,
                                uint32_t corner, ti_simplex* sx)
{
    const bool of_m = pick->body == 0;
    const ti_sides* sides = of_m ? p->sides_m : p->sides_s;
    const uint32_t* around = sides->corner + sides->corner_first[pick->index];
    uint32_t count = sides->corner_first[pick->index + 1] - sides->corner_first[pick->index], i = 1;
    toi_vec3 q = of_m ? still_point(p->s, corner) : stand_point(at, p->m, corner);
    toi_vec3 c = of_m ? stand_point(at, p->m, around[0]) : still_point(p->s, around[0]);
    toi_vec3 n = side_direction(at, p, pick), out = v3_cross(v3_sub(q, c), of_m ? n : v3_negate(n));
    for (; i + 2 < count; ++i) {
        toi_vec3 d = of_m ? stand_point(at, p->m, around[i + 1]) : still_point(p->s, around[i + 1]);
        if (!(v3_dot(out, v3_sub(d, c)) > 0.0)) { // q is not to the left of the way from c to d
            break;
        }
    }
    const uint32_t chosen[3] = {around[0], around[i], around[i + 1]};
    sx->count = 0;
    for (uint32_t k = 0; k < 3; ++k) {
        sx_add(at, p, of_m ? chosen[k] : corner, of_m ? corner : chosen[k], sx);
    }
}

#endif
