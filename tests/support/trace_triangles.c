// Two triangles in whole numbers: do they meet, do they cross, how far apart are they.

#include "support/trace_exact.h"
#include "support/whole.h"

// Vectors and numbers in between.
typedef struct bench {
    fmpz_t u[3], v[3], n[3], w[3];
    fmpz_t s, t, r;
} bench;

static void bench_each(bench* b, void (*each)(fmpz_t))
{
    whole_each(b->u, each);
    whole_each(b->v, each);
    whole_each(b->n, each);
    whole_each(b->w, each);
    each(b->s);
    each(b->t);
    each(b->r);
}

void te_corners_init(te_corners* corners)
{
    for (int i = 0; i < 6; ++i) {
        whole_each(corners->x[i], whole_init);
    }
    fmpz_init(corners->unit);
}

void te_corners_clear(te_corners* corners)
{
    for (int i = 0; i < 6; ++i) {
        whole_each(corners->x[i], whole_clear);
    }
    fmpz_clear(corners->unit);
}

// b->n = (q - p) x (r - p), for some points.
static void span(bench* b, fmpz_t p[3], fmpz_t q[3], fmpz_t r[3])
{
    whole_subtract(b->u, q, p);
    whole_subtract(b->v, r, p);
    whole_cross(b->n, b->u, b->v);
}

// The height of x over the plane of the last span, times the length of its normal, in b->s.
static int height(bench* b, fmpz_t p[3], fmpz_t x[3])
{
    whole_subtract(b->w, x, p);
    whole_dot(b->s, b->n, b->w);
    return fmpz_sgn(b->s);
}

static int orient(bench* b, fmpz_t p[3], fmpz_t q[3], fmpz_t r[3], fmpz_t x[3])
{
    span(b, p, q, r);
    return height(b, p, x);
}

static int orient_along(bench* b, int axis, fmpz_t p[3], fmpz_t q[3], fmpz_t r[3])
{
    span(b, p, q, r);
    return fmpz_sgn(b->n[axis]);
}

// ---- meeting

// Whether x, on the line of p and q as seen along an axis, is between them.
static bool between_along(int axis, fmpz_t p[3], fmpz_t q[3], fmpz_t x[3])
{
    for (int i = 0; i < 3; ++i) {
        bool below = fmpz_cmp(x[i], p[i]) < 0 && fmpz_cmp(x[i], q[i]) < 0;
        bool above = fmpz_cmp(x[i], p[i]) > 0 && fmpz_cmp(x[i], q[i]) > 0;
        if (i != axis && (below || above)) {
            return false;
        }
    }
    return true;
}

static bool segments_meet_along(bench* b, int axis, fmpz_t s[2][3], fmpz_t t[2][3])
{
    int a = orient_along(b, axis, s[0], s[1], t[0]), c = orient_along(b, axis, s[0], s[1], t[1]);
    int d = orient_along(b, axis, t[0], t[1], s[0]), e = orient_along(b, axis, t[0], t[1], s[1]);
    if (a * c < 0 && d * e < 0) {
        return true;
    }
    return (a == 0 && between_along(axis, s[0], s[1], t[0])) ||
           (c == 0 && between_along(axis, s[0], s[1], t[1])) ||
           (d == 0 && between_along(axis, t[0], t[1], s[0])) ||
           (e == 0 && between_along(axis, t[0], t[1], s[1]));
}

// Points in one plane meet where they do so seen along every axis: one of the three views at least is one to
// one.
static bool segments_meet(bench* b, fmpz_t s[2][3], fmpz_t t[2][3])
{
    if (orient(b, s[0], s[1], t[0], t[1]) != 0) {
        return false;
    }
    for (int axis = 0; axis < 3; ++axis) {
        if (!segments_meet_along(b, axis, s, t)) {
            return false;
        }
    }
    return true;
}

