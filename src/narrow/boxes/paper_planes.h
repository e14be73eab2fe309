// The planes of the faces of the sum of two boxes [RationalBoxes, section IV-C], as polynomials.
//
// The sum of A and the mirrored B holds the points p - q. Its face of a compatible pair is in the plane N . x
// = N . (v - w), N the normal away from A, v on A and w on B: w is the vertex that is farthest against N. The
// value here is D = N . (v - w): how far inside of the plane the origin is. The boxes meet just if no D is
// negative, and touch if the least of them is zero.
//
// With N = side a_i (FV), side b_j (VF) or side a_i x b_j (EE), products like N . (e_i a_i) are R_ij or one
// times the square of a length, so all factors but one denominator divide out: with a quaternion of degree d,
// and a translation of degree m over k, D has the degree 2 d + max(m, k).

#ifndef TI_NARROW_BOXES_PAPER_PLANES_H
#define TI_NARROW_BOXES_PAPER_PLANES_H

#include "narrow/boxes/gauss.h"
#include "narrow/boxes/system.h"

// The axis of the system on which the normal of a pair is.
uint32_t ti_paper_axis(const ti_gauss_pair* pair);

// D in Bernstein coefficients of the degree of the system, whose axes are perpendicular. It errs by no more
// than the margin of the axis.
void ti_paper_plane(const ti_box_system* system, const ti_gauss_pair* pair, double* d);

// What D grows by, at most, if R_ij has the other sign than the one that the pair was made for: where
// |R_ij| <= size[3 i + j], and that is 0 for those whose sign is certain.
double ti_paper_plane_doubt(const ti_box_system* system, const ti_gauss_pair* pair, const double size[9]);

#endif
