// Four queries of one kind, one in each lane, each with its polygon of differences: a point of A minus a
// point of B is a point of a plane polygon of at most four corners, each the difference of a vertex of A and
// one of B, that move straight: a triangle (VF), a parallelogram (EE), a segment (VE), a point (VV). A and B
// are as far apart as it is from the origin.

#ifndef TI_NARROW_DEFORM_LANES_H
#define TI_NARROW_DEFORM_LANES_H

#include "math/rounding.h"
#include "math/scalar.h"
#include "math/simd3.h"
#include "narrow/deform/deform.h"

#include <stddef.h>

enum { LANES = 4, MOST_CORNERS = 4 };

// The number of corners is a constant where these are called, which halves the time.
#define LANES_INLINE static inline __attribute__((always_inline))

// Polygons are times 2^-exponent, so that the largest coordinate of a corner at time 0 or 1 is in [1/2, 1):
// answers do not change when a query is scaled by a power of two, and neither overflow nor underflow is near.
typedef struct lanes {
    int corners; // of every polygon, around it
    double start[MOST_CORNERS][3][LANES], end[MOST_CORNERS][3][LANES];
    double reach[3][LANES];                     // of each coordinate: the largest magnitude of all corners
    double separation[LANES], tolerance[LANES]; // the tolerance at which the walk stops
    double t[LANES];                            // nothing touches before
    double probe[LANES];                        // when the next direction is taken
    double failed[LANES];                       // not zero: the last one that was foretold did not do
    double left[LANES];                         // share of the way to the contact foretold that it keeps off
    double stride[LANES];                       // how far ahead it is where none is foretold
    double limit[LANES];                        // how far ahead it is at most
    // The nearest point of the polygon at t.
    double distance[LANES], error[LANES], toward[3][LANES], corner[MOST_CORNERS][LANES];
    // The direction there, its length, and the bound above which it is a proof.
    double normal[3][LANES], length[LANES], bar[LANES];
    // In powers of time: the normal of the plane of three or four corners, and what it is times a corner.
    double normals[3][3][LANES], cubic[4][LANES], noise[LANES]; // below which the cubic is rounding
} lanes;

// A lane of `from` to one of `to`, without its planes: all from `start` to them are rows of as many lanes.
static inline void lane_copy(lanes* to, int lane, const lanes* from, int other)
{
    enum { ROWS = (offsetof(lanes, normals) - offsetof(lanes, start)) / (LANES * sizeof(double)) };
    double* row = (double*)(void*)((char*)to + offsetof(lanes, start)) + lane;
    const double* row_from = (const double*)(const void*)((const char*)from + offsetof(lanes, start)) + other;
    for (int i = 0; i < ROWS; ++i) {
        row[i * LANES] = row_from[i * LANES];
    }
}

// Three coordinates of as many lanes each, one after the other.
static inline ti_w3 lanes_load3(const double* v)
{
    return (ti_w3){f4_load(v), f4_load(v + LANES), f4_load(v + 2 * LANES)};
}

static inline void lanes_store3(double* to, ti_w3 v)
{
    f4_store(to, v.x);
    f4_store(to + LANES, v.y);
    f4_store(to + 2 * LANES, v.z);
}

static inline void lane_store3(double to[3][LANES], int lane, toi_vec3 v)
{
    to[0][lane] = v.x;
    to[1][lane] = v.y;
    to[2][lane] = v.z;
}

static inline ti_w3 lanes_corner(const lanes* l, int i, ti_v4 t)
{
    ti_w3 start = lanes_load3(l->start[i][0]), end = lanes_load3(l->end[i][0]);
    return w3_add(w3_scale(f4_set(1.0) - t, start), w3_scale(t, end));
}

// What stands for lengths in a lane.
typedef struct lane_scale {
    int exponent;
    double factor; // of coordinates before they are subtracted: 1, or 1/2 where a difference overflows
    double size;   // of the scaled polygon: the largest coordinate of a corner
} lane_scale;

