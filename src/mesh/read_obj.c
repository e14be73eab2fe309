// Wavefront OBJ: vertices, faces, lines and points. What only describes looks, groups or curved surfaces is
// skipped.

#include "mesh/number.h"
#include "mesh/reader.h"

// The largest vertex number that was named before its vertex came. A file may name later vertices, so that is
// known to be wrong only at its end.
typedef struct forward {
    int64_t vertex; // counted from 1; 0 while there is none
    uint64_t line;
    uint32_t face;
} forward;

static const char* const skipped_words[] = {
    "vn",     "vt",    "vp",       "g",        "o",     "s",          "usemtl",    "mtllib", "mg",   "usemap",
    "maplib", "bevel", "c_interp", "d_interp", "lod",   "shadow_obj", "trace_obj", "vc",     "vw",   "cstype",
    "deg",    "bmat",  "step",     "curv",     "curv2", "surf",       "parm",      "trim",   "hole", "scrv",
    "sp",     "end",   "con",      "ctech",    "stech", "bsp",        "bzp",       "cdc",    "cdp",  "res",
};

static bool is_skipped(const char* word, size_t length)
{
    for (size_t i = 0; i < sizeof skipped_words / sizeof skipped_words[0]; ++i) {
        if (ti_text_word_is(word, length, skipped_words[i])) {
            return true;
        }
    }
    return false;
}

// Goes to the next line that is not joined to this one.
static void skip_statement(ti_reader* reader)
{
    const char* word;
    ti_text_skip_blanks(reader);
    while (ti_text_word(reader, &word) > 0) {
        ti_text_skip_blanks(reader);
    }
    ti_text_next_line(reader);
}

// True at the end of the statement: the end of its last line, or a comment.
static bool statement_ends(ti_reader* reader)
{
    ti_text_skip_blanks(reader);
    return ti_text_line_ends(reader) || *reader->at == '#';
}

// v x y z, then nothing, a weight, a colour of three or four numbers, or a weight and a colour. The weight
// matters for curved surfaces alone.
static toi_status read_vertex(ti_reader* reader)
{
    static const char* const what[3] = {"the x of a vertex, a number", "the y of a vertex, a number",
                                        "the z of a vertex, a number"};
    uint32_t vertex = reader->polygons.vertex_count;
    double position[3];
    for (int i = 0; i < 3; ++i) {
        toi_status status = ti_text_number(reader, vertex, what[i], &position[i]);
        if (status != TOI_OK) {
            return status;
        }
    }
    for (int i = 0; !statement_ends(reader); ++i) {
        double ignored;
        toi_status status = i < 5 ? ti_text_number(reader, vertex, "a weight or colour, a number", &ignored)
                                  : ti_reader_expected(reader, vertex, "at most 8 numbers in a vertex");
        if (status != TOI_OK) {
            return status;
        }
    }
    return ti_reader_add_vertex(reader, position);
}

// Skips /t, /t/n or //n behind a vertex number. Both numbers may be missing.
static void skip_attributes(ti_reader* reader)
{
    for (int i = 0; i < 2 && reader->at < reader->end && *reader->at == '/'; ++i) {
        int64_t ignored;
        const char* after = ti_integer_read(reader->at + 1, reader->end, &ignored);
        reader->at = after != NULL ? after : reader->at + 1;
    }
}

static toi_status vertex_out_of_range(ti_reader* reader, const forward* reference)
{
    return ti_reader_fail(reader, TOI_ERROR_FORMAT, reference->line, reference->face,
                          "face %u names vertex %lld of %u; the first is 1, or -1 from the end",
                          reference->face, (long long)reference->vertex, reader->polygons.vertex_count);
}

// One vertex of a face, line or point: its number, and a texture and a normal number that are skipped.
static toi_status read_reference(ti_reader* reader, forward* forwards, uint32_t* vertex)
{
    static const char expected[] = "a vertex number, as in 3, 3/1, 3//2, 3/1/2 or -1";
    uint32_t face = reader->polygons.face_count;
    const char* start = reader->at;
    int64_t number;
    const char* after = ti_integer_read(start, reader->end, &number);
    if (after == NULL) {
        return ti_reader_expected(reader, face, expected);
    }
    reader->at = after;
    skip_attributes(reader);
    if (!ti_text_word_ends(reader)) {
        reader->at = start;
        return ti_reader_expected(reader, face, expected);
    }
    forward reference = {number, reader->line, face};
    int64_t count = reader->polygons.vertex_count;
    if (number == 0 || number < -count) {
        return number == 0 ? ti_reader_fail(reader, TOI_ERROR_FORMAT, reader->line, face,
                                            "face %u names vertex 0; vertices are counted from 1", face)
                           : vertex_out_of_range(reader, &reference);
    }
    if (number > count && number > forwards->vertex) {
        *forwards = reference;
    }
    *vertex = (uint32_t)(number < 0 ? count + number : (number - 1) & UINT32_MAX);
    return TOI_OK;
}

