// The two functions of time whose roots are contacts. With S = sin(th s)/th and C = (1 - cos(th s))/th^2 both
// are linear in 1, S, C, s, s S, s C.

#ifndef TI_NARROW_SCREW_FUNCTION_H
#define TI_NARROW_SCREW_FUNCTION_H

#include "data.h"

// f(s) = c0 + c1 S + c2 C + c3 s + s (c4 S + c5 C), a distance; f is within `rounding` of the exact one, f'
// within `slope_rounding`.
typedef struct ti_function {
    double c[6];
    double angle; // th
    double bend;  // at least |f''| on [0, 1]
    double rounding, slope_rounding;
} ti_function;

typedef struct ti_plane {
    toi_vec3 normal;
    double offset; // normal . x of its points
} ti_plane;

// A segment from `start` to `start` + `span`.
typedef struct ti_segment {
    toi_vec3 start, span;
} ti_segment;

// Height above a plane at rest of a point that is at x at s = 0 and moves with the twist, or against it:
// direction = -1 is the height of a point at rest above a plane that moves with the twist.
// @param rounding  as ti_screw_pair.rounding
ti_function ti_function_height(const ti_twist* twist, toi_vec3 x, ti_plane plane, double direction,
                               double rounding);

// a.span . (R(s) b.span x (b.start(s) - a.start)) / (|a.span| |b.span|) for a at rest and b moving: the
// distance of the lines times the sine of their angle. Neither span may be zero.
ti_function ti_function_lines(const ti_twist* twist, ti_segment a, ti_segment b, double rounding);

typedef struct ti_value {
    double f, slope;
} ti_value;

static inline ti_value ti_function_at(const ti_function* f, double s)
{
    ti_swing p = ti_swing_at(f->angle, s);
    const double* c = f->c;
    double cosine = 1.0 - (f->angle * f->angle) * p.versine;
    ti_value v;
    v.f = (c[0] + c[1] * p.sine) + (c[2] * p.versine + c[3] * s);
    v.f += s * (c[4] * p.sine + c[5] * p.versine);
    v.slope = (c[1] * cosine + c[2] * p.sine) + c[3];
    v.slope += c[4] * (p.sine + s * cosine) + c[5] * (p.versine + s * p.sine);
    return v;
}

#endif
