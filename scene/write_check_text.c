// `toi check` for people: a sentence for each pair, or a table where there are many, and one for the scene.

#include "place.h"
#include "write.h"

#include <stdlib.h>
#include <string.h>

enum { NAME = 48, PHRASE = 256, MANY_PAIRS = 12 };

// A bound for people: a few digits, never more than the number itself.
static void print_below(double number, char text[32])
{
    snprintf(text, 32, "%.3g", number);
    if (strtod(text, NULL) > number) {
        snprintf(text, 32, "%.3g", 0.99 * number);
    }
}

static void describe_feature(const char* body, toi_feature feature, char text[PHRASE])
{
    const char* kind = ti_feature_kind_name(feature.kind);
    if (!kind) {
        snprintf(text, PHRASE, "%s", body);
    } else if (feature.kind == TOI_FEATURE_EDGE) {
        snprintf(text, PHRASE, "%s edge %u-%u", body, feature.index[0], feature.index[1]);
    } else {
        snprintf(text, PHRASE, "%s %s %u", body, kind, feature.index[0]);
    }
}

// "rod vertex 3 on plate face 1"; empty where no features are known.
static void describe_contact(const toi_result* result, const char* a, const char* b, char text[3 * PHRASE])
{
    char first[PHRASE];
    char second[PHRASE];
    text[0] = 0;
    if (result->kind == TOI_CONTACT_NONE) {
        return;
    }
    bool swap = result->kind == TOI_CONTACT_FV;
    describe_feature(swap ? b : a, swap ? result->b : result->a, first);
    describe_feature(swap ? a : b, swap ? result->a : result->b, second);
    const char* verb = "on";
    if (result->kind == TOI_CONTACT_FF || result->kind == TOI_CONTACT_EE) {
        verb = result->kind == TOI_CONTACT_FF ? "crosses" : "meets";
    }
    snprintf(text, 3 * PHRASE, "%s %s %s", first, verb, second);
}

static const char* colour_of(const ti_check_report* report, toi_answer answer)
{
    if (!report->colour) {
        return "";
    }
    return answer == TOI_ANSWER_CONTACT ? "\033[1;31m"
           : answer == TOI_ANSWER_CLEAR ? "\033[1;32m"
                                        : "\033[1;33m";
}

static void describe_hit(const ti_check_report* report, const toi_result* result, const char* where,
                         char* text, size_t capacity)
{
    const char* comma = where[0] ? ", " : "";
    const char* sure = result->certified ? "certified" : "estimate";
    char limit[48] = "";
    if (report->separation > 0.0) {
        snprintf(limit, sizeof limit, " (distance at most %g)", report->separation);
    }
    switch (result->start) {
    case TOI_START_TOUCHING:
        snprintf(text, capacity, " at the start%s, touching%s%s (%s)", limit, comma, where, sure);
        break;
    case TOI_START_OVERLAPPING:
        snprintf(text, capacity, " at the start%s, overlapping%s%s (%s)", limit, comma, where, sure);
        break;
    case TOI_START_CONTAINED:
        snprintf(text, capacity, " at the start, one inside the other (%s)", sure);
        break;
    default:
        snprintf(text, capacity, " at t = %.6g%s%s%s, gap %.3g (%s)", result->t_hit, limit, comma, where,
                 result->gap, sure);
        break;
    }
}

static void describe_clear(const toi_pair_result* pair, char* text, size_t capacity)
{
    char gap[32];
    print_below(pair->result.gap, gap);
    uint32_t steps = pair->result.work.steps;
    bool bounded = pair->result.gap > 0.0;
    if (pair->broad) {
        snprintf(text, capacity, ": their boxes never meet");
    } else {
        snprintf(text, capacity, ": proved in %u step%s%s%s", steps, steps == 1 ? "" : "s",
                 bounded ? ", gap at least " : "", bounded ? gap : "");
    }
}

// What ended the search, and what to do about it.
static void describe_undecided(const ti_check_report* report, const toi_result* result, char* text,
                               size_t capacity)
{
    if (result->work.steps >= report->max_steps) {
        snprintf(text, capacity,
                 ": nothing touches before t = %.6g, where the limit of %u step%s was reached; "
                 "a larger --max-steps may decide it",
                 result->t_free, report->max_steps, report->max_steps == 1 ? "" : "s");
    } else {
        snprintf(text, capacity,
                 ": nothing touches before t = %.6g, where the gap is %.3g and rounding hides more",
                 result->t_free, result->gap);
    }
}

