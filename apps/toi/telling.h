// Which pairs of a scene a page shows more of.

#ifndef TOOL_TELLING_H
#define TOOL_TELLING_H

#include "scene/write.h"

// The pairs of two bodies of polygons, at most `most`: first those that touch, in the order of their times,
// then those that are undecided, then the nearest. For free; NULL without memory.
const toi_pair_result** tool_telling_pairs(const ti_scene* scene, const toi_world_result* world,
                                           uint32_t most, uint32_t* count);

#endif
