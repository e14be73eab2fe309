// Which candidate pairs of triangles meet: exactly, for any finite posed doubles
// (docs/methods/overlap-faces.md).

#ifndef TI_NARROW_OVERLAP_KEEP_H
#define TI_NARROW_OVERLAP_KEEP_H

#include "data.h"

#include <stddef.h>

// The power of two that brings the largest coordinate of a box into (1/2, 1], as near as doubles have one; 1
// for a box that is the origin.
double ti_pairs_scale(const toi_bounds* box);

// Keeps, in order, the pairs of a triangle of a and one of b whose closed posed triangles meet, at the front
// of `pairs`. Returns their number. a and b may be the same.
// `scale` is a power of two: every posed coordinate of the pairs times it is below 2^40 in magnitude, as it
// is with ti_pairs_scale of a box around both. It decides how fast answers are, never what they are.
size_t ti_pairs_keep(const ti_faces* a, const ti_faces* b, double scale, ti_face_pair* pairs, size_t count);

#endif
