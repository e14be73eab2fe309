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

// Two triangles with an area, neither in the plane of the other and neither strictly on one side of it. Each
// is cut by the plane of the other in a segment of the line that the planes share, with its ends on the edges
// from the first corner to the two others. The first corners are above the other plane, or in it. Along that
// line the end on the edge a[0] a[i] is beyond that on b[0] b[k] where ti_orient3d(a[0], a[i], b[0], b[k]) is
// above 0, the same where it is 0; and that on a[0] a[1] is not beyond that on a[0] a[2], nor that on b[0]
// b[2] beyond b[0] b[1].
typedef struct ti_cut {
    toi_vec3 a[3], b[3];
} ti_cut;

// False for all other triangles.
bool ti_triangles_cut(const toi_vec3 a[3], const toi_vec3 b[3], ti_cut* cut);

// Whether a point is on a closed triangle.
bool ti_point_on_triangle(toi_vec3 point, const toi_vec3 triangle[3]);

#endif
