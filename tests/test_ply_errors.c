// PLY files that are wrong: each error with its line or byte, and what would be right.

#include "ply_support.h"

static void expect_error_at(const buffer* b, uint64_t line, uint64_t index, const char* text)
{
    toi_error expected = {.line = line, .index = index};
    snprintf(expected.text, sizeof expected.text, "%s", text);
    expect_error_bytes(TOI_FORMAT_PLY, b->bytes, b->size, TOI_ERROR_FORMAT, &expected);
}

static void bad_headers_are_named_with_what_would_be_right(void** state)
{
    (void)state;
#define TYPES "a type: char, uchar, short, ushort, int, uint, float, double, or int8 to float64"
    static const bad_file files[] = {
        {"", 1, 0, "expected 'ply', found the end of the file"},
        {"solid x", 1, 0, "expected 'ply', found 'solid'"},
        {"ply\n", 2, 0, "expected the format, as in 'format ascii 1.0', found the end of the file"},
        {"ply\ncomment x", 2, 0, "expected the format, as in 'format ascii 1.0', found the end of the file"},
        {"ply\nelement vertex 3", 2, 0, "expected the format, as in 'format ascii 1.0', found 'element'"},
        {"ply\nformat text 1.0\n", 2, 0,
         "expected ascii, binary_little_endian or binary_big_endian, found 'text'"},
        {"ply\nformat ascii 2.0\n", 2, 0, "expected the version 1.0, found '2.0'"},
        {"ply\nformat ascii 1.0 x\n", 2, 0, "expected the end of the line, found 'x'"},
        {HEADER("ascii") "elements\n", 3, 0,
         "expected element, property, comment, obj_info or end_header, found 'elements'"},
        {HEADER("ascii") "element\n", 3, 0, "expected the name of an element, found the end of the line"},
        {HEADER("ascii") "element vertex\n", 3, 0,
         "expected how many elements there are, found the end of the line"},
        {HEADER("ascii") "element vertex -1\n", 3, 0, "-1 elements; expected a count from 0"},
        {HEADER("ascii") "property float x\n", 3, 0, "expected an element before the first property"},
        {HEADER("ascii") "element vertex 3\nproperty real x\n", 4, 0, "expected " TYPES ", found 'real'"},
        {HEADER("ascii") "element vertex 3\nproperty list long int x\n", 4, 0,
         "expected " TYPES ", found 'long'"},
        {HEADER("ascii") "element vertex 3\nproperty list int\n", 4, 0,
         "expected " TYPES ", found the end of the line"},
        {HEADER("ascii") "element vertex 3\nproperty float\n", 4, 0,
         "expected the name of a property, found the end of the line"},
        {HEADER("ascii") "element vertex 3\n" XYZ "property int x\n", 7, 0,
         "a second property x in this element"},
        {HEADER("ascii") "element tristrips 1\n", 3, 0,
         "triangle strips are not read; expected an element named face"},
        {HEADER("ascii") "end_header\n", 3, 0, "expected an element vertex before end_header"},
        {HEADER("ascii") "element vertex 1\n" XYZ "end_header\n1 2 3\n", 7, 0,
         "expected an element face before end_header"},
        {HEADER("ascii") "element vertex 1\nproperty float x\nproperty float y\nend_header\n", 3, 0,
         "the element vertex needs the properties x, y and z"},
        {HEADER("ascii") "element vertex 1\n" XYZ "element face 1\nproperty int vertex_indices\nend_header\n",
         7, 0, "the element face needs a property list named vertex_indices or vertex_index"},
        {HEADER("ascii") "element vertex 1\n" XYZ "element vertex 1\n" XYZ "end_header\n", 7, 0,
         "a second element of this name; expected one of vertices and one of faces"},
        {HEADER("ascii") "element vertex 3\n" XYZ "element face 4294967295\n" LIST "end_header\n" VERTICES, 7,
         0, "4294967295 elements of at least 2 bytes do not fit in the 19 bytes of data"},
        {HEADER("binary_big_endian") "element vertex 999999999999999999999999\n" XYZ "element face 1\n" LIST
                                     "end_header\n",
         3, 0, "1000000000000000000 elements of at least 12 bytes do not fit in the 0 bytes of data"},
        {HEADER("ascii") "element vertex 0\n" XYZ "element face 0\n" LIST "end_header\n", 0, 0,
         "the file has no faces (0 vertices); expected polygons, segments or points"},
    };
    expect_errors(TOI_FORMAT_PLY, files, sizeof files / sizeof files[0]);
}

static void headers_of_many_elements_or_properties_are_over_the_limit(void** state)
{
    (void)state;
    static buffer b;
    b.size = 0;
    put_text(&b, HEADER("ascii"));
    for (int i = 0; i < 65; ++i) {
        put_text(&b, "element e 0\n");
    }
    toi_polygons polygons;
    toi_error error;
    assert_int_equal(read_exact(b.bytes, b.size, TOI_FORMAT_PLY, NULL, &polygons, &error), TOI_ERROR_LIMIT);
    assert_string_equal(error.text, "more than 64 elements in the header");
    assert_int_equal(error.line, 67);
    static char large[1025 * 20 + 100];
    int used = snprintf(large, sizeof large, HEADER("ascii") "element e 0\n");
    for (int i = 0; i < 1025; ++i) {
        used += snprintf(large + used, sizeof large - (size_t)used, "property int p\n");
    }
    assert_int_equal(read_exact(large, (size_t)used, TOI_FORMAT_PLY, NULL, &polygons, &error),
                     TOI_ERROR_LIMIT);
    assert_string_equal(error.text, "more than 1024 properties in the header");
    assert_int_equal(error.line, 1028);
}

