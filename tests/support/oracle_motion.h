// Motions in long double by unit quaternions, from the formulas of docs/conventions.md alone.

#ifndef TOI_TESTS_ORACLE_MOTION_H
#define TOI_TESTS_ORACLE_MOTION_H

#include "support/real.h"

#include "toi/motion.h"

typedef struct oracle_pose {
    rquat turn;
    rvec position; // relative to the origin of the track
} oracle_pose;

// Bounds on how points move, for those at most `reach` from the origin of the mesh.
typedef struct oracle_speed {
    real speed;        // largest length of the velocity
    real acceleration; // largest length of the second derivative
} oracle_speed;

// A motion seen from a point of space: bodies far from zero keep all their digits.
typedef struct oracle_track {
    const toi_motion* motion;
    toi_vec3 origin;
} oracle_track;

// The point from which a pair should be seen: the start position of its first body.
toi_vec3 oracle_origin(const toi_motion* motion);

oracle_pose oracle_track_pose(const oracle_track* track, double t);

static inline rvec oracle_pose_point(const oracle_pose* pose, rvec v)
{
    return r3_add(pose->position, rq_turn(pose->turn, v));
}

// Bounds for the times between two times; the kinds other than keyframes have one bound for all times.
oracle_speed oracle_track_speed(const oracle_track* track, real reach, double from, double to);

// The times within (from, to) at which the second derivative may jump, those of keys and joints of moves;
// returns the next one after `from`, or `to`.
double oracle_track_next_break(const oracle_track* track, double from, double to);

#endif
