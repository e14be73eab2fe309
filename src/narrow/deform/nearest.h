// The point of a polygon that is nearest to the origin, in each lane. It proposes directions: nothing is
// proved by it, so it need be right only to rounding.

#ifndef TI_NARROW_DEFORM_NEAREST_H
#define TI_NARROW_DEFORM_NEAREST_H

#include "narrow/deform/lanes.h"

// A polygon whose squared area is below this, of numbers below 2, is taken for its edges: nothing underflows
// then.
#define NEAREST_FLAT 0x1p-900

typedef struct nearest {
    ti_w3 point;
    ti_v4 corner[MOST_CORNERS]; // weights of the corners
} nearest;

// Of long thin polygons the diagonals, and two corners that are near to each other, are nearly parallel, and
// their cross products lose digits: at an angle a the normal is off by about u / sin a, and heights by that
// times a diagonal. Below this sin^2 a shorter sides are taken; above it that is 2^12 u = 4.6e-13 of the
// diagonal at most, half of the default tolerance.
#define NEAREST_THIN 0x1p-24

// The foot of the origin on the plane of three points is `at` plus along[0] / area of the way to p, plus
// along[1] / area of that to q.
typedef struct foot {
    ti_w3 n;
    ti_v4 area, along[2];
} foot;

LANES_INLINE foot foot_from(ti_w3 at, ti_w3 p, ti_w3 q)
{
    ti_w3 s = w3_sub(p, at), t = w3_sub(q, at), n = w3_cross(s, t);
    return (foot){n, w3_dot(n, n), {-w3_dot(w3_cross(at, t), n), w3_dot(w3_cross(at, s), n)}};
}

// The normal and the sides of thin polygons, from where two shorter sides meet.
LANES_INLINE void measure_thin(const ti_w3* c, int count, ti_m4 thin, ti_w3* n, ti_v4* side)
{
    if (count == 4) {
        foot f = foot_from(c[0], c[1], c[3]);
        *n = w3_select(thin, f.n, *n);
        side[0] = f4_select(thin, f.along[1], side[0]);
        side[1] = f4_select(thin, f.area - f.along[0], side[1]);
        side[2] = f4_select(thin, f.area - f.along[1], side[2]);
        side[3] = f4_select(thin, f.along[0], side[3]);
        return;
    }
    ti_v4 longest = f4_set(0.0);
    for (int i = 0; i < 3; ++i) { // the longest edge is that behind corner i
        int next = i < 2 ? i + 1 : 0, last = i > 0 ? i - 1 : 2;
        ti_w3 edge = w3_sub(c[next], c[i]);
        ti_v4 length2 = w3_dot(edge, edge);
        ti_m4 longer = thin & (ti_m4)(length2 > longest);
        foot f = foot_from(c[last], c[i], c[next]);
        longest = f4_select(longer, length2, longest);
        *n = w3_select(longer, f.n, *n);
        side[next] = f4_select(longer, f.along[0], side[next]);
        side[last] = f4_select(longer, f.along[1], side[last]);
        side[i] = f4_select(longer, f.area - f.along[0] - f.along[1], side[i]);
    }
}

// The normal times twice the area, and side[i], of the triangle of the edge behind corner i and the origin,
// seen along it.
LANES_INLINE ti_w3 measure_sides(const ti_w3* c, int count, ti_v4* side)
{
    ti_w3 p = w3_sub(c[2], c[0]), q = w3_sub(c[count - 1], c[1]), n = w3_cross(p, q);
    ti_m4 thin = (ti_m4)(w3_dot(n, n) < f4_set(NEAREST_THIN) * (w3_dot(p, p) * w3_dot(q, q)));
    for (int i = 0; i < count; ++i) {
        side[i] = w3_dot(w3_cross(c[i], c[i + 1 < count ? i + 1 : 0]), n);
    }
    if (m4_bits(thin) != 0) {
        measure_thin(c, count, thin, &n, side);
    }
    return n;
}

// Weights of the corners of a point that is side[i] times some constant away from the edge behind corner i.
// Those of a parallelogram are products.
LANES_INLINE void weigh_inside(const ti_v4* side, int count, ti_v4 corner[MOST_CORNERS])
{
    ti_v4 one = f4_set(1.0);
    if (count == 3) {
        ti_v4 inverse = one / (side[0] + side[1] + side[2]);
        corner[0] = side[1] * inverse;
        corner[1] = side[2] * inverse;
        corner[2] = side[0] * inverse;
        corner[3] = f4_set(0.0);
        return;
    }
    ti_v4 v = side[0] / (side[0] + side[2]), u = side[3] / (side[3] + side[1]);
    corner[0] = (one - u) * (one - v);
    corner[1] = u * (one - v);
    corner[2] = u * v;
    corner[3] = (one - u) * v;
}

