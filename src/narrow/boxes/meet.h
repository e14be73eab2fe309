// All times during which two bodies made of boxes meet.

#ifndef TI_NARROW_BOXES_MEET_H
#define TI_NARROW_BOXES_MEET_H

#include "core/array.h"
#include "narrow/boxes/polytope_solve.h"
#include "narrow/boxes/solid.h"
#include "narrow/boxes/solve.h"

// An end of an interval: the parts that meet, and the axis along which they are apart before or after.
typedef struct ti_meeting_end {
    uint32_t part_a, part_b, axis; // BOX_NO_AXIS: at time 0 or 1, and for an exit that was not looked for
    double blur;
    bool boxes;              // both parts; else
    ti_polytope_touch touch; // tells what the axis does
} ti_meeting_end;

typedef struct ti_meeting {
    double enter, exit;
    ti_meeting_end at[2];
} ti_meeting;

typedef struct ti_meet {
    const ti_solid *a, *b;
    bool first_only, plain;
    bool paper; // boxes by the route of the paper: no motions with a matrix, no meshes
    // Out:
    ti_array* found; // of ti_meeting, emptied first
    double bound;    // by how much both were made larger
    uint32_t degree, nodes;
    bool undecided; // a limit of work ended a search: what was left open counts as contact
} ti_meet;

// @return TOI_OK; TOI_ERROR_MEMORY; TOI_ERROR_LIMIT where degrees are too large
toi_status ti_meet_find(ti_arena* arena, ti_meet* meet);

// The bound of ti_meet for two bodies that never meet, without looking for it.
double ti_meet_bound(const ti_solid* a, const ti_solid* b);

// What touches at an end; of kind TOI_CONTACT_NONE without an axis.
void ti_meet_contact(const ti_meet* meet, const ti_meeting* meeting, bool at_exit, toi_contact* contact);

#endif
