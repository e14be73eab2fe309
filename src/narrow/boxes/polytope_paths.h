// Paths that may be in both polytopes near the time of a state.

#ifndef TI_NARROW_BOXES_POLYTOPE_PATHS_H
#define TI_NARROW_BOXES_POLYTOPE_PATHS_H

#include "narrow/boxes/polytope_state.h"

enum { POLYTOPE_PATHS = 6 };

// How many there are, with the most promising ones first. The axis of a state that is not apart is one along
// which they were apart before.
uint32_t ti_polytope_state_paths(const ti_polytope_pair* pair, const ti_polytope_state* state,
                                 ti_polytope_path paths[POLYTOPE_PATHS]);

#endif
