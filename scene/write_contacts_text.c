// `toi check --all` for people: a sentence for a pair, and a table of its contacts by time.

#include "phrases.h"
#include "place.h"

#include <string.h>

// Times are printed to this many digits: one that is less certain than half of the last says so.
#define TIME_SEEN 5e-10

enum { COLUMNS = 6, CELL = 128 };

// A row of the table. The cells are: kind, feature of A, feature of B, properness, point, remarks.
typedef struct table_row {
    char cell[COLUMNS][CELL];
} table_row;

enum { KIND, FEATURE_A, FEATURE_B, PROPERNESS, POINT, REMARKS };

// ---- rows

// What else there is to say of a contact, in words.
static void describe_remarks(const toi_contact* contact, char text[CELL])
{
    char parts[4][48];
    int count = 0;
    size_t used = 0;
    if (!contact->entering) {
        snprintf(parts[count++], sizeof parts[0], "leaving");
    }
    if (contact->tangent) {
        snprintf(parts[count++], sizeof parts[0], "tangent");
    }
    if (contact->sustained) {
        snprintf(parts[count++], sizeof parts[0], "sustained until %.9f", contact->until);
    }
    if (!(contact->time_error <= TIME_SEEN)) {
        char bound[32];
        ti_print_above(contact->time_error, bound);
        snprintf(parts[count++], sizeof parts[0], "time within %s", bound);
    }
    text[0] = 0;
    for (int i = 0; i < count; ++i) {
        int length = snprintf(text + used, CELL - used, "%s%s", i > 0 ? ", " : "", parts[i]);
        used += length > 0 ? (size_t)length : 0;
    }
}

// Adding zero makes a negative zero positive: its sign says nothing here.
static double plain(double number)
{
    return number + 0.0;
}

static table_row make_row(const toi_contact* contact)
{
    table_row row;
    const char* kind = ti_contact_kind_name(contact->kind);
    snprintf(row.cell[KIND], CELL, "%s", kind ? kind : "-");
    ti_describe_feature(contact->a, row.cell[FEATURE_A]);
    ti_describe_feature(contact->b, row.cell[FEATURE_B]);
    snprintf(row.cell[PROPERNESS], CELL, "%10.4f", contact->properness);
    snprintf(row.cell[POINT], CELL, "(%.6g, %.6g, %.6g)", plain(contact->point.x), plain(contact->point.y),
             plain(contact->point.z));
    describe_remarks(contact, row.cell[REMARKS]);
    return row;
}

static table_row make_header(const ti_check_report* report, const toi_pair_result* pair)
{
    table_row row = {{"kind", "", "", "properness", "point", ""}};
    ti_text_tame(report->scene->bodies[pair->a].name, TI_NAME, row.cell[FEATURE_A]);
    ti_text_tame(report->scene->bodies[pair->b].name, TI_NAME, row.cell[FEATURE_B]);
    return row;
}

static void widen(int width[COLUMNS], const table_row* row)
{
    for (int i = 0; i < COLUMNS; ++i) {
        int needed = ti_text_width(row->cell[i]);
        width[i] = needed > width[i] ? needed : width[i];
    }
}

static void write_row(FILE* stream, const char* time, const table_row* row, const int width[COLUMNS])
{
    int last = row->cell[REMARKS][0] ? REMARKS : POINT;
    fprintf(stream, "  %-11s", time);
    for (int i = 0; i <= last; ++i) {
        int space = i < last ? width[i] - ti_text_width(row->cell[i]) : 0;
        fprintf(stream, "  %s%*s", row->cell[i], space, "");
    }
    fputc('\n', stream);
}

// ---- groups

static bool new_group(const toi_pair_result* pair, uint32_t i)
{
    return i == 0 || i >= pair->result.contact_count ||
           pair->contacts[i].group != pair->contacts[i - 1].group;
}

// Whether contact i begins a group and an empty line sets it off from the one before: contacts that are alone
// in their groups stand together.
static bool set_off(const toi_pair_result* pair, uint32_t i)
{
    bool after_many = i > 1 && !new_group(pair, i - 1);
    return i > 0 && new_group(pair, i) && (after_many || !new_group(pair, i + 1));
}

static void write_table(FILE* stream, const ti_check_report* report, const toi_pair_result* pair)
{
    table_row header = make_header(report, pair);
    int width[COLUMNS] = {0};
    widen(width, &header);
    for (uint32_t i = 0; i < pair->result.contact_count; ++i) {
        table_row row = make_row(&pair->contacts[i]);
        widen(width, &row);
    }
    write_row(stream, "time", &header, width);
    for (uint32_t i = 0; i < pair->result.contact_count; ++i) {
        table_row row = make_row(&pair->contacts[i]);
        char time[32];
        snprintf(time, sizeof time, "%.9f", pair->contacts[i].time);
        fputs(set_off(pair, i) ? "\n" : "", stream);
        write_row(stream, time, &row, width);
    }
}

