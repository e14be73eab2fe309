// How two polytopes are at one time, in doubles: what proposes axes and paths.

#ifndef TI_NARROW_BOXES_POLYTOPE_STATE_H
#define TI_NARROW_BOXES_POLYTOPE_STATE_H

#include "math/simplex.h"
#include "narrow/boxes/polytope_axis.h"

// A point y of B is at offset + row . y in the coordinates of A, both from their centres; back likewise.
typedef struct ti_polytope_place {
    toi_vec3 row[3], offset, back_row[3], back_offset;
} ti_polytope_place;

static inline toi_vec3 ti_turn(const toi_vec3 row[3], toi_vec3 v)
{
    return v3(v3_dot(row[0], v), v3_dot(row[1], v), v3_dot(row[2], v));
}

static inline toi_vec3 ti_turn_normal(const toi_vec3 row[3], toi_vec3 n)
{
    return v3_madd(v3_madd(v3_scale(n.x, row[0]), n.y, row[1]), n.z, row[2]);
}

static inline toi_vec3 ti_place_to_a(const ti_polytope_place* place, toi_vec3 y)
{
    return v3_add(place->offset, ti_turn(place->row, y));
}

static inline toi_vec3 ti_place_to_b(const ti_polytope_place* place, toi_vec3 x)
{
    return v3_add(place->back_offset, ti_turn(place->back_row, x));
}

// The first of the vertices that are farthest along a direction.
static inline uint32_t ti_farthest_vertex(const ti_polytope* p, toi_vec3 d, double* most)
{
    uint32_t best = 0;
    *most = -HUGE_VAL;
    for (uint32_t i = 0; i < p->vertex_count; ++i) {
        double h = v3_dot(d, p->vertices[i]);
        if (h > *most) {
            *most = h;
            best = i;
        }
    }
    return best;
}

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

// The closest points at the place of a state, or common ones: means of vertices, up to gamma(8) of their
// size. Where polytopes all but touch a simplex of four corners may be flat, and rounding tells of which of
// its sides the origin is: if `flat` none holds it, and all of its sides count.
void ti_polytope_state_closest(const ti_polytope_pair* pair, bool flat, ti_polytope_state* state);

// Likewise, of the simplex alone, once its corners are told in other coordinates.
void ti_polytope_state_reduce(const ti_polytope_pair* pair, ti_polytope_state* state);

// Sets the axis of a state that is apart.
void ti_polytope_state_axis(const ti_polytope_pair* pair, ti_polytope_state* state);

#endif
