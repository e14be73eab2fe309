// The JSON writer: numbers read back to the same bits, texts are valid whatever they were, output is whole or
// not there.

#define _XOPEN_SOURCE 700

#include "cmocka_toi.h"

#include "scene/json_writer.h"
#include "scene/output.h"
#include "scene/write.h"

#include <jansson.h>
#include <sys/stat.h>
#include <unistd.h>

static void every_number_reads_back_to_the_same_bits(void** state)
{
    (void)state;
    test_random random = random_start(11);
    const double chosen[] = {
        0.0, -0.0, 0.1, 1.0 / 3.0, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 1e23, 123456};
    for (size_t i = 0; i < 50000; ++i) {
        double number;
        uint64_t bits = random_bits(&random);
        memcpy(&number, &bits, sizeof number);
        number = i < sizeof chosen / sizeof chosen[0] ? chosen[i] : number;
        if (!isfinite(number)) {
            continue;
        }
        char text[TI_NUMBER_LENGTH];
        ti_number_print(number, text);
        double back = strtod(text, NULL);
        assert_memory_equal(&back, &number, sizeof number);
        char shorter[TI_NUMBER_LENGTH];
        snprintf(shorter, sizeof shorter, "%.15g", number);
        assert_true(strtod(shorter, NULL) != number || number == 0.0 || strcmp(shorter, text) == 0);
    }
}

// What the writer makes of a text, parsed by jansson, which checks UTF-8.
static void assert_text(const char* text, const char* expected)
{
    char* buffer = NULL;
    size_t size = 0;
    FILE* stream = open_memstream(&buffer, &size);
    ti_json json = {.stream = stream};
    ti_json_begin(&json, NULL, '[');
    ti_json_text(&json, NULL, text);
    ti_json_end(&json, ']');
    fclose(stream);
    json_error_t error;
    json_t* root = json_loadb(buffer, size, 0, &error);
    if (!root) {
        print_error("%s: %s\n", buffer, error.text);
    }
    assert_non_null(root);
    assert_string_equal(json_string_value(json_array_get(root, 0)), expected);
    json_decref(root);
    free(buffer);
}

