// What the readers of mesh files share: polygons that grow, a place in the text, and errors that name it.

#include "mesh/reader.h"

#include "core/error.h"
#include "core/memory.h"
#include "mesh/number.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    MAX_CORNERS = 1 << 30,
    FIRST_CAPACITY = 64,
    QUOTED_BYTES = 40, // of a word in a message
};

// ---- errors

toi_status ti_reader_fail(ti_reader* reader, toi_status status, uint64_t line, uint64_t index,
                          const char* format, ...)
{
    va_list values;
    va_start(values, format);
    ti_fail_at(reader->error, status, line, index, format, values);
    va_end(values);
    return status;
}

// The next word, safe to print: other bytes than printable ASCII as '?', and not too long.
static void quote_word(const ti_reader* reader, char quoted[QUOTED_BYTES + 8])
{
    ti_reader look = *reader;
    ti_text_skip_blanks(&look);
    const char* word;
    size_t length = ti_text_word(&look, &word);
    size_t shown = length < QUOTED_BYTES ? length : QUOTED_BYTES;
    for (size_t i = 0; i < shown; ++i) {
        quoted[i] = '?';
        if (word[i] > ' ' && word[i] <= '~') {
            quoted[i] = word[i];
        }
    }
    memcpy(quoted + shown, length > shown ? "..." : "", length > shown ? 4 : 1);
}

toi_status ti_reader_expected(ti_reader* reader, uint64_t index, const char* expected)
{
    char quoted[QUOTED_BYTES + 8];
    quote_word(reader, quoted);
    if (quoted[0] != '\0') {
        return ti_reader_fail(reader, TOI_ERROR_FORMAT, reader->line, index, "expected %s, found '%s'",
                              expected, quoted);
    }
    ti_reader look = *reader;
    ti_text_skip_blanks(&look);
    return ti_reader_fail(reader, TOI_ERROR_FORMAT, reader->line, index,
                          "expected %s, found the end of the %s", expected,
                          look.at == look.end ? "file" : "line");
}

// ---- polygons

// Moves `count` elements to memory that has room for `capacity`.
static void* grow(const ti_reader* reader, void* memory, uint64_t count, uint64_t capacity, size_t size)
{
    const toi_allocator* allocator = &reader->polygons.allocator;
    void* larger = capacity <= SIZE_MAX ? ti_allocate(allocator, (size_t)capacity, size) : NULL;
    if (larger != NULL && count > 0) {
        memcpy(larger, memory, (size_t)count * size);
    }
    return larger;
}

static toi_status out_of_memory(ti_reader* reader)
{
    return ti_reader_fail(reader, TOI_ERROR_MEMORY, 0, 0, "out of memory");
}

static toi_status reserve_vertices(ti_reader* reader, uint64_t capacity)
{
    toi_polygons* polygons = &reader->polygons;
    double* vertices = grow(reader, polygons->vertices, polygons->vertex_count, capacity, 3 * sizeof(double));
    if (vertices == NULL) {
        return out_of_memory(reader);
    }
    ti_release(&polygons->allocator, polygons->vertices);
    polygons->vertices = vertices;
    reader->vertex_capacity = capacity;
    return TOI_OK;
}

static toi_status reserve_faces(ti_reader* reader, uint64_t capacity)
{
    toi_polygons* polygons = &reader->polygons;
    uint64_t count = polygons->face_offsets != NULL ? (uint64_t)polygons->face_count + 1 : 0;
    uint32_t* offsets = grow(reader, polygons->face_offsets, count, capacity + 1, sizeof(uint32_t));
    if (offsets == NULL) {
        return out_of_memory(reader);
    }
    ti_release(&polygons->allocator, polygons->face_offsets);
    polygons->face_offsets = offsets;
    offsets[polygons->face_count] = polygons->face_count == 0 ? 0 : offsets[polygons->face_count];
    reader->face_capacity = capacity;
    return TOI_OK;
}

