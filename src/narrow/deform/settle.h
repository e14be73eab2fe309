// What a query is told, from how far its proof got.

#ifndef TI_NARROW_DEFORM_SETTLE_H
#define TI_NARROW_DEFORM_SETTLE_H

#include "narrow/deform/deform.h"

// The answer to a valid query. `avx2`: whether that kernel may run. Returns how far the proof got: t_free is
// later where exact arithmetic gave it.
double ti_primitive_answer(const toi_primitive_query* query, const toi_primitive_def* def, bool avx2,
                           toi_primitive_result* result);

// The same, of a query whose proof has been tried.
void ti_primitive_settle(const toi_primitive_query* query, const toi_primitive_def* def,
                         const ti_advance* advance, bool avx2, toi_primitive_result* result);

// Moves t_free of an answer that exact arithmetic had a part in to where the motion can be cut. `proved` is
// how far the proof got.
void ti_primitive_settle_cut(const toi_primitive_query* query, const toi_primitive_def* def, double proved,
                             bool avx2, toi_primitive_result* result);

#endif
