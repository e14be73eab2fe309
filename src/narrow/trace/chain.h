// A chain on its way: what its links along sides and those of the search share.

#ifndef TI_NARROW_TRACE_CHAIN_H
#define TI_NARROW_TRACE_CHAIN_H

#include "narrow/trace/link.h"
#include "narrow/trace/path.h"
#include "narrow/trace/sides.h"

static inline ti_aim aim_of(const ti_zone* z)
{
    return (ti_aim){z->keep + z->tolerance, TI_CLOSE_PART * z->tolerance, z->target, z->target};
}

typedef struct ti_run {
    const ti_course* course;
    const ti_zone* zone;
    const ti_couple* pieces;
    ti_place place;
    ti_stand stand;
    ti_seen seen;
    ti_simplex simplex;
    double before;     // what was left to go before the last link
    ti_side_view view; // of a translation at its start, of a rotation at `viewed`
    double viewed[2];  // sides of M, of S; below 0: not yet
    bool low;          // as in ti_chain
} ti_run;

static inline void start_run(ti_run* r, const ti_course* course, const ti_zone* zone, const ti_couple* p,
                             const ti_place* from)
{
    r->course = course;
    r->zone = zone;
    r->pieces = p;
    r->place = *from;
    r->before = HUGE_VAL;
    r->low = false;
    r->viewed[0] = r->viewed[1] = -1.0;
    r->seen.distance = 0.0;
    r->stand = stand_at(course, &r->place);
}

// Whether the way ends before the separation along a direction is down to the floor; else where it is down to
// the target.
static inline bool slide(ti_run* r, const ti_along* a, ti_place* next)
{
    double rest = 1.0 - r->place.order, speed = v3_dot(a->normal, r->course->by);
    double end = a->now - speed * rest;
    if (end >= r->zone->floor) {
        r->low |= !(end >= r->zone->target);
        return true;
    }
    double t = (a->now - r->zone->target) / speed;
    *next = (ti_place){r->place.order + t * TI_ROOT_CUT, 1.0, 0.0};
    return false;
}

// How far a direction fixed in the world or in M leads, up to `rest`; at least `rest` where it leads there at
// the floor.
static inline ti_root longest(ti_run* r, const ti_quadratics* q, double rest)
{
    ti_root root = first_root(q, rest);
    double spare = r->zone->target - r->zone->floor;
    if (root.tau >= rest || !(root.end + spare * (1.0 + rest * rest) >= 0.0)) {
        return root;
    }
    ti_quadratics lower = *q;
    lower.level_0 += spare;
    lower.level_2 += spare;
    ti_root down = first_root(&lower, rest);
    if (!(down.tau >= rest)) {
        return root;
    }
    r->low = true;
    return down;
}

static inline void finish(const ti_run* r, ti_reach_outcome outcome, ti_chain* chain)
{
    chain->outcome = outcome;
    chain->place = r->place;
    chain->distance = r->seen.distance;
    chain->low = r->low;
}

static inline void finish_stop(const ti_run* r, ti_chain* chain)
{
    finish(r, TI_REACH_STOP, chain);
    chain->normal = r->seen.normal;
    chain->over.is = false;
    chain->simplex = r->simplex;
    sx_weights(&r->simplex, v3_scale(r->seen.distance, r->seen.normal), chain->weight);
}

#endif
