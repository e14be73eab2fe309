// Intervals of overlap by one build of the kernels, so that tests can compare both.

#ifndef TI_WORLD_SOLIDS_H
#define TI_WORLD_SOLIDS_H

#include "toi/boxes.h"

// As toi_boxes_check; without `avx2` by the kernels for machines that have none, with equal bits.
toi_status ti_boxes_check_with(const toi_boxes_def* def, bool avx2, toi_boxes_result* result,
                               toi_error* error);

#endif
