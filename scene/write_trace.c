// `toi trace --json` and `--csv`: how far each move was made, and what stopped it.

#include "fields.h"
#include "write.h"

#include <math.h>

toi_answer ti_trace_answer(const ti_trace_report* report)
{
    toi_answer answer = TOI_ANSWER_CLEAR;
    for (uint32_t i = 0; i < report->count; ++i) {
        toi_answer one = report->results[i].answer;
        if (one == TOI_ANSWER_CONTACT) {
            return one;
        }
        answer = one == TOI_ANSWER_CLEAR ? answer : one;
    }
    return answer;
}

static uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

ti_touches ti_trace_blocking(const ti_trace_report* report, uint32_t move)
{
    uint32_t room = report->blocking_capacity, count;
    for (uint32_t i = 0; i < move; ++i) {
        room -= lesser(report->results[i].blocking_count, room);
    }
    count = lesser(report->results[move].blocking_count, room);
    return (ti_touches){report->blocking + (report->blocking_capacity - room), count};
}

static const char* method_name(const ti_trace_report* report)
{
    return report->method == TOI_TRACE_PAPER ? "paper" : "certified";
}

// The body that stopped a move; NULL without one.
static const char* stopper(const ti_trace_report* report, const toi_trace_result* result)
{
    bool stopped = result->answer != TOI_ANSWER_CLEAR && result->body < report->scene->body_count;
    return stopped ? report->scene->bodies[result->body].name : NULL;
}

static bool is_named(const toi_trace_result* result)
{
    return result->answer == TOI_ANSWER_CONTACT && result->kind != TOI_CONTACT_NONE;
}

// ---- JSON

static void write_move(ti_json* json, const toi_move* move)
{
    if (move->kind == TOI_MOVE_TRANSLATION) {
        ti_json_vec3(json, "translate", move->by);
        return;
    }
    ti_json_begin(json, "rotate", '{');
    ti_json_vec3(json, "point", move->point);
    ti_json_vec3(json, "axis", move->axis);
    ti_json_number(json, "angle", move->angle);
    ti_json_end(json, '}');
}

static void write_contact(ti_json* json, const toi_trace_result* result)
{
    if (!is_named(result)) {
        ti_json_null(json, "contact");
        return;
    }
    ti_json_begin(json, "contact", '{');
    ti_json_meeting(json, result->kind, result->a, result->b);
    ti_json_vec3(json, "point", result->point);
    ti_json_vec3(json, "normal", result->normal);
    ti_json_end(json, '}');
}

static void write_touch(ti_json* json, const ti_scene* scene, const toi_touch* touch)
{
    ti_json_begin(json, NULL, '{');
    ti_json_text(json, "body", scene->bodies[touch->body].name);
    ti_json_meeting(json, touch->kind, touch->a, touch->b);
    ti_json_vec3(json, "point_a", touch->point_a);
    ti_json_vec3(json, "point_b", touch->point_b);
    ti_json_vec3(json, "normal", touch->normal);
    ti_json_number(json, "gap", touch->gap);
    ti_json_end(json, '}');
}

static void write_result(ti_json* json, const ti_trace_report* report, uint32_t index)
{
    const toi_trace_result* result = &report->results[index];
    bool clear = result->answer == TOI_ANSWER_CLEAR;
    ti_json_begin(json, NULL, '{');
    write_move(json, &report->moves[index]);
    ti_json_text(json, "answer", ti_answer_name(result->answer));
    ti_json_text(json, "start", ti_start_name(result->start));
    ti_json_bool(json, "certified", result->certified);
    ti_json_number(json, "fraction", result->fraction);
    ti_json_begin(json, "pose", '{');
    ti_json_pose(json, result->pose);
    ti_json_end(json, '}');
    ti_json_number(json, "separation", result->separation);
    ti_json_number(json, "kept", result->kept);
    ti_json_text(json, "body", stopper(report, result));
    ti_json_number(json, "gap", clear ? (double)NAN : result->gap);
    if (result->start == TOI_START_OVERLAPPING) {
        ti_json_number(json, "depth", result->depth > 0.0 ? result->depth : (double)NAN);
    }
    write_contact(json, result);
    ti_json_begin(json, "blocking", '[');
    ti_touches blocking = ti_trace_blocking(report, index);
    for (uint32_t i = 0; i < blocking.count; ++i) {
        write_touch(json, report->scene, &blocking.touch[i]);
    }
    ti_json_end(json, ']');
    ti_json_count(json, "blocking_count", result->blocking_count);
    ti_json_begin(json, "work", '{');
    ti_json_count(json, "steps", result->work.steps);
    ti_json_number(json, "rounding", result->work.rounding);
    ti_json_end(json, '}');
    ti_json_end(json, '}');
}

void ti_write_trace_json(FILE* stream, const ti_trace_report* report)
{
    ti_json json = ti_json_answer(stream, 2);
    ti_json_text(&json, "answer", ti_answer_name(ti_trace_answer(report)));
    ti_json_text(&json, "mover", report->scene->bodies[report->mover].name);
    ti_json_text(&json, "method", method_name(report));
    if (report->inset > 0.0) {
        ti_json_number(&json, "inset", report->inset);
    }
    ti_json_begin(&json, "moves", '[');
    for (uint32_t i = 0; i < report->count; ++i) {
        write_result(&json, report, i);
    }
    ti_json_end(&json, ']');
    ti_json_end(&json, '}');
}

// ---- CSV

static void write_row(FILE* stream, const ti_trace_report* report, uint32_t index)
{
    const toi_trace_result* result = &report->results[index];
    const toi_feature none = {TOI_FEATURE_NONE, {0, 0}};
    bool clear = result->answer == TOI_ANSWER_CLEAR, named = is_named(result);
    ti_csv_text(stream, true, report->scene->bodies[report->mover].name);
    ti_csv_count(stream, false, index);
    ti_csv_text(stream, false, report->moves[index].kind == TOI_MOVE_ROTATION ? "rotate" : "translate");
    ti_csv_text(stream, false, ti_answer_name(result->answer));
    ti_csv_text(stream, false, ti_start_name(result->start));
    ti_csv_text(stream, false, method_name(report));
    ti_csv_flag(stream, result->certified);
    ti_csv_number(stream, false, result->fraction);
    ti_csv_number(stream, false, result->separation);
    ti_csv_number(stream, false, result->kept);
    ti_csv_text(stream, false, stopper(report, result));
    ti_csv_number(stream, false, clear ? (double)NAN : result->gap);
    ti_csv_text(stream, false, named ? ti_contact_kind_name(result->kind) : NULL);
    ti_csv_feature(stream, named ? result->a : none);
    ti_csv_feature(stream, named ? result->b : none);
    ti_csv_vec3(stream, named, result->point);
    ti_csv_vec3(stream, named, result->normal);
    ti_csv_pose(stream, result->pose);
    ti_csv_count(stream, false, result->work.steps);
    fputc('\n', stream);
}

void ti_write_trace_csv(FILE* stream, const ti_trace_report* report)
{
    fputs("mover,move,kind,answer,start,method,certified,fraction,separation,kept,body,gap,contact,a_feature,"
          "a_index,b_feature,b_index,point_x,point_y,point_z,normal_x,normal_y,normal_z,x,y,z,qw,qx,qy,qz,"
          "steps\n",
          stream);
    for (uint32_t i = 0; i < report->count; ++i) {
        write_row(stream, report, i);
    }
}
