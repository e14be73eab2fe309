// `toi trace` for people: a line for each move, what stopped it, and where the body is in the end.

#include "columns.h"
#include "phrases.h"
#include "place.h"

#include <string.h>

enum { COLUMNS = 4, CELL = 4 * TI_PHRASE, MOST_LINES = 8 };

enum { MOVE, MADE, GAP, STOPPED };

typedef struct row {
    char cell[COLUMNS][CELL];
} row;

static void describe_move(const toi_move* move, char text[CELL])
{
    char vector[TI_VECTOR], point[TI_VECTOR];
    if (move->kind == TOI_MOVE_TRANSLATION) {
        ti_describe_vector(move->by, vector);
        snprintf(text, CELL, "translate %s", vector);
    } else {
        ti_describe_vector(move->axis, vector);
        ti_describe_vector(move->point, point);
        snprintf(text, CELL, "rotate %.6g rad about %s at %s", move->angle, vector, point);
    }
}

static void add_row(ti_columns* table, const char* number, const row* r)
{
    const char* const cell[] = {number, r->cell[MOVE], r->cell[MADE], r->cell[GAP], r->cell[STOPPED]};
    ti_columns_add(table, cell, r->cell[STOPPED][0] ? 5 : 3);
}

// What there is to say of a start that is not free, or nearer than what should be kept; empty else.
static void describe_start(const toi_trace_result* r, char text[CELL])
{
    char out[TI_VECTOR];
    text[0] = 0;
    if (r->start == TOI_START_OVERLAPPING && r->depth > 0.0) {
        ti_describe_vector((toi_vec3){-r->normal.x, -r->normal.y, -r->normal.z}, out);
        snprintf(text, CELL, "starts overlapping; a way out is %.3g along %s", r->depth, out);
    } else if (r->start != TOI_START_FREE) {
        snprintf(text, CELL, "starts %s", ti_start_name(r->start));
    } else if (r->certified && r->kept < r->separation) {
        char kept[32];
        ti_print_below(r->kept, kept);
        snprintf(text, CELL, "starts nearer, keeps %s", kept);
    }
}

static void describe_pair(const ti_trace_report* report, uint32_t body, toi_contact_kind kind,
                          const toi_feature feature[2], char text[CELL])
{
    char mover[TI_NAME], other[TI_NAME], meeting[3 * TI_PHRASE];
    const char* const name[2] = {mover, other};
    ti_text_tame(report->scene->bodies[report->mover].name, sizeof mover, mover);
    ti_text_tame(report->scene->bodies[body].name, sizeof other, other);
    ti_describe_meeting(kind, feature, name, meeting);
    snprintf(text, CELL, "%s", meeting[0] ? meeting : other);
}

// Which line of a move this is: of all that block it, or the one contact where they are not listed.
static void describe_stop(const ti_trace_report* report, uint32_t index, uint32_t line, char gap[CELL],
                          char text[CELL])
{
    const toi_trace_result* r = &report->results[index];
    ti_touches blocking = ti_trace_blocking(report, index);
    if (line < blocking.count) {
        const toi_touch* touch = &blocking.touch[line];
        const toi_feature feature[2] = {touch->a, touch->b};
        describe_pair(report, touch->body, touch->kind, feature, text);
        snprintf(gap, CELL, "%.3g", touch->gap);
    } else if (r->body < report->scene->body_count) {
        const toi_feature feature[2] = {r->a, r->b};
        bool named = r->answer == TOI_ANSWER_CONTACT;
        describe_pair(report, r->body, named ? r->kind : TOI_CONTACT_NONE, feature, text);
        snprintf(gap, CELL, "%.3g", r->gap);
    }
}

// What else there is to say, after what stopped the move.
static void add_remark(char cell[CELL], const char* remark)
{
    size_t used = strlen(cell);
    snprintf(cell + used, CELL - used, "%s%s", used > 0 && remark[0] ? "; " : "", remark);
}

