// Signs of determinants by whole numbers where they are short, and by pairs of doubles.

#include "math/predicates_exact.h"

#include "math/expansion.h"
#include "math/rounding.h"

#include <stdint.h>

__extension__ typedef __int128 whole;

static int sign_of(double x)
{
    return (x > 0.0) - (x < 0.0);
}

// ---- short differences

// The differences as multiples of a power of two that makes the largest less than 2^40. False where one is no
// whole multiple.
static bool whole_multiples(const double* x, int count, int64_t* k)
{
    double size = 0.0;
    for (int i = 0; i < count; ++i) {
        size = fabs(x[i]) > size ? fabs(x[i]) : size;
    }
    double scale = ti_power_of_two(40 - ti_exponent_above(size));
    for (int i = 0; i < count; ++i) {
        double y = x[i] * scale;
        k[i] = (int64_t)y;
        if ((double)k[i] != y) {
            return false;
        }
    }
    return true;
}

// Six products of less than 2^120.
static int whole_sign3d(const int64_t u[3], const int64_t v[3], const int64_t w[3])
{
    whole det = 0;
    for (int i = 0; i < 3; ++i) {
        int next = i == 2 ? 0 : i + 1, last = i == 0 ? 2 : i - 1;
        det += ((whole)u[next] * v[last] - (whole)u[last] * v[next]) * w[i];
    }
    return (det > 0) - (det < 0);
}

// ---- twice the precision
//
// With u = 2^-53 and for every number the sum of a high and a low double. A difference is exact, its low part
// at most u of the high one. Bounds are to first order; the factor that is left to 64 has room for the rest.

// A number, and the halves of its high part.
typedef struct factor {
    double high, low, upper, lower;
} factor;

static inline factor factor_of(ti_pair a)
{
    ti_pair halves = ti_split(a.high);
    return (factor){a.high, a.low, halves.high, halves.low};
}

// The product of the high parts is exact (ti_pair_product). To it the two mixed products are added, and the
// product of the low parts is left out.
static inline ti_pair multiply(const factor* a, const factor* b)
{
    double high = a->high * b->high;
    double error = ((high - a->upper * b->upper) - a->lower * b->upper) - a->upper * b->lower;
    double exact = a->lower * b->lower - error;
    return (ti_pair){high, exact + (a->high * b->low + a->low * b->high)};
}

// Of two differences each: with Q the sum of the magnitudes of both products, a product x y is off by
// u^2 |x y| (left out) + 2 u^2 |x y| (mixed products) + 2 u^2 |x y| (their sum) + 3 u^2 |x y| (the sum with
// the exact part), and its low part is at most 3 u |x y|. The differences of the high parts are exact, those
// of the low ones off by 3 u^2 Q, and adding the two by 4 u^2 Q: 15 u^2 Q in all, and the low part is at most
// 4 u Q.
static inline ti_pair minor(const factor* a, const factor* b, const factor* c, const factor* d)
{
    ti_pair left = multiply(a, b), right = multiply(c, d), sum = ti_pair_difference(left.high, right.high);
    return (ti_pair){sum.high, sum.low + (left.low - right.low)};
}

// A minor times a difference w is off by 15 u^2 |w| Q (the minor) + 4 (left out) + 5 (mixed products) + 5
// (their sum) + 6 (the sum with the exact part), with a low part of at most 6 u |w| Q. P is the sum of |w| Q
// over the three. High parts are added exactly but for two low parts of at most u P each; the sum of those is
// off by 2 u^2 P, the sum of the three low parts by 12 u^2 P, and the sum of both by 8 u^2 P: 57 u^2 P in
// all, below 2^-100 P by a factor of 1.1.
static double determinant(const factor u[3], const factor v[3], const factor w[3])
{
    ti_pair product[3];
    for (int i = 0; i < 3; ++i) {
        int next = i == 2 ? 0 : i + 1, last = i == 0 ? 2 : i - 1;
        factor n = factor_of(minor(&u[next], &v[last], &u[last], &v[next]));
        product[i] = multiply(&w[i], &n);
    }
    ti_pair one = ti_pair_sum(product[0].high, product[1].high), all = ti_pair_sum(one.high, product[2].high);
    return all.high + ((one.low + all.low) + ((product[0].low + product[1].low) + product[2].low));
}

// ---- stages

// The rows b - a, c - a, d - a of a determinant, and their high parts alone.
typedef struct rows {
    ti_pair exact[9];
    double high[9];
} rows;

