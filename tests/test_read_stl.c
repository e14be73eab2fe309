// STL files with known content, text and binary: forms, errors with their place, cuts, limits, memory, bits.

#include "read_support.h"

#define FACET "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
#define CORNERS "0 0 0, 1 0 0, 0 1 0"

static void expect(const char* file, const char* expected)
{
    expect_content(TOI_FORMAT_STL, file, expected);
}

static void reads_text_in_any_layout(void** state)
{
    (void)state;
    expect("solid name of it\n" FACET "endsolid name of it\n", CORNERS " | 0 1 2");
    expect("solid\n" FACET FACET "endsolid", CORNERS ", " CORNERS " | 0 1 2, 3 4 5");
    expect("\n  SOLID x\r\n  Facet Normal 0 0 1\r\n    OUTER LOOP\r\n VERTEX 0 0 0\r\n vertex 1 0 0\r\n\r\n "
           "vertex 0\n"
           "1\n0\r\nendloop endfacet endsolid\r\n",
           CORNERS " | 0 1 2");
    expect("\xef\xbb\xbfsolid\n" FACET "endsolid\n\n", CORNERS " | 0 1 2");
}

static void solids_follow_each_other(void** state)
{
    (void)state;
    expect("solid a\n" FACET "endsolid a\nsolid b\nendsolid b\nsolid c\n" FACET "endsolid c\n",
           CORNERS ", " CORNERS " | 0 1 2, 3 4 5");
}

static void normals_may_be_anything(void** state)
{
    (void)state;
    expect("solid\nfacet normal nan -nan(ind) inf\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 "
           "0\nendloop\n"
           "endfacet\nfacet normal\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 "
           "0\nendloop\nendfacet\nendsolid\n",
           CORNERS ", " CORNERS " | 0 1 2, 3 4 5");
}

static void bad_text_is_named_with_what_would_be_right(void** state)
{
    (void)state;
    static const bad_file files[] = {
        {"solid empty\nendsolid\n", 0, 0,
         "the file has no faces (0 vertices); expected polygons, segments or points"},
        {"", 0, 0,
         "expected text that starts with 'solid', or a binary STL of at least 84 bytes; the file has 0"},
        {"solidx\n", 0, 0,
         "expected text that starts with 'solid', or a binary STL of at least 84 bytes; the file has 7"},
        {"solid\n" FACET, 9, 1, "expected 'facet' or 'endsolid', found the end of the file"},
        {"solid\n" FACET "facet nrmal", 9, 1, "expected 'normal' after 'facet', found 'nrmal'"},
        {"solid\nfacet normal 0 0 1\nloop", 3, 0, "expected 'outer loop' after the normal, found 'loop'"},
        {"solid\nfacet normal 0 0\n", 3, 0,
         "expected 'outer loop' after the normal, found the end of the file"},
        {"solid\nfacet normal 0 0 1\nouter\nvertex", 4, 0, "expected 'loop' after 'outer', found 'vertex'"},
        {"solid\nfacet normal 0 0 1 outer loop\nvertex 0 0 0\nendloop", 4, 0,
         "expected 'vertex', three for each facet, found 'endloop'"},
        {"solid\nfacet normal 0 0 1 outer loop\nvertex 0 0 0\nvertex 0 nan 0", 4, 0,
         "expected the y of a vertex, a number, found 'nan'"},
        {"solid\nfacet normal 0 0 1 outer loop\nvertex 0 0 0\nvertex 0 1\nvertex 0", 5, 0,
         "expected the z of a vertex, a number, found 'vertex'"},
        {"solid\nfacet normal 0 0 1 outer loop\nvertex -1e999 0 0\n", 3, 0,
         "expected the x of a vertex, a number, found '-1e999', which is too large for a double"},
        {"solid\nfacet normal 0 0 1 outer loop\nvertex 0 0 0 vertex 0 0 0 vertex 0 0 0 vertex 1 1 1", 3, 0,
         "expected 'endloop' after three vertices, found 'vertex'"},
        {"solid\nfacet normal 0 0 1 outer loop\nvertex 0 0 0 vertex 0 0 0 vertex 0 0 0 endloop facet", 3, 0,
         "expected 'endfacet' after 'endloop', found 'facet'"},
        {"solid\n" FACET "endsolid\nfacet", 10, 1, "expected 'solid' or the end of the file, found 'facet'"},
    };
    expect_errors(TOI_FORMAT_STL, files, sizeof files / sizeof files[0]);
}

