// The root of a polynomial whose Bernstein coefficients change their sign once.

#ifndef TI_NARROW_BOXES_ROOT_H
#define TI_NARROW_BOXES_ROOT_H

#include <stdbool.h>
#include <stdint.h>

typedef struct ti_box_root {
    double time; // on the positive side of the root, or at the end of [0, 1] where there is none
    bool falls;  // positive before the root
} ti_box_root;

// How a polynomial changes its sign, by its Bernstein coefficients.
typedef enum ti_box_sign {
    BOX_SIGN_NEGATIVE = 0, // nowhere positive
    BOX_SIGN_FALLS,        // one root, positive before it
    BOX_SIGN_RISES,
    BOX_SIGN_OTHER,
} ti_box_sign;

ti_box_sign ti_box_sign_of(const double* c, uint32_t degree);

// At a time in [0, 1], up to rounding.
double ti_box_evaluate(const double* c, uint32_t degree, double time);

// False where there may be more than one root. Of a polynomial without one that is negative `time` is 0 and
// it falls; the positive ones are none of this function's business.
bool ti_box_root_find(const double* c, uint32_t degree, ti_box_root* root);

#endif
