// Spherical Gauss maps of two boxes: which of their features can touch [RationalBoxes, sections III and IV].
//
// On the sphere of directions a side of a box is a point, an edge the arc of directions in which it is
// farthest, a quarter of a great circle, and a vertex an octant. A face of the sum of A and the mirrored B is
// a pair of features whose ranges, that of B turned around, have a direction in common: a point in an octant,
// or two arcs that cross. In general position there are six, six and eighteen (lemma 1), each told by signs
// of R_ij = a_i . b_j.

#ifndef TI_NARROW_BOXES_GAUSS_H
#define TI_NARROW_BOXES_GAUSS_H

#include "math/pose.h"

#include <stdint.h>

typedef enum ti_gauss_kind { GAUSS_FV = 0, GAUSS_VF, GAUSS_EE } ti_gauss_kind;

// A pair. `normal` is where A faces B: FV side * a_i, VF side * b_j towards A's outside, EE side * (a_i x
// b_j). Of each box the signs of its axes at the feature, 0 along an edge; of a face only that of its axis
// counts.
typedef struct ti_gauss_pair {
    ti_gauss_kind kind;
    int i, j; // FV: axis i of A; VF: axis j of B; EE: edges along a_i and b_j
    int side; // 1 or -1
    int sign_a[3], sign_b[3];
} ti_gauss_pair;

enum { GAUSS_PAIRS = 30 };

// All pairs for the signs of R_ij at [3 i + j], each 1 or -1.
void ti_gauss_pairs(const int sign[9], ti_gauss_pair pairs[GAUSS_PAIRS]);

#endif
