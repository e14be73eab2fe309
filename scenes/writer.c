// Writes meshes as OBJ files and scenes as JSON, the same bytes on every machine.

#include "scenes/writer.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static FILE* open_file(const ti_writer* writer, const char* room, const char* name, const char* ending)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s%s%s", writer->folder, room, name, ending);
    FILE* file = fopen(path, "wb");
    if (file == NULL) {
        perror(path);
        exit(5);
    }
    return file;
}

static void close_file(FILE* file)
{
    if (ferror(file) != 0 || fclose(file) != 0) {
        fputs("a file could not be written\n", stderr);
        exit(5);
    }
}

// The fewest digits that read back to the same number.
static void put_number(FILE* file, double value)
{
    char text[40];
    for (int digits = 1; digits <= 17; ++digits) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value) {
            break;
        }
    }
    fputs(text, file);
}

void ti_writer_mesh(ti_writer* writer, const char* name, ti_model* model, double steps)
{
    ti_model_round(model, steps);
    FILE* file = open_file(writer, "meshes/", name, ".obj");
    for (uint32_t i = 0; i < 3 * model->vertex_count; ++i) {
        fputs(i % 3 == 0 ? "v " : " ", file);
        put_number(file, model->vertices[i]);
        fputs(i % 3 == 2 ? "\n" : "", file);
    }
    for (uint32_t f = 0; f < model->face_count; ++f) {
        fputs("f", file);
        for (uint32_t i = model->offsets[f]; i < model->offsets[f + 1]; ++i) {
            fprintf(file, " %u", model->corners[i] + 1);
        }
        fputs("\n", file);
    }
    close_file(file);
    ti_model_release(model);
}

void ti_writer_begin(ti_writer* writer, const char* name)
{
    writer->file = open_file(writer, "", name, ".json");
    writer->bodies = 0;
    fputs("{ \"toi\": 1,\n  \"bodies\": [", writer->file);
}

static void put_key(FILE* file, const char* key)
{
    fprintf(file, ", \"%s\": ", key);
}

// A list of three numbers without a key.
static void put_numbers(FILE* file, toi_vec3 v)
{
    double values[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; ++i) {
        fputs(i == 0 ? "[" : ", ", file);
        put_number(file, values[i]);
    }
    fputs("]", file);
}

static void put_vector(FILE* file, const char* key, toi_vec3 v)
{
    put_key(file, key);
    put_numbers(file, v);
}

static void put_value(FILE* file, const char* key, double value)
{
    put_key(file, key);
    put_number(file, value);
}

// Position and quaternion without braces; what the identity has is left out.
static void put_placement(FILE* file, toi_pose pose, const char* separator)
{
    const toi_vec3 p = pose.position;
    const toi_quat q = pose.quaternion;
    if (p.x != 0.0 || p.y != 0.0 || p.z != 0.0) {
        fprintf(file, "%s\"position\": [", separator);
        put_number(file, p.x);
        fputs(", ", file);
        put_number(file, p.y);
        fputs(", ", file);
        put_number(file, p.z);
        fputs("]", file);
        separator = ", ";
    }
    if (q.x != 0.0 || q.y != 0.0 || q.z != 0.0) {
        double values[4] = {q.w, q.x, q.y, q.z};
        fprintf(file, "%s\"quaternion\": [", separator);
        for (int i = 0; i < 4; ++i) {
            fputs(i == 0 ? "" : ", ", file);
            put_number(file, values[i]);
        }
        fputs("]", file);
    }
}

static void put_pose(FILE* file, const char* key, toi_pose pose)
{
    put_key(file, key);
    fputs("{", file);
    put_placement(file, pose, "");
    fputs("}", file);
}

static void put_keys(FILE* file, const toi_motion* m)
{
    fputs(", \"keys\": [", file);
    for (uint32_t i = 0; i < m->key_count; ++i) {
        fputs(i == 0 ? "\n      {\"t\": " : ",\n      {\"t\": ", file);
        put_number(file, m->keys[i].t);
        put_placement(file, m->keys[i].pose, ", ");
        fputs("}", file);
    }
    fputs("]", file);
}

