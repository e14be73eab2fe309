// Sums and multiples of expansions.

#include "math/expansion.h"

#include <math.h>

// Merges by size and carries a running sum, Shewchuk's FAST-EXPANSION-SUM with a full two-sum in every step.
int ti_expansion_sum(const double* e, int m, const double* f, int n, double* h)
{
    int i = 0, j = 0, count = 0;
    double sum = 0.0;
    while (i < m || j < n) {
        double next;
        if (j == n || (i < m && fabs(e[i]) <= fabs(f[j]))) {
            next = e[i++];
        } else {
            next = f[j++];
        }
        ti_pair p = ti_pair_sum(sum, next);
        sum = p.high;
        if (p.low != 0.0) {
            h[count++] = p.low;
        }
    }
    if (sum != 0.0) {
        h[count++] = sum;
    }
    return count;
}

// Shewchuk's SCALE-EXPANSION.
int ti_expansion_scale(const double* e, int m, double b, double* h)
{
    int count = 0;
    double sum = 0.0;
    for (int i = 0; i < m; ++i) {
        ti_pair product = ti_pair_product(e[i], b);
        ti_pair low = ti_pair_sum(sum, product.low);
        ti_pair high = ti_pair_sum(low.high, product.high);
        if (low.low != 0.0) {
            h[count++] = low.low;
        }
        if (high.low != 0.0) {
            h[count++] = high.low;
        }
        sum = high.high;
    }
    if (sum != 0.0) {
        h[count++] = sum;
    }
    return count;
}

int ti_expansion_difference(double a, double b, double* h)
{
    ti_pair p = ti_pair_difference(a, b);
    int count = 0;
    if (p.low != 0.0) {
        h[count++] = p.low;
    }
    if (p.high != 0.0) {
        h[count++] = p.high;
    }
    return count;
}

double ti_expansion_value(const double* e, int m)
{
    double sum = 0.0;
    for (int i = 0; i < m; ++i) {
        sum += e[i];
    }
    return sum;
}

int ti_expansion_sign(const double* e, int m)
{
    if (m == 0) {
        return 0;
    }
    return e[m - 1] > 0.0 ? 1 : -1;
}
