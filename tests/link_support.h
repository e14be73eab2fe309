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

static ti_step link_fixed(const ti_search* search, const ti_match* match, toi_vec3 n)
{
    ti_apart apart = apart_along(&search->frame, match, n, 0, 0);
    return ti_link_fixed(search, match, &apart);
}

static ti_step link_turning(const ti_search* search, const ti_match* match, toi_vec3 n, toi_vec3 turn)
{
    ti_apart apart = apart_along(&search->frame, match, n, 0, 0);
    return ti_link_turning(search, match, &apart, turn);
}

static ti_step link_fixed_avx2(const ti_search* search, const ti_match* match, toi_vec3 n)
{
    ti_apart apart = apart_along(&search->frame, match, n, 0, 0);
    return ti_link_fixed_avx2(search, match, &apart);
}

static ti_step link_turning_avx2(const ti_search* search, const ti_match* match, toi_vec3 n, toi_vec3 turn)
{
    ti_apart apart = apart_along(&search->frame, match, n, 0, 0);
    return ti_link_turning_avx2(search, match, &apart, turn);
}

#endif
