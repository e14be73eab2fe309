// A random point or vector.

#ifndef TOI_TESTS_RANDOM_POINT_H
#define TOI_TESTS_RANDOM_POINT_H

#include "cmocka_toi.h"
#include "toi/types.h"

// Each coordinate from -size to size.
static inline toi_vec3 random_point(test_random* random, double size)
{
    double x = random_between(random, -size, size), y = random_between(random, -size, size);
    return (toi_vec3){x, y, random_between(random, -size, size)};
}

#endif
