// Polynomials on [0, 1], four of one degree at a time, in scaled Bernstein form (bernstein.h), each with
// bounds of its size and of its rounding error. Coefficients are in an arena.

#ifndef TI_MATH_POLY_H
#define TI_MATH_POLY_H

#include "core/arena.h"
#include "math/bernstein.h"

// The Bernstein coefficients of the exact polynomial in a lane and of the computed one, so their values on
// [0, 1] as well, are at most `most`, and differ by at most `error`.
typedef struct ti_poly {
    double* c; // [degree + 1][4], scaled
    uint32_t degree;
    double most[4], error[4];
} ti_poly;

// Where polynomials come from. Once one could not be had, for want of memory or because its degree is above
// TI_MOST_DEGREE, all that is made has no coefficients.
typedef struct ti_polys {
    ti_arena* arena;
    bool plain; // without AVX2: the same bits
    bool no_memory, too_large;
} ti_polys;

// Bernstein coefficients: lane i < lanes has those that begin at coefficients[i], `stride` doubles apart, and
// the others are zero, or what lane 0 is if `same`. Each may err by `error`. The polynomials are those times
// 2^exponent.
typedef struct ti_poly_list {
    const double* coefficients;
    uint32_t lanes, degree;
    size_t stride;
    double error;
    bool same;
    int exponent;
} ti_poly_list;

ti_poly ti_poly_make(ti_polys* p, const ti_poly_list* list);

// factor a b, the factor 1, -1 or another power of two, with one lane of a for all lanes of b.
typedef struct ti_poly_term {
    double factor;
    const ti_poly* a;
    uint32_t lane;
    const ti_poly* b;
} ti_poly_term;

// Of the largest degree of a term; at most 8 of them. What is zero is left out, and 1 b is b itself.
ti_poly ti_poly_sum(ti_polys* p, const ti_poly_term* terms, uint32_t count);

// Takes lane from[i] of a polynomial into lane i, times factor[i]: 0, 1, -1 or another power of two.
typedef struct ti_poly_pick {
    uint32_t from[4];
    double factor[4];
} ti_poly_pick;

// The sum of what is picked from polynomials of one degree.
ti_poly ti_poly_mix(ti_polys* p, const ti_poly* polys, const ti_poly_pick* picks, uint32_t count);

// Bernstein coefficients of the same functions with a degree that is not smaller. Errors grow by
// gamma(3 degree + 4) of their size.
void ti_poly_write(const ti_polys* p, const ti_poly* a, uint32_t degree, double* coefficients);

#endif
