// Products of polynomials, four at once.

#include "math/poly_parts.h"
#include "math/simd.h"

#define ti_poly_multiply TI_KERNEL(ti_poly_multiply)
#define ti_poly_multiply_row TI_KERNEL(ti_poly_multiply_row)
#define ti_poly_divide TI_KERNEL(ti_poly_divide)

void ti_poly_multiply(double factor, const double* a, uint32_t n, const double* b, uint32_t m, double* c)
{
    for (uint32_t i = 0; i <= n; ++i) {
        ti_v4 x = f4_set(factor * a[4 * i]);
        for (uint32_t j = 0; j <= m; ++j) {
            double* to = c + 4 * (size_t)(i + j);
            f4_store(to, f4_load(to) + x * f4_load(b + 4 * (size_t)j));
        }
    }
}

void ti_poly_multiply_row(const double* row, uint32_t n, const double* b, uint32_t m, double* c)
{
    for (uint32_t i = 0; i <= n; ++i) {
        ti_v4 x = f4_set(row[i]);
        for (uint32_t j = 0; j <= m; ++j) {
            double* to = c + 4 * (size_t)(i + j);
            f4_store(to, f4_load(to) + x * f4_load(b + 4 * (size_t)j));
        }
    }
}

void ti_poly_divide(const double* row, uint32_t n, const double* b, double* c)
{
    for (size_t i = 0; i <= n; ++i) {
        f4_store(c + 4 * i, f4_load(b + 4 * i) / f4_set(row[i]));
    }
}
