// How two bodies stand at time 0, decided exactly on the posed vertices.

#ifndef TI_NARROW_FIRST_START_H
#define TI_NARROW_FIRST_START_H

#include "data.h"

typedef struct ti_start {
    toi_start state;
    uint32_t triangle_a, triangle_b; // a pair that meets
} ti_start;

void ti_start_decide(const toi_mesh* a, const toi_pose* pose_a, const toi_mesh* b, const toi_pose* pose_b,
                     bool solid, ti_start* out);

#endif
