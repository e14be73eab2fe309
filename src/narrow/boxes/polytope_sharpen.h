// Events of polytopes nearer to where they are.

#ifndef TI_NARROW_BOXES_POLYTOPE_SHARPEN_H
#define TI_NARROW_BOXES_POLYTOPE_SHARPEN_H

#include "narrow/boxes/polytope_solve.h"

// Looks again at both ends of each span: moves those whose blur is above that of the search as near to where
// they touch as is certain, and says of all how far apart the bodies may be then. False without memory.
bool ti_polytope_sharpen(ti_polys* polys, const ti_moving_polytope* a, const ti_moving_polytope* b,
                         ti_polytope_search* search);

#endif
