// What the exact mode asks in front of everything, and at one time: whether primitives that are on a line or
// in a plane then touch.

#ifndef TI_NARROW_DEFORM_EXACT_PARTS_H
#define TI_NARROW_DEFORM_EXACT_PARTS_H

#include "math/form_time.h"
#include "toi/primitives.h"

// Whether doubles tell that A and B never touch.
bool ti_exact_parted(const toi_primitive_query* query);

// A vector whose coordinates are forms of time.
typedef struct form3 {
    ti_form at[3];
} form3;

// A vertex and an edge: from the first end of the edge to the second, and to the vertex.
typedef struct exact_edge {
    form3 span, offset;
} exact_edge;

// A vertex and a face, or two edges. The face has the edges p and q from its first corner, and w goes from
// there to the vertex. Or p and q are the edges, and w goes from the first end of p to the first of q.
typedef struct exact_pair {
    bool edges;
    form3 p, q, w;
    form3 normal; // p x q; normal . w is zero when all is in one plane
} exact_pair;

form3 ti_form3_add(ti_limbs* pool, const form3* a, const form3* b);
form3 ti_form3_sub(ti_limbs* pool, const form3* a, const form3* b);
form3 ti_form3_cross(ti_limbs* pool, const form3* a, const form3* b);
bool ti_form3_is_zero(const form3* a);

enum { EXACT_EDGES = 4 };

// The vertices and edges that meet where the primitives of a pair begin to touch, or touch while their normal
// is zero. Returns their number.
int ti_exact_edges(ti_limbs* pool, const exact_pair* pair, exact_edge edge[EXACT_EDGES]);

// Whether a vector is zero at a time.
bool ti_exact_zero_at(ti_limbs* pool, const form3* a, const ti_form_time* time);

// Whether the vertex is on the closed edge, which may be a point.
bool ti_exact_edge_at(ti_limbs* pool, const exact_edge* edge, const ti_form_time* time);

// Whether the closed primitives of a pair touch at a time when they are in one plane.
bool ti_exact_pair_at(ti_limbs* pool, const exact_pair* pair, const ti_form_time* time);

#endif
