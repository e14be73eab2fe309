// OFF as text: OFF, and COFF, NOFF, STOFF and their mixtures, whose colours, normals and texture places are
// skipped.

#include "mesh/reader.h"

enum {
    LEAST_VERTEX = 6,       // bytes of the shortest vertex line, "0 0 0\n"
    LEAST_FACE = 4,         // bytes of the shortest face line, "1 0\n"
    MOST_VERTEX_EXTRAS = 9, // numbers behind x y z: colour of 4, normal of 3, texture of 2
    MOST_FACE_EXTRAS = 4,   // numbers behind a face: a colour, or its place in a map
};

// Moves past `text` if it is next.
static bool accept(ti_reader* reader, const char* text)
{
    const char* at = reader->at;
    for (; *text != '\0'; ++text, ++at) {
        if (at == reader->end || *at != *text) {
            return false;
        }
    }
    reader->at = at;
    return true;
}

// The keyword may be missing, and some files have no space between it and the first count.
static toi_status read_keyword(ti_reader* reader)
{
    const char* start = reader->at;
    bool digit = start < reader->end && *start >= '0' && *start <= '9';
    accept(reader, "ST");
    accept(reader, "C");
    accept(reader, "N");
    if (accept(reader, "OFF")) {
        ti_text_skip_blanks(reader);
        if (accept(reader, "BINARY")) {
            return ti_reader_fail(reader, TOI_ERROR_FORMAT, reader->line, 0,
                                  "binary OFF is not read; expected an OFF file as text");
        }
        return TOI_OK;
    }
    bool four = digit && (accept(reader, "4OFF") || accept(reader, "4nOFF"));
    reader->at = start;
    if (digit && !four) {
        return TOI_OK;
    }
    return ti_reader_expected(reader, 0, "OFF, COFF, NOFF or STOFF (three coordinates a vertex)");
}

static bool row_ends(ti_reader* reader)
{
    ti_text_skip_blanks(reader);
    return ti_text_line_ends(reader) || *reader->at == '#';
}

// Numbers up to the end of the line, at most `most`.
static toi_status skip_extras(ti_reader* reader, uint64_t index, int most, const char* what)
{
    for (int i = 0; !row_ends(reader); ++i) {
        double ignored;
        toi_status status = i < most ? ti_text_number(reader, index, what, &ignored)
                                     : ti_reader_expected(reader, index, what);
        if (status != TOI_OK) {
            return status;
        }
    }
    return TOI_OK;
}

static toi_status read_vertex(ti_reader* reader)
{
    static const char* const what[3] = {"the x of a vertex, a number", "the y of a vertex, a number",
                                        "the z of a vertex, a number"};
    uint32_t vertex = reader->polygons.vertex_count;
    double position[3];
    ti_text_skip_space(reader, '#');
    for (int i = 0; i < 3; ++i) {
        toi_status status = ti_text_number(reader, vertex, what[i], &position[i]);
        if (status != TOI_OK) {
            return status;
        }
    }
    toi_status status = skip_extras(reader, vertex, MOST_VERTEX_EXTRAS, "the end of the line after a vertex");
    return status == TOI_OK ? ti_reader_add_vertex(reader, position) : status;
}

static toi_status read_corner(ti_reader* reader)
{
    uint32_t face = reader->polygons.face_count;
    int64_t vertex;
    toi_status status = ti_text_integer(reader, face, "a vertex number", &vertex);
    if (status != TOI_OK) {
        return status;
    }
    if (vertex < 0 || vertex >= reader->polygons.vertex_count) {
        return ti_reader_fail(reader, TOI_ERROR_FORMAT, reader->line, face,
                              "face %u names vertex %lld of %u; the first is 0", face, (long long)vertex,
                              reader->polygons.vertex_count);
    }
    return ti_reader_add_corner(reader, (uint32_t)vertex);
}

static toi_status read_face(ti_reader* reader)
{
    uint32_t face = reader->polygons.face_count;
    int64_t corners;
    ti_text_skip_space(reader, '#');
    toi_status status = ti_text_integer(reader, face, "the number of corners of a face", &corners);
    if (status == TOI_OK && corners < 1) {
        status = ti_reader_fail(reader, TOI_ERROR_FORMAT, reader->line, face,
                                "face %u has %lld corners; expected at least 1", face, (long long)corners);
    }
    for (int64_t i = 0; i < corners && status == TOI_OK; ++i) {
        status = read_corner(reader);
    }
    if (status == TOI_OK) {
        status =
            skip_extras(reader, face, MOST_FACE_EXTRAS, "the end of the line or a colour after the corners");
    }
    return status == TOI_OK ? ti_reader_end_face(reader) : status;
}

// Numbers of vertices and faces; the number of edges may follow and means nothing.
static toi_status read_counts(ti_reader* reader, int64_t* vertices, int64_t* faces)
{
    ti_text_skip_space(reader, '#');
    toi_status status = ti_text_integer(reader, 0, "the number of vertices", vertices);
    status = status == TOI_OK ? ti_text_integer(reader, 0, "the number of faces", faces) : status;
    status =
        status == TOI_OK ? skip_extras(reader, 0, 1, "the number of edges or the end of the line") : status;
    if (status != TOI_OK) {
        return status;
    }
    if (*vertices < 0 || *faces < 0) {
        return ti_reader_fail(reader, TOI_ERROR_FORMAT, reader->line, 0,
                              "%lld vertices and %lld faces; expected counts from 0", (long long)*vertices,
                              (long long)*faces);
    }
    // The line break of the last line may be missing. Counts stay below 10^18 + 1, so the sum fits.
    uint64_t least = LEAST_VERTEX * (uint64_t)*vertices + LEAST_FACE * (uint64_t)*faces;
    uint64_t rest = (uint64_t)(reader->end - reader->at);
    if (least > rest + 1) {
        return ti_reader_fail(reader, TOI_ERROR_FORMAT, reader->line, 0,
                              "%lld vertices and %lld faces need at least %llu bytes, the file has %llu more",
                              (long long)*vertices, (long long)*faces, (unsigned long long)least,
                              (unsigned long long)rest);
    }
    return TOI_OK;
}

toi_status ti_off_read(ti_reader* reader)
{
    int64_t vertices = 0;
    int64_t faces = 0;
    ti_text_skip_space(reader, '#');
    toi_status status = read_keyword(reader);
    status = status == TOI_OK ? read_counts(reader, &vertices, &faces) : status;
    status = status == TOI_OK ? ti_reader_reserve(reader, (uint64_t)vertices, (uint64_t)faces, 0) : status;
    for (int64_t i = 0; i < vertices && status == TOI_OK; ++i) {
        status = read_vertex(reader);
    }
    for (int64_t i = 0; i < faces && status == TOI_OK; ++i) {
        status = read_face(reader);
    }
    if (status != TOI_OK) {
        return status;
    }
    ti_text_skip_space(reader, '#');
    return reader->at == reader->end
               ? TOI_OK
               : ti_reader_expected(reader, 0, "the end of the file after the last face");
}
