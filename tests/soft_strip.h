// A body by hand that deforms and meets itself.

#ifndef TOI_TESTS_SOFT_STRIP_H
#define TOI_TESTS_SOFT_STRIP_H

#include "first_support.h"

// A strip of two wings that fold up: at the end their outer edges are at -closed and closed, above the
// middle.
static inline toi_mesh* make_strip(toi_vec3 to[8], double closed)
{
    static const uint32_t corner[18] = {0, 1, 2, 1, 3, 2, 2, 3, 4, 3, 5, 4, 4, 5, 6, 5, 7, 6};
    toi_vec3 v[8];
    for (uint32_t i = 0; i < 8; ++i) {
        double x = i / 2 - 1.5, y = i % 2;
        v[i] = v3(x, y, 0.0);
        to[i] = v3(i < 2 ? -closed : (i > 5 ? closed : x), y, i < 2 || i > 5 ? 1.0 : 0.0);
    }
    return make_mesh(v, 8, corner, NULL, 6);
}

#endif
