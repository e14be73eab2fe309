// Polynomials in Bernstein form: binomials, and parts of the interval.

#include "math/bernstein.h"

#include "core/assert.h"

void ti_binomials(uint32_t n, double* row)
{
    TI_ASSERT(n <= TI_MOST_DEGREE);
    row[0] = 1.0;
    row[n] = 1.0;
    for (uint32_t k = 1; k <= n / 2; ++k) {
        row[k] = row[k - 1] * (double)(n - k + 1) / (double)k;
        row[n - k] = row[k];
    }
}

// De Casteljau's steps leave what is before t in the first coefficient of each row, what is after it in the
// last.
static void keep_before(double* c, uint32_t n, uint32_t lanes, double t)
{
    double s = 1.0 - t;
    for (uint32_t row = 1; row <= n; ++row) {
        for (uint32_t i = lanes * (n + 1); i-- > lanes * row;) {
            c[i] = s * c[i - lanes] + t * c[i];
        }
    }
}

static void keep_after(double* c, uint32_t n, uint32_t lanes, double t)
{
    double s = 1.0 - t;
    for (uint32_t row = 1; row <= n; ++row) {
        for (uint32_t i = 0; i < lanes * (n + 1 - row); ++i) {
            c[i] = s * c[i] + t * c[i + lanes];
        }
    }
}

void ti_bern_cut(double* c, uint32_t n, uint32_t lanes, double from, double to)
{
    if (to < 1.0) {
        keep_before(c, n, lanes, to);
    }
    if (from > 0.0) {
        keep_after(c, n, lanes, from / to);
    }
}
