// Random points of every kind, and the sign of their determinants by FLINT.

#ifndef TOI_TESTS_EXACT_ORIENTATION_H
#define TOI_TESTS_EXACT_ORIENTATION_H

#include "cmocka_toi.h"
#include "math/predicates.h"

#include <flint/fmpq.h>
#include <flint/fmpq_mat.h>

static uint64_t state;

static uint32_t draw(uint32_t below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(((state >> 33) * below) >> 31);
}

static double unit(void)
{
    return (double)draw(1u << 30) / (1 << 29) - 1.0 + (double)draw(1u << 30) * 0x1p-60;
}

static void set_exact(fmpq_t q, double x)
{
    int exponent;
    double m = frexp(x, &exponent);
    fmpz_set_d(fmpq_numref(q), ldexp(m, 53));
    fmpz_one(fmpq_denref(q));
    if (exponent >= 53) {
        fmpq_mul_2exp(q, q, (unsigned long)(exponent - 53));
    } else {
        fmpq_div_2exp(q, q, (unsigned long)(53 - exponent));
    }
}

// The determinant of the size by size matrix with rows p[i + 1] - p[0], by FLINT.
static int exact_orientation(const toi_vec3* p, int size)
{
    fmpq_mat_t m;
    fmpq_t from, det;
    fmpq_mat_init(m, size, size);
    fmpq_init(from);
    fmpq_init(det);
    for (int k = 0; k < size; ++k) {
        set_exact(from, v3_coordinate(p[0], k));
        for (int i = 0; i < size; ++i) {
            set_exact(fmpq_mat_entry(m, i, k), v3_coordinate(p[i + 1], k));
            fmpq_sub(fmpq_mat_entry(m, i, k), fmpq_mat_entry(m, i, k), from);
        }
    }
    fmpq_mat_det(det, m);
    int sign = fmpq_sgn(det);
    fmpq_clear(from);
    fmpq_clear(det);
    fmpq_mat_clear(m);
    return sign;
}

static toi_vec3 random_point(void)
{
    return (toi_vec3){unit(), unit(), unit()};
}

static toi_vec3 nudged(toi_vec3 a)
{
    double x[3] = {a.x, a.y, a.z};
    for (int i = 0; i < 3; ++i) {
        uint32_t way = draw(3);
        x[i] = way == 0 ? x[i] : nextafter(x[i], way == 1 ? HUGE_VAL : -HUGE_VAL);
    }
    return (toi_vec3){x[0], x[1], x[2]};
}

static double stretched(double x)
{
    return draw(2) ? x : ldexp(x, (int)draw(2090) - 1070);
}

// Four points: scattered, whole, nearly in one plane, exactly so, or of every size.
static void make_points(int kind, toi_vec3 p[4])
{
    for (int i = 0; i < 4; ++i) {
        p[i] = random_point();
    }
    if (kind == 1 || kind == 3) {
        for (int i = 0; i < 4; ++i) {
            p[i] = v3((double)draw(9), (double)draw(9), 0.0);
            p[i].z = kind == 1 ? (double)draw(3) : 3.0 * p[i].x - p[i].y;
        }
    } else if (kind == 2) {
        double s = unit(), t = unit();
        p[3] = v3_madd(v3_madd(p[0], s, v3_sub(p[1], p[0])), t, v3_sub(p[2], p[0]));
        p[2] = draw(2) ? nudged(v3_madd(p[0], t, v3_sub(p[1], p[0]))) : p[2];
        p[3] = nudged(p[3]);
    } else if (kind == 4) {
        for (int i = 0; i < 4; ++i) {
            p[i] = v3(stretched(p[i].x), stretched(p[i].y), stretched(p[i].z));
        }
        p[3] = draw(2) ? v3_madd(p[0], 1.0, v3_sub(p[1], p[2])) : p[3];
    }
}

#endif
