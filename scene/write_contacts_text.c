// `toi check --all` for people: a sentence for a pair, and a table of its contacts by time.

#include "columns.h"
#include "phrases.h"
#include "place.h"

#include <string.h>

// Times are printed to this many digits: one that is less certain than half of the last says so.
#define TIME_SEEN 5e-10

enum { COLUMNS = 6, CELL = 128, TIME_DIGITS = 9 };

// A row of the table. The cells are: kind, feature of A, feature of B, properness, point, remarks.
typedef struct table_row {
    char cell[COLUMNS][CELL];
} table_row;

enum { KIND, FEATURE_A, FEATURE_B, PROPERNESS, POINT, REMARKS };

// ---- rows

// What else there is to say of a contact, in words.
static void describe_remarks(const toi_contact* contact, char text[CELL])
{
    ti_describe_remarks(contact, TIME_DIGITS, text);
    if (contact->time_error > TIME_SEEN) {
        char bound[32];
        size_t used = strlen(text);
        ti_print_above(contact->time_error, bound);
        snprintf(text + used, CELL - used, "%stime within %s", used > 0 ? ", " : "", bound);
    }
}

static table_row make_row(const toi_contact* contact)
{
    table_row row;
    const char* kind = ti_contact_kind_name(contact->kind);
    snprintf(row.cell[KIND], CELL, "%s", kind ? kind : "-");
    ti_describe_feature(contact->a, row.cell[FEATURE_A]);
    ti_describe_feature(contact->b, row.cell[FEATURE_B]);
    char proper[TI_PROPERNESS];
    ti_print_properness(contact, proper);
    snprintf(row.cell[PROPERNESS], CELL, "%10s", proper);
    ti_describe_vector(contact->point, row.cell[POINT]);
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

// Of bodies that deform without the properness, which is not known.
static void add_row(ti_columns* table, const char* time, const table_row* row, bool deforms)
{
    const char* cell[COLUMNS + 1] = {time};
    int count = 1;
    for (int i = 0; i < COLUMNS; ++i) {
        if (i != PROPERNESS || !deforms) {
            cell[count++] = row->cell[i];
        }
    }
    ti_columns_add(table, cell, count);
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

static void add_rows(ti_columns* table, const ti_check_report* report, const toi_pair_result* pair)
{
    bool deforms = ti_pair_deforms(report, pair);
    table_row header = make_header(report, pair);
    add_row(table, "time", &header, deforms);
    for (uint32_t i = 0; i < pair->result.contact_count; ++i) {
        table_row row = make_row(&pair->contacts[i]);
        char time[32];
        snprintf(time, sizeof time, "%.*f", TIME_DIGITS, pair->contacts[i].time);
        if (table->stream) {
            fputs(set_off(pair, i) ? "\n" : "", table->stream);
        }
        add_row(table, time, &row, deforms);
    }
}

static void write_table(FILE* stream, const ti_check_report* report, const toi_pair_result* pair)
{
    ti_columns table = {.stream = NULL};
    add_rows(&table, report, pair);
    table.stream = stream;
    add_rows(&table, report, pair);
}

// ---- sentences

static const char* plural(uint32_t count)
{
    return count == 1 ? "" : "s";
}

// How far an answer can be relied on: "certified for screws within 4.49e-06 of the motion".
static void describe_trust(const ti_check_report* report, const toi_result* result, char text[TI_PHRASE])
{
    bool screen = report->query->method == TOI_METHOD_SCREEN;
    char sure[TI_PHRASE / 2] = "certified";
    char bound[32];
    ti_print_above(result->model_error, bound);
    if (screen) {
        snprintf(sure, sizeof sure, "estimate on a screen of %u x %u pixels of %.3g", result->screen_rows,
                 result->screen_columns, result->screen_pixel);
    } else if (!result->certified) {
        snprintf(sure, sizeof sure, "estimate");
    }
    const char* join = screen ? "," : " for";
    if (report->query->relative_screw) {
        snprintf(text, TI_PHRASE, "%s%s the screw between the ends, up to %s from the motion", sure, join,
                 bound);
    } else if (result->model_error > 0.0) {
        snprintf(text, TI_PHRASE, "%s%s screws within %s of the motion", sure, join, bound);
    } else {
        snprintf(text, TI_PHRASE, "%s", sure);
    }
}

static void describe_hit(const ti_check_report* report, const toi_result* result, char text[TI_SENTENCE])
{
    char trust[TI_PHRASE];
    describe_trust(report, result, trust);
    if (result->start == TOI_START_TOUCHING || result->start == TOI_START_OVERLAPPING) {
        snprintf(text, TI_SENTENCE, " at the start, %s (%s)",
                 result->start == TOI_START_TOUCHING ? "touching" : "overlapping", trust);
    } else {
        snprintf(text, TI_SENTENCE, " at t = %.6g (%s)", result->t_hit, trust);
    }
}

static void describe_clear(const ti_check_report* report, const toi_pair_result* pair, char text[TI_SENTENCE])
{
    char trust[TI_PHRASE];
    describe_trust(report, &pair->result, trust);
    if (pair->broad) {
        snprintf(text, TI_SENTENCE, ": their boxes never meet");
    } else if (report->query->method == TOI_METHOD_SCREEN) {
        snprintf(text, TI_SENTENCE, ": nothing comes within a pixel (%s)", trust);
    } else {
        snprintf(text, TI_SENTENCE, ": no contact (%s)", trust);
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

static void write_counts(FILE* stream, const ti_check_report* report, const toi_pair_result* pair)
{
    const toi_result* result = &pair->result;
    if (pair->contacts_found == 0) {
        fprintf(stream, "  no contact of properness %g or more\n", report->query->min_properness);
        return;
    }
    const char* what = ti_pair_deforms(report, pair) ? "pair" : "contact";
    fprintf(stream, "  %u %s%s", pair->contacts_found, what, plural(pair->contacts_found));
    fputs(ti_pair_deforms(report, pair) ? " of features" : "", stream);
    if (result->group_count < pair->contacts_found) {
        fprintf(stream, " in %u group%s", result->group_count, plural(result->group_count));
    }
    if (result->contact_count < pair->contacts_found) {
        fprintf(stream, ", cut: only the earliest %u are listed", result->contact_count);
    }
    fputc('\n', stream);
}

// Why more may come than was found.
static void write_end_of_search(FILE* stream, const ti_check_report* report, const toi_result* result)
{
    uint32_t most = report->query->max_steps;
    fprintf(stream, "  more may come after t = %.6g, where ", result->t_complete);
    if (most < UINT32_MAX) {
        fprintf(stream, "the limit of %u steps was reached; a larger --max-steps finds them\n", most);
    } else {
        fputs("rounding hides two features from each other\n", stream);
    }
}

// How many there are, how many of these are listed, and what was not searched.
static void write_footer(FILE* stream, const ti_check_report* report, const toi_pair_result* pair)
{
    const toi_result* result = &pair->result;
    if (result->answer != TOI_ANSWER_CONTACT && pair->contacts_found == 0) {
        return;
    }
    if (pair->contacts_found != 1) {
        write_counts(stream, report, pair);
    }
    bool promised = report->query->method != TOI_METHOD_SCREEN || report->query->robust;
    if (promised && result->t_complete < 1.0) {
        write_end_of_search(stream, report, result);
    }
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
    fprintf(stream, "%s: %s%s%s%s\n", name, ti_colour_begin(report->colour, result->answer),
            ti_answer_name(result->answer), ti_colour_end(report->colour), rest);
    if (pair->broad) {
        return;
    }
    if (ti_has_contacts_table(pair)) {
        write_table(stream, report, pair);
    }
    write_footer(stream, report, pair);
}
