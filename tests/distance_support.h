// Pairs of triangles and their true distance, for tests of distances.

#ifndef TOI_TESTS_DISTANCE_SUPPORT_H
#define TOI_TESTS_DISTANCE_SUPPORT_H

#include "closest_brute.h"
#include "math/distance.h"
#include "random_point.h"

static const double U = 0x1p-53;

typedef struct pair {
    toi_vec3 a[3], b[3];
} pair;

static inline void widen(const toi_vec3 from[3], rvec to[3])
{
    for (int i = 0; i < 3; ++i) {
        to[i] = r3_wide(from[i]);
    }
}

static inline brute_closest truth_of(const pair* p)
{
    rvec a[3], b[3];
    widen(p->a, a);
    widen(p->b, b);
    return brute_hulls(a, 3, b, 3);
}

static inline real distance_to(toi_vec3 point, const toi_vec3 v[3])
{
    rvec p = r3_wide(point), t[3];
    widen(v, t);
    return brute_hulls(&p, 1, t, 3).distance;
}

static inline void check_points(const pair* p, const ti_gap* g, double room)
{
    assert_true(distance_to(g->point_a, p->a) <= (real)room);
    assert_true(distance_to(g->point_b, p->b) <= (real)room);
    assert_near(v3_length(v3_sub(g->point_b, g->point_a)), g->distance, room);
    assert_near(v3_length(g->normal), 1.0, 8 * U);
}

#endif