// ---- binary

static void put_word(unsigned char* at, uint32_t word)
{
    for (int i = 0; i < 4; ++i) {
        at[i] = (unsigned char)(word >> 8 * i);
    }
}

static void put_float(unsigned char* at, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_word(at, bits);
}

enum { BINARY_SIZE = 84 + 2 * 50 };

// Two triangles; the header is up to the caller.
static void make_binary(unsigned char file[BINARY_SIZE], const char* header)
{
    memset(file, 0, BINARY_SIZE);
    memcpy(file, header, strlen(header));
    put_word(file + 80, 2);
    for (int t = 0; t < 2; ++t) {
        unsigned char* triangle = file + 84 + 50 * t;
        put_float(triangle, NAN); // normals may be anything
        for (int i = 0; i < 9; ++i) {
            put_float(triangle + 12 + 4 * i, (float)(10 * t + i) + 0.1f);
        }
        triangle[48] = 0xff; // attributes too
    }
}

static void expect_binary(const unsigned char* file)
{
    toi_polygons polygons;
    toi_error error = {0};
    if (read_exact(file, BINARY_SIZE, TOI_FORMAT_STL, NULL, &polygons, &error) != TOI_OK) {
        fail_msg("%s", error.text);
    }
    assert_sound(&polygons);
    assert_int_equal(polygons.face_count, 2);
    assert_int_equal(polygons.vertex_count, 6);
    for (int i = 0; i < 18; ++i) {
        float expected = (float)(10 * (i / 9) + i % 9) + 0.1f;
        assert_true(polygons.vertices[i] == (double)expected);
    }
    for (uint32_t c = 0; c < 6; ++c) {
        assert_int_equal(polygons.indices[c], c);
    }
    toi_polygons_release(&polygons);
}

static void reads_binary_whatever_its_header_says(void** state)
{
    (void)state;
    unsigned char file[BINARY_SIZE];
    make_binary(file, "");
    expect_binary(file);
    make_binary(file, "solid by some program\n");
    expect_binary(file);
    make_binary(file, "solid                                                                           ");
    expect_binary(file);
}

static void bad_binary_is_named_with_its_byte(void** state)
{
    (void)state;
    unsigned char file[BINARY_SIZE];
    make_binary(file, "solid");
    toi_error expected = {.index = 80,
                          .text = "a binary STL of 2 triangles has 184 bytes, this file has 183"};
    expect_error_bytes(TOI_FORMAT_STL, file, BINARY_SIZE - 1, TOI_ERROR_FORMAT, &expected);
    put_word(file + 80, 0xffffffff);
    expected =
        (toi_error){.index = 80,
                    .text = "a binary STL of 4294967295 triangles has 214748364834 bytes, this file has 184"};
    expect_error_bytes(TOI_FORMAT_STL, file, BINARY_SIZE, TOI_ERROR_FORMAT, &expected);
    make_binary(file, "");
    put_float(file + 84 + 50 + 12 + 4, INFINITY);
    expected = (toi_error){.index = 150, .text = "triangle 1 has a coordinate that is not finite"};
    expect_error_bytes(TOI_FORMAT_STL, file, BINARY_SIZE, TOI_ERROR_FORMAT, &expected);
    put_float(file + 84 + 50 + 12 + 4, NAN);
    expect_error_bytes(TOI_FORMAT_STL, file, BINARY_SIZE, TOI_ERROR_FORMAT, &expected);
    make_binary(file, "");
    put_word(file + 80, 0);
    expected =
        (toi_error){.text = "the file has no faces (0 vertices); expected polygons, segments or points"};
    expect_error_bytes(TOI_FORMAT_STL, file, 84, TOI_ERROR_FORMAT, &expected);
}

