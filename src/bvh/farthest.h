// Which of some points is farthest along a direction.

#ifndef TI_BVH_FARTHEST_H
#define TI_BVH_FARTHEST_H

#include "data.h"
#include "math/simd.h"

// Which point is farthest along a direction, and how far.
typedef struct ti_farthest {
    double value;
    uint32_t index;
} ti_farthest;

// One of four values and what belongs to it.
static inline ti_farthest lane_of(int lane, ti_v4 value, ti_m4 at)
{
    double values[4];
    int64_t places[4];
    memcpy(values, &value, sizeof values);
    memcpy(places, &at, sizeof places);
    return (ti_farthest){values[lane], (uint32_t)places[lane]};
}

// The largest of four values, of equal ones that of the first lane.
static inline ti_farthest largest_lane(ti_v4 value, ti_m4 at)
{
    return lane_of(f4_lane_of_max(value), value, at);
}

// Over points [begin, end), at least one and read in fours; the first of equals within a lane. NaN loses.
static inline ti_farthest ti_farthest_of(const ti_points* s, uint32_t begin, uint32_t end, toi_vec3 m)
{
    ti_v4 mx = f4_set(m.x), my = f4_set(m.y), mz = f4_set(m.z);
    ti_v4 best = f4_load(s->x + begin) * mx + f4_load(s->y + begin) * my + f4_load(s->z + begin) * mz;
    ti_m4 at = {0, 1, 2, 3}, current = at;
    for (uint32_t i = begin + 4; i < end; i += 4) {
        ti_v4 value = f4_load(s->x + i) * mx + f4_load(s->y + i) * my + f4_load(s->z + i) * mz;
        current += (ti_m4){4, 4, 4, 4};
        ti_m4 better = (ti_m4)(value > best);
        best = f4_select(better, value, best);
        at = (ti_m4)f4_select(better, (ti_v4)current, (ti_v4)at);
    }
    ti_farthest found = largest_lane(best, at);
    return (ti_farthest){found.value, begin + found.index};
}

#endif
