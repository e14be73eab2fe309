// How two polytopes are at one time, in doubles: what proposes axes and paths.

#ifndef TI_NARROW_BOXES_POLYTOPE_STATE_H
#define TI_NARROW_BOXES_POLYTOPE_STATE_H

#include "math/simplex.h"
#include "narrow/boxes/polytope_axis.h"

// A point y of B is at offset + row . y in the coordinates of A, both from their centres; back likewise.
typedef struct ti_polytope_place {
    toi_vec3 row[3], offset, back_row[3], back_offset;
} ti_polytope_place;

typedef struct ti_polytope_state {
    bool known, apart;
    ti_polytope_place place;
    toi_vec3 direction;  // from A to B in the coordinates of A, where apart
    toi_vec3 in_a, in_b; // the closest points, or a common one, each in the coordinates of its polytope
    ti_simplex simplex;
    bool axis_known;
    ti_polytope_axis axis; // of a face or of edges, along which they are farthest apart
} ti_polytope_state;

// At the beginning of a node, or at its end.
void ti_polytope_state_find(const ti_polytope_pair* pair, const ti_form_node* node, bool end,
                            ti_polytope_state* state);

// Sets the axis of a state that is apart.
void ti_polytope_state_axis(const ti_polytope_pair* pair, ti_polytope_state* state);

// Paths that may be in both near the time of the state, at most POLYTOPE_PATHS.
enum { POLYTOPE_PATHS = 4 };
uint32_t ti_polytope_state_paths(const ti_polytope_pair* pair, const ti_polytope_state* state,
                                 ti_polytope_path paths[POLYTOPE_PATHS]);

#endif
