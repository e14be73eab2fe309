// Polynomials in Bernstein form by powers of t and 1 - t, in long double.

#ifndef TOI_TESTS_REAL_BERNSTEIN_H
#define TOI_TESTS_REAL_BERNSTEIN_H

#include "support/real.h"

#include <stddef.h>
#include <stdint.h>

// sum over k of C(n, k) t^k (1 - t)^(n - k) c_k
static inline real real_bernstein(const double* c, size_t stride, uint32_t count, real t)
{
    real sum = 0.0L, binomial = 1.0L;
    uint32_t n = count - 1;
    for (uint32_t k = 0; k <= n; ++k) {
        sum += binomial * powl(t, (real)k) * powl(1.0L - t, (real)(n - k)) * (real)c[k * stride];
        binomial = binomial * (real)(n - k) / (real)(k + 1);
    }
    return sum;
}

#endif
