// The header of a PLY file: which elements follow, and what each is made of.

#include "mesh/ply_header.h"

#include <string.h>

typedef struct word {
    const char* text;
    size_t length;
} word;

static word next_word(ti_reader* reader)
{
    word w;
    ti_text_skip_blanks(reader);
    w.length = ti_text_word(reader, &w.text);
    return w;
}

static bool is(word w, const char* expected)
{
    return ti_text_word_is(w.text, w.length, expected);
}

// The error for a word that was read already.
static toi_status expected_at(ti_reader* reader, word w, const char* expected)
{
    reader->at = w.text;
    return ti_reader_expected(reader, 0, expected);
}

static ti_ply_type type_of(word w)
{
    static const struct {
        const char* name;
        ti_ply_type type;
    } types[] = {
        {"char", TI_PLY_INT8},      {"int8", TI_PLY_INT8},     {"uchar", TI_PLY_UINT8},
        {"uint8", TI_PLY_UINT8},    {"short", TI_PLY_INT16},   {"int16", TI_PLY_INT16},
        {"ushort", TI_PLY_UINT16},  {"uint16", TI_PLY_UINT16}, {"int", TI_PLY_INT32},
        {"int32", TI_PLY_INT32},    {"uint", TI_PLY_UINT32},   {"uint32", TI_PLY_UINT32},
        {"float", TI_PLY_FLOAT},    {"float32", TI_PLY_FLOAT}, {"double", TI_PLY_DOUBLE},
        {"float64", TI_PLY_DOUBLE},
    };
    for (size_t i = 0; i < sizeof types / sizeof types[0]; ++i) {
        if (is(w, types[i].name)) {
            return types[i].type;
        }
    }
    return TI_PLY_NONE;
}

uint32_t ti_ply_type_size(uint8_t type)
{
    static const uint8_t size[] = {0, 1, 1, 2, 2, 4, 4, 4, 8};
    return size[type];
}

static toi_status read_type(ti_reader* reader, uint8_t* type)
{
    word w = next_word(reader);
    *type = (uint8_t)type_of(w);
    return *type != TI_PLY_NONE ? TOI_OK
                                : expected_at(reader, w,
                                              "a type: char, uchar, short, ushort, int, uint, float, double, "
                                              "or int8 to float64");
}

// format ascii 1.0
static toi_status read_format(ti_reader* reader, ti_ply_header* header)
{
    word w = next_word(reader);
    if (is(w, "ascii")) {
        header->format = TI_PLY_TEXT;
    } else if (is(w, "binary_little_endian")) {
        header->format = TI_PLY_LITTLE_ENDIAN;
    } else if (is(w, "binary_big_endian")) {
        header->format = TI_PLY_BIG_ENDIAN;
    } else {
        return expected_at(reader, w, "ascii, binary_little_endian or binary_big_endian");
    }
    w = next_word(reader);
    return is(w, "1.0") ? TOI_OK : expected_at(reader, w, "the version 1.0");
}

// element NAME COUNT
static toi_status read_element(ti_reader* reader, ti_ply_header* header)
{
    if (header->element_count == TI_PLY_MAX_ELEMENTS) {
        return ti_reader_fail(reader, TOI_ERROR_LIMIT, reader->line, 0, "more than %d elements in the header",
                              TI_PLY_MAX_ELEMENTS);
    }
    word name = next_word(reader);
    if (name.length == 0) {
        return ti_reader_expected(reader, 0, "the name of an element");
    }
    int64_t count;
    toi_status status = ti_text_integer(reader, 0, "how many elements there are", &count);
    if (status != TOI_OK) {
        return status;
    }
    ti_ply_kind kind = is(name, "vertex") ? TI_PLY_VERTEX : is(name, "face") ? TI_PLY_FACE : TI_PLY_OTHER;
    if (count < 0) {
        return ti_reader_fail(reader, TOI_ERROR_FORMAT, reader->line, 0,
                              "%lld elements; expected a count from 0", (long long)count);
    }
    if (is(name, "tristrips") && count > 0) {
        return ti_reader_fail(reader, TOI_ERROR_FORMAT, reader->line, 0,
                              "triangle strips are not read; expected an element named face");
    }
    header->elements[header->element_count++] = (ti_ply_element){
        .name = name.text,
        .name_length = name.length < 40 ? (int)name.length : 40,
        .kind = kind,
        .count = (uint64_t)count,
        .line = reader->line,
        .first_property = header->property_count,
    };
    return TOI_OK;
}

static ti_ply_role role_of(const ti_ply_element* element, word name, bool list)
{
    if (element->kind == TI_PLY_FACE && list && (is(name, "vertex_indices") || is(name, "vertex_index"))) {
        return TI_PLY_CORNERS;
    }
    if (element->kind == TI_PLY_VERTEX && !list && name.length == 1 && *name.text >= 'x' &&
        *name.text <= 'z') {
        return (ti_ply_role)(TI_PLY_X + (*name.text - 'x'));
    }
    return TI_PLY_SKIP;
}

static bool has_role(const ti_ply_header* header, const ti_ply_element* element, ti_ply_role role)
{
    for (uint32_t i = 0; i < element->property_count; ++i) {
        if (header->properties[element->first_property + i].role == role) {
            return true;
        }
    }
    return false;
}

