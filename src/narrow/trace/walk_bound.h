// Lower bounds of the time at which a piece of M can come near triangles of S, four triangles at once: links
// in closed form along the normals of the triangles, across their sides, and fixed in M. They say from where
// a chain has to look, in what order triangles are best tried, and which need no chain at all.
//
// As links do (link.h), they keep the separation along some direction at `need`, the target of a zone in
// which the whole separation is kept. That is above the floor by three bounds e, so that the separation
// computed anywhere before the bound is above the floor, whatever the direction: each is of length 1 within 4
// u.

#ifndef TI_NARROW_TRACE_WALK_BOUND_H
#define TI_NARROW_TRACE_WALK_BOUND_H

#include "math/simd3.h"
#include "narrow/trace/walk_part.h"

enum { TI_OUTLINE = 16 }; // most points of a profile

// What bounds see of a piece of M at the start of a part: points whose hull holds it, from the pivot, and
// directions in which it is thin. Of a rotation about k also k.r and k x r of each point r.
typedef struct ti_profile {
    double x[TI_OUTLINE], y[TI_OUTLINE], z[TI_OUTLINE];
    double along[TI_OUTLINE], across[3][TI_OUTLINE];
    uint32_t count; // the arrays are filled up to a multiple of four
    bool is_box;    // the points are corners of this box: which tells their extent with half the work
    toi_vec3 center, half[3];
    uint32_t axis_count;
    toi_vec3 axis[3];       // unit
    double low[3], high[3]; // extent of the points along them
} ti_profile;

// Of a part: keys from which and up to which something is asked, and how far apart the pieces are to be.
typedef struct ti_stretch {
    double from, to, need;
} ti_stretch;

// Corners of four triangles of S, from the pivot.
typedef struct ti_four {
    ti_v4 x[3], y[3], z[3];
} ti_four;

static inline void load_four(const toi_mesh* mesh, const uint32_t triangle[4], ti_four* four)
{
    const ti_triangle* t[4];
    for (uint32_t i = 0; i < 4; ++i) {
        t[i] = &mesh->triangles[triangle[i]];
    }
    for (int k = 0; k < 3; ++k) {
        const toi_vec3 *a = &mesh->local[t[0]->vertex[k]], *b = &mesh->local[t[1]->vertex[k]];
        const toi_vec3 *c = &mesh->local[t[2]->vertex[k]], *d = &mesh->local[t[3]->vertex[k]];
        four->x[k] = (ti_v4){a->x, b->x, c->x, d->x};
        four->y[k] = (ti_v4){a->y, b->y, c->y, d->y};
        four->z[k] = (ti_v4){a->z, b->z, c->z, d->z};
    }
}

static inline void shift_four(ti_four* s, toi_vec3 by)
{
    for (int k = 0; k < 3; ++k) {
        s->x[k] -= f4_set(by.x);
        s->y[k] -= f4_set(by.y);
        s->z[k] -= f4_set(by.z);
    }
}

// A direction in each lane.
typedef struct ti_ways {
    ti_v4 x, y, z;
} ti_ways;

static inline ti_v4 ways_dot(const ti_ways* n, toi_vec3 v)
{
    return n->x * f4_set(v.x) + n->y * f4_set(v.y) + n->z * f4_set(v.z);
}

static inline ti_v4 point_along(const ti_ways* n, const ti_profile* m, uint32_t i)
{
    return n->x * f4_set(m->x[i]) + n->y * f4_set(m->y[i]) + n->z * f4_set(m->z[i]);
}

static inline ti_v4 corner_along(const ti_ways* n, const ti_four* s, int k)
{
    return n->x * s->x[k] + n->y * s->y[k] + n->z * s->z[k];
}

typedef struct ti_span4 {
    ti_v4 low, high;
} ti_span4;

static inline ti_span4 span_of_corners(const ti_ways* n, const ti_four* s)
{
    ti_v4 a = corner_along(n, s, 0), b = corner_along(n, s, 1), c = corner_along(n, s, 2);
    return (ti_span4){f4_min(f4_min(a, b), c), f4_max(f4_max(a, b), c)};
}

