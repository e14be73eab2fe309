// Exact sums and products of doubles as expansions: sums of doubles of rising size that do not overlap, as in
// Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric predicates" (1997). Zero
// components are left out, so an expansion of length 0 is zero and the last component has the sign of the
// whole. Products are split as Dekker does it, without a fused multiply-add, so that every machine gives the
// same components. Exact as long as nothing overflows or underflows: callers keep every product of parts a
// multiple of 2^-1074 and every factor below 2^990 in magnitude.

#ifndef TI_MATH_EXPANSION_H
#define TI_MATH_EXPANSION_H

typedef struct ti_pair {
    double high, low; // high + low is exact, high the rounded result
} ti_pair;

static inline ti_pair ti_pair_sum(double a, double b)
{
    double high = a + b;
    double b_part = high - a;
    double a_part = high - b_part;
    return (ti_pair){high, (a - a_part) + (b - b_part)};
}

static inline ti_pair ti_pair_difference(double a, double b)
{
    return ti_pair_sum(a, -b);
}

// Two halves of at most 26 bits each.
static inline ti_pair ti_split(double a)
{
    double c = 0x1.0000002p27 * a; // 2^27 + 1
    double high = c - (c - a);
    return (ti_pair){high, a - high};
}

static inline ti_pair ti_pair_product(double a, double b)
{
    double high = a * b;
    ti_pair x = ti_split(a), y = ti_split(b);
    double error = ((high - x.high * y.high) - x.low * y.high) - x.high * y.low;
    return (ti_pair){high, x.low * y.low - error};
}

// h = e + f; h has room for m + n components and overlaps neither. Returns its length.
int ti_expansion_sum(const double* e, int m, const double* f, int n, double* h);

// h = b e; h has room for 2 m components and does not overlap e.
int ti_expansion_scale(const double* e, int m, double b, double* h);

// h = a - b, room for 2 components.
int ti_expansion_difference(double a, double b, double* h);

// Its value, rounded: the sums and multiples above have components of which each is far below the next, so
// that this is right within a few units in the last place.
double ti_expansion_value(const double* e, int m);

// -1, 0 or 1
int ti_expansion_sign(const double* e, int m);

#endif
