// `toi screen`: the collision screen of a pair as a picture: title, legend, axes, and what other files draw.

#include "phrases.h"
#include "place.h"
#include "screen_page.h"

#include <math.h>
#include <string.h>

static const double LEAST_WIDTH = 620.0;                                   // of the page
static const double LEFT = 66.0, RIGHT = 52.0, ABOVE = 34.0, BELOW = 34.0; // room for the axes
static const double MOST_WIDE = 490.0, MOST_HIGH = 430.0;                  // of the screen
static const double MOST_PIXEL = 16.0, LEAST_SIDE = 60.0;
static const double LINE = 13.0;

enum { TEXT = 256, NAME = 25, VECTOR = 64, LINES = 6 };

void ti_page_text(FILE* stream, const char* text)
{
    for (const unsigned char* c = (const unsigned char*)text; *c; ++c) {
        if (*c == '&') {
            fputs("&amp;", stream);
        } else if (*c == '<') {
            fputs("&lt;", stream);
        } else if (*c == '>') {
            fputs("&gt;", stream);
        } else if (c[0] == 0xef && c[1] == 0xbf && c[2] >= 0xbe) { // U+FFFE and U+FFFF
            fputc('?', stream);
            c += 2;
        } else {
            fputc(*c < 0x20 || *c == 0x7f ? '?' : *c, stream);
        }
    }
}

void ti_page_write(const ti_screen_page* page, const ti_page_style* style, const char* text)
{
    fprintf(page->stream, "<text x=\"%.2f\" y=\"%.2f\" font-size=\"%.1f\" text-anchor=\"%s\"%s>", style->x,
            style->y, style->size, style->anchor, style->bold ? " font-weight=\"bold\"" : "");
    ti_page_text(page->stream, text);
    fputs("</text>\n", page->stream);
}

// ---- layout

// Square pixels, unless one side would be too short to be seen.
static void lay_out(ti_screen_page* page)
{
    const toi_screen* screen = page->report->screen;
    double columns = screen->columns > 0 ? screen->columns : 1.0,
           rows = screen->rows > 0 ? screen->rows : 1.0;
    double size = fmin(MOST_PIXEL, fmin(MOST_WIDE / columns, MOST_HIGH / rows));
    page->sx = fmax(size, LEAST_SIDE / columns);
    page->sy = fmax(size, LEAST_SIDE / rows);
    page->plot_width = page->sx * columns;
    page->plot_height = page->sy * rows;
    double table = ti_page_table_width(page) + 2.0 * TI_PAGE_MARGIN;
    page->width = fmax(LEAST_WIDTH, table);
    page->left = fmax(LEFT, 0.5 * (page->width - LEFT - RIGHT - page->plot_width) + LEFT);
}

// ---- title

static void name_body(const ti_screen_page* page, int k, char name[NAME])
{
    ti_text_tame(page->report->name[k], NAME, name);
}

static void describe_vector(toi_vec3 v, char text[VECTOR])
{
    snprintf(text, VECTOR, "(%.4g, %.4g, %.4g)", v.x + 0.0, v.y + 0.0, v.z + 0.0);
}

static bool moves(const toi_screen* s)
{
    return s->screw.axis.x != 0.0 || s->screw.axis.y != 0.0 || s->screw.axis.z != 0.0;
}

static void describe_motion(const toi_screen* s, char text[TEXT])
{
    char axis[VECTOR];
    describe_vector(s->screw.axis, axis);
    if (!moves(s)) {
        snprintf(text, TEXT, "B does not move relative to A.");
    } else if (s->screw.angle == 0.0) {
        snprintf(text, TEXT, "Screw of B relative to A: no turn, %.6g along %s of A.", s->screw.advance + 0.0,
                 axis);
    } else {
        snprintf(text, TEXT, "Screw of B relative to A: turn %.6g\xc2\xb0, advance %.6g along the axis.",
                 s->screw.angle * (180.0 / 3.14159265358979323846), s->screw.advance + 0.0);
    }
}

static void describe_axis(const toi_screen* s, char text[TEXT])
{
    char axis[VECTOR], point[VECTOR];
    describe_vector(s->screw.axis, axis);
    describe_vector(s->screw.point, point);
    text[0] = 0;
    if (moves(s) && s->screw.angle != 0.0) {
        snprintf(text, TEXT, "Its axis goes through %s of A, along %s.", point, axis);
    }
}

static void describe_size(const ti_screen_report* report, char text[TEXT])
{
    const toi_screen* s = report->screen;
    uint32_t pixels = report->def->pixels ? report->def->pixels : 12;
    snprintf(text, TEXT,
             "Screen: %u x %u pixels (rows x columns). A pixel is %.4g wide, a short edge %u pixels long.",
             s->rows, s->columns, s->pixel, pixels);
}

