// `toi check` for people: a sentence for each pair, or a table where there are many, and one for the scene.

#include "phrases.h"
#include "place.h"

enum { MANY_PAIRS = 12 };

static void describe_contact(const toi_result* result, const char* a, const char* b, char text[3 * TI_PHRASE])
{
    const toi_feature feature[2] = {result->a, result->b};
    const char* const name[2] = {a, b};
    ti_describe_meeting(result->kind, feature, name, text);
}

static void describe_hit(const ti_check_report* report, const toi_result* result, const char* where,
                         char* text, size_t capacity)
{
    const char* comma = where[0] ? ", " : "";
    const char* sure = result->certified ? "certified" : "estimate";
    char limit[48] = "";
    if (report->query->separation > 0.0) {
        snprintf(limit, sizeof limit, " (distance at most %g)", report->query->separation);
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
    ti_print_below(pair->result.gap, gap);
    uint32_t steps = pair->result.work.steps;
    bool bounded = pair->result.gap > 0.0;
    if (pair->broad) {
        snprintf(text, capacity, ": their boxes never meet");
    } else {
        snprintf(text, capacity, ": proved in %u step%s%s%s", steps, steps == 1 ? "" : "s",
                 bounded ? ", gap at least " : "", bounded ? gap : "");
    }
}

static void write_sentence(FILE* stream, const ti_check_report* report, const toi_pair_result* pair)
{
    const toi_result* result = &pair->result;
    char a[TI_NAME];
    char b[TI_NAME];
    char where[3 * TI_PHRASE] = "";
    char rest[TI_SENTENCE];
    ti_text_tame(report->scene->bodies[pair->a].name, sizeof a, a);
    ti_text_tame(report->scene->bodies[pair->b].name, sizeof b, b);
    if (result->answer == TOI_ANSWER_CONTACT) {
        describe_contact(result, a, b, where);
        describe_hit(report, result, where, rest, sizeof rest);
    } else if (result->answer == TOI_ANSWER_CLEAR) {
        describe_clear(pair, rest, sizeof rest);
    } else {
        ti_describe_undecided(report, result, rest);
    }
    fprintf(stream, "%s - %s: %s%s%s%s\n", a, pair->a == pair->b ? "itself" : b,
            ti_colour_begin(report->colour, result->answer), ti_answer_name(result->answer),
            ti_colour_end(report->colour), rest);
}

static void write_row(FILE* stream, const ti_check_report* report, const toi_pair_result* pair, int width)
{
    const toi_result* result = &pair->result;
    char pair_name[TI_PAIR_NAME];
    char where[3 * TI_PHRASE];
    bool hit = result->answer == TOI_ANSWER_CONTACT;
    ti_name_pair(report, pair, pair_name);
    describe_contact(result, "A", "B", where);
    if (!hit) {
        snprintf(where, sizeof where, "free before t");
    }
    fprintf(stream, "%s%*s  %s%-9s%s  %-11s  %-10.6g  %-9.3g  %s\n", pair_name,
            width - ti_text_width(pair_name), "", ti_colour_begin(report->colour, result->answer),
            ti_answer_name(result->answer), ti_colour_end(report->colour),
            ti_start_name(result->start) ? ti_start_name(result->start) : "-",
            hit ? result->t_hit : result->t_free, result->gap, where);
}

// Pairs that are clear are only counted: the table is for what needs a look.
static void write_table(FILE* stream, const ti_check_report* report)
{
    const toi_world_result* world = report->world;
    char pair_name[TI_PAIR_NAME];
    int width = 4;
    uint32_t rows = 0;
    for (uint32_t i = 0; i < world->pair_count; ++i) {
        if (world->pairs[i].result.answer != TOI_ANSWER_CLEAR) {
            ti_name_pair(report, &world->pairs[i], pair_name);
            width = ti_text_width(pair_name) > width ? ti_text_width(pair_name) : width;
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
    fprintf(stream, "%s%s%s: ", ti_colour_begin(report->colour, world->answer), ti_answer_name(world->answer),
            ti_colour_end(report->colour));
    if (world->first < world->pair_count) {
        char pair_name[TI_PAIR_NAME];
        ti_name_pair(report, &world->pairs[world->first], pair_name);
        fprintf(stream, "first %s at t = %.6g; ", pair_name, world->pairs[world->first].result.t_hit);
    }
    fprintf(stream,
            "%llu pair%s, %llu in contact, %llu undecided, %llu clear (%llu by their boxes), %llu steps\n",
            (unsigned long long)world->pairs_asked, world->pairs_asked == 1 ? "" : "s", hits, open, clear,
            (unsigned long long)world->pairs_broad, (unsigned long long)world->steps);
}

// With all its digits, for a program that takes the step.
static void write_step(FILE* stream, const ti_check_report* report)
{
    fprintf(stream, "largest safe step: %.17g", ti_safe_step(report));
    if (report->world->answer != TOI_ANSWER_CLEAR) {
        fprintf(stream, " (%g of the time that is proved clear)", report->safety);
    }
    fputc('\n', stream);
}

// All contacts of few pairs, or of those among many that are not clear.
// What follows a table is set off from it.
static void write_all_contacts(FILE* stream, const ti_check_report* report, bool many)
{
    bool after_table = false;
    for (uint32_t i = 0; i < report->world->pair_count; ++i) {
        const toi_pair_result* pair = &report->world->pairs[i];
        if (!many || pair->result.answer != TOI_ANSWER_CLEAR) {
            fputs(after_table ? "\n" : "", stream);
            after_table = ti_has_contacts_table(pair);
            ti_write_contacts_text(stream, report, pair);
        }
    }
    fputs(after_table && report->world->pairs_asked != 1 ? "\n" : "", stream);
}

void ti_write_check_text(FILE* stream, const ti_check_report* report)
{
    const toi_world_result* world = report->world;
    bool many = world->pairs_asked > MANY_PAIRS;
    if (report->query->all) {
        write_all_contacts(stream, report, many);
    } else if (many) {
        write_table(stream, report);
    } else {
        for (uint32_t i = 0; i < world->pair_count; ++i) {
            write_sentence(stream, report, &world->pairs[i]);
        }
    }
    if (world->pairs_asked != 1) {
        write_summary(stream, report);
    }
    if (report->safety > 0.0) {
        write_step(stream, report);
    }
}
