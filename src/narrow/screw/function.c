// The coefficients of the contact functions [Buss05, sections 6 and 9], in twist form.
//
// A point moves as x(s) = x + S a + C w x a + s v, a = w x x + across, v = along; a direction as R(s) d = d +
// S w x d + C w x (w x d). Products of these have terms in S^2, S C and C^2; S^2 = 2 C - th^2 C^2 and
// w x (w x (w x d)) = -th^2 w x d make the first two linear again, and what is left of C^2 cancels.
//
// Bends. For the height, f'' = -th^2 S c1 + (1 - th^2 C) c2 = c2 cos - th c1 sin, at most hypot(th c1, c2).
// For the lines, with |S| <= min(1, 1/th), |S'| <= 1, S'' = -th^2 S, C'' = cos, (s S)'' = 2 cos - s th^2 S
// and (s C)'' = 2 S + s cos:  |f''| <= |c1| th min(th, 1) + |c2| + |c4| (2 + th) + 3 |c5|.

#include "narrow/screw/function.h"

// The rounding of the slope is that of the height of a point that moves by as much as the slope says: f' has
// the terms of f with S' for S and C' for C, which are at most 1 where S and C are at most 1 and 1/2, and
// where th > 1 at most th times as large.
static double slope_rounding(double rounding, double angle)
{
    return 2.0 * rounding * fmax(1.0, angle);
}

ti_function ti_function_height(const ti_twist* twist, toi_vec3 x, ti_plane plane, double direction,
                               double rounding)
{
    toi_vec3 once = v3_add(v3_cross(twist->turn, x), twist->across);
    toi_vec3 twice = v3_cross(twist->turn, once);
    ti_function f = {.angle = twist->angle, .rounding = rounding};
    f.c[0] = v3_dot(plane.normal, x) - plane.offset;
    f.c[1] = direction * v3_dot(plane.normal, once);
    f.c[2] = v3_dot(plane.normal, twice);
    f.c[3] = direction * v3_dot(plane.normal, twist->along);
    double turning = twist->angle * f.c[1];
    f.bend = sqrt(turning * turning + f.c[2] * f.c[2]);
    f.slope_rounding = slope_rounding(rounding, twist->angle);
    return f;
}

// With the start of a as the origin: m = b.span x b.start is the moment of the line b, d1 = w x b.span,
// d2 = w x d1, and `across` becomes the velocity of the start of a across the axis.
ti_function ti_function_lines(const ti_twist* twist, ti_segment a, ti_segment b, double rounding)
{
    toi_vec3 w = twist->turn, v = twist->along, db = b.span;
    toi_vec3 across = v3_add(v3_cross(w, a.start), twist->across);
    toi_vec3 m = v3_cross(db, v3_sub(b.start, a.start));
    toi_vec3 d1 = v3_cross(w, db), d2 = v3_cross(w, d1), m1 = v3_cross(w, m);
    double unit = 1.0 / sqrt(v3_dot(a.span, a.span) * v3_dot(db, db));
    toi_vec3 da = v3_scale(unit, a.span);
    toi_vec3 second = v3_add(v3_cross(w, m1), v3_cross(db, v3_cross(w, across)));
    ti_function f = {.angle = twist->angle, .rounding = rounding};
    f.c[0] = v3_dot(da, m);
    f.c[1] = v3_dot(da, v3_add(m1, v3_cross(db, across)));
    f.c[2] = v3_dot(da, v3_madd(second, 2.0, v3_cross(d1, across)));
    f.c[3] = v3_dot(da, v3_cross(db, v));
    f.c[4] = v3_dot(da, v3_cross(d1, v));
    f.c[5] = v3_dot(da, v3_cross(d2, v));
    double th = twist->angle;
    f.bend =
        (fabs(f.c[1]) * th * fmin(th, 1.0) + fabs(f.c[2])) + (fabs(f.c[4]) * (2.0 + th) + 3.0 * fabs(f.c[5]));
    f.slope_rounding = slope_rounding(rounding, twist->angle);
    return f;
}
