// What the readers of mesh files share: polygons that grow, a place in the text, and errors that name it.

#ifndef TI_MESH_READER_H
#define TI_MESH_READER_H

#include "toi/mesh.h"

typedef struct ti_reader {
    const char* start; // the bytes of the file
    const char* at;    // next byte to read
    const char* end;
    uint64_t line;         // of `at`, counted from 1
    bool backslash_joins;  // a backslash at the end of a line makes the next line part of it
    toi_polygons polygons; // indices below 2^30, not yet checked against the final number of vertices
    uint32_t corner_count; // of finished faces and of the one that is being read
    uint64_t vertex_capacity, corner_capacity, face_capacity;
    uint64_t max_vertices, max_faces;
    toi_error* error; // filled by ti_reader_fail; may be NULL
} ti_reader;

// One for each format. They fill reader->polygons; what they leave there after an error the caller releases.
toi_status ti_obj_read(ti_reader* reader);
toi_status ti_stl_read(ti_reader* reader);
toi_status ti_ply_read(ti_reader* reader);
toi_status ti_off_read(ti_reader* reader);

// ---- errors

// Fills the error, if there is one to fill, and returns `status`.
__attribute__((format(printf, 5, 6))) toi_status ti_reader_fail(ti_reader* reader, toi_status status,
                                                                uint64_t line, uint64_t index,
                                                                const char* format, ...);

// TOI_ERROR_FORMAT at the current line: "expected EXPECTED, found '...'", with the next word of the text.
toi_status ti_reader_expected(ti_reader* reader, uint64_t index, const char* expected);

// ---- polygons

// Makes room for this many more, after checks against the limits. The caller has checked that the file can
// hold them.
toi_status ti_reader_reserve(ti_reader* reader, uint64_t vertices, uint64_t faces, uint64_t corners);

toi_status ti_reader_add_vertex(ti_reader* reader, const double position[3]);

// Adds a corner to the face that is being read; ti_reader_end_face finishes it.
toi_status ti_reader_add_corner(ti_reader* reader, uint32_t vertex);
toi_status ti_reader_end_face(ti_reader* reader);

// ---- text

// Skips spaces and tabs within the line (and joined lines).
void ti_text_skip_blanks(ti_reader* reader);

// True at a line break and at the end of the file.
bool ti_text_line_ends(const ti_reader* reader);

// Goes to the start of the next line. Line breaks are LF, CR LF and CR.
void ti_text_next_line(ti_reader* reader);

// Skips blanks, line breaks and, where comment is not 0, comments that start with that byte and end with
// their line.
void ti_text_skip_space(ti_reader* reader, char comment);

// The word at the current place: bytes up to the next blank, line break or end. Returns its length; moves
// past it.
size_t ti_text_word(ti_reader* reader, const char** word);

// True where a word, a number or a reference may end: before a blank, a line break, a comment or the end.
bool ti_text_word_ends(const ti_reader* reader);

bool ti_text_word_is(const char* word, size_t length, const char* expected);

// Skips blanks, then reads a finite number of this line that a blank, a comment or the line's end follows.
// `index` and `what` (such as "the x of a vertex") go into the error.
toi_status ti_text_number(ti_reader* reader, uint64_t index, const char* what, double* value);

// The same for a whole number.
toi_status ti_text_integer(ti_reader* reader, uint64_t index, const char* what, int64_t* value);

#endif
