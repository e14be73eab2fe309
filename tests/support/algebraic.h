// Real algebraic numbers in [0, 1]: the roots of polynomials with whole coefficients (FLINT), in intervals
// that are halved as far as a question needs.

#ifndef TOI_TESTS_ALGEBRAIC_H
#define TOI_TESTS_ALGEBRAIC_H

#include <fmpz_poly.h>

#include <stdbool.h>

// A root of a polynomial without repeated roots: n/2^k itself, or the only one with n < 2^k x < n + 1.
typedef struct alg_root {
    fmpz_poly_t poly;
    fmpz_t n;
    unsigned long k;
    bool point;
} alg_root;

enum { ALG_ROOTS = 8 };

typedef struct alg_list {
    alg_root root[ALG_ROOTS];
    int count;
} alg_list;

void alg_root_clear(alg_root* root);
void alg_list_clear(alg_list* list);

// The roots in [0, 1], in no order, of a polynomial that is not zero, of degree 7 at most.
void alg_roots(alg_list* list, const fmpz_poly_t poly);

// The root 0.
void alg_zero(alg_root* root);

// The sign of a polynomial at the root. Halves the interval.
int alg_sign(alg_root* root, const fmpz_poly_t poly);

// The root rounded to nearest, ties to even, and the largest double that is not above it.
void alg_round(alg_root* root, double* near, double* below);

#endif
