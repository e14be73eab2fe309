// Links: how far a mover may go with two pieces kept apart along one direction, in closed form.
//
// Translation. f(t) = f - t n.v, exactly linear.
//
// Rotation, n fixed in the world. With tau = tan(alpha/2), k the axis, points r of M from the pivot as they
// stand now, h = (n.k)(k.r), N = n.r, W = n.(k x r): n.r(alpha) = h + (N - h) cos alpha + W sin alpha. It
// stays below a level K while
//     c0 - 2 W tau + c2 tau^2 >= 0,   c0 = K - N,  c2 = K + N - 2 h,                               (1)
// the left side being (1 + tau^2) times the gap. K is min n.s - n.pivot less the separation that is to
// remain. The direction may as well be fixed in M (a face of M above points of S): then S turns the other
// way, and (1) holds for the points of S from the pivot with -n, -k and K = -(max n.r + that separation).
//
// The first positive root of (1) is c0/(W + sqrt(W^2 - c0 c2)) for W >= 0, none where the root is not real,
// and (sqrt(W^2 - c0 c2) - W)/(-c2) for W < 0, none for c2 >= 0: in this form sums are of terms of one sign
// only.
//
// Bounds, with u = 2^-53.
// - Coefficients within delta of the exact ones change the gap by at most delta (1 + 2 tau + tau^2)/(1 +
//   tau^2) <= 2 delta. delta: N three roundings and the direction in the axes of M 5.2 u, 8.2 u y; c2 is the
//   dot product with n - 2 (n.k) k: n.k 3 u, the vector 8 u, the dot 3 u of at most y, 14 u y; W the same
//   with n x k, 3 u and 5.2 u and 3 u; K 3 u R + 3 u |a| + 3 u of the sums: below 30 u y + 15 u (R + |a|) in
//   all.
// - The computed root is the exact one of (1) with other coefficients, but for its last roundings. W^2 and c0
//   c2 are computed as (W (1 + d1/2))^2 and (c0 (1 + d2)) c2, the difference errs by a factor 1 + d3, which
//   is d3/2 of its root, each |d| <= u; so with W' and c0' at most u away in relative size the computed
//   number is sqrt(W'^2 - c0' c2) but for 1.5 u, and, as both terms of the sum have one sign, the quotient
//   that of the exact first root but for 5 u. Cut by 2^-49 of itself it is not beyond it, so the exact (1)
//   with W', c0' holds up to there, and the given one up to u (|c0| + 2 |W| tau)/(1 + tau^2) <= u (|c0| +
//   |W|), whatever the condition of the root. A computed W^2 - c0 c2 below 0 is one of W', c0' as well: then
//   (1) has no root there. Products that underflow are below 2^-1022, which is far below e^2 (course.c keeps
//   the unit near the size of the bodies).
// - c0 may be below 0 by its rounding where the separation now is the one that is to remain; it is taken for
// 0
//   then, part of delta.

#ifndef TI_NARROW_TRACE_LINK_H
#define TI_NARROW_TRACE_LINK_H

#include "narrow/trace/gap.h"

static const double TI_ROOT_CUT = 1.0 - 0x1p-49;

// The quadratics (1) of points p: c0 = level_0 - n.p, c2 = level_2 + mirror.p, W = tilt.p - tilt_0.
typedef struct ti_quadratics {
    const ti_points* points;
    toi_vec3 n, mirror, tilt;
    double level_0, level_2, tilt_0;
} ti_quadratics;

static inline toi_vec3 mirror_of(toi_vec3 n, toi_vec3 axis)
{
    return v3_madd(n, -2.0 * v3_dot(n, axis), axis);
}

// n fixed in the world.
static inline ti_quadratics quadratics_of_m(const ti_couple* p, const ti_along* a, toi_vec3 axis,
                                            double remains)
{
    double level = (a->low - a->offset) - remains;
    return (ti_quadratics){.points = p->m,
                           .n = a->home,
                           .mirror = mirror_of(a->home, axis),
                           .tilt = v3_cross(a->home, axis),
                           .level_0 = level,
                           .level_2 = level};
}

// n fixed in M. Points of S are kept from the origin of the frame, so what the pivot adds is in the levels.
static inline ti_quadratics quadratics_of_s(const ti_couple* p, const ti_along* a, toi_vec3 axis,
                                            toi_vec3 pivot, double remains)
{
    toi_vec3 n = v3_negate(a->normal);
    double level = -(a->high + remains);
    ti_quadratics q = {.points = p->s, .n = n, .mirror = mirror_of(n, axis), .tilt = v3_cross(axis, n)};
    q.level_0 = level - a->offset;
    q.level_2 = level - v3_dot(q.mirror, pivot);
    q.tilt_0 = v3_dot(q.tilt, pivot);
    return q;
}

static inline ti_v4 dot_lanes(toi_vec3 n, ti_v4 x, ti_v4 y, ti_v4 z)
{
    return f4_set(n.x) * x + f4_set(n.y) * y + f4_set(n.z) * z;
}

// The first positive root of each, HUGE_VAL where there is none.
static inline ti_v4 root_lanes(ti_v4 c0, ti_v4 c2, ti_v4 w)
{
    const ti_v4 zero = f4_set(0.0);
    c0 = f4_max(c0, zero);
    ti_v4 square = w * w - c0 * c2;
    ti_m4 leaves = (ti_m4)(w < zero), bends = (ti_m4)(c2 < zero);
    ti_v4 root = f4_sqrt(f4_max(square, zero));
    ti_v4 over = f4_select(leaves, root - w, c0), under = f4_select(leaves, -c2, w + root);
    // Where the sum is 0 so are c0 c2 and W: the gap falls from the start on, or never.
    ti_m4 stays =
        (leaves & ~bends) | (~leaves & ((ti_m4)(square < zero) | ((ti_m4)(under <= zero) & ~bends)));
    ti_v4 tau = f4_select((ti_m4)(under > zero), over / under, zero);
    return f4_select(stays, f4_set(HUGE_VAL), tau);
}

// Where a link along a direction ends.
typedef struct ti_root {
    double tau;     // the smallest root of all, cut; HUGE_VAL where no point has one
    double end;     // the least left side of (1) at tau = rest
    uint32_t point; // whose root it is
} ti_root;

static inline ti_root first_root(const ti_quadratics* q, double rest)
{
    ti_v4 least = f4_set(HUGE_VAL), end = least, rest1 = f4_set(2.0 * rest), rest2 = f4_set(rest * rest);
    ti_m4 at = {0, 1, 2, 3}, current = at;
    for (uint32_t i = 0; i < q->points->count; i += 4) {
        ti_v4 x = f4_load(q->points->x + i), y = f4_load(q->points->y + i), z = f4_load(q->points->z + i);
        ti_v4 c0 = f4_set(q->level_0) - dot_lanes(q->n, x, y, z);
        ti_v4 c2 = f4_set(q->level_2) + dot_lanes(q->mirror, x, y, z);
        ti_v4 w = dot_lanes(q->tilt, x, y, z) - f4_set(q->tilt_0);
        ti_v4 root = root_lanes(c0, c2, w);
        at = (ti_m4)f4_select((ti_m4)(root < least), (ti_v4)current, (ti_v4)at);
        current += (ti_m4){4, 4, 4, 4};
        least = f4_min(root, least);
        end = f4_min((c0 - rest1 * w) + rest2 * c2, end);
    }
    ti_farthest first = lane_of(f4_lane_of_min(least), least, at);
    return (ti_root){first.value * TI_ROOT_CUT, f4_hmin(end), first.index};
}

#endif
