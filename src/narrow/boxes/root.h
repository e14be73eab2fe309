// The root of a polynomial whose Bernstein coefficients change their sign once.

#ifndef TI_NARROW_BOXES_ROOT_H
#define TI_NARROW_BOXES_ROOT_H

#include <stdbool.h>
#include <stdint.h>

typedef struct ti_box_root {
    double time; // on the positive side of the root, or at the end of [0, 1] where there is none
    bool falls;  // positive before the root
} ti_box_root;

// False where there may be more than one root. Of a polynomial without one that is negative `time` is 0 and
// it falls; the positive ones are none of this function's business.
bool ti_box_root_find(const double* c, uint32_t degree, ti_box_root* root);

#endif
