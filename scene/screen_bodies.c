// Bodies on a collision screen: the pixels of each as squares, and thin lines along the projected edges. A is
// hatched and its lines are whole, B is plain and its lines are dashed, so that colour is not needed.

#include "screen_page.h"

#include <math.h>
#include <stdlib.h>

// Smallest pixel, in points, that is drawn as a square of its own, and smallest at all: of pixels that are
// smaller several are one on the page.
static const double SQUARE = 4.0, LEAST = 0.8;
static const double STROKE = 0.4; // shortest piece of a line that goes on
static const double GAP = 0.08;   // between squares, by their size

static const char* const fill[2] = {"url(#hatch)", "#f0b26b"};
static const char* const line[2] = {"#123f66", "#8a4a06"};

// Pixels of one row from column first to last.
typedef struct run {
    int32_t row, first, last;
} run;

static int compare_runs(const void* x, const void* y)
{
    const run *a = x, *b = y;
    if (a->row != b->row) {
        return a->row < b->row ? -1 : 1;
    }
    if (a->first != b->first) {
        return a->first < b->first ? -1 : 1;
    }
    return a->last < b->last ? -1 : a->last > b->last;
}

static int32_t block_of(double size)
{
    return size < LEAST ? (int32_t)ceil(LEAST / size) : 1;
}

static int32_t floor_to(double pixel, int32_t block)
{
    return (int32_t)floor(pixel / block) * block;
}

// Runs of one body in blocks of pixels, in order and without overlap; *count of them.
static run* collect_runs(const ti_screen_page* page, uint32_t body, uint32_t* count)
{
    const toi_screen* screen = page->report->screen;
    int32_t rows = block_of(page->sy), columns = block_of(page->sx);
    run* runs = malloc(((size_t)screen->record_count + 1) * sizeof *runs);
    if (!runs) {
        return NULL;
    }
    uint32_t found = 0, kept = 0;
    for (uint32_t i = 0; i < screen->record_count; ++i) {
        const toi_screen_record* r = &screen->records[i];
        if (r->body == body) {
            runs[found++] = (run){floor_to(r->row, rows), floor_to(fmin(r->from.h, r->to.h), columns),
                                  floor_to(fmax(r->from.h, r->to.h), columns) + columns - 1};
        }
    }
    qsort(runs, found, sizeof *runs, compare_runs);
    for (uint32_t i = 0; i < found; ++i) {
        if (kept > 0 && runs[kept - 1].row == runs[i].row && runs[i].first <= runs[kept - 1].last + 1) {
            int32_t last = runs[kept - 1].last;
            runs[kept - 1].last = runs[i].last > last ? runs[i].last : last;
        } else {
            runs[kept++] = runs[i];
        }
    }
    *count = kept;
    return runs;
}

static void write_box(const ti_screen_page* page, double column, int32_t row, double columns)
{
    double gap = page->sx >= SQUARE && page->sy >= SQUARE ? GAP : 0.0, rows = block_of(page->sy);
    double width = page->sx * (columns - 2.0 * gap), height = page->sy * (rows - 2.0 * gap);
    fprintf(page->stream, "M%.2f %.2fh%.2fv%.2fh%.2fz\n", ti_page_x(page, column + gap),
            ti_page_y(page, row + rows - gap), width, height, -width);
}

static toi_status write_pixels(const ti_screen_page* page, uint32_t body)
{
    uint32_t count = 0;
    run* runs = collect_runs(page, body, &count);
    if (!runs) {
        return TOI_ERROR_MEMORY;
    }
    bool squares = page->sx >= SQUARE && page->sy >= SQUARE;
    fprintf(page->stream, "<path class=\"pixels-%c\" fill=\"%s\" d=\"", body == 0 ? 'a' : 'b', fill[body]);
    for (uint32_t i = 0; i < count; ++i) {
        if (!squares) {
            write_box(page, runs[i].first, runs[i].row, (double)runs[i].last - runs[i].first + 1.0);
        }
        for (int32_t column = runs[i].first; squares && column <= runs[i].last; ++column) {
            write_box(page, column, runs[i].row, 1.0);
        }
    }
    fputs("\"/>\n", page->stream);
    free(runs);
    return TOI_OK;
}

// Pieces reach a little past their row, as far as they may be off.
static bool goes_on(const toi_screen_record* r, const toi_screen_record* next)
{
    return next->body == r->body && next->edge[0] == r->edge[0] && next->edge[1] == r->edge[1] &&
           next->lift == r->lift && fabs(next->from.r - r->to.r) < 1.0 && fabs(next->from.h - r->to.h) < 1.0;
}

// The lines of real edges, or of virtual ones.
static void write_lines(const ti_screen_page* page, uint32_t body, bool real)
{
    const toi_screen* screen = page->report->screen;
    const char* dash = body == 1 ? " stroke-dasharray=\"3 1.6\"" : "";
    fprintf(page->stream, "<path class=\"lines-%c\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"%s d=\"",
            body == 0 ? 'a' : 'b', line[body], real ? "0.7" : "0.35", dash);
    double x = 0.0, y = 0.0; // of the pen
    for (uint32_t i = 0; i < screen->record_count; ++i) {
        const toi_screen_record* r = &screen->records[i];
        if (r->body != body || (r->edge[0] != TOI_SCREEN_NONE) != real) {
            continue;
        }
        if (i == 0 || !goes_on(r - 1, r)) {
            x = ti_page_x(page, r->from.h);
            y = ti_page_y(page, r->from.r);
            fprintf(page->stream, "M%.2f %.2f", x, y);
        }
        bool ends = i + 1 == screen->record_count || !goes_on(r, r + 1);
        double to_x = ti_page_x(page, r->to.h), to_y = ti_page_y(page, r->to.r);
        if (ends || fabs(to_x - x) + fabs(to_y - y) > STROKE) {
            x = to_x;
            y = to_y;
            fprintf(page->stream, "L%.2f %.2f\n", x, y);
        }
    }
    fputs("\"/>\n", page->stream);
}

toi_status ti_page_bodies(const ti_screen_page* page)
{
    for (uint32_t k = 2; k > 0; --k) { // the hatch of A lets B be seen below it
        toi_status status = write_pixels(page, k - 1);
        if (status != TOI_OK) {
            return status;
        }
    }
    for (uint32_t k = 2; k > 0; --k) {
        write_lines(page, k - 1, false);
        write_lines(page, k - 1, true);
    }
    return TOI_OK;
}

void ti_page_body_symbol(const ti_screen_page* page, int body, double x, double y)
{
    const char* dash = body == 1 ? " stroke-dasharray=\"3 1.6\"" : "";
    for (int i = -1; i <= 1; ++i) {
        fprintf(page->stream, "<rect x=\"%.2f\" y=\"%.2f\" width=\"7.2\" height=\"7.2\" fill=\"%s\"/>\n",
                x + 8.0 * i - 3.6, y - 3.6, fill[body]);
    }
    fprintf(page->stream, "<path d=\"M%.2f %.2fh24\" stroke=\"%s\" stroke-width=\"0.9\"%s/>\n", x - 12.0, y,
            line[body], dash);
}
