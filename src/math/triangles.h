// Exact tests of closed triangles on doubles. A triangle may be a segment or a point: it then acts as what it
// is.

#ifndef TI_MATH_TRIANGLES_H
#define TI_MATH_TRIANGLES_H

#include "math/vec3.h"

typedef enum ti_meeting {
    TI_MEET_UNKNOWN = 0,
    TI_MEET_APART, // no common point
    TI_MEET_TOUCH, // a common point, but no crossing
    TI_MEET_CROSS, // a point inside both, and no plane holds both: one passes strictly through the other
} ti_meeting;

// How two triangles stand. "Inside" is without the edges of a triangle and without the ends of a segment, so
// two triangles in one plane, and anything that meets a point, touch at most.
ti_meeting ti_triangles_relation(const toi_vec3 a[3], const toi_vec3 b[3]);

// Whether the closed triangles have a common point. This is also what decides for good between triangles that
// do not move relative to each other.
bool ti_triangles_meet(const toi_vec3 a[3], const toi_vec3 b[3]);

// Whether a point is on a closed triangle.
bool ti_point_on_triangle(toi_vec3 point, const toi_vec3 triangle[3]);

#endif