static void describe_model(const toi_screen* s, char text[TEXT])
{
    char bound[32];
    text[0] = 0;
    ti_print_above(s->screw.model_error, bound);
    if (s->between_ends) {
        snprintf(text, TEXT, "It is the screw between the end poses: the motion is up to %s from it.", bound);
    } else if (s->screw.model_error > 0.0) {
        snprintf(text, TEXT, "The motion is within %s of it.", bound);
    }
}

// The lines below the title, some of them empty. Returns how many are not.
static int describe(const ti_screen_report* report, char lines[LINES][TEXT])
{
    describe_motion(report->screen, lines[0]);
    describe_axis(report->screen, lines[1]);
    describe_model(report->screen, lines[2]);
    describe_size(report, lines[3]);
    snprintf(
        lines[4], TEXT,
        "Each point is drawn where the screw carries it through the screen. Where A and B are drawn in one");
    snprintf(
        lines[5], TEXT,
        "place they touch, at the time of A less that of B, if that is from 0 to 1, the start and the end.");
    int count = 0;
    for (int i = 0; i < LINES; ++i) {
        count += lines[i][0] != 0;
    }
    return count;
}

// Returns where the next thing may begin.
static double write_title(const ti_screen_page* page)
{
    char a[NAME], b[NAME], title[TEXT], lines[LINES][TEXT];
    ti_page_style style = {TI_PAGE_MARGIN, 24.0, 13.0, "start", true};
    name_body(page, 0, a);
    name_body(page, 1, b);
    snprintf(title, sizeof title, "Collision screen: %s and %s", a, b);
    ti_page_write(page, &style, title);
    describe(page->report, lines);
    style = (ti_page_style){TI_PAGE_MARGIN, 28.0, TI_PAGE_TEXT, "start", false};
    for (int i = 0; i < LINES; ++i) {
        if (lines[i][0]) {
            style.y += LINE;
            ti_page_write(page, &style, lines[i]);
        }
    }
    return style.y + 8.0;
}

static double write_legend(const ti_screen_page* page, double y)
{
    const toi_query_def* def = page->report->def;
    bool cull = def->min_properness >= 0.0 && !def->leaving;
    double x = TI_PAGE_MARGIN + 12.0;
    y += LINE;
    for (int k = 0; k < 2; ++k) {
        char name[NAME], text[TEXT];
        name_body(page, k, name);
        snprintf(text, sizeof text, "%c: %s%s", 'A' + k, name,
                 !cull    ? ""
                 : k == 0 ? ", what faces backward"
                          : ", what faces forward");
        ti_page_body_symbol(page, k, x, y - 3.2);
        ti_page_style style = {x + 17.0, y, TI_PAGE_TEXT, "start", false};
        ti_page_write(page, &style, text);
        x += 34.0 + ti_text_width(text) * TI_PAGE_ADVANCE * TI_PAGE_TEXT;
    }
    ti_page_contact_symbol(page, x, y - 3.2);
    ti_page_style style = {x + 8.0, y, TI_PAGE_TEXT, "start", false};
    ti_page_write(page, &style, "contact");
    return y + 4.0;
}

// ---- axes

// 1, 2 or 5 times a power of ten, at least a share of a span.
static double nice_step(double span, double most)
{
    double raw = span / most, power = pow(10.0, floor(log10(raw)));
    double lead = raw / power;
    return power * (lead <= 1.0 ? 1.0 : lead <= 2.0 ? 2.0 : lead <= 5.0 ? 5.0 : 10.0);
}

// One side of the screen: values from `first` on in steps of a pixel worth `unit`.
typedef struct axis {
    bool across; // along h, else along r
    bool far;    // on top or to the right
    double first, unit, count;
    double most; // ticks
    const char* name;
} axis;

static void write_tick(const ti_screen_page* page, const axis* a, double at, const char* text)
{
    double x = page->left + (a->across ? at * page->sx : a->far ? page->plot_width : 0.0);
    double y =
        page->top + (a->across ? (a->far ? 0.0 : page->plot_height) : page->plot_height - at * page->sy);
    double out = a->far ? 1.0 : -1.0;
    fprintf(page->stream, "<path d=\"M%.2f %.2f%c%.1f\" stroke=\"%s\" stroke-width=\"0.7\"/>\n", x, y,
            a->across ? 'v' : 'h', a->across ? -4.0 * out : 4.0 * out, TI_PAGE_INK);
    ti_page_style style = {x + (a->across ? 0.0 : 6.5 * out), y + (a->across ? (a->far ? -6.5 : 13.0) : 3.2),
                           TI_PAGE_TEXT,
                           a->across ? "middle"
                           : a->far  ? "start"
                                     : "end",
                           false};
    ti_page_write(page, &style, text);
}

