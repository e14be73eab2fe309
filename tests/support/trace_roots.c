// Roots of short polynomials by those of their derivatives.

#include "support/trace_first.h"

enum { MOST_DEGREE = 4 };

static real value(const real* c, int degree, real x)
{
    real sum = 0.0L;
    for (int i = degree; i >= 0; --i) {
        sum = sum * x + c[i];
    }
    return sum;
}

// The root between two places where the signs differ.
static real bisect(const real* c, int degree, real low, real high)
{
    bool rises = value(c, degree, low) < 0.0L;
    for (int i = 0; i < 80 && low < high; ++i) {
        real middle = 0.5L * (low + high);
        if ((value(c, degree, middle) < 0.0L) == rises) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return 0.5L * (low + high);
}

int tf_roots(const real* c, int degree, real low, real high, real* roots)
{
    real most = r_max(fabsl(low), fabsl(high)), rest = 0.0L, power = 1.0L;
    for (int i = 1; i <= degree; ++i) {
        power *= most;
        rest += fabsl(c[i]) * power;
    }
    if (fabsl(c[0]) > rest || degree == 0) {
        return 0;
    }
    real slope[MOST_DEGREE], place[MOST_DEGREE + 2];
    for (int i = 1; i <= degree; ++i) {
        slope[i - 1] = (real)i * c[i];
    }
    int turns = tf_roots(slope, degree - 1, low, high, place + 1), count = 0;
    place[0] = low;
    place[turns + 1] = high;
    for (int i = 0; i <= turns; ++i) {
        real from = value(c, degree, place[i]), to = value(c, degree, place[i + 1]);
        if ((from < 0.0L) != (to < 0.0L)) {
            roots[count++] = bisect(c, degree, place[i], place[i + 1]);
        }
    }
    return count;
}