static inline ti_span4 span_of_points(const ti_ways* n, const ti_profile* m)
{
    ti_span4 s;
    if (m->is_box) {
        ti_v4 middle = ways_dot(n, m->center), reach = f4_abs(ways_dot(n, m->half[0]));
        reach = (reach + f4_abs(ways_dot(n, m->half[1]))) + f4_abs(ways_dot(n, m->half[2]));
        return (ti_span4){middle - reach, middle + reach};
    }
    s.low = s.high = point_along(n, m, 0);
    for (uint32_t i = 1; i < m->count; ++i) {
        ti_v4 along = point_along(n, m, i);
        s.low = f4_min(along, s.low);
        s.high = f4_max(along, s.high);
    }
    return s;
}

// Unit normals; no number for triangles without area, which proves nothing.
static inline ti_ways normals_of(const ti_four* s)
{
    ti_v4 ax = s->x[1] - s->x[0], ay = s->y[1] - s->y[0], az = s->z[1] - s->z[0];
    ti_v4 bx = s->x[2] - s->x[0], by = s->y[2] - s->y[0], bz = s->z[2] - s->z[0];
    ti_ways n = {ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx};
    ti_v4 length = f4_sqrt(n.x * n.x + n.y * n.y + n.z * n.z), inverse = f4_set(1.0) / length;
    n.x *= inverse;
    n.y *= inverse;
    n.z *= inverse;
    return n;
}

// Directions in the planes of the triangles, across their side from corner k to the next and inwards: from M
// to S where M is beyond that side.
static inline ti_ways sides_of(const ti_four* s, const ti_ways* n, int k)
{
    int next = k == 2 ? 0 : k + 1;
    ti_v4 x = s->x[next] - s->x[k], y = s->y[next] - s->y[k], z = s->z[next] - s->z[k];
    ti_v4 inverse = f4_set(1.0) / f4_sqrt(x * x + y * y + z * z);
    return (ti_ways){(n->y * z - n->z * y) * inverse, (n->z * x - n->x * z) * inverse,
                     (n->x * y - n->y * x) * inverse};
}

// How far apart the pieces are at least at the start of the part, along the normals of the triangles or one
// of the directions of the profile.
static inline ti_v4 apart_now(const ti_profile* m, const ti_four* s, const ti_ways* n)
{
    ti_span4 of_m = span_of_points(n, m), of_s = span_of_corners(n, s);
    ti_v4 most = f4_max(f4_max(of_s.low - of_m.high, of_m.low - of_s.high), f4_set(0.0));
    for (uint32_t i = 0; i < m->axis_count; ++i) {
        toi_vec3 a = m->axis[i];
        ti_ways fixed = {f4_set(a.x), f4_set(a.y), f4_set(a.z)};
        of_s = span_of_corners(&fixed, s);
        ti_v4 apart = f4_max(of_s.low - f4_set(m->high[i]), f4_set(m->low[i]) - of_s.high);
        most = f4_max(apart, most);
    }
    return most;
}

// ---- translations

// While pieces may be near each other, as far as the directions tried can tell.
typedef struct ti_while {
    ti_v4 enter, leave;
} ti_while;

// Along a direction the pieces are apart by `ahead` as M moves towards S at `speed`, or by `behind` where it
// moves away; negative where they are not. A NaN changes nothing.
static inline void narrow_while(ti_while* w, ti_v4 ahead, ti_v4 behind, ti_v4 speed)
{
    ti_m4 back = (ti_m4)(speed < f4_set(0.0));
    ti_v4 in = f4_select(back, behind, ahead), out = f4_select(back, ahead, behind);
    ti_v4 inverse = f4_set(1.0) / f4_abs(speed);
    ti_v4 enter = f4_select((ti_m4)(out > f4_set(0.0)), f4_set(HUGE_VAL), in * inverse);
    w->enter = f4_max(enter, w->enter);
    w->leave = f4_min(-out * inverse, w->leave);
}

