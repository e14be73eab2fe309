// A simplex in the difference of two convex pieces, and its point nearest to the origin (Gilbert, Johnson and
// Keerthi): what proposes directions.

#ifndef TI_MATH_SIMPLEX_H
#define TI_MATH_SIMPLEX_H

#include "math/vec3.h"

// Corners of the simplex of a closest point search, as pairs of points.
typedef struct ti_simplex {
    uint32_t count;
    uint32_t a[4], b[4];
    toi_vec3 w[4]; // b - a
} ti_simplex;

// Closest point of a face of the simplex to the origin; bit i of `corners` is set where corner i carries it.
typedef struct ti_nearest {
    toi_vec3 point;
    double distance2;
    unsigned corners;
} ti_nearest;

static inline ti_nearest sx_nearest_point(toi_vec3 a)
{
    return (ti_nearest){a, v3_dot(a, a), 1u};
}

// Made perpendicular to the edge twice, so that the direction is accurate however near the origin is.
static inline ti_nearest sx_nearest_edge(toi_vec3 a, toi_vec3 b)
{
    toi_vec3 d = v3_sub(b, a);
    double along = -v3_dot(a, d), length2 = v3_dot(d, d);
    if (!(along > 0.0)) {
        return sx_nearest_point(a);
    }
    if (!(along < length2)) {
        return (ti_nearest){b, v3_dot(b, b), 2u};
    }
    toi_vec3 p = v3_madd(a, along / length2, d);
    p = v3_madd(p, -v3_dot(p, d) / length2, d);
    return (ti_nearest){p, v3_dot(p, p), 3u};
}

static inline unsigned sx_spread(unsigned two, unsigned first, unsigned second)
{
    return (two & 1u ? first : 0u) | (two & 2u ? second : 0u);
}

static inline ti_nearest sx_nearest_triangle(toi_vec3 a, toi_vec3 b, toi_vec3 c)
{
    toi_vec3 ab = v3_sub(b, a), ac = v3_sub(c, a), n = v3_cross(ab, ac);
    double n2 = v3_dot(n, n);
    // Signs of the barycentric coordinates of the origin's projection.
    bool past_ab = !(v3_dot(v3_cross(a, b), n) > 0.0);
    bool past_bc = !(v3_dot(v3_cross(b, c), n) > 0.0);
    bool past_ca = !(v3_dot(v3_cross(c, a), n) > 0.0);
    if (!past_ab && !past_bc && !past_ca) {
        double h = v3_dot(n, a) / n2;
        return (ti_nearest){v3_scale(h, n), h * h * n2, 7u};
    }
    ti_nearest best = {a, HUGE_VAL, 1u};
    if (past_ab) {
        ti_nearest e = sx_nearest_edge(a, b);
        e.corners = sx_spread(e.corners, 1u, 2u);
        best = e;
    }
    if (past_bc) {
        ti_nearest e = sx_nearest_edge(b, c);
        e.corners = sx_spread(e.corners, 2u, 4u);
        best = e.distance2 < best.distance2 ? e : best;
    }
    if (past_ca) {
        ti_nearest e = sx_nearest_edge(c, a);
        e.corners = sx_spread(e.corners, 4u, 1u);
        best = e.distance2 < best.distance2 ? e : best;
    }
    return best;
}

// Returns false where the origin is not outside of any face: the pieces meet.
static inline bool sx_nearest_tetrahedron(const toi_vec3 w[4], ti_nearest* out)
{
    static const unsigned char face[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
    bool outside = false;
    *out = sx_nearest_point(w[0]);
    out->distance2 = HUGE_VAL;
    for (int k = 0; k < 4; ++k) {
        toi_vec3 p = w[face[k][0]], q = w[face[k][1]], r = w[face[k][2]], rest = w[face[k][3]];
        toi_vec3 n = v3_cross(v3_sub(q, p), v3_sub(r, p));
        double side = v3_dot(n, v3_sub(rest, p)), origin = -v3_dot(n, p);
        if (side * origin > 0.0) {
            continue;
        }
        outside = true;
        ti_nearest t = sx_nearest_triangle(p, q, r);
        if (t.distance2 < out->distance2) {
            unsigned corners = 0;
            for (unsigned i = 0; i < 3; ++i) {
                corners |= t.corners >> i & 1u ? 1u << face[k][i] : 0u;
            }
            *out = (ti_nearest){t.point, t.distance2, corners};
        }
    }
    return outside;
}

static inline void sx_keep(ti_simplex* s, unsigned corners)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->count; ++i) {
        if (corners >> i & 1u) {
            s->a[kept] = s->a[i];
            s->b[kept] = s->b[i];
            s->w[kept] = s->w[i];
            ++kept;
        }
    }
    s->count = kept;
}

// Reduces the simplex to the corners that carry its closest point. Returns false where it holds the origin.
static inline bool sx_reduce(ti_simplex* s, ti_nearest* out)
{
    bool outside = true;
    switch (s->count) {
    case 1:
        *out = sx_nearest_point(s->w[0]);
        break;
    case 2:
        *out = sx_nearest_edge(s->w[0], s->w[1]);
        break;
    case 3:
        *out = sx_nearest_triangle(s->w[0], s->w[1], s->w[2]);
        break;
    default:
        outside = sx_nearest_tetrahedron(s->w, out);
        break;
    }
    if (outside) {
        sx_keep(s, out->corners);
    }
    return outside && out->distance2 > 0.0;
}

static inline bool sx_holds(const ti_simplex* s, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < s->count; ++i) {
        if (s->a[i] == a && s->b[i] == b) {
            return true;
        }
    }
    return false;
}

// How much each of up to three corners counts in their point nearest to the origin, as sx_reduce left it.
static inline void sx_weights(const ti_simplex* s, toi_vec3 point, double weight[3])
{
    weight[0] = 1.0;
    weight[1] = weight[2] = 0.0;
    if (s->count == 2) {
        toi_vec3 d = v3_sub(s->w[1], s->w[0]);
        weight[1] = v3_dot(v3_sub(point, s->w[0]), d) / v3_dot(d, d);
    } else if (s->count == 3) {
        toi_vec3 ab = v3_sub(s->w[1], s->w[0]), ac = v3_sub(s->w[2], s->w[0]), p = v3_sub(point, s->w[0]);
        toi_vec3 n = v3_cross(ab, ac);
        double n2 = v3_dot(n, n);
        weight[1] = v3_dot(v3_cross(p, ac), n) / n2;
        weight[2] = v3_dot(v3_cross(ab, p), n) / n2;
    }
    weight[0] -= weight[1] + weight[2];
}

#endif
