// `toi boxes`: intervals of overlap as JSON and CSV.

#include "fields.h"
#include "write.h"

#include <math.h>

// A pair that is undecided has intervals too, but does not prove a contact.
toi_answer ti_boxes_answer(const ti_boxes_report* report)
{
    toi_answer answer = TOI_ANSWER_CLEAR;
    for (uint32_t i = 0; i < report->result->pair_count; ++i) {
        const toi_boxes_pair* pair = &report->result->pairs[i];
        if (pair->undecided) {
            answer = TOI_ANSWER_UNDECIDED;
        } else if (pair->interval_count > 0) {
            return TOI_ANSWER_CONTACT;
        }
    }
    return answer;
}

static bool is_listed(const ti_boxes_report* report, const toi_boxes_pair* pair)
{
    return report->list_all || pair->interval_count > 0;
}

// ---- JSON

static void write_contact(ti_json* json, const char* key, const toi_boxes_end* end)
{
    const toi_contact* c = &end->contact;
    if (c->kind == TOI_CONTACT_NONE) {
        ti_json_null(json, key);
        return;
    }
    ti_json_begin(json, key, '{');
    ti_json_feature(json, "a", c->a);
    ti_json_feature(json, "b", c->b);
    ti_json_vec3(json, "point", c->point);
    ti_json_vec3(json, "normal", c->normal);
    ti_json_number(json, "gap", c->gap);
    ti_json_number(json, "blur", end->blur);
    ti_json_end(json, '}');
}

static void write_interval(ti_json* json, const toi_boxes_interval* span, bool first_only)
{
    const toi_boxes_end *enter = &span->at_enter, *leave = &span->at_exit;
    ti_json_begin(json, NULL, '{');
    ti_json_number(json, "enter", span->enter);
    ti_json_number(json, "exit", first_only ? (double)NAN : span->exit);
    ti_json_text(json, "enter_kind", ti_contact_kind_name(enter->contact.kind));
    ti_json_text(json, "exit_kind", ti_contact_kind_name(leave->contact.kind));
    ti_json_indices(json, "enter_boxes", enter->part_a, enter->part_b);
    if (first_only) {
        ti_json_null(json, "exit_boxes");
    } else {
        ti_json_indices(json, "exit_boxes", leave->part_a, leave->part_b);
    }
    write_contact(json, "enter_contact", enter);
    write_contact(json, "exit_contact", leave);
    ti_json_end(json, '}');
}

static void write_pair(ti_json* json, const ti_boxes_report* report, const toi_boxes_pair* pair)
{
    ti_json_begin(json, NULL, '{');
    ti_json_text(json, "a", report->scene->bodies[pair->a].name);
    ti_json_text(json, "b", report->scene->bodies[pair->b].name);
    ti_json_bool(json, "outer", pair->outer);
    ti_json_number(json, "bound", pair->bound);
    ti_json_bool(json, "undecided", pair->undecided);
    ti_json_count(json, "degree", pair->degree);
    ti_json_count(json, "nodes", pair->nodes);
    ti_json_begin(json, "intervals", '[');
    for (uint32_t i = 0; i < pair->interval_count; ++i) {
        write_interval(json, &pair->intervals[i], report->first_only);
    }
    ti_json_end(json, ']');
    ti_json_end(json, '}');
}

void ti_write_boxes_json(FILE* stream, const ti_boxes_report* report)
{
    ti_json json = ti_json_answer(stream, 2);
    ti_json_text(&json, "answer", ti_answer_name(ti_boxes_answer(report)));
    ti_json_begin(&json, "pairs", '[');
    for (uint32_t i = 0; i < report->result->pair_count; ++i) {
        if (is_listed(report, &report->result->pairs[i])) {
            write_pair(&json, report, &report->result->pairs[i]);
        }
    }
    ti_json_end(&json, ']');
    ti_json_begin(&json, "work", '{');
    ti_json_count(&json, "pairs", report->result->pairs_asked);
    ti_json_count(&json, "pairs_broad", report->result->pairs_broad);
    ti_json_count(&json, "nodes", report->result->nodes);
    ti_json_end(&json, '}');
    ti_json_end(&json, '}');
}

// ---- CSV

static void write_csv_end(FILE* stream, const toi_boxes_end* end, bool known)
{
    toi_contact c = end != NULL ? end->contact : (toi_contact){.kind = TOI_CONTACT_NONE};
    bool touches = c.kind != TOI_CONTACT_NONE;
    ti_csv_text(stream, false, ti_contact_kind_name(c.kind));
    ti_csv_number(stream, false, known ? end->part_a : (double)NAN);
    ti_csv_number(stream, false, known ? end->part_b : (double)NAN);
    ti_csv_feature(stream, c.a);
    ti_csv_feature(stream, c.b);
    ti_csv_vec3(stream, touches, c.point);
    ti_csv_vec3(stream, touches, c.normal);
    ti_csv_number(stream, false, touches ? c.gap : (double)NAN);
}

// A pair that never meets has one row without an interval.
static void write_csv_row(FILE* stream, const ti_boxes_report* report, const toi_boxes_pair* pair,
                          const toi_boxes_interval* span)
{
    bool ends = span != NULL && !report->first_only;
    ti_csv_text(stream, true, report->scene->bodies[pair->a].name);
    ti_csv_text(stream, false, report->scene->bodies[pair->b].name);
    ti_csv_number(stream, false, span != NULL ? span->enter : (double)NAN);
    ti_csv_number(stream, false, ends ? span->exit : (double)NAN);
    write_csv_end(stream, span != NULL ? &span->at_enter : NULL, span != NULL);
    write_csv_end(stream, ends ? &span->at_exit : NULL, ends);
    ti_csv_number(stream, false, pair->bound);
    ti_csv_count(stream, false, pair->degree);
    ti_csv_count(stream, false, pair->undecided);
    fputc('\n', stream);
}

void ti_write_boxes_csv(FILE* stream, const ti_boxes_report* report)
{
    fputs("a,b,enter,exit", stream);
    for (int k = 0; k < 2; ++k) {
        const char* end = k == 0 ? "enter" : "exit";
        fprintf(stream, ",%s_kind,%s_box_a,%s_box_b,%s_a_feature,%s_a_index,%s_b_feature,%s_b_index", end,
                end, end, end, end, end, end);
        fprintf(stream, ",%s_point_x,%s_point_y,%s_point_z,%s_normal_x,%s_normal_y,%s_normal_z,%s_gap", end,
                end, end, end, end, end, end);
    }
    fputs(",bound,degree,undecided\n", stream);
    for (uint32_t i = 0; i < report->result->pair_count; ++i) {
        const toi_boxes_pair* pair = &report->result->pairs[i];
        for (uint32_t k = 0; k < pair->interval_count; ++k) {
            write_csv_row(stream, report, pair, &pair->intervals[k]);
        }
        if (report->list_all && pair->interval_count == 0) {
            write_csv_row(stream, report, pair, NULL);
        }
    }
}
