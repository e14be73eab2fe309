// Whole numbers of many words: a finite double is m 2^e; with the common 2^lowest taken out, all are integers
// of at most 2098 bits. Differences have one bit more, products of three and a sum of nine of them below 6310
// bits: 198 words.

#include "math/wide.h"

#include <stdint.h>
#include <string.h>

enum { WIDE_WORDS = 204 };

typedef struct wide {
    uint32_t word[WIDE_WORDS]; // magnitude, lowest first
    int count;                 // words in use; the last is not zero
    int sign;                  // -1, 0, 1
} wide;

static void trim(wide* a)
{
    while (a->count > 0 && a->word[a->count - 1] == 0) {
        --a->count;
    }
    if (a->count == 0) {
        a->sign = 0;
    }
}

// Exponent of the lowest bit a double can have that is as large as x.
static int lowest_exponent(double x)
{
    int exponent;
    frexp(x, &exponent);
    return exponent - 53;
}

// Subnormal numbers have fewer bits: what is below 2^-1074 is zero, so the smaller exponent does no harm.
static void lower(double x, int* lowest)
{
    if (x != 0.0 && lowest_exponent(x) < *lowest) {
        *lowest = lowest_exponent(x);
    }
}

static void set(wide* a, double x, int lowest)
{
    memset(a, 0, sizeof *a);
    if (x == 0.0) {
        return;
    }
    int exponent;
    uint64_t m = (uint64_t)ldexp(frexp(fabs(x), &exponent), 53);
    int shift = exponent - 53 - lowest;
    int first = shift / 32, bit = shift % 32;
    a->sign = x < 0.0 ? -1 : 1;
    a->word[first] = (uint32_t)(m << bit);
    a->word[first + 1] = (uint32_t)(m >> (32 - bit));
    a->word[first + 2] = bit == 0 ? 0 : (uint32_t)(m >> 32 >> (32 - bit));
    a->count = first + 3;
    trim(a);
}

static int compare_magnitude(const wide* a, const wide* b)
{
    if (a->count != b->count) {
        return a->count < b->count ? -1 : 1;
    }
    for (int i = a->count - 1; i >= 0; --i) {
        if (a->word[i] != b->word[i]) {
            return a->word[i] < b->word[i] ? -1 : 1;
        }
    }
    return 0;
}

static void add_magnitude(wide* a, const wide* b)
{
    int count = a->count > b->count ? a->count : b->count;
    uint64_t carry = 0;
    for (int i = 0; i < count; ++i) {
        carry += (uint64_t)(i < a->count ? a->word[i] : 0) + (i < b->count ? b->word[i] : 0);
        a->word[i] = (uint32_t)carry;
        carry >>= 32;
    }
    a->word[count] = (uint32_t)carry;
    a->count = count + 1;
    trim(a);
}

// large - small, where |large| >= |small|
static void subtract_magnitude(const wide* large, const wide* small, wide* result)
{
    uint32_t borrow = 0;
    for (int i = 0; i < large->count; ++i) {
        uint64_t take = (uint64_t)(i < small->count ? small->word[i] : 0) + borrow;
        borrow = large->word[i] < take;
        result->word[i] = (uint32_t)(large->word[i] - take);
    }
    result->count = large->count;
    result->sign = large->sign;
    trim(result);
}

// a += factor b, factor 1 or -1
static void add(wide* a, const wide* b, int factor)
{
    int sign = b->sign * factor;
    if (sign == 0) {
        return;
    }
    if (a->sign == 0 || a->sign == sign) {
        a->sign = sign;
        add_magnitude(a, b);
        return;
    }
    if (compare_magnitude(a, b) >= 0) {
        subtract_magnitude(a, b, a);
    } else {
        subtract_magnitude(b, a, a);
        a->sign = a->count == 0 ? 0 : sign;
    }
}

static void multiply(const wide* a, const wide* b, wide* result)
{
    memset(result, 0, sizeof *result);
    result->sign = a->sign * b->sign;
    for (int i = 0; i < a->count; ++i) {
        uint64_t carry = 0;
        for (int j = 0; j < b->count; ++j) {
            carry += (uint64_t)a->word[i] * b->word[j] + result->word[i + j];
            result->word[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        result->word[i + b->count] = (uint32_t)carry;
    }
    result->count = a->count + b->count;
    trim(result);
}

static void difference(double a, double b, int lowest, wide* result)
{
    wide other;
    set(result, a, lowest);
    set(&other, b, lowest);
    add(result, &other, -1);
}

// result = a b - c d
static void minor(const wide* a, const wide* b, const wide* c, const wide* d, wide* result)
{
    wide product;
    multiply(a, b, result);
    multiply(c, d, &product);
    add(result, &product, -1);
}

static void vector(toi_vec3 a, toi_vec3 b, int lowest, wide result[3])
{
    difference(a.x, b.x, lowest, &result[0]);
    difference(a.y, b.y, lowest, &result[1]);
    difference(a.z, b.z, lowest, &result[2]);
}

static void lower_vector(toi_vec3 a, int* lowest)
{
    lower(a.x, lowest);
    lower(a.y, lowest);
    lower(a.z, lowest);
}

int ti_wide_orient3d(toi_vec3 a, toi_vec3 b, toi_vec3 c, const toi_vec3* d, int count)
{
    int lowest = 1024;
    lower_vector(a, &lowest);
    lower_vector(b, &lowest);
    lower_vector(c, &lowest);
    for (int i = 0; i < count; ++i) {
        lower_vector(d[i], &lowest);
    }

    wide u[3], v[3], w[3], n, product, sum = {.count = 0, .sign = 0};
    vector(b, a, lowest, u);
    vector(c, a, lowest, v);
    for (int axis = 0; axis < 3; ++axis) {
        int next = (axis + 1) % 3, last = (axis + 2) % 3;
        minor(&u[next], &v[last], &u[last], &v[next], &n);
        for (int i = 0; i < count; ++i) {
            vector(d[i], a, lowest, w);
            multiply(&n, &w[axis], &product);
            add(&sum, &product, 1);
        }
    }
    return sum.sign;
}

int ti_wide_orient2d(toi_vec3 a, toi_vec3 b, const toi_vec3* c, int count)
{
    int lowest = 1024;
    lower(a.x, &lowest);
    lower(a.y, &lowest);
    lower(b.x, &lowest);
    lower(b.y, &lowest);
    for (int i = 0; i < count; ++i) {
        lower(c[i].x, &lowest);
        lower(c[i].y, &lowest);
    }

    wide ux, uy, vx, vy, part, sum = {.count = 0, .sign = 0};
    difference(b.x, a.x, lowest, &ux);
    difference(b.y, a.y, lowest, &uy);
    for (int i = 0; i < count; ++i) {
        difference(c[i].x, a.x, lowest, &vx);
        difference(c[i].y, a.y, lowest, &vy);
        minor(&ux, &vy, &uy, &vx, &part);
        add(&sum, &part, 1);
    }
    return sum.sign;
}

int ti_wide_compare(double a, const double* b, int count)
{
    int lowest = 1024;
    lower(a, &lowest);
    for (int i = 0; i < count; ++i) {
        lower(b[i], &lowest);
    }
    wide part, sum = {.count = 0, .sign = 0};
    for (int i = 0; i < count; ++i) {
        difference(a, b[i], lowest, &part);
        add(&sum, &part, 1);
    }
    return sum.sign;
}
