// OBJ files with known content: every form of statement, every error with its line, cuts, limits, memory,
// bits.

#include "read_support.h"

#define TRIANGLE "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
#define CORNERS "0 0 0, 1 0 0, 0 1 0"

static void expect(const char* file, const char* expected)
{
    expect_content(TOI_FORMAT_OBJ, file, expected);
}

static void reads_faces_of_every_form(void** state)
{
    (void)state;
    expect(TRIANGLE "f 1 2 3\n", CORNERS " | 0 1 2");
    expect(TRIANGLE "f 1/1 2/2 3/3\n", CORNERS " | 0 1 2");
    expect(TRIANGLE "f 1//1 2//2 3//3\n", CORNERS " | 0 1 2");
    expect(TRIANGLE "f 1/4/1 2/5/2 3/6/3\n", CORNERS " | 0 1 2");
    expect(TRIANGLE "f 1/-1/-2 2/ 3//\n", CORNERS " | 0 1 2");
    expect(TRIANGLE "fo 3 2 1\n", CORNERS " | 2 1 0");
    expect(TRIANGLE "f 1\nf 2 3\nf 1 2 3\nf 1 2 3 1 2 3 1\n", CORNERS " | 0, 1 2, 0 1 2, 0 1 2 0 1 2 0");
}

static void relative_numbers_count_back_from_the_latest_vertex(void** state)
{
    (void)state;
    expect("v 0 0 0\nv 1 0 0\nf -1 -2\nv 0 1 0\nf -3 -2 -1\n", CORNERS " | 1 0, 0 1 2");
}

static void faces_may_name_later_vertices(void** state)
{
    (void)state;
    expect("f 1 2 3\n" TRIANGLE "f 3 2 1\n", CORNERS " | 0 1 2, 2 1 0");
}

static void lines_and_points_are_faces_in_file_order(void** state)
{
    (void)state;
    expect(TRIANGLE "l 1 2\nf 1 2 3\nl 1/1 2/2 3/3\np 1 3\n", CORNERS " | 0 1, 0 1 2, 0 1, 1 2, 0, 2");
    expect("v 1 2 3\np -1", "1 2 3 | 0");
}

static void any_line_break_and_none_at_the_end_will_do(void** state)
{
    (void)state;
    expect("v 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\nf 1 2 3\r\n", CORNERS " | 0 1 2");
    expect("v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3\r", CORNERS " | 0 1 2");
    expect("\n\n" TRIANGLE "\n \t\nf 1 2 3", CORNERS " | 0 1 2");
    expect("\xef\xbb\xbf" TRIANGLE "f 1 2 3", CORNERS " | 0 1 2");
}

static void comments_and_joined_lines_are_understood(void** state)
{
    (void)state;
    expect("# a comment \\\n" TRIANGLE "f 1 2 3 # and one\n#", CORNERS " | 0 1 2");
    expect("v 0 \\\n0 0\nv 1 0\\\r\n 0\nv 0 1 0\nf 1 2\\\n3\n", CORNERS " | 0 1 2");
    expect("v 0 0 0#c\nv 1 0 0\t# c\n\tv\t0\t1\t0\n  f 1 2 3#f 2", CORNERS " | 0 1 2");
    expect("\\\n\\\n" TRIANGLE "g a \\\nb\nf 1 2 \\\n\\\n 3 \\\n", CORNERS " | 0 1 2");
}

static void colours_and_weights_are_ignored(void** state)
{
    (void)state;
    expect("v 1 2 3 0.5\nv 4 5 6 1 0.5 0.25\nv 7 8 9 1 1 1 1\nv 1 1 1 2 1 1 1 1\nf 1 2 3 4\n",
           "1 2 3, 4 5 6, 7 8 9, 1 1 1 | 0 1 2 3");
}

static void what_is_no_geometry_is_skipped(void** state)
{
    (void)state;
    expect("mtllib a b.mtl\no name\ng one two\ns off\nusemtl red\nvn 0 0 1\nvt 0 0\nvp 1\n" TRIANGLE
           "cstype bezier\ndeg 3\ncurv 0 1 1 2 \\\n 3 4\nparm u 0 1\nend\nsurf 0 1 0 1 1 2 3\nf 1 2 3\n",
           CORNERS " | 0 1 2");
}

