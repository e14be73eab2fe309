// PLY, text and both binary forms: vertices and faces of any number types. Other elements and properties are
// skipped.

#include "mesh/ply_header.h"

#include <math.h>
#include <string.h>

// The place of the next value: a reader, its header, and the element that is being read.
typedef struct ply {
    ti_reader* reader;
    const ti_ply_header* header;
    const ti_ply_element* element;
    uint64_t row;      // of the element
    uint64_t vertices; // as promised by the header
} ply;

static bool is_text(const ply* p)
{
    return p->header->format == TI_PLY_TEXT;
}

// TOI_ERROR_FORMAT at the current line of a text, or at byte `at` of a binary file.
static toi_status fail_at(ply* p, const char* at, const char* text)
{
    ti_reader* reader = p->reader;
    return ti_reader_fail(reader, TOI_ERROR_FORMAT, is_text(p) ? reader->line : 0,
                          is_text(p) ? p->row : (uint64_t)(at - reader->start), "%.*s %llu %s",
                          p->element->name_length, p->element->name, (unsigned long long)p->row, text);
}

static toi_status ends_within(ply* p)
{
    return fail_at(p, p->reader->end, "is cut off by the end of the file");
}

static uint64_t read_bytes(const char* at, uint32_t size, bool big_endian)
{
    uint64_t bits = 0;
    for (uint32_t i = 0; i < size; ++i) {
        bits |= (uint64_t)(unsigned char)at[i] << 8 * (big_endian ? size - 1 - i : i);
    }
    return bits;
}

// Every value of a PLY file fits in a double.
static double value_of_bits(uint64_t bits, uint8_t type)
{
    float single;
    double value;
    uint32_t low = (uint32_t)bits;
    switch (type) {
    case TI_PLY_INT8:
        return (double)(int8_t)low;
    case TI_PLY_INT16:
        return (double)(int16_t)low;
    case TI_PLY_INT32:
        return (double)(int32_t)low;
    case TI_PLY_FLOAT:
        memcpy(&single, &low, sizeof single);
        return (double)single;
    case TI_PLY_DOUBLE:
        memcpy(&value, &bits, sizeof value);
        return value;
    default: // unsigned
        return (double)bits;
    }
}

// The next value, of any type, as a double. In binary files it may be a NaN or infinite.
static toi_status read_value(ply* p, uint8_t type, const char* what, double* value)
{
    ti_reader* reader = p->reader;
    if (is_text(p)) {
        return ti_text_number(reader, p->row, what, value);
    }
    uint32_t size = ti_ply_type_size(type);
    if ((uint64_t)(reader->end - reader->at) < size) {
        return ends_within(p);
    }
    *value = value_of_bits(read_bytes(reader->at, size, p->header->format == TI_PLY_BIG_ENDIAN), type);
    reader->at += size;
    return TOI_OK;
}

// Moves past `count` values. Those of a text may be any words: nobody asks whether a skipped normal is a
// number.
static toi_status skip_values(ply* p, uint8_t type, uint64_t count)
{
    ti_reader* reader = p->reader;
    if (!is_text(p)) {
        uint64_t size = ti_ply_type_size(type);
        if (count > (uint64_t)(reader->end - reader->at) / size) {
            return ends_within(p);
        }
        reader->at += size * count;
        return TOI_OK;
    }
    for (uint64_t i = 0; i < count; ++i) {
        const char* word;
        ti_text_skip_blanks(reader);
        if (ti_text_word(reader, &word) == 0) {
            return ti_reader_expected(reader, p->row, "a value for each property");
        }
    }
    return TOI_OK;
}

// The length of a list, a whole number that leaves room for its values in the file.
static toi_status read_list_count(ply* p, const ti_ply_property* property, uint64_t* count)
{
    double value;
    const char* at = p->reader->at;
    toi_status status = read_value(p, property->count_type, "the length of a list", &value);
    if (status != TOI_OK) {
        return status;
    }
    if (!(value >= 0.0 && value <= 4294967295.0 && value == floor(value))) {
        return fail_at(p, at, "has a list whose length is no whole number from 0");
    }
    *count = (uint64_t)value;
    uint64_t least = is_text(p) ? 2 : ti_ply_type_size(property->type);
    return *count <= (uint64_t)(p->reader->end - p->reader->at) / least ? TOI_OK : ends_within(p);
}

static toi_status read_corner(ply* p, uint8_t type)
{
    double value;
    ti_reader* reader = p->reader;
    const char* at = reader->at;
    toi_status status = read_value(p, type, "a vertex number", &value);
    if (status != TOI_OK) {
        return status;
    }
    if (!(value >= 0.0 && value < (double)p->vertices && value == floor(value))) {
        return ti_reader_fail(reader, TOI_ERROR_FORMAT, is_text(p) ? reader->line : 0,
                              is_text(p) ? p->row : (uint64_t)(at - reader->start),
                              "face %llu names vertex %.17g of %llu; the first is 0",
                              (unsigned long long)p->row, value, (unsigned long long)p->vertices);
    }
    return ti_reader_add_corner(reader, (uint32_t)value);
}

