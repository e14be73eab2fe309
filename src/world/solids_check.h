// Whether solids, and what is asked of them, are valid.

#ifndef TI_WORLD_SOLIDS_CHECK_H
#define TI_WORLD_SOLIDS_CHECK_H

#include "toi/boxes.h"

// @return TOI_OK, or TOI_ERROR_INVALID with `error` (may be NULL) naming what is wrong
toi_status ti_solids_check(const toi_boxes_def* def, toi_error* error);

#endif
