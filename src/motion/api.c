// The pose of a motion at a time, where a pose takes a point, where a body has its vertices, and motions as
// lists of moves.

#include "core/error.h"
#include "motion/length.h"
#include "motion/path.h"
#include "motion/pieces.h"
#include "motion/rationals.h"
#include "motion/vertices.h"

// Between two keys the piece is taken over a duration of 1, so that keys may be as close in time as doubles
// allow.
static toi_pose keyframe_pose(const toi_motion* motion, double t)
{
    const toi_key* keys = motion->keys;
    uint32_t next = ti_keys_until(motion, t);
    if (next == 0) {
        return ti_pose_unit(keys[0].pose);
    }
    const toi_key* key = &keys[next - 1];
    if (next == motion->key_count || t == key->t) {
        return ti_pose_unit(key->pose);
    }
    ti_path path;
    ti_path_between(key->pose, keys[next].pose, motion->path, 0.0, 1.0, &path);
    return ti_path_posed(&path, (t - key->t) / (keys[next].t - key->t));
}

// As between keys: the places of a move do not depend on how long it takes.
static toi_pose moves_pose(const toi_motion* motion, double t)
{
    ti_move_walk walk;
    ti_moves_begin(motion, &walk);
    while (walk.index < motion->move_count && walk.t1 <= t) {
        ti_moves_next(&walk);
    }
    if (walk.index == motion->move_count || t == walk.t0) {
        return walk.start;
    }
    ti_path path;
    ti_moves_path(&walk, &path);
    return ti_path_posed(&path, (t - walk.t0) / (walk.t1 - walk.t0));
}

toi_pose toi_motion_pose(const toi_motion* motion, double t)
{
    t = t > 0.0 ? fmin(t, 1.0) : 0.0;
    if (motion->kind == TOI_MOTION_KEYFRAMES) {
        return keyframe_pose(motion, t);
    }
    if (motion->kind == TOI_MOTION_MOVES) {
        return moves_pose(motion, t);
    }
    if (motion->kind == TOI_MOTION_RATIONAL) {
        return ti_rationals_pose(motion, t);
    }
    if (motion->kind == TOI_MOTION_VERTICES) {
        return ti_pose_unit(motion->pose);
    }
    if (motion->kind == TOI_MOTION_BETWEEN && t == 1.0) {
        return ti_pose_unit(motion->end);
    }
    ti_path path;
    ti_path_single(motion, &path);
    return ti_path_posed(&path, t);
}

toi_vec3 toi_pose_point(toi_pose pose, toi_vec3 point)
{
    ti_mat3 rotation = m3_from_quat(ti_unit_quaternion(pose.quaternion));
    return xf_point(&rotation, pose.position, point);
}

toi_status toi_body_vertices(const toi_body* body, double t, toi_vec3* vertices, toi_error* error)
{
    toi_status status = ti_body_check(body, error);
    if (status != TOI_OK) {
        return status;
    }
    if (vertices == NULL && body->mesh->vertex_count > 0) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "there is no room for the vertices");
    }
    if (isnan(t)) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "t is not a number");
    }
    ti_body_vertices(body, t, vertices);
    return TOI_OK;
}

// ---- motions as lists of moves

// The turn by the shortest arc; about any axis where there is none.
static toi_move turn_between(const toi_motion* motion)
{
    ti_path path;
    ti_path_between(motion->pose, motion->end, TOI_PATH_SLERP, 0.0, 1.0, &path);
    toi_move move = {.kind = TOI_MOVE_ROTATION, .point = motion->end.position, .axis = {0.0, 0.0, 1.0}};
    move.angle = ti_length(path.turn);
    if (move.angle > 0.0) {
        move.axis = ti_unit_axis(path.turn);
    }
    return move;
}

static uint32_t count_moves(const toi_motion* motion)
{
    switch (motion->kind) {
    case TOI_MOTION_TRANSLATION:
    case TOI_MOTION_ROTATION:
        return 1;
    case TOI_MOTION_BETWEEN:
        return 2;
    case TOI_MOTION_MOVES:
        return motion->move_count;
    case TOI_MOTION_STATIC:
    case TOI_MOTION_SCREW:
    case TOI_MOTION_SPIN:
    case TOI_MOTION_KEYFRAMES:
    case TOI_MOTION_RATIONAL:
    case TOI_MOTION_VERTICES:
        break;
    }
    return 0;
}

static toi_move move_at(const toi_motion* motion, uint32_t index)
{
    if (motion->kind == TOI_MOTION_MOVES) {
        return motion->moves[index];
    }
    if (motion->kind == TOI_MOTION_ROTATION) {
        return (toi_move){
            .kind = TOI_MOVE_ROTATION, .point = motion->point, .axis = motion->axis, .angle = motion->angle};
    }
    if (motion->kind == TOI_MOTION_TRANSLATION) {
        return (toi_move){.kind = TOI_MOVE_TRANSLATION, .by = motion->by};
    }
    if (index == 1) {
        return turn_between(motion);
    }
    return (toi_move){.kind = TOI_MOVE_TRANSLATION,
                      .by = v3_sub(motion->end.position, motion->pose.position)};
}

toi_status toi_motion_moves(const toi_motion* motion, toi_move* moves, uint32_t capacity, uint32_t* count,
                            toi_error* error)
{
    toi_status status = toi_motion_check(motion, error);
    if (status != TOI_OK) {
        return status;
    }
    if (count == NULL || (moves == NULL && capacity > 0)) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "there is no room for the moves");
    }
    uint32_t all = count_moves(motion);
    if (all == 0 && motion->kind != TOI_MOTION_STATIC) {
        const char* name = motion->kind == TOI_MOTION_SCREW       ? "a screw"
                           : motion->kind == TOI_MOTION_SPIN      ? "a spin"
                           : motion->kind == TOI_MOTION_KEYFRAMES ? "keyframes"
                           : motion->kind == TOI_MOTION_RATIONAL  ? "rational"
                                                                  : "vertices";
        return ti_fail(error, TOI_ERROR_INVALID, 0,
                       "kind is %s, not a translation, a rotation, between or moves", name);
    }
    for (uint32_t i = 0; i < all && i < capacity; ++i) {
        moves[i] = move_at(motion, i);
    }
    *count = all;
    return TOI_OK;
}
