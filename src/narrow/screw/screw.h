// All contacts of two bodies under the screws of src/motion/relative.h.

#ifndef TI_NARROW_SCREW_SCREW_H
#define TI_NARROW_SCREW_SCREW_H

#include "core/array.h"
#include "data.h"

// A query in the frame and unit that both engines work in: the frame of ti_screw, lengths in units of
// 2^exponent, so that results do not depend on the unit of length.
typedef struct ti_screw_pair {
    const toi_mesh* mesh[2];
    ti_mat3 rotation[2];  // of B at s = 0; that of A is the identity
    toi_vec3 position[2]; // where the centre of each mesh is at s = 0; that of A is the origin
    double scale[2];      // local coordinates times scale are lengths in this unit
    ti_twist twist;
    int exponent;
    double tolerance; // of closed features, in this unit; at least twice `rounding`
    double rounding;  // every computed distance is within this of the exact one, in this unit
    double min_properness;
    bool leaving;
    double from, to; // part of [0, 1] to search
} ti_screw_pair;

// Where vertex v of body k is at s = 0.
static inline toi_vec3 ti_pair_vertex(const ti_screw_pair* pair, int k, uint32_t v)
{
    toi_vec3 x = v3_scale(pair->scale[k], pair->mesh[k]->local[v]);
    return k == 0 ? x : xf_point(&pair->rotation[1], pair->position[1], x);
}

// A contact as an engine finds it, in the frame and unit of the pair.
typedef struct ti_screw_contact {
    toi_contact_kind kind;
    uint32_t feature[2]; // VF: vertex, facet; FV: facet, vertex; EE: creases
    double s, s_error, s_until;
    toi_vec3 point, normal; // in the frame of A, normal from A to B
    double properness;
    double approach; // -normal . velocity of B
    bool entering, tangent, sustained;
} ti_screw_contact;

// Both engines append to `contacts`, an array of ti_screw_contact, in no particular order and with
// duplicates.
// @return TOI_ERROR_MEMORY; *complete is false where a work limit ended the search

// The exact one.
toi_status ti_screw_find(const ti_screw_pair* pair, uint32_t max_steps, ti_array* contacts, bool* complete);

#endif