static inline void narrow_spans(ti_while* w, ti_span4 m, ti_span4 s, ti_v4 speed, double need)
{
    narrow_while(w, s.low - m.high - f4_set(need), m.low - s.high - f4_set(need), speed);
}

// Lower bounds of the time from which on M may be within `need`; beyond 1 where that is never.
static inline ti_v4 bound_of_straight(const ti_profile* m, const ti_four* s, const ti_ways* n, toi_vec3 by,
                                      double need)
{
    ti_while w = {f4_set(0.0), f4_set(HUGE_VAL)};
    narrow_spans(&w, span_of_points(n, m), span_of_corners(n, s), ways_dot(n, by), need);
    for (int k = 0; k < 3; ++k) {
        ti_ways side = sides_of(s, n, k);
        narrow_spans(&w, span_of_points(&side, m), span_of_corners(&side, s), ways_dot(&side, by), need);
    }
    for (uint32_t i = 0; i < m->axis_count; ++i) {
        toi_vec3 a = m->axis[i];
        ti_ways fixed = {f4_set(a.x), f4_set(a.y), f4_set(a.z)};
        ti_span4 span = {f4_set(m->low[i]), f4_set(m->high[i])};
        narrow_spans(&w, span, span_of_corners(&fixed, s), f4_set(v3_dot(a, by)), need);
    }
    return f4_select((ti_m4)(w.enter > w.leave), f4_set(HUGE_VAL), w.enter);
}

// The same for a mover of one point. With lengths from the point, N the normal of a triangle as its corners
// give it, and e a side: the point is within `need` of the corners along N from `in` until `out`, and does
// not meet what is beyond a side by more at both. Separations along N and N x e are compared times |N| and
// |N||e|: N x e is no longer than that, whatever rounding has made of N, so what is beyond is so by more.
// Computed as here they err by less than 24 u times the distance of the corners and 8 u times the way, which
// is below 3 e.
static const double TI_LEAST_NORMAL2 = 0x1p-900; // of smaller ones rounding may leave no length

static inline ti_v4 bound_of_point(const ti_profile* m, const ti_four* s, toi_vec3 by, double need)
{
    const ti_v4 zero = f4_set(0.0), one = f4_set(1.0), none = f4_set(HUGE_VAL);
    const ti_w3 y = w3_set(v3(m->x[0], m->y[0], m->z[0])), way = w3_set(by);
    ti_w3 corner[3];
    for (int k = 0; k < 3; ++k) {
        corner[k] = w3_sub((ti_w3){s->x[k], s->y[k], s->z[k]}, y);
    }
    const ti_w3 n = w3_cross(w3_sub(corner[1], corner[0]), w3_sub(corner[2], corner[0]));
    const ti_v4 n2 = w3_dot(n, n), speed = w3_dot(n, way), inverse = one / f4_abs(speed);
    const ti_v4 room = f4_select((ti_m4)(n2 > f4_set(TI_LEAST_NORMAL2)), f4_set(need) * f4_sqrt(n2), none);
    const ti_v4 a = w3_dot(n, corner[0]), b = w3_dot(n, corner[1]), c = w3_dot(n, corner[2]);
    const ti_v4 low = f4_min(a, f4_min(b, c)), high = f4_max(a, f4_max(b, c));
    const ti_m4 back = (ti_m4)(speed < zero);
    const ti_v4 in = f4_max((f4_select(back, -high, low) - room) * inverse, zero);
    const ti_v4 out = f4_min((f4_select(back, -low, high) + room) * inverse, one);
    ti_m4 never = (ti_m4)(in > out);
    for (int k = 0; k < 3; ++k) {
        const int next = k == 2 ? 0 : k + 1, last = k == 0 ? 2 : k - 1;
        const ti_w3 e = w3_sub(corner[next], corner[k]), d = w3_cross(n, e);
        const ti_v4 least = f4_min(w3_dot(d, corner[k]), w3_dot(d, corner[last])), rate = w3_dot(d, way);
        const ti_v4 most = room * f4_sqrt(w3_dot(e, e));
        never |= (ti_m4)(least - in * rate > most) & (ti_m4)(least - out * rate > most);
    }
    return f4_select(never, none, in);
}

