// What is certain of the distance of two triangles: a bound from below by a direction that parts them, one
// from above by two of their points, and where these do not agree the nearest points by exact signs.

#ifndef TI_MATH_DISTANCE_EXACT_H
#define TI_MATH_DISTANCE_EXACT_H

#include "math/distance.h"

// L below: the largest |x - a_0|_1 of the six corners x.

// The least n . b_j less the largest n . a_i, from a_0: for a unit vector n at most the distance, right
// within 46 u L. -HUGE_VAL where n . n is not within 32 u of 1.
double ti_separation_along(toi_vec3 n, const toi_vec3 a[3], const toi_vec3 b[3]);

// How far apart two points are that are on the triangles, each a mean of corners, at the nearest points that
// the gap names: at least the distance, but for 18 u L. Not a number where it names none.
double ti_gap_reached(const ti_gap* gap, const toi_vec3 a[3], const toi_vec3 b[3]);

// Whether both bounds agree within 2^-36 L and 32 u of the coordinates: then the points of the gap are
// nearest but for that.
bool ti_gap_is_proved(const ti_gap* gap, const toi_vec3 a[3], const toi_vec3 b[3]);

// The gap of the corners rounded to multiples of at most 2^-51 L from a_0, whose features are told by exact
// signs, for any shapes. The distance of triangles that do not meet is right within 16 u L + 16 u of itself;
// of triangles that do it is that of their nearest edges and corners.
ti_gap ti_triangle_gap_exact(const toi_vec3 a[3], const toi_vec3 b[3]);

#endif
