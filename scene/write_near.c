// `toi contacts`: where bodies are near each other at a time, as JSON, CSV and text.

#include "columns.h"
#include "fields.h"
#include "phrases.h"
#include "place.h"

#include <math.h>

// The touches of one pair: of body `a` those from `begin` on with the same other body.
typedef struct near_pair {
    uint32_t a, b, begin, end;
} near_pair;

// The next pair; false after the last. `pair` with end 0 at first.
static bool next_pair(const ti_near_report* report, near_pair* pair)
{
    if (pair->end >= report->count) {
        return false;
    }
    pair->begin = pair->end;
    while (report->first[pair->a + 1] <= pair->begin) {
        ++pair->a;
    }
    pair->b = report->touches[pair->begin].body;
    while (pair->end < report->first[pair->a + 1] && report->touches[pair->end].body == pair->b) {
        ++pair->end;
    }
    return true;
}

static toi_vec3 middle(const toi_touch* t)
{
    return (toi_vec3){0.5 * t->point_a.x + 0.5 * t->point_b.x, 0.5 * t->point_a.y + 0.5 * t->point_b.y,
                      0.5 * t->point_a.z + 0.5 * t->point_b.z};
}

// Manifolds of a pair are numbered from 0.
static uint32_t manifold_of(const ti_near_report* report, const near_pair* pair, uint32_t index)
{
    return report->touches[index].manifold - report->touches[pair->begin].manifold;
}

// ---- JSON

static void write_contact(ti_json* json, const toi_touch* t, uint32_t manifold)
{
    ti_json_begin(json, NULL, '{');
    ti_json_meeting(json, t->kind, t->a, t->b);
    ti_json_vec3(json, "point", middle(t));
    ti_json_vec3(json, "normal", t->normal);
    ti_json_number(json, "gap", t->gap);
    ti_json_vec3(json, "point_a", t->point_a);
    ti_json_vec3(json, "point_b", t->point_b);
    ti_json_count(json, "manifold", manifold);
    ti_json_end(json, '}');
}

void ti_write_near_json(FILE* stream, const ti_near_report* report)
{
    ti_json json = ti_json_answer(stream, 2);
    near_pair pair = {0};
    ti_json_number(&json, "time", report->time);
    ti_json_number(&json, "within", report->within);
    ti_json_begin(&json, "pairs", '[');
    while (next_pair(report, &pair)) {
        ti_json_begin(&json, NULL, '{');
        ti_json_text(&json, "a", report->scene->bodies[pair.a].name);
        ti_json_text(&json, "b", report->scene->bodies[pair.b].name);
        ti_json_begin(&json, "contacts", '[');
        for (uint32_t i = pair.begin; i < pair.end; ++i) {
            write_contact(&json, &report->touches[i], manifold_of(report, &pair, i));
        }
        ti_json_end(&json, ']');
        ti_json_end(&json, '}');
    }
    ti_json_end(&json, ']');
    ti_json_end(&json, '}');
}

// ---- CSV

static void write_csv_row(FILE* stream, const ti_near_report* report, const near_pair* pair, uint32_t index)
{
    const toi_touch* t = &report->touches[index];
    ti_csv_text(stream, true, report->scene->bodies[pair->a].name);
    ti_csv_text(stream, false, report->scene->bodies[pair->b].name);
    ti_csv_text(stream, false, ti_contact_kind_name(t->kind));
    ti_csv_feature(stream, t->a);
    ti_csv_feature(stream, t->b);
    ti_csv_number(stream, false, t->gap);
    ti_csv_vec3(stream, true, middle(t));
    ti_csv_vec3(stream, true, t->normal);
    ti_csv_vec3(stream, true, t->point_a);
    ti_csv_vec3(stream, true, t->point_b);
    ti_csv_count(stream, false, manifold_of(report, pair, index));
    fputc('\n', stream);
}

void ti_write_near_csv(FILE* stream, const ti_near_report* report)
{
    near_pair pair = {0};
    fputs(
        "a,b,kind,a_feature,a_index,b_feature,b_index,gap,point_x,point_y,point_z,normal_x,normal_y,normal_z,"
        "point_a_x,point_a_y,point_a_z,point_b_x,point_b_y,point_b_z,manifold\n",
        stream);
    while (next_pair(report, &pair)) {
        for (uint32_t i = pair.begin; i < pair.end; ++i) {
            write_csv_row(stream, report, &pair, i);
        }
    }
}

// ---- text

static void add_touch(ti_columns* table, const toi_touch* t)
{
    char a[TI_NAME], b[TI_NAME], gap[32], normal[TI_VECTOR], point[TI_VECTOR];
    ti_describe_feature(t->a, a);
    ti_describe_feature(t->b, b);
    snprintf(gap, sizeof gap, "%.4g", t->gap);
    ti_describe_vector(t->normal, normal);
    ti_describe_vector(middle(t), point);
    const char* const cell[] = {ti_contact_kind_name(t->kind), a, b, gap, normal, point};
    ti_columns_add(table, cell, 6);
}

static void add_pair(ti_columns* table, const ti_near_report* report, const near_pair* pair)
{
    char a[TI_NAME], b[TI_NAME];
    ti_text_tame(report->scene->bodies[pair->a].name, sizeof a, a);
    ti_text_tame(report->scene->bodies[pair->b].name, sizeof b, b);
    const char* const header[] = {"kind", a, b, "gap", "normal", "point"};
    ti_columns_add(table, header, 6);
    for (uint32_t i = pair->begin; i < pair->end; ++i) {
        add_touch(table, &report->touches[i]);
    }
}

// What there is to say of a pair: how deep, or how near.
static void describe_pair(const ti_near_report* report, const near_pair* pair, char text[TI_PHRASE])
{
    uint32_t count = pair->end - pair->begin, crossing = 0;
    double least = report->touches[pair->begin].gap;
    for (uint32_t i = pair->begin; i < pair->end; ++i) {
        const toi_touch* t = &report->touches[i];
        least = fmin(least, t->gap);
        crossing += t->kind == TOI_CONTACT_FF && t->gap <= 0.0;
    }
    if (least < 0.0) {
        snprintf(text, TI_PHRASE, "overlap; the shortest way out is %.4g", -least);
    } else if (crossing > 0) {
        snprintf(text, TI_PHRASE, "overlap; %u pair%s of faces cross%s", crossing, crossing == 1 ? "" : "s",
                 crossing == 1 ? "es" : "");
    } else {
        snprintf(text, TI_PHRASE, "%u contact%s, the nearest at %.4g", count, count == 1 ? "" : "s", least);
    }
}

static void write_pair(FILE* stream, const ti_near_report* report, const near_pair* pair)
{
    char a[TI_NAME], b[TI_NAME], what[TI_PHRASE];
    ti_text_tame(report->scene->bodies[pair->a].name, sizeof a, a);
    ti_text_tame(report->scene->bodies[pair->b].name, sizeof b, b);
    describe_pair(report, pair, what);
    fprintf(stream, "%s - %s: %s\n", a, b, what);
    ti_columns table = {.stream = NULL};
    add_pair(&table, report, pair);
    table.stream = stream;
    add_pair(&table, report, pair);
}

void ti_write_near_text(FILE* stream, const ti_near_report* report)
{
    near_pair pair = {0};
    while (next_pair(report, &pair)) {
        write_pair(stream, report, &pair);
    }
    if (report->count == 0) {
        fprintf(stream, "nothing is within %.6g at t = %.6g\n", report->within, report->time);
    }
}
