// What is behind the filters of the orientation predicates: quick exact stages, expansions, whole numbers.

#include "math/predicates.h"

#include "math/expansion.h"
#include "math/predicates_exact.h"
#include "math/wide.h"

#include <float.h>

// Coordinates that are 0 or between 2^-300 and 2^300 in magnitude are multiples of 2^-352, products of three
// differences multiples of 2^-1056 and below 2^904: nothing of an expansion is lost to underflow, nothing
// overflows.
static bool in_range(double x)
{
    double size = fabs(x);
    return size == 0.0 || (size >= 0x1p-300 && size <= 0x1p300);
}

static bool v3_in_range(toi_vec3 a)
{
    return in_range(a.x) && in_range(a.y) && in_range(a.z);
}

typedef struct difference {
    double part[2];
    int count;
} difference;

static difference subtract(double a, double b)
{
    difference d;
    d.count = ti_expansion_difference(a, b, d.part);
    return d;
}

// h = d e; h has room for 4 m components, e for at most 16.
static int multiply(const difference* d, const double* e, int m, double* h)
{
    double low[32], high[32];
    if (d->count == 0 || m == 0) {
        return 0;
    }
    if (d->count == 1) {
        return ti_expansion_scale(e, m, d->part[0], h);
    }
    int low_count = ti_expansion_scale(e, m, d->part[0], low);
    int high_count = ti_expansion_scale(e, m, d->part[1], high);
    return ti_expansion_sum(low, low_count, high, high_count, h);
}

// h = a b - c d; h has room for 16 components.
static int minor(const difference* a, const difference* b, const difference* c, const difference* d,
                 double* h)
{
    double left[8], right[8];
    int left_count = multiply(a, b->part, b->count, left);
    int right_count = multiply(c, d->part, d->count, right);
    for (int i = 0; i < right_count; ++i) {
        right[i] = -right[i];
    }
    return ti_expansion_sum(left, left_count, right, right_count, h);
}

static void subtract_points(toi_vec3 a, toi_vec3 b, difference d[3])
{
    d[0] = subtract(a.x, b.x);
    d[1] = subtract(a.y, b.y);
    d[2] = subtract(a.z, b.z);
}

// Nine products of a minor and a difference, 64 components each, are added at most. Gives the sum, rounded,
// and returns its sign.
static int orient3d_expansion(toi_vec3 a, toi_vec3 b, toi_vec3 c, const toi_vec3* d, int count, double* value)
{
    difference u[3], v[3], w[3];
    double sum[2][576], n[16], product[64];
    int m = 0, now = 0;
    subtract_points(b, a, u);
    subtract_points(c, a, v);
    for (int axis = 0; axis < 3; ++axis) {
        int next = (axis + 1) % 3, last = (axis + 2) % 3;
        int n_count = minor(&u[next], &v[last], &u[last], &v[next], n);
        for (int i = 0; i < count; ++i) {
            subtract_points(d[i], a, w);
            int product_count = multiply(&w[axis], n, n_count, product);
            m = ti_expansion_sum(sum[now], m, product, product_count, sum[1 - now]);
            now = 1 - now;
        }
    }
    *value = ti_expansion_value(sum[now], m);
    return ti_expansion_sign(sum[now], m);
}

int ti_orient3d_slow(toi_vec3 a, toi_vec3 b, toi_vec3 c, const toi_vec3* d, int count)
{
    if (count == 1 && ti_exact_zero3d(a, b, c, d[0]) != TI_EXACT_LEFT) {
        return 0;
    }
    bool narrow = v3_in_range(a) && v3_in_range(b) && v3_in_range(c);
    for (int i = 0; i < count; ++i) {
        narrow = narrow && v3_in_range(d[i]);
    }
    if (!narrow) {
        return ti_wide_orient3d(a, b, c, d, count);
    }
    int sign;
    if (count == 1 && ti_exact_orient3d(a, b, c, d[0], &sign) != TI_EXACT_LEFT) {
        return sign;
    }
    double value;
    return orient3d_expansion(a, b, c, d, count, &value);
}

