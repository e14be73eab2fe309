// Reads files of queries line by line; what is wrong is told with its line.

#include "queries.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { MOST_LINE = 4096, FIELDS = QUERY_NUMBERS + 5, RATIONAL_FIELDS = 7, RATIONAL_ROWS = 8 };

#define MOST_BYTES ((uint64_t)1 << 34) // unpacked

typedef struct reader {
    const char* path;
    gzFile file;
    char line[MOST_LINE];
    char* field[FIELDS];
    int fields;
    uint64_t number, bytes;
    toi_primitive_kind kind; // of rational rows
    tool_queries* queries;
    ti_scene_error* error;
} reader;

static toi_status fail(const reader* r, toi_status status, const char* what)
{
    r->error->status = status;
    snprintf(r->error->text, sizeof r->error->text, "%.128s:%llu: %s", r->path, (unsigned long long)r->number,
             what);
    return status;
}

static toi_status fail_memory(const reader* r)
{
    r->error->status = TOI_ERROR_MEMORY;
    snprintf(r->error->text, sizeof r->error->text, "%.128s: out of memory", r->path);
    return TOI_ERROR_MEMORY;
}

static toi_status fail_to_open(const reader* r)
{
    if (errno == 0 || errno == ENOMEM) {
        return fail_memory(r);
    }
    r->error->status = TOI_ERROR_FORMAT;
    snprintf(r->error->text, sizeof r->error->text, "%.128s: cannot be opened: %s", r->path, strerror(errno));
    return TOI_ERROR_FORMAT;
}

// Cuts the next line into its fields. At the end there are none.
static toi_status next_line(reader* r)
{
    r->fields = 0;
    ++r->number;
    if (!gzgets(r->file, r->line, MOST_LINE)) {
        int code = 0;
        gzerror(r->file, &code);
        if (code == Z_MEM_ERROR) {
            return fail_memory(r);
        }
        return code == Z_OK || code == Z_STREAM_END ? TOI_OK
                                                    : fail(r, TOI_ERROR_FORMAT, "cannot be read or unpacked");
    }
    size_t length = strlen(r->line);
    r->bytes += length;
    if (r->bytes > MOST_BYTES) {
        return fail(r, TOI_ERROR_LIMIT, "is too large when it is unpacked");
    }
    if (length + 1 == MOST_LINE) {
        return fail(
            r, TOI_ERROR_FORMAT,
            "the line is too long: a file of queries is CSV, with the rows that toi primitives --help names");
    }
    r->line[strcspn(r->line, "\r\n")] = 0;
    for (char* at = r->line; at; ++r->fields) {
        if (r->fields == FIELDS) {
            return fail(r, TOI_ERROR_FORMAT, "the line has too many fields");
        }
        r->field[r->fields] = at + strspn(at, " ");
        at = strchr(at, ',');
        if (at) {
            *at++ = 0;
        }
    }
    return TOI_OK;
}

static bool read_number(const char* text, double* x)
{
    char* end = NULL;
    *x = strtod(text, &end);
    return end != text && end[strspn(end, " ")] == 0;
}

// The list with room for so many elements; NULL without memory, and it stays as it is.
static void* with_room(void* list, size_t* room, size_t needed, size_t size)
{
    if (needed <= *room) {
        return list;
    }
    size_t more = needed + needed / 2 + 64;
    void* grown = more < SIZE_MAX / size ? realloc(list, more * size) : NULL;
    *room = grown ? more : *room;
    return grown;
}

static toi_status add(reader* r, tool_query* q, const char* id)
{
    tool_queries* all = r->queries;
    size_t length = strlen(id) + 1;
    tool_query* list = with_room(all->list, &all->room, all->count + 1, sizeof *list);
    all->list = list ? list : all->list;
    char* names = with_room(all->names, &all->names_room, all->names_used + length, 1);
    all->names = names ? names : all->names;
    if (!list || !names) {
        return fail_memory(r);
    }
    q->id = all->names_used;
    memcpy(names + all->names_used, id, length);
    all->names_used += length;
    list[all->count++] = *q;
    return TOI_OK;
}

// id, scene, type, 24 numbers, and perhaps whether they touch and when.
static toi_status read_row(reader* r)
{
    tool_query q = {.time = (double)NAN};
    bool known = r->fields == FIELDS;
    if (!known && r->fields != FIELDS - 2) {
        return fail(r, TOI_ERROR_FORMAT, "a row has id, scene, type, 24 numbers, and gt and toi or neither");
    }
    q.kind = strcmp(r->field[2], "vf") == 0 ? TOI_PRIMITIVE_VF : TOI_PRIMITIVE_EE;
    if (q.kind == TOI_PRIMITIVE_EE && strcmp(r->field[2], "ee") != 0) {
        return fail(r, TOI_ERROR_FORMAT, "the type must be vf or ee");
    }
    for (int i = 0; i < QUERY_NUMBERS; ++i) {
        if (!read_number(r->field[3 + i], &q.x[i]) || !isfinite(q.x[i])) {
            return fail(r, TOI_ERROR_FORMAT, "a coordinate is not a finite number");
        }
    }
    if (known) {
        double truth = 0.0;
        if (!read_number(r->field[FIELDS - 2], &truth) || !(truth == 0.0 || truth == 1.0) ||
            !read_number(r->field[FIELDS - 1], &q.time)) {
            return fail(r, TOI_ERROR_FORMAT, "gt must be 0 or 1, and toi a number or inf");
        }
        q.truth = truth == 1.0 ? QUERY_CONTACT : QUERY_CLEAR;
    }
    return add(r, &q, r->field[0]);
}

