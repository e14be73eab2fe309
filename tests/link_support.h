// Links as the search calls them: with the separation along their direction and the points that decide it.

#ifndef LINK_SUPPORT_H
#define LINK_SUPPORT_H

#include "narrow/first/kernel.h"

ti_step ti_link_fixed_avx2(const ti_search* search, const ti_match* match, const ti_apart* apart);
ti_step ti_link_turning_avx2(const ti_search* search, const ti_match* match, const ti_apart* apart,
                             toi_vec3 turn);
ti_step ti_link_orbit_avx2(const ti_search* search, const ti_match* match, toi_vec3 normal);
ti_closest ti_closest_points_avx2(const ti_search* search, const ti_match* match, double slack,
                                  ti_simplex* simplex);

// The separation along a direction and the points that decide it, as the search hands them to a link.
static ti_apart apart_along(const ti_search* search, const ti_match* match, toi_vec3 n)
{
    const ti_frame* f = &search->frame;
    ti_farthest a = shape_farthest(match->a, n, 0);
    ti_farthest b = shape_farthest(match->b, v3_negate(frame_to_b(f, n)), 0);
    return (ti_apart){n, (v3_dot(n, f->offset) - b.value) - a.value, a.index, b.index};
}

static ti_step link_fixed(const ti_search* search, const ti_match* match, toi_vec3 n)
{
    ti_apart apart = apart_along(search, match, n);
    return ti_link_fixed(search, match, &apart);
}

static ti_step link_turning(const ti_search* search, const ti_match* match, toi_vec3 n, toi_vec3 turn)
{
    ti_apart apart = apart_along(search, match, n);
    return ti_link_turning(search, match, &apart, turn);
}

static ti_step link_fixed_avx2(const ti_search* search, const ti_match* match, toi_vec3 n)
{
    ti_apart apart = apart_along(search, match, n);
    return ti_link_fixed_avx2(search, match, &apart);
}

static ti_step link_turning_avx2(const ti_search* search, const ti_match* match, toi_vec3 n, toi_vec3 turn)
{
    ti_apart apart = apart_along(search, match, n);
    return ti_link_turning_avx2(search, match, &apart, turn);
}

#endif
