// Vectors of whole numbers (FLINT).

#ifndef TOI_TESTS_WHOLE_H
#define TOI_TESTS_WHOLE_H

#include <fmpq.h>

#include <stdbool.h>

// As functions of our own: those of FLINT that are inline have no address that every compiler likes.
static inline void whole_init(fmpz_t x)
{
    fmpz_init(x);
}

static inline void whole_clear(fmpz_t x)
{
    fmpz_clear(x);
}

static inline void whole_each(fmpz_t v[3], void (*each)(fmpz_t))
{
    for (int i = 0; i < 3; ++i) {
        each(v[i]);
    }
}

static inline void whole_subtract(fmpz_t out[3], fmpz_t a[3], fmpz_t b[3])
{
    for (int i = 0; i < 3; ++i) {
        fmpz_sub(out[i], a[i], b[i]);
    }
}

static inline void whole_dot(fmpz_t out, fmpz_t a[3], fmpz_t b[3])
{
    fmpz_mul(out, a[0], b[0]);
    fmpz_addmul(out, a[1], b[1]);
    fmpz_addmul(out, a[2], b[2]);
}

// out is neither a nor b.
static inline void whole_cross(fmpz_t out[3], fmpz_t a[3], fmpz_t b[3])
{
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        fmpz_mul(out[i], a[j], b[k]);
        fmpz_submul(out[i], a[k], b[j]);
    }
}

static inline bool whole_is_zero(fmpz_t v[3])
{
    return fmpz_is_zero(v[0]) && fmpz_is_zero(v[1]) && fmpz_is_zero(v[2]);
}

#endif
