// The direction from the origin to a simplex, found in lanes: all its sides at once, and no branch but the
// one that what is nearest decides. What it reduces a simplex to is what sx_reduce does, but for ties.

#ifndef TI_NARROW_TRACE_TOWARD_H
#define TI_NARROW_TRACE_TOWARD_H

#include "math/simd3.h"
#include "math/simplex.h"

typedef struct ti_toward {
    toi_vec3 normal; // unit, from the origin
    double distance; // 0: the origin is in the simplex, or on it
} ti_toward;

// Three corners of a simplex in lanes, the last lane as the first.
static inline ti_w3 toward_corners(const ti_simplex* s, unsigned a, unsigned b, unsigned c)
{
    const toi_vec3* w = s->w;
    return (ti_w3){
        {w[a].x, w[b].x, w[c].x, w[a].x}, {w[a].y, w[b].y, w[c].y, w[a].y}, {w[a].z, w[b].z, w[c].z, w[a].z}};
}

// Puts corner `from` in the place of another.
static inline void sx_put(ti_simplex* s, unsigned at, unsigned from)
{
    s->a[at] = s->a[from];
    s->b[at] = s->b[from];
    s->w[at] = s->w[from];
}

// Lanes 1, 2, 0, 3.
static inline ti_v4 f4_next(ti_v4 a)
{
    return (ti_v4){a[1], a[2], a[0], a[3]};
}

static inline ti_w3 w3_next(ti_w3 a)
{
    return (ti_w3){f4_next(a.x), f4_next(a.y), f4_next(a.z)};
}

// Where on the segments p + t e, 0 <= t <= 1, the origin is nearest, and how near, squared. A segment without
// a length is a point.
static inline ti_v4 toward_segments(ti_w3 p, ti_w3 e, ti_v4* t)
{
    const ti_v4 zero = f4_set(0.0), one = f4_set(1.0);
    ti_v4 length2 = w3_dot(e, e), share = (zero - w3_dot(p, e)) / length2;
    *t = f4_min(one, f4_max(share, zero)); // zero where that is not a number
    ti_w3 x = w3_add(p, w3_scale(*t, e));
    return w3_dot(x, x);
}

static inline ti_toward toward_vector(toi_vec3 p)
{
    double d = v3_length(p), inverse = 1.0 / d;
    return d > 0.0 ? (ti_toward){v3_scale(inverse, p), d} : (ti_toward){{0.0, 0.0, 0.0}, 0.0};
}

// Perpendicular to the edge twice, so that the direction is accurate however near the origin is.
static inline ti_toward toward_edge(toi_vec3 a, toi_vec3 b)
{
    toi_vec3 d = v3_sub(b, a);
    double inverse = 1.0 / v3_dot(d, d);
    toi_vec3 p = v3_madd(a, -v3_dot(a, d) * inverse, d);
    return toward_vector(v3_madd(p, -v3_dot(p, d) * inverse, d));
}

// Along n, a normal of the face of corner a.
static inline ti_toward toward_face(toi_vec3 n, toi_vec3 a)
{
    double inverse = 1.0 / v3_length(n), h = v3_dot(n, a) * inverse;
    inverse = h < 0.0 ? -inverse : inverse;
    return (ti_toward){v3_scale(inverse, n), fabs(h)};
}

// The nearest point of the edge of corners i and k, t its place on it.
static inline ti_toward toward_side(ti_simplex* s, unsigned i, unsigned k, double t)
{
    if (t > 0.0 && t < 1.0) {
        unsigned low = i < k ? i : k, high = i < k ? k : i;
        sx_put(s, 0, low);
        sx_put(s, 1, high);
        s->count = 2;
        return toward_edge(s->w[0], s->w[1]);
    }
    sx_put(s, 0, t > 0.0 ? k : i);
    s->count = 1;
    return toward_vector(s->w[0]);
}

static inline ti_toward toward_segment(ti_simplex* s)
{
    toi_vec3 d = v3_sub(s->w[1], s->w[0]);
    double along = -v3_dot(s->w[0], d), length2 = v3_dot(d, d);
    return toward_side(s, 0, 1, along > 0.0 ? (along < length2 ? 0.5 : 1.0) : 0.0);
}

static inline ti_toward toward_triangle(ti_simplex* s)
{
    ti_w3 p = toward_corners(s, 0, 1, 2), q = w3_next(p), e = w3_sub(q, p);
    toi_vec3 n = v3_cross(v3_sub(s->w[1], s->w[0]), v3_sub(s->w[2], s->w[0]));
    int inside = m4_bits((ti_m4)(w3_dot(w3_cross(p, q), w3_set(n)) > f4_set(0.0))) & 7;
    if (inside == 7) {
        return toward_face(n, s->w[0]);
    }
    ti_v4 t, distance2 = toward_segments(p, e, &t);
    unsigned i = (unsigned)f4_lane_of_min(distance2), k = i < 2 ? i + 1 : 0;
    return toward_side(s, i, k, t[i]);
}

// The last corner was added where the first three were a face that the origin is nearest to, so what is
// nearest now has the last one. Lane i has the side of corners 3, i and i + 1, and the edge of 3 and i.
static inline ti_toward toward_tetrahedron(ti_simplex* s)
{
    const ti_v4 zero = f4_set(0.0);
    ti_w3 p = toward_corners(s, 0, 1, 2), d = w3_set(s->w[3]), e = w3_sub(p, d), f = w3_next(e);
    ti_w3 n = w3_cross(e, f), g = w3_cross(d, n);
    ti_v4 height = w3_dot(n, d), u = w3_dot(f, g), v = zero - w3_dot(e, g), n2 = w3_dot(n, n);
    ti_m4 inside = (ti_m4)(height * w3_dot(n, w3_next(f)) < zero);
    ti_m4 over = ~inside & (ti_m4)(u > zero) & (ti_m4)(v > zero) & (ti_m4)(n2 - u - v > zero);
    int sides = m4_bits(over) & 7;
    if (sides != 0) {
        int i = f4_lane_of_min(f4_select(over, height * height / n2, f4_set(HUGE_VAL)));
        ti_toward out = toward_face(w3_lane(n, i), s->w[3]);
        sx_put(s, i == 0 ? 2U : (unsigned)i - 1, 3);
        s->count = 3;
        return out;
    }
    if ((m4_bits(inside) & 7) == 7) {
        return (ti_toward){{0.0, 0.0, 0.0}, 0.0};
    }
    ti_v4 t, distance2 = toward_segments(d, e, &t);
    int i = f4_lane_of_min(distance2);
    return toward_side(s, 3, (unsigned)i, t[i]);
}

// Reduces a simplex to the corners that carry its nearest point. The distance is 0 where it holds the origin.
static inline ti_toward toward_simplex(ti_simplex* s)
{
    switch (s->count) {
    case 1:
        return toward_vector(s->w[0]);
    case 2:
        return toward_segment(s);
    case 3:
        return toward_triangle(s);
    default:
        return toward_tetrahedron(s);
    }
}

#endif
