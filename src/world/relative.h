// The screw between two bodies, as it is named.

#ifndef TI_WORLD_RELATIVE_H
#define TI_WORLD_RELATIVE_H

#include "data.h"

// Of a piece, in the frame of the mesh of A.
toi_screw ti_screw_named(const toi_mesh* a, const ti_screw* piece);

#endif
