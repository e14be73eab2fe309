// Whether a segment meets a triangle, decided exactly for corners with whole coordinates: another way to the
// answers of the sample `rays`, that shares nothing with the library.

#ifndef SAMPLES_EXACT_RAY_H
#define SAMPLES_EXACT_RAY_H

#include "vec.h"
#include <stdbool.h>

// Whole numbers of at most EXACT_RANGE.
typedef struct int3 {
    int64_t x, y, z;
} int3;

#define EXACT_RANGE 16384

int3 int3_from(toi_vec3 v);

// Closed sets: a touch counts.
bool exact_segment_meets(int3 p, int3 q, const int3 triangle[3]);

// The distance of a segment and a triangle in double precision.
double ray_distance(toi_vec3 p, toi_vec3 q, const toi_vec3 triangle[3]);

#endif