// ---- sentences

static const char* plural(uint32_t count)
{
    return count == 1 ? "" : "s";
}

static void describe_hit(const ti_check_report* report, const toi_result* result, char text[TI_SENTENCE])
{
    char sure[TI_PHRASE] = "certified";
    const char* screw = report->query->relative_screw ? " for the screw" : "";
    if (!result->certified) {
        snprintf(sure, sizeof sure, "estimate");
    }
    if (report->query->method == TOI_METHOD_SCREEN) {
        snprintf(sure, sizeof sure, "estimate, on a screen of %u x %u pixels of %.3g", result->screen_rows,
                 result->screen_columns, result->screen_pixel);
    }
    if (result->start == TOI_START_TOUCHING || result->start == TOI_START_OVERLAPPING) {
        snprintf(text, TI_SENTENCE, " at the start, %s (%s%s)",
                 result->start == TOI_START_TOUCHING ? "touching" : "overlapping", sure, screw);
    } else {
        snprintf(text, TI_SENTENCE, " at t = %.6g (%s%s)", result->t_hit, sure, screw);
    }
}

static void describe_clear(const ti_check_report* report, const toi_pair_result* pair, char text[TI_SENTENCE])
{
    const toi_query_def* query = report->query;
    char proper[48] = "";
    if (query->min_properness > 0.0) {
        snprintf(proper, sizeof proper, " of properness %g or more", query->min_properness);
    }
    if (pair->broad) {
        snprintf(text, TI_SENTENCE, ": their boxes never meet");
    } else if (query->method == TOI_METHOD_SCREEN) {
        char pixel[32];
        ti_print_above(pair->result.screen_pixel, pixel);
        snprintf(text, TI_SENTENCE, ": no contact%s, and nothing within a pixel of %s on a screen of %u x %u",
                 proper, pixel, pair->result.screen_rows, pair->result.screen_columns);
    } else {
        snprintf(text, TI_SENTENCE, ": no contact%s (%s%s)", proper,
                 pair->result.certified ? "certified" : "estimate",
                 query->relative_screw ? " for the screw" : "");
    }
}

static void describe_open(const ti_check_report* report, const toi_result* result, char text[TI_SENTENCE])
{
    bool screen = report->query->method == TOI_METHOD_SCREEN && !report->query->robust;
    if (screen && result->work.steps < report->query->max_steps) {
        snprintf(text, TI_SENTENCE,
                 ": nothing found on a screen of %u x %u pixels of %.3g, which proves nothing; --robust also "
                 "finds what comes within a pixel",
                 result->screen_rows, result->screen_columns, result->screen_pixel);
    } else {
        ti_describe_undecided(report, result, text);
    }
}

// How many there are, how many of these are listed, and what stands for the motion.
static void write_footer(FILE* stream, const ti_check_report* report, const toi_pair_result* pair)
{
    const toi_result* result = &pair->result;
    char bound[32];
    const char* before = "  ";
    if (result->contact_count > 0) {
        fprintf(stream, "  %u contact%s", pair->contacts_found, plural(pair->contacts_found));
        if (result->group_count < pair->contacts_found) {
            fprintf(stream, " in %u group%s", result->group_count, plural(result->group_count));
        }
        if (result->contact_count < pair->contacts_found) {
            fprintf(stream, ", cut: only the earliest %u are listed", result->contact_count);
        }
        before = "; ";
    }
    ti_print_above(result->model_error, bound);
    if (report->query->relative_screw) {
        fprintf(stream, "%sthe motion is up to %s from the screw between its ends", before, bound);
    } else if (result->contact_count > 0) {
        fprintf(stream, "%sthe motion is within %s of its screws", before, bound);
    }
    fputs(result->contact_count > 0 || report->query->relative_screw ? "\n" : "", stream);
}

bool ti_has_contacts_table(const toi_pair_result* pair)
{
    return !pair->broad && pair->contacts && pair->result.contact_count > 0;
}

void ti_write_contacts_text(FILE* stream, const ti_check_report* report, const toi_pair_result* pair)
{
    const toi_result* result = &pair->result;
    char name[TI_PAIR_NAME];
    char rest[TI_SENTENCE];
    ti_name_pair(report, pair, name);
    if (result->answer == TOI_ANSWER_CONTACT) {
        describe_hit(report, result, rest);
    } else if (result->answer == TOI_ANSWER_CLEAR) {
        describe_clear(report, pair, rest);
    } else {
        describe_open(report, result, rest);
    }
    fprintf(stream, "%s: %s%s%s%s\n", name, ti_colour_begin(report, result->answer),
            ti_answer_name(result->answer), ti_colour_end(report), rest);
    if (pair->broad) {
        return;
    }
    if (ti_has_contacts_table(pair)) {
        write_table(stream, report, pair);
    }
    write_footer(stream, report, pair);
}
