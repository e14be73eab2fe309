// Lists of moves for tests: by hand and at random.

#ifndef TOI_TESTS_MOVES_SUPPORT_H
#define TOI_TESTS_MOVES_SUPPORT_H

#include "hand.h"
#include "support/generate.h"

#include "math/vec3.h"

enum { MOVES = 6 };

// About an axis in the direction z.
static inline toi_move turn_about(double x, double y, double angle)
{
    return (toi_move){.kind = TOI_MOVE_ROTATION, .point = {x, y, 0}, .axis = {0, 0, 2}, .angle = angle};
}

static inline toi_move ending(toi_move move, double until)
{
    move.until = until;
    return move;
}

static inline toi_motion moves_of(toi_pose pose, const toi_move* moves, uint32_t count)
{
    return (toi_motion){.kind = TOI_MOTION_MOVES, .pose = pose, .moves = moves, .move_count = count};
}

static inline toi_motion random_moves_motion(gen_random* random, double reach, double travel,
                                             gen_lists* lists)
{
    toi_motion m;
    do {
        gen_motion_random(random, reach, travel, &m, lists);
    } while (m.kind != TOI_MOTION_MOVES);
    return m;
}

#endif
