// What a query for all contacts may ask.

#ifndef TI_WORLD_ALL_CHECK_H
#define TI_WORLD_ALL_CHECK_H

#include "data.h"

// @return TOI_OK or TOI_ERROR_INVALID
toi_status ti_all_check(const toi_body* a, const toi_body* b, const toi_query_def* def);

// How far screws may be from the motion, in length.
double ti_all_model_error(const toi_body* a, const toi_body* b, const toi_query_def* def);

#endif
