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
    double tolerance;   // of closed features, in this unit; at least twice `rounding`
    double rounding;    // every computed distance is within this of the exact one, in this unit
    double angle_slack; // sines of angles between edges and planes, at any time, are within this of exact; of
                        // facets that are not quite plane more, divided by the sine between two edges
    double tilt;        // that part of it
    double min_properness;
    bool leaving;
    bool first_only; // only what is at the time of the first contact at which the bodies come together is
                     // asked
    double from, to; // part of [0, 1] to search
} ti_screw_pair;

// Sets all but min_properness and leaving, to search the whole piece. @param tolerance  length; 0: the
// default
void ti_screw_pair_set(const toi_mesh* a, const toi_mesh* b, const ti_screw* screw, double tolerance,
                       ti_screw_pair* pair);

// Where vertex v of body k is at s = 0.
static inline toi_vec3 ti_pair_vertex(const ti_screw_pair* pair, int k, uint32_t v)
{
    toi_vec3 x = v3_scale(pair->scale[k], pair->mesh[k]->local[v]);
    return k == 0 ? x : xf_point(&pair->rotation[1], pair->position[1], x);
}

// The time in which what moves with B at a point passes the tolerance; at most the whole motion.
static inline double ti_pair_passing_time(const ti_screw_pair* pair, toi_vec3 point)
{
    double speed = v3_length(tw_velocity(&pair->twist, point));
    return speed > pair->tolerance ? pair->tolerance / speed : 1.0;
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
    bool at_end; // EE: at an end of one of the edges, so that a VF or FV may name it too
} ti_screw_contact;

// Work of a search and whether its limit ended it.
typedef struct ti_screw_effort {
    uint64_t steps, max_steps; // evaluations of contact functions
    bool complete;
} ti_screw_effort;

// How a pair of which one body is round stands at s = 0, up to rounding.
// @return TOI_ERROR_MEMORY
toi_status ti_round_start(const ti_screw_pair* pair, const toi_allocator* allocator, toi_start* start);

// Appends all contacts of the pair to `contacts`, an array of ti_screw_contact, in no particular order and
// some of them more than once. The search ends early, with effort->complete false, at the limit of steps.
// @return TOI_ERROR_MEMORY
toi_status ti_screw_find(const ti_screw_pair* pair, ti_screw_effort* effort, ti_array* contacts);
toi_status ti_screw_find_with(const ti_screw_pair* pair, bool avx2, ti_screw_effort* effort,
                              ti_array* contacts);

// The same by the boxes and trees of analytic.c alone.
toi_status ti_screw_find_boxes(const ti_screw_pair* pair, bool avx2, ti_screw_effort* effort,
                               ti_array* contacts);

#endif
