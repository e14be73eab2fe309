// Whether a motion is valid, and what is wrong with it.

#include "core/error.h"
#include "motion/length.h"
#include "motion/path.h"
#include "motion/pieces.h"
#include "motion/rationals.h"
#include "toi/motion.h"

#include <stdio.h>

// Bounds of the public header and of docs/conventions.md.
static const double least_quaternion = 1e-6;
static const double least_axis = 1e-12;

// Fills the error, if there is one, and fails.
static bool fail(toi_error* error, uint64_t index, const char* text)
{
    if (error != NULL) {
        *error = (toi_error){.status = TOI_ERROR_INVALID, .index = index};
        snprintf(error->text, sizeof error->text, "%s", text);
    }
    return false;
}

static bool fail_field(toi_error* error, const char* owner, const char* field, const char* what)
{
    char text[160];
    snprintf(text, sizeof text, "%s%s%s", owner, field, what);
    return fail(error, 0, text);
}

static bool check_vector(toi_vec3 v, const char* owner, const char* field, toi_error* error)
{
    return v3_finite(v) || fail_field(error, owner, field, " has a number that is not finite");
}

static bool check_number(double x, const char* owner, const char* field, toi_error* error)
{
    return isfinite(x) || fail_field(error, owner, field, " is not finite");
}

// `owner` says whose pose it is: "", "end " or "keys: ".
static bool check_pose(const toi_pose* pose, const char* owner, toi_error* error)
{
    toi_quat q = pose->quaternion;
    if (!v3_finite(pose->position)) {
        return fail_field(error, owner, "position", " has a number that is not finite");
    }
    if (!(isfinite(q.w) && isfinite(q.x) && isfinite(q.y) && isfinite(q.z))) {
        return fail_field(error, owner, "quaternion", " has a number that is not finite");
    }
    if (!(ti_quaternion_length(q) >= least_quaternion)) {
        return fail_field(error, owner, "quaternion", " is shorter than 1e-6");
    }
    return true;
}

// `owner` as above: "" or "moves: ".
static bool check_turn(const toi_move* turn, const char* owner, toi_error* error)
{
    if (!check_vector(turn->point, owner, "point", error) ||
        !check_vector(turn->axis, owner, "axis", error)) {
        return false;
    }
    if (!(ti_length(turn->axis) >= least_axis)) {
        return fail_field(error, owner, "axis", " is shorter than 1e-12");
    }
    return check_number(turn->angle, owner, "angle", error);
}

static toi_move turn_of(const toi_motion* motion)
{
    return (toi_move){
        .kind = TOI_MOVE_ROTATION, .point = motion->point, .axis = motion->axis, .angle = motion->angle};
}

static bool check_path(const toi_motion* motion, toi_error* error)
{
    return (unsigned)motion->path <= TOI_PATH_NLERP ||
           fail(error, 0, "path is none of screw, slerp and nlerp");
}

static bool check_key(const toi_motion* motion, uint32_t index, toi_error* error)
{
    double t = motion->keys[index].t;
    if (!(t >= 0.0 && t <= 1.0)) {
        return fail(error, index, "keys: a time is not between 0 and 1");
    }
    if (index > 0 && !(t > motion->keys[index - 1].t)) {
        return fail(error, index, "keys: a time is not above the one before");
    }
    if (!check_pose(&motion->keys[index].pose, "keys: ", error)) {
        if (error != NULL) {
            error->index = index;
        }
        return false;
    }
    return true;
}

static bool check_keys(const toi_motion* motion, toi_error* error)
{
    if (motion->keys == NULL || motion->key_count < 2) {
        return fail(error, 0, "keys: at least two are needed");
    }
    for (uint32_t i = 0; i < motion->key_count; ++i) {
        if (!check_key(motion, i, error)) {
            return false;
        }
    }
    return check_path(motion, error);
}

static bool check_move(const toi_move* move, toi_error* error)
{
    if ((unsigned)move->kind > TOI_MOVE_ROTATION) {
        return fail(error, 0, "moves: kind is neither translation nor rotation");
    }
    if (!(move->until >= 0.0 && move->until <= 1.0)) {
        return fail(error, 0, "moves: until is not between 0 and 1");
    }
    return move->kind == TOI_MOVE_ROTATION ? check_turn(move, "moves: ", error)
                                           : check_vector(move->by, "moves: ", "by", error);
}

// The moves that share a span of time are told by its end, which is the first given time from there on.
static bool check_move_times(const toi_motion* motion, uint32_t* index, toi_error* error)
{
    ti_move_walk walk;
    ti_moves_begin(motion, &walk);
    for (*index = 0; *index < motion->move_count; *index = walk.index) {
        if (!(walk.t1 > walk.t0)) {
            bool given = motion->moves[walk.index].until != 0.0;
            return fail(error, 0,
                        given ? "moves: until is not above the end of the move before"
                              : "moves: no time is left for a move without until");
        }
        ti_moves_next_time(&walk);
    }
    return true;
}

