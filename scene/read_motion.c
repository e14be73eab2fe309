// Motions of a scene file: which keys each kind has, and the checks of their values.

#include "json_writer.h"
#include "read.h"

#include <math.h>
#include <string.h>

// Keys that a kind may have besides "kind"; all but the pose must be there.
enum {
    KEY_POSE = 1,
    KEY_BY = 2,
    KEY_POINT = 4,
    KEY_AXIS = 8,
    KEY_ANGLE = 16,
    KEY_ADVANCE = 32,
    KEY_START = 64,
    KEY_END = 128,
    KEY_PATH = 256,
    KEY_CENTER = 512,
    KEY_KEYS = 1024,
    KEY_MOVES = 2048,
    KEY_TO = 4096,
    KEY_COUNT = 13,
};

static const char* const key_name[KEY_COUNT] = {"pose", "by",   "point",  "axis", "angle", "advance", "start",
                                                "end",  "path", "center", "keys", "moves", "to"};

static const char* const key_right[KEY_COUNT] = {
    "an object such as {\"position\": [0, 0, 0], \"quaternion\": [1, 0, 0, 0]}",
    "the displacement, 3 numbers",
    "a point of the axis, 3 numbers",
    "the direction of the axis, 3 numbers",
    "a number, in radians",
    "a length along the axis",
    "the pose at time 0",
    "the pose at time 1",
    "\"screw\", \"slerp\" or \"nlerp\"",
    "the centre in the frame of the mesh, 3 numbers",
    "a list of at least two keys {\"t\", \"position\", \"quaternion\"}",
    "a list of moves, each {\"translate\": [x, y, z]} or {\"rotate\": {\"point\", \"axis\", \"angle\"}}",
    "a list of end positions [x, y, z], one for each vertex of the mesh, or a mesh file that has them",
};

typedef struct kind_row {
    const char* name;
    toi_motion_kind kind;
    unsigned keys;
} kind_row;

enum { KIND_COUNT = 10 };

static const kind_row kinds[KIND_COUNT] = {
    {"static", TOI_MOTION_STATIC, KEY_POSE},
    {"translation", TOI_MOTION_TRANSLATION, KEY_POSE | KEY_BY},
    {"rotation", TOI_MOTION_ROTATION, KEY_POSE | KEY_POINT | KEY_AXIS | KEY_ANGLE},
    {"screw", TOI_MOTION_SCREW, KEY_POSE | KEY_POINT | KEY_AXIS | KEY_ANGLE | KEY_ADVANCE},
    {"between", TOI_MOTION_BETWEEN, KEY_START | KEY_END | KEY_PATH},
    {"spin", TOI_MOTION_SPIN, KEY_POSE | KEY_CENTER | KEY_BY | KEY_AXIS | KEY_ANGLE},
    {"keyframes", TOI_MOTION_KEYFRAMES, KEY_KEYS | KEY_PATH},
    {"moves", TOI_MOTION_MOVES, KEY_POSE | KEY_MOVES},
    {"rational", TOI_MOTION_RATIONAL, 0}, // read_rational.c
    {"vertices", TOI_MOTION_VERTICES, KEY_POSE | KEY_TO},
};

static const char* const kind_name[KIND_COUNT] = {"static",   "translation", "rotation",  "screw",
                                                  "between",  "spin",        "keyframes", "moves",
                                                  "rational", "vertices"};

static const char* const path_name[] = {"screw", "slerp", "nlerp"};

