// Pairs of triangles of the hard families, for tests of faces that meet: from a seed, the same everywhere.

#ifndef TOI_TESTS_HARD_TRIANGLES_H
#define TOI_TESTS_HARD_TRIANGLES_H

#include "math/pose.h"
#include "random_point.h"

enum {
    HARD_WHOLE,     // small whole coordinates
    HARD_COPLANAR,  // in a slanted plane of whole coordinates, or in one across an axis
    HARD_SHARED,    // corners or an edge in common
    HARD_RESTING,   // nearly in one plane, turned: rounding decides
    HARD_SLIVERS,   // with a corner nearly on the edge across
    HARD_TOUCHING,  // a corner nearly on the other
    HARD_REPEATED,  // repeated corners: segments and points
    HARD_LINE,      // in one line
    HARD_TURNED,    // whole, in exact quarter turns about an axis
    HARD_FAR,       // 1e6 from the origin
    HARD_SUBNORMAL, // in steps of 2^-1074
    HARD_MIXED,     // coordinates of every size
    HARD_SCATTERED, // in general position
    HARD_KINDS
};

static const char* const hard_names[HARD_KINDS] = {"whole",    "coplanar",  "shared",   "resting", "slivers",
                                                   "touching", "repeated",  "one line", "turned",  "far",
                                                   "tiny",     "all sizes", "scattered"};

static inline toi_vec3 hard_whole(test_random* random, uint32_t size)
{
    double x = random_below(random, size), y = random_below(random, size);
    return v3(x, y, random_below(random, size));
}

static inline double hard_nudge(test_random* random, double x)
{
    uint32_t way = random_below(random, 4);
    return way == 0 ? nextafter(x, HUGE_VAL) : way == 1 ? nextafter(x, -HUGE_VAL) : x;
}

static inline toi_vec3 hard_nudged(test_random* random, toi_vec3 v)
{
    double x = hard_nudge(random, v.x), y = hard_nudge(random, v.y);
    return v3(x, y, hard_nudge(random, v.z));
}

static inline toi_vec3 hard_mix(toi_vec3 a, toi_vec3 b, double s)
{
    return v3_madd(a, s, v3_sub(b, a));
}

static inline double hard_wild(test_random* random, double x)
{
    int exponent = (int)random_below(random, 2000) - 1000;
    return random_below(random, 3) == 0 ? ldexp(x, exponent) : x;
}

// The second on the first: a corner on it as nearly as doubles can, perhaps an edge.
static inline void hard_touch(test_random* random, toi_vec3 t[6])
{
    double r = random_between(random, 0.0, 1.0), s = random_between(random, 0.0, 1.0);
    t[3] = hard_mix(hard_mix(t[0], t[1], r), t[2], random_below(random, 2) ? 0.0 : s);
    if (random_below(random, 2)) {
        t[4] = hard_mix(t[0], hard_mix(t[1], t[2], 0.5), s);
    }
    for (int i = 3; i < 6; ++i) {
        t[i] = hard_nudged(random, t[i]);
    }
}

static inline void hard_rest(test_random* random, toi_vec3 t[6])
{
    toi_quat q = q_normalize(random_coefficients(random, 1.0));
    ti_mat3 m = m3_from_quat(q);
    for (int i = 0; i < 6; ++i) {
        toi_vec3 v = hard_whole(random, 4);
        t[i] = m3_apply(&m, v3(v.x, v.y, 1.0));
    }
}

static inline void hard_share(test_random* random, toi_vec3 t[6])
{
    uint32_t count = 1 + random_below(random, 2);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t from = random_below(random, 3), to = random_below(random, 3);
        t[3 + to] = t[from];
    }
}

static inline void hard_repeat(test_random* random, toi_vec3 t[6])
{
    uint32_t which = random_below(random, 3);
    t[2] = which == 0 ? t[0] : which == 1 ? t[1] : v3_sub(v3_scale(2.0, t[0]), t[1]);
    if (random_below(random, 4) == 0) {
        t[1] = t[2] = t[0];
    }
    t[5] = random_below(random, 2) ? t[5] : t[3];
    t[4] = random_below(random, 6) ? t[4] : t[3];
    if (random_below(random, 4) == 0) {
        t[0] = t[1] = t[2] = hard_mix(t[3], hard_mix(t[4], t[5], 0.5), 0.5);
    }
}

