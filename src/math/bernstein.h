// Polynomials on [0, 1] in Bernstein form: coefficient k of degree n belongs to C(n, k) t^k (1 - t)^(n - k).
//
// Products are made in the *scaled* form, coefficient k times C(n, k) (poly.h): there a product is a plain
// convolution, and a power of 1 = (1 - t) + t has the binomials for its coefficients. A coefficient of a
// product in Bernstein form is a mean of products of coefficients, so no larger than the largest of each.

#ifndef TI_MATH_BERNSTEIN_H
#define TI_MATH_BERNSTEIN_H

#include <stdint.h>

// So that no binomial overflows.
enum { TI_MOST_DEGREE = 480 };

// C(n, k) for k from 0 to n, exact up to n = 56, else within gamma(n): each from the one before.
void ti_binomials(uint32_t n, double* row);

// Coefficients of the same polynomial on [from, to] of [0, 1] for `lanes` polynomials of one degree side by
// side, in place. Within gamma(6 n) of the largest coefficient.
void ti_bern_cut(double* c, uint32_t n, uint32_t lanes, double from, double to);

#endif
