// The separation of two pieces along a direction, and the search for the direction along which it is largest.
//
// Along a unit direction n, from M to S, the separation is f = min over S of n.s - max over M of n.m. f > 0
// proves that the pieces are more than f apart. The search (Gilbert, Johnson and Keerthi) only proposes
// directions; each is evaluated, so where it is wrong a proof is weak and never false.

#ifndef TI_NARROW_TRACE_GAP_H
#define TI_NARROW_TRACE_GAP_H

#include "bvh/farthest.h"
#include "math/scalar.h"
#include "narrow/trace/kernel.h"
#include "narrow/trace/toward.h"

// How M stands at a place: point y of a piece is at pivot + turn y, or where it does not turn pivot + y.
typedef struct ti_stand {
    bool turns;
    toi_vec3 pivot;
    ti_mat3 turn;
} ti_stand;

static inline toi_vec3 stand_point(const ti_stand* at, const ti_points* m, uint32_t i)
{
    toi_vec3 y = v3(m->x[i], m->y[i], m->z[i]);
    return v3_add(at->pivot, at->turns ? m3_apply(&at->turn, y) : y);
}

static inline toi_vec3 still_point(const ti_points* s, uint32_t i)
{
    return v3(s->x[i], s->y[i], s->z[i]);
}

// A direction in the axes in which the points of M are kept.
static inline toi_vec3 stand_home(const ti_stand* at, toi_vec3 n)
{
    return at->turns ? m3_apply_transposed(&at->turn, n) : n;
}

// The separation along a direction.
typedef struct ti_along {
    toi_vec3 normal; // unit, from M to S
    toi_vec3 home;   // the same in the axes of the points of M
    double low;      // min n.s
    double offset;   // n.pivot
    double high;     // max home.y
    double now;      // (low - offset) - high
    uint32_t m, s;   // the points that decide it
} ti_along;

static inline ti_along along(const ti_stand* at, const ti_couple* p, toi_vec3 n)
{
    ti_along a;
    a.normal = n;
    a.home = stand_home(at, n);
    a.offset = v3_dot(n, at->pivot);
    ti_farthest m = ti_farthest_of(p->m, 0, p->m->count, a.home);
    ti_farthest s = ti_farthest_of(p->s, 0, p->s->count, v3_negate(n));
    a.low = -s.value;
    a.high = m.value;
    a.now = (a.low - a.offset) - a.high;
    a.m = m.index;
    a.s = s.index;
    return a;
}

typedef enum ti_seen_state {
    TI_SEEN_MEET = 0, // the search found a common point, or nothing that parts the pieces
    TI_SEEN_APART,    // `along` separates enough
    TI_SEEN_NEAR,     // the distance is at most what was asked for, and known
    TI_SEEN_ALL,      // there is no better direction: `along` separates by the distance, up to rounding
} ti_seen_state;

typedef struct ti_seen {
    ti_seen_state state;
    ti_along along; // the best that was evaluated
    toi_vec3
        normal; // towards the simplex, whose distance from the origin bounds that of the pieces from above
    double distance;
} ti_seen;

// When a search may end.
typedef struct ti_aim {
    double near;   // the distance is at most this,
    double close;  // and known to this
    double enough; // or the separation is at least this and leads far enough:
    double target; // the part TI_AIM_PART of the way from here to the distance
} ti_aim;

// Directions of links need not be the best ones: this part of what the best one allows is worth a link.
static const double TI_AIM_PART = 0.75;
enum { TI_GAP_ROUNDS = 40 };

static inline toi_vec3 apart_of(const ti_stand* at, const ti_couple* p, uint32_t m, uint32_t s)
{
    return v3_sub(still_point(p->s, s), stand_point(at, p->m, m));
}