static toi_status read_quaternion(ti_reader* reader, const ti_place* place, toi_quat* quaternion)
{
    double q[4];
    toi_status status = ti_place_numbers(reader, place, 4, q);
    if (status != TOI_OK) {
        return status;
    }
    double largest = fmax(fmax(fabs(q[0]), fabs(q[1])), fmax(fabs(q[2]), fabs(q[3])));
    double shrink =
        largest > 1e100 ? largest : 1.0; // its square must not overflow; only the direction counts
    toi_quat given = {q[0] / shrink, q[1] / shrink, q[2] / shrink, q[3] / shrink};
    double norm2 = ((given.w * given.w + given.x * given.x) + given.y * given.y) + given.z * given.z;
    if (!(norm2 >= 1e-12)) {
        return ti_place_fail(reader, place,
                             "must not be near zero; its length is %.3g, and at least 1e-6 is needed",
                             sqrt(norm2));
    }
    // One that is a unit quaternion up to rounding is left as it is, so that results can be read back.
    double length = fabs(norm2 - 1.0) <= 0x1p-50 ? 1.0 : sqrt(norm2);
    *quaternion = (toi_quat){given.w / length, given.x / length, given.y / length, given.z / length};
    return TOI_OK;
}

toi_status ti_read_pose_fields(ti_reader* reader, const ti_place* object, toi_pose* pose)
{
    *pose = (toi_pose)TOI_POSE_IDENTITY;
    ti_place position = ti_place_member(object, "position");
    ti_place quaternion = ti_place_member(object, "quaternion");
    if (position.value) {
        toi_status status = ti_place_vec3(reader, &position, &pose->position);
        if (status != TOI_OK) {
            return status;
        }
    }
    return quaternion.value ? read_quaternion(reader, &quaternion, &pose->quaternion) : TOI_OK;
}

static toi_status read_pose(ti_reader* reader, const ti_place* place, toi_pose* pose)
{
    static const char* const names[] = {"position", "quaternion"};
    toi_status status = ti_place_check_keys(reader, place, (ti_words){names, 2});
    return status == TOI_OK ? ti_read_pose_fields(reader, place, pose) : status;
}

toi_status ti_read_axis(ti_reader* reader, const ti_place* place, toi_vec3* axis)
{
    toi_status status = ti_place_vec3(reader, place, axis);
    if (status != TOI_OK) {
        return status;
    }
    double length = hypot(hypot(axis->x, axis->y), axis->z);
    if (!(length >= 1e-12)) {
        return ti_place_fail(reader, place,
                             "must not be zero; its length is %.3g, and at least 1e-12 is needed", length);
    }
    return TOI_OK;
}

static toi_status read_path(ti_reader* reader, const ti_place* place, toi_path* path)
{
    size_t index = 0;
    toi_status status = ti_place_word(reader, place, (ti_words){path_name, 3}, &index);
    *path = (toi_path)index;
    return status;
}

static toi_status read_key(ti_reader* reader, const ti_place* place, const toi_key* before, toi_key* key)
{
    static const char* const names[] = {"t", "position", "quaternion"};
    ti_place time = {place, "t", 0, NULL};
    toi_status status = ti_place_check_keys(reader, place, (ti_words){names, 3});
    if (status == TOI_OK) {
        time = ti_place_member(place, "t");
        status = ti_place_need(reader, &time, "the time of the key, from 0 to 1");
    }
    if (status == TOI_OK) {
        status = ti_place_number(reader, &time, &key->t);
    }
    if (status != TOI_OK) {
        return status;
    }
    if (!(key->t >= 0.0 && key->t <= 1.0)) {
        return ti_place_fail(reader, &time, "must be from 0 to 1, is %s", ti_number_show(key->t).text);
    }
    if (before && !(key->t > before->t)) {
        return ti_place_fail(reader, &time, "must be later than the key before it, at %s; is %s",
                             ti_number_show(before->t).text, ti_number_show(key->t).text);
    }
    return ti_read_pose_fields(reader, place, &key->pose);
}

static toi_status read_keys(ti_reader* reader, const ti_place* place, toi_motion* motion)
{
    toi_status status = ti_place_check_list(reader, place, "keys");
    if (status != TOI_OK) {
        return status;
    }
    size_t count = json_array_size(place->value);
    if (count < 2 || count > UINT32_MAX) {
        return ti_place_fail(reader, place, "must hold at least two keys, holds %zu", count);
    }
    toi_key* keys = ti_reader_allocate(reader, count, sizeof *keys);
    if (!keys) {
        return ti_place_fail_memory(reader);
    }
    motion->keys = keys; // released with the scene, also after a failure
    motion->key_count = (uint32_t)count;
    for (size_t i = 0; i < count && status == TOI_OK; ++i) {
        ti_place element = ti_place_element(place, i);
        status = read_key(reader, &element, i > 0 ? &keys[i - 1] : NULL, &keys[i]);
    }
    return status;
}

