// How far pairs of a scene are apart, at many times.

#ifndef TOOL_GAPS_H
#define TOOL_GAPS_H

#include "scene/write_report.h"

typedef struct tool_gaps {
    ti_gap_curve* curves;
    uint32_t count;
    ti_gap_sample* samples; // of all curves
} tool_gaps;

// Pairs that have a curve, at most.
enum { MOST_CURVES = 64, DEFAULT_SAMPLES = 128 };

// Measures pairs of polygons at `steps` + 1 even times, and where they touch; a body with itself is left out.
// @return TOI_OK or TOI_ERROR_MEMORY; to be released in both cases
toi_status tool_gaps_measure(const ti_scene* scene, const toi_world_result* world, uint32_t steps,
                             uint32_t threads, tool_gaps* gaps);

void tool_gaps_release(tool_gaps* gaps);

#endif
