// When two boxes meet: closed intervals that hold every time at which they do.

#ifndef TI_NARROW_BOXES_SOLVE_H
#define TI_NARROW_BOXES_SOLVE_H

#include "narrow/boxes/system.h"

enum { BOX_NO_AXIS = BOX_AXES };

// They meet from `enter` to `exit`: never later, never earlier. The axis along which they are apart just
// before and after; none where the span begins at 0 or ends at 1.
typedef struct ti_box_span {
    double enter, exit;
    uint32_t enter_axis, exit_axis;
    double enter_blur, exit_blur; // how far apart the boxes may be there; HUGE_VAL: not known
} ti_box_span;

typedef struct ti_box_search {
    bool first_only;
    bool plain; // the kernels for machines without AVX2
    ti_box_span* spans;
    uint32_t capacity;
    // Out:
    uint32_t count; // of all spans, also those without room
    uint32_t nodes;
} ti_box_search;

// False without memory.
bool ti_box_solve(ti_arena* arena, const ti_box_system* system, ti_box_search* search);

#endif
