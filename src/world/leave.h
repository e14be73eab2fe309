// Moves of a mover that touches a body.

#ifndef TI_WORLD_LEAVE_H
#define TI_WORLD_LEAVE_H

#include "narrow/trace/trace.h"

// Whether the first part of the move takes the mover away from the body: a direction for every two triangles
// that are near each other along which the gap begins at no less than rounding allows, is never smaller than
// at the beginning, and is more than 32 rounding bounds at the share *share of the move. Never proved for a
// move that does not reach that.
bool ti_leave_proved(const ti_mover* mover, const ti_still* still, double rounding, double* share);

// Whether the plane of a touching triangle parts the bodies, and goes on to do so for the whole of a
// translation, as exact signs: for bodies that are not turned, whose positions differ by doubles.
bool ti_slide_proved(const ti_mover* mover, const ti_still* still, double rounding);

#endif
