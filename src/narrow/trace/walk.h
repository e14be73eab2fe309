// Pairs of bodies that are not both the hulls of their points: pieces of either body in pairs, found by the
// trees of both, each followed by a chain (kernel.h). A body is taken whole, as one piece, or as its
// triangles.
//
// The answer does not depend on the trees. A course is cut into parts by itself alone (walk_part.h). Of a
// pair of pieces in a part a lower bound of the time of a stop says where its chain begins (walk_bound.h);
// that and the chain depend on both pieces, the part and the zone. The place of M is the smallest at which
// any chain of any pair in any part stops; of equal ones the pieces of the lowest faces, that of M first. The
// trees only leave out what is proved to stay farther away than chains stop at, up to the best place so far.
//
// At a stop pieces may be nearer than those that stop, by up to the tolerance: a walk of its own finds the
// nearest ones there, for the one body that stops M.

#ifndef TI_NARROW_TRACE_WALK_H
#define TI_NARROW_TRACE_WALK_H

#include "narrow/trace/kernel.h"

typedef struct ti_walk_query {
    const ti_mover* mover;
    const ti_still* still;
    const ti_pair_terms* terms;
    const ti_course* course;
    bool whole[2];  // M and S: the surface is the hull of all points; of M at most TI_HULL_POINTS
    bool brute;     // all pairs of pieces, without trees and bounds of boxes: for tests
    bool one_sided; // triangles of S stop no piece of M that begins wholly behind their plane
    double best;    // as in ti_trace_pair
} ti_walk_query;

typedef struct ti_walk_found {
    ti_zone zone;
    ti_chain chain;
    uint32_t triangle[2];          // the pieces of a stop; TI_NONE for a whole body
    bool low;                      // of any chain, as in ti_chain
    uint32_t steps, nodes, leaves; // links, boxes of S in fours, pairs of pieces bounded
} ti_walk_found;

#define ti_walk_pair TI_KERNEL(ti_walk_pair)
#define ti_walk_nearest TI_KERNEL(ti_walk_nearest)

// chain.outcome is as for ti_trace_pair; MEETS where any two pieces start no more than two rounding bounds
// apart, which for whole bodies may also mean that one is inside the other.
void ti_walk_pair(const ti_walk_query* query, ti_walk_found* found);

// The nearest two pieces at a place, and the first of those that are equally near, as a STOP; CLEAR where
// none are near enough. `terms` and `best` are not used.
void ti_walk_nearest(const ti_walk_query* query, const ti_near* near, ti_walk_found* found);

#endif
