// Kernels of poly.c.

#ifndef TI_MATH_POLY_PARTS_H
#define TI_MATH_POLY_PARTS_H

#include "math/poly.h"

// c += factor a b: a has degree n, its lane 0 counts, b has degree m.
void ti_poly_multiply_avx2(double factor, const double* a, uint32_t n, const double* b, uint32_t m,
                           double* c);
void ti_poly_multiply_plain(double factor, const double* a, uint32_t n, const double* b, uint32_t m,
                            double* c);

// The same with a polynomial that is the same in all lanes.
void ti_poly_multiply_row_avx2(const double* row, uint32_t n, const double* b, uint32_t m, double* c);
void ti_poly_multiply_row_plain(const double* row, uint32_t n, const double* b, uint32_t m, double* c);

// Adds what is picked from a polynomial, and its bounds.
void ti_poly_add_pick_avx2(const ti_poly* poly, const ti_poly_pick* pick, ti_poly* to);
void ti_poly_add_pick_plain(const ti_poly* poly, const ti_poly_pick* pick, ti_poly* to);

// Adds the bounds of a product: `most` and `error` of one factor, for all lanes of the other.
void ti_poly_add_bounds_avx2(double most, double error, double gamma, const ti_poly* b, ti_poly* to);
void ti_poly_add_bounds_plain(double most, double error, double gamma, const ti_poly* b, ti_poly* to);

// c = b/row, coefficient by coefficient.
void ti_poly_divide_avx2(const double* row, uint32_t n, const double* b, double* c);
void ti_poly_divide_plain(const double* row, uint32_t n, const double* b, double* c);

#endif
