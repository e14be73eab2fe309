// First contact of rigid bodies.

#ifndef TI_NARROW_FIRST_FIRST_H
#define TI_NARROW_FIRST_FIRST_H

#include "toi/query.h"

// toi_first_contact of bodies that do not deform, which it refuses.
toi_status ti_first_contact_rigid(const toi_body* a, const toi_body* b, const toi_query_def* def,
                                  toi_result* result);

// The same, but for raise_gap, with kernels of a choice, so that tests can hold both builds of them to equal
// bits: the AVX2 kernels, which the processor must have, or the plain ones.
toi_status ti_first_contact_with(const toi_body* a, const toi_body* b, const toi_query_def* def, bool avx2,
                                 toi_result* result);

// First contact between two times alone: as if nothing were before `from` and after `to`. The start is
// that at `from`, and t_free is at most `to`, which it is for clear.
toi_status ti_first_contact_during(const toi_body* a, const toi_body* b, const toi_query_def* def,
                                   double from, double to, toi_result* result);

#endif