// ---- rotations

// The smallest of some first roots of (1) in link.h, and whether any of them may lie within the part.
typedef struct ti_roots4 {
    ti_v4 c0[TI_OUTLINE], c2[TI_OUTLINE], w[TI_OUTLINE];
    uint32_t count;
    ti_m4 falls;
} ti_roots4;

// The left side of (1) stays positive up to tau where it is so there, and where it has no double root or the
// middle of its roots is not between.
static inline void roots_add(ti_roots4* r, ti_v4 c0, ti_v4 c2, ti_v4 w, double tau)
{
    ti_v4 zero = f4_set(0.0), end = (c0 - f4_set(2.0 * tau) * w) + f4_set(tau * tau) * c2;
    ti_m4 dips = (ti_m4)(w > zero) & (ti_m4)(w < c2 * f4_set(tau)) & ~(ti_m4)(w * w < c0 * c2);
    r->falls |= ~((ti_m4)(c0 > zero) & (ti_m4)(end > zero)) | dips;
    r->c0[r->count] = c0;
    r->c2[r->count] = c2;
    r->w[r->count] = w;
    ++r->count;
}

// HUGE_VAL in the lanes where no root is within the part; 0 where the separation is not there at the start.
static inline ti_v4 roots_first(const ti_roots4* r, ti_m4 open)
{
    ti_v4 first = f4_set(HUGE_VAL);
    if (m4_bits(r->falls & open) == 0) {
        return first;
    }
    for (uint32_t i = 0; i < r->count; ++i) {
        first = f4_min(root_lanes(r->c0[i], r->c2[i], r->w[i]), first);
        first = f4_select((ti_m4)(r->c0[i] > f4_set(0.0)), first, f4_set(0.0));
    }
    return f4_select(r->falls, first * f4_set(TI_ROOT_CUT), f4_set(HUGE_VAL));
}

// Along the normals of the triangles, which stand still.
static inline ti_v4 bound_of_planes(const ti_profile* m, const ti_four* s, const ti_ways* normals,
                                    toi_vec3 axis, double tau, double need)
{
    ti_ways n = *normals;
    ti_span4 of_m = span_of_points(&n, m), of_s = span_of_corners(&n, s);
    ti_v4 ahead = of_s.low - of_m.high, behind = of_m.low - of_s.high;
    ti_m4 flip = (ti_m4)(behind > ahead);
    ti_v4 apart = f4_select(flip, behind, ahead) - f4_set(need);
    ti_m4 open = (ti_m4)(apart > f4_set(0.0));
    if (m4_bits(open) == 0) {
        return f4_set(0.0);
    }
    ti_m4 sign = flip & f4_sign(f4_set(-1.0));
    n.x = f4_flip(n.x, sign);
    n.y = f4_flip(n.y, sign);
    n.z = f4_flip(n.z, sign);
    ti_v4 level = f4_select(flip, -of_s.high, of_s.low) - f4_set(need),
          twice = ways_dot(&n, axis) * f4_set(2.0);
    ti_roots4 roots;
    roots.count = 0;
    roots.falls = (ti_m4)f4_set(0.0);
    for (uint32_t i = 0; i < m->count; ++i) {
        ti_v4 along = point_along(&n, m, i);
        ti_v4 w = ways_dot(&n, v3(m->across[0][i], m->across[1][i], m->across[2][i]));
        roots_add(&roots, level - along, level + along - twice * f4_set(m->along[i]), w, tau);
    }
    ti_v4 first = roots_first(&roots, open);
    return f4_select(open, first, f4_set(0.0));
}

