// Contacts on a collision screen: a numbered mark for each where it is, and a table of what they are.

#include "phrases.h"
#include "place.h"
#include "screen_page.h"

#include <math.h>
#include <string.h>

static const double RADIUS = 2.6;  // of a mark
static const double LABEL = 9.0;   // size of a number
static const double NEAREST = 9.0; // distance of a number from its mark
static const double ASIDE = 54.0;  // of a number that is not on the screen
static const double LINE = 13.0;   // of the table

enum { DIRECTIONS = 16, RINGS = 9 };

// ---- marks

enum { NUMBERS = 32 };

// A mark, and the numbers of all contacts there.
typedef struct spot {
    double x, y;
    double label_x, label_y; // middle of the numbers
    uint32_t last;           // of the numbers so far, from 1
    uint32_t first_of_run;   // numbers from there to `last` stand as "4-6"
    char text[NUMBERS];
} spot;

static double label_half_width(const spot* s)
{
    return 0.5 * TI_PAGE_ADVANCE * LABEL * ti_text_width(s->text) + 1.0;
}

static bool in_plot(const ti_screen_page* page, const spot* s, double x, double y)
{
    double half = label_half_width(s), high = 0.5 * LABEL;
    return x - half >= page->left && x + half <= page->left + page->plot_width && y - high >= page->top &&
           y + high <= page->top + page->plot_height;
}

static bool is_free(const spot* spots, uint32_t count, uint32_t at, double x, double y)
{
    double half = label_half_width(&spots[at]), high = 0.5 * LABEL;
    for (uint32_t i = 0; i < count; ++i) {
        if (fabs(spots[i].x - x) < half + RADIUS + 1.0 && fabs(spots[i].y - y) < high + RADIUS + 1.0) {
            return false;
        }
        if (i < at && fabs(spots[i].label_x - x) < half + label_half_width(&spots[i]) + 1.0 &&
            fabs(spots[i].label_y - y) < 2.0 * high + 0.5) {
            return false;
        }
    }
    return true;
}

// The nearest free place around the mark, up and to the right first. Wide labels are kept away by their
// width.
static bool place_near(const ti_screen_page* page, spot* spots, uint32_t count, uint32_t at)
{
    spot* s = &spots[at];
    double wide = label_half_width(s) - 0.5 * TI_PAGE_ADVANCE * LABEL;
    for (int ring = 0; ring < RINGS; ++ring) {
        double distance = NEAREST * (1.0 + 0.6 * ring);
        for (int i = 0; i < DIRECTIONS; ++i) {
            double angle = 0.7854 + (i % 2 ? -1.0 : 1.0) * ((i + 1) / 2) * (6.2832 / DIRECTIONS);
            double x = s->x + (distance + wide) * cos(angle), y = s->y - distance * sin(angle);
            if (in_plot(page, s, x, y) && is_free(spots, count, at, x, y)) {
                s->label_x = x;
                s->label_y = y;
                return true;
            }
        }
    }
    return false;
}

// Else to the right of the screen, past the names of its axis, as high as the mark or nearly so.
static void place_label(const ti_screen_page* page, spot* spots, uint32_t count, uint32_t at)
{
    spot* s = &spots[at];
    if (place_near(page, spots, count, at)) {
        return;
    }
    s->label_x = page->left + page->plot_width + ASIDE + label_half_width(s);
    for (int i = 0; i <= TI_PAGE_LABELS; ++i) {
        s->label_y = s->y + (i % 2 ? -1.0 : 1.0) * ((i + 1) / 2) * (LABEL + 1.0);
        if (is_free(spots, count, at, s->label_x, s->label_y)) {
            return;
        }
    }
}

void ti_page_contact_symbol(const ti_screen_page* page, double x, double y)
{
    fprintf(page->stream,
            "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.1f\" fill=\"#ffffff\" stroke=\"#000000\" "
            "stroke-width=\"1.3\"/>\n",
            x, y, RADIUS);
}