static inline double lane_put(lanes* l, int lane, const toi_primitive_query* q, double factor)
{
    const ti_corner_table* table = &ti_corners[q->kind];
    toi_vec3 reach = {0.0, 0.0, 0.0};
    for (int i = 0; i < l->corners; ++i) {
        uint32_t a = table->a[i], b = table->b[i];
        toi_vec3 s = v3_sub(v3_scale(factor, q->start[a]), v3_scale(factor, q->start[b]));
        toi_vec3 e = v3_sub(v3_scale(factor, q->end[a]), v3_scale(factor, q->end[b]));
        lane_store3(l->start[i], lane, s);
        lane_store3(l->end[i], lane, e);
        reach.x = d_max(reach.x, d_max(fabs(s.x), fabs(e.x)));
        reach.y = d_max(reach.y, d_max(fabs(s.y), fabs(e.y)));
        reach.z = d_max(reach.z, d_max(fabs(s.z), fabs(e.z)));
    }
    lane_store3(l->reach, lane, reach);
    return d_max(d_max(reach.x, reach.y), reach.z);
}

// In two steps, as 2^exponent may be beyond the range.
static inline void lane_scale_by(lanes* l, int lane, int exponent)
{
    double first = ti_power_of_two(exponent / 2), second = ti_power_of_two(exponent - exponent / 2);
    for (int k = 0; k < 3; ++k) {
        for (int i = 0; i < l->corners; ++i) {
            l->start[i][k][lane] = l->start[i][k][lane] * first * second;
            l->end[i][k][lane] = l->end[i][k][lane] * first * second;
        }
        l->reach[k][lane] = l->reach[k][lane] * first * second;
    }
}

// Puts the polygon of a query into a lane. All its corners may be the origin, always: then its size is zero.
static inline lane_scale lane_enter(lanes* l, int lane, const toi_primitive_query* q)
{
    lane_scale s = {.factor = 1.0};
    s.size = lane_put(l, lane, q, s.factor);
    if (!(s.size <= DBL_MAX)) { // what subnormal numbers lose by 1/2 beside such differences is nothing
        s.factor = 0.5;
        s.size = lane_put(l, lane, q, s.factor);
    }
    if (s.size > 0.0) {
        int exponent = ti_exponent_above(s.size);
        lane_scale_by(l, lane, -exponent);
        s.size = ti_scale(s.size, -exponent);
        s.exponent = exponent + (s.factor < 1.0);
    }
    return s;
}

static inline toi_vec3 lane_vector(double v[3][LANES], int lane)
{
    return v3(v[0][lane], v[1][lane], v[2][lane]);
}

// The planes of a lane. Only proposals are made with them.
static inline void lane_set_planes(lanes* l, int lane)
{
    if (l->corners < 3) {
        return;
    }
    int last = l->corners - 1;
    toi_vec3 w = lane_vector(l->start[0], lane), dw = v3_sub(lane_vector(l->end[0], lane), w);
    toi_vec3 p = v3_sub(lane_vector(l->start[1], lane), w), q = v3_sub(lane_vector(l->start[last], lane), w);
    toi_vec3 end = v3_add(w, dw);
    toi_vec3 dp = v3_sub(v3_sub(lane_vector(l->end[1], lane), end), p);
    toi_vec3 dq = v3_sub(v3_sub(lane_vector(l->end[last], lane), end), q);
    toi_vec3 n0 = v3_cross(p, q), n1 = v3_add(v3_cross(p, dq), v3_cross(dp, q)), n2 = v3_cross(dp, dq);
    lane_store3(l->normals[0], lane, n0);
    lane_store3(l->normals[1], lane, n1);
    lane_store3(l->normals[2], lane, n2);
    l->cubic[0][lane] = v3_dot(w, n0);
    l->cubic[1][lane] = v3_dot(w, n1) + v3_dot(dw, n0);
    l->cubic[2][lane] = v3_dot(w, n2) + v3_dot(dw, n1);
    l->cubic[3][lane] = v3_dot(dw, n2);
    l->noise[lane] = 64.0 * TI_U * (v3_norm1(n0) + v3_norm1(n1) + v3_norm1(n2));
}

#endif
