// Bounds of the distance of two triangles from both sides, and their nearest points by exact signs.

#include "math/distance_exact.h"

#include "math/expansion.h"
#include "math/rounding.h"

#include <string.h>

// ---- bounds from both sides

// Differences from a_0 are right within u, which moves each point by u L; products and sums add 3 u as |n_k|
// < 1 + 16 u: 4 u L on each side, and 2 u L for the last subtraction. n is a unit vector within 18 u, which
// changes a separation of at most 2 L by 36 u L: 46 u L. What underflows is less than 2^-1000.
double ti_separation_along(toi_vec3 n, const toi_vec3 a[3], const toi_vec3 b[3])
{
    if (!(fabs(v3_dot(n, n) - 1.0) <= 32.0 * TI_U)) {
        return -HUGE_VAL;
    }
    double far_a = -HUGE_VAL, near_b = HUGE_VAL;
    for (int k = 0; k < 3; ++k) {
        far_a = fmax(far_a, v3_dot(n, v3_sub(a[k], a[0])));
        near_b = fmin(near_b, v3_dot(n, v3_sub(b[k], a[0])));
    }
    return near_b - far_a;
}

static toi_vec3 edge_of(const toi_vec3 v[3], int i)
{
    return v3_sub(v[i == 2 ? 0 : i + 1], v[i]);
}

// The mean of the corners of v by the areas beside the foot of q, none of them negative: a point of v however
// wrong they are. The shares are right within 3 u of those of a mean, so with |edges| <= 2 L the point is
// within 6 u L, 2 u L for the edges, 2 u L for the products and 4 u L for the sums: 14 u L.
static toi_vec3 point_of_face(const toi_vec3 v[3], toi_vec3 q)
{
    toi_vec3 n = ti_triangle_normal(v);
    double area[3];
    for (int i = 0; i < 3; ++i) {
        area[i] = fmax(v3_dot(v3_cross(edge_of(v, i), v3_sub(q, v[i])), n), 0.0);
    }
    double all = (area[0] + area[1]) + area[2];
    return v3_madd(v3_madd(v[0], area[2] / all, v3_sub(v[1], v[0])), area[0] / all, v3_sub(v[2], v[0]));
}

// The points of two edges are within 5 u L each of the edges, as their parameters are from 0 to 1. The
// difference is off by u L, the length by 3 u L.
double ti_gap_reached(const ti_gap* gap, const toi_vec3 a[3], const toi_vec3 b[3])
{
    switch (gap->kind) {
    case TI_GAP_VF:
        return v3_length(v3_sub(point_of_face(b, a[gap->a]), a[gap->a]));
    case TI_GAP_FV:
        return v3_length(v3_sub(point_of_face(a, b[gap->b]), b[gap->b]));
    default:
        return gap->distance;
    }
}

static double size_of(const toi_vec3 a[3], const toi_vec3 b[3])
{
    double size = 0.0;
    for (int k = 0; k < 3; ++k) {
        size = fmax(size, fmax(v3_norm1(v3_sub(a[k], a[0])), v3_norm1(v3_sub(b[k], a[0]))));
    }
    return size;
}

// The points of edges are rounded where they are, by 4 u of their coordinates each at most.
bool ti_gap_is_proved(const ti_gap* gap, const toi_vec3 a[3], const toi_vec3 b[3])
{
    double agreed = 0x1p-36 * size_of(a, b) + 32.0 * TI_U * v3_norm1(a[0]);
    return ti_gap_reached(gap, a, b) - ti_separation_along(gap->normal, a, b) <= agreed;
}

// ---- exact sums of products, as expansions

enum { MINOR_PARTS = 4, SUM_PARTS = 96 };

typedef struct exact {
    int count;
    double part[SUM_PARTS];
} exact;

// A cross product of two vectors: four products of doubles' parts in each coordinate.
typedef struct exact_cross {
    int count[3];
    double part[3][MINOR_PARTS];
} exact_cross;

// Each adds at most 2 m parts.
static void add_multiple(const double* e, int m, double factor, exact* sum)
{
    double product[2 * MINOR_PARTS], all[SUM_PARTS];
    int count = ti_expansion_scale(e, m, factor, product);
    sum->count = ti_expansion_sum(sum->part, sum->count, product, count, all);
    memcpy(sum->part, all, (size_t)sum->count * sizeof *all);
}

static double value_of(const exact* e)
{
    return ti_expansion_value(e->part, e->count);
}

static int minor(double a, double b, double c, double d, double h[MINOR_PARTS])
{
    double left[2], right[2];
    int left_count = ti_expansion_scale(&a, 1, b, left);
    int right_count = ti_expansion_scale(&c, 1, -d, right);
    return ti_expansion_sum(left, left_count, right, right_count, h);
}

