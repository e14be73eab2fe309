// The bodies of a stage.

#ifndef TI_WORLD_STAGE_H
#define TI_WORLD_STAGE_H

#include "data.h"

struct toi_stage {
    toi_allocator allocator;
    toi_placed* bodies; // quaternions are unit
    uint32_t count;
};

// Whether queries take a body as it stands.
bool ti_placed_usable(const toi_placed* placed);

#endif