static inline void sx_add(const ti_stand* at, const ti_couple* p, uint32_t m, uint32_t s, ti_simplex* sx)
{
    sx->a[sx->count] = m;
    sx->b[sx->count] = s;
    sx->w[sx->count] = apart_of(at, p, m, s);
    ++sx->count;
}

// Puts the points of a simplex of another place where they are now.
static inline void sx_move(const ti_stand* at, const ti_couple* p, ti_simplex* sx)
{
    for (uint32_t i = 0; i < sx->count; ++i) {
        sx->w[i] = apart_of(at, p, sx->a[i], sx->b[i]);
    }
}

// How a search ends that finds nothing better.
static inline ti_seen_state seen_all(const ti_seen* seen, const ti_aim* aim)
{
    if (!(seen->along.now > 0.0)) {
        return TI_SEEN_MEET;
    }
    return seen->distance <= aim->near ? TI_SEEN_NEAR : TI_SEEN_ALL;
}

// Whether the simplex of this distance, and the best separation so far, end the search.
static inline bool is_seen(ti_seen* seen, const ti_aim* aim)
{
    double d = seen->distance, now = seen->along.now;
    if (d <= aim->near) {
        seen->state = TI_SEEN_NEAR;
        return d - now <= aim->close;
    }
    seen->state = TI_SEEN_APART;
    return now >= aim->enough && now - aim->target >= TI_AIM_PART * (d - aim->target);
}

// From the corners of `sx`, at least one, on.
static inline void look_on(const ti_stand* at, const ti_couple* p, const ti_aim* aim, ti_simplex* sx,
                           ti_seen* seen)
{
    for (int round = 0; round < TI_GAP_ROUNDS; ++round) {
        const ti_toward to = toward_simplex(sx);
        if (!(to.distance > 0.0)) {
            // Rounding takes some flat tetrahedra for ones around the origin: four corners of two edges are
            // in one plane. Where the pieces are known to keep apart the last corner brought nothing.
            bool apart = seen->along.now > 0.0 && sx->count == 4;
            sx->count = apart ? 3 : sx->count;
            seen->state = apart ? seen_all(seen, aim) : TI_SEEN_MEET;
            return;
        }
        seen->distance = to.distance;
        seen->normal = to.normal;
        if (is_seen(seen, aim)) {
            return;
        }
        ti_along a = along(at, p, to.normal);
        if (a.now > seen->along.now) {
            seen->along = a;
        }
        if (is_seen(seen, aim)) {
            return;
        }
        // The last round adds no corner: those that are left carry the nearest point, so they are at most
        // three.
        if (sx_holds(sx, a.m, a.s) || round + 1 == TI_GAP_ROUNDS) {
            break;
        }
        sx_add(at, p, a.m, a.s, sx);
    }
    seen->state = seen_all(seen, aim);
}

// The same for two pieces of which nothing is known. `guess` is a direction from M to S of any length; the
// first points decide where it is zero.
static inline void look_first(const ti_stand* at, const ti_couple* p, const ti_aim* aim, ti_simplex* sx,
                              ti_seen* seen)
{
    double length2 = v3_dot(p->guess, p->guess);
    sx->count = 0;
    seen->along.now = -HUGE_VAL;
    if (!(length2 > 0.0)) {
        sx_add(at, p, 0, 0, sx);
    } else {
        seen->along = along(at, p, v3_scale(1.0 / sqrt(length2), p->guess));
        for (uint32_t i = 0; p->fan && i < 3; ++i) {
            sx_add(at, p, seen->along.m, i, sx);
        }
        if (!p->fan) {
            sx_add(at, p, seen->along.m, seen->along.s, sx);
        }
    }
    look_on(at, p, aim, sx, seen);
}

static inline void look_again(const ti_stand* at, const ti_couple* p, const ti_aim* aim, ti_simplex* sx,
                              ti_seen* seen)
{
    seen->along.now = -HUGE_VAL;
    sx_move(at, p, sx);
    look_on(at, p, aim, sx, seen);
}

#endif
