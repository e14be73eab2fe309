// Any motion as pieces of rational ones.

#ifndef TI_MOTION_RATIONAL_PIECES_H
#define TI_MOTION_RATIONAL_PIECES_H

#include "core/arena.h"
#include "motion/rational_fit.h"

// At time t from t0 to t1 a point v of the body is where `motion` takes v + offset at its time
// (t - t0)/(t1 - t0), up to `bound`.
typedef struct ti_rational_piece {
    double t0, t1;
    toi_rational motion;
    toi_vec3 offset;
    double translation_error; // of each coefficient; not in `bound`
    double bound;             // 0 where the motion is rational itself
    double rounding;          // what a point is off by at most where `bound` is 0; 0 where nothing is rounded
} ti_rational_piece;

// In the order of time, from 0 to 1.
typedef struct ti_rational_pieces {
    ti_rational_piece* piece;
    uint32_t count;
} ti_rational_pieces;

// Lists are those of the motion or in the arena. The motion must be valid; rational ones may be affine.
// @return TOI_OK; TOI_ERROR_MEMORY; TOI_ERROR_LIMIT for too many pieces; TOI_ERROR_INVALID where a length is
// above 2^400
toi_status ti_rational_pieces_make(ti_arena* arena, const toi_motion* motion, const ti_rational_fit* fit,
                                   ti_rational_pieces* pieces);

#endif