static void put_moves(FILE* file, const toi_motion* m)
{
    fputs(", \"moves\": [", file);
    for (uint32_t i = 0; i < m->move_count; ++i) {
        const toi_move* move = &m->moves[i];
        fputs(i == 0 ? "\n      {" : ",\n      {", file);
        if (move->kind == TOI_MOVE_ROTATION) {
            fputs("\"rotate\": {\"point\": ", file);
            put_numbers(file, move->point);
            put_vector(file, "axis", move->axis);
            put_value(file, "angle", move->angle);
            fputs("}", file);
        } else {
            fputs("\"translate\": ", file);
            put_numbers(file, move->by);
        }
        if (move->until != 0.0) {
            put_value(file, "until", move->until);
        }
        fputs("}", file);
    }
    fputs("]", file);
}

static void put_list(FILE* file, const char* key, const double* numbers, uint32_t count, uint32_t size)
{
    fprintf(file, ", \"%s\": [", key);
    for (uint32_t i = 0; i < count * size; ++i) {
        fputs(i == 0 ? "" : ", ", file);
        fputs(size > 1 && i % size == 0 ? "[" : "", file);
        put_number(file, numbers[i]);
        fputs(size > 1 && i % size == size - 1 ? "]" : "", file);
    }
    fputs("]", file);
}

static void put_rational(FILE* file, const toi_rational* m)
{
    if (m->matrix != NULL) {
        put_list(file, "matrix", m->matrix, m->matrix_count, 9);
    } else {
        put_list(file, "rotation", &m->rotation->w, m->rotation_count, 4);
    }
    put_list(file, "translation", &m->translation->x, m->translation_count, 3);
    if (m->weights != NULL) {
        put_list(file, "weights", m->weights, m->translation_count, 1);
    }
}

static void put_rationals(FILE* file, const toi_motion* m)
{
    if (m->rational_count == 1) {
        put_rational(file, m->rationals);
        return;
    }
    fputs(", \"pieces\": [", file);
    for (uint32_t i = 0; i < m->rational_count; ++i) {
        fputs(i == 0 ? "\n      {\"until\": " : ",\n      {\"until\": ", file);
        put_number(file, m->rationals[i].until);
        put_rational(file, &m->rationals[i]);
        fputs("}", file);
    }
    fputs("]", file);
}

static const char* const path_names[] = {"screw", "slerp", "nlerp"};
static const char* const kind_names[] = {"static", "translation", "rotation", "screw",    "between",
                                         "spin",   "keyframes",   "moves",    "rational", "vertices"};

static void put_motion(FILE* file, const toi_motion* m)
{
    fprintf(file, "{\"kind\": \"%s\"", kind_names[m->kind]);
    if (m->kind == TOI_MOTION_KEYFRAMES || m->kind == TOI_MOTION_BETWEEN) {
        fprintf(file, ", \"path\": \"%s\"", path_names[m->path]);
    }
    if (m->kind == TOI_MOTION_KEYFRAMES) {
        put_keys(file, m);
        fputs("}", file);
        return;
    }
    if (m->kind == TOI_MOTION_RATIONAL) {
        put_rationals(file, m);
        fputs("}", file);
        return;
    }
    put_pose(file, m->kind == TOI_MOTION_BETWEEN ? "start" : "pose", m->pose);
    if (m->kind == TOI_MOTION_BETWEEN) {
        put_pose(file, "end", m->end);
    }
    if (m->kind == TOI_MOTION_TRANSLATION || m->kind == TOI_MOTION_SPIN) {
        put_vector(file, "by", m->by);
    }
    if (m->kind == TOI_MOTION_SPIN) {
        put_vector(file, "center", m->point);
    }
    if (m->kind == TOI_MOTION_ROTATION || m->kind == TOI_MOTION_SCREW) {
        put_vector(file, "point", m->point);
    }
    if (m->kind == TOI_MOTION_ROTATION || m->kind == TOI_MOTION_SCREW || m->kind == TOI_MOTION_SPIN) {
        put_vector(file, "axis", m->axis);
        put_value(file, "angle", m->angle);
    }
    if (m->kind == TOI_MOTION_SCREW) {
        put_value(file, "advance", m->advance);
    }
    if (m->kind == TOI_MOTION_MOVES) {
        put_moves(file, m);
    }
    if (m->kind == TOI_MOTION_VERTICES) {
        put_list(file, "to", &m->to->x, m->to_count, 3);
    }
    fputs("}", file);
}

