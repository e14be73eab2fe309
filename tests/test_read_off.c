// OFF files with known content: header forms, comments, colours, errors with their line, cuts, limits,
// memory, bits.

#include "read_support.h"

#define VERTICES "0 0 0\n1 0 0\n0 1 0\n"
#define CORNERS "0 0 0, 1 0 0, 0 1 0"

static void expect(const char* file, const char* expected)
{
    expect_content(TOI_FORMAT_OFF, file, expected);
}

static void reads_every_form_of_header(void** state)
{
    (void)state;
    expect("OFF\n3 1 3\n" VERTICES "3 0 1 2\n", CORNERS " | 0 1 2");
    expect("OFF 3 1 3\n" VERTICES "3 0 1 2\n", CORNERS " | 0 1 2");
    expect("OFF3 1 3\n" VERTICES "3 0 1 2\n", CORNERS " | 0 1 2");
    expect("3 1\n" VERTICES "3 0 1 2\n", CORNERS " | 0 1 2");
    expect("# first\n\nOFF # here\n# and here\n3 1 0 # counts\n" VERTICES "3 0 1 2", CORNERS " | 0 1 2");
    expect("\xef\xbb\xbfOFF\r\n3 1\r\n0 0 0\r\n1 0 0\r\n0 1 0\r\n3 0 1 2\r\n", CORNERS " | 0 1 2");
}

static void colours_normals_and_texture_places_are_skipped(void** state)
{
    (void)state;
    expect("COFF\n3 1 0\n0 0 0 255 0 0 255\n1 0 0 1 1 1\n0 1 0 0.5 0.5 0.5 1\n3 0 1 2\n", CORNERS " | 0 1 2");
    expect("NOFF\n3 1 0\n0 0 0 0 0 1\n1 0 0 0 0 1\n0 1 0 0 0 1\n3 0 1 2\n", CORNERS " | 0 1 2");
    expect("STOFF\n3 1 0\n0 0 0 0 0\n1 0 0 0 0\n0 1 0 0 0\n3 0 1 2\n", CORNERS " | 0 1 2");
    expect("STCNOFF\n3 1 0\n0 0 0 1 2 3 4 5 6 7 8 9\n1 0 0\n0 1 0\n3 0 1 2\n", CORNERS " | 0 1 2");
    expect("OFF\n3 3 0\n" VERTICES "3 0 1 2 255 0 0\n3 2 1 0 0.1 0.2 0.3 1 # c\n3 0 0 0 7\n",
           CORNERS " | 0 1 2, 2 1 0, 0 0 0");
}

static void faces_have_any_number_of_corners(void** state)
{
    (void)state;
    expect("OFF\n3 3 0\n" VERTICES "1 2\n2 0 1\n5 0 1 2 1 0\n", CORNERS " | 2, 0 1, 0 1 2 1 0");
}

