// PLY files with known content, text and binary: every type, order and list, cuts, limits, memory, bits.

#include "ply_support.h"

static void expect(const char* file, const char* expected)
{
    expect_content(TOI_FORMAT_PLY, file, expected);
}

// ---- content

static void reads_text_in_any_layout(void** state)
{
    (void)state;
    expect(TEXT_HEADER VERTICES "3 0 1 2\n", CORNERS " | 0 1 2");
    expect(TEXT_HEADER VERTICES "\n  \n 3\t0 1 2", CORNERS " | 0 1 2");
    expect("ply\r\nformat ascii 1.0\r\ncomment by hand\r\nobj_info none\r\nelement vertex 3\r\nproperty "
           "double x\r\n"
           "property double y\r\nproperty double z\r\nelement face 1\r\nproperty list uint8 uint32 "
           "vertex_index\r\n"
           "end_header\r\n0 0 0\r\n1 0 0\r\n0 1 0\r\n3 0 1 2\r\n",
           CORNERS " | 0 1 2");
    expect("ply\rformat ascii 1.0\relement vertex 1\rproperty int x\rproperty int y\rproperty int z\relement "
           "face 1\r"
           "property list uchar int vertex_index\rend_header\r1 2 3\r1 0\r",
           "1 2 3 | 0");
}

static void other_elements_and_properties_are_skipped(void** state)
{
    (void)state;
    expect(
        HEADER(
            "ascii") "element camera 1\nproperty float fov\nproperty list uchar float matrix\nelement "
                     "nothing 5\n"
                     "element vertex 3\nproperty float nx\nproperty float z\nproperty list uchar int tags\n"
                     "property float y\nproperty float x\nproperty uchar red\nelement edge 2\nproperty int "
                     "vertex1\n"
                     "property int vertex2\nelement face 2\nproperty uchar flags\n" LIST
                     "property list uchar float texcoord\nend_header\n45 2 1 nan\nnan 0 0 0 0 255\n"
                     "inf 0 2 8 9 0 1 255\n0 0 0 1 0 255\n0 1\n1 2\n7 3 0 1 2 6 0 0 1 0 0 1\n7 1 2 0\n",
        CORNERS " | 0 1 2, 2");
}

static void faces_may_come_before_vertices(void** state)
{
    (void)state;
    expect(HEADER("ascii") "element face 1\n" LIST "element vertex 3\n" XYZ "end_header\n3 0 1 2\n" VERTICES,
           CORNERS " | 0 1 2");
}

static void reads_every_type_in_both_byte_orders(void** state)
{
    (void)state;
    static const char* const types[] = {"char",  "uchar",  "short",   "ushort", "int",   "uint",
                                        "float", "double", "int8",    "uint8",  "int16", "uint16",
                                        "int32", "uint32", "float32", "float64"};
    for (size_t i = 0; i < 3 * sizeof types / sizeof types[0]; ++i) {
        // Each type as coordinate, as list length and as vertex number.
        const char* type = types[i / 3];
        const char* coordinate = i % 3 == 0 ? type : "float";
        const char* count = i % 3 == 1 ? type : "uchar";
        const char* index = i % 3 == 2 ? type : "int";
        for (int big_endian = 0; big_endian < 2; ++big_endian) {
            buffer b = {.size = 0};
            char rest[400];
            snprintf(rest, sizeof rest,
                     "element vertex 3\nproperty %s x\nproperty %s y\nproperty %s z\nelement face 1\n"
                     "property list %s %s vertex_indices\nend_header\n",
                     coordinate, coordinate, coordinate, count, index);
            put_header(&b, big_endian, rest);
            put_triangle(&b, coordinate, count, index, big_endian);
            expect_buffer(&b, CORNERS " | 0 1 2");
        }
    }
}

static void keeps_the_sign_and_all_bits_of_values(void** state)
{
    (void)state;
    for (int big_endian = 0; big_endian < 2; ++big_endian) {
        buffer b = {.size = 0};
        put_header(&b, big_endian,
                   "element vertex 4\nproperty double x\nproperty int y\nproperty short z\nelement face 1\n"
                   "property list int ushort vertex_indices\nend_header\n");
        static const double values[4][3] = {
            {0.1, -2147483648.0, -32768}, {-0.0, 2147483647, 32767}, {1e-310, -1, -1}, {1e300, 0, 0}};
        for (int v = 0; v < 4; ++v) {
            put_value(&b, "double", values[v][0], big_endian);
            put_value(&b, "int", values[v][1], big_endian);
            put_value(&b, "short", values[v][2], big_endian);
        }
        put_value(&b, "int", 4, big_endian);
        for (int v = 0; v < 4; ++v) {
            put_value(&b, "ushort", 3 - v, big_endian);
        }
        toi_polygons polygons;
        assert_int_equal(read_exact(b.bytes, b.size, TOI_FORMAT_PLY, NULL, &polygons, NULL), TOI_OK);
        assert_memory_equal(polygons.vertices, values, sizeof values);
        toi_polygons_release(&polygons);
    }
}

