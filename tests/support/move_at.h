// Which move of a list a body makes at a time: written from docs/motions.md, otherwise than src/motion.

#ifndef TOI_TESTS_MOVE_AT_H
#define TOI_TESTS_MOVE_AT_H

#include "toi/motion.h"

// When move `index` ends: those without a time of their own share the span between the given ones around
// them.
static inline double move_end(const toi_motion* m, uint32_t index)
{
    uint32_t before = index, after = index;
    while (before > 0 && m->moves[before - 1].until == 0.0) {
        --before; // the first one that shares
    }
    while (after + 1 < m->move_count && m->moves[after].until == 0.0) {
        ++after;
    }
    double from = before > 0 ? m->moves[before - 1].until : 0.0;
    double to = m->moves[after].until == 0.0 ? 1.0 : m->moves[after].until;
    return index == after ? to : from + (to - from) * ((double)(index - before + 1) / (after - before + 1));
}

// The last move that starts at or before t, as a motion by itself over a time of 1, and when it begins and
// ends; after the last move the rest. It starts at the pose in doubles that the library has there, which is
// what the page says; tests/test_motion_moves.c checks these poses.
static inline toi_motion move_at(const toi_motion* m, double t, double span[2])
{
    uint32_t index = 0;
    span[0] = 0.0;
    span[1] = move_end(m, 0);
    while (index < m->move_count && span[1] <= t && span[1] < 1.0) {
        ++index;
        span[0] = span[1];
        span[1] = index < m->move_count ? move_end(m, index) : 1.0;
    }
    toi_motion alone = {.kind = TOI_MOTION_STATIC, .pose = toi_motion_pose(m, span[0])};
    if (index < m->move_count) {
        const toi_move* move = &m->moves[index];
        alone.kind = move->kind == TOI_MOVE_ROTATION ? TOI_MOTION_ROTATION : TOI_MOTION_TRANSLATION;
        alone.by = move->by;
        alone.point = move->point;
        alone.axis = move->axis;
        alone.angle = move->angle;
    }
    return alone;
}

#endif
