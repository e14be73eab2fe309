// Which candidate pairs of triangles are within a distance of each other (docs/methods/overlap-faces.md).

#ifndef TI_NARROW_OVERLAP_WITHIN_H
#define TI_NARROW_OVERLAP_WITHIN_H

#include "data.h"

#include <stddef.h>

typedef struct ti_within_terms {
    double within; // at least 0; 0: those that meet, exactly, by ti_pairs_keep
    double scale;  // as for ti_pairs_keep
} ti_within_terms;

// Keeps, in order, the pairs of a triangle of a and one of b that are at most `within` apart, at the front of
// `pairs`. Returns their number. Rounding counts in favour: for `within` > 0 every such pair is kept, of
// those that are farther by less than 2^-46 (L + within) some, and no other, whatever the shapes; L is the
// largest |x - a_0|_1 of the six corners x.
size_t ti_pairs_keep_within(const ti_faces* a, const ti_faces* b, const ti_within_terms* terms,
                            ti_face_pair* pairs, size_t count);

#endif