static void write_axis_name(const ti_screen_page* page, const axis* a, const char* text)
{
    if (a->across) {
        double y = a->far ? page->top - 20.0 : page->top + page->plot_height + 26.0;
        ti_page_style style = {page->left + 0.5 * page->plot_width, y, TI_PAGE_TEXT, "middle", false};
        ti_page_write(page, &style, text);
        return;
    }
    double x = a->far ? page->left + page->plot_width + 38.0 : page->left - 50.0;
    double y = page->top + 0.5 * page->plot_height;
    fprintf(page->stream,
            "<text transform=\"translate(%.2f %.2f) rotate(-90)\" font-size=\"%.1f\" text-anchor=\"middle\">",
            x, y, TI_PAGE_TEXT);
    ti_page_text(page->stream, text);
    fputs("</text>\n", page->stream);
}

// Where the values have more digits than there is room for, they are counted from one that the name tells.
static void write_axis(const ti_screen_page* page, const axis* a)
{
    double span = a->count * a->unit, step = nice_step(span, a->most), base = 0.0;
    char text[TEXT];
    if (fabs(a->first) > 1e4 * step) {
        base = floor(a->first / step) * step;
    }
    double first = a->first - base;
    for (double value = ceil(first / step) * step; value <= first + span; value += step) {
        double shown = fabs(value) < 1e-6 * step ? 0.0 : value;
        snprintf(text, sizeof text, "%.6g", shown);
        write_tick(page, a, (value - first) / a->unit, text);
    }
    if (base != 0.0) {
        snprintf(text, sizeof text, "%s, from %.10g on", a->name, base);
    } else {
        snprintf(text, sizeof text, "%s", a->name);
    }
    write_axis_name(page, a, text);
}

static void write_axes(const ti_screen_page* page)
{
    const toi_screen* s = page->report->screen;
    bool tall = page->plot_height > 140.0;
    double across = fmax(3.0, floor(page->plot_width / 60.0)),
           up = fmax(2.0, floor(page->plot_height / 40.0));
    const axis axes[4] = {
        {true, false, s->first_column * s->pixel, s->pixel, s->columns, across,
         s->straight ? "h: across the motion, as a length" : "h: along the screen, as a length"},
        {true, true, 0.0, 1.0, s->columns, across, "h in pixels: columns"},
        {false, false, s->r_origin + s->first_row * s->pixel, s->pixel, s->rows, up,
         !tall         ? "r, as a length"
         : s->straight ? "r: across the motion, as a length"
                       : "r: distance from the axis, as a length"},
        {false, true, 0.0, 1.0, s->rows, up, tall ? "r in pixels: rows" : "rows"},
    };
    fprintf(page->stream,
            "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"none\" stroke=\"%s\" "
            "stroke-width=\"0.8\"/>\n",
            page->left, page->top, page->plot_width, page->plot_height, TI_PAGE_INK);
    for (int i = 0; i < 4 && s->rows > 0; ++i) {
        write_axis(page, &axes[i]);
    }
    if (s->rows == 0) {
        ti_page_style style = {page->left + 0.5 * page->plot_width, page->top + 0.5 * page->plot_height + 3.0,
                               TI_PAGE_TEXT, "middle", false};
        ti_page_write(page, &style, "nothing");
    }
}

// ---- page

static void begin(ti_screen_page* page)
{
    fprintf(page->stream,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
            "width=\"%.0fpt\" "
            "height=\"%.0fpt\" viewBox=\"0 0 %.0f %.0f\" font-family=\"Helvetica, Arial, sans-serif\" "
            "fill=\"%s\" stroke-linejoin=\"round\">\n",
            page->width, page->height, page->width, page->height, TI_PAGE_INK);
    fputs("<defs><pattern id=\"hatch\" patternUnits=\"userSpaceOnUse\" width=\"2.4\" height=\"2.4\" "
          "patternTransform=\"rotate(45)\"><rect width=\"1.2\" height=\"2.4\" "
          "fill=\"#1f5f99\"/></pattern></defs>\n",
          page->stream);
    fprintf(page->stream, "<rect width=\"%.0f\" height=\"%.0f\" fill=\"#ffffff\"/>\n", page->width,
            page->height);
}

toi_status ti_write_screen_svg(FILE* stream, const ti_screen_report* report)
{
    ti_screen_page page = {.stream = stream, .report = report};
    char lines[LINES][TEXT];
    lay_out(&page);
    double title = 28.0 + LINE * describe(report, lines) + 8.0 + LINE + 4.0;
    page.top = title + ABOVE;
    page.height = ceil(page.top + page.plot_height + BELOW + ti_page_table_height(&page) + TI_PAGE_MARGIN);
    page.width = ceil(page.width);
    begin(&page);
    write_legend(&page, write_title(&page));
    toi_status status = ti_page_bodies(&page);
    if (status != TOI_OK) {
        return status;
    }
    write_axes(&page);
    ti_page_contacts(&page);
    ti_page_table(&page, page.top + page.plot_height + BELOW);
    fputs("</svg>\n", stream);
    return TOI_OK;
}
