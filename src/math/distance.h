// Distance of two triangles with the features that carry it. Points and segments are triangles with repeated
// corners. An estimate in doubles: what is proved with its normal is proved by evaluating separations along
// it.

#ifndef TI_MATH_DISTANCE_H
#define TI_MATH_DISTANCE_H

#include "math/vec3.h"

typedef enum ti_gap_kind {
    TI_GAP_VF, // corner `a` of the first on the face of the second
    TI_GAP_FV, // face of the first, corner `b` of the second
    TI_GAP_EE, // edge `a` of the first (from corner a to the next), edge `b` of the second
} ti_gap_kind;

typedef struct ti_gap {
    ti_gap_kind kind;
    int a, b;
    double distance;
    toi_vec3 point_a, point_b; // the closest points
    toi_vec3 normal;           // unit, from the first to the second, accurate also for tiny distances
    bool proper;               // the closest points are inside of the face, or of both edges
} ti_gap;

// Twice the area long, counter-clockwise; as accurate for slivers as for others. Zero without an area.
toi_vec3 ti_triangle_normal(const toi_vec3 v[3]);

ti_gap ti_triangle_gap(const toi_vec3 a[3], const toi_vec3 b[3]);

// The gap of one pair of features: `kind` with `a` and `b` as in ti_gap. For VF and FV whose corner projects
// outside of the face the gap is to its nearest edge, and `proper` is false.
ti_gap ti_feature_gap(ti_gap_kind kind, int corner_a, int corner_b, const toi_vec3 a[3], const toi_vec3 b[3]);

#endif