static void bad_lines_are_named_with_what_would_be_right(void** state)
{
    (void)state;
    static const bad_file files[] = {
        {"", 1, 0,
         "expected OFF, COFF, NOFF or STOFF (three coordinates a vertex), found the end of the file"},
        {"ply\n", 1, 0, "expected OFF, COFF, NOFF or STOFF (three coordinates a vertex), found 'ply'"},
        {"4OFF\n", 1, 0, "expected OFF, COFF, NOFF or STOFF (three coordinates a vertex), found '4OFF'"},
        {"4nOFF\n", 1, 0, "expected OFF, COFF, NOFF or STOFF (three coordinates a vertex), found '4nOFF'"},
        {"nOFF\n3\n", 1, 0, "expected OFF, COFF, NOFF or STOFF (three coordinates a vertex), found 'nOFF'"},
        {"OFF BINARY\n", 1, 0, "binary OFF is not read; expected an OFF file as text"},
        {"OFF\nx\n", 2, 0, "expected the number of vertices, found 'x'"},
        {"OFFx\n", 1, 0, "expected the number of vertices, found 'x'"},
        {"OFF\n3\n", 2, 0, "expected the number of faces, found the end of the line"},
        {"OFF\n3 1 2 4\n", 2, 0, "expected the number of edges or the end of the line, found '4'"},
        {"OFF\n-3 1 2\n", 2, 0, "-3 vertices and 1 faces; expected counts from 0"},
        {"OFF\n3 0 0\n" VERTICES, 0, 0,
         "the file has no faces (3 vertices); expected polygons, segments or points"},
        {"OFF\n4000000000 4000000000 2\n0 0 0\n", 2, 0,
         "4000000000 vertices and 4000000000 faces need at least 40000000000 bytes, the file has 7 more"},
        {"OFF\n999999999999999999999 999999999999999999999\n", 2, 0,
         "1000000000000000000 vertices and 1000000000000000000 faces need at least 10000000000000000000 "
         "bytes, the file "
         "has 1 more"},
        {"OFF\n3 1 3\n0 0\n1 0 0\n0 1 0\n3 0 1 2\n", 3, 0,
         "expected the z of a vertex, a number, found the end of the line"},
        {"OFF\n3 1 3\n0 0 0\n1 0 1e310\n0 1 0\n3 0 1 2\n", 4, 1,
         "expected the z of a vertex, a number, found '1e310', which is too large for a double"},
        {"OFF\n3 1 3\n0 0 0 0 0 0 0 0 0 0 0 0 1\n1 0 0\n", 3, 0,
         "expected the end of the line after a vertex, found '1'"},
        {"OFF\n3 1 3\n" VERTICES "3 0 1 3\n", 6, 0, "face 0 names vertex 3 of 3; the first is 0"},
        {"OFF\n3 2 3\n" VERTICES "3 0 1 2\n3 0 -1 2\n", 7, 1, "face 1 names vertex -1 of 3; the first is 0"},
        {"OFF\n3 1 3\n" VERTICES "0\n   ", 6, 0, "face 0 has 0 corners; expected at least 1"},
        {"OFF\n3 1 3\n" VERTICES "3 0 1\n", 6, 0, "expected a vertex number, found the end of the line"},
        {"OFF\n3 1 3\n" VERTICES "3 0 1 2 red\n", 6, 0,
         "expected the end of the line or a colour after the corners, found 'red'"},
        {"OFF\n3 1 3\n" VERTICES "3 0 1 2 1 2 3 4 5\n", 6, 0,
         "expected the end of the line or a colour after the corners, found '5'"},
        {"OFF\n3 2 3\n" VERTICES "3 0 1 2\n  ", 7, 1,
         "expected the number of corners of a face, found the end of the file"},
        {"OFF\n3 1 3\n" VERTICES "3 0 1 2\n3 0 1 2\n", 7, 0,
         "expected the end of the file after the last face, found '3'"},
    };
    expect_errors(TOI_FORMAT_OFF, files, sizeof files / sizeof files[0]);
}

static const char every_branch[] =
    "OFF # c\n3 2 3\n0 0 0 1 1 1\r\n1 0 0\n0 1 0\n3 0 1 2 255 0 1\n2 1 2 # c\n";

static void a_file_cut_anywhere_is_refused_or_whole(void** state)
{
    (void)state;
    // Behind the last corner only a colour, a comment and a line break can be lost.
    expect_safe_when_cut(TOI_FORMAT_OFF, every_branch, sizeof every_branch - 1, true);
}

static void failed_allocations_and_limits_are_reported(void** state)
{
    (void)state;
    expect_memory_errors(TOI_FORMAT_OFF, every_branch, sizeof every_branch - 1);
    expect_limits(TOI_FORMAT_OFF, every_branch, sizeof every_branch - 1);
}

static void seventeen_digits_bring_the_same_bits_back(void** state)
{
    (void)state;
    test_random random = random_start(27);
    written_mesh mesh;
    static char file[WRITTEN_SIZE];
    random_mesh(&random, 1, 5, &mesh);
    int used = snprintf(file, sizeof file, "OFF\n%d %d 0\n", WRITTEN_VERTICES, WRITTEN_FACES);
    size_t size = append_mesh_lines(file, sizeof file, (size_t)used, &mesh);
    expect_same_bits(TOI_FORMAT_OFF, file, size, &mesh);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(reads_every_form_of_header),
        cmocka_unit_test(colours_normals_and_texture_places_are_skipped),
        cmocka_unit_test(faces_have_any_number_of_corners),
        cmocka_unit_test(bad_lines_are_named_with_what_would_be_right),
        cmocka_unit_test(a_file_cut_anywhere_is_refused_or_whole),
        cmocka_unit_test(failed_allocations_and_limits_are_reported),
        cmocka_unit_test(seventeen_digits_bring_the_same_bits_back),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