static void a_file_cut_anywhere_is_refused_or_whole(void** state)
{
    (void)state;
    unsigned char file[BINARY_SIZE];
    make_binary(file, "solid");
    expect_safe_when_cut(TOI_FORMAT_STL, file, sizeof file, true);
    static const char text[] = "solid a\n" FACET FACET "endsolid a\n";
    expect_safe_when_cut(TOI_FORMAT_STL, text, sizeof text - 1, true);
}

static void failed_allocations_and_limits_are_reported(void** state)
{
    (void)state;
    unsigned char file[BINARY_SIZE];
    make_binary(file, "");
    expect_memory_errors(TOI_FORMAT_STL, file, sizeof file);
    expect_limits(TOI_FORMAT_STL, file, sizeof file);
    static const char text[] = "solid a\n" FACET FACET "endsolid a\n";
    expect_memory_errors(TOI_FORMAT_STL, text, sizeof text - 1);
    expect_limits(TOI_FORMAT_STL, text, sizeof text - 1);
}

static void seventeen_digits_bring_the_same_bits_back(void** state)
{
    (void)state;
    test_random random = random_start(17);
    static char file[WRITTEN_SIZE];
    double values[9 * 100];
    int used = snprintf(file, sizeof file, "solid\n");
    for (int t = 0; t < 100; ++t) {
        used += snprintf(file + used, sizeof file - (size_t)used, "facet normal 0 0 0\nouter loop\n");
        for (int k = 0; k < 3; ++k) {
            double* v = values + 9 * t + 3 * k;
            for (int i = 0; i < 3; ++i) {
                v[i] = ldexp(random_between(&random, -1.0, 1.0), (int)random_below(&random, 2000) - 1000);
            }
            used += snprintf(file + used, sizeof file - (size_t)used, "vertex %.17g %.17g %.17g\n", v[0],
                             v[1], v[2]);
        }
        used += snprintf(file + used, sizeof file - (size_t)used, "endloop\nendfacet\n");
    }
    used += snprintf(file + used, sizeof file - (size_t)used, "endsolid\n");
    toi_polygons polygons;
    assert_int_equal(read_exact(file, (size_t)used, TOI_FORMAT_STL, NULL, &polygons, NULL), TOI_OK);
    assert_int_equal(polygons.vertex_count, 300);
    assert_memory_equal(polygons.vertices, values, sizeof values);
    toi_polygons_release(&polygons);
}

static void welding_joins_the_triangles(void** state)
{
    (void)state;
    static const char file[] = "solid a\n" FACET FACET "endsolid a\n";
    toi_read_def def = {.weld = true};
    toi_polygons polygons;
    assert_int_equal(read_exact(file, sizeof file - 1, TOI_FORMAT_STL, &def, &polygons, NULL), TOI_OK);
    char text[200];
    polygons_to_text(&polygons, text, sizeof text);
    assert_string_equal(text, CORNERS " | 0 1 2, 0 1 2");
    toi_polygons_release(&polygons);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(reads_text_in_any_layout),
        cmocka_unit_test(solids_follow_each_other),
        cmocka_unit_test(normals_may_be_anything),
        cmocka_unit_test(bad_text_is_named_with_what_would_be_right),
        cmocka_unit_test(reads_binary_whatever_its_header_says),
        cmocka_unit_test(bad_binary_is_named_with_its_byte),
        cmocka_unit_test(a_file_cut_anywhere_is_refused_or_whole),
        cmocka_unit_test(failed_allocations_and_limits_are_reported),
        cmocka_unit_test(seventeen_digits_bring_the_same_bits_back),
        cmocka_unit_test(welding_joins_the_triangles),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
