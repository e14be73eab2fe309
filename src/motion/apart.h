// How long two bodies on rational motions are far from each other: by the way between their origins alone.

#ifndef TI_MOTION_APART_H
#define TI_MOTION_APART_H

#include "core/arena.h"
#include "toi/motion.h"

// Between two times.
typedef struct ti_span {
    double from, to;
} ti_span;

// From the beginning of the span to the time that is returned the origins of both bodies are certainly more
// than `distance` apart. That is the beginning itself where nothing is known: for kinds of motion whose
// origins are on no polynomials, and without memory.
double ti_motions_apart(ti_arena* arena, const toi_motion* const motion[2], double distance, ti_span span);

#endif
