// Puts two bodies on their paths into the units and the frame of the pair, with its rounding bound.

#ifndef TI_NARROW_FIRST_DUEL_H
#define TI_NARROW_FIRST_DUEL_H

#include "narrow/first/types.h"

// What is asked of a pair, in the caller's units.
typedef struct ti_terms {
    double tolerance; // 0: the default, 1e-9 of the smaller body's size
    double separation;
    bool moves;
    double bend; // how far the paths of both bodies together may be from their motions
} ti_terms;

// Both bodies over the times from `from` to `to`, which lie within the spans of both paths.
void ti_duel_prepare(const toi_mesh* const mesh[2], const ti_path path[2], double from, double to,
                     const ti_terms* terms, ti_duel* duel);

#endif