static exact_cross cross(toi_vec3 d, toi_vec3 e)
{
    exact_cross c;
    c.count[0] = minor(d.y, e.z, d.z, e.y, c.part[0]);
    c.count[1] = minor(d.z, e.x, d.x, e.z, c.part[1]);
    c.count[2] = minor(d.x, e.y, d.y, e.x, c.part[2]);
    return c;
}

static toi_vec3 cross_value(const exact_cross* c)
{
    return v3(ti_expansion_value(c->part[0], c->count[0]), ti_expansion_value(c->part[1], c->count[1]),
              ti_expansion_value(c->part[2], c->count[2]));
}

// Six parts.
static exact dot(toi_vec3 d, toi_vec3 e)
{
    exact sum = {.count = 0};
    add_multiple(&d.x, 1, e.x, &sum);
    add_multiple(&d.y, 1, e.y, &sum);
    add_multiple(&d.z, 1, e.z, &sum);
    return sum;
}

// 24 parts.
static exact dot_cross(const exact_cross* c, toi_vec3 r)
{
    exact sum = {.count = 0};
    add_multiple(c->part[0], c->count[0], r.x, &sum);
    add_multiple(c->part[1], c->count[1], r.y, &sum);
    add_multiple(c->part[2], c->count[2], r.z, &sum);
    return sum;
}

// 3 times 4 times 8 parts.
static exact dot_crosses(const exact_cross* c, const exact_cross* f)
{
    exact sum = {.count = 0};
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < f->count[i]; ++k) {
            add_multiple(c->part[i], c->count[i], f->part[i][k], &sum);
        }
    }
    return sum;
}

static bool is_positive(const exact* e)
{
    return ti_expansion_sign(e->part, e->count) > 0;
}

// Whether 0 < e < whole.
static bool is_part(const exact* e, const exact* whole)
{
    double less[SUM_PARTS], rest[2 * SUM_PARTS];
    for (int i = 0; i < e->count; ++i) {
        less[i] = -e->part[i];
    }
    int count = ti_expansion_sum(whole->part, whole->count, less, e->count, rest);
    return is_positive(e) && ti_expansion_sign(rest, count) > 0;
}

// ---- features: what is nearer than the best so far takes its place

static toi_vec3 unit(toi_vec3 v)
{
    double length = v3_length(v);
    return length > 0.0 ? v3_scale(1.0 / length, v) : v3(1.0, 0.0, 0.0);
}

static void turn(ti_gap* gap)
{
    toi_vec3 point = gap->point_a;
    gap->point_a = gap->point_b;
    gap->point_b = point;
    gap->normal = v3_negate(gap->normal);
}

static void try_corners(int i, int j, const toi_vec3 a[3], const toi_vec3 b[3], ti_gap* best)
{
    toi_vec3 r = v3_sub(b[j], a[i]);
    double distance = v3_length(r);
    if (distance < best->distance) {
        *best = (ti_gap){TI_GAP_EE, i, j, distance, a[i], b[j], unit(r), false};
    }
}

// A corner q over the inside of the edge i of v. False where it is not, or not nearer than the best.
static bool corner_over_edge(const toi_vec3 v[3], int i, toi_vec3 q, ti_gap* best)
{
    toi_vec3 d = edge_of(v, i), r = v3_sub(q, v[i]);
    exact along = dot(d, r), whole = dot(d, d);
    exact_cross c = cross(d, r);
    toi_vec3 w = cross_value(&c);
    double distance = v3_length(w) / v3_length(d);
    if (!(distance < best->distance) || !is_part(&along, &whole)) {
        return false;
    }
    best->kind = TI_GAP_EE;
    best->distance = distance;
    best->point_a = v3_madd(v[i], value_of(&along) / value_of(&whole), d);
    best->point_b = q;
    best->normal = unit(v3_cross(w, d));
    best->proper = false;
    return true;
}

static void try_edge_corners(int i, int j, const toi_vec3 a[3], const toi_vec3 b[3], ti_gap* best)
{
    bool found = corner_over_edge(a, i, b[j], best);
    if (corner_over_edge(b, j, a[i], best)) {
        turn(best);
        found = true;
    }
    if (found) {
        best->a = i;
        best->b = j;
    }
}

