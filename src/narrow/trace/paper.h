// The route of [VanWaveren05]: contacts of pairs of features along a translation or a rotation in closed
// form, and an expel zone around the still body. An estimate: nothing here is proved.
// docs/methods/trace-paper.md.

#ifndef TI_NARROW_TRACE_PAPER_H
#define TI_NARROW_TRACE_PAPER_H

#include "core/arena.h"
#include "core/array.h"
#include "data.h"

// What is asked. Quaternions are unit, the move is valid.
typedef struct ti_paper_terms {
    toi_placed mover, still;
    toi_move move;
    double thickness;   // of the expel zone; 0, or less than that: twice the rounding bound of each pair
    bool keep_internal; // test internal edges and vertices too: shows what leaving them out saves
    bool keep_facing;   // test features that face away from the motion too
    bool every;         // look at every feature, without the tree
} ti_paper_terms;

// A place where the mover must stop, or would have to if nothing stopped it before.
typedef struct ti_paper_contact {
    double fraction; // of the move, from 0 to 1
    toi_contact_kind kind;
    toi_feature a, b;       // of the mover, of the still body
    toi_vec3 point, normal; // world space; unit, from the mover to the still body
    double gap;             // of the features there
    double thickness;       // of the zone of this pair
    double rounding;        // bound on that of the gap, at the pose given back too
} ti_paper_contact;

typedef struct ti_paper_result {
    bool hit;
    bool near;              // some features of both bodies come within reach of the other body
    ti_paper_contact first; // where `hit`
    double rounding;        // bound on rounding for the pair of bodies
    uint32_t pairs;         // pairs of features whose gap was solved for
    uint32_t edges[2];      // of the mover, of the still body: edges that were within reach
    uint32_t internal[2];   // and how many of them were skipped as internal
} ti_paper_result;

// The first contact; of several at the same time the one with the least kind and names. False without memory.
// What the arena gave is given back to it.
bool ti_paper_trace(const ti_paper_terms* terms, ti_arena* arena, ti_paper_result* result);

// All contacts of all pairs, whether others come before or not, by time, kind and names. Appends
// ti_paper_contact to `contacts`. False without memory.
bool ti_paper_list(const ti_paper_terms* terms, ti_arena* arena, ti_array* contacts);

#endif
