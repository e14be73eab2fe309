// Distance of the convex hulls of two small sets of points by brute force: for every choice of corners of
// either set, the closest points of the flats through them, kept where both are convex combinations of the
// corners. Every candidate is a pair of points of the hulls, so the smallest is never below the distance; and
// by Caratheodory some choice of at most five corners in all has the closest points.

#ifndef TOI_TESTS_CLOSEST_BRUTE_H
#define TOI_TESTS_CLOSEST_BRUTE_H

#include "support/real.h"

#include <stdbool.h>
#include <stdint.h>

enum { BRUTE_POINTS = 16, BRUTE_CORNERS = 5 };

typedef struct brute_closest {
    real distance;
    rvec p, q; // on the first and on the second
} brute_closest;

// Solves the n x n system in place by elimination with pivots; false where it is singular to rounding.
static inline bool brute_solve(int n, real m[4][5], real x[4])
{
    for (int k = 0; k < n; ++k) {
        int best = k;
        for (int i = k + 1; i < n; ++i) {
            best = fabsl(m[i][k]) > fabsl(m[best][k]) ? i : best;
        }
        if (!(fabsl(m[best][k]) > 0.0L)) {
            return false;
        }
        for (int j = 0; j <= n; ++j) {
            real swap = m[k][j];
            m[k][j] = m[best][j];
            m[best][j] = swap;
        }
        for (int i = k + 1; i < n; ++i) {
            real factor = m[i][k] / m[k][k];
            for (int j = k; j <= n; ++j) {
                m[i][j] -= factor * m[k][j];
            }
        }
    }
    for (int k = n - 1; k >= 0; --k) {
        x[k] = m[k][n];
        for (int j = k + 1; j < n; ++j) {
            x[k] -= m[k][j] * x[j];
        }
        x[k] /= m[k][k];
    }
    return true;
}

// The flat through corners 0, 1, ... of one side: their weights sum to one.
typedef struct brute_flat {
    rvec corner[4];
    int count;
} brute_flat;

static inline rvec brute_point(const brute_flat* f, const real* weight)
{
    rvec p = f->corner[0];
    for (int i = 1; i < f->count; ++i) {
        p = r3_add(p, r3_scale(weight[i - 1], r3_sub(f->corner[i], f->corner[0])));
    }
    return p;
}

static inline bool brute_is_convex(const brute_flat* f, const real* weight)
{
    real sum = 0.0L;
    for (int i = 1; i < f->count; ++i) {
        if (!(weight[i - 1] >= 0.0L)) {
            return false;
        }
        sum += weight[i - 1];
    }
    return sum <= 1.0L;
}

static inline void brute_try(const brute_flat* a, const brute_flat* b, brute_closest* best)
{
    // Least squares for q0 - p0 + sum y_j (q_j - q0) - sum x_i (p_i - p0).
    int na = a->count - 1, n = na + b->count - 1;
    rvec column[4], apart = r3_sub(b->corner[0], a->corner[0]);
    for (int i = 0; i < n; ++i) {
        column[i] =
            i < na ? r3_sub(a->corner[0], a->corner[i + 1]) : r3_sub(b->corner[i - na + 1], b->corner[0]);
    }
    real weight[4] = {0.0L, 0.0L, 0.0L, 0.0L};
    // The second round solves for what the first left over.
    for (int round = 0; round < 2 && n > 0; ++round) {
        real m[4][5], x[4];
        rvec rest = apart;
        for (int i = 0; i < n; ++i) {
            rest = r3_add(rest, r3_scale(weight[i], column[i]));
        }
        for (int i = 0; i < n; ++i) {
            for (int j = 0; j < n; ++j) {
                m[i][j] = r3_dot(column[i], column[j]);
            }
            m[i][n] = -r3_dot(column[i], rest);
        }
        if (!brute_solve(n, m, x)) {
            return;
        }
        for (int i = 0; i < n; ++i) {
            weight[i] += x[i];
        }
    }
    if (!brute_is_convex(a, weight) || !brute_is_convex(b, weight + na)) {
        return;
    }
    rvec p = brute_point(a, weight), q = brute_point(b, weight + na);
    real distance = r3_length(r3_sub(q, p));
    if (distance < best->distance) {
        *best = (brute_closest){distance, p, q};
    }
}

// All choices of `count` corners of b, from `from` on.
static inline void brute_choose_b(const brute_flat* a, const rvec* b, int b_count, brute_flat* chosen,
                                  int from, brute_closest* best)
{
    if (chosen->count > 0) {
        brute_try(a, chosen, best);
    }
    if (chosen->count == 4 || a->count + chosen->count == BRUTE_CORNERS) {
        return;
    }
    for (int i = from; i < b_count; ++i) {
        chosen->corner[chosen->count++] = b[i];
        brute_choose_b(a, b, b_count, chosen, i + 1, best);
        --chosen->count;
    }
}

typedef struct brute_side {
    const rvec* points;
    int count;
} brute_side;

static inline void brute_choose_a(brute_side a, brute_side b, brute_flat* chosen, int from,
                                  brute_closest* best)
{
    if (chosen->count > 0) {
        brute_flat other = {.count = 0};
        brute_choose_b(chosen, b.points, b.count, &other, 0, best);
    }
    if (chosen->count == 4) {
        return;
    }
    for (int i = from; i < a.count; ++i) {
        chosen->corner[chosen->count++] = a.points[i];
        brute_choose_a(a, b, chosen, i + 1, best);
        --chosen->count;
    }
}

static inline brute_closest brute_hulls(const rvec* a, int a_count, const rvec* b, int b_count)
{
    brute_closest best = {HUGE_VALL, {0.0L, 0.0L, 0.0L}, {0.0L, 0.0L, 0.0L}};
    brute_flat chosen = {.count = 0};
    brute_choose_a((brute_side){a, a_count}, (brute_side){b, b_count}, &chosen, 0, &best);
    return best;
}

// min over b of n.q - max over a of n.p: at most the distance, for a unit n.
static inline real brute_apart(const rvec* a, int a_count, const rvec* b, int b_count, rvec n)
{
    real low = HUGE_VALL, high = -HUGE_VALL;
    for (int i = 0; i < a_count; ++i) {
        high = r_max(high, r3_dot(n, a[i]));
    }
    for (int i = 0; i < b_count; ++i) {
        low = r_min(low, r3_dot(n, b[i]));
    }
    return low - high;
}

#endif
