// Where two polytopes touch, and along which normal.

#ifndef TI_NARROW_BOXES_POLYTOPE_EVENT_H
#define TI_NARROW_BOXES_POLYTOPE_EVENT_H

#include "motion/affine.h"
#include "narrow/boxes/polytope_axis.h"
#include "toi/query.h"

// A polytope at one time: `place` is that of its body.
typedef struct ti_placed_polytope {
    const ti_polytope* shape;
    ti_affine place;
} ti_placed_polytope;

// Kind, features, point in between, unit normal from A to B and gap of a touch. Vertices and the ends of
// edges are named as the points that the polytopes were made of, faces by their number in the polytope.
// Without a touch the kind is NONE, the point is between the centres and the normal along them.
void ti_polytope_event(const ti_placed_polytope* a, const ti_placed_polytope* b,
                       const ti_polytope_touch* touch, toi_contact* contact);

#endif
