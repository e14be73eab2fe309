// One contact out of several that are the same.

#ifndef TI_NARROW_SCREW_RESOLVE_H
#define TI_NARROW_SCREW_RESOLVE_H

#include "core/array.h"
#include "narrow/screw/screw.h"

// Keeps one contact for each vertex and time, one for each pair of edges and time and one for each pair of
// vertices and time, and drops contacts of edges at an end that a VF or FV names [Buss05, section 5]; of
// several the one with the largest properness stays, then the first in the order of kind and features. The
// rest is ordered by time.
// @return TOI_ERROR_MEMORY
toi_status ti_screw_resolve(const ti_screw_pair* pair, ti_array* contacts);

#endif
