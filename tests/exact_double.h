// A double as the rational number that it is.

#ifndef TOI_TESTS_EXACT_DOUBLE_H
#define TOI_TESTS_EXACT_DOUBLE_H

#include <flint/fmpq.h>
#include <math.h>

static inline void set_exact(fmpq_t q, double x)
{
    int exponent;
    double m = frexp(x, &exponent);
    fmpz_set_d(fmpq_numref(q), ldexp(m, 53));
    fmpz_one(fmpq_denref(q));
    if (exponent >= 53) {
        fmpq_mul_2exp(q, q, (flint_bitcnt_t)(exponent - 53));
    } else {
        fmpq_div_2exp(q, q, (flint_bitcnt_t)(53 - exponent));
    }
}

#endif
