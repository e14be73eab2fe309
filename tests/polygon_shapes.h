// Polygons on whole numbers for tests: stars, combs, spirals.

#ifndef TOI_TESTS_POLYGON_SHAPES_H
#define TOI_TESTS_POLYGON_SHAPES_H

#include "cmocka_toi.h"

enum { MAX_CORNERS = 2048 };

typedef struct polygon {
    int64_t x[MAX_CORNERS], y[MAX_CORNERS];
    uint32_t count;
} polygon;

static inline void polygon_add(polygon* p, int64_t x, int64_t y)
{
    p->x[p->count] = x;
    p->y[p->count] = y;
    ++p->count;
}

static inline int64_t polygon_cross(const polygon* p, uint32_t a, uint32_t b, uint32_t c)
{
    return (p->x[b] - p->x[a]) * (p->y[c] - p->y[a]) - (p->y[b] - p->y[a]) * (p->x[c] - p->x[a]);
}

static inline int64_t polygon_area2(const polygon* p)
{
    int64_t area = 0;
    for (uint32_t i = 0; i < p->count; ++i) {
        uint32_t j = (i + 1) % p->count;
        area += p->x[i] * p->y[j] - p->x[j] * p->y[i];
    }
    return area;
}

// For a counter-clockwise polygon.
static inline bool polygon_has_reflex_corner(const polygon* p)
{
    for (uint32_t i = 0; i < p->count; ++i) {
        if (polygon_cross(p, i, (i + 1) % p->count, (i + 2) % p->count) < 0) {
            return true;
        }
    }
    return false;
}

static inline void polygon_make_star(polygon* p, uint32_t n, test_random* random)
{
    p->count = 0;
    for (uint32_t i = 0; i < n; ++i) {
        double angle = 6.283185307179586 * ((double)i + 0.3) / (double)n;
        double radius = 1e5 + 9e5 * random_unit(random);
        polygon_add(p, (int64_t)(radius * cos(angle)), (int64_t)(radius * sin(angle)));
    }
}

static inline void polygon_make_comb(polygon* p, uint32_t teeth, test_random* random)
{
    p->count = 0;
    int64_t width = 20;
    int64_t half = width * teeth / 2;
    polygon_add(p, half, -100);
    for (uint32_t i = teeth; i > 0; --i) {
        int64_t x = width * i - half;
        polygon_add(p, x, (int64_t)(random_bits(random) % 50));
        polygon_add(p, x - 7, 1000 + (int64_t)(random_bits(random) % 1000));
    }
    polygon_add(p, -half, -100);
}

static inline void polygon_make_spiral(polygon* p, uint32_t n)
{
    p->count = 0;
    for (uint32_t i = 0; i < n; ++i) {
        double angle = 0.2 * (double)i, radius = 100.0 + 20.0 * angle;
        polygon_add(p, (int64_t)(radius * cos(angle)), (int64_t)(radius * sin(angle)));
    }
    for (uint32_t i = n; i > 0; --i) {
        double angle = 0.2 * (double)(i - 1), radius = 140.0 + 20.0 * angle;
        polygon_add(p, (int64_t)(radius * cos(angle)), (int64_t)(radius * sin(angle)));
    }
}

static inline void polygon_reverse(const polygon* from, polygon* to)
{
    to->count = 0;
    for (uint32_t i = from->count; i > 0; --i) {
        polygon_add(to, from->x[i - 1], from->y[i - 1]);
    }
}

static inline void polygon_rotate(const polygon* from, polygon* to, uint32_t by)
{
    to->count = 0;
    for (uint32_t i = 0; i < from->count; ++i) {
        polygon_add(to, from->x[(i + by) % from->count], from->y[(i + by) % from->count]);
    }
}

#endif
