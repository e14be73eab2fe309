// Motions in long double by unit quaternions.

#include "support/oracle_motion.h"
#include "support/move_at.h"
#include "support/rational_at.h"
#include "support/real_bernstein.h"

#include <stddef.h>

// Two poses to be joined within a time of `duration`.
typedef struct joint {
    rquat q0, q1;       // the second one on the side of the first
    rvec p0, p1;        // relative to the origin of the track
    rvec axis;          // of the turn from q0 to q1
    real angle;         // of that turn, 0 to pi
    rvec along, across; // the displacement along the axis, and the rest
} joint;

toi_vec3 oracle_origin(const toi_motion* motion)
{
    return motion->kind == TOI_MOTION_KEYFRAMES ? motion->keys[0].pose.position : motion->pose.position;
}

static rvec from_origin(const oracle_track* track, toi_vec3 p)
{
    return r3_sub(r3_wide(p), r3_wide(track->origin));
}

static joint join(const oracle_track* track, toi_pose start, toi_pose end)
{
    joint j = {.q0 = rq_wide(start.quaternion), .q1 = rq_wide(end.quaternion)};
    j.p0 = from_origin(track, start.position);
    j.p1 = from_origin(track, end.position);
    if (j.q0.w * j.q1.w + j.q0.x * j.q1.x + j.q0.y * j.q1.y + j.q0.z * j.q1.z < 0.0L) {
        j.q1 = (rquat){-j.q1.w, -j.q1.x, -j.q1.y, -j.q1.z};
    }
    rquat d = rq_mul(j.q1, rq_conjugate(j.q0));
    rvec v = {d.x, d.y, d.z};
    real s = r3_length(v);
    rvec way = r3_sub(j.p1, j.p0);
    // A turn by rounding alone has no axis worth the name.
    if (s < 1e-19L) {
        j.along = way;
        return j;
    }
    j.axis = r3_scale(1.0L / s, v);
    j.angle = 2.0L * atan2l(s, d.w);
    j.along = r3_scale(r3_dot(way, j.axis), j.axis);
    j.across = r3_sub(way, j.along);
    return j;
}

// In the plane across the axis a screw takes 0 to d by (e^(i u w) - 1)/(e^(i w) - 1) d.
static rvec screw_across(const joint* j, real u)
{
    if (j->angle == 0.0L) {
        return r3(0.0L, 0.0L, 0.0L);
    }
    real ratio = sinl(0.5L * u * j->angle) / sinl(0.5L * j->angle);
    return r3_scale(ratio, rq_turn(rq_axis_angle(j->axis, 0.5L * (u - 1.0L) * j->angle), j->across));
}

