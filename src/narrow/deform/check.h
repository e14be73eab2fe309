// Which input is taken.

#ifndef TI_NARROW_DEFORM_CHECK_H
#define TI_NARROW_DEFORM_CHECK_H

#include "toi/primitives.h"

// NULL is not.
bool ti_primitive_query_is_valid(const toi_primitive_query* query);
bool ti_primitive_def_is_valid(const toi_primitive_def* def);

#endif
