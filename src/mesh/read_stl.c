// STL, text and binary: three vertices of their own for each triangle. The stored normals are not looked at.

#include "mesh/reader.h"

#include <math.h>
#include <string.h>

enum { HEADER_SIZE = 84, COUNT_OFFSET = 80, TRIANGLE_SIZE = 50, NORMAL_SIZE = 12 };

// ---- text

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool word_is(const char* word, size_t length, const char* expected)
{
    size_t i = 0;
    while (i < length && expected[i] != '\0' && lower(word[i]) == expected[i]) {
        ++i;
    }
    return i == length && expected[i] == '\0';
}

// Moves past the next word of the file if it is `expected`, in letters of either case.
static bool accept_word(ti_reader* reader, const char* expected)
{
    ti_text_skip_space(reader, '\0');
    const char* word;
    size_t length = ti_text_word(reader, &word);
    if (!word_is(word, length, expected)) {
        reader->at = word; // a word has no line break: the line is still right
        return false;
    }
    return true;
}

static toi_status missing(ti_reader* reader, const char* expected)
{
    return ti_reader_expected(reader, reader->polygons.face_count, expected);
}

// "vertex" and three numbers
static toi_status read_text_vertex(ti_reader* reader)
{
    static const char* const what[3] = {"the x of a vertex, a number", "the y of a vertex, a number",
                                        "the z of a vertex, a number"};
    if (!accept_word(reader, "vertex")) {
        return missing(reader, "'vertex', three for each facet");
    }
    double position[3];
    for (int i = 0; i < 3; ++i) {
        ti_text_skip_space(reader, '\0');
        toi_status status = ti_text_number(reader, reader->polygons.face_count, what[i], &position[i]);
        if (status != TOI_OK) {
            return status;
        }
    }
    toi_status status = ti_reader_add_corner(reader, reader->polygons.vertex_count);
    return status == TOI_OK ? ti_reader_add_vertex(reader, position) : status;
}

// What follows "facet": a normal of any words, as some programs write "nan" there, then the loop.
static toi_status read_text_facet(ti_reader* reader)
{
    if (!accept_word(reader, "normal")) {
        return missing(reader, "'normal' after 'facet'");
    }
    int words = 0;
    while (!accept_word(reader, "outer")) {
        const char* word;
        if (words == 3 || ti_text_word(reader, &word) == 0) {
            return missing(reader, "'outer loop' after the normal");
        }
        ++words;
    }
    if (!accept_word(reader, "loop")) {
        return missing(reader, "'loop' after 'outer'");
    }
    for (int corner = 0; corner < 3; ++corner) {
        toi_status status = read_text_vertex(reader);
        if (status != TOI_OK) {
            return status;
        }
    }
    if (!accept_word(reader, "endloop")) {
        return missing(reader, "'endloop' after three vertices");
    }
    if (!accept_word(reader, "endfacet")) {
        return missing(reader, "'endfacet' after 'endloop'");
    }
    return ti_reader_end_face(reader);
}

// One or more solids: "solid", a name up to the end of the line, facets, "endsolid".
static toi_status read_text(ti_reader* reader)
{
    while (accept_word(reader, "solid")) {
        ti_text_next_line(reader);
        while (accept_word(reader, "facet")) {
            toi_status status = read_text_facet(reader);
            if (status != TOI_OK) {
                return status;
            }
        }
        if (!accept_word(reader, "endsolid")) {
            return missing(reader, "'facet' or 'endsolid'");
        }
        ti_text_next_line(reader);
    }
    return reader->at == reader->end ? TOI_OK : missing(reader, "'solid' or the end of the file");
}

// ---- binary

static uint32_t read_word(const char* at)
{
    const unsigned char* b = (const unsigned char*)at;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static double read_float(const char* at)
{
    uint32_t bits = read_word(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static toi_status read_triangle(ti_reader* reader, const char* at)
{
    for (int corner = 0; corner < 3; ++corner) {
        double position[3];
        for (int i = 0; i < 3; ++i) {
            const char* place = at + NORMAL_SIZE + 12 * corner + 4 * i;
            position[i] = read_float(place);
            if (!isfinite(position[i])) {
                return ti_reader_fail(reader, TOI_ERROR_FORMAT, 0, (uint64_t)(place - reader->start),
                                      "triangle %u has a coordinate that is not finite",
                                      reader->polygons.face_count);
            }
        }
        toi_status status = ti_reader_add_corner(reader, reader->polygons.vertex_count);
        status = status == TOI_OK ? ti_reader_add_vertex(reader, position) : status;
        if (status != TOI_OK) {
            return status;
        }
    }
    return ti_reader_end_face(reader);
}

static uint64_t binary_size(uint32_t triangles)
{
    return HEADER_SIZE + (uint64_t)TRIANGLE_SIZE * triangles;
}

static toi_status read_binary(ti_reader* reader)
{
    uint64_t size = (uint64_t)(reader->end - reader->start);
    if (size < HEADER_SIZE) {
        return ti_reader_fail(reader, TOI_ERROR_FORMAT, 0, 0,
                              "expected text that starts with 'solid', or a binary STL of at least %d bytes; "
                              "the file has %llu",
                              HEADER_SIZE, (unsigned long long)size);
    }
    uint32_t count = read_word(reader->start + COUNT_OFFSET);
    if (size != binary_size(count)) {
        return ti_reader_fail(reader, TOI_ERROR_FORMAT, 0, COUNT_OFFSET,
                              "a binary STL of %u triangles has %llu bytes, this file has %llu", count,
                              (unsigned long long)binary_size(count), (unsigned long long)size);
    }
    toi_status status = ti_reader_reserve(reader, 3 * (uint64_t)count, count, 3 * (uint64_t)count);
    for (uint32_t i = 0; i < count && status == TOI_OK; ++i) {
        status = read_triangle(reader, reader->start + HEADER_SIZE + (size_t)TRIANGLE_SIZE * i);
    }
    return status;
}

// Some binary files start with "solid" too, so the size decides first. A zero byte where the header would be
// shows a binary file whose size is wrong.
static bool is_text(ti_reader* reader)
{
    size_t size = (size_t)(reader->end - reader->start);
    if (size >= HEADER_SIZE && size == binary_size(read_word(reader->start + COUNT_OFFSET))) {
        return false;
    }
    if (memchr(reader->start, '\0', size < HEADER_SIZE ? size : HEADER_SIZE) != NULL) {
        return false;
    }
    ti_reader look = *reader;
    return accept_word(&look, "solid");
}

toi_status ti_stl_read(ti_reader* reader)
{
    return is_text(reader) ? read_text(reader) : read_binary(reader);
}
