// Writes the collision screen of a pair as a picture.

#ifndef TI_SCENE_WRITE_SCREEN_H
#define TI_SCENE_WRITE_SCREEN_H

#include "scene.h"

#include <stdio.h>

typedef struct ti_screen_report {
    const char* name[2]; // of A and B
    const toi_screen* screen;
    const toi_contact* contacts;
    uint32_t contact_count;
    uint32_t contacts_found;  // may be more
    const toi_query_def* def; // what the screen was drawn with
} ti_screen_report;

// As SVG. The stream remembers failures to write.
// @return TOI_ERROR_MEMORY
toi_status ti_write_screen_svg(FILE* stream, const ti_screen_report* report);

#endif
