// Where a normal of one box changes its octant of the other: the ends of homogeneous intervals
// [RationalBoxes, section IV-A].
//
// R_ij = a_i . b_j, up to positive factors a polynomial N_ij on the whole line. Its Bernstein coefficients on
// [0, 1] tell of the rest as well: with t = -x/(1 - 2 x), x in [0, 1/2), for t <= 0 and the same formula, x
// in (1/2, 1], for t >= 1, the polynomial with the coefficients (-1)^k c_k has the value of N_ij, up to a
// factor without zeros and its sign. So the roots outside of [0, 1] are those of it within; one at 1/2 is at
// infinity, and is none.

#ifndef TI_NARROW_BOXES_PAPER_SPLITS_H
#define TI_NARROW_BOXES_PAPER_SPLITS_H

#include "narrow/boxes/frame.h"
#include "narrow/boxes/paper_signs.h"

// A time of T, or times that rounding does not keep apart. What is not certain of the sign of N_ij, in bit
// 3 i + j, is in such brackets alone.
typedef struct ti_paper_split {
    double begin, end;
    bool crossed; // certainly some sign is another one after it
} ti_paper_split;

typedef struct ti_paper_splits {
    ti_paper_signs signs[9];  // of N_ij, at 3 i + j
    ti_paper_split* brackets; // in [0, 1], by time, apart from each other; at 0 and 1 too
    uint32_t count;
    uint32_t inside;        // brackets that are within (0, 1)
    uint32_t before, after; // times of T up to 0, and from 1
    uint32_t touches;       // times where no sign certainly changes
    bool cut_short;
} ti_paper_splits;

// N_ij that are zero throughout, up to rounding, have no root: the sign of zero may be taken as either. False
// without memory, or where the degree is too large: see polys. `limit` as in paper_signs.h.
bool ti_paper_splits_find(ti_polys* polys, const ti_box_frame* a, const ti_box_frame* b, uint32_t limit,
                          ti_paper_splits* splits);

#endif