static toi_status read_field(ti_reader* reader, const ti_place* place, unsigned key, toi_motion* motion)
{
    switch (key) {
    case KEY_POSE:
    case KEY_START:
        return read_pose(reader, place, &motion->pose);
    case KEY_END:
        return read_pose(reader, place, &motion->end);
    case KEY_BY:
        return ti_place_vec3(reader, place, &motion->by);
    case KEY_POINT:
    case KEY_CENTER:
        return ti_place_vec3(reader, place, &motion->point);
    case KEY_AXIS:
        return ti_read_axis(reader, place, &motion->axis);
    case KEY_ANGLE:
        return ti_place_number(reader, place, &motion->angle);
    case KEY_ADVANCE:
        return ti_place_number(reader, place, &motion->advance);
    case KEY_PATH:
        return read_path(reader, place, &motion->path);
    case KEY_MOVES:
        return ti_read_moves(reader, place, motion);
    case KEY_TO:
        return ti_check_ends(reader, place);
    default:
        return read_keys(reader, place, motion);
    }
}

static toi_status read_kind(ti_reader* reader, const ti_place* object, size_t* index)
{
    ti_place kind = ti_place_member(object, "kind");
    toi_status status =
        ti_place_need(reader, &kind,
                      "one of \"static\", \"translation\", \"rotation\", \"screw\", \"between\", "
                      "\"spin\", \"keyframes\", \"moves\", \"rational\", \"vertices\"");
    if (status == TOI_OK) {
        status = ti_place_word(reader, &kind, (ti_words){kind_name, KIND_COUNT}, index);
    }
    return status;
}

static toi_status read_fields(ti_reader* reader, const ti_place* object, const kind_row* row,
                              toi_motion* motion)
{
    toi_status status = TOI_OK;
    for (size_t i = 0; i < KEY_COUNT && status == TOI_OK; ++i) {
        unsigned key = 1u << i;
        if (!(row->keys & key)) {
            continue;
        }
        ti_place member = ti_place_member(object, key_name[i]);
        if (key != KEY_POSE) {
            status = ti_place_need(reader, &member, key_right[i]);
        }
        if (status == TOI_OK && member.value) {
            status = read_field(reader, &member, key, motion);
        }
    }
    return status;
}

toi_status ti_read_motion(ti_reader* reader, const ti_place* place, toi_motion* motion)
{
    *motion = (toi_motion){.pose = TOI_POSE_IDENTITY, .end = TOI_POSE_IDENTITY};
    if (!json_is_object(place->value)) {
        return ti_place_check_keys(reader, place, (ti_words){kind_name, 0});
    }
    size_t index = 0;
    toi_status status = read_kind(reader, place, &index);
    if (status != TOI_OK) {
        return status;
    }
    const kind_row* row = &kinds[index];
    motion->kind = row->kind;
    if (row->kind == TOI_MOTION_RATIONAL) {
        return ti_read_rational(reader, place, motion);
    }
    const char* names[KEY_COUNT + 1] = {"kind"};
    ti_words known = {names, 1};
    for (size_t i = 0; i < KEY_COUNT; ++i) {
        if (row->keys & (1u << i)) {
            names[known.count++] = key_name[i];
        }
    }
    status = ti_place_check_keys(reader, place, known);
    if (status == TOI_OK) {
        status = read_fields(reader, place, row, motion);
    }
    toi_error error = {0};
    bool complete = row->kind != TOI_MOTION_VERTICES;
    if (status == TOI_OK && complete && toi_motion_check(motion, &error) != TOI_OK) {
        return ti_place_fail(reader, place, "%s", error.text);
    }
    return status;
}
