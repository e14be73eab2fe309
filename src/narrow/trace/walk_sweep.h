// The way of a box along a part of the course, and which boxes of S it meets, at what part of it.
//
// Over a part of the course, s from 0 to 1 along it, a point of M is nowhere farther than `sag` from the
// straight way between its places at both ends: for a translation it is on it, for a rotation by an angle
// delta, uniform in s, the second derivative of a coordinate c is at most delta^2 times the radius of the
// point about the axis and the length of the axis' normal plane along c, so within radius delta^2/8 of it. A
// box around all points at either end, moved straight from one to the other and grown by sag, holds them all,
// as each of its sides is on the outer side of every point at both ends. Grown further by the distance below
// which a chain may stop, it meets no box of S that M comes that near to before it does.
//
// Times are computed in float: (side - base) * inverse errs by less than 2^-22 of itself, so times within
// [0, 1] err by less than the time in which a side moves by 2^-22 of its whole way, and the base itself by
// 2^-24. TI_SWEEP_GROWN of both has room for that.

#ifndef TI_NARROW_TRACE_WALK_SWEEP_H
#define TI_NARROW_TRACE_WALK_SWEEP_H

#include "narrow/trace/walk_part.h"

// A box with its sides in double; side c is the least coordinate c, 3 + c the largest.
typedef struct ti_walk_box {
    double side[6];
} ti_walk_box;

// The times at which the sides of a moving box pass those of boxes that stand still: of the six pairs of
// sides `entries` must be passed before the boxes meet, and meet no more after the others.
typedef struct ti_sweep {
    float base[6], inverse[6];
    uint8_t side[6]; // of the box that stands still
    uint32_t entries;
} ti_sweep;

static const double TI_SWEEP_GROWN = 0x1p-21;

// Sides that move slower than this part of the unit stand still.
static const double TI_SWEEP_STILL = 0x1p-90;

// Of the six pairs of sides k of the moving box, from `from` to `to`, and the opposite side of the others.
// `grown` along each coordinate.
static inline void sweep_set(const ti_walk_box* from, const ti_walk_box* to, toi_vec3 grown, ti_sweep* sweep)
{
    const double g[3] = {grown.x, grown.y, grown.z};
    uint32_t entries = 0, exits = 6;
    for (int k = 0; k < 6; ++k) {
        double way = to->side[k] - from->side[k], outwards = k < 3 ? -1.0 : 1.0, ahead = way * outwards;
        // The last term rounds outwards.
        double more = g[k % 3] + TI_SWEEP_GROWN * (fabs(way) + fabs(from->side[k]));
        bool still = fabs(way) < TI_SWEEP_STILL;
        uint32_t at = !still && ahead > 0.0 ? entries++ : --exits;
        // Where nothing moves the boxes meet all the time or never: a time far beyond 1, or below 0.
        sweep->inverse[at] = (float)(still ? -outwards / TI_SWEEP_STILL : 1.0 / way);
        sweep->base[at] = (float)(from->side[k] + outwards * more);
        sweep->side[at] = (uint8_t)(k < 3 ? k + 3 : k - 3);
    }
    sweep->entries = entries;
}

static inline ti_q4 sweep_time(const ti_sweep* sweep, const ti_slabs* slabs, uint32_t k)
{
    return (q4_load(slabs->side[sweep->side[k]]) - q4_set(sweep->base[k])) * q4_set(sweep->inverse[k]);
}

static inline int sweep_meets_of(const ti_sweep* sweep, uint32_t entries, const ti_slabs* slabs, float most,
                                 float enter[4])
{
    ti_q4 first = q4_set(0.0f), last = q4_set(most);
    for (uint32_t k = 0; k < entries; ++k) {
        first = q4_max(sweep_time(sweep, slabs, k), first);
    }
    for (uint32_t k = entries; k < 6; ++k) {
        last = q4_min(sweep_time(sweep, slabs, k), last);
    }
    q4_store(enter, first);
    return i4_bits((ti_i4)(first <= last));
}

// When the four boxes of a node are met first; bit i of the result is set where box i is met up to `most`.
// Of a box that keeps its size half of the sides are passed first.
static inline int sweep_meets(const ti_sweep* sweep, const ti_slabs* slabs, float most, float enter[4])
{
    return sweep->entries == 3 ? sweep_meets_of(sweep, 3, slabs, most, enter)
                               : sweep_meets_of(sweep, sweep->entries, slabs, most, enter);
}

// The same of boxes in double, whether they are met; a lane each.
static inline ti_m4 sweep_meets_boxes(const ti_sweep* sweep, const ti_v4 side[6], float most)
{
    ti_v4 first = f4_set(0.0), last = f4_set((double)most);
    uint32_t k = 0;
    for (; k < 6; ++k) {
        ti_v4 time =
            (side[sweep->side[k]] - f4_set((double)sweep->base[k])) * f4_set((double)sweep->inverse[k]);
        first = k < sweep->entries ? f4_max(time, first) : first;
        last = k < sweep->entries ? last : f4_min(time, last);
    }
    return (ti_m4)(first <= last);
}

#endif
