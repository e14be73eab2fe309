// Whether two motions keep every two points, one of each body, at the same place relative to each other.

#include "motion/path.h"
#include "motion/rationals.h"

static bool same_orientation(toi_quat a, toi_quat b)
{
    return q_equal(a, b) || q_equal(a, (toi_quat){-b.w, -b.x, -b.y, -b.z});
}

// The same place in space, however the quaternions are written.
static bool same_place(const toi_pose* a, const toi_pose* b)
{
    return v3_equal(a->position, b->position) &&
           same_orientation(ti_pose_unit(*a).quaternion, ti_pose_unit(*b).quaternion);
}

static bool keys_rest(const toi_motion* motion)
{
    for (uint32_t i = 1; i < motion->key_count; ++i) {
        if (!same_place(&motion->keys[0].pose, &motion->keys[i].pose)) {
            return false;
        }
    }
    return true;
}

static bool moves_rest(const toi_motion* motion)
{
    const toi_vec3 none = {0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < motion->move_count; ++i) {
        const toi_move* m = &motion->moves[i];
        if (m->kind == TOI_MOVE_ROTATION ? m->angle != 0.0 : !v3_equal(m->by, none)) {
            return false;
        }
    }
    return true;
}

bool ti_motion_rests(const toi_motion* motion)
{
    const toi_vec3 none = {0.0, 0.0, 0.0};
    switch (motion->kind) {
    case TOI_MOTION_STATIC:
        return true;
    case TOI_MOTION_TRANSLATION:
        return v3_equal(motion->by, none);
    case TOI_MOTION_ROTATION:
        return motion->angle == 0.0;
    case TOI_MOTION_SCREW:
        return motion->angle == 0.0 && motion->advance == 0.0;
    case TOI_MOTION_BETWEEN:
        return same_place(&motion->pose, &motion->end);
    case TOI_MOTION_SPIN:
        return motion->angle == 0.0 && v3_equal(motion->by, none);
    case TOI_MOTION_KEYFRAMES:
        return keys_rest(motion);
    case TOI_MOTION_MOVES:
        return moves_rest(motion);
    case TOI_MOTION_RATIONAL:
        return ti_rationals_rest(motion);
    case TOI_MOTION_VERTICES: // only the mesh tells
        return false;
    }
    return false;
}

static bool same_pose(const toi_pose* a, const toi_pose* b)
{
    return v3_equal(a->position, b->position) && q_equal(a->quaternion, b->quaternion);
}

static bool same_turn(const toi_motion* a, const toi_motion* b)
{
    return v3_equal(a->point, b->point) && v3_equal(a->axis, b->axis) && a->angle == b->angle;
}

static bool same_keys(const toi_motion* a, const toi_motion* b)
{
    if (a->key_count != b->key_count) {
        return false;
    }
    for (uint32_t i = 0; i < a->key_count; ++i) {
        if (a->keys[i].t != b->keys[i].t || !same_pose(&a->keys[i].pose, &b->keys[i].pose)) {
            return false;
        }
    }
    return true;
}

static bool same_move(const toi_move* a, const toi_move* b)
{
    if (a->kind != b->kind || a->until != b->until) {
        return false;
    }
    return a->kind == TOI_MOVE_ROTATION
               ? v3_equal(a->point, b->point) && v3_equal(a->axis, b->axis) && a->angle == b->angle
               : v3_equal(a->by, b->by);
}

static bool same_moves(const toi_motion* a, const toi_motion* b)
{
    if (a->move_count != b->move_count) {
        return false;
    }
    for (uint32_t i = 0; i < a->move_count; ++i) {
        if (!same_move(&a->moves[i], &b->moves[i])) {
            return false;
        }
    }
    return true;
}

// A translation moves every point by `by`, whatever the pose. A rotation and a screw move a point of space by
// what their axis says, wherever the body is. The other kinds depend on the poses too: a list of moves
// through the rounding of the poses at its joints.
bool ti_motion_same(const toi_motion* a, const toi_motion* b)
{
    if (ti_motion_rests(a) || ti_motion_rests(b)) {
        return ti_motion_rests(a) && ti_motion_rests(b);
    }
    if (a->kind != b->kind) {
        return false;
    }
    switch (a->kind) {
    case TOI_MOTION_STATIC:
        return true;
    case TOI_MOTION_TRANSLATION:
        return v3_equal(a->by, b->by);
    case TOI_MOTION_ROTATION:
        return same_turn(a, b);
    case TOI_MOTION_SCREW:
        return same_turn(a, b) && a->advance == b->advance;
    case TOI_MOTION_BETWEEN:
        return a->path == b->path && same_pose(&a->pose, &b->pose) && same_pose(&a->end, &b->end);
    case TOI_MOTION_SPIN:
        return same_turn(a, b) && v3_equal(a->by, b->by) && same_pose(&a->pose, &b->pose);
    case TOI_MOTION_KEYFRAMES:
        return a->path == b->path && same_keys(a, b);
    case TOI_MOTION_MOVES:
        return same_pose(&a->pose, &b->pose) && same_moves(a, b);
    case TOI_MOTION_RATIONAL:
        return ti_rationals_same(a, b);
    case TOI_MOTION_VERTICES: // every vertex goes its own way
        return false;
    }
    return false;
}
