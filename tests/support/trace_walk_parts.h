// What the files of the walk share.

#ifndef TOI_TESTS_TRACE_WALK_PARTS_H
#define TOI_TESTS_TRACE_WALK_PARTS_H

#include "support/trace_walk.h"

// A walk under way.
typedef struct tw_state {
    const tw_row* row;
    uint64_t index;
    int still_index;
    const tw_body *still, *moving;
    real local_reach; // of the still body from its own middle
    toi_pose still_pose, pose;
    toi_stage* stage;
    te_pair pair;
    te_gap gap;  // at the pose
    bool inside; // the still body, which stays so
    gen_random random;
    tw_counts* counts;
} tw_state;

// The gap of the pair as it is placed, up to four separations.
te_gap tw_gap(tw_state* walk);

// One move from the pose reached, and all that is checked of it.
void tw_step(tw_state* walk, uint32_t step, const toi_move* move);

#endif
