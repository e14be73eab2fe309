// Whether a point of the hull of a body lies on one of its faces.

#ifndef TI_NARROW_FIRST_WITNESS_H
#define TI_NARROW_FIRST_WITNESS_H

#include "data.h"

// True where a triangle of the mesh is within `reach` of `point`; both in local coordinates.
bool ti_witness_on_surface(const toi_mesh* mesh, toi_vec3 point, double reach);

#endif
