// What the kernels of a trace share, and what a walk over trees asks of them: convex pieces of both bodies,
// one pair of pieces at a time.
//
// A piece is ti_points: the hull of some points, or the corners of a triangle (the last one repeated up to
// four). Pieces of the still body S stand in its frame: the axes of S, origin at its centre, in the unit of
// its local coordinates, so that these can be used as they are. Pieces of the mover M are put into the same
// axes as they stand at the start, relative to a pivot (ti_course_put). They never change: along the way only
// directions and a few points are turned.

#ifndef TI_NARROW_TRACE_KERNEL_H
#define TI_NARROW_TRACE_KERNEL_H

#include "math/simd.h"
#include "math/simplex.h"
#include "narrow/trace/trace.h"

// How M moves in the frame of S: point y of a piece is at
//     translation: pivot + t by + y            rotation: pivot + Rot(axis, angle) y
typedef struct ti_course {
    bool turns;
    toi_vec3 pivot; // translation: the centre of M at the start; rotation: a point of the axis
    toi_vec3 by;
    toi_vec3 axis;       // unit, in the sense of the turn
    double cosine, sine; // of half the angle that is looked at
    toi_vec3 base;       // translation: 0; rotation: from the pivot to the centre of M at the start
    ti_mat3 turn;    // axes of M at the start, in units of its local coordinates: point v of ti_mesh.local
                     // is the point base + turn v of a piece
    int exponent;    // the unit of the frame is 2^exponent of those of the world
    double rounding; // e, in the unit of the frame
} ti_course;

// False where the numbers leave the range in which the bound e is one.
bool ti_course_prepare(const ti_mover* mover, const ti_still* still, ti_course* course);

// Points of a piece of M, from local coordinates of its mesh.
static inline toi_vec3 ti_course_put(const ti_course* c, toi_vec3 local)
{
    return v3_add(m3_apply(&c->turn, local), c->base);
}

// The rule of the zone, one for a pair of whole bodies. In the unit of the frame.
typedef struct ti_zone {
    double keep;      // no point of M comes nearer to S than this
    double tolerance; // a chain ends where the distance is at most keep + tolerance
    double floor;     // keep + e: a computed separation of at least this is proved
    double target;    // links aim at this separation, between the floor and keep + tolerance
    bool meets;       // the bodies start no more than two rounding bounds apart: nothing else is set
} ti_zone;

// `distance` is the distance of the bodies at the start as ti_start_gap gives it, the smallest of all pieces.
ti_zone ti_zone_make(const ti_course* course, const ti_pair_terms* terms, double distance);

// A bound from which on the distance at the start does not matter: a piece that is farther away need not be
// measured.
double ti_zone_enough(const ti_course* course, const ti_pair_terms* terms);

// A place on the way.
typedef struct ti_place {
    double order;        // translation: t
    double cosine, sine; // rotation: of half the angle turned
} ti_place;

// Two pieces.
typedef struct ti_pieces {
    const ti_points* m;
    const ti_points* s;
} ti_pieces;

// Where a chain ended.
typedef struct ti_chain {
    ti_reach_outcome outcome; // CLEAR, LATER, STOP, STUCK
    ti_place place;
    double distance;    // STOP: at `place`
    toi_vec3 normal;    // STOP: unit, from M to S, in the frame
    ti_simplex simplex; // STOP: the points of either piece (a: of M, b: of S) that carry the nearest points
    double weight[3];   // STOP: and how much each counts
    uint32_t steps;     // links tried
} ti_chain;

#define ti_start_gap TI_KERNEL(ti_start_gap)
#define ti_chain_run TI_KERNEL(ti_chain_run)

// The distance of two pieces at the start: as far as rounding allows where it is below `enough`, else some
// lower bound of it that is at least `enough`. 0 where they meet. The same for any `enough` that is above it.
// `simplex` is where the search ended.
double ti_start_gap(const ti_course* course, const ti_pieces* p, double enough, ti_simplex* simplex);

// Runs a chain of links for two pieces until the way ends, or `best` (LATER: the pieces do not stop M at or
// before `best`, or its order is beyond it), or they are within tolerance. Where it stops depends on the two
// pieces, the course and the zone alone, not on `best`: so the first stop of all pairs of pieces is the same
// for any order and any tree. `simplex` with count 0, or as ti_start_gap left it, is where the first search
// starts; for a stop that does not depend on how pieces were found give 0.
void ti_chain_run(const ti_course* course, const ti_zone* zone, const ti_pieces* p, double best,
                  uint32_t max_steps, const ti_simplex* start, ti_chain* chain);

#endif