// Along the direction fixed in M, of those of its profile, that parts the pieces most at the start of the
// part.
static inline ti_v4 bound_of_axes(const ti_profile* m, const ti_four* s, toi_vec3 axis, double tau,
                                  double need)
{
    ti_v4 most = f4_set(-HUGE_VAL), high = most;
    ti_ways n = {most, most, most};
    for (uint32_t i = 0; i < m->axis_count; ++i) {
        toi_vec3 a = m->axis[i];
        ti_ways fixed = {f4_set(a.x), f4_set(a.y), f4_set(a.z)};
        ti_span4 of_s = span_of_corners(&fixed, s);
        ti_v4 ahead = of_s.low - f4_set(m->high[i]), behind = f4_set(m->low[i]) - of_s.high;
        ti_m4 flip = (ti_m4)(behind > ahead);
        ti_v4 apart = f4_select(flip, behind, ahead);
        ti_m4 better = (ti_m4)(apart > most), sign = flip & f4_sign(f4_set(-1.0));
        most = f4_select(better, apart, most);
        high = f4_select(better, f4_select(flip, f4_set(-m->low[i]), f4_set(m->high[i])), high);
        n.x = f4_select(better, f4_flip(fixed.x, sign), n.x);
        n.y = f4_select(better, f4_flip(fixed.y, sign), n.y);
        n.z = f4_select(better, f4_flip(fixed.z, sign), n.z);
    }
    ti_m4 open = (ti_m4)(most > f4_set(need));
    if (m4_bits(open) == 0) {
        return f4_set(0.0);
    }
    ti_v4 level = -(high + f4_set(need)), twice = ways_dot(&n, axis) * f4_set(2.0);
    ti_v4 kx = f4_set(axis.x), ky = f4_set(axis.y), kz = f4_set(axis.z);
    ti_roots4 roots;
    roots.count = 0;
    roots.falls = (ti_m4)f4_set(0.0);
    for (int k = 0; k < 3; ++k) {
        ti_v4 x = s->x[k], y = s->y[k], z = s->z[k], along = corner_along(&n, s, k);
        ti_v4 w = n.x * (ky * z - kz * y) + n.y * (kz * x - kx * z) + n.z * (kx * y - ky * x);
        roots_add(&roots, level + along, level - along + twice * (kx * x + ky * y + kz * z), w, tau);
    }
    ti_v4 first = roots_first(&roots, open);
    return f4_select(open, first, f4_set(0.0));
}

// Whether M stays apart from a plane with the normal n, from M to S, and this level from the pivot, between
// two keys of a part.
static inline bool stays_apart(const ti_profile* m, toi_vec3 n, toi_vec3 axis, double level,
                               const ti_stretch* in)
{
    const ti_v4 zero = f4_set(0.0), a = f4_set(in->from), b = f4_set(in->to), a2 = a + a, aa = a * a,
                b2 = b + b, bb = b * b, level4 = f4_set(level - in->need),
                twice = f4_set(2.0 * v3_dot(n, axis));
    ti_m4 apart = ~(ti_m4)zero;
    for (uint32_t i = 0; i < m->count; i += 4) {
        ti_v4 along = dot_lanes(n, f4_load(m->x + i), f4_load(m->y + i), f4_load(m->z + i)),
              c0 = level4 - along;
        ti_v4 w =
            dot_lanes(n, f4_load(m->across[0] + i), f4_load(m->across[1] + i), f4_load(m->across[2] + i));
        ti_v4 c2 = level4 + along - twice * f4_load(m->along + i);
        ti_m4 dips = (ti_m4)(w > a * c2) & (ti_m4)(w < b * c2) & ~(ti_m4)(w * w < c0 * c2);
        apart &= (ti_m4)(c0 - a2 * w + aa * c2 > zero) & (ti_m4)(c0 - b2 * w + bb * c2 > zero) & ~dips;
    }
    return m4_bits(apart) == 15;
}

// Lower bounds of the tangent of half the angle from which on M may be within `need`; infinite where that is
// not in the part.
static inline ti_v4 bound_of_turn(const ti_profile* m, const ti_four* s, const ti_ways* n, toi_vec3 axis,
                                  double tau, double need)
{
    ti_v4 first = bound_of_axes(m, s, axis, tau, need);
    if (m4_bits((ti_m4)(first <= f4_set(tau))) == 0) {
        return first;
    }
    return f4_max(bound_of_planes(m, s, n, axis, tau, need), first);
}

#endif
