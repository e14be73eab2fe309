// Writes a page that shows a scene and what was found of it.

#ifndef TI_SCENE_WRITE_REPORT_H
#define TI_SCENE_WRITE_REPORT_H

#include "write.h"

// The collision screen of a pair.
typedef struct ti_page_screen {
    uint32_t pair[2];
    char* svg;
} ti_page_screen;

// What goes into the page.
typedef struct ti_page_report {
    const ti_check_report* check;
    const char* source; // text of the scene file
    size_t source_size;
    const ti_page_screen* screens;
    uint32_t screen_count;
    // Writes a list of what ti_write_overlap_json writes, at several times; false where that failed. NULL:
    // there is none.
    bool (*write_overlaps)(FILE* stream, void* context);
    void* context;
    char** arguments; // command line that repeats it
    int argument_count;
    const char* version;
} ti_page_report;

// Where data goes in the text of a page.
#define TI_PAGE_MARK "<!--toi:data-->"

// Writes the page, which must have the mark, with the data in its place. The stream remembers failures to
// write; false where the overlaps failed, or without memory.
bool ti_write_report(FILE* stream, const char* page, const ti_page_report* report);

#endif