static bool check_moves(const toi_motion* motion, toi_error* error)
{
    if (motion->moves == NULL || motion->move_count < 1) {
        return fail(error, 0, "moves: at least one is needed");
    }
    uint32_t index = 0;
    bool valid = true;
    for (; index < motion->move_count && valid; index += valid) {
        valid = check_move(&motion->moves[index], error);
    }
    valid = valid && check_move_times(motion, &index, error);
    if (!valid && error != NULL) {
        error->index = index;
    }
    return valid;
}

static bool check_ends(const toi_motion* motion, toi_error* error)
{
    if (motion->to == NULL || motion->to_count == 0) {
        return fail(error, 0, "to: there are no end positions");
    }
    for (uint32_t i = 0; i < motion->to_count; ++i) {
        if (!v3_finite(motion->to[i])) {
            return fail(error, i, "to has a number that is not finite");
        }
    }
    return true;
}

static bool is_valid(const toi_motion* motion, toi_error* error)
{
    if ((unsigned)motion->kind > TOI_MOTION_VERTICES) {
        return fail(error, 0, "kind is none of the motions");
    }
    if (motion->kind == TOI_MOTION_KEYFRAMES) {
        return check_keys(motion, error);
    }
    if (motion->kind == TOI_MOTION_RATIONAL) {
        return ti_rationals_valid(motion, false, error);
    }
    if (!check_pose(&motion->pose, "", error)) {
        return false;
    }
    toi_move turn = turn_of(motion);
    switch (motion->kind) {
    case TOI_MOTION_TRANSLATION:
        return check_vector(motion->by, "", "by", error);
    case TOI_MOTION_ROTATION:
        return check_turn(&turn, "", error);
    case TOI_MOTION_SCREW:
        return check_turn(&turn, "", error) && check_number(motion->advance, "", "advance", error);
    case TOI_MOTION_BETWEEN:
        return check_pose(&motion->end, "end ", error) && check_path(motion, error);
    case TOI_MOTION_SPIN:
        return check_turn(&turn, "", error) && check_vector(motion->by, "", "by", error);
    case TOI_MOTION_MOVES:
        return check_moves(motion, error);
    case TOI_MOTION_VERTICES:
        return check_ends(motion, error);
    case TOI_MOTION_STATIC:
    case TOI_MOTION_KEYFRAMES:
    case TOI_MOTION_RATIONAL:
        break;
    }
    return true;
}

bool ti_pose_valid(const toi_pose* pose)
{
    return check_pose(pose, "", NULL);
}

bool ti_move_valid(const toi_move* move)
{
    if ((unsigned)move->kind > TOI_MOVE_ROTATION) {
        return false;
    }
    return move->kind == TOI_MOVE_ROTATION ? check_turn(move, "", NULL) : v3_finite(move->by);
}

toi_status toi_motion_check(const toi_motion* motion, toi_error* error)
{
    if (motion == NULL) {
        fail(error, 0, "there is no motion");
        return TOI_ERROR_INVALID;
    }
    return is_valid(motion, error) ? TOI_OK : TOI_ERROR_INVALID;
}

toi_status ti_fail_motion(toi_error* error, const char* owner, uint32_t index, toi_motion_kind kind,
                          const toi_error* why)
{
    static const char* const parts[] = {[TOI_MOTION_KEYFRAMES] = "key",
                                        [TOI_MOTION_MOVES] = "move",
                                        [TOI_MOTION_RATIONAL] = "piece",
                                        [TOI_MOTION_VERTICES] = "vertex"};
    const char* part = (unsigned)kind <= TOI_MOTION_VERTICES ? parts[kind] : NULL;
    if (part != NULL) {
        return ti_fail(error, TOI_ERROR_INVALID, index, "%s %u, %s %u: %.180s", owner, (unsigned)index, part,
                       (unsigned)why->index, why->text);
    }
    return ti_fail(error, TOI_ERROR_INVALID, index, "%s %u: %.180s", owner, (unsigned)index, why->text);
}

bool ti_motion_rigid(const toi_motion* motion)
{
    return motion->kind != TOI_MOTION_VERTICES && is_valid(motion, NULL);
}

toi_status ti_motion_check_rigid(const toi_motion* motion, const char* owner, uint32_t index,
                                 toi_error* error)
{
    toi_error why = {0};
    if (motion->kind == TOI_MOTION_VERTICES) {
        return ti_fail(error, TOI_ERROR_INVALID, index,
                       "%s %u deforms: its motion is of kind vertices, and only rigid ones are taken here",
                       owner, (unsigned)index);
    }
    return is_valid(motion, &why) ? TOI_OK : ti_fail_motion(error, owner, index, motion->kind, &why);
}

toi_status ti_body_check(const toi_body* body, toi_error* error)
{
    if (body == NULL || body->mesh == NULL) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "there is no %s", body == NULL ? "body" : "mesh");
    }
    toi_status status = toi_motion_check(&body->motion, error);
    uint32_t vertices = body->mesh->vertex_count, ends = body->motion.to_count;
    if (status == TOI_OK && body->motion.kind == TOI_MOTION_VERTICES && ends != vertices) {
        return ti_fail(error, TOI_ERROR_INVALID, vertices < ends ? vertices : ends,
                       "to has %u end positions, and the mesh has %u vertices", (unsigned)ends,
                       (unsigned)vertices);
    }
    return status;
}