// A whole number that a double is, to the last digit.
static bool read_whole(const char* text, double* x)
{
    char again[MOST_LINE];
    if (!read_number(text, x) || !isfinite(*x)) {
        return false;
    }
    const char* digits = text + (*text == '-');
    digits += strspn(digits, "0");
    size_t length = strspn(digits, "0123456789");
    snprintf(again, sizeof again, "%.0f", fabs(*x));
    return *x == 0.0 ? length == 0 : strlen(again) == length && strncmp(again, digits, length) == 0;
}

// Numerator and denominator of three coordinates, and whether the query is a contact.
static toi_status read_rational_row(reader* r, int row, tool_query* q)
{
    if (r->fields != RATIONAL_FIELDS) {
        return fail(r, TOI_ERROR_FORMAT, "a query of rational numbers has eight rows of seven fields");
    }
    for (int k = 0; k < 3; ++k) {
        double numerator, denominator;
        int exponent;
        if (!read_whole(r->field[2 * k], &numerator) || !read_whole(r->field[2 * k + 1], &denominator) ||
            frexp(denominator, &exponent) != 0.5) {
            return fail(r, TOI_ERROR_FORMAT,
                        "a coordinate must be a double: a whole number over a power of two");
        }
        q->x[3 * row + k] = ldexp(numerator, 1 - exponent);
    }
    bool contact = strcmp(r->field[RATIONAL_FIELDS - 1], "1") == 0;
    if (!contact && strcmp(r->field[RATIONAL_FIELDS - 1], "0") != 0) {
        return fail(r, TOI_ERROR_FORMAT, "the last field of a row must be 0 or 1");
    }
    q->truth = contact ? QUERY_CONTACT : QUERY_CLEAR;
    return TOI_OK;
}

static toi_status read_rational(reader* r)
{
    tool_query q = {.time = (double)NAN, .kind = (uint8_t)r->kind};
    if (r->kind == TOI_PRIMITIVE_NONE) {
        return fail(r, TOI_ERROR_FORMAT,
                    "rational rows do not say of what they are; say --kind vf or --kind ee");
    }
    char id[32];
    snprintf(id, sizeof id, "%zu", r->queries->count);
    toi_status status = read_rational_row(r, 0, &q);
    for (int row = 1; row < RATIONAL_ROWS && status == TOI_OK; ++row) {
        status = next_line(r);
        status = status == TOI_OK ? read_rational_row(r, row, &q) : status;
    }
    return status == TOI_OK ? add(r, &q, id) : status;
}

static toi_status read_lines(reader* r)
{
    toi_status status = next_line(r);
    if (status == TOI_OK && r->fields > 0 && strcmp(r->field[0], "id") == 0) {
        status = next_line(r);
    }
    while (status == TOI_OK && r->fields > 0) {
        if (r->fields > 1 || r->field[0][0]) { // an empty line says nothing
            status = r->fields == RATIONAL_FIELDS ? read_rational(r) : read_row(r);
        }
        status = status == TOI_OK ? next_line(r) : status;
    }
    return status;
}

static toi_primitive_kind kind_by_name(const char* path)
{
    return strstr(path, "vertex-face") ? TOI_PRIMITIVE_VF
           : strstr(path, "edge-edge") ? TOI_PRIMITIVE_EE
                                       : TOI_PRIMITIVE_NONE;
}

toi_status tool_queries_read(const char* path, toi_primitive_kind kind, tool_queries* queries,
                             ti_scene_error* error)
{
    reader* r = calloc(1, sizeof *r);
    *queries = (tool_queries){0};
    *error = (ti_scene_error){.status = TOI_ERROR_MEMORY};
    if (!r) {
        return TOI_ERROR_MEMORY;
    }
    r->path = path;
    r->queries = queries;
    r->error = error;
    r->kind = kind ? kind : kind_by_name(path);
    errno = 0;
    r->file = gzopen(path, "rb");
    toi_status status = r->file ? read_lines(r) : fail_to_open(r);
    if (r->file) {
        gzclose(r->file);
    }
    free(r);
    return status;
}

void tool_queries_release(tool_queries* queries)
{
    free(queries->list);
    free(queries->names);
    *queries = (tool_queries){0};
}
