// A body on a rational motion at one time, points and directions of it, and how much they err at most: far
// less than polynomials on a part of time do.

#ifndef TI_NARROW_BOXES_INSTANT_H
#define TI_NARROW_BOXES_INSTANT_H

#include "math/vec3.h"
#include "toi/motion.h"

#include <stdbool.h>
#include <stdint.h>

// Above the root of 3, and of what bounds are rounded themselves.
#define TI_ROOT_3 1.7321
#define TI_SLACK (1.0 + 0x1p-40)

// Point x of the body is at `at` + sum over k of x_k axis[k].
typedef struct ti_instant {
    toi_vec3 axis[3], at;
    double size;        // at least the length of the matrix of the axes, as of nine numbers
    double turn, shift; // bounds of what the matrix, likewise, and `at` err by
    bool rigid;
} ti_instant;

// What the coefficients of a motion may err by; those of a matrix by `rotation`.
typedef struct ti_curve_error {
    double rotation, translation, weight;
} ti_curve_error;

ti_instant ti_instant_at(const toi_rational* motion, const ti_curve_error* error, double time);

// A vector that errs by a vector of length `error` at most.
typedef struct ti_vector {
    toi_vec3 v;
    double error;
} ti_vector;

// Of center + x in the coordinates of the body, which errs by `off` there; and a direction, as it is given.
ti_vector ti_instant_point(const ti_instant* p, toi_vec3 center, toi_vec3 x, double off);
ti_vector ti_instant_direction(const ti_instant* p, toi_vec3 x);

ti_vector ti_vector_difference(const ti_vector* a, const ti_vector* b);
ti_vector ti_vector_cross(const ti_vector* a, const ti_vector* b);

// A length, and what it errs by at most. Not finite where there is no direction.
typedef struct ti_gap {
    double value, error;
} ti_gap;

// Along a direction that need not be of unit length: in exact numbers the sign is that of the product.
ti_gap ti_vector_along(const ti_vector* n, const ti_vector* w);

// The lines x + r u and y + s v are nearest to each other at these r and s. Not finite where u and v are
// parallel, n = u x v.
typedef struct ti_line_feet {
    double r, s;
} ti_line_feet;

ti_line_feet ti_lines_feet(toi_vec3 way, toi_vec3 u, toi_vec3 v, toi_vec3 n);

#endif
