// Touches: where two bodies that stand still are near each other (docs/methods/touches.md).
//
// The surfaces are facets, creases and tips (ti_features in data.h): flat edges inside of faces and reflex
// edges of solids are none, as nothing rests on them. A pair of features touches where it is within reach and
// either
// - is a corner of the common part of two facets that face each other: a vertex of one over the other, the
// gap
//   along the normal of that, or two creases that cross, the gap along the direction halfway between the
//   normals; or
// - is a place where the distance of the surfaces is smallest, as far as one can tell nearby: the direction
//   between the closest points leads out of both bodies.
// Every pair of features is there once, and of several in one place with one normal the first by name.

#ifndef TI_NARROW_TRACE_TOUCH_H
#define TI_NARROW_TRACE_TOUCH_H

#include "narrow/trace/trace.h"

// What lies at the closest points: it tells how the normal turns when a body moves.
typedef enum ti_touch_shape {
    TI_TOUCH_VERTEX_FACE = 0,
    TI_TOUCH_FACE_VERTEX,
    TI_TOUCH_EDGE_EDGE,
    TI_TOUCH_VERTEX_VERTEX,
    TI_TOUCH_VERTEX_EDGE,
    TI_TOUCH_EDGE_VERTEX,
    TI_TOUCH_FACE_FACE,
} ti_touch_shape;

typedef struct ti_touch {
    toi_contact_kind kind;
    ti_touch_shape shape;
    toi_feature a, b;
    toi_vec3 point_a, point_b, normal; // of the world, once ti_touches_find has returned; normal from A to B
    toi_vec3 edge_a, edge_b;           // directions of the edges of `shape`, else zero
    double gap;                        // of the points along the normal
    double tilt; // of corners of a common part: 0 where the normal is that of a face, else how far the facets
                 // are from parallel; smaller is better
    uint32_t face_a, face_b; // the faces whose manifold this is of
    bool nearest;            // found as a nearest place; false: as a corner of a common part
} ti_touch;

// So many rounding bounds apart features count as in one place: a corner as on a face, two corners as one.
#define TI_TOUCH_SLACK 16.0

enum { TI_TOUCHES_INLINE = 32 };

// Touches in the order of faces, then kinds, then features. Must not move once it holds some.
typedef struct ti_touch_list {
    ti_touch* items;
    uint32_t count, capacity;
    const toi_allocator* allocator;
    bool failed; // no memory: the list is not complete
    bool may_contain
        [2]; // A may be around B, B around A, for all that was found; for convex bodies it is known
    ti_touch own[TI_TOUCHES_INLINE];
} ti_touch_list;

static inline void ti_touch_list_init(ti_touch_list* list, const toi_allocator* allocator)
{
    list->items = list->own;
    list->count = 0;
    list->capacity = TI_TOUCHES_INLINE;
    list->allocator = allocator;
    list->failed = false;
}

void ti_touch_list_release(ti_touch_list* list);

typedef struct ti_touch_terms {
    double within;
    bool hollow[2]; // A is a solid around B, B is one around A: they touch on their inner sides too
    bool plain;     // without trees and shortcuts, for tests: the same bits
} ti_touch_terms;

// All touches of two bodies within a distance. Rounding counts in favour of a touch: what is within
// `within` is found, and some of what is farther by less than ti_touch_rounding. Gaps and points are right
// within that. Bodies that are deeper in each other have touches of kind FF: where both are convex one alone,
// whose gap is minus the shortest way out; else one for every two faces that cross, with gap 0.
toi_status ti_touches_find(const ti_still* a, const ti_still* b, const ti_touch_terms* terms,
                           ti_touch_list* list);

// What gaps may be off by, in lengths of the world.
double ti_touch_rounding(const ti_still* a, const ti_still* b);

// How the gap of a touch changes when A begins a move: d gap/d t and its derivative, t from 0 to 1 along the
// move, as the same features go on to be the nearest. Both estimates.
typedef struct ti_touch_rate {
    double speed;        // below zero: they come together
    double acceleration; // of the gap
} ti_touch_rate;

ti_touch_rate ti_touch_rate_of(const ti_touch* touch, const toi_move* move);

#endif
