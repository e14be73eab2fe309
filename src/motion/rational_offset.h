// The offset of a rational piece as part of its translation.

#ifndef TI_MOTION_RATIONAL_OFFSET_H
#define TI_MOTION_RATIONAL_OFFSET_H

#include "motion/rational_pieces.h"

// Coefficients of the translation with the offset in it; more than that of the piece only where it has one.
uint32_t ti_rational_offset_count(const ti_rational_piece* piece);

// Writes them, and as many weights; only for pieces with an offset.
// @return how far the translation may be off by rounding, at any time
double ti_rational_offset_write(const ti_rational_piece* piece, toi_vec3* translation, double* weights);

#endif
