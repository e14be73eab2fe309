// Collision screens of pairs, for the page of toi report.

#ifndef TOOL_SCREENS_H
#define TOOL_SCREENS_H

#include "commands.h"

#include "scene/write_report.h"

typedef struct tool_screens {
    ti_page_screen* list;
    uint32_t count;
} tool_screens;

enum { MOST_SCREENS = 16 };

// With --all, those of the pairs of rigid meshes that touch, in the order of their times, at most
// MOST_SCREENS; of the first pair where none does. Left out are those of too many pixels.
// @return TOI_OK or TOI_ERROR_MEMORY; to be released in both cases
toi_status tool_screens_draw(const tool_request* request, const tool_checked* checked, tool_screens* screens);

void tool_screens_release(tool_screens* screens);

#endif