static toi_status reserve_corners(ti_reader* reader, uint64_t capacity)
{
    toi_polygons* polygons = &reader->polygons;
    uint32_t* indices = grow(reader, polygons->indices, reader->corner_count, capacity, sizeof(uint32_t));
    if (indices == NULL) {
        return out_of_memory(reader);
    }
    ti_release(&polygons->allocator, polygons->indices);
    polygons->indices = indices;
    reader->corner_capacity = capacity;
    return TOI_OK;
}

static toi_status too_many(ti_reader* reader, uint64_t limit, const char* what, const char* hint)
{
    return ti_reader_fail(reader, TOI_ERROR_LIMIT, reader->line, limit, "more than %llu %s%s",
                          (unsigned long long)limit, what, hint);
}

static toi_status too_many_vertices(ti_reader* reader)
{
    return too_many(reader, reader->max_vertices, "vertices", " (the limit max_vertices)");
}

static toi_status too_many_faces(ti_reader* reader)
{
    return too_many(reader, reader->max_faces, "faces", " (the limit max_faces)");
}

static toi_status too_many_corners(ti_reader* reader)
{
    return too_many(reader, MAX_CORNERS, "corners of faces", "");
}

toi_status ti_reader_reserve(ti_reader* reader, uint64_t vertices, uint64_t faces, uint64_t corners)
{
    toi_polygons* polygons = &reader->polygons;
    if (vertices > reader->max_vertices - polygons->vertex_count) {
        return too_many_vertices(reader);
    }
    if (faces > reader->max_faces - polygons->face_count) {
        return too_many_faces(reader);
    }
    if (corners > (uint64_t)MAX_CORNERS - reader->corner_count) {
        return too_many_corners(reader);
    }
    toi_status status = TOI_OK;
    if (polygons->vertex_count + vertices > reader->vertex_capacity) {
        status = reserve_vertices(reader, polygons->vertex_count + vertices);
    }
    if (status == TOI_OK && polygons->face_count + faces > reader->face_capacity) {
        status = reserve_faces(reader, polygons->face_count + faces);
    }
    if (status == TOI_OK && reader->corner_count + corners > reader->corner_capacity) {
        status = reserve_corners(reader, reader->corner_count + corners);
    }
    return status;
}

// Doubling keeps the total of all copies below twice the final size.
static uint64_t next_capacity(uint64_t capacity)
{
    return capacity < FIRST_CAPACITY ? FIRST_CAPACITY : 2 * capacity;
}

toi_status ti_reader_add_vertex(ti_reader* reader, const double position[3])
{
    toi_polygons* polygons = &reader->polygons;
    if (polygons->vertex_count == reader->vertex_capacity) {
        toi_status status = polygons->vertex_count < reader->max_vertices
                                ? reserve_vertices(reader, next_capacity(reader->vertex_capacity))
                                : too_many_vertices(reader);
        if (status != TOI_OK) {
            return status;
        }
    }
    if (polygons->vertex_count >= reader->max_vertices) {
        return too_many_vertices(reader);
    }
    memcpy(polygons->vertices + 3 * (size_t)polygons->vertex_count, position, 3 * sizeof(double));
    ++polygons->vertex_count;
    return TOI_OK;
}

toi_status ti_reader_add_corner(ti_reader* reader, uint32_t vertex)
{
    if (reader->corner_count == reader->corner_capacity) {
        toi_status status = reader->corner_count < MAX_CORNERS
                                ? reserve_corners(reader, next_capacity(reader->corner_capacity))
                                : too_many_corners(reader);
        if (status != TOI_OK) {
            return status;
        }
    }
    reader->polygons.indices[reader->corner_count++] = vertex;
    return TOI_OK;
}

