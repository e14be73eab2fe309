// Parts of solids as polytopes.

#ifndef TI_NARROW_BOXES_SOLID_SHAPE_H
#define TI_NARROW_BOXES_SOLID_SHAPE_H

#include "narrow/boxes/solid.h"

// Makes the polytope of a part that has none yet, in the frame of the body; of a mesh also the box around it.
// @return TOI_OK; TOI_ERROR_MEMORY; TOI_ERROR_LIMIT for too many vertices
toi_status ti_solid_shape_make(ti_arena* arena, const toi_allocator* allocator, const toi_part* from,
                               ti_solid_part* part);

// What a feature of the polytope is called: faces by the box or mesh that the part is, vertices and edges by
// the numbers in it.
toi_feature ti_solid_shape_name(const ti_solid_part* part, toi_feature feature);

#endif