static void bad_text_is_named_with_what_would_be_right(void** state)
{
    (void)state;
    static const bad_file files[] = {
        {TEXT_HEADER "0 0 0\n1 0\n0 1 0\n3 0 1 2\n", 11, 1,
         "expected the z of a vertex, a number, found the end of the line"},
        {TEXT_HEADER "0 0 0\n1 nan 0\n0 1 0\n3 0 1 2\n", 11, 1,
         "expected the y of a vertex, a number, found 'nan'"},
        {TEXT_HEADER "0 0 0\n1 0 0 5\n0 1 0\n3 0 1 2\n", 11, 1,
         "expected the end of the line after the last property, found '5'"},
        {TEXT_HEADER VERTICES "3 0 1 3\n", 13, 0, "face 0 names vertex 3 of 3; the first is 0"},
        {TEXT_HEADER VERTICES "3 0 1 -1\n", 13, 0, "face 0 names vertex -1 of 3; the first is 0"},
        {TEXT_HEADER VERTICES "3 0 1.5 1\n", 13, 0, "face 0 names vertex 1.5 of 3; the first is 0"},
        {TEXT_HEADER VERTICES "0\n  ", 13, 0, "face 0 has no corners; expected at least one"},
        {TEXT_HEADER VERTICES "-3 0 1 2\n", 13, 0,
         "face 0 has a list whose length is no whole number from 0"},
        {TEXT_HEADER VERTICES "99999 0 1 2\n", 13, 0, "face 0 is cut off by the end of the file"},
        {TEXT_HEADER VERTICES "3 0 1\n   ", 13, 0, "expected a vertex number, found the end of the line"},
        {TEXT_HEADER VERTICES "x 0 1 2\n", 13, 0, "expected the length of a list, found 'x'"},
        {TEXT_HEADER VERTICES "3 0 1 2\n3 0 1 2\n", 14, 0,
         "expected the end of the file after the last element, found '3'"},
        {HEADER("ascii") "element vertex 1\n" XYZ "property int a\nproperty int b\nelement face 1\n" LIST
                         "end_header\n0 0 0 1\n1 0  \n",
         12, 0, "expected a value for each property, found the end of the line"},
    };
    expect_errors(TOI_FORMAT_PLY, files, sizeof files / sizeof files[0]);
}

static void bad_binary_is_named_with_its_byte(void** state)
{
    (void)state;
    buffer whole = {.size = 0};
    put_header(&whole, false,
               "element vertex 3\n" XYZ "element face 1\n" LIST "element e 1\nproperty int a\nend_header\n");
    size_t start = whole.size;
    put_triangle(&whole, "float", "uchar", "int", false);
    put_text(&whole, "1234");
    expect_buffer(&whole, CORNERS " | 0 1 2");

    buffer b = whole;
    put_text(&b, "xy");
    expect_error_at(&b, 0, whole.size, "2 bytes follow the last element; expected the end of the file");
    b = whole;
    b.size -= 2;
    expect_error_at(&b, 0, b.size, "e 0 is cut off by the end of the file");
    b.bytes[start + 36] = 5;
    expect_error_at(&b, 0, b.size, "face 0 is cut off by the end of the file");
    b = whole;
    b.bytes[start + 36] = 0;
    expect_error_at(&b, 0, start + 36, "face 0 has no corners; expected at least one");
    b = whole;
    b.bytes[start + 41] = 3;
    expect_error_at(&b, 0, start + 41, "face 0 names vertex 3 of 3; the first is 0");
    b = whole;
    memcpy(b.bytes + start + 16, "\x00\x00\xc0\x7f", 4);
    expect_error_at(&b, 0, start + 16, "vertex 1 has a coordinate that is not finite");
    memcpy(b.bytes + start + 16, "\x00\x00\x80\xff", 4);
    expect_error_at(&b, 0, start + 16, "vertex 1 has a coordinate that is not finite");
}

static void numbers_of_vertices_and_lengths_must_be_whole(void** state)
{
    (void)state;
    buffer b = {.size = 0};
    put_header(&b, true,
               "element vertex 3\n" XYZ
               "element face 1\nproperty list float double vertex_index\nend_header\n");
    size_t start = b.size;
    put_triangle(&b, "float", "float", "double", true);
    expect_buffer(&b, CORNERS " | 0 1 2");
    b.size = start + 40;
    put_value(&b, "double", (double)NAN, true);
    b.size = start + 64;
    expect_error_at(&b, 0, start + 40, "face 0 names vertex nan of 3; the first is 0");
    b.size = start + 36;
    put_value(&b, "float", 2.5, true);
    b.size = start + 64;
    expect_error_at(&b, 0, start + 36, "face 0 has a list whose length is no whole number from 0");
    b.size = start + 36;
    put_value(&b, "float", -1, true);
    b.size = start + 64;
    expect_error_at(&b, 0, start + 36, "face 0 has a list whose length is no whole number from 0");
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(bad_headers_are_named_with_what_would_be_right),
        cmocka_unit_test(headers_of_many_elements_or_properties_are_over_the_limit),
        cmocka_unit_test(bad_text_is_named_with_what_would_be_right),
        cmocka_unit_test(bad_binary_is_named_with_its_byte),
        cmocka_unit_test(numbers_of_vertices_and_lengths_must_be_whole),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
