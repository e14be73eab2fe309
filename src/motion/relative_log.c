// The screw between two poses, and the axis of a screw.
//
// Rounding of ti_twist_between, u = 2^-53, for a quaternion within 12 u of unit length: half the angle by its
// sine (2.5 u) and cosine within 2.5 u + 7 u of itself, n within 3.5 u, so the turn within 17 u. along: n
// twice, dot and product, 11 u; across the same and a sum, factor g = h cot(h) <= 1 13 u, cross product of
// turn (17 u + 3 u) th/2: all of |position|, below 64 u, as th <= pi.

#include "math/rounding.h"
#include "math/trig.h"
#include "motion/length.h"
#include "motion/relative.h"

// Below this a turn moves nothing by as much as a rounding, and quotients could overflow (path.c).
#define LEAST_HALF_TURN 0x1p-400

// Cosines of half a turn that may be zero but for the rounding of a product of unit quaternions: q_mul is
// within 4 u of lengths that are within 6 u of 1 each, two of them at most.
#define HALF_TURN_TIE (16.0 * TI_U)

static bool points_back(toi_vec3 a)
{
    double least = 0.5 * v3_largest(a);
    double chosen = fabs(a.x) >= least ? a.x : (fabs(a.y) >= least ? a.y : a.z);
    return chosen < 0.0;
}

ti_twist ti_twist_between(toi_quat rotation, toi_vec3 position)
{
    const toi_vec3 none = {0.0, 0.0, 0.0};
    toi_quat q = ti_unit_quaternion(rotation);
    toi_vec3 sine = {q.x, q.y, q.z};
    double length = ti_length(sine);
    if (!(length >= LEAST_HALF_TURN)) {
        return (ti_twist){none, none, position, 0.0};
    }
    if (fabs(q.w) <= HALF_TURN_TIE ? points_back(sine) : q.w < 0.0) {
        sine = v3_negate(sine);
    }
    double cosine = fabs(q.w), half = ti_atan2_nonneg(length, cosine);
    toi_vec3 n = {sine.x / length, sine.y / length, sine.z / length};
    ti_twist twist = {.turn = v3_scale(2.0 * half, n), .angle = 2.0 * half};
    twist.along = v3_scale(v3_dot(position, n), n);
    toi_vec3 across = v3_sub(position, twist.along);
    toi_vec3 side = v3_scale(0.5, v3_cross(twist.turn, across));
    twist.across = v3_sub(v3_scale(half * (cosine / length), across), side);
    return twist;
}

// With the foot u of the perpendicular from the origin, across is -w x u, so u = w x across/|w|^2.
ti_screw_axis ti_twist_axis(const ti_twist* twist)
{
    ti_screw_axis axis = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, twist->angle, ti_length(twist->along)};
    if (twist->angle > 0.0) {
        double th = twist->angle;
        axis.axis = ti_unit_axis(twist->turn);
        axis.advance = v3_dot(twist->along, axis.axis);
        toi_vec3 arm = v3_cross(axis.axis, twist->across);
        axis.point = (toi_vec3){arm.x / th, arm.y / th, arm.z / th};
    } else if (axis.advance > 0.0) {
        axis.axis = ti_unit_axis(twist->along);
    }
    return axis;
}