// property TYPE NAME, or property list TYPE TYPE NAME
static toi_status read_property(ti_reader* reader, ti_ply_header* header)
{
    if (header->element_count == 0) {
        return ti_reader_fail(reader, TOI_ERROR_FORMAT, reader->line, 0,
                              "expected an element before the first property");
    }
    if (header->property_count == TI_PLY_MAX_PROPERTIES) {
        return ti_reader_fail(reader, TOI_ERROR_LIMIT, reader->line, 0,
                              "more than %d properties in the header", TI_PLY_MAX_PROPERTIES);
    }
    ti_ply_element* element = &header->elements[header->element_count - 1];
    ti_ply_property property = {0};
    ti_reader before = *reader;
    bool list = is(next_word(reader), "list");
    toi_status status = TOI_OK;
    if (list) {
        status = read_type(reader, &property.count_type);
    } else {
        *reader = before;
    }
    status = status == TOI_OK ? read_type(reader, &property.type) : status;
    if (status != TOI_OK) {
        return status;
    }
    word name = next_word(reader);
    if (name.length == 0) {
        return ti_reader_expected(reader, 0, "the name of a property");
    }
    property.role = (uint8_t)role_of(element, name, list);
    if (property.role != TI_PLY_SKIP && has_role(header, element, property.role)) {
        return ti_reader_fail(reader, TOI_ERROR_FORMAT, reader->line, 0,
                              "a second property %.*s in this element", (int)name.length, name.text);
    }
    header->properties[header->property_count++] = property;
    ++element->property_count;
    element->has_list = element->has_list || list;
    element->least_size +=
        header->format == TI_PLY_TEXT ? 2 : ti_ply_type_size(list ? property.count_type : property.type);
    return TOI_OK;
}

// One line of the header after the first. Sets *last at "end_header".
static toi_status read_line(ti_reader* reader, ti_ply_header* header, bool* last)
{
    word w = next_word(reader);
    toi_status status;
    if (is(w, "comment") || is(w, "obj_info")) {
        return TOI_OK;
    }
    if (header->format == 0) {
        status = is(w, "format") ? read_format(reader, header)
                                 : expected_at(reader, w, "the format, as in 'format ascii 1.0'");
    } else if (is(w, "element")) {
        status = read_element(reader, header);
    } else if (is(w, "property")) {
        status = read_property(reader, header);
    } else if (is(w, "end_header")) {
        *last = true;
        status = TOI_OK;
    } else {
        status = expected_at(reader, w, "element, property, comment, obj_info or end_header");
    }
    ti_text_skip_blanks(reader);
    if (status == TOI_OK && !ti_text_line_ends(reader)) {
        status = ti_reader_expected(reader, 0, "the end of the line");
    }
    return status;
}

// The rest of the file can hold what the header promises.
static toi_status check_sizes(ti_reader* reader, const ti_ply_header* header)
{
    uint64_t rest =
        (uint64_t)(reader->end - reader->at) + (header->format == TI_PLY_TEXT); // no last line break
    uint64_t have = rest;
    for (uint32_t i = 0; i < header->element_count; ++i) {
        const ti_ply_element* element = &header->elements[i];
        uint64_t need; // counts are at most 10^18, sizes at most 8192
        if (__builtin_mul_overflow(element->count, element->least_size, &need) || need > rest) {
            return ti_reader_fail(reader, TOI_ERROR_FORMAT, element->line, 0,
                                  "%llu elements of at least %u bytes do not fit in the %llu bytes of data",
                                  (unsigned long long)element->count, element->least_size,
                                  (unsigned long long)have);
        }
        rest -= need;
    }
    return TOI_OK;
}

// One element of vertices with x, y, z; one of faces with corners.
static toi_status check_elements(ti_reader* reader, const ti_ply_header* header)
{
    int seen[3] = {0};
    for (uint32_t i = 0; i < header->element_count; ++i) {
        const ti_ply_element* element = &header->elements[i];
        const char* wrong = NULL;
        if (element->kind != TI_PLY_OTHER && ++seen[element->kind] > 1) {
            wrong = "a second element of this name; expected one of vertices and one of faces";
        } else if (element->kind == TI_PLY_VERTEX &&
                   !(has_role(header, element, TI_PLY_X) && has_role(header, element, TI_PLY_Y) &&
                     has_role(header, element, TI_PLY_Z))) {
            wrong = "the element vertex needs the properties x, y and z";
        } else if (element->kind == TI_PLY_FACE && !has_role(header, element, TI_PLY_CORNERS)) {
            wrong = "the element face needs a property list named vertex_indices or vertex_index";
        }
        if (wrong != NULL) {
            return ti_reader_fail(reader, TOI_ERROR_FORMAT, element->line, 0, "%s", wrong);
        }
    }
    if (seen[TI_PLY_VERTEX] == 0 || seen[TI_PLY_FACE] == 0) {
        return ti_reader_fail(reader, TOI_ERROR_FORMAT, reader->line, 0,
                              "expected an element %s before end_header",
                              seen[TI_PLY_VERTEX] == 0 ? "vertex" : "face");
    }
    return TOI_OK;
}

toi_status ti_ply_header_read(ti_reader* reader, ti_ply_header* header)
{
    memset(header, 0, sizeof *header);
    word magic = next_word(reader);
    if (!is(magic, "ply")) {
        return expected_at(reader, magic, "'ply'");
    }
    ti_text_skip_blanks(reader);
    // Where lines end in CR alone, the first byte of the data may be an LF that belongs to no line break.
    bool lone_cr = reader->end - reader->at >= 2 && reader->at[0] == '\r' && reader->at[1] != '\n';
    bool last = false;
    while (!last) {
        ti_text_next_line(reader);
        toi_status status = read_line(reader, header, &last);
        if (status != TOI_OK) {
            return status;
        }
    }
    toi_status status = check_elements(reader, header);
    if (lone_cr && reader->at < reader->end && *reader->at == '\r') {
        ++reader->at;
        ++reader->line;
    } else {
        ti_text_next_line(reader);
    }
    return status == TOI_OK ? check_sizes(reader, header) : status;
}