static spot spot_of(const ti_screen_page* page, const toi_contact* contact)
{
    toi_screen_mark mark = toi_screen_place(page->report->screen, contact);
    double x = ti_page_x(page, mark.h), y = ti_page_y(page, mark.r);
    x = fmin(fmax(x, page->left), page->left + page->plot_width);
    y = fmin(fmax(y, page->top), page->top + page->plot_height);
    return (spot){.x = x, .y = y, .label_x = x, .label_y = y};
}

// Numbers that there is no room for are left out; the table has all.
static void add_number(spot* s, uint32_t number)
{
    size_t used = strlen(s->text);
    if (used + 12 >= NUMBERS) {
        if (s->text[used - 1] != '.') {
            snprintf(s->text + used, NUMBERS - used, ", ...");
        }
        return;
    }
    if (used == 0) {
        snprintf(s->text, NUMBERS, "%u", number);
        s->first_of_run = number;
    } else if (number != s->last + 1) {
        snprintf(s->text + used, NUMBERS - used, ", %u", number);
        s->first_of_run = number;
    } else {
        char* run = strrchr(s->text, ' ');
        run = run ? run + 1 : s->text;
        snprintf(run, NUMBERS - (size_t)(run - s->text), "%u-%u", s->first_of_run, number);
    }
    s->last = number;
}

// Contacts in one place share a mark. Returns the number of marks.
static uint32_t collect_spots(const ti_screen_page* page, spot spots[TI_PAGE_LABELS])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < ti_page_labels(page); ++i) {
        spot s = spot_of(page, &page->report->contacts[i]);
        uint32_t k = 0;
        while (k < count && hypot(spots[k].x - s.x, spots[k].y - s.y) > 0.5 * RADIUS) {
            ++k;
        }
        if (k == count) {
            spots[count++] = s;
        }
        add_number(&spots[k], i + 1);
    }
    return count;
}

static void write_label(const ti_screen_page* page, const spot* s)
{
    // The nearest point of the label.
    double half = label_half_width(s);
    double dx = fmin(fmax(s->x, s->label_x - half), s->label_x + half) - s->x;
    double dy = fmin(fmax(s->y, s->label_y - 0.4 * LABEL), s->label_y + 0.4 * LABEL) - s->y;
    double length = hypot(dx, dy);
    if (length > NEAREST) {
        fprintf(page->stream, "<path d=\"M%.2f %.2fL%.2f %.2f\" stroke=\"#000000\" stroke-width=\"0.6\"/>\n",
                s->x + RADIUS / length * dx, s->y + RADIUS / length * dy, s->x + dx, s->y + dy);
    }
    fprintf(page->stream,
            "<text x=\"%.2f\" y=\"%.2f\" font-size=\"%.1f\" font-weight=\"bold\" text-anchor=\"middle\" "
            "fill=\"#000000\" stroke=\"#ffffff\" stroke-width=\"2.4\" paint-order=\"stroke\">%s</text>\n",
            s->label_x, s->label_y + 0.35 * LABEL, LABEL, s->text);
}

void ti_page_contacts(const ti_screen_page* page)
{
    const ti_screen_report* report = page->report;
    spot spots[TI_PAGE_LABELS];
    uint32_t count = collect_spots(page, spots);
    fputs("<g class=\"contacts\">\n", page->stream);
    for (uint32_t i = report->contact_count; i > 0; --i) {
        spot s = spot_of(page, &report->contacts[i - 1]);
        ti_page_contact_symbol(page, s.x, s.y);
    }
    for (uint32_t i = 0; i < count; ++i) {
        place_label(page, spots, count, i);
    }
    for (uint32_t i = 0; i < count; ++i) {
        write_label(page, &spots[i]);
    }
    fputs("</g>\n", page->stream);
}

// ---- table

enum { COLUMNS = 9, CELL = TI_REMARKS, TIME_DIGITS = 6 };

typedef struct row {
    char cell[COLUMNS][CELL];
} row;

// Rounding near zero is not shown.
static double tidy(const toi_screen* screen, double length)
{
    return fabs(length) < 1e-6 * screen->pixel ? 0.0 : length;
}