static void begin_body(ti_writer* writer, const char* name)
{
    fprintf(writer->file, "%s\n    {\"name\": \"%s\", \"mesh\": ", writer->bodies++ == 0 ? "" : ",", name);
}

static void end_body(ti_writer* writer, const toi_motion* motion)
{
    fputs(",\n     \"motion\": ", writer->file);
    put_motion(writer->file, motion);
    fputs("}", writer->file);
}

void ti_writer_body(ti_writer* writer, const char* name, const char* mesh, const toi_motion* motion)
{
    begin_body(writer, name);
    fprintf(writer->file, "\"meshes/%s.obj\"", mesh);
    end_body(writer, motion);
}

void ti_writer_box(ti_writer* writer, const char* name, toi_vec3 half, const toi_motion* motion)
{
    begin_body(writer, name);
    fputs("{\"box\": ", writer->file);
    put_numbers(writer->file, half);
    fputs("}", writer->file);
    end_body(writer, motion);
}

void ti_writer_deforming(ti_writer* writer, const char* name, const char* mesh, const char* end,
                         toi_pose pose)
{
    begin_body(writer, name);
    fprintf(writer->file, "\"meshes/%s.obj\",\n     \"motion\": {\"kind\": \"vertices\"", mesh);
    put_pose(writer->file, "pose", pose);
    fprintf(writer->file, ", \"to\": \"meshes/%s.obj\"}}", end);
}

// From when on faces meet, and how many do at some time.
static void put_meet(FILE* file, const ti_known* known)
{
    fputs("\"meet\": {\"from\": ", file);
    put_number(file, known->time);
    fprintf(file, ", \"bodies\": [\"%s\", \"%s\"]", known->a, known->b);
    if (known->faces_time > 0.0) {
        put_value(file, "time", known->faces_time);
        fprintf(file, ", \"faces\": %" PRIu64, known->face_pairs);
    }
    fputs("}", file);
}

// What is known of the motion, without its source.
static void put_known(FILE* file, const ti_known* known)
{
    if (known->deforms || known->faces_time > 0.0) {
        put_meet(file, known);
    }
    if (known->deforms) {
        return;
    }
    fputs(known->faces_time > 0.0 ? ",\n      " : "", file);
    fprintf(file, "\"collides\": %s", known->a == NULL ? "false" : "true");
    if (known->a != NULL) {
        put_value(file, "toi", known->time);
        put_value(file, "toi_tolerance", known->error);
        fprintf(file, ", \"first\": [\"%s\", \"%s\"], \"contacts\": %u", known->a, known->b, known->contacts);
    }
}

void ti_writer_end(ti_writer* writer, const char* const* ignore, const ti_known* known)
{
    FILE* file = writer->file;
    fputs("],\n", file);
    if (ignore != NULL) {
        fputs("  \"ignore\": [", file);
        for (uint32_t i = 0; ignore[i] != NULL; i += 2) {
            fprintf(file, "%s[\"%s\", \"%s\"]", i == 0 ? "" : ", ", ignore[i], ignore[i + 1]);
        }
        fputs("],\n", file);
    }
    fprintf(file, "  \"extras\": {\"about\": \"%s\",", known->about);
    if (known->up) {
        fprintf(file, " \"up\": \"%s\",", known->up);
    }
    fputs("\n    \"expected\": {", file);
    put_known(file, known);
    fprintf(file, ", \"source\": \"%s\"}}}\n", known->source);
    close_file(file);
}
