// Bodies for traces from their defining numbers: of the shapes that notes name cube, flat, stairs and so on,
// closed ones that stand still and ones that move, and open ones.

#ifndef TOI_TESTS_TRACE_SHAPES_H
#define TOI_TESTS_TRACE_SHAPES_H

#include "support/generate.h"

typedef enum ts_still {
    TS_CUBE = 0,
    TS_FLAT,
    TS_LSHAPE,
    TS_STAIRS,
    TS_TET,
    TS_OCTA,
    TS_ROOM, // a box that is seen from inside
    TS_WEDGE60,
    TS_WEDGE20,
    TS_WEDGE1,
    TS_SPHERE,
    TS_THIN,
    TS_STILL_COUNT
} ts_still;

typedef enum ts_moving {
    TS_B8 = 0,
    TS_PLANK,
    TS_ROD,
    TS_TALL,
    TS_TETHULL,
    TS_OCTHULL,
    TS_LHULL,
    TS_SHARPHULL,
    TS_MOVING_COUNT
} ts_moving;

void ts_make_still(ts_still which, gen_shape* shape);
void ts_make_moving(ts_moving which, gen_shape* shape);

void ts_make_box(gen_shape* shape, double x, double y, double z); // half extents, around the origin
void ts_make_point(gen_shape* shape);
void ts_make_segment(gen_shape* shape, toi_vec3 from, toi_vec3 to);
void ts_make_quad(gen_shape* shape, double x, double y); // half extents, in the plane z = 0
// n x n cells of two triangles each, corners on whole multiples of `cell`, around the origin. height has (n +
// 1)^2 numbers.
void ts_make_level(gen_shape* shape, uint32_t n, double cell, const double* height);

void ts_shift(gen_shape* shape, toi_vec3 by); // adds to every vertex

#endif