static row make_row(const ti_trace_report* report, uint32_t index)
{
    const toi_trace_result* r = &report->results[index];
    char start[CELL];
    row made = {0};
    describe_move(&report->moves[index], made.cell[MOVE]);
    snprintf(made.cell[MADE], CELL, "%.5g", r->fraction);
    if (r->answer != TOI_ANSWER_CLEAR) {
        describe_stop(report, index, 0, made.cell[GAP], made.cell[STOPPED]);
    }
    if (r->answer == TOI_ANSWER_UNDECIDED) {
        bool limit = r->work.steps >= report->max_steps;
        add_remark(made.cell[STOPPED], limit ? "undecided: the limit of steps was reached; a larger "
                                               "--max-steps may decide it"
                                             : "undecided: rounding hides more");
    }
    describe_start(r, start);
    add_remark(made.cell[STOPPED], start);
    return made;
}

// The move, and the other pairs of features that block it.
static void add_move(ti_columns* t, const ti_trace_report* report, uint32_t index)
{
    uint32_t all = report->results[index].blocking_count, blocking = ti_trace_blocking(report, index).count;
    uint32_t lines = blocking < MOST_LINES ? blocking : MOST_LINES;
    char number[16];
    row first = make_row(report, index);
    snprintf(number, sizeof number, "%u", index + 1);
    add_row(t, number, &first);
    for (uint32_t i = 1; i < lines; ++i) {
        row more = {0};
        describe_stop(report, index, i, more.cell[GAP], more.cell[STOPPED]);
        add_row(t, "", &more);
    }
    if (all > lines && lines > 0) {
        row more = {0};
        snprintf(more.cell[STOPPED], CELL, "and %u more", all - lines);
        add_row(t, "", &more);
    }
}

static void add_all(ti_columns* t, const ti_trace_report* report)
{
    const row header = {{"", "made", "gap", "stopped by"}};
    add_row(t, "move", &header);
    for (uint32_t i = 0; i < report->count; ++i) {
        add_move(t, report, i);
    }
}

static void count_stops(const ti_trace_report* report, uint32_t* stopped, bool* certified)
{
    *stopped = 0;
    *certified = true;
    for (uint32_t i = 0; i < report->count; ++i) {
        *stopped += report->results[i].answer != TOI_ANSWER_CLEAR;
        *certified = *certified && report->results[i].certified;
    }
}

void ti_write_trace_text(FILE* stream, const ti_trace_report* report)
{
    char mover[TI_NAME], place[TI_VECTOR];
    uint32_t stopped = 0, count = report->count;
    bool certified = true;
    toi_answer answer = ti_trace_answer(report);
    ti_text_tame(report->scene->bodies[report->mover].name, sizeof mover, mover);
    fprintf(stream, "%s, keeping a distance of %.6g", mover, report->results[0].separation);
    if (report->inset > 0.0) {
        fprintf(stream, " from bodies that are shrunk by %.6g like itself", report->inset);
    }
    fputs(":\n", stream);
    ti_columns t = {.stream = NULL};
    add_all(&t, report);
    t.stream = stream;
    add_all(&t, report);
    count_stops(report, &stopped, &certified);
    fprintf(stream, "%s%s%s (%s): ", ti_colour_begin(report->colour, answer), ti_answer_name(answer),
            ti_colour_end(report->colour), certified ? "certified" : "estimate, nothing is proved");
    if (stopped == 0) {
        fprintf(stream, "%s made whole", count == 1 ? "the move was" : "all moves were");
    } else if (count == 1) {
        fputs("the move was stopped", stream);
    } else {
        fprintf(stream, "%u of %u moves %s stopped", stopped, count, stopped == 1 ? "was" : "were");
    }
    toi_pose pose = report->results[count - 1].pose;
    toi_quat q = pose.quaternion;
    ti_describe_vector(pose.position, place);
    fprintf(stream, "; reached position %s, quaternion (%.6g, %.6g, %.6g, %.6g)\n", place, q.w, q.x, q.y,
            q.z);
}
