// The time line of a scene as a picture: a lane for each pair, with what is proved of it and when it touches.

#include "place.h"
#include "screen_page.h"
#include "write_export.h"

#include <math.h>

static const double WIDTH = 900.0, LEFT = 190.0, RIGHT = 24.0, ABOVE = 58.0, BELOW = 34.0;
static const double LANE = 20.0, BAR = 12.0, TEXT = 11.0;

enum { NAME = 28, MOST_LANES = 400 };

typedef struct timeline {
    FILE* stream;
    const ti_check_report* report;
    uint32_t lane;
} timeline;

static double x_at(double t)
{
    return LEFT + (WIDTH - LEFT - RIGHT) * t;
}

static void write_text(FILE* stream, double x, double y, const char* anchor, const char* text)
{
    fprintf(stream, "<text x=\"%.2f\" y=\"%.2f\" font-size=\"%.0f\" text-anchor=\"%s\">", x, y, TEXT, anchor);
    ti_page_text(stream, text);
    fputs("</text>\n", stream);
}

static void write_bar(const timeline* line, double from, double to, const char* kind)
{
    if (to > from) {
        fprintf(line->stream, "<rect class=\"%s\" x=\"%.3f\" y=\"%.2f\" width=\"%.3f\" height=\"%.2f\"/>\n",
                kind, x_at(from), ABOVE + LANE * line->lane + 0.5 * (LANE - BAR), x_at(to) - x_at(from), BAR);
    }
}

static void write_tick(const timeline* line, double t, double from, double to, const char* kind)
{
    double top = ABOVE + LANE * line->lane;
    fprintf(line->stream, "<path class=\"%s\" d=\"M%.3f %.2fV%.2f\"/>\n", kind, x_at(t), top + from,
            top + to);
}

static void write_marks(const timeline* line, const toi_pair_result* pair)
{
    const toi_result* result = &pair->result;
    uint32_t links = pair->links && line->report->links ? result->link_count : 0;
    for (uint32_t i = 0; i < links; ++i) {
        write_tick(line, pair->links[i].from, LANE - 4.0, LANE, "link");
    }
    uint32_t contacts = pair->contacts ? result->contact_count : 0;
    for (uint32_t i = 0; i < contacts; ++i) {
        const toi_contact* c = &pair->contacts[i];
        if (c->sustained) {
            write_bar(line, c->time, c->until, "touching");
        }
        bool leaving = line->report->query->all && !c->entering;
        write_tick(line, c->time, 1.0, LANE - 1.0, leaving ? "leaving" : "contact");
    }
    if (contacts == 0 && result->answer == TOI_ANSWER_CONTACT) {
        write_tick(line, result->t_hit, 1.0, LANE - 1.0, "contact");
    }
}

static void write_lane(const timeline* line, const toi_pair_result* pair)
{
    const toi_result* result = &pair->result;
    const ti_scene* scene = line->report->scene;
    bool all = line->report->query->all;
    char a[NAME], b[NAME], name[2 * NAME + 4];
    ti_text_tame(scene->bodies[pair->a].name, NAME / 2, a);
    ti_text_tame(scene->bodies[pair->b].name, NAME / 2, b);
    snprintf(name, sizeof name, "%s - %s", a, b);
    write_text(line->stream, LEFT - 8.0, ABOVE + LANE * line->lane + 0.5 * LANE + 0.35 * TEXT, "end", name);
    double free_until = result->answer == TOI_ANSWER_CLEAR ? 1.0 : result->t_free;
    write_bar(line, 0.0, free_until, result->certified ? "free" : "estimate");
    write_bar(line, free_until, 1.0,
              result->answer == TOI_ANSWER_UNDECIDED ? "undecided"
              : all                                  ? "between"
                                                     : "beyond");
    if (all && result->answer == TOI_ANSWER_CONTACT && result->t_complete < 1.0) {
        write_bar(line, fmax(result->t_complete, free_until), 1.0, "undecided");
    }
    write_marks(line, pair);
}

static uint32_t count_lanes(const toi_world_result* world)
{
    return world->pair_count < MOST_LANES ? world->pair_count : (uint32_t)MOST_LANES;
}

static void write_lanes(timeline* line)
{
    const toi_world_result* world = line->report->world;
    for (int rank = 0; rank <= 3; ++rank) {
        for (uint32_t i = 0; i < world->pair_count && line->lane < MOST_LANES; ++i) {
            if (ti_pair_rank(&world->pairs[i]) == rank) {
                write_lane(line, &world->pairs[i]);
                ++line->lane;
            }
        }
    }
}

static void write_axis(FILE* stream, double bottom)
{
    for (int i = 0; i <= 10; ++i) {
        char text[8];
        snprintf(text, sizeof text, "%.1f", 0.1 * i);
        fprintf(stream, "<path class=\"grid\" d=\"M%.2f %.2fV%.2f\"/>\n", x_at(0.1 * i), ABOVE, bottom);
        write_text(stream, x_at(0.1 * i), bottom + 16.0, "middle", text);
    }
}

static void write_legend(FILE* stream, bool all)
{
    static const char* const kinds[] = {"free", "estimate", "undecided", "contact", NULL};
    static const char* const texts[] = {"free, proved", "free, estimated", "undecided", "contact", NULL};
    double x = LEFT;
    for (int i = 0; i < 5; ++i) {
        const char* kind = kinds[i] ? kinds[i] : all ? "between" : "beyond";
        const char* text = texts[i] ? texts[i]
                           : all    ? "between contacts"
                                    : "after the first contact: not asked";
        bool tick = i == 3;
        fprintf(stream, "<rect class=\"%s\" x=\"%.2f\" y=\"34\" width=\"%d\" height=\"10\"/>\n",
                tick ? "mark" : kind, x, tick ? 3 : 14);
        write_text(stream, x + (tick ? 8.0 : 19.0), 43.0, "start", text);
        x += 112.0;
    }
}

void ti_write_timeline_svg(FILE* stream, const ti_check_report* report)
{
    timeline line = {.stream = stream, .report = report};
    uint32_t lanes = count_lanes(report->world);
    double bottom = ABOVE + LANE * lanes;
    fprintf(
        stream,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
        "font-family=\"sans-serif\">\n<style>.free{fill:#4f9d76}.estimate{fill:#a7cebb}.undecided{fill:#"
        "c08a3e}"
        ".beyond{fill:#d8dde2}.between{fill:#f3d3d4}.touching{fill:#dc8a8d}.mark{fill:#c4161c}"
        ".contact{stroke:#c4161c;stroke-width:3}.leaving{stroke:#0b61a4;stroke-width:3}.link{stroke:#1b2026}"
        ".grid{stroke:#c9ced4}text{fill:#1b2026}</style>\n<rect width=\"100%%\" height=\"100%%\" "
        "fill=\"#ffffff\"/>\n",
        WIDTH, bottom + BELOW, WIDTH, bottom + BELOW);
    fputs("<title>", stream);
    ti_page_text(stream, report->scene->name);
    fputs("</title>\n", stream);
    write_text(stream, LEFT, 20.0, "start", report->scene->name);
    write_legend(stream, report->query->all);
    write_axis(stream, bottom);
    write_lanes(&line);
    fputs("</svg>\n", stream);
}
