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

#include "math/rounding.h"
#include "math/scalar.h"
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

// What is asked of a pair, in the unit of the frame.
typedef struct ti_frame_terms {
    double separation, tolerance;
    double enough; // what starts at least so far away need not be measured
} ti_frame_terms;

// The separation must stay far above the bound e, or nothing could be proved of a mover at rest near a body.
static inline ti_frame_terms frame_terms(const ti_course* c, const ti_pair_terms* terms)
{
    double e = c->rounding, unit = ti_scale(1.0, -c->exponent);
    ti_frame_terms t = {.separation = d_max(terms->separation * unit, TI_LEAST_SEPARATION * e),
                        .tolerance = d_max(terms->tolerance * unit, TI_LEAST_TOLERANCE * e)};
    t.enough = t.separation + 2.0 * t.tolerance;
    return t;
}

// The aim of links: a part of the tolerance above the floor, that the last link of a chain brings the pieces
// within it, and far enough above it that rounding does not undo a step. 3 u keep is for directions that are
// not quite unit.
static inline ti_zone zone_above(double keep, double tolerance, double rounding)
{
    ti_zone z = {.keep = keep, .tolerance = tolerance, .floor = keep * (1.0 + 4.0 * TI_U) + rounding};
    z.target = z.floor + d_max(3.0 * rounding, 0.25 * tolerance);
    return z;
}

// `distance` is the distance of the bodies at the start as ti_start_gap gives it, the smallest of all pieces.
// Free: the separation is kept. Near: kept, with a tolerance that leaves room. Within the zone: the distance
// less 16 e, so that the mover may go along and away, but comes nearer by no more than that.
static inline ti_zone zone_of(const ti_course* c, const ti_frame_terms* t, double distance)
{
    double e = c->rounding, d = t->separation;
    if (distance >= t->enough) {
        return zone_above(d, t->tolerance, e);
    }
    if (distance > d + 16.0 * e) {
        return zone_above(d, 0.5 * (distance - d), e);
    }
    if (distance - 16.0 * e > 2.0 * e) {
        return zone_above(distance - 16.0 * e, 6.0 * e, e);
    }
    return (ti_zone){.meets = true};
}

// A place on the way.
typedef struct ti_place {
    double order;        // translation: t
    double cosine, sine; // rotation: of half the angle turned
} ti_place;

// The sides of a mesh, put in the frame when they are first looked at.
typedef struct ti_late_sides {
    const toi_mesh* mesh; // NULL: they are there
    ti_sides sides;
    double memory[4][TI_MOST_SIDES];
} ti_late_sides;

// Two pieces.
typedef struct ti_couple {
    const ti_points* m;
    const ti_points* s;
    const ti_sides* sides_m; // the sides of both in the frame, those of M as it starts; or NULL for both
    const ti_sides* sides_s;
    ti_late_sides* late; // where `sides_m` are of these; or NULL
    toi_vec3 guess;      // a direction from M to S where the search begins, of any length; zero: their first
                         // points tell
    bool fan;            // S is a triangle, and the search begins with all three corners of it
} ti_couple;

// A corner of one piece over the inside of a side of the other.
typedef struct ti_over_side {
    bool is;
    uint32_t body, side; // 0: a side of M, 1: of S
    uint32_t corner;     // point of the other
    toi_vec3 foot;       // what is under it, in the axes in which the points of the body are kept
} ti_over_side;

// At a stop the distance, and with it the normal, is made known to this part of the tolerance.
static const double TI_CLOSE_PART = 0x1p-20;

// Where a chain ended.
typedef struct ti_chain {
    ti_reach_outcome outcome; // CLEAR, LATER, STOP, STUCK
    ti_place place;
    double distance;    // STOP: at `place`
    toi_vec3 normal;    // STOP: unit, from M to S, in the frame
    ti_over_side over;  // STOP: where this is the contact, and else
    ti_simplex simplex; // the points of either piece (a: of M, b: of S) that carry the nearest points
    double weight[3];   // and how much each counts
    bool low;           // a link may have kept the floor alone, where others keep the target
    uint32_t steps;     // links tried
} ti_chain;

#define ti_start_gap TI_KERNEL(ti_start_gap)
#define ti_chain_nearest TI_KERNEL(ti_chain_nearest)
#define ti_chain_run TI_KERNEL(ti_chain_run)
#define ti_chain_hulls TI_KERNEL(ti_chain_hulls)

// The distance of two pieces at the start, a lower bound of it: as near to it as rounding allows where it is
// below `enough`, else at least `enough`. 0 where they meet. For any `enough` above it it is the same.
double ti_start_gap(const ti_course* course, const ti_couple* p, double enough);

// What is looked for at a place: pieces that are at most `within` apart, measured as at a stop of this
// tolerance.
typedef struct ti_near {
    ti_place at;
    double within, tolerance;
} ti_near;

// The nearest points of two pieces at a place, as a STOP; CLEAR where they are farther apart.
void ti_chain_nearest(const ti_course* course, const ti_couple* p, const ti_near* near, ti_chain* chain);

// Where a chain begins, proved free up to there by the caller, and where it may end.
typedef struct ti_chain_range {
    ti_place from;
    double best; // LATER where its place is beyond: the pieces do not stop M up to there
    uint32_t max_steps;
} ti_chain_range;

// Runs a chain of links for two pieces from a place until the way ends, or its place is beyond the range, or
// they are within tolerance. Where it stops depends on the two pieces, the course, the zone and where it
// begins alone, not on `best`: so the first stop of all pairs of pieces is the same for any order and any
// tree.
void ti_chain_run(const ti_course* course, const ti_zone* zone, const ti_couple* p,
                  const ti_chain_range* range, ti_chain* chain);

// Two bodies that are their hulls, the first of at most TI_HULL_POINTS points.
typedef struct ti_bodies {
    const toi_mesh* m;
    const toi_mesh* s;
    bool one_sided; // the second is a single face that stops nothing which begins wholly behind its plane
} ti_bodies;

enum { TI_HULL_POINTS = 256 };

// The whole of it for them: the zone from the distance at the start, and the chain.
void ti_chain_hulls(const ti_course* course, const ti_pair_terms* terms, const ti_bodies* bodies, double best,
                    ti_zone* zone, ti_chain* chain);

// What a chain says of the bodies. `triangle`: the pieces of mover and body; TI_NONE for a whole one.
void ti_reach_take(const ti_mover* mover, const ti_still* still, const ti_course* course,
                   const ti_chain* chain, const uint32_t triangle[2], ti_reach* reach);

#endif
