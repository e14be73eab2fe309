// A screw motion as a twist: the same formulas for every angle, with no axis that could be at infinity.
//     rotation  R(s) d = d + S w x d + C w x (w x d)
//     point     x(s)   = x + S a + C w x a + s along,   a = w x x + across
// with w = turn, S = sin(th s)/th and C = (1 - cos(th s))/th^2, th = |w|.

#ifndef TI_MATH_TWIST_H
#define TI_MATH_TWIST_H

#include "math/pose.h"
#include "math/trig.h"

// Velocity of every point x of a body that moves along a screw, over s from 0 to 1: turn x x + across +
// along.
typedef struct ti_twist {
    toi_vec3 turn;   // rotation vector
    toi_vec3 across; // perpendicular to turn
    toi_vec3 along;  // parallel to turn; all of the velocity where nothing turns
    double angle;    // length of turn
} ti_twist;

// A time s and its basis functions. Negative s runs the motion backwards.
typedef struct ti_swing {
    double s, sine, versine; // s, S, C
} ti_swing;

static inline ti_swing ti_swing_at(double angle, double s)
{
    double sinc, cosine;
    ti_sinc_cos(0.5 * angle * fabs(s), &sinc, &cosine);
    double half = s * sinc;
    return (ti_swing){s, half * cosine, 0.5 * half * half};
}

static inline ti_swing ti_swing_back(ti_swing p)
{
    return (ti_swing){-p.s, -p.sine, p.versine};
}

static inline toi_vec3 tw_velocity(const ti_twist* twist, toi_vec3 x)
{
    return v3_add(v3_add(v3_cross(twist->turn, x), twist->across), twist->along);
}

static inline toi_vec3 tw_rotate(const ti_twist* twist, ti_swing p, toi_vec3 d)
{
    return v3_turned(d, twist->turn, p.sine, p.versine);
}

// A rotation after which the twist turns: that of a body at time s, `r` being that at s = 0.
static inline ti_mat3 tw_rotate_frame(const ti_twist* twist, ti_swing p, const ti_mat3* r)
{
    ti_mat3 columns = m3_transposed(r);
    for (int i = 0; i < 3; ++i) {
        columns.row[i] = tw_rotate(twist, p, columns.row[i]);
    }
    return m3_transposed(&columns);
}

static inline toi_vec3 tw_point(const ti_twist* twist, ti_swing p, toi_vec3 x)
{
    toi_vec3 once = v3_add(v3_cross(twist->turn, x), twist->across);
    toi_vec3 twice = v3_cross(twist->turn, once);
    return v3_madd(v3_madd(v3_madd(x, p.sine, once), p.versine, twice), p.s, twist->along);
}

#endif
