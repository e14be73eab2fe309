// The sign of determinants of differences of points, by FLINT.

#ifndef TOI_TESTS_EXACT_SIGN_H
#define TOI_TESTS_EXACT_SIGN_H

#include "exact_double.h"
#include "math/vec3.h"

#include <flint/fmpq_mat.h>

// The determinant of the size by size matrix with rows p[i + 1] - p[0], by FLINT.
static inline int exact_orientation(const toi_vec3* p, int size)
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

#endif
