// Motions of the kind `rational`: lists of pieces, one after another.

#ifndef TI_MOTION_RATIONALS_H
#define TI_MOTION_RATIONALS_H

#include "toi/motion.h"

// Whether the pieces are valid: each by itself, in time, and joined to the one before. With `affine` a piece
// may have a matrix in place of a rotation. `error->index` is the piece.
bool ti_rationals_valid(const toi_motion* motion, bool affine, toi_error* error);

// When a piece starts and ends.
double ti_rational_from(const toi_motion* motion, uint32_t index);
double ti_rational_until(const toi_motion* motion, uint32_t index);

// The last piece that starts at or before t.
uint32_t ti_rational_at(const toi_motion* motion, double t);

// The time of its own, from 0 to 1, that a piece has at t.
double ti_rational_share(const toi_motion* motion, uint32_t index, double t);

// At t in [0, 1]; at a joint that of the piece that starts there.
toi_pose ti_rationals_pose(const toi_motion* motion, double t);

// How far the points at most `radius` from the origin of the mesh jump where a piece begins, but for the
// rounding of the poses there; zero for the first piece.
double ti_rational_jump(const toi_motion* motion, uint32_t index, double radius);

// Whether no point of the body ever moves, for certain.
bool ti_rationals_rest(const toi_motion* motion);

// Whether two motions of this kind have the same pieces.
bool ti_rationals_same(const toi_motion* a, const toi_motion* b);

#endif
