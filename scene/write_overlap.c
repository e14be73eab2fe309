// `toi overlap`: which faces meet at a time, as JSON, CSV and text.

#include "columns.h"
#include "fields.h"
#include "phrases.h"
#include "place.h"

#include <inttypes.h>

// So many pairs of faces of two bodies are listed for people; the other forms list all.
enum { SHOWN_FACES = 20 };

// ---- JSON

static void write_faces(ti_json* json, const toi_overlap_pair* pair)
{
    ti_json_begin(json, "faces", '[');
    for (uint64_t i = 0; i < pair->face_count; ++i) {
        ti_json_indices(json, NULL, pair->faces[i].a, pair->faces[i].b);
    }
    ti_json_end(json, ']');
}

static void write_meetings(ti_json* json, const toi_overlap_pair* pair)
{
    ti_json_begin(json, "segments", '[');
    for (uint64_t i = 0; i < pair->face_count; ++i) {
        ti_json_begin(json, NULL, '[');
        ti_json_vec3(json, NULL, pair->meetings[i].p);
        ti_json_vec3(json, NULL, pair->meetings[i].q);
        ti_json_end(json, ']');
    }
    ti_json_end(json, ']');
    ti_json_begin(json, "normals", '[');
    for (uint64_t i = 0; i < pair->face_count; ++i) {
        ti_json_vec3(json, NULL, pair->meetings[i].normal);
    }
    ti_json_end(json, ']');
}

void ti_write_overlap_json(FILE* stream, const ti_overlap_report* report)
{
    ti_json json = ti_json_answer(stream, 2);
    ti_json_number(&json, "time", report->time);
    if (report->within > 0.0) {
        ti_json_number(&json, "within", report->within);
    }
    ti_json_begin(&json, "pairs", '[');
    for (uint32_t i = 0; i < report->result->pair_count; ++i) {
        const toi_overlap_pair* pair = &report->result->pairs[i];
        ti_json_begin(&json, NULL, '{');
        ti_json_text(&json, "a", report->scene->bodies[pair->a].name);
        ti_json_text(&json, "b", report->scene->bodies[pair->b].name);
        write_faces(&json, pair);
        if (pair->meetings) {
            write_meetings(&json, pair);
        }
        ti_json_end(&json, '}');
    }
    ti_json_end(&json, ']');
    ti_json_end(&json, '}');
}

// ---- CSV

void ti_write_overlap_csv(FILE* stream, const ti_overlap_report* report)
{
    fputs("a,b,face_a,face_b", stream);
    fputs(report->segments ? ",p_x,p_y,p_z,q_x,q_y,q_z,normal_x,normal_y,normal_z\n" : "\n", stream);
    for (uint32_t i = 0; i < report->result->pair_count; ++i) {
        const toi_overlap_pair* pair = &report->result->pairs[i];
        for (uint64_t k = 0; k < pair->face_count; ++k) {
            ti_csv_text(stream, true, report->scene->bodies[pair->a].name);
            ti_csv_text(stream, false, report->scene->bodies[pair->b].name);
            ti_csv_count(stream, false, pair->faces[k].a);
            ti_csv_count(stream, false, pair->faces[k].b);
            if (pair->meetings) {
                ti_csv_vec3(stream, true, pair->meetings[k].p);
                ti_csv_vec3(stream, true, pair->meetings[k].q);
                ti_csv_vec3(stream, true, pair->meetings[k].normal);
            }
            fputc('\n', stream);
        }
    }
}

// ---- text

static void add_faces(ti_columns* table, const toi_overlap_pair* pair, uint64_t index)
{
    char a[TI_NAME], b[TI_NAME], p[TI_VECTOR] = "", q[TI_VECTOR] = "", normal[TI_VECTOR] = "";
    snprintf(a, sizeof a, "face %" PRIu32, pair->faces[index].a);
    snprintf(b, sizeof b, "face %" PRIu32, pair->faces[index].b);
    if (pair->meetings) {
        ti_describe_vector(pair->meetings[index].p, p);
        ti_describe_vector(pair->meetings[index].q, q);
        ti_describe_vector(pair->meetings[index].normal, normal);
    }
    const char* const cell[] = {a, b, p, q, normal};
    ti_columns_add(table, cell, 5);
}

static void add_pair(ti_columns* table, const ti_overlap_report* report, const toi_overlap_pair* pair)
{
    char a[TI_NAME], b[TI_NAME];
    ti_text_tame(report->scene->bodies[pair->a].name, sizeof a, a);
    ti_text_tame(report->scene->bodies[pair->b].name, sizeof b, b);
    const char* const header[] = {a, b, pair->meetings ? "from" : "", pair->meetings ? "to" : "",
                                  pair->meetings ? "normal" : ""};
    ti_columns_add(table, header, 5);
    for (uint64_t i = 0; i < pair->face_count && i < SHOWN_FACES; ++i) {
        add_faces(table, pair, i);
    }
}

static void write_pair(FILE* stream, const ti_overlap_report* report, const toi_overlap_pair* pair)
{
    char a[TI_NAME], b[TI_NAME];
    ti_text_tame(report->scene->bodies[pair->a].name, sizeof a, a);
    ti_text_tame(report->scene->bodies[pair->b].name, sizeof b, b);
    bool one = pair->face_count == 1, within = report->within > 0.0;
    fprintf(stream, "%s - %s: %" PRIu64 " pair%s of faces %s", a, pair->a == pair->b ? "itself" : b,
            pair->face_count, one ? "" : "s",
            within ? one ? "is" : "are"
            : one  ? "meets"
                   : "meet");
    if (within) {
        fprintf(stream, " within %.6g", report->within);
    }
    fputc('\n', stream);
    ti_columns table = {.stream = NULL};
    add_pair(&table, report, pair);
    table.stream = stream;
    add_pair(&table, report, pair);
    if (pair->face_count > SHOWN_FACES) {
        fprintf(stream, "  and %" PRIu64 " more, which --json and --csv list\n",
                pair->face_count - SHOWN_FACES);
    }
}

void ti_write_overlap_text(FILE* stream, const ti_overlap_report* report)
{
    for (uint32_t i = 0; i < report->result->pair_count; ++i) {
        write_pair(stream, report, &report->result->pairs[i]);
    }
    if (report->result->pair_count == 0 && report->within > 0.0) {
        fprintf(stream, "no faces are within %.6g at t = %.6g\n", report->within, report->time);
    } else if (report->result->pair_count == 0) {
        fprintf(stream, "no faces meet at t = %.6g\n", report->time);
    }
}
