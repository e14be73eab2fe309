// The seed files of the fuzz targets, read as an ordinary test: each has the outcome that stands in
// fuzz/corpus/outcomes.txt, and each number the bits of strtod.

#include "cmocka_toi.h"
#include "mesh/number.h"
#include "toi/toi.h"

#include <dirent.h>

enum { LARGEST_FILE = 1 << 16 };

// The bytes of a seed, in memory that ends with them. The caller frees them.
static char* load(const char* name, size_t* size)
{
    static char bytes[LARGEST_FILE];
    char path[200];
    snprintf(path, sizeof path, "fuzz/corpus/%s", name);
    FILE* file = fopen(test_source_path(path), "rb");
    if (file == NULL) {
        fail_msg("no file fuzz/corpus/%s", name);
    }
    *size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_true(*size < sizeof bytes);
    char* copy = malloc(*size > 0 ? *size : 1);
    memcpy(copy, bytes, *size);
    return copy;
}

// What reading the file gives, as a line of outcomes.txt.
static void describe(const char* name, char* text, size_t text_size)
{
    size_t size;
    char* bytes = load(name, &size);
    toi_polygons p;
    toi_error error = {0};
    toi_status status = toi_polygons_read(bytes, size, toi_format_from_name(name), NULL, &p, &error);
    free(bytes);
    if (status == TOI_OK) {
        snprintf(text, text_size, "%s: %u vertices, %u faces, %u corners", name, p.vertex_count, p.face_count,
                 p.face_offsets[p.face_count]);
        toi_polygons_release(&p);
    } else {
        snprintf(text, text_size, "%s: %s, line %llu, index %llu: %s", name,
                 status == TOI_ERROR_LIMIT ? "limit" : "format", (unsigned long long)error.line,
                 (unsigned long long)error.index, error.text);
    }
}

static void every_seed_has_the_outcome_of_the_table(void** state)
{
    (void)state;
    FILE* table = fopen(test_source_path("fuzz/corpus/outcomes.txt"), "r");
    assert_non_null(table);
    char expected[512], found[512], name[128];
    int count = 0;
    while (fgets(expected, sizeof expected, table) != NULL) {
        expected[strcspn(expected, "\n")] = '\0';
        size_t length = strcspn(expected, ":");
        assert_true(length < sizeof name);
        memcpy(name, expected, length);
        name[length] = '\0';
        describe(name, found, sizeof found);
        assert_string_equal(found, expected);
        ++count;
    }
    fclose(table);
    print_message("%d files\n", count);
    assert_true(count >= 100);
}

// Number of files in a folder of the corpus; calls `use` for each.
static int for_each_seed(const char* folder, void (*use)(const char* name))
{
    char name[300];
    snprintf(name, sizeof name, "fuzz/corpus/%s", folder);
    DIR* directory = opendir(test_source_path(name));
    assert_non_null(directory);
    int count = 0;
    for (struct dirent* entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
        if (entry->d_name[0] != '.') {
            snprintf(name, sizeof name, "%s/%s", folder, entry->d_name);
            use(name);
            ++count;
        }
    }
    closedir(directory);
    return count;
}

static void expect_in_table(const char* name)
{
    char line[512];
    char start[160];
    snprintf(start, sizeof start, "%s:", name);
    FILE* table = fopen(test_source_path("fuzz/corpus/outcomes.txt"), "r");
    assert_non_null(table);
    bool found = false;
    while (!found && fgets(line, sizeof line, table) != NULL) {
        found = strncmp(line, start, strlen(start)) == 0;
    }
    fclose(table);
    if (!found) {
        fail_msg("fuzz/corpus/outcomes.txt does not say what comes of %s", name);
    }
}

static void the_table_has_every_seed(void** state)
{
    (void)state;
    static const char* const folders[] = {"obj", "stl", "ply", "off"};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; ++i) {
        assert_true(for_each_seed(folders[i], expect_in_table) >= 15);
    }
}

static void expect_number_of_strtod(const char* name)
{
    size_t size;
    char* bytes = load(name, &size);
    char text[LARGEST_FILE / 16];
    assert_true(size < sizeof text);
    memcpy(text, bytes, size);
    text[size] = '\0';
    double value = 0.0;
    char* expected_end;
    double expected = strtod(text, &expected_end);
    const char* end = ti_number_read(bytes, bytes + size, &value);
    assert_int_equal(end == NULL ? 0 : end - bytes, expected_end - text);
    assert_memory_equal(&value, &expected, sizeof value);
    free(bytes);
}

static void every_number_is_that_of_strtod(void** state)
{
    (void)state;
    assert_true(for_each_seed("number", expect_number_of_strtod) >= 10);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(every_seed_has_the_outcome_of_the_table),
        cmocka_unit_test(the_table_has_every_seed),
        cmocka_unit_test(every_number_is_that_of_strtod),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
