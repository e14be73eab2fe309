// A random point, vector or quaternion.

#ifndef TOI_TESTS_RANDOM_POINT_H
#define TOI_TESTS_RANDOM_POINT_H

#include "cmocka_toi.h"
#include "toi/types.h"

// Each coordinate from lower to upper, one after another, so that every compiler has the same ones.
static inline toi_vec3 random_between_vec(test_random* random, double lower, double upper)
{
    double x = random_between(random, lower, upper), y = random_between(random, lower, upper);
    return (toi_vec3){x, y, random_between(random, lower, upper)};
}

// Each coordinate from -size to size.
static inline toi_vec3 random_point(test_random* random, double size)
{
    return random_between_vec(random, -size, size);
}

// Each coefficient from -size to size, one after another too.
static inline toi_quat random_coefficients(test_random* random, double size)
{
    double w = random_between(random, -size, size);
    toi_vec3 v = random_point(random, size);
    return (toi_quat){w, v.x, v.y, v.z};
}

#endif
