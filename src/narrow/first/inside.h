// Exact inside tests of a point and a closed posed mesh, by the parity of a ray.

#ifndef TI_NARROW_FIRST_INSIDE_H
#define TI_NARROW_FIRST_INSIDE_H

#include "math/ray.h"
#include "narrow/first/posed.h"

typedef struct ti_side {
    bool inside; // of the point, moved by infinitely little along the ray: defined on the surface too
    bool on;     // the point itself is on the surface
} ti_side;

// The mesh is closed: every edge has an even number of faces. Inside is where a ray crosses the surface an
// odd number of times. The point is a mean of posed vertices of the two bodies that `padding` is of.
ti_side ti_inside(const ti_posed* body, const ti_mean* point, ti_direction direction, double padding);

#endif
