// The screw between two bodies, as it is named.

#ifndef TI_WORLD_RELATIVE_H
#define TI_WORLD_RELATIVE_H

#include "data.h"

// A piece of the relative motion in the frame of A's mesh.
toi_screw ti_screw_named(const toi_mesh* a, const ti_screw* piece);

#endif
