// Isolation by Descartes' rule of signs, signs by greatest common divisors.

#include "support/algebraic.h"

#include <fmpz.h>
#include <math.h>
#include <mpfr.h>

// The variations of sign of the coefficients of (1 + x)^d p((n + 1/(1 + x))/2^k): at least the number of
// roots with n < 2^k x < n + 1, by an even number, so exact where it is 0 or 1.
static int variations(const fmpz_poly_t poly, const fmpz_t n, unsigned long k)
{
    fmpz_poly_t p;
    fmpz_poly_init(p);
    fmpz_poly_set(p, poly);
    long length = fmpz_poly_length(p);
    for (long i = 0; i < length; ++i) {
        fmpz* c = fmpz_poly_get_coeff_ptr(p, i);
        fmpz_mul_2exp(c, c, k * (unsigned long)(length - 1 - i));
    }
    fmpz_poly_taylor_shift(p, p, n);
    fmpz_poly_reverse(p, p, length);
    fmpz_t unit;
    fmpz_init_set_ui(unit, 1);
    fmpz_poly_taylor_shift(p, p, unit);
    int count = 0, last = 0;
    for (long i = 0; i < fmpz_poly_length(p); ++i) {
        int sign = fmpz_sgn(fmpz_poly_get_coeff_ptr(p, i));
        count += sign * last < 0;
        last = sign != 0 ? sign : last;
    }
    fmpz_clear(unit);
    fmpz_poly_clear(p);
    return count;
}

// The sign of p(n/2^k).
static int sign_at(const fmpz_poly_t poly, const fmpz_t n, unsigned long k)
{
    long length = fmpz_poly_length(poly);
    fmpz_t value, term;
    fmpz_init(value);
    fmpz_init(term);
    for (long i = length; i-- > 0;) {
        fmpz_mul(value, value, n);
        fmpz_mul_2exp(term, fmpz_poly_get_coeff_ptr(poly, i), k * (unsigned long)(length - 1 - i));
        fmpz_add(value, value, term);
    }
    int sign = fmpz_sgn(value);
    fmpz_clear(term);
    fmpz_clear(value);
    return sign;
}

// ---- roots

static void add_root(alg_list* list, const fmpz_poly_t poly, const fmpz_t n, unsigned long k, bool point)
{
    alg_root* root = &list->root[list->count++];
    fmpz_poly_init(root->poly);
    fmpz_poly_set(root->poly, poly);
    fmpz_init_set(root->n, n);
    root->k = k;
    root->point = point;
}

void alg_root_clear(alg_root* root)
{
    fmpz_poly_clear(root->poly);
    fmpz_clear(root->n);
}

void alg_list_clear(alg_list* list)
{
    for (int i = 0; i < list->count; ++i) {
        alg_root_clear(&list->root[i]);
    }
    list->count = 0;
}

void alg_zero(alg_root* root)
{
    fmpz_poly_init(root->poly);
    fmpz_init(root->n);
    root->k = 0;
    root->point = true;
}

static void isolate(alg_list* list, const fmpz_poly_t poly, const fmpz_t n, unsigned long k)
{
    int count = variations(poly, n, k);
    if (count == 1) {
        add_root(list, poly, n, k, false);
    }
    if (count <= 1) {
        return;
    }
    fmpz_t half;
    fmpz_init(half);
    fmpz_mul_2exp(half, n, 1);
    isolate(list, poly, half, k + 1);
    fmpz_add_ui(half, half, 1);
    if (sign_at(poly, half, k + 1) == 0) {
        add_root(list, poly, half, k + 1, true);
    }
    isolate(list, poly, half, k + 1);
    fmpz_clear(half);
}

static void without_repeats(fmpz_poly_t out, const fmpz_poly_t poly)
{
    fmpz_poly_t derivative, common;
    fmpz_poly_init(derivative);
    fmpz_poly_init(common);
    fmpz_poly_primitive_part(out, poly);
    fmpz_poly_derivative(derivative, out);
    fmpz_poly_gcd(common, out, derivative);
    fmpz_poly_div(out, out, common);
    fmpz_poly_clear(common);
    fmpz_poly_clear(derivative);
}

