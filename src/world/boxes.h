// The boxes of bodies over their motions, with the margins that a check asks for.

#ifndef TI_WORLD_BOXES_H
#define TI_WORLD_BOXES_H

#include "world/asked.h"

// Fills swept[i] for every body i; where just a list of pairs is asked, for the bodies in it.
// @return TOI_OK, TOI_ERROR_MEMORY, or TOI_ERROR_THREAD where the caller's runner left a task out
toi_status ti_boxes_make(const toi_world_def* def, const ti_asked* asked, const toi_allocator* allocator,
                         ti_swept* swept);

#endif
