// Where two triangles meet, and which way they part (docs/methods/overlap-faces.md).

#ifndef TI_NARROW_OVERLAP_SEGMENT_H
#define TI_NARROW_OVERLAP_SEGMENT_H

#include "math/vec3.h"

// From p to q they meet; twice the same point where they touch in one. Of triangles in one plane it is a
// longest segment of their common part. Where they do not meet p is the point of a and q that of b that are
// nearest.
typedef struct ti_face_segment {
    toi_vec3 p, q;
    toi_vec3 normal; // unit, from a to b
    bool apart;      // they do not meet
} ti_face_segment;

ti_face_segment ti_faces_segment(const toi_vec3 a[3], const toi_vec3 b[3]);

// The normal alone, of triangles that meet. Swapping a and b turns it around, bit by bit, but for triangles
// that have the same corners and front.
toi_vec3 ti_faces_normal(const toi_vec3 a[3], const toi_vec3 b[3]);

#endif
