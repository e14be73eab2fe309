// Affine motions: the matrix of a piece, and where it takes points.

#ifndef TI_MOTION_AFFINE_H
#define TI_MOTION_AFFINE_H

#include "toi/motion.h"

#include <stdbool.h>

// Takes a point v to position + sum over k of v_k axis[k].
typedef struct ti_affine {
    toi_vec3 axis[3]; // columns of the matrix
    toi_vec3 position;
} ti_affine;

// Whether a piece has a matrix in place of a rotation.
static inline bool ti_is_affine(const toi_rational* piece)
{
    return piece->rotation == NULL && piece->matrix != NULL;
}

// The matrix at s in [0, 1] of an affine piece, column by column.
void ti_affine_axes(const toi_rational* piece, double s, toi_vec3 axis[3]);

// Largest length of a column among the coefficients; NaN or infinite where one of them is.
double ti_affine_size(const toi_rational* piece);

// Whether the determinant is proved to be positive on all of [0, 1], and at least 2^-33 of the cube of the
// largest length of a column.
bool ti_affine_is_proper(const toi_rational* piece);

static inline toi_vec3 ti_affine_point(const ti_affine* a, toi_vec3 v)
{
    const toi_vec3 *x = a->axis, *p = &a->position;
    return (toi_vec3){((x[0].x * v.x + x[1].x * v.y) + x[2].x * v.z) + p->x,
                      ((x[0].y * v.x + x[1].y * v.y) + x[2].y * v.z) + p->y,
                      ((x[0].z * v.x + x[1].z * v.y) + x[2].z * v.z) + p->z};
}

#endif
