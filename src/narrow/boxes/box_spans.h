// When two boxes meet on one piece of both motions, by either solver.

#ifndef TI_NARROW_BOXES_BOX_SPANS_H
#define TI_NARROW_BOXES_BOX_SPANS_H

#include "narrow/boxes/solve.h"

typedef struct ti_box_ask {
    bool first_only, plain;
    bool paper; // by the route of the paper; boxes on rigid motions alone
    // Out:
    ti_box_span* spans; // in the arena of the polynomials
    uint32_t count, degree;
    uint32_t nodes; // of the route of the paper: planes
    bool undecided; // spans hold all contacts, but may be too long
} ti_box_ask;

// False where memory or the degrees do not allow it: see polys.
bool ti_box_spans_find(ti_polys* polys, const ti_box_frame* a, const ti_box_frame* b, ti_box_ask* ask);

#endif