// f v v v ...: one face.
static toi_status read_face(ti_reader* reader, forward* forwards)
{
    uint32_t before = reader->corner_count;
    while (!statement_ends(reader)) {
        uint32_t vertex;
        toi_status status = read_reference(reader, forwards, &vertex);
        status = status == TOI_OK ? ti_reader_add_corner(reader, vertex) : status;
        if (status != TOI_OK) {
            return status;
        }
    }
    if (reader->corner_count == before) {
        return ti_reader_expected(reader, reader->polygons.face_count, "the vertex numbers of a face");
    }
    return ti_reader_end_face(reader);
}

// p v v v ...: a face of one corner for each vertex.
static toi_status read_points(ti_reader* reader, forward* forwards)
{
    uint32_t before = reader->corner_count;
    while (!statement_ends(reader)) {
        uint32_t vertex;
        toi_status status = read_reference(reader, forwards, &vertex);
        status = status == TOI_OK ? ti_reader_add_corner(reader, vertex) : status;
        status = status == TOI_OK ? ti_reader_end_face(reader) : status;
        if (status != TOI_OK) {
            return status;
        }
    }
    if (reader->corner_count == before) {
        return ti_reader_expected(reader, reader->polygons.face_count, "the vertex numbers of points");
    }
    return TOI_OK;
}

static toi_status add_segment(ti_reader* reader, uint32_t from, uint32_t to)
{
    toi_status status = ti_reader_add_corner(reader, from);
    status = status == TOI_OK ? ti_reader_add_corner(reader, to) : status;
    return status == TOI_OK ? ti_reader_end_face(reader) : status;
}

// l v v v ...: a face of two corners from each vertex to the next.
static toi_status read_line(ti_reader* reader, forward* forwards)
{
    uint32_t last = 0;
    for (int64_t count = 0; count < 2 || !statement_ends(reader); ++count) {
        uint32_t vertex;
        ti_text_skip_blanks(reader);
        toi_status status = read_reference(reader, forwards, &vertex);
        if (status == TOI_OK && count > 0) {
            status = add_segment(reader, last, vertex);
        }
        if (status != TOI_OK) {
            return status;
        }
        last = vertex;
    }
    return TOI_OK;
}

static toi_status read_statement(ti_reader* reader, forward* forwards)
{
    const char* start = reader->at;
    const char* word;
    size_t length = ti_text_word(reader, &word);
    toi_status status;
    if (ti_text_word_is(word, length, "v")) {
        status = read_vertex(reader);
    } else if (ti_text_word_is(word, length, "f") || ti_text_word_is(word, length, "fo")) {
        status = read_face(reader, forwards);
    } else if (ti_text_word_is(word, length, "l")) {
        status = read_line(reader, forwards);
    } else if (ti_text_word_is(word, length, "p")) {
        status = read_points(reader, forwards);
    } else if (is_skipped(word, length)) {
        skip_statement(reader);
        return TOI_OK;
    } else {
        reader->at = start;
        status = ti_reader_expected(reader, 0, "a statement of OBJ such as v, f, l, p or a # comment");
    }
    if (status == TOI_OK) {
        ti_text_next_line(reader); // past the line break, or past a comment
    }
    return status;
}

toi_status ti_obj_read(ti_reader* reader)
{
    forward forwards = {0};
    reader->backslash_joins = true;
    for (;;) {
        ti_text_skip_blanks(reader);
        ti_text_skip_space(reader, '#');
        if (reader->at == reader->end) {
            break;
        }
        toi_status status = read_statement(reader, &forwards);
        if (status != TOI_OK) {
            return status;
        }
    }
    if (forwards.vertex > reader->polygons.vertex_count) {
        return vertex_out_of_range(reader, &forwards);
    }
    return TOI_OK;
}