static void texts_are_valid_whatever_they_were(void** state)
{
    (void)state;
    assert_text("plain", "plain");
    assert_text("\"\\/\b\f\n\r\t\x01\x1f\x7f", "\"\\/\b\f\n\r\t\x01\x1f\x7f");
    assert_text("\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80");
    assert_text("a\xff", "a\xef\xbf\xbd");
    assert_text("\xc3", "\xef\xbf\xbd");                                                 // cut short
    assert_text("\xe2\x82", "\xef\xbf\xbd\xef\xbf\xbd");                                 // cut short
    assert_text("\xc0\x80", "\xef\xbf\xbd\xef\xbf\xbd");                                 // too long a form
    assert_text("\xe0\x80\xaf", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");                 // too long a form
    assert_text("\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");                 // a surrogate
    assert_text("\xf4\x90\x80\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"); // out of range
}

static void numbers_that_json_has_not_are_null(void** state)
{
    (void)state;
    char* buffer = NULL;
    size_t size = 0;
    FILE* stream = open_memstream(&buffer, &size);
    ti_json json = {.stream = stream};
    ti_json_begin(&json, NULL, '{');
    ti_json_number(&json, "a", (double)NAN);
    ti_json_number(&json, "b", HUGE_VAL);
    ti_json_vec3(&json, "c", (toi_vec3){-0.0, 1.0, 1e-9});
    ti_json_end(&json, '}');
    fclose(stream);
    assert_string_equal(buffer, "{\"a\": null, \"b\": null, \"c\": [-0.0, 1, 1e-09]}\n");
    free(buffer);
}

static void csv_fields_are_quoted_where_they_must_be(void** state)
{
    (void)state;
    char* buffer = NULL;
    size_t size = 0;
    FILE* stream = open_memstream(&buffer, &size);
    ti_csv_text(stream, true, "a,b");
    ti_csv_text(stream, false, "say \"x\"");
    ti_csv_text(stream, false, "plain");
    ti_csv_number(stream, false, (double)NAN);
    ti_csv_number(stream, false, 0.1);
    fclose(stream);
    assert_string_equal(buffer, "\"a,b\",\"say \"\"x\"\"\",plain,,0.1");
    free(buffer);
}

static char folder[] = "toi-output-XXXXXX"; // where the test runs, in the build folder

static int make_folder(void** state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : 1;
}

static int remove_folder(void** state)
{
    (void)state;
    unlink(test_join_path(folder, "link"));
    unlink(test_join_path(folder, "result.json"));
    return rmdir(folder); // fails if a temporary file was left behind
}

static void a_file_appears_only_when_it_is_whole(void** state)
{
    (void)state;
    const char* path = test_join_path(folder, "result.json");
    ti_output output;
    assert_true(ti_output_open(&output, path));
    fputs("half", output.stream);
    assert_int_not_equal(access(path, F_OK), 0);
    ti_output_discard(&output);
    assert_int_not_equal(access(path, F_OK), 0);
    assert_true(ti_output_open(&output, path));
    fputs("whole", output.stream);
    assert_true(ti_output_close(&output));
    struct stat facts;
    assert_int_equal(stat(path, &facts), 0);
    assert_int_equal(facts.st_size, 5);
}

static void an_old_result_survives_a_failure_and_a_link_stays_one(void** state)
{
    (void)state;
    const char* path = test_join_path(folder, "result.json");
    const char* link = test_join_path(folder, "link");
    ti_output output;
    struct stat facts;
    assert_int_equal(symlink("result.json", link), 0); // relative to the folder of the link
    assert_true(ti_output_open(&output, link));
    fputs("new result", output.stream);
    ti_output_discard(&output);
    assert_int_equal(stat(path, &facts), 0);
    assert_int_equal(facts.st_size, 5);
    assert_true(ti_output_open(&output, link));
    fputs("new result", output.stream);
    assert_true(ti_output_close(&output));
    assert_int_equal(lstat(link, &facts), 0);
    assert_true(S_ISLNK(facts.st_mode));
    assert_int_equal(stat(path, &facts), 0);
    assert_int_equal(facts.st_size, 10);
}

static void a_link_to_a_file_that_is_not_there_makes_that_file(void** state)
{
    (void)state;
    const char* later = test_join_path(folder, "later.json");
    const char* first = test_join_path(folder, "first");
    const char* second = test_join_path(folder, "second");
    ti_output output;
    struct stat facts;
    assert_int_equal(symlink("later.json", second), 0);
    assert_int_equal(symlink("second", first), 0);
    assert_true(ti_output_open(&output, first));
    fputs("result", output.stream);
    assert_true(ti_output_close(&output));
    assert_int_equal(lstat(later, &facts), 0);
    assert_true(S_ISREG(facts.st_mode) && facts.st_size == 6);
    assert_int_equal(lstat(first, &facts), 0);
    assert_true(S_ISLNK(facts.st_mode));
    assert_int_equal(lstat(second, &facts), 0);
    assert_true(S_ISLNK(facts.st_mode));
    unlink(second);
    assert_int_equal(symlink("first", second), 0);
    assert_false(ti_output_open(&output, first)); // round and round
    assert_non_null(strstr(output.error, "first: cannot be written: "));
    unlink(first);
    unlink(second);
    unlink(later);
}

static void a_full_disk_is_an_error_with_a_reason(void** state)
{
    (void)state;
    ti_output output;
    assert_true(ti_output_open(&output, "/dev/full"));
    fputs("more", output.stream);
    assert_false(ti_output_close(&output));
    assert_non_null(strstr(output.error, "/dev/full: cannot be written: "));
    assert_false(ti_output_open(&output, "/no/such/folder/result.json"));
    assert_non_null(strstr(output.error, "/no/such/folder/result.json"));
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(every_number_reads_back_to_the_same_bits),
        cmocka_unit_test(texts_are_valid_whatever_they_were),
        cmocka_unit_test(numbers_that_json_has_not_are_null),
        cmocka_unit_test(csv_fields_are_quoted_where_they_must_be),
        cmocka_unit_test(a_file_appears_only_when_it_is_whole),
        cmocka_unit_test(an_old_result_survives_a_failure_and_a_link_stays_one),
        cmocka_unit_test(a_link_to_a_file_that_is_not_there_makes_that_file),
        cmocka_unit_test(a_full_disk_is_an_error_with_a_reason),
    };
    return cmocka_run_group_tests(cases, make_folder, remove_folder);
}
