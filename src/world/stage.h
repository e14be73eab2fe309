// The bodies of a stage, and those that a mover can come near.

#ifndef TI_WORLD_STAGE_H
#define TI_WORLD_STAGE_H

#include "broad/way.h"
#include "narrow/trace/trace.h"

struct toi_stage {
    toi_allocator allocator;
    uint32_t count;
    ti_still* bodies;
    ti_moving_tree tree; // over their boxes
};

// Whether queries take a body as it stands.
bool ti_placed_usable(const toi_placed* placed);

// A body that a mover can come near, and a share of its move before which it does not.
typedef struct ti_near_body {
    double entry;
    uint32_t body;
} ti_near_body;

enum { TI_NEAR_OWN = 48 };

// Taken from it in the order of `entry`, then of bodies. Must not be copied.
typedef struct ti_near_bodies {
    ti_near_body* items; // a heap
    uint32_t count, capacity;
    toi_allocator allocator;
    ti_near_body own[TI_NEAR_OWN];
} ti_near_bodies;

// Which bodies are asked: `skip` and `first_body` of `def`; its `allocator` gives memory where there are
// many.
// @param all  every one of them, without a look at boxes: the brute force that tests compare with
// @return TOI_OK or TOI_ERROR_MEMORY, and then there is nothing to release
toi_status ti_near_bodies_find(const toi_stage* stage, ti_way* way, const toi_trace_def* def, bool all,
                               ti_near_bodies* near);

// False where there are no more.
bool ti_near_bodies_take(ti_near_bodies* near, ti_near_body* next);

void ti_near_bodies_release(ti_near_bodies* near);

// Whether `skip` rises, and is there where there is something to skip.
bool ti_skip_valid(const toi_trace_def* def);

// Whether `skip` and `first_body` let a body be asked.
bool ti_is_asked(const toi_trace_def* def, uint32_t body);

#endif
