// Raises the gap of a clear answer: asks again with larger separations.

#ifndef TI_NARROW_FIRST_CLEARANCE_H
#define TI_NARROW_FIRST_CLEARANCE_H

#include "toi/query.h"

// `result` is the clear answer to `def`; its gap is renewed, the rest stays.
void ti_raise_gap(const toi_body* a, const toi_body* b, const toi_query_def* def, bool avx2,
                  toi_result* result);

#endif