static void set_edge(fmpz_t edge[2][3], fmpz_t t[3][3], int k)
{
    for (int i = 0; i < 3; ++i) {
        fmpz_set(edge[0][i], t[k][i]);
        fmpz_set(edge[1][i], t[(k + 1) % 3][i]);
    }
}

static bool segment_meets_edges(bench* b, fmpz_t s[2][3], fmpz_t t[3][3])
{
    fmpz_t edge[2][3];
    bool meet = false;
    whole_each(edge[0], whole_init);
    whole_each(edge[1], whole_init);
    for (int k = 0; k < 3 && !meet; ++k) {
        set_edge(edge, t, k);
        meet = segments_meet(b, s, edge);
    }
    whole_each(edge[0], whole_clear);
    whole_each(edge[1], whole_clear);
    return meet;
}

static void count_sign(int sign, int signs[2])
{
    signs[0] += sign < 0;
    signs[1] += sign > 0;
}

// A point in the plane of a triangle with area.
static bool is_in_plane_inside(bench* b, fmpz_t x[3], fmpz_t t[3][3])
{
    int axis = 0, signs[2] = {0, 0};
    span(b, t[0], t[1], t[2]);
    while (fmpz_is_zero(b->n[axis])) {
        ++axis;
    }
    for (int k = 0; k < 3; ++k) {
        count_sign(orient_along(b, axis, t[k], t[(k + 1) % 3], x), signs);
    }
    return signs[0] == 0 || signs[1] == 0;
}

static bool has_area(bench* b, fmpz_t t[3][3])
{
    span(b, t[0], t[1], t[2]);
    return !whole_is_zero(b->n);
}

static bool segment_meets_triangle(bench* b, fmpz_t s[2][3], fmpz_t t[3][3])
{
    if (!has_area(b, t)) {
        return segment_meets_edges(b, s, t);
    }
    int h0 = height(b, t[0], s[0]), h1 = height(b, t[0], s[1]), signs[2] = {0, 0};
    if (h0 * h1 > 0) {
        return false;
    }
    if (h0 == 0 && h1 == 0) {
        return is_in_plane_inside(b, s[0], t) || segment_meets_edges(b, s, t);
    }
    for (int k = 0; k < 3; ++k) {
        count_sign(orient(b, s[0], s[1], t[k], t[(k + 1) % 3]), signs);
    }
    return signs[0] == 0 || signs[1] == 0;
}

static bool edges_meet_triangle(bench* b, fmpz_t a[3][3], fmpz_t t[3][3])
{
    fmpz_t edge[2][3];
    bool meet = false;
    whole_each(edge[0], whole_init);
    whole_each(edge[1], whole_init);
    for (int k = 0; k < 3 && !meet; ++k) {
        set_edge(edge, a, k);
        meet = segment_meets_triangle(b, edge, t);
    }
    whole_each(edge[0], whole_clear);
    whole_each(edge[1], whole_clear);
    return meet;
}

// ---- crossing

// Where a triangle that has corners strictly on both sides of a plane meets it, along a line: the lesser and
// the larger place. Heights h are over the plane, places s along the line.
static void cut(fmpz_t h[3], fmpz_t s[3], fmpq_t low, fmpq_t high)
{
    fmpq_t x;
    fmpz_t n, d;
    bool first = true;
    fmpq_init(x);
    fmpz_init(n);
    fmpz_init(d);
    for (int k = 0; k < 3; ++k) {
        int m = (k + 1) % 3;
        if (fmpz_sgn(h[k]) * fmpz_sgn(h[m]) > 0 || (fmpz_is_zero(h[k]) && fmpz_is_zero(h[m]))) {
            continue;
        }
        // The place s_k + (s_m - s_k) h_k/(h_k - h_m).
        fmpz_sub(d, h[k], h[m]);
        fmpz_mul(n, s[m], h[k]);
        fmpz_submul(n, s[k], h[m]);
        fmpq_set_fmpz_frac(x, n, d);
        if (first || fmpq_cmp(x, low) < 0) {
            fmpq_set(low, x);
        }
        if (first || fmpq_cmp(x, high) > 0) {
            fmpq_set(high, x);
        }
        first = false;
    }
    fmpq_clear(x);
    fmpz_clear(n);
    fmpz_clear(d);
}