// The filter's error is at most 8 u of the sum of monomials, twice the precision's 64 u^2 of it and u of the
// result; the determinant must be so large that these are below 2^-45 of it.
double ti_orient3d_value(toi_vec3 a, toi_vec3 b, toi_vec3 c, toi_vec3 d)
{
    ti_plane plane = ti_plane_through(a, b, c);
    toi_vec3 w = v3_sub(d, plane.a);
    double det = v3_dot(w, plane.normal);
    if (!(v3_in_range(a) && v3_in_range(b) && v3_in_range(c) && v3_in_range(d))) {
        int sign = ti_orient3d_slow(a, b, c, &d, 1);
        return sign == 0 ? 0.0 : sign * fmin(fmax(fabs(det), DBL_MIN), DBL_MAX);
    }
    double size = v3_dot(v3(fabs(w.x), fabs(w.y), fabs(w.z)), plane.magnitude);
    if (fabs(det) > 0x1p-4 * size) {
        return det;
    }
    det = ti_exact_doubled3d(a, b, c, d, &size);
    if (fabs(det) <= 0x1p-54 * size) {
        orient3d_expansion(a, b, c, &d, 1, &det);
    }
    return det;
}

int ti_orient3d_mean(toi_vec3 a, toi_vec3 b, toi_vec3 c, const ti_mean* d)
{
    ti_plane plane = ti_plane_through(a, b, c);
    bool above = false, below = false;
    for (int i = 0; i < d->count; ++i) {
        int side = ti_plane_side(&plane, d->point[i]);
        above = above || side > 0;
        below = below || side < 0;
    }
    if (above && below) {
        return ti_orient3d_slow(a, b, c, d->point, d->count);
    }
    return (int)above - (int)below;
}

int ti_orient2d_slow(toi_vec3 a, toi_vec3 b, const toi_vec3* c, int count)
{
    if (count == 1 && ti_exact_zero2d(a, b, c[0]) != TI_EXACT_LEFT) {
        return 0;
    }
    bool narrow = in_range(a.x) && in_range(a.y) && in_range(b.x) && in_range(b.y);
    for (int i = 0; i < count; ++i) {
        narrow = narrow && in_range(c[i].x) && in_range(c[i].y);
    }
    if (!narrow) {
        return ti_wide_orient2d(a, b, c, count);
    }
    int sign;
    if (count == 1 && ti_exact_orient2d(a, b, c[0], &sign) != TI_EXACT_LEFT) {
        return sign;
    }

    double sum[2][48], part[16];
    int m = 0, now = 0;
    difference ux = subtract(b.x, a.x), uy = subtract(b.y, a.y);
    for (int i = 0; i < count; ++i) {
        difference vx = subtract(c[i].x, a.x), vy = subtract(c[i].y, a.y);
        int part_count = minor(&ux, &vy, &uy, &vx, part);
        m = ti_expansion_sum(sum[now], m, part, part_count, sum[1 - now]);
        now = 1 - now;
    }
    return ti_expansion_sign(sum[now], m);
}

int ti_orient2d(toi_vec3 a, toi_vec3 b, toi_vec3 c, int axis)
{
    return ti_orient_xy(v3_along(a, axis), v3_along(b, axis), v3_along(c, axis));
}

int ti_orient2d_mean(toi_vec3 a, toi_vec3 b, const ti_mean* c, int axis)
{
    toi_vec3 p = v3_along(a, axis), q = v3_along(b, axis), r[3];
    bool left = false, right = false;
    for (int i = 0; i < c->count; ++i) {
        r[i] = v3_along(c->point[i], axis);
        int side = ti_orient_xy(p, q, r[i]);
        left = left || side > 0;
        right = right || side < 0;
    }
    if (left && right) {
        return ti_orient2d_slow(p, q, r, c->count);
    }
    return (int)left - (int)right;
}

int ti_compare_mean(toi_vec3 a, const ti_mean* b, int axis)
{
    double x = v3_coordinate(a, axis), y[3];
    bool larger = false, smaller = false, small = fabs(x) < 0x1p1000;
    for (int i = 0; i < b->count; ++i) {
        y[i] = v3_coordinate(b->point[i], axis);
        larger = larger || x > y[i];
        smaller = smaller || x < y[i];
        small = small && fabs(y[i]) < 0x1p1000;
    }
    if (!(larger && smaller)) {
        return (int)larger - (int)smaller;
    }
    if (!small) {
        return ti_wide_compare(x, y, b->count);
    }

    // Sums lose nothing to underflow.
    double sum[2][6], part[2];
    int m = 0, now = 0;
    for (int i = 0; i < b->count; ++i) {
        int part_count = ti_expansion_difference(x, y[i], part);
        m = ti_expansion_sum(sum[now], m, part, part_count, sum[1 - now]);
        now = 1 - now;
    }
    return ti_expansion_sign(sum[now], m);
}

bool ti_collinear(toi_vec3 a, toi_vec3 b, toi_vec3 c)
{
    return ti_orient2d(a, b, c, 0) == 0 && ti_orient2d(a, b, c, 1) == 0 && ti_orient2d(a, b, c, 2) == 0;
}
