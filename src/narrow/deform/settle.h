// What a query is told, from how far its proof got.

#ifndef TI_NARROW_DEFORM_SETTLE_H
#define TI_NARROW_DEFORM_SETTLE_H

#include "narrow/deform/deform.h"

// The answer to a valid query. `avx2`: whether that kernel may run.
void ti_primitive_answer(const toi_primitive_query* query, const toi_primitive_def* def, bool avx2,
                         toi_primitive_result* result);

// The same, of a query whose proof has been tried.
void ti_primitive_settle(const toi_primitive_query* query, const toi_primitive_def* def,
                         const ti_advance* advance, bool avx2, toi_primitive_result* result);

#endif
