// Products of polynomials, four at once.

#include "math/poly_parts.h"
#include "math/simd.h"

#define ti_poly_multiply TI_KERNEL(ti_poly_multiply)
#define ti_poly_multiply_row TI_KERNEL(ti_poly_multiply_row)
#define ti_poly_add_pick TI_KERNEL(ti_poly_add_pick)
#define ti_poly_add_bounds TI_KERNEL(ti_poly_add_bounds)
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

void ti_poly_add_pick(const ti_poly* poly, const ti_poly_pick* pick, ti_poly* to)
{
    ti_v4 factor = f4_load(pick->factor), size = f4_abs(factor);
    for (size_t k = 0; k <= to->degree; ++k) {
        double* c = to->c + 4 * k;
        f4_store(c, f4_load(c) + factor * f4_pick(f4_load(poly->c + 4 * k), pick->from));
    }
    f4_store(to->most, f4_load(to->most) + size * f4_pick(f4_load(poly->most), pick->from));
    f4_store(to->error, f4_load(to->error) + size * f4_pick(f4_load(poly->error), pick->from));
}

void ti_poly_add_bounds(double most, double error, double gamma, const ti_poly* b, ti_poly* to)
{
    ti_v4 b_most = f4_load(b->most), product = f4_set(most) * b_most;
    ti_v4 inherited = f4_set(error) * b_most + f4_set(most) * f4_load(b->error);
    f4_store(to->most, f4_load(to->most) + product);
    f4_store(to->error, f4_load(to->error) + (inherited + f4_set(gamma) * product));
}

void ti_poly_divide(const double* row, uint32_t n, const double* b, double* c)
{
    for (size_t i = 0; i <= n; ++i) {
        f4_store(c + 4 * i, f4_load(b + 4 * i) / f4_set(row[i]));
    }
}