static void bad_lines_are_named_with_what_would_be_right(void** state)
{
    (void)state;
    static const bad_file files[] = {
        {"", 0, 0, "the file has no faces (0 vertices); expected polygons, segments or points"},
        {TRIANGLE "surf 0 1 0 1 1 2 3\n", 0, 0,
         "the file has no faces (3 vertices); expected polygons, segments or points"},
        {"v 1 2\n", 1, 0, "expected the z of a vertex, a number, found the end of the line"},
        {"v 1 2", 1, 0, "expected the z of a vertex, a number, found the end of the file"},
        {"v 1 2 3\nv 1 x 2\n", 2, 1, "expected the y of a vertex, a number, found 'x'"},
        {"v 1 2,5 3\n", 1, 0, "expected the y of a vertex, a number, found '2,5'"},
        {"v nan 2 3\n", 1, 0, "expected the x of a vertex, a number, found 'nan'"},
        {"v inf 2 3\n", 1, 0, "expected the x of a vertex, a number, found 'inf'"},
        {"v 1 1e400 3\n", 1, 0,
         "expected the y of a vertex, a number, found '1e400', which is too large for a double"},
        {"v 1 2 3 4 5 6 7 8 9\n", 1, 0, "expected at most 8 numbers in a vertex, found '9'"},
        {"v 1 2 3 red\n", 1, 0, "expected a weight or colour, a number, found 'red'"},
        {TRIANGLE "f 1 2 4\n", 4, 0, "face 0 names vertex 4 of 3; the first is 1, or -1 from the end"},
        {TRIANGLE "f 1 2 3\nf 1 2 99 # far\nf 4 1 2\n", 5, 1,
         "face 1 names vertex 99 of 3; the first is 1, or -1 from the end"},
        {TRIANGLE "f 1 2 123456789012345678901234567890\n", 4, 0,
         "face 0 names vertex 1000000000000000000 of 3; the first is 1, or -1 from the end"},
        {TRIANGLE "f 1 2 3\nf 1 2 -4\n", 5, 1,
         "face 1 names vertex -4 of 3; the first is 1, or -1 from the end"},
        {TRIANGLE "f 0 1 2\n", 4, 0, "face 0 names vertex 0; vertices are counted from 1"},
        {TRIANGLE "f\n", 4, 0, "expected the vertex numbers of a face, found the end of the line"},
        {TRIANGLE "p # none\n", 4, 0, "expected the vertex numbers of points, found '#'"},
        {TRIANGLE "l 1\n", 4, 0,
         "expected a vertex number, as in 3, 3/1, 3//2, 3/1/2 or -1, found the end of the line"},
        {TRIANGLE "f 1 2 3x\n", 4, 0,
         "expected a vertex number, as in 3, 3/1, 3//2, 3/1/2 or -1, found '3x'"},
        {TRIANGLE "f 1 2 3/1/1/1\n", 4, 0,
         "expected a vertex number, as in 3, 3/1, 3//2, 3/1/2 or -1, found '3/1/1/1'"},
        {TRIANGLE "f 1 2 3.0\n", 4, 0,
         "expected a vertex number, as in 3, 3/1, 3//2, 3/1/2 or -1, found '3.0'"},
        {TRIANGLE "f 1 2 \\x\n", 4, 0,
         "expected a vertex number, as in 3, 3/1, 3//2, 3/1/2 or -1, found '\\x'"},
        {TRIANGLE "F 1 2 3\n", 4, 0,
         "expected a statement of OBJ such as v, f, l, p or a # comment, found 'F'"},
        {"solid cube\n", 1, 0,
         "expected a statement of OBJ such as v, f, l, p or a # comment, found 'solid'"},
        {"v 0 0 \\\n 0\\\r\nv 1\n", 3, 0, "expected a weight or colour, a number, found 'v'"},
        {"\n\r\n\r\x01\xff\n", 4, 0,
         "expected a statement of OBJ such as v, f, l, p or a # comment, found '?"
         "?'"},
        {"aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeee", 1, 0,
         "expected a statement of OBJ such as v, f, l, p or a # comment, found "
         "'aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd...'"},
    };
    expect_errors(TOI_FORMAT_OBJ, files, sizeof files / sizeof files[0]);
}

static const char every_branch[] =
    "# all\r\nv 0 0 0 1\r\nv 1.5 0 0 .1 .2 .3\nv 0 -1e1 0\nvt 0 0\ng x \\\n y\n"
    "f 1//1 \\\n2/2/2 -1\nl 1 2 3\np 1\nf 3 2 1";