static toi_status read_corners(ply* p, const ti_ply_property* property)
{
    uint64_t count;
    const char* at = p->reader->at;
    toi_status status = read_list_count(p, property, &count);
    if (status == TOI_OK && count == 0) {
        status = fail_at(p, at, "has no corners; expected at least one");
    }
    for (uint64_t i = 0; i < count && status == TOI_OK; ++i) {
        status = read_corner(p, property->type);
    }
    return status;
}

static toi_status read_coordinate(ply* p, const ti_ply_property* property, double position[3])
{
    static const char* const what[3] = {"the x of a vertex, a number", "the y of a vertex, a number",
                                        "the z of a vertex, a number"};
    int i = property->role - TI_PLY_X;
    const char* at = p->reader->at;
    toi_status status = read_value(p, property->type, what[i], &position[i]);
    if (status == TOI_OK && !isfinite(position[i])) {
        status = fail_at(p, at, "has a coordinate that is not finite");
    }
    return status;
}

static toi_status read_property(ply* p, const ti_ply_property* property, double position[3])
{
    if (property->role == TI_PLY_CORNERS) {
        return read_corners(p, property);
    }
    if (property->role != TI_PLY_SKIP) {
        return read_coordinate(p, property, position);
    }
    uint64_t count = 1;
    toi_status status = TOI_OK;
    if (property->count_type != TI_PLY_NONE) {
        status = read_list_count(p, property, &count);
    }
    return status == TOI_OK ? skip_values(p, property->type, count) : status;
}

// One element with all its properties; in a text, one line.
static toi_status read_row(ply* p)
{
    ti_reader* reader = p->reader;
    double position[3] = {0.0, 0.0, 0.0};
    if (is_text(p)) {
        ti_text_skip_space(reader, '\0');
    }
    for (uint32_t i = 0; i < p->element->property_count; ++i) {
        toi_status status =
            read_property(p, &p->header->properties[p->element->first_property + i], position);
        if (status != TOI_OK) {
            return status;
        }
    }
    if (is_text(p)) {
        ti_text_skip_blanks(reader);
        if (!ti_text_line_ends(reader)) {
            return ti_reader_expected(reader, p->row, "the end of the line after the last property");
        }
    }
    switch (p->element->kind) {
    case TI_PLY_VERTEX:
        return ti_reader_add_vertex(reader, position);
    case TI_PLY_FACE:
        return ti_reader_end_face(reader);
    case TI_PLY_OTHER:
    default:
        return TOI_OK;
    }
}

static toi_status read_element(ply* p)
{
    const ti_ply_element* element = p->element;
    p->row = 0;
    if (element->property_count == 0) {
        return TOI_OK; // takes no bytes, however many there are
    }
    if (element->kind == TI_PLY_OTHER && !element->has_list && !is_text(p)) {
        if (element->count > (uint64_t)(p->reader->end - p->reader->at) / element->least_size) {
            return ends_within(p);
        }
        p->reader->at += element->count * element->least_size;
        return TOI_OK;
    }
    for (; p->row < element->count; ++p->row) {
        toi_status status = read_row(p);
        if (status != TOI_OK) {
            return status;
        }
    }
    return TOI_OK;
}

static toi_status reserve(ti_reader* reader, const ti_ply_header* header, uint64_t* vertices)
{
    uint64_t count[3] = {0};
    for (uint32_t i = 0; i < header->element_count; ++i) {
        count[header->elements[i].kind] = header->elements[i].count;
    }
    *vertices = count[TI_PLY_VERTEX];
    return ti_reader_reserve(reader, count[TI_PLY_VERTEX], count[TI_PLY_FACE], 0);
}

toi_status ti_ply_read(ti_reader* reader)
{
    ti_ply_header header;
    ply p = {.reader = reader, .header = &header};
    toi_status status = ti_ply_header_read(reader, &header);
    status = status == TOI_OK ? reserve(reader, &header, &p.vertices) : status;
    for (uint32_t i = 0; i < header.element_count && status == TOI_OK; ++i) {
        p.element = &header.elements[i];
        status = read_element(&p);
    }
    if (status != TOI_OK) {
        return status;
    }
    if (is_text(&p)) {
        ti_text_skip_space(reader, '\0');
        return reader->at == reader->end
                   ? TOI_OK
                   : ti_reader_expected(reader, 0, "the end of the file after the last element");
    }
    return reader->at == reader->end
               ? TOI_OK
               : ti_reader_fail(reader, TOI_ERROR_FORMAT, 0, (uint64_t)(reader->at - reader->start),
                                "%llu bytes follow the last element; expected the end of the file",
                                (unsigned long long)(reader->end - reader->at));
}
