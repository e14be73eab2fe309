// The quaternion a + b n turns about n by twice the angle of a + i b. With the numerator P of the diagonal
// Padé approximant of the exponential function, exp(z) ~ P(z)/P(-z),
//     P(z) = sum over j of (2n - j)! n!/((2n)! j! (n - j)!) z^j,
// take a + i b = P(i x): it turns by psi(x) with exp(i psi) = P(i x)/P(-i x), so psi is nearly x. As
// R = P(z)/P(-z) agrees with the exponential up to z^2n, the numerator of R' - R, which is of degree 2n, has
// no other term than that of z^2n, and that is -(-1)^n c z^2n with c = (n!/(2n)!)^2. So
//     psi' = 1 - c x^2n/|P(i x)|^2,    |psi - x| <= c |x|^(2n + 1)/(2n + 1),
// for |P(i x)|^2 is 1 and more: a polynomial of x^2 with positive coefficients
// (tests/test_exact_rational_pieces.c).

#include "motion/rational_turn.h"

#include "core/assert.h"

// Beyond this half of an angle the coefficients grow faster than they are good for.
static const double MOST_HALF = 2.0;

// c h^(2n + 1)/(2n + 1), rounded up.
static double turn_error(uint32_t n, double h)
{
    double e = h / (2.0 * n + 1.0);
    for (uint32_t k = 1; k <= n; ++k) {
        e *= (h / (n + k)) * (h / (n + k));
    }
    return (1.0 + 0x1p-40) * e;
}

// The fewest parts of a turn that keep the error of degree n below `most`; more than `limit` where that is
// not enough.
static uint32_t parts_needed(uint32_t n, double angle, double most, uint32_t limit)
{
    uint32_t low = 0, high = 1; // too few, and perhaps enough
    for (;;) {
        double h = 0.5 * angle / high;
        if (h <= MOST_HALF && turn_error(n, h) <= most) {
            break;
        }
        low = high;
        if (low >= limit) {
            return limit + 1;
        }
        high = 2 * high < limit ? 2 * high : limit;
    }
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        double h = 0.5 * angle / middle;
        if (h <= MOST_HALF && turn_error(n, h) <= most) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return high;
}

ti_turn_plan ti_turn_plan_make(double angle, double most, uint32_t most_parts)
{
    ti_turn_plan best = {0, 0, 0.0};
    double least = 0.0;
    for (uint32_t n = 1; n <= TI_MOST_TURN_DEGREE; ++n) {
        uint32_t parts = parts_needed(n, angle, most, most_parts);
        double cost = parts * (3.0 + 2.4 * n); // as the time to solve grows with the degree
        if (parts <= most_parts && (best.parts == 0 || cost < least)) {
            best = (ti_turn_plan){n, parts, turn_error(n, 0.5 * angle / parts)};
            least = cost;
        }
    }
    return best;
}

// Bernstein coefficient k of degree n of (2s - 1)^j, for j = 0 to n: the mean of the products of j of k ones
// and n - k minus ones.
static void power_means(uint32_t n, uint32_t k, double mean[TI_MOST_TURN_DEGREE + 1])
{
    double choose = 1.0;
    mean[0] = 1.0;
    for (uint32_t j = 1; j <= n; ++j) {
        mean[j] = 0.0;
    }
    for (uint32_t i = 0; i < n; ++i) {
        double factor = i < k ? 1.0 : -1.0;
        for (uint32_t j = i + 1; j > 0; --j) {
            mean[j] += factor * mean[j - 1];
        }
    }
    for (uint32_t j = 1; j <= n; ++j) {
        choose = choose * (n - j + 1) / j;
        mean[j] /= choose;
    }
}

void ti_turn_fit(toi_vec3 axis, double angle, uint32_t n, toi_quat* q)
{
    TI_ASSERT(n >= 1 && n <= TI_MOST_TURN_DEGREE);
    double half = 0.5 * angle;
    for (uint32_t k = 0; k <= n; ++k) {
        double mean[TI_MOST_TURN_DEGREE + 1], part[2] = {0.0, 0.0}, p = 1.0; // p: coefficient of P, times h^j
        power_means(n, k, mean);
        for (uint32_t j = 0; j <= n; ++j) {
            part[j % 2] += (j % 4 < 2 ? p : -p) * mean[j];
            p *= half * (n - j) / ((2.0 * n - j) * (j + 1.0));
        }
        q[k] = (toi_quat){part[0], part[1] * axis.x, part[1] * axis.y, part[1] * axis.z};
    }
}
