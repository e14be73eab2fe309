// The truth of two boxes: their corners at a time, projected on the fifteen axes, in long double.

#include "bench/boxes.h"

#include <math.h>

enum { SAMPLES = 400 };

static const double NEAR = 4e-11; // 1e-11 of the length of a way: an event may be apart by it

typedef long double real;

typedef struct place {
    real corner[8][3], axis[3][3];
} place;

static real at(const double* c, size_t stride, uint32_t count, real t)
{
    real row[TI_BOX_COEFFICIENTS];
    for (uint32_t i = 0; i < count; ++i) {
        row[i] = (real)c[stride * i];
    }
    for (uint32_t n = count; n > 1; --n) {
        for (uint32_t i = 0; i + 1 < n; ++i) {
            row[i] += t * (row[i + 1] - row[i]);
        }
    }
    return row[0];
}

// The axes are the columns of the matrix of a quaternion.
static void find_axes(const real q[4], real axis[3][3])
{
    real w = q[0], x = q[1], y = q[2], z = q[3], s = 2.0L / (w * w + x * x + y * y + z * z);
    const real rows[3][3] = {{1.0L - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)},
                             {s * (x * y + w * z), 1.0L - s * (x * x + z * z), s * (y * z - w * x)},
                             {s * (x * z - w * y), s * (y * z + w * x), 1.0L - s * (x * x + y * y)}};
    for (int k = 0; k < 3; ++k) {
        for (int i = 0; i < 3; ++i) {
            axis[k][i] = rows[i][k];
        }
    }
}

static void place_box(const double half[3], const real q[4], const real center[3], place* p)
{
    find_axes(q, p->axis);
    for (int c = 0; c < 8; ++c) {
        for (int i = 0; i < 3; ++i) {
            p->corner[c][i] = center[i];
            for (int k = 0; k < 3; ++k) {
                p->corner[c][i] += (c >> k & 1 ? 1.0L : -1.0L) * (real)half[k] * p->axis[k][i];
            }
        }
    }
}

static real apart_along(const place* a, const place* b, const real n[3])
{
    real low[2] = {HUGE_VALL, HUGE_VALL}, high[2] = {-HUGE_VALL, -HUGE_VALL};
    real length = sqrtl(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (length < 1e-9L) {
        return -HUGE_VALL; // parallel edges: the sides tell
    }
    for (int c = 0; c < 16; ++c) {
        const real* v = c < 8 ? a->corner[c] : b->corner[c - 8];
        real h = (n[0] * v[0] + n[1] * v[1] + n[2] * v[2]) / length;
        low[c / 8] = fminl(low[c / 8], h);
        high[c / 8] = fmaxl(high[c / 8], h);
    }
    return fmaxl(low[1] - high[0], low[0] - high[1]);
}

static real apart_at(const ti_box_query* query, real t)
{
    const real rest[4] = {1.0L, 0.0L, 0.0L, 0.0L}, origin[3] = {0.0L, 0.0L, 0.0L};
    real q[4], center[3], w = at(query->weights, 1, query->translation_count, t);
    for (int i = 0; i < 4; ++i) {
        q[i] = at(&query->rotation[0].w + i, 4, query->rotation_count, t);
    }
    for (int i = 0; i < 3; ++i) {
        center[i] = at(&query->translation[0].x + i, 3, query->translation_count, t) / w;
    }
    place a, b;
    place_box(query->half_a, rest, origin, &a);
    place_box(query->half_b, q, center, &b);
    real most = -HUGE_VALL;
    for (int i = 0; i < 3; ++i) {
        most = fmaxl(most, fmaxl(apart_along(&a, &b, a.axis[i]), apart_along(&a, &b, b.axis[i])));
        for (int j = 0; j < 3; ++j) {
            const real *u = a.axis[i], *v = b.axis[j];
            const real n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                               u[0] * v[1] - u[1] * v[0]};
            most = fmaxl(most, apart_along(&a, &b, n));
        }
    }
    return most;
}

static bool inside(const ti_box_answer* answer, double t)
{
    for (uint32_t i = 0; i < answer->count && i < TI_BOX_INTERVALS; ++i) {
        if (t >= answer->intervals[i][0] && t <= answer->intervals[i][1]) {
            return true;
        }
    }
    return false;
}

ti_box_faults ti_box_judge(const ti_box_query* query, const ti_box_answer* answer, bool first_only)
{
    ti_box_faults faults = {0};
    double end = first_only && answer->count > 0 ? answer->intervals[0][0] : 1.0;
    for (int i = 0; i <= SAMPLES; ++i) {
        double t = (double)i / SAMPLES;
        real apart = apart_at(query, (real)t);
        bool in = inside(answer, t);
        faults.missed += t <= end && !in && apart <= 0.0L;
        faults.made_up += in && apart > (real)NEAR;
    }
    uint32_t count = first_only && answer->count > 1 ? 1 : answer->count;
    for (uint32_t i = 0; i < count && i < TI_BOX_INTERVALS; ++i) {
        for (int k = 0; k < (first_only ? 1 : 2); ++k) {
            double t = answer->intervals[i][k];
            faults.apart = t > 0.0 && t < 1.0 ? fmax(faults.apart, fabs((double)apart_at(query, (real)t)))
                                              : faults.apart;
        }
    }
    return faults;
}
