// The pose of a motion at a time, and where a pose takes a point.

#include "motion/length.h"
#include "motion/path.h"

static toi_pose pose_on(const ti_path* path, double t)
{
    ti_mat3 rotation;
    toi_pose pose = {.quaternion = ti_path_quaternion(path, t)};
    ti_path_pose(path, t, &rotation, &pose.position);
    return pose;
}

// Number of keys at or before t.
static uint32_t keys_until(const toi_motion* motion, double t)
{
    uint32_t low = 0, high = motion->key_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (motion->keys[middle].t <= t) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

// Between two keys the piece is taken over a duration of 1, so that keys may be as close in time as doubles
// allow.
static toi_pose keyframe_pose(const toi_motion* motion, double t)
{
    const toi_key* keys = motion->keys;
    uint32_t next = keys_until(motion, t);
    if (next == 0) {
        return ti_pose_unit(keys[0].pose);
    }
    const toi_key* key = &keys[next - 1];
    if (next == motion->key_count || t == key->t) {
        return ti_pose_unit(key->pose);
    }
    ti_path path;
    ti_path_between(key->pose, keys[next].pose, motion->path, 0.0, 1.0, &path);
    return pose_on(&path, (t - key->t) / (keys[next].t - key->t));
}

toi_pose toi_motion_pose(const toi_motion* motion, double t)
{
    t = t > 0.0 ? fmin(t, 1.0) : 0.0;
    if (motion->kind == TOI_MOTION_KEYFRAMES) {
        return keyframe_pose(motion, t);
    }
    if (motion->kind == TOI_MOTION_BETWEEN && t == 1.0) {
        return ti_pose_unit(motion->end);
    }
    ti_path path;
    ti_motion_piece(motion, 0, &path);
    return pose_on(&path, t);
}

toi_vec3 toi_pose_point(toi_pose pose, toi_vec3 point)
{
    ti_mat3 rotation = m3_from_quat(ti_unit_quaternion(pose.quaternion));
    return xf_point(&rotation, pose.position, point);
}