static void write_sentence(FILE* stream, const ti_check_report* report, const toi_pair_result* pair)
{
    const toi_result* result = &pair->result;
    char a[NAME];
    char b[NAME];
    char where[3 * PHRASE] = "";
    char rest[4 * PHRASE];
    ti_text_tame(report->scene->bodies[pair->a].name, sizeof a, a);
    ti_text_tame(report->scene->bodies[pair->b].name, sizeof b, b);
    if (result->answer == TOI_ANSWER_CONTACT) {
        describe_contact(result, a, b, where);
        describe_hit(report, result, where, rest, sizeof rest);
    } else if (result->answer == TOI_ANSWER_CLEAR) {
        describe_clear(pair, rest, sizeof rest);
    } else {
        describe_undecided(report, result, rest, sizeof rest);
    }
    fprintf(stream, "%s - %s: %s%s%s%s\n", a, b, colour_of(report, result->answer),
            ti_answer_name(result->answer), report->colour ? "\033[0m" : "", rest);
}

// Columns of UTF-8 text: bytes that do not continue a character.
static int width_of(const char* text)
{
    int width = 0;
    for (; *text; ++text) {
        width += ((unsigned char)*text & 0xc0) != 0x80;
    }
    return width;
}

static void name_pair(const ti_check_report* report, const toi_pair_result* pair, char text[2 * NAME + 4])
{
    char a[NAME];
    char b[NAME];
    ti_text_tame(report->scene->bodies[pair->a].name, sizeof a, a);
    ti_text_tame(report->scene->bodies[pair->b].name, sizeof b, b);
    snprintf(text, 2 * NAME + 4, "%s - %s", a, b);
}

static void write_row(FILE* stream, const ti_check_report* report, const toi_pair_result* pair, int width)
{
    const toi_result* result = &pair->result;
    char pair_name[2 * NAME + 4];
    char where[3 * PHRASE];
    bool hit = result->answer == TOI_ANSWER_CONTACT;
    name_pair(report, pair, pair_name);
    describe_contact(result, "A", "B", where);
    if (!hit) {
        snprintf(where, sizeof where, "free before t");
    }
    fprintf(stream, "%s%*s  %s%-9s%s  %-11s  %-10.6g  %-9.3g  %s\n", pair_name, width - width_of(pair_name),
            "", colour_of(report, result->answer), ti_answer_name(result->answer),
            report->colour ? "\033[0m" : "",
            ti_start_name(result->start) ? ti_start_name(result->start) : "-",
            hit ? result->t_hit : result->t_free, result->gap, where);
}

// Pairs that are clear are only counted: the table is for what needs a look.
static void write_table(FILE* stream, const ti_check_report* report)
{
    const toi_world_result* world = report->world;
    char pair_name[2 * NAME + 4];
    int width = 4;
    uint32_t rows = 0;
    for (uint32_t i = 0; i < world->pair_count; ++i) {
        if (world->pairs[i].result.answer != TOI_ANSWER_CLEAR) {
            name_pair(report, &world->pairs[i], pair_name);
            width = width_of(pair_name) > width ? width_of(pair_name) : width;
            ++rows;
        }
    }
    if (rows > 0) {
        fprintf(stream, "%-*s  %-9s  %-11s  %-10s  %-9s  %s\n", width, "A - B", "answer", "start", "t", "gap",
                "where");
    }
    for (uint32_t i = 0; i < world->pair_count; ++i) {
        if (world->pairs[i].result.answer != TOI_ANSWER_CLEAR) {
            write_row(stream, report, &world->pairs[i], width);
        }
    }
}

static void write_summary(FILE* stream, const ti_check_report* report)
{
    const toi_world_result* world = report->world;
    unsigned long long hits = 0;
    unsigned long long open = 0;
    for (uint32_t i = 0; i < world->pair_count; ++i) {
        hits += world->pairs[i].result.answer == TOI_ANSWER_CONTACT;
        open += world->pairs[i].result.answer == TOI_ANSWER_UNDECIDED;
    }
    unsigned long long clear = world->pairs_asked - hits - open;
    fprintf(stream, "%s%s%s: ", colour_of(report, world->answer), ti_answer_name(world->answer),
            report->colour ? "\033[0m" : "");
    if (world->first < world->pair_count) {
        char pair_name[2 * NAME + 4];
        name_pair(report, &world->pairs[world->first], pair_name);
        fprintf(stream, "first %s at t = %.6g; ", pair_name, world->pairs[world->first].result.t_hit);
    }
    fprintf(stream,
            "%llu pair%s, %llu in contact, %llu undecided, %llu clear (%llu by their boxes), %llu steps\n",
            (unsigned long long)world->pairs_asked, world->pairs_asked == 1 ? "" : "s", hits, open, clear,
            (unsigned long long)world->pairs_broad, (unsigned long long)world->steps);
}

void ti_write_check_text(FILE* stream, const ti_check_report* report)
{
    const toi_world_result* world = report->world;
    if (world->pairs_asked > MANY_PAIRS) {
        write_table(stream, report);
    } else {
        for (uint32_t i = 0; i < world->pair_count; ++i) {
            write_sentence(stream, report, &world->pairs[i]);
        }
    }
    if (world->pairs_asked != 1) {
        write_summary(stream, report);
    }
}
