// Two moving polytopes: their polynomials, and room to work in.

#ifndef TI_NARROW_BOXES_POLYTOPE_PAIR_H
#define TI_NARROW_BOXES_POLYTOPE_PAIR_H

#include "narrow/boxes/frame.h"
#include "narrow/boxes/polytope.h"
#include "narrow/boxes/polytope_form.h"

// A polytope on one piece of a rational or affine motion; the coefficients may err by what is given, those of
// a matrix by rotation_error, and vertices by vertex_error besides what the shape itself says.
typedef struct ti_moving_polytope {
    const ti_polytope* shape;
    toi_rational motion;
    double rotation_error, translation_error, weight_error, vertex_error;
} ti_moving_polytope;

typedef struct ti_polytope_pair {
    const ti_polytope *a, *b;
    ti_polytope_bounds_fn bounds;
    double *form, *other_form, *value; // [4 (degree + 1)], [4 (degree + 1)], [degree + 1]
    double *low, *high;                // of blocks, twice
} ti_polytope_pair;

// The system of their boxes on a part of the piece. False where memory or the degrees allow none.
bool ti_polytope_system(ti_polys* polys, const ti_moving_polytope* a, const ti_moving_polytope* b,
                        const double part[2], ti_box_system* system);

// False without memory.
bool ti_polytope_pair_make(ti_polys* polys, const ti_polytope* a, const ti_polytope* b, uint32_t degree,
                           ti_polytope_pair* pair);

#endif
