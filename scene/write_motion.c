// Motions as JSON, with the keys that scene files have.

#include "write_motion.h"

#include "fields.h"

static const char* kind_name(toi_motion_kind kind)
{
    static const char* const names[] = {
        [TOI_MOTION_STATIC] = "static",       [TOI_MOTION_TRANSLATION] = "translation",
        [TOI_MOTION_ROTATION] = "rotation",   [TOI_MOTION_SCREW] = "screw",
        [TOI_MOTION_BETWEEN] = "between",     [TOI_MOTION_SPIN] = "spin",
        [TOI_MOTION_KEYFRAMES] = "keyframes", [TOI_MOTION_MOVES] = "moves",
        [TOI_MOTION_RATIONAL] = "rational",   [TOI_MOTION_VERTICES] = "vertices",
    };
    return names[kind];
}

static const char* path_name(toi_path path)
{
    return path == TOI_PATH_SCREW ? "screw" : path == TOI_PATH_SLERP ? "slerp" : "nlerp";
}

static void write_pose(ti_json* json, const char* key, toi_pose pose)
{
    ti_json_begin(json, key, '{');
    ti_json_pose(json, pose);
    ti_json_end(json, '}');
}

static void write_turn(ti_json* json, toi_vec3 point, toi_vec3 axis, double angle)
{
    ti_json_vec3(json, "point", point);
    ti_json_vec3(json, "axis", axis);
    ti_json_number(json, "angle", angle);
}

static void write_keys(ti_json* json, const toi_motion* motion)
{
    ti_json_begin(json, "keys", '[');
    for (uint32_t i = 0; i < motion->key_count; ++i) {
        ti_json_begin(json, NULL, '{');
        ti_json_number(json, "t", motion->keys[i].t);
        ti_json_pose(json, motion->keys[i].pose);
        ti_json_end(json, '}');
    }
    ti_json_end(json, ']');
}

static void write_moves(ti_json* json, const toi_motion* motion)
{
    ti_json_begin(json, "moves", '[');
    for (uint32_t i = 0; i < motion->move_count; ++i) {
        const toi_move* move = &motion->moves[i];
        ti_json_begin(json, NULL, '{');
        if (move->kind == TOI_MOVE_ROTATION) {
            ti_json_begin(json, "rotate", '{');
            write_turn(json, move->point, move->axis, move->angle);
            ti_json_end(json, '}');
        } else {
            ti_json_vec3(json, "translate", move->by);
        }
        if (move->until != 0.0) {
            ti_json_number(json, "until", move->until);
        }
        ti_json_end(json, '}');
    }
    ti_json_end(json, ']');
}

static void write_quaternion(ti_json* json, toi_quat q)
{
    ti_json_begin(json, NULL, '[');
    ti_json_number(json, NULL, q.w);
    ti_json_number(json, NULL, q.x);
    ti_json_number(json, NULL, q.y);
    ti_json_number(json, NULL, q.z);
    ti_json_end(json, ']');
}

static void write_rational(ti_json* json, const toi_rational* piece)
{
    ti_json_begin(json, NULL, '{');
    ti_json_number(json, "until", piece->until != 0.0 ? piece->until : 1.0);
    ti_json_begin(json, "rotation", '[');
    for (uint32_t i = 0; i < piece->rotation_count; ++i) {
        write_quaternion(json, piece->rotation[i]);
    }
    ti_json_end(json, ']');
    ti_json_begin(json, "translation", '[');
    for (uint32_t i = 0; i < piece->translation_count; ++i) {
        ti_json_vec3(json, NULL, piece->translation[i]);
    }
    ti_json_end(json, ']');
    if (piece->weights) {
        ti_json_begin(json, "weights", '[');
        for (uint32_t i = 0; i < piece->translation_count; ++i) {
            ti_json_number(json, NULL, piece->weights[i]);
        }
        ti_json_end(json, ']');
    }
    ti_json_end(json, '}');
}

static void write_pieces(ti_json* json, const toi_motion* motion)
{
    ti_json_begin(json, "pieces", '[');
    for (uint32_t i = 0; i < motion->rational_count; ++i) {
        write_rational(json, &motion->rationals[i]);
    }
    ti_json_end(json, ']');
}

static void write_ends(ti_json* json, const toi_motion* motion)
{
    ti_json_begin(json, "to", '[');
    for (uint32_t i = 0; i < motion->to_count; ++i) {
        ti_json_number(json, NULL, motion->to[i].x);
        ti_json_number(json, NULL, motion->to[i].y);
        ti_json_number(json, NULL, motion->to[i].z);
    }
    ti_json_end(json, ']');
}

static void write_fields(ti_json* json, const toi_motion* motion)
{
    switch (motion->kind) {
    case TOI_MOTION_STATIC:
        break;
    case TOI_MOTION_TRANSLATION:
        ti_json_vec3(json, "by", motion->by);
        break;
    case TOI_MOTION_ROTATION:
    case TOI_MOTION_SCREW:
        write_turn(json, motion->point, motion->axis, motion->angle);
        ti_json_number(json, "advance", motion->kind == TOI_MOTION_SCREW ? motion->advance : 0.0);
        break;
    case TOI_MOTION_BETWEEN:
        write_pose(json, "end", motion->end);
        ti_json_text(json, "path", path_name(motion->path));
        break;
    case TOI_MOTION_SPIN:
        write_turn(json, motion->point, motion->axis, motion->angle);
        ti_json_vec3(json, "by", motion->by);
        break;
    case TOI_MOTION_KEYFRAMES:
        ti_json_text(json, "path", path_name(motion->path));
        write_keys(json, motion);
        break;
    case TOI_MOTION_MOVES:
        write_moves(json, motion);
        break;
    case TOI_MOTION_RATIONAL:
        write_pieces(json, motion);
        break;
    case TOI_MOTION_VERTICES:
        write_ends(json, motion);
        break;
    }
}

void ti_json_motion(ti_json* json, const char* key, const toi_motion* motion)
{
    ti_json_begin(json, key, '{');
    ti_json_text(json, "kind", kind_name(motion->kind));
    if (motion->kind != TOI_MOTION_KEYFRAMES && motion->kind != TOI_MOTION_RATIONAL) {
        write_pose(json, "pose", motion->pose);
    }
    write_fields(json, motion);
    ti_json_end(json, '}');
}
