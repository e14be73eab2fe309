// When two convex polytopes meet: closed intervals that hold every time at which they do.

#ifndef TI_NARROW_BOXES_POLYTOPE_SOLVE_H
#define TI_NARROW_BOXES_POLYTOPE_SOLVE_H

#include "narrow/boxes/polytope_axis.h"

// They meet from `enter` to `exit`: never later, never earlier. What touches there, of kind NONE where the
// span begins at 0 or ends at 1, or where that was not found; and how far apart they may be there: a bound of
// their distance if the search has a blur, else what the margin of the axis is as a length. It is 0 at 0, at
// 1, and where a search for the first span stopped in it.
typedef struct ti_polytope_span {
    double enter, exit;
    ti_polytope_touch enter_touch, exit_touch;
    double enter_blur, exit_blur;
} ti_polytope_span;

typedef struct ti_polytope_search {
    bool first_only;
    uint32_t max_nodes; // then what is open counts as contact; 0: 20000
    double blur; // ends are looked at again, events that are less sharp than this for their time; 0: none
    ti_polytope_span* spans;
    uint32_t capacity;
    // Out:
    uint32_t count; // of all spans, also those without room
    uint32_t nodes;
    uint32_t degree; // of the polynomials
    bool complete;   // no interval was left open for want of nodes
} ti_polytope_search;

// False where memory or the degrees allow no answer: see polys, which has the arena.
bool ti_polytope_solve(ti_polys* polys, const ti_moving_polytope* a, const ti_moving_polytope* b,
                       ti_polytope_search* search);

#endif
