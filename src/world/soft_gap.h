// Raises the gap of a clear answer where a body deforms.

#ifndef TI_WORLD_SOFT_GAP_H
#define TI_WORLD_SOFT_GAP_H

#include "toi/query.h"

// A query as it is asked, without a look at raise_gap.
toi_status ti_soft_first_contact_once(const toi_body* a, const toi_body* b, const toi_query_def* def,
                                      toi_result* result);

// `result` is the clear answer to `def`; its gap is renewed, the rest stays.
toi_status ti_soft_raise_gap(const toi_body* a, const toi_body* b, const toi_query_def* def,
                             toi_result* result);

#endif