static inline void hard_line(test_random* random, toi_vec3 t[6])
{
    toi_vec3 along = hard_whole(random, 3), from = hard_whole(random, 4);
    for (int i = 0; i < 6; ++i) {
        t[i] = v3_madd(from, random_below(random, 9), along);
    }
}

// Whole coordinates turned about an axis, and put so that they touch what stays.
static inline void hard_turn(test_random* random, toi_vec3 t[6])
{
    static const toi_quat quarter[4] = {
        {1, 0, 0, 0}, {0, 0, 1, 0}, {0.5, 0.5, 0.5, 0.5}, {0.5, -0.5, 0.5, -0.5}};
    ti_mat3 m = m3_from_quat(quarter[random_below(random, 4)]);
    toi_vec3 shift = hard_whole(random, 3);
    for (int i = 3; i < 6; ++i) {
        t[i] = xf_point(&m, shift, v3_sub(t[i], v3(2.0, 2.0, 2.0)));
    }
}

static inline void hard_random(test_random* random, toi_vec3 t[6])
{
    for (int i = 0; i < 6; ++i) {
        t[i] = random_point(random, 1.0);
    }
}

static inline void hard_plane(test_random* random, toi_vec3 t[6])
{
    uint32_t slope = random_below(random, 3);
    for (int i = 0; i < 6; ++i) {
        t[i] = hard_whole(random, 7);
        t[i].z = slope == 0 ? 0.0 : slope == 1 ? t[i].x + 2.0 * t[i].y : 0.5 * t[i].x - t[i].y;
    }
}

static inline void hard_sliver(test_random* random, toi_vec3 t[6])
{
    double r = random_between(random, -1.0, 1.0), s = random_between(random, -1.0, 1.0);
    hard_random(random, t);
    t[2] = hard_nudged(random, hard_mix(t[0], t[1], r));
    t[5] = random_below(random, 2) ? hard_nudged(random, hard_mix(t[3], t[4], s)) : t[5];
    t[4] = random_below(random, 2) ? hard_nudged(random, hard_mix(t[0], t[3], -1.0)) : t[4];
    t[3] = random_below(random, 3) ? t[3] : hard_nudged(random, hard_mix(t[0], t[1], 0.5 * (s + 1.0)));
}

static inline void hard_sizes(test_random* random, toi_vec3 t[6])
{
    for (int i = 0; i < 6; ++i) {
        double x = hard_wild(random, t[i].x - 2.0), y = hard_wild(random, t[i].y - 2.0);
        t[i] = v3(x, y, hard_wild(random, t[i].z - 2.0));
    }
}

static inline void hard_shift(toi_vec3 t[6], toi_vec3 by, double scale)
{
    for (int i = 0; i < 6; ++i) {
        t[i] = v3_add(v3_scale(scale, t[i]), by);
    }
}

// t[0] to t[2] and t[3] to t[5].
static inline void hard_pair(test_random* random, int kind, toi_vec3 t[6])
{
    for (int i = 0; i < 6; ++i) {
        t[i] = hard_whole(random, kind == HARD_WHOLE ? 4 : 5);
    }
    switch (kind) {
    case HARD_COPLANAR:
        hard_plane(random, t);
        break;
    case HARD_SHARED:
        if (random_below(random, 2)) {
            hard_random(random, t);
        }
        hard_share(random, t);
        break;
    case HARD_RESTING:
        hard_rest(random, t);
        break;
    case HARD_SLIVERS:
        hard_sliver(random, t);
        break;
    case HARD_TOUCHING:
        hard_random(random, t);
        hard_touch(random, t);
        break;
    case HARD_REPEATED:
        hard_repeat(random, t);
        break;
    case HARD_LINE:
        hard_line(random, t);
        break;
    case HARD_TURNED:
        hard_turn(random, t);
        break;
    case HARD_FAR:
        hard_random(random, t);
        hard_touch(random, t);
        hard_shift(t, v3(1e6, -1e6, 1e6), 1.0);
        break;
    case HARD_SUBNORMAL:
        hard_shift(t, v3(0.0, 0.0, 0.0), 0x1p-1074);
        break;
    case HARD_MIXED:
        hard_sizes(random, t);
        break;
    case HARD_SCATTERED:
        hard_random(random, t);
        break;
    default:
        break;
    }
}

#endif
