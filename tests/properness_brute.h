// Properness of edges by its definition, in long double: in each of many directions the rays of both bodies,
// found by cutting their facets with a half plane and by asking whether points between them are inside.

#ifndef TOI_TESTS_PROPERNESS_BRUTE_H
#define TOI_TESTS_PROPERNESS_BRUTE_H

#include "cmocka_toi.h"
#include "narrow/screw/properness.h"

enum { DIRECTIONS = 20000 };

typedef long double real;
typedef struct vec {
    real x, y, z;
} vec;

static const real pi = 3.14159265358979323846264338327950288L;

static inline vec from(toi_vec3 v)
{
    return (vec){(real)v.x, (real)v.y, (real)v.z};
}

static inline real dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vec cross(vec a, vec b)
{
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline vec sum(real s, vec a, real t, vec b)
{
    return (vec){s * a.x + t * b.x, s * a.y + t * b.y, s * a.z + t * b.z};
}

static inline vec unit(vec a)
{
    return sum(1.0L / sqrtl(dot(a, a)), a, 0.0L, a);
}

static inline toi_vec3 rounded(vec a)
{
    return v3((double)a.x, (double)a.y, (double)a.z);
}

// A point of the half plane is inside the solid if its angle around the edge, clockwise from wing 0, is at
// most that of wing 1.
static inline real clockwise(const ti_wedge* wedge, vec p)
{
    vec along = from(wedge->along), start = from(wedge->wing[0]);
    real angle = -atan2l(dot(cross(start, p), along), dot(start, p));
    return angle < 0.0L ? angle + 2.0L * pi : angle;
}

static inline bool is_inside(const ti_wedge* wedge, vec p)
{
    return clockwise(wedge, p) <= clockwise(wedge, from(wedge->wing[1]));
}

// Elevation of the highest ray in the half plane of d and up; -2 without a ray. `edge` says that d is along
// the edge itself, where a facet has level rays, or all up to n.
static inline real highest(const ti_wedge* wedge, vec d, vec up, bool edge)
{
    vec along = from(wedge->along), across = cross(d, up);
    real slope = -HUGE_VALL;
    for (int i = 0; i < wedge->count; ++i) {
        vec wing = from(wedge->wing[i]);
        if (edge) {
            bool upright = dot(wing, up) > 0.0L && dot(wing, cross(up, along)) == 0.0L;
            slope = fmaxl(slope, upright ? HUGE_VALL : 0.0L);
            continue;
        }
        // Where the plane of the facet meets that of d and up; n is not along the edge.
        vec line = cross(cross(along, wing), across);
        real forward = dot(line, d), outward = dot(line, wing);
        if (forward != 0.0L && outward / forward >= 0.0L) {
            slope = fmaxl(slope, dot(line, up) / forward);
        }
    }
    if (edge) {
        return atanl(fmaxl(slope, 0.0L));
    }
    real best = slope == -HUGE_VALL ? -2.0L : atanl(slope);
    real above = slope == -HUGE_VALL ? 0.0L : 0.5L * (best + pi / 2.0L);
    bool fills = wedge->solid && is_inside(wedge, sum(cosl(above), d, sinl(above), up));
    return fills ? pi / 2.0L : best;
}

typedef struct contact {
    ti_wedge a, b;
    toi_vec3 n;
} contact;

static inline real sine_in(const contact* c, vec d, bool edge_a, bool edge_b)
{
    vec n = from(c->n), down = sum(-1.0L, n, 0.0L, n);
    real of_a = highest(&c->a, d, n, edge_a), of_b = highest(&c->b, d, down, edge_b);
    if (of_a < -1.9L || of_b < -1.9L) {
        return 1.0L;
    }
    return sinl(fmaxl(-of_a - of_b, -pi / 2.0L));
}

static inline real at_angle(const contact* c, real angle)
{
    vec n = from(c->n), along = from(c->a.along);
    vec d = unit(sum(cosl(angle), along, sinl(angle), cross(n, along)));
    real off_a = dot(cross(from(c->a.along), d), n), off_b = dot(cross(from(c->b.along), d), n);
    if (fabsl(off_a) < 1e-12L || fabsl(off_b) < 1e-12L) {
        return 1.0L; // too near an edge to tell its sides
    }
    return sine_in(c, d, false, false);
}

// The smallest value between the neighbours of a sample. The minimum is inside of them or at a jump, where
// the function is not defined on one side: shrinking towards the smaller of three finds either.
static inline real refined(const contact* c, real angle, real step)
{
    real best = at_angle(c, angle);
    for (int i = 0; i < 300 && step > 1e-15L; ++i) {
        real left = at_angle(c, angle - step), right = at_angle(c, angle + step);
        if (left < best || right < best) {
            angle += left < right ? -step : step;
            best = fminl(left, right);
        } else {
            step *= 0.6L;
        }
    }
    return best;
}

// Smallest sine over as many directions, those near the smallest local minima refined, and the directions of
// the edges.
static inline double sampled(const contact* c, int directions)
{
    static real value[DIRECTIONS];
    real best = 1.0L;
    for (int i = 0; i < directions; ++i) {
        value[i] = at_angle(c, 2.0L * pi * (i + 0.37L) / directions);
        best = fminl(best, value[i]);
    }
    for (int i = 0; i < directions; ++i) {
        real before = value[(i + directions - 1) % directions], after = value[(i + 1) % directions];
        if (value[i] <= before && value[i] <= after && !(value[i] == before && value[i] == after)) {
            best = fminl(best, refined(c, 2.0L * pi * (i + 0.37L) / directions, 2.0L * pi / directions));
        }
    }
    for (int sign = -1; sign <= 1; sign += 2) {
        vec a = from(c->a.along), b = from(c->b.along);
        best = fminl(best, sine_in(c, sum(sign, a, 0.0L, a), true, false));
        best = fminl(best, sine_in(c, sum(sign, b, 0.0L, b), false, true));
    }
    return (double)best;
}

#endif
