// What the files that draw a collision screen share: the page, its units and its marks. Lengths on the page
// are points, so that text has the size that it says.

#ifndef TI_SCENE_SCREEN_PAGE_H
#define TI_SCENE_SCREEN_PAGE_H

#include "write_screen.h"

#define TI_PAGE_INK "#222222"
#define TI_PAGE_MARGIN 20.0
#define TI_PAGE_TEXT 9.0     // size of text
#define TI_PAGE_ADVANCE 0.62 // width of a digit, by the size of the text, in wide fonts

enum { TI_PAGE_LABELS = 40 }; // contacts that have a number and a line in the table

typedef struct ti_screen_page {
    FILE* stream;
    const ti_screen_report* report;
    double width, height;
    double left, top, plot_width, plot_height; // the screen
    double sx, sy;                             // size of a pixel
} ti_screen_page;

static inline double ti_page_x(const ti_screen_page* page, double h)
{
    return page->left + (h - page->report->screen->first_column) * page->sx;
}

static inline double ti_page_y(const ti_screen_page* page, double r)
{
    return page->top + page->plot_height - (r - page->report->screen->first_row) * page->sy;
}

static inline uint32_t ti_page_labels(const ti_screen_page* page)
{
    uint32_t count = page->report->contact_count;
    return count < TI_PAGE_LABELS ? count : (uint32_t)TI_PAGE_LABELS;
}

// Text with what XML does not take replaced.
void ti_page_text(FILE* stream, const char* text);

// Where a text stands, and how.
typedef struct ti_page_style {
    double x, y, size;
    const char* anchor; // start, middle or end
    bool bold;
} ti_page_style;

void ti_page_write(const ti_screen_page* page, const ti_page_style* style, const char* text);

// The pixels and lines of both bodies. @return TOI_ERROR_MEMORY
toi_status ti_page_bodies(const ti_screen_page* page);

// The numbered marks of contacts on the screen.
void ti_page_contacts(const ti_screen_page* page);

// Height and width of the table of contacts.
double ti_page_table_height(const ti_screen_page* page);
double ti_page_table_width(const ti_screen_page* page);

void ti_page_table(const ti_screen_page* page, double top);

// The symbols of the legend, centred at a point.
void ti_page_body_symbol(const ti_screen_page* page, int body, double x, double y);
void ti_page_contact_symbol(const ti_screen_page* page, double x, double y);

#endif
