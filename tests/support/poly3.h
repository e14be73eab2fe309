// Vectors of polynomials of time with whole coefficients (FLINT).

#ifndef TOI_TESTS_POLY3_H
#define TOI_TESTS_POLY3_H

#include <fmpz_poly.h>

typedef struct poly3 {
    fmpz_poly_t at[3];
} poly3;

static inline void init3(poly3* v)
{
    for (int i = 0; i < 3; ++i) {
        fmpz_poly_init(v->at[i]);
    }
}

static inline void clear3(poly3* v)
{
    for (int i = 0; i < 3; ++i) {
        fmpz_poly_clear(v->at[i]);
    }
}

static inline void subtract3(poly3* out, const poly3* a, const poly3* b)
{
    for (int i = 0; i < 3; ++i) {
        fmpz_poly_sub(out->at[i], a->at[i], b->at[i]);
    }
}

static inline void dot3(fmpz_poly_t out, const poly3* a, const poly3* b)
{
    fmpz_poly_t term;
    fmpz_poly_init(term);
    fmpz_poly_zero(out);
    for (int i = 0; i < 3; ++i) {
        fmpz_poly_mul(term, a->at[i], b->at[i]);
        fmpz_poly_add(out, out, term);
    }
    fmpz_poly_clear(term);
}

static inline void cross3(poly3* out, const poly3* a, const poly3* b)
{
    fmpz_poly_t term;
    fmpz_poly_init(term);
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        fmpz_poly_mul(out->at[i], a->at[j], b->at[k]);
        fmpz_poly_mul(term, a->at[k], b->at[j]);
        fmpz_poly_sub(out->at[i], out->at[i], term);
    }
    fmpz_poly_clear(term);
}

#endif