// Where the nearest point is inside of the polygon, which has three or four corners; others keep what they
// have.
LANES_INLINE void nearest_inside(const ti_w3* c, int count, nearest* out)
{
    ti_v4 zero = f4_set(0.0), side[MOST_CORNERS], least = f4_set(HUGE_VAL), height = f4_set(HUGE_VAL);
    ti_w3 n = measure_sides(c, count, side);
    ti_v4 n2 = w3_dot(n, n);
    ti_m4 inside = (ti_m4)(n2 > f4_set(NEAREST_FLAT));
    for (int i = 0; i < count; ++i) {
        inside &= (ti_m4)(side[i] >= zero);
        ti_v4 h = w3_dot(c[i], n);
        ti_m4 less = (ti_m4)(f4_abs(h) < least);
        least = f4_select(less, f4_abs(h), least);
        height = f4_select(less, h, height);
    }
    if (m4_bits(inside) != 0) {
        ti_v4 corner[MOST_CORNERS];
        weigh_inside(side, count, corner);
        out->point = w3_select(inside, w3_scale(height / n2, n), out->point);
        for (int i = 0; i < count; ++i) {
            out->corner[i] = f4_select(inside, corner[i], out->corner[i]);
        }
    }
}

// The point of an edge from p to q. Where the inside carries it, it is made perpendicular to the edge once
// more: the direction is then accurate however near the origin is.
LANES_INLINE ti_w3 nearest_on_edge(ti_w3 p, ti_w3 q, ti_v4* share)
{
    ti_v4 zero = f4_set(0.0), one = f4_set(1.0);
    ti_w3 edge = w3_sub(q, p);
    ti_v4 length2 = w3_dot(edge, edge);
    ti_m4 some = (ti_m4)(length2 > zero);
    ti_v4 inverse = f4_select(some, one, zero) / f4_select(some, length2, one);
    *share = f4_min(f4_max(-w3_dot(p, edge) * inverse, zero), one);
    ti_w3 x = w3_add(p, w3_scale(*share, edge));
    ti_m4 within = (ti_m4)(*share > zero) & (ti_m4)(*share < one);
    ti_v4 left = f4_select(within, w3_dot(x, edge) * inverse, zero);
    x = w3_sub(x, w3_scale(left, edge));
    return w3_select((ti_m4)(*share == one), q, x);
}

LANES_INLINE void nearest_on_edges(const ti_w3* c, int count, nearest* out)
{
    ti_v4 zero = f4_set(0.0), one = f4_set(1.0), least = f4_set(HUGE_VAL), at = zero, share = zero;
    int edges = count == 2 ? 1 : count; // of a segment, and of a point to itself
    out->point = c[0];
    for (int i = 0; i < edges; ++i) {
        ti_v4 s;
        ti_w3 x = nearest_on_edge(c[i], c[i + 1 < count ? i + 1 : 0], &s);
        ti_v4 d2 = w3_dot(x, x);
        ti_m4 less = (ti_m4)(d2 < least);
        least = f4_select(less, d2, least);
        at = f4_select(less, f4_set(i), at);
        share = f4_select(less, s, share);
        out->point = w3_select(less, x, out->point);
    }
    for (int i = count; i < MOST_CORNERS; ++i) {
        out->corner[i] = zero;
    }
    for (int i = 0; i < count; ++i) {
        ti_v4 first = f4_select((ti_m4)(at == f4_set(i)), one - share, zero);
        ti_v4 last = f4_select((ti_m4)(at == f4_set(i > 0 ? i - 1 : count - 1)), share, zero);
        out->corner[i] = first + last;
    }
}

LANES_INLINE void corners_at(const lanes* l, int count, ti_v4 t, ti_w3* corner)
{
    corner[0] = lanes_corner(l, 0, t);
    for (int i = 1; i < count; ++i) {
        corner[i] = lanes_corner(l, i, t);
    }
}

LANES_INLINE nearest nearest_of(const ti_w3* corner, int count)
{
    nearest out;
    nearest_on_edges(corner, count, &out);
    if (count > 2) {
        nearest_inside(corner, count, &out);
    }
    return out;
}

#endif
