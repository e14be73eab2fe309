// Random points of every kind, and the sign of their determinants by FLINT.

#ifndef TOI_TESTS_EXACT_ORIENTATION_H
#define TOI_TESTS_EXACT_ORIENTATION_H

#include "cmocka_toi.h"
#include "draw.h"
#include "exact_sign.h"
#include "math/predicates.h"

#include <flint/fmpq_mat.h>

// |x - determinant of the points p[i + 1] - p[0]|, in units of `unit_size`.
static inline double error_of(double x, const toi_vec3 p[4], double unit_size)
{
    fmpq_mat_t m;
    fmpq_t from, exact;
    fmpq_mat_init(m, 3, 3);
    fmpq_init(from);
    fmpq_init(exact);
    for (int k = 0; k < 3; ++k) {
        set_exact(from, v3_coordinate(p[0], k));
        for (int j = 0; j < 3; ++j) {
            set_exact(fmpq_mat_entry(m, j, k), v3_coordinate(p[j + 1], k));
            fmpq_sub(fmpq_mat_entry(m, j, k), fmpq_mat_entry(m, j, k), from);
        }
    }
    fmpq_mat_det(exact, m);
    set_exact(from, x);
    fmpq_sub(exact, exact, from);
    set_exact(from, unit_size);
    fmpq_div(exact, exact, from);
    double off = fabs(fmpq_get_d(exact));
    fmpq_clear(from);
    fmpq_clear(exact);
    fmpq_mat_clear(m);
    return off;
}

// The filter's error over u times the sum of the magnitudes of the monomials, for which the filter takes 8.
static inline double filter_ratio(const toi_vec3 p[4])
{
    ti_plane plane = ti_plane_through(p[0], p[1], p[2]);
    toi_vec3 w = v3_sub(p[3], p[0]);
    double size = v3_dot(v3(fabs(w.x), fabs(w.y), fabs(w.z)), plane.magnitude);
    return size > 0.0 ? error_of(v3_dot(w, plane.normal), p, size * 0x1p-53) : 0.0;
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
        p[i] = draw_point();
    }
    if (kind == 1 || kind == 3) {
        for (int i = 0; i < 4; ++i) {
            double x = draw(9), y = draw(9);
            p[i] = v3(x, y, 0.0);
            p[i].z = kind == 1 ? (double)draw(3) : 3.0 * p[i].x - p[i].y;
        }
    } else if (kind == 2) {
        double s = unit(), t = unit();
        p[3] = v3_madd(v3_madd(p[0], s, v3_sub(p[1], p[0])), t, v3_sub(p[2], p[0]));
        p[2] = draw(2) ? nudged(v3_madd(p[0], t, v3_sub(p[1], p[0]))) : p[2];
        p[3] = nudged(p[3]);
    } else if (kind == 4) {
        for (int i = 0; i < 4; ++i) {
            double x = stretched(p[i].x), y = stretched(p[i].y);
            p[i] = v3(x, y, stretched(p[i].z));
        }
        p[3] = draw(2) ? v3_madd(p[0], 1.0, v3_sub(p[1], p[2])) : p[3];
    }
}

#endif