static oracle_pose joint_pose(const joint* j, toi_path path, real u)
{
    oracle_pose pose;
    rvec straight = r3_add(r3_scale(1.0L - u, j->p0), r3_scale(u, j->p1));
    if (path == TOI_PATH_NLERP) {
        real a = 1.0L - u;
        rquat q = {a * j->q0.w + u * j->q1.w, a * j->q0.x + u * j->q1.x, a * j->q0.y + u * j->q1.y,
                   a * j->q0.z + u * j->q1.z};
        real n = sqrtl(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
        pose.turn = (rquat){q.w / n, q.x / n, q.y / n, q.z / n};
        pose.position = straight;
        return pose;
    }
    pose.turn = rq_mul(rq_axis_angle(j->axis, u * j->angle), j->q0);
    pose.position = straight;
    if (path == TOI_PATH_SCREW) {
        pose.position = r3_add(r3_add(j->p0, r3_scale(u, j->along)), screw_across(j, u));
    }
    return pose;
}

static rvec unit_axis(toi_vec3 axis)
{
    return r3_unit(r3_wide(axis));
}

static oracle_pose turning_pose(const oracle_track* track, real t)
{
    const toi_motion* m = track->motion;
    rvec n = unit_axis(m->axis), p = from_origin(track, m->pose.position);
    rquat q0 = rq_wide(m->pose.quaternion), turn = rq_axis_angle(n, t * (real)m->angle);
    oracle_pose pose = {rq_mul(turn, q0), p};
    if (m->kind == TOI_MOTION_SPIN) {
        rvec center = rq_turn(q0, r3_wide(m->point));
        pose.position = r3_add(p, r3_sub(r3_scale(t, r3_wide(m->by)), rq_turn_change(turn, center)));
        return pose;
    }
    rvec arm = r3_sub(r3_wide(m->pose.position), r3_wide(m->point));
    pose.position = r3_add(p, rq_turn_change(turn, arm));
    if (m->kind == TOI_MOTION_SCREW) {
        pose.position = r3_add(pose.position, r3_scale(t * (real)m->advance, n));
    }
    return pose;
}

// The last key at or before t; UINT32_MAX before the first.
static uint32_t key_before(const toi_motion* m, double t)
{
    uint32_t k = UINT32_MAX;
    for (uint32_t i = 0; i < m->key_count && m->keys[i].t <= t; ++i) {
        k = i;
    }
    return k;
}

static oracle_pose resting_pose(const oracle_track* track, toi_pose pose)
{
    return (oracle_pose){rq_wide(pose.quaternion), from_origin(track, pose.position)};
}

static oracle_pose keyframe_pose(const oracle_track* track, double t)
{
    const toi_motion* m = track->motion;
    uint32_t k = key_before(m, t);
    if (k == UINT32_MAX || k + 1 == m->key_count) {
        return resting_pose(track, m->keys[k == UINT32_MAX ? 0 : k].pose);
    }
    joint j = join(track, m->keys[k].pose, m->keys[k + 1].pose);
    real u = ((real)t - (real)m->keys[k].t) / ((real)m->keys[k + 1].t - (real)m->keys[k].t);
    return joint_pose(&j, m->path, u);
}

// A motion of one piece at the share u of it.
static oracle_pose single_pose(const oracle_track* track, real u)
{
    const toi_motion* m = track->motion;
    if (m->kind == TOI_MOTION_STATIC || m->kind == TOI_MOTION_TRANSLATION) {
        oracle_pose pose = resting_pose(track, m->pose);
        if (m->kind == TOI_MOTION_TRANSLATION) {
            pose.position = r3_add(pose.position, r3_scale(u, r3_wide(m->by)));
        }
        return pose;
    }
    if (m->kind == TOI_MOTION_BETWEEN) {
        joint j = join(track, m->pose, m->end);
        return joint_pose(&j, m->path, u);
    }
    return turning_pose(track, u);
}

static oracle_pose rational_pose(const oracle_track* track, double t)
{
    real s, x[3], q[4], length = 0.0L;
    const toi_rational* m = rational_at(track->motion, t, &s);
    real w = m->weights != NULL ? real_bernstein(m->weights, 1, m->translation_count, s) : 1.0L;
    for (size_t i = 0; i < 4; ++i) {
        q[i] = real_bernstein(&m->rotation[0].w + i, 4, m->rotation_count, s);
        length += q[i] * q[i];
    }
    for (size_t i = 0; i < 3; ++i) {
        x[i] = real_bernstein(&m->translation[0].x + i, 3, m->translation_count, s) / w;
    }
    length = sqrtl(length);
    return (oracle_pose){{q[0] / length, q[1] / length, q[2] / length, q[3] / length},
                         r3_sub(r3(x[0], x[1], x[2]), r3_wide(track->origin))};
}

oracle_pose oracle_track_pose(const oracle_track* track, double t)
{
    const toi_motion* m = track->motion;
    if (m->kind == TOI_MOTION_RATIONAL) {
        return rational_pose(track, t);
    }
    if (m->kind == TOI_MOTION_KEYFRAMES) {
        return keyframe_pose(track, t);
    }
    if (m->kind == TOI_MOTION_MOVES) {
        double span[2];
        toi_motion move = move_at(m, t, span);
        oracle_track alone = {&move, track->origin};
        return single_pose(&alone, ((real)t - (real)span[0]) / ((real)span[1] - (real)span[0]));
    }
    return single_pose(track, (real)t);
}

// ---- bounds

// A steady turn by `angle` about an axis that is at most `arm` from the points, and a steady drift.
static oracle_speed turning_speed(real angle, real arm, real drift)
{
    angle = fabsl(angle);
    return (oracle_speed){drift + angle * arm, angle * angle * arm};
}

static oracle_speed joint_speed(const joint* j, toi_path path, real reach)
{
    real drift = r3_length(r3_sub(j->p1, j->p0));
    if (path == TOI_PATH_SLERP || j->angle == 0.0L) {
        return turning_speed(j->angle, reach, drift);
    }
    if (path == TOI_PATH_SCREW) {
        real arm = r3_length(j->across) / (2.0L * sinl(0.5L * j->angle));
        return turning_speed(j->angle, reach + arm, r3_length(j->along));
    }
    // The angle 2 atan2(u sin h, 1 - u + u cos h) has the rate 2 sin h/D with
    // D = 1 - 2 u (1 - u) (1 - cos h), which is least at u = 1/2: cos^2(h/2); and |D'| <= 2 (1 - cos h).
    real h = 0.5L * j->angle, c2 = 0.5L * (1.0L + cosl(h));
    real rate = 4.0L * tanl(0.5L * h), change = 4.0L * sinl(h) * (1.0L - cosl(h)) / (c2 * c2);
    return (oracle_speed){drift + rate * reach, (rate * rate + change) * reach};
}

static oracle_speed keyframe_speed(const oracle_track* track, real reach, double from, double to)
{
    const toi_motion* m = track->motion;
    oracle_speed most = {0.0L, 0.0L};
    for (uint32_t k = 0; k + 1 < m->key_count; ++k) {
        if (m->keys[k + 1].t < from || m->keys[k].t > to) {
            continue;
        }
        joint j = join(track, m->keys[k].pose, m->keys[k + 1].pose);
        real duration = (real)m->keys[k + 1].t - (real)m->keys[k].t;
        oracle_speed s = joint_speed(&j, m->path, reach);
        most.speed = fmaxl(most.speed, s.speed / duration);
        most.acceleration = fmaxl(most.acceleration, s.acceleration / (duration * duration));
    }
    return most;
}

// A motion of one piece, per duration of it.
static oracle_speed single_speed(const oracle_track* track, real reach)
{
    const toi_motion* m = track->motion;
    real arm;
    joint j;
    switch (m->kind) {
    case TOI_MOTION_TRANSLATION:
        return (oracle_speed){r3_length(r3_wide(m->by)), 0.0L};
    case TOI_MOTION_ROTATION:
    case TOI_MOTION_SCREW:
        arm = reach + r3_length(r3_sub(r3_wide(m->pose.position), r3_wide(m->point)));
        return turning_speed((real)m->angle, arm,
                             m->kind == TOI_MOTION_SCREW ? fabsl((real)m->advance) : 0.0L);
    case TOI_MOTION_SPIN:
        return turning_speed((real)m->angle, reach + r3_length(r3_wide(m->point)), r3_length(r3_wide(m->by)));
    case TOI_MOTION_BETWEEN:
        j = join(track, m->pose, m->end);
        return joint_speed(&j, m->path, reach);
    case TOI_MOTION_STATIC:
    case TOI_MOTION_KEYFRAMES:
    case TOI_MOTION_MOVES:
    case TOI_MOTION_RATIONAL:
    case TOI_MOTION_VERTICES:
        break;
    }
    return (oracle_speed){0.0L, 0.0L};
}

// Also of the move that ends at `to`.
static oracle_speed moves_speed(const oracle_track* track, real reach, double from, double to)
{
    oracle_speed most = {0.0L, 0.0L};
    double span[2];
    for (double t = from; t <= to; t = span[1]) {
        toi_motion move = move_at(track->motion, t, span);
        oracle_track alone = {&move, track->origin};
        real duration = (real)span[1] - (real)span[0];
        oracle_speed s = single_speed(&alone, reach);
        most.speed = fmaxl(most.speed, s.speed / duration);
        most.acceleration = fmaxl(most.acceleration, s.acceleration / (duration * duration));
        if (span[1] >= 1.0) {
            break;
        }
    }
    return most;
}

oracle_speed oracle_track_speed(const oracle_track* track, real reach, double from, double to)
{
    if (track->motion->kind == TOI_MOTION_KEYFRAMES) {
        return keyframe_speed(track, reach, from, to);
    }
    if (track->motion->kind == TOI_MOTION_MOVES) {
        return moves_speed(track, reach, from, to);
    }
    return single_speed(track, reach);
}

double oracle_track_next_break(const oracle_track* track, double from, double to)
{
    const toi_motion* m = track->motion;
    for (uint32_t k = 0; m->kind == TOI_MOTION_KEYFRAMES && k < m->key_count; ++k) {
        if (m->keys[k].t > from) {
            return fmin(m->keys[k].t, to);
        }
    }
    if (m->kind == TOI_MOTION_MOVES) {
        double span[2];
        move_at(m, from, span);
        return fmin(span[1], to);
    }
    return to;
}