void alg_roots(alg_list* list, const fmpz_poly_t poly)
{
    list->count = 0;
    fmpz_poly_t p;
    fmpz_poly_init(p);
    without_repeats(p, poly);
    fmpz_t n;
    fmpz_init(n);
    for (unsigned long i = 0; i < 2; ++i) {
        fmpz_set_ui(n, i);
        if (sign_at(p, n, 0) == 0) {
            add_root(list, p, n, 0, true);
        }
    }
    fmpz_zero(n);
    isolate(list, p, n, 0);
    fmpz_clear(n);
    fmpz_poly_clear(p);
}

// ---- at a root

// The sign of the polynomial of a root between the left end of its interval and the root.
static int sign_before(const alg_root* root)
{
    int sign = sign_at(root->poly, root->n, root->k);
    if (sign == 0) {
        fmpz_poly_t derivative;
        fmpz_poly_init(derivative);
        fmpz_poly_derivative(derivative, root->poly);
        sign = sign_at(derivative, root->n, root->k);
        fmpz_poly_clear(derivative);
    }
    return sign;
}

static void halve(alg_root* root, int before)
{
    fmpz_mul_2exp(root->n, root->n, 1);
    fmpz_add_ui(root->n, root->n, 1);
    ++root->k;
    int middle = sign_at(root->poly, root->n, root->k);
    if (middle == 0) {
        root->point = true;
    } else if (middle != before) {
        fmpz_sub_ui(root->n, root->n, 1);
    }
}

// Whether the polynomial is zero at the root: then their common divisor is, which has no other root there,
// nor repeated ones, so that its variations are odd.
static bool is_root_of(const alg_root* root, const fmpz_poly_t poly)
{
    fmpz_poly_t common;
    fmpz_poly_init(common);
    fmpz_poly_gcd(common, root->poly, poly);
    bool zero = fmpz_poly_degree(common) > 0 && variations(common, root->n, root->k) % 2 == 1;
    fmpz_poly_clear(common);
    return zero;
}

int alg_sign(alg_root* root, const fmpz_poly_t poly)
{
    if (fmpz_poly_is_zero(poly)) {
        return 0;
    }
    if (!root->point && variations(poly, root->n, root->k) > 0) {
        if (is_root_of(root, poly)) {
            return 0;
        }
        int before = sign_before(root);
        for (int steps = 1; !root->point && variations(poly, root->n, root->k) > 0; steps *= 2) {
            for (int i = 0; i < steps && !root->point; ++i) {
                halve(root, before);
            }
        }
    }
    if (root->point) {
        return sign_at(poly, root->n, root->k);
    }
    fmpz_t middle;
    fmpz_init(middle);
    fmpz_mul_2exp(middle, root->n, 1);
    fmpz_add_ui(middle, middle, 1);
    int sign = sign_at(poly, middle, root->k + 1);
    fmpz_clear(middle);
    return sign;
}

// ---- rounding

static double to_double(const fmpz_t n, unsigned long k, mpfr_rnd_t direction)
{
    mpfr_t x;
    mpfr_init2(x, (mpfr_prec_t)fmpz_bits(n) + 2);
    fmpz_get_mpfr(x, n, MPFR_RNDN);
    mpfr_div_2ui(x, x, k, MPFR_RNDN);
    double rounded = mpfr_get_d(x, direction);
    mpfr_clear(x);
    return rounded;
}

enum { DOUBLE_BITS = 53, LOWEST_HALF = 1075 }; // the smallest double is 2^-1074

// Whether both ends round to the same doubles, or the right end is the double that the root is below.
static bool is_narrow(const alg_root* root)
{
    if (fmpz_bits(root->n) < DOUBLE_BITS && root->k < LOWEST_HALF) {
        return false;
    }
    fmpz_t right;
    fmpz_init(right);
    fmpz_add_ui(right, root->n, 1);
    bool near = to_double(root->n, root->k, MPFR_RNDN) == to_double(right, root->k, MPFR_RNDN);
    double down = to_double(root->n, root->k, MPFR_RNDD), up = to_double(right, root->k, MPFR_RNDU);
    fmpz_clear(right);
    return near && nextafter(down, 2.0) >= up;
}

void alg_round(alg_root* root, double* near, double* below)
{
    int before = root->point ? 0 : sign_before(root);
    while (!root->point && !is_narrow(root)) {
        halve(root, before);
    }
    *near = to_double(root->n, root->k, MPFR_RNDN);
    *below = to_double(root->n, root->k, MPFR_RNDD);
}
