// The determinant of a matrix polynomial M, kept away from zero.
//
// With the matrix C of the middle of a part, N = C^-1 M is nearly the identity if the part is short. Where
// the control points of N have diagonals that exceed what else is in their rows by 1/2, so has N at every
// time, for that is a convex condition. Such a matrix has a determinant of at least (1/2)^3 [Price51], so
// det M >= det C/8.
//
// Rounding. Coefficients of a part are within gamma(6 n) of the largest, so those of N, by products with
// cofactors over det C, within gamma(6 n + 20) m^3/det C times 9, where m is the largest length of a column.
// As det C is at least 2^-30 m^3 that is below 2^-10 for the degrees there are.

#include "motion/affine.h"

#include "math/bernstein.h"
#include "math/scalar.h"
#include "math/vec3.h"

#include <string.h>

static const double LEAST_SHARE = 0x1p-30, LEAST_EXCESS = 0.5 + 0x1p-10;

// Parts down to which a certificate is looked for.
static const double LEAST_PART = 0x1p-24;

typedef struct matrices {
    double c[TOI_MOST_COEFFICIENTS][9]; // row by row
    uint32_t degree;
} matrices;

static void cut(const toi_rational* m, double from, double to, matrices* part)
{
    part->degree = m->matrix_count - 1;
    memcpy(part->c, m->matrix, m->matrix_count * sizeof part->c[0]);
    ti_bern_cut(&part->c[0][0], part->degree, 9, from, to);
}

static void columns_of(const double c[9], toi_vec3 axis[3])
{
    for (int k = 0; k < 3; ++k) {
        axis[k] = v3(c[k], c[3 + k], c[6 + k]);
    }
}

void ti_affine_axes(const toi_rational* piece, double s, toi_vec3 axis[3])
{
    matrices part;
    cut(piece, 0.0, s, &part);
    columns_of(part.c[part.degree], axis);
}

double ti_affine_size(const toi_rational* piece)
{
    double most = 0.0, sum = 0.0;
    for (uint32_t k = 0; k < piece->matrix_count; ++k) {
        toi_vec3 axis[3];
        columns_of(piece->matrix + 9 * (size_t)k, axis);
        for (int i = 0; i < 3; ++i) {
            double length = v3_length(axis[i]);
            sum += length;
            most = d_max(length, most);
        }
    }
    return isfinite(sum) ? most : HUGE_VAL;
}

// Rows of the inverse.
static bool invert(const toi_vec3 axis[3], double least, toi_vec3 row[3])
{
    double det = v3_dot(axis[0], v3_cross(axis[1], axis[2]));
    if (!(det >= least)) {
        return false;
    }
    for (int k = 0; k < 3; ++k) {
        row[k] = v3_scale(1.0 / det, v3_cross(axis[(k + 1) % 3], axis[(k + 2) % 3]));
    }
    return true;
}

static bool is_near_identity(const toi_vec3 row[3], const double c[9])
{
    toi_vec3 axis[3];
    columns_of(c, axis);
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double rest = fabs(v3_dot(row[i], axis[j])) + fabs(v3_dot(row[i], axis[k]));
        if (!(v3_dot(row[i], axis[i]) - rest >= LEAST_EXCESS)) {
            return false;
        }
    }
    return true;
}

static bool is_proper_on(const toi_rational* m, double least, double from, double to)
{
    matrices part;
    toi_vec3 axis[3], row[3];
    ti_affine_axes(m, 0.5 * (from + to), axis);
    if (!invert(axis, least, row)) {
        return false;
    }
    cut(m, from, to, &part);
    for (uint32_t k = 0; k <= part.degree; ++k) {
        if (!is_near_identity(row, part.c[k])) {
            return false;
        }
    }
    return true;
}

// From left to right, each part as long as it can be certified, up to twice the last one.
bool ti_affine_is_proper(const toi_rational* piece)
{
    double from = 0.0, length = 1.0, size = ti_affine_size(piece);
    double least = LEAST_SHARE * (size * size * size);
    while (from < 1.0) {
        double to = d_min(from + length, 1.0);
        if (is_proper_on(piece, least, from, to)) {
            from = to;
            length *= 2.0;
        } else if (length > LEAST_PART) {
            length *= 0.5;
        } else {
            return false;
        }
    }
    return true;
}
