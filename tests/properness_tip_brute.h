// The lowest ray of cones of facets by sampling, in long double, and cones of which it is known what is
// inside.

#ifndef TOI_TESTS_PROPERNESS_TIP_BRUTE_H
#define TOI_TESTS_PROPERNESS_TIP_BRUTE_H

#include "properness_brute.h"

enum { RING = 12, ROOM = 64 };

// A solid cone: all directions that a great circle joins to the axis before it meets the polygon of the rays,
// or all others. The rays turn around the axis by less than half a turn from one to the next.
typedef struct star {
    int count;
    toi_vec3 axis, ray[RING];
    bool others;
} star;

// The lowest ray of the sector between two vectors less than half a turn apart, in the half plane of d and n.
static inline real lowest_between(vec a, vec b, vec d, vec n)
{
    vec across = cross(n, d);
    real s = dot(b, across), t = -dot(a, across);
    vec ray = s >= 0.0L && t >= 0.0L ? sum(s, a, t, b) : sum(-s, a, -t, b);
    if (s * t < 0.0L || !(dot(ray, d) > 0.0L)) {
        return 2.0L;
    }
    return dot(ray, n) / sqrtl(dot(ray, ray));
}

static inline bool is_in_star(const star* s, vec p)
{
    vec axis = from(s->axis);
    for (int i = 0; i < s->count; ++i) {
        vec a = from(s->ray[i]), b = from(s->ray[(i + 1) % s->count]);
        if (dot(cross(axis, a), p) >= 0.0L && dot(cross(b, axis), p) >= 0.0L && dot(cross(a, b), p) >= 0.0L) {
            return !s->others;
        }
    }
    return s->others;
}

// The rays of sheets at the vertex, a pair of each sector; sectors of half a turn or more come in two pairs.
typedef struct fan {
    int count;
    vec n, x, y; // the normal, and two directions perpendicular to it and each other
    vec from[ROOM], to[ROOM];
} fan;

static inline real lowest_in(const fan* f, real angle)
{
    vec n = f->n, d = sum(cosl(angle), f->x, sinl(angle), f->y);
    real lowest = 1.0L;
    for (int i = 0; i < f->count; ++i) {
        lowest = fminl(lowest, lowest_between(f->from[i], f->to[i], d, n));
    }
    return lowest;
}

// Smallest of equidistant directions from one angle on, and near those lower than their neighbours.
static inline real lowest_of_span(const fan* f, real begin, real span, int directions)
{
    static real value[DIRECTIONS + 1];
    real best = 1.0L, first_step = span / directions;
    for (int i = 0; i <= directions; ++i) {
        value[i] = lowest_in(f, begin + span * i / directions);
    }
    for (int i = 0; i <= directions; ++i) {
        real angle = begin + span * i / directions, low = value[i];
        if (low > value[i > 0 ? i - 1 : directions] || low > value[i < directions ? i + 1 : 0]) {
            continue;
        }
        for (real step = first_step; low < 1.0L && fabsl(step) > 1e-13L;) {
            real left = lowest_in(f, angle - step), right = lowest_in(f, angle + step);
            angle += left < low && left <= right ? -step : right < low ? step : 0.0L;
            step *= left < low || right < low ? 1.0L : 0.6L;
            low = fminl(low, fminl(left, right));
        }
        best = fminl(best, low);
    }
    return best;
}

// All around, and in the span of each facet, which can be narrower than the distance of the directions.
static inline double sampled_tip(fan* f, toi_vec3 normal, int directions)
{
    vec n = from(normal);
    vec x = unit(cross(n, fabsl(n.x) < 0.7L ? (vec){1.0L, 0.0L, 0.0L} : (vec){0.0L, 1.0L, 0.0L}));
    vec y = cross(n, x);
    f->n = n;
    f->x = x;
    f->y = y;
    real best = lowest_of_span(f, 0.0L, 2.0L * pi, directions);
    for (int i = 0; i < f->count; ++i) {
        real begin = atan2l(dot(f->from[i], y), dot(f->from[i], x));
        real span = atan2l(dot(f->to[i], y), dot(f->to[i], x)) - begin;
        span += span > pi ? -2.0L * pi : span < -pi ? 2.0L * pi : 0.0L;
        best = fminl(best, lowest_of_span(f, begin, span, 8));
    }
    return (double)best;
}

static inline fan fan_of(const star* s)
{
    fan f = {.count = s->count};
    for (int i = 0; i < s->count; ++i) {
        f.from[i] = from(s->ray[i]);
        f.to[i] = from(s->ray[(i + 1) % s->count]);
    }
    return f;
}

static inline toi_vec3 direction(double polar, double azimuth, double length)
{
    return v3(length * sin(polar) * cos(azimuth), length * sin(polar) * sin(azimuth), length * cos(polar));
}

static inline star random_star(test_random* r, double polar_from, double polar_to)
{
    star s = {.count = 4 + (int)random_below(r, RING - 3), .axis = v3(0.0, 0.0, 1.0)};
    double gap = 6.2831853 / s.count, turn = random_unit(r);
    for (int i = 0; i < s.count; ++i) {
        double azimuth = turn + gap * (i + random_between(r, -0.4, 0.4));
        double polar = random_between(r, polar_from, polar_to);
        s.ray[i] = direction(polar, azimuth, random_between(r, 0.1, 2.0));
    }
    return s;
}

// At most `most` radians from the z axis.
static inline toi_vec3 random_near_up(test_random* r, double most)
{
    double polar = random_between(r, 0.0, most);
    return direction(polar, 7.0 * random_unit(r), 1.0);
}

static inline toi_vec3 random_direction(test_random* r)
{
    double polar = acos(random_between(r, -1.0, 1.0)), azimuth = random_between(r, -4.0, 4.0);
    return rounded(unit(from(direction(polar, azimuth, 1.0))));
}

#endif