static row row_of(const ti_screen_page* page, uint32_t i)
{
    row out;
    const toi_screen* screen = page->report->screen;
    const toi_contact* c = &page->report->contacts[i];
    toi_screen_mark mark = toi_screen_place(screen, c);
    const char* kind = ti_contact_kind_name(c->kind);
    snprintf(out.cell[0], CELL, "%u", i + 1);
    snprintf(out.cell[1], CELL, "%.*f", TIME_DIGITS, c->time);
    snprintf(out.cell[2], CELL, "%s", kind ? kind : "-");
    ti_describe_feature(c->a, out.cell[3]);
    ti_describe_feature(c->b, out.cell[4]);
    ti_print_properness(c, out.cell[5]);
    snprintf(out.cell[6], CELL, "%.5g", tidy(screen, screen->r_origin + mark.r * screen->pixel));
    snprintf(out.cell[7], CELL, "%.5g", tidy(screen, mark.h * screen->pixel));
    ti_describe_remarks(c, TIME_DIGITS, out.cell[8]);
    return out;
}

static row header_of(const ti_screen_page* page)
{
    row out = {{"", "time", "kind", "", "", "properness", "r", "h", ""}};
    for (int k = 0; k < 2; ++k) {
        char name[25];
        ti_text_tame(page->report->name[k], sizeof name, name);
        snprintf(out.cell[3 + k], CELL, "%c: %s", 'A' + k, name);
    }
    return out;
}

static void measure(const ti_screen_page* page, double width[COLUMNS])
{
    row line = header_of(page);
    for (uint32_t i = 0; i <= ti_page_labels(page); ++i) {
        for (int k = 0; k < COLUMNS; ++k) {
            double needed = ti_text_width(line.cell[k]) * TI_PAGE_ADVANCE * TI_PAGE_TEXT + 14.0;
            width[k] = i == 0 || needed > width[k] ? needed : width[k];
        }
        if (i < ti_page_labels(page)) {
            line = row_of(page, i);
        }
    }
}

static void write_row(const ti_screen_page* page, const row* line, const double width[COLUMNS], double y,
                      bool bold)
{
    double x = TI_PAGE_MARGIN;
    for (int k = 0; k < COLUMNS; ++k) {
        bool number = k == 0 || k == 1 || (k >= 5 && k <= 7);
        ti_page_style style = {number ? x + width[k] - 14.0 : x, y, TI_PAGE_TEXT, number ? "end" : "start",
                               bold || k == 0};
        if (line->cell[k][0]) {
            ti_page_write(page, &style, line->cell[k]);
        }
        x += width[k];
    }
}

double ti_page_table_width(const ti_screen_page* page)
{
    double width[COLUMNS], sum = 0.0;
    measure(page, width);
    for (int k = 0; k < COLUMNS; ++k) {
        sum += width[k];
    }
    return sum;
}

double ti_page_table_height(const ti_screen_page* page)
{
    uint32_t labels = ti_page_labels(page);
    uint32_t more = page->report->contacts_found > labels ? 1 : 0;
    return LINE * (labels == 0 ? 1.0 : 1.0 + labels + more) + 10.0;
}

void ti_page_table(const ti_screen_page* page, double top)
{
    uint32_t labels = ti_page_labels(page), found = page->report->contacts_found;
    double width[COLUMNS], y = top + LINE;
    ti_page_style style = {TI_PAGE_MARGIN, y, TI_PAGE_TEXT, "start", false};
    if (labels == 0) {
        ti_page_write(page, &style, "No contact.");
        return;
    }
    measure(page, width);
    row line = header_of(page);
    write_row(page, &line, width, y, true);
    fprintf(page->stream, "<path d=\"M%.2f %.2fH%.2f\" stroke=\"#888888\" stroke-width=\"0.6\"/>\n",
            TI_PAGE_MARGIN, y + 3.5, page->width - TI_PAGE_MARGIN);
    for (uint32_t i = 0; i < labels; ++i) {
        y += LINE;
        line = row_of(page, i);
        write_row(page, &line, width, y + 2.0, false);
    }
    if (found > labels) {
        char text[96];
        snprintf(text, sizeof text, "and %u later, %s", found - labels,
                 found > page->report->contact_count ? "of which some are not marked"
                                                     : "marked without a number");
        style.y = y + LINE + 2.0;
        ti_page_write(page, &style, text);
    }
}
