// `toi boxes` for people: a sentence for a pair, and a table of its intervals.

#include "columns.h"
#include "phrases.h"
#include "place.h"

#include <string.h>

enum { COLUMNS = 4, CELL = 3 * TI_PHRASE };

// "crate", or "crate[2]" of a body of several boxes.
static void name_part(const ti_scene_body* body, uint32_t part, char text[TI_PHRASE])
{
    char name[TI_NAME];
    ti_text_tame(body->name, sizeof name, name);
    if (body->box_count > 1) {
        snprintf(text, TI_PHRASE, "%s[%u]", name, (unsigned)part);
    } else {
        snprintf(text, TI_PHRASE, "%s", name);
    }
}

static void describe_end(const ti_boxes_report* report, const toi_boxes_pair* pair, const toi_boxes_end* end,
                         const char* without, char text[CELL])
{
    const toi_contact* c = &end->contact;
    char a[TI_PHRASE], b[TI_PHRASE];
    if (c->kind == TOI_CONTACT_NONE) {
        snprintf(text, CELL, "%s", without);
        return;
    }
    name_part(&report->scene->bodies[pair->a], end->part_a, a);
    name_part(&report->scene->bodies[pair->b], end->part_b, b);
    const toi_feature features[2] = {c->a, c->b};
    const char* const names[2] = {a, b};
    ti_describe_meeting(c->kind, features, names, text);
}

static void add_interval(ti_columns* table, const ti_boxes_report* report, const toi_boxes_pair* pair,
                         const toi_boxes_interval* span)
{
    char enter[32], leave[32] = "not asked", first[CELL], last[CELL] = "";
    snprintf(enter, sizeof enter, "%.9g", span->enter);
    describe_end(report, pair, &span->at_enter, "overlap at the start", first);
    if (!report->first_only) {
        snprintf(leave, sizeof leave, "%.9g", span->exit);
        describe_end(report, pair, &span->at_exit, "overlap at the end", last);
    }
    const char* const cell[COLUMNS] = {enter, leave, first, last};
    ti_columns_add(table, cell, COLUMNS);
}

static void add_rows(ti_columns* table, const ti_boxes_report* report, const toi_boxes_pair* pair)
{
    const char* const header[COLUMNS] = {"enter", "exit", "first touch",
                                         report->first_only ? "" : "last touch"};
    ti_columns_add(table, header, COLUMNS);
    for (uint32_t i = 0; i < pair->interval_count; ++i) {
        add_interval(table, report, pair, &pair->intervals[i]);
    }
}

// How the answer was got: "degree 5", "degree 13, a fit within 1e-9".
static void describe_way(const toi_boxes_pair* pair, char text[TI_PHRASE])
{
    char bound[32], fitted[TI_PHRASE / 2] = "";
    ti_print_above(pair->bound, bound);
    if (pair->nodes == 0) {
        snprintf(text, TI_PHRASE, "bounding spheres");
        return;
    }
    if (pair->outer) {
        snprintf(fitted, sizeof fitted, "; outer: the motion is fitted within %s", bound);
    }
    snprintf(text, TI_PHRASE, "degree %u%s%s", (unsigned)pair->degree, fitted,
             pair->undecided ? "; undecided: work limit" : "");
}

static void write_pair(FILE* stream, const ti_boxes_report* report, const toi_boxes_pair* pair)
{
    char a[TI_NAME], b[TI_NAME], way[TI_PHRASE];
    ti_text_tame(report->scene->bodies[pair->a].name, sizeof a, a);
    ti_text_tame(report->scene->bodies[pair->b].name, sizeof b, b);
    describe_way(pair, way);
    toi_answer answer = pair->interval_count > 0 ? TOI_ANSWER_CONTACT : TOI_ANSWER_CLEAR;
    fprintf(stream, "%s - %s: %s", a, b, ti_colour_begin(report->colour, answer));
    if (pair->interval_count == 0) {
        fprintf(stream, "clear%s (%s)\n", ti_colour_end(report->colour), way);
        return;
    }
    if (report->first_only) {
        fprintf(stream, "contact%s (%s)\n", ti_colour_end(report->colour), way);
    } else {
        fprintf(stream, "contact%s during %u interval%s (%s)\n", ti_colour_end(report->colour),
                (unsigned)pair->interval_count, pair->interval_count == 1 ? "" : "s", way);
    }
    ti_columns table = {.stream = NULL};
    add_rows(&table, report, pair);
    table.stream = stream;
    add_rows(&table, report, pair);
}

void ti_write_boxes_text(FILE* stream, const ti_boxes_report* report)
{
    const toi_boxes_result* result = report->result;
    uint32_t meet = 0;
    for (uint32_t i = 0; i < result->pair_count; ++i) {
        const toi_boxes_pair* pair = &result->pairs[i];
        meet += pair->interval_count > 0;
        if (report->list_all || pair->interval_count > 0) {
            write_pair(stream, report, pair);
        }
    }
    if (result->pairs_asked != 1) {
        fprintf(stream, "%llu pairs, %u in contact, %llu clear\n", (unsigned long long)result->pairs_asked,
                (unsigned)meet, (unsigned long long)(result->pairs_asked - meet));
    }
}