static void a_file_cut_anywhere_is_refused_or_sound(void** state)
{
    (void)state;
    expect_safe_when_cut(TOI_FORMAT_OBJ, every_branch, sizeof every_branch - 1, false);
}

static void failed_allocations_and_limits_are_reported(void** state)
{
    (void)state;
    expect_memory_errors(TOI_FORMAT_OBJ, every_branch, sizeof every_branch - 1);
    expect_limits(TOI_FORMAT_OBJ, every_branch, sizeof every_branch - 1);
}

static void arguments_that_are_wrong_are_invalid(void** state)
{
    (void)state;
    toi_polygons polygons;
    toi_error error;
    assert_int_equal(toi_polygons_read("x", 1, TOI_FORMAT_UNKNOWN, NULL, &polygons, &error),
                     TOI_ERROR_INVALID);
    assert_int_equal(toi_polygons_read("x", 1, (toi_format)99, NULL, &polygons, &error), TOI_ERROR_INVALID);
    assert_int_equal(toi_polygons_read(NULL, 1, TOI_FORMAT_OBJ, NULL, &polygons, &error), TOI_ERROR_INVALID);
    assert_int_equal(toi_polygons_read("x", 1, TOI_FORMAT_OBJ, NULL, NULL, &error), TOI_ERROR_INVALID);
    assert_int_equal(toi_polygons_read(NULL, 0, TOI_FORMAT_OBJ, NULL, &polygons, &error), TOI_ERROR_FORMAT);
    toi_polygons_release(NULL);
}

static void seventeen_digits_bring_the_same_bits_back(void** state)
{
    (void)state;
    test_random random = random_start(7);
    written_mesh mesh;
    static char file[WRITTEN_SIZE];
    random_mesh(&random, 1, 5, &mesh);
    int used = 0;
    for (int v = 0; v < WRITTEN_VERTICES; ++v) {
        const double* p = mesh.vertices + 3 * v;
        used += snprintf(file + used, sizeof file - used, "v %.17g %.17g %.17g\n", p[0], p[1], p[2]);
    }
    for (int f = 0; f < WRITTEN_FACES; ++f) {
        used += snprintf(file + used, sizeof file - used, "f");
        for (uint32_t c = mesh.offsets[f]; c < mesh.offsets[f + 1]; ++c) {
            used += snprintf(file + used, sizeof file - used, " %u", mesh.corners[c] + 1);
        }
        used += snprintf(file + used, sizeof file - used, "\n");
    }
    expect_same_bits(TOI_FORMAT_OBJ, file, (size_t)used, &mesh);
}

static void vertices_are_merged_on_request_only(void** state)
{
    (void)state;
    const char* file = "v 0 0 0\nv 1 0 0\nv -0 0 0\nf 1 2\nf 3 2\n";
    expect(file, "0 0 0, 1 0 0, -0 0 0 | 0 1, 2 1");
    toi_read_def def = {.weld = true};
    toi_polygons polygons;
    assert_int_equal(read_exact(file, strlen(file), TOI_FORMAT_OBJ, &def, &polygons, NULL), TOI_OK);
    char text[200];
    polygons_to_text(&polygons, text, sizeof text);
    assert_string_equal(text, "0 0 0, 1 0 0 | 0 1, 0 1");
    toi_polygons_release(&polygons);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(reads_faces_of_every_form),
        cmocka_unit_test(relative_numbers_count_back_from_the_latest_vertex),
        cmocka_unit_test(faces_may_name_later_vertices),
        cmocka_unit_test(lines_and_points_are_faces_in_file_order),
        cmocka_unit_test(any_line_break_and_none_at_the_end_will_do),
        cmocka_unit_test(comments_and_joined_lines_are_understood),
        cmocka_unit_test(colours_and_weights_are_ignored),
        cmocka_unit_test(what_is_no_geometry_is_skipped),
        cmocka_unit_test(bad_lines_are_named_with_what_would_be_right),
        cmocka_unit_test(a_file_cut_anywhere_is_refused_or_sound),
        cmocka_unit_test(failed_allocations_and_limits_are_reported),
        cmocka_unit_test(arguments_that_are_wrong_are_invalid),
        cmocka_unit_test(seventeen_digits_bring_the_same_bits_back),
        cmocka_unit_test(vertices_are_merged_on_request_only),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
