// What the files of the sweep share: shadows, which are what features leave on the collision screen.
//
// The screen of [Buss05, section 7] has the coordinates r and h = r (theta y - g phi) / L, and a point passes
// it at the time t = (g y + r^2 theta phi) / L^2, L^2 = g^2 + r^2 theta^2 (the angle phi as a length is
// r phi). Here a level stands for h and two times stand for t:
//  - level = theta y - g phi is h L/r. Points meet at equal r, so that they have equal h just where they have
//    equal levels, and a level does not spread with the range of r of its feature. On the axis, where h is 0
//    for every point, and for g = 0 it is as good as anywhere.
//  - t is a mean of y/g and phi/theta, with weights g^2/L^2 and r^2 theta^2/L^2. The difference of either
//    between points of A and B that meet is the time of their contact, so the windows by both are in that
//    by t.
// Where the motion is nearly straight the screen is the plane across it, and a level is the coordinate in it
// beside r.

#ifndef TI_NARROW_SCREW_SWEEP_PARTS_H
#define TI_NARROW_SCREW_SWEEP_PARTS_H

#include "narrow/screw/group.h"

#include <math.h>

// Ranges of a feature at s = 0, rounded outwards; heights and turns as times, as in ti_extent.
typedef struct ti_shadow {
    float radius[2], level[2], height[2], turn[2];
    uint32_t id;
} ti_shadow;

// Shadows by rising radius[0].
typedef struct ti_shadow_list {
    ti_shadow* item;
    uint32_t count;
    ti_shadow all; // ranges that hold those of all
} ti_shadow_list;

typedef struct ti_shadow_set {
    ti_shadow_list facets, creases, tips;
} ti_shadow_set;

// A range that holds both ends rounded to floats: that moves each by at most 2^-24 of it.
static inline void ti_shadow_put(float range[2], double low, double high)
{
    range[0] = (float)(low - 0x1p-22 * fabs(low));
    range[1] = (float)(high + 0x1p-22 * fabs(high));
}

// How levels change: a turn later by one period they are lower by this.
static inline double ti_level_per_period(const ti_cull* cull)
{
    return cull->straight ? 0.0 : (1.0 - cull->height_slack) * cull->period;
}

// The shadow whole turns later.
static inline ti_shadow ti_shadow_later(const ti_cull* cull, ti_shadow s, double turns)
{
    double turn = turns * cull->period, level = -turns * ti_level_per_period(cull);
    ti_shadow_put(s.turn, (double)s.turn[0] + turn, (double)s.turn[1] + turn);
    ti_shadow_put(s.level, (double)s.level[0] + level, (double)s.level[1] + level);
    return s;
}

// The shadows of all features of a body that are in `ranges`. Whole turns are taken off so that they lie
// within half a turn of `reference`, a turn as a time. False without memory.
bool ti_shadows_build(ti_view* view, const ti_feature_range* ranges, int count, double reference,
                      ti_shadow_set* set);

#endif
