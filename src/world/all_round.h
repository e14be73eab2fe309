// Balls and cylinders on the collision screen.

#ifndef TI_WORLD_ALL_ROUND_H
#define TI_WORLD_ALL_ROUND_H

#include "data.h"

// All contacts where at least one of the bodies is round, by polygons as near to it as a pixel is large:
// inside of the shape, or for a robust query around it.
toi_status ti_all_by_polygons(const toi_body* a, const toi_body* b, const toi_query_def* def,
                              toi_result* result);

#endif