static inline void subtract(toi_vec3 a, toi_vec3 b, int row, rows* r)
{
    r->exact[3 * row] = ti_pair_difference(b.x, a.x);
    r->exact[3 * row + 1] = ti_pair_difference(b.y, a.y);
    r->exact[3 * row + 2] = ti_pair_difference(b.z, a.z);
    for (int i = 3 * row; i < 3 * row + 3; ++i) {
        r->high[i] = r->exact[i].high;
    }
}

static inline bool all_exact(const ti_pair* difference, int count)
{
    double low = 0.0;
    for (int i = 0; i < count; ++i) {
        low += fabs(difference[i].low);
    }
    return low == 0.0;
}

static double monomials(const double u[3], const double v[3], const double w[3])
{
    double x = fabs(u[1] * v[2]) + fabs(u[2] * v[1]), y = fabs(u[2] * v[0]) + fabs(u[0] * v[2]);
    double z = fabs(u[0] * v[1]) + fabs(u[1] * v[0]);
    return (fabs(w[0]) * x + fabs(w[1]) * y) + fabs(w[2]) * z;
}

static rows rows_of(toi_vec3 a, toi_vec3 b, toi_vec3 c, toi_vec3 d)
{
    rows r;
    subtract(a, b, 0, &r);
    subtract(a, c, 1, &r);
    subtract(a, d, 2, &r);
    return r;
}

static double doubled3d(const rows* r)
{
    factor f[9];
    for (int i = 0; i < 9; ++i) {
        f[i] = factor_of(r->exact[i]);
    }
    return determinant(f, f + 3, f + 6);
}

double ti_exact_doubled3d(toi_vec3 a, toi_vec3 b, toi_vec3 c, toi_vec3 d, double* size)
{
    rows r = rows_of(a, b, c, d);
    *size = monomials(r.high, r.high + 3, r.high + 6);
    return doubled3d(&r);
}

toi_vec3 ti_exact_doubled_normal(toi_vec3 a, toi_vec3 b, toi_vec3 c)
{
    rows r;
    subtract(a, b, 0, &r);
    subtract(a, c, 1, &r);
    factor f[6];
    for (int i = 0; i < 6; ++i) {
        f[i] = factor_of(r.exact[i]);
    }
    ti_pair x = minor(&f[1], &f[5], &f[2], &f[4]), y = minor(&f[2], &f[3], &f[0], &f[5]),
            z = minor(&f[0], &f[4], &f[1], &f[3]);
    return v3(x.high + x.low, y.high + y.low, z.high + z.low);
}

ti_exact_stage ti_exact_orient3d(toi_vec3 a, toi_vec3 b, toi_vec3 c, toi_vec3 d, int* sign)
{
    rows r = rows_of(a, b, c, d);
    // Nothing underflows, so the sum is zero only where each of its products has a factor that is.
    double size = monomials(r.high, r.high + 3, r.high + 6);
    *sign = 0;
    if (size == 0.0) {
        return TI_EXACT_ZERO;
    }
    int64_t k[9];
    if (all_exact(r.exact, 9) && whole_multiples(r.high, 9, k)) {
        *sign = whole_sign3d(k, k + 3, k + 6);
        return TI_EXACT_SHORT;
    }
    double det = doubled3d(&r);
    *sign = sign_of(det);
    return fabs(det) > TI_EXACT_DOUBLED_BOUND * size ? TI_EXACT_DOUBLED : TI_EXACT_LEFT;
}

// A minor of two rows is the determinant: off by at most 15 u^2 Q, below 2^-102 Q.
ti_exact_stage ti_exact_orient2d(toi_vec3 a, toi_vec3 b, toi_vec3 c, int* sign)
{
    const ti_pair row[4] = {ti_pair_difference(b.x, a.x), ti_pair_difference(b.y, a.y),
                            ti_pair_difference(c.x, a.x), ti_pair_difference(c.y, a.y)};
    const double high[4] = {row[0].high, row[1].high, row[2].high, row[3].high};
    double size = fabs(high[0] * high[3]) + fabs(high[1] * high[2]);
    *sign = 0;
    if (size == 0.0) {
        return TI_EXACT_ZERO;
    }
    int64_t k[4];
    if (all_exact(row, 4) && whole_multiples(high, 4, k)) {
        whole det = (whole)k[0] * k[3] - (whole)k[1] * k[2];
        *sign = (det > 0) - (det < 0);
        return TI_EXACT_SHORT;
    }
    factor f[4];
    for (int i = 0; i < 4; ++i) {
        f[i] = factor_of(row[i]);
    }
    ti_pair det = minor(&f[0], &f[3], &f[1], &f[2]);
    *sign = sign_of(det.high + det.low);
    return fabs(det.high + det.low) > TI_EXACT_DOUBLED_BOUND * size ? TI_EXACT_DOUBLED : TI_EXACT_LEFT;
}
