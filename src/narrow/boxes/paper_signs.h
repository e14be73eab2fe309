// Where a polynomial on [0, 1] is certainly positive, where certainly negative, and the short parts between.

#ifndef TI_NARROW_BOXES_PAPER_SIGNS_H
#define TI_NARROW_BOXES_PAPER_SIGNS_H

#include "core/arena.h"

#include <stdbool.h>
#include <stdint.h>

// 1 and -1: that sign in all of the closed piece, both ends included. 0: not certain.
typedef struct ti_paper_piece {
    double begin, end;
    int sign;
} ti_paper_piece;

// One after another from 0 to 1, neighbours of different signs; a root is within a piece of sign 0.
typedef struct ti_paper_signs {
    ti_paper_piece* pieces;
    uint32_t count;
    bool cut_short; // the work was at its limit: a piece of sign 0 may be long
} ti_paper_signs;

// Bernstein coefficients, each of which may err by `error`.
typedef struct ti_paper_poly {
    const double* c;
    uint32_t degree;
    double error;
} ti_paper_poly;

// Looks at no more than `limit` intervals; what is left then is not certain. False without memory.
bool ti_paper_signs_find(ti_arena* arena, const ti_paper_poly* poly, uint32_t limit, ti_paper_signs* signs);

// No more pieces than this.
static inline uint32_t ti_paper_most_pieces(uint32_t degree)
{
    return 4 * degree + 16;
}

// The sign in all of [begin, end], 0 where it is not certain.
int ti_paper_sign_on(const ti_paper_signs* signs, double begin, double end);

#endif