static void skips_what_is_between_in_binary(void** state)
{
    (void)state;
    for (int big_endian = 0; big_endian < 2; ++big_endian) {
        buffer b = {.size = 0};
        put_header(&b, big_endian,
                   "element fixed 3\nproperty double a\nproperty uchar b\nelement ragged 2\nproperty list "
                   "ushort double "
                   "c\nproperty char d\nelement none 4000000000\nelement vertex 3\nproperty uchar red\n" XYZ
                   "element face 1\nproperty double quality\n" LIST
                   "property list int short more\nend_header\n");
        put_text(&b, "123456781123456782123456783"); // three times nine bytes
        put_value(&b, "ushort", 2, big_endian);
        put_text(&b, "1234567812345678d");
        put_value(&b, "ushort", 0, big_endian);
        put_text(&b, "d");
        for (int v = 0; v < 3; ++v) {
            put_text(&b, "r");
            put_value(&b, "float", v == 1, big_endian);
            put_value(&b, "float", v == 2, big_endian);
            put_value(&b, "float", 0, big_endian);
        }
        put_text(&b, "12345678");
        put_bits(&b, 3, 1, big_endian);
        for (int i = 0; i < 3; ++i) {
            put_value(&b, "int", i, big_endian);
        }
        put_value(&b, "int", 1, big_endian);
        put_text(&b, "ss");
        expect_buffer(&b, CORNERS " | 0 1 2");
    }
}

// Where header lines end in CR, a first data byte of LF is data; where they end in CR LF, it is part of the
// line break.
static void the_data_starts_right_after_the_header(void** state)
{
    (void)state;
    buffer b = {.size = 0};
    put_text(&b,
             "ply\rformat binary_little_endian 1.0\relement vertex 1\rproperty char x\rproperty char y\r"
             "property char z\relement face 1\rproperty list uchar uchar vertex_index\rend_header\r\n\r\n\1");
    b.bytes[b.size++] = 0;
    expect_buffer(&b, "10 13 10 | 0");
    b.size = 0;
    put_text(
        &b,
        "ply\r\nformat binary_little_endian 1.0\r\nelement vertex 1\r\nproperty char x\r\nproperty char y\r\n"
        "property char z\r\nelement face 1\r\nproperty list uchar uchar "
        "vertex_index\r\nend_header\r\n\n\r\n\1");
    b.bytes[b.size++] = 0;
    expect_buffer(&b, "10 13 10 | 0");
}

// ---- cuts, memory, bits

static void make_every_branch(buffer* b, bool big_endian)
{
    b->size = 0;
    put_header(b, big_endian,
               "comment c\nelement a 2\nproperty int a\nelement vertex 3\n" XYZ
               "property list uchar short l\n"
               "element face 2\n" LIST "end_header\n");
    put_text(b, "12345678");
    for (int v = 0; v < 3; ++v) {
        for (int i = 0; i < 3; ++i) {
            put_value(b, "float", v + i, big_endian);
        }
        put_value(b, "uchar", v, big_endian);
        for (int i = 0; i < v; ++i) {
            put_value(b, "short", i, big_endian);
        }
    }
    for (int f = 0; f < 2; ++f) {
        put_value(b, "uchar", 2, big_endian);
        put_value(b, "int", f, big_endian);
        put_value(b, "int", 2, big_endian);
    }
}

static const char text_file[] =
    HEADER("ascii") "element vertex 3\n" XYZ "element face 2\n" LIST "end_header\n" VERTICES "3 0 1 2\n1 2\n";

static void a_file_cut_anywhere_is_refused_or_whole(void** state)
{
    (void)state;
    expect_safe_when_cut(TOI_FORMAT_PLY, text_file, sizeof text_file - 1, true);
    for (int big_endian = 0; big_endian < 2; ++big_endian) {
        buffer b;
        make_every_branch(&b, big_endian);
        expect_safe_when_cut(TOI_FORMAT_PLY, b.bytes, b.size, true);
    }
}

static void failed_allocations_and_limits_are_reported(void** state)
{
    (void)state;
    buffer b;
    make_every_branch(&b, true);
    expect_memory_errors(TOI_FORMAT_PLY, b.bytes, b.size);
    expect_limits(TOI_FORMAT_PLY, b.bytes, b.size);
    expect_memory_errors(TOI_FORMAT_PLY, text_file, sizeof text_file - 1);
    expect_limits(TOI_FORMAT_PLY, text_file, sizeof text_file - 1);
}

static void seventeen_digits_bring_the_same_bits_back(void** state)
{
    (void)state;
    test_random random = random_start(37);
    written_mesh mesh;
    static char file[WRITTEN_SIZE];
    random_mesh(&random, 1, 5, &mesh);
    int used = snprintf(
        file, sizeof file,
        HEADER("ascii") "element vertex %d\nproperty double x\nproperty double y\nproperty double z\n"
                        "element face %d\n" LIST "end_header\n",
        WRITTEN_VERTICES, WRITTEN_FACES);
    size_t size = append_mesh_lines(file, sizeof file, (size_t)used, &mesh);
    expect_same_bits(TOI_FORMAT_PLY, file, size, &mesh);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(reads_text_in_any_layout),
        cmocka_unit_test(other_elements_and_properties_are_skipped),
        cmocka_unit_test(faces_may_come_before_vertices),
        cmocka_unit_test(reads_every_type_in_both_byte_orders),
        cmocka_unit_test(keeps_the_sign_and_all_bits_of_values),
        cmocka_unit_test(skips_what_is_between_in_binary),
        cmocka_unit_test(the_data_starts_right_after_the_header),
        cmocka_unit_test(a_file_cut_anywhere_is_refused_or_whole),
        cmocka_unit_test(failed_allocations_and_limits_are_reported),
        cmocka_unit_test(seventeen_digits_bring_the_same_bits_back),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