static void try_edges(int i, int j, const toi_vec3 a[3], const toi_vec3 b[3], ti_gap* best)
{
    toi_vec3 d = edge_of(a, i), e = edge_of(b, j), r = v3_sub(b[j], a[i]);
    exact_cross c = cross(d, e);
    toi_vec3 n = cross_value(&c);
    exact height = dot_cross(&c, r);
    double side = value_of(&height), distance = fabs(side) / v3_length(n);
    if (!(distance < best->distance)) {
        return;
    }
    exact_cross re = cross(r, e), rd = cross(r, d);
    exact s = dot_crosses(&c, &re), t = dot_crosses(&c, &rd), whole = dot_crosses(&c, &c);
    if (is_part(&s, &whole) && is_part(&t, &whole)) {
        toi_vec3 pa = v3_madd(a[i], value_of(&s) / value_of(&whole), d);
        toi_vec3 pb = v3_madd(b[j], value_of(&t) / value_of(&whole), e);
        *best = (ti_gap){TI_GAP_EE, i, j, distance, pa, pb, unit(side < 0.0 ? v3_negate(n) : n), true};
    }
}

// A corner q over the inside of the face v, as for an edge.
static bool corner_over_inside(const toi_vec3 v[3], toi_vec3 q, ti_gap* best)
{
    exact_cross c = cross(v3_sub(v[1], v[0]), v3_sub(v[2], v[0]));
    toi_vec3 n = cross_value(&c);
    exact height = dot_cross(&c, v3_sub(q, v[0]));
    double side = value_of(&height), distance = fabs(side) / v3_length(n), area[3];
    if (!(distance < best->distance)) {
        return false;
    }
    for (int i = 0; i < 3; ++i) {
        exact_cross beside = cross(edge_of(v, i), v3_sub(q, v[i]));
        exact part = dot_crosses(&c, &beside);
        if (!is_positive(&part)) {
            return false;
        }
        area[i] = value_of(&part);
    }
    double all = (area[0] + area[1]) + area[2];
    best->distance = distance;
    best->point_a =
        v3_madd(v3_madd(v[0], area[2] / all, v3_sub(v[1], v[0])), area[0] / all, v3_sub(v[2], v[0]));
    best->point_b = q;
    best->normal = unit(side < 0.0 ? v3_negate(n) : n);
    best->proper = true;
    return true;
}

static void try_faces(int i, const toi_vec3 a[3], const toi_vec3 b[3], ti_gap* best)
{
    if (corner_over_inside(a, b[i], best)) {
        best->kind = TI_GAP_FV;
        best->a = 0;
        best->b = i;
    }
    if (corner_over_inside(b, a[i], best)) {
        turn(best);
        best->kind = TI_GAP_VF;
        best->a = i;
        best->b = 0;
    }
}

// ---- the frame

// In the frame |x|_1 < 1 for every corner, and all are multiples of this: so differences are exact, and exact
// sums of products have no part below 2^-4 * 52.
enum { GRID_BITS = 52 };

static toi_vec3 on_grid(toi_vec3 v, toi_vec3 from, int exponent)
{
    v = ti_scale3(v3_sub(v, from), GRID_BITS - exponent);
    return ti_scale3(v3(rint(v.x), rint(v.y), rint(v.z)), -GRID_BITS);
}

// The differences from a_0 are off by u L, and the grid by u in each coordinate, in a frame where L is at
// least 1/2: corners move by less than 4.5 u L, the distance by less than 9 u L. Values of expansions are
// right within 2 u, so lengths and quotients of these within 10 u of themselves: that is of the nearest
// features, and of no others less.
ti_gap ti_triangle_gap_exact(const toi_vec3 a[3], const toi_vec3 b[3])
{
    double size = size_of(a, b);
    toi_vec3 p[3], q[3];
    if (!(size > 0.0 && size <= DBL_MAX)) {
        return ti_triangle_gap(a, b);
    }
    int exponent = ti_exponent_above(size);
    for (int k = 0; k < 3; ++k) {
        p[k] = on_grid(a[k], a[0], exponent);
        q[k] = on_grid(b[k], a[0], exponent);
    }
    ti_gap best = {.distance = HUGE_VAL};
    for (int k = 0; k < 9; ++k) {
        try_corners(k / 3, k % 3, p, q, &best);
        try_edge_corners(k / 3, k % 3, p, q, &best);
    }
    for (int k = 0; k < 9; ++k) {
        try_edges(k / 3, k % 3, p, q, &best);
    }
    for (int k = 0; k < 3; ++k) {
        try_faces(k, p, q, &best);
    }
    best.distance = ti_scale(best.distance, exponent);
    best.point_a = v3_add(ti_scale3(best.point_a, exponent), a[0]);
    best.point_b = v3_add(ti_scale3(best.point_b, exponent), a[0]);
    return best;
}