toi_status ti_reader_end_face(ti_reader* reader)
{
    toi_polygons* polygons = &reader->polygons;
    if (polygons->face_count >= reader->max_faces) {
        return too_many_faces(reader);
    }
    if (polygons->face_count == reader->face_capacity) {
        toi_status status = reserve_faces(reader, next_capacity(reader->face_capacity));
        if (status != TOI_OK) {
            return status;
        }
    }
    polygons->face_offsets[++polygons->face_count] = reader->corner_count;
    return TOI_OK;
}

// ---- text

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static bool is_break(char c)
{
    return c == '\n' || c == '\r';
}

// Moves past the line break at the current place.
static void skip_break(ti_reader* reader)
{
    if (reader->end - reader->at >= 2 && reader->at[0] == '\r' && reader->at[1] == '\n') {
        ++reader->at;
    }
    ++reader->at;
    ++reader->line;
}

static bool joins_lines(const ti_reader* reader)
{
    return reader->backslash_joins && *reader->at == '\\' && reader->end - reader->at >= 2 &&
           is_break(reader->at[1]);
}

void ti_text_skip_blanks(ti_reader* reader)
{
    while (reader->at < reader->end) {
        if (is_blank(*reader->at)) {
            ++reader->at;
        } else if (joins_lines(reader)) {
            ++reader->at;
            skip_break(reader);
        } else {
            return;
        }
    }
}

bool ti_text_line_ends(const ti_reader* reader)
{
    return reader->at == reader->end || is_break(*reader->at);
}

void ti_text_next_line(ti_reader* reader)
{
    while (!ti_text_line_ends(reader)) {
        ++reader->at;
    }
    if (reader->at < reader->end) {
        skip_break(reader);
    }
}

void ti_text_skip_space(ti_reader* reader, char comment)
{
    while (reader->at < reader->end) {
        if (is_blank(*reader->at)) {
            ++reader->at;
        } else if (is_break(*reader->at)) {
            skip_break(reader);
        } else if (comment != '\0' && *reader->at == comment) {
            ti_text_next_line(reader);
        } else {
            return;
        }
    }
}

size_t ti_text_word(ti_reader* reader, const char** word)
{
    *word = reader->at;
    while (reader->at < reader->end && !is_blank(*reader->at) && !is_break(*reader->at) &&
           !joins_lines(reader)) {
        ++reader->at;
    }
    return (size_t)(reader->at - *word);
}

bool ti_text_word_is(const char* word, size_t length, const char* expected)
{
    return strlen(expected) == length && memcmp(word, expected, length) == 0;
}

static bool word_ends(const ti_reader* reader, const char* at)
{
    return at == reader->end || is_blank(*at) || is_break(*at) || *at == '#' ||
           (reader->backslash_joins && *at == '\\');
}

bool ti_text_word_ends(const ti_reader* reader)
{
    return word_ends(reader, reader->at);
}

toi_status ti_text_number(ti_reader* reader, uint64_t index, const char* what, double* value)
{
    ti_text_skip_blanks(reader);
    double number;
    const char* after = ti_number_read(reader->at, reader->end, &number);
    if (after == NULL || !word_ends(reader, after)) {
        return ti_reader_expected(reader, index, what);
    }
    if (!isfinite(number)) {
        char quoted[QUOTED_BYTES + 8];
        quote_word(reader, quoted);
        return ti_reader_fail(reader, TOI_ERROR_FORMAT, reader->line, index,
                              "expected %s, found '%s', which is too large for a double", what, quoted);
    }
    reader->at = after;
    *value = number;
    return TOI_OK;
}

toi_status ti_text_integer(ti_reader* reader, uint64_t index, const char* what, int64_t* value)
{
    ti_text_skip_blanks(reader);
    int64_t number;
    const char* after = ti_integer_read(reader->at, reader->end, &number);
    if (after == NULL || !word_ends(reader, after)) {
        return ti_reader_expected(reader, index, what);
    }
    reader->at = after;
    *value = number;
    return TOI_OK;
}
