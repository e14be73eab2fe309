// Kernels of poly.c.

#ifndef TI_MATH_POLY_PARTS_H
#define TI_MATH_POLY_PARTS_H

#include <stddef.h>
#include <stdint.h>

// c += factor a b: a has degree n, its lane 0 counts, b has degree m.
void ti_poly_multiply_avx2(double factor, const double* a, uint32_t n, const double* b, uint32_t m,
                           double* c);
void ti_poly_multiply_plain(double factor, const double* a, uint32_t n, const double* b, uint32_t m,
                            double* c);

// The same with a polynomial that is the same in all lanes.
void ti_poly_multiply_row_avx2(const double* row, uint32_t n, const double* b, uint32_t m, double* c);
void ti_poly_multiply_row_plain(const double* row, uint32_t n, const double* b, uint32_t m, double* c);

// c = b/row, coefficient by coefficient.
void ti_poly_divide_avx2(const double* row, uint32_t n, const double* b, double* c);
void ti_poly_divide_plain(const double* row, uint32_t n, const double* b, double* c);

#endif