// Heights of a over the plane of t, and places of a along `line`; false unless a is strictly on both sides.
static bool heights(bench* b, fmpz_t a[3][3], fmpz_t t[3][3], fmpz_t h[3])
{
    int signs[2] = {0, 0};
    span(b, t[0], t[1], t[2]);
    for (int k = 0; k < 3; ++k) {
        count_sign(height(b, t[0], a[k]), signs);
        fmpz_set(h[k], b->s);
    }
    return signs[0] > 0 && signs[1] > 0;
}

// Whether the insides of two intervals, each with both its ends, have a common point.
static bool insides_overlap(fmpq_t end[4])
{
    return fmpq_cmp(end[0], end[3]) < 0 && fmpq_cmp(end[2], end[1]) < 0 && fmpq_cmp(end[0], end[1]) < 0 &&
           fmpq_cmp(end[2], end[3]) < 0;
}

static bool areas_cross(bench* b, fmpz_t x[6][3])
{
    fmpz_t(*a)[3] = x, (*t)[3] = x + 3;
    fmpz_t h[2][3], s[3], line[3], normal[3];
    fmpq_t end[4];
    fmpz_t* all[] = {h[0], h[1], s, line, normal};
    for (int i = 0; i < 5; ++i) {
        whole_each(all[i], whole_init);
    }
    for (int i = 0; i < 4; ++i) {
        fmpq_init(end[i]);
    }
    bool crosses = heights(b, a, t, h[0]);
    for (int i = 0; i < 3; ++i) {
        fmpz_set(normal[i], b->n[i]);
    }
    crosses = crosses && heights(b, t, a, h[1]);
    whole_cross(line, normal, b->n);
    for (int side = 0; crosses && side < 2; ++side) {
        for (int k = 0; k < 3; ++k) {
            whole_dot(s[k], line, x[3 * side + k]);
        }
        cut(h[side], s, end[2 * side], end[2 * side + 1]);
    }
    crosses = crosses && insides_overlap(end);
    for (int i = 0; i < 5; ++i) {
        whole_each(all[i], whole_clear);
    }
    for (int i = 0; i < 4; ++i) {
        fmpq_clear(end[i]);
    }
    return crosses;
}

// A triangle without area that passes through the inside of one with area.
static bool line_crosses(bench* b, fmpz_t a[3][3], fmpz_t t[3][3])
{
    for (int k = 0; k < 3; ++k) {
        fmpz_t *p = a[k], *q = a[(k + 1) % 3];
        int signs[2] = {0, 0}, heights_at[2];
        span(b, t[0], t[1], t[2]);
        heights_at[0] = height(b, t[0], p);
        heights_at[1] = height(b, t[0], q);
        for (int i = 0; i < 3; ++i) {
            count_sign(orient(b, p, q, t[i], t[(i + 1) % 3]), signs);
        }
        if (heights_at[0] * heights_at[1] < 0 && (signs[0] == 3 || signs[1] == 3)) {
            return true;
        }
    }
    return false;
}

te_relation te_corners_relation(te_corners* corners)
{
    fmpz_t(*x)[3] = corners->x;
    bench b;
    bench_each(&b, whole_init);
    bool meet = edges_meet_triangle(&b, x, x + 3) || edges_meet_triangle(&b, x + 3, x), crosses = false;
    if (meet) {
        bool area_a = has_area(&b, x), area_b = has_area(&b, x + 3);
        crosses = area_a && area_b ? areas_cross(&b, x)
                  : area_b         ? line_crosses(&b, x, x + 3)
                                   : area_a && line_crosses(&b, x + 3, x);
    }
    bench_each(&b, whole_clear);
    return crosses ? TE_CROSSING : meet ? TE_TOUCHING : TE_FREE;
}
