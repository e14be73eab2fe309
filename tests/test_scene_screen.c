// The collision screen as a picture: records and contacts agree with each other, and the SVG is well formed,
// has a pattern for each body, text that can be read, a mark for each contact, and is written whole or not at
// all.

#define _XOPEN_SOURCE 700

#include "cmocka_toi.h"
#include "screen_sample.h"

#include "scene/output.h"
#include "scene/write_screen.h"

#include <unistd.h>

static char* picture_of(const sample* s, const char* name)
{
    char* text = NULL;
    size_t size = 0;
    FILE* stream = open_memstream(&text, &size);
    ti_screen_report report = {.name = {name, s->scene.bodies[1].name},
                               .screen = &s->screen,
                               .contacts = s->contacts,
                               .contact_count = s->count,
                               .contacts_found = s->count,
                               .def = &s->def};
    assert_int_equal(ti_write_screen_svg(stream, &report), TOI_OK);
    fclose(stream);
    return text;
}

static uint32_t count_of(const char* text, const char* part)
{
    uint32_t count = 0;
    for (const char* at = strstr(text, part); at; at = strstr(at + 1, part)) {
        ++count;
    }
    return count;
}

// Past one attribute, name="value".
static const char* pass_attribute(const char* at)
{
    at += strspn(at, " \n");
    at += strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-:");
    assert_true(at[0] == '=' && at[1] == '"');
    at += 2 + strcspn(at + 2, "\"<&");
    assert_true(*at == '"');
    return at + 1;
}

// Tags are closed in order, attributes quoted, and texts without marks.
static void assert_well_formed(const char* text)
{
    const char* open[32];
    int depth = 0;
    assert_true(strncmp(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg ", 44) == 0);
    for (const char* at = strchr(text, '\n'); *at;) {
        if (*at == '&') {
            assert_true(!strncmp(at, "&amp;", 5) || !strncmp(at, "&lt;", 4) || !strncmp(at, "&gt;", 4));
        }
        if (*at != '<') {
            assert_true(*at != '>' && ((unsigned char)*at >= 0x20 || *at == '\n'));
            ++at;
            continue;
        }
        bool closes = at[1] == '/';
        const char* name = at + 1 + closes;
        size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
        at = name + length;
        while (!closes && *at != '>' && *at != '/') {
            at = pass_attribute(at);
        }
        if (closes) {
            assert_true(depth > 0 && strncmp(open[--depth], name, length) == 0);
        } else if (*at == '/') {
            ++at;
        } else {
            assert_true(depth < 32);
            open[depth++] = name;
        }
        assert_int_equal(*at++, '>');
    }
    assert_int_equal(depth, 0);
}

// A unit of the page is a point.
static void assert_text_of_eight_points(const char* text)
{
    double width = 0.0, height = 0.0, box[2] = {0.0, 0.0};
    const char* root = strstr(text, "<svg ");
    assert_int_equal(sscanf(strstr(root, "width="),
                            "width=\"%lfpt\" height=\"%lfpt\" viewBox=\"0 0 %lf %lf\"", &width, &height,
                            &box[0], &box[1]),
                     4);
    assert_true(width == box[0] && height == box[1] && width >= 600.0);
    uint32_t sizes = 0;
    for (const char* at = strstr(text, "font-size=\""); at; at = strstr(at + 1, "font-size=\"")) {
        assert_true(strtod(at + 11, NULL) >= 8.0);
        ++sizes;
    }
    assert_int_equal(sizes, count_of(text, "<text "));
    assert_null(strstr(text, "scale("));
}

static void the_picture_can_be_read(void** state)
{
    (void)state;
    static const char* const names[] = {"scenes/tori.json", "scenes/cars.json",
                                        "scenes/screw-wrong-pitch.json", "scenes/spinning-rod.json",
                                        "scenes/linked-tori-clear.json"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        sample s;
        sample_load(&s, names[i]);
        sample_draw(&s);
        char* text = picture_of(&s, s.scene.bodies[0].name);
        assert_well_formed(text);
        assert_text_of_eight_points(text);
        // A is hatched and its lines are whole, B is plain and its lines are dashed.
        assert_int_equal(count_of(text, "<path class=\"pixels-a\" fill=\"url(#hatch)\""), 1);
        assert_int_equal(count_of(text, "<path class=\"pixels-b\" fill=\"#"), 1);
        assert_int_equal(count_of(text, "<path class=\"lines-a\""), 2);
        assert_int_equal(count_of(text, "stroke-dasharray"), 3); // both lines of B, and the legend
        assert_int_equal(count_of(text, "<pattern id=\"hatch\""), 1);
        // A mark for each contact and one in the legend, a number beside it.
        assert_int_equal(count_of(text, "<circle "), s.count + 1);
        assert_int_equal(count_of(text, "paint-order=\"stroke\""), s.count);
        assert_int_equal(count_of(text, "No contact."), s.count == 0);
        free(text);
        sample_release(&s);
    }
}

static void contacts_stand_in_the_picture_with_time_and_properness(void** state)
{
    (void)state;
    sample s;
    sample_load(&s, "scenes/tori.json");
    sample_draw(&s);
    char* text = picture_of(&s, s.scene.bodies[0].name);
    static const char* const words[] = {">0.178486<",
                                        ">0.255876<",
                                        ">0.465196<",
                                        ">edge 239-240<",
                                        ">0.0499<",
                                        ">properness<",
                                        "r: distance from the axis",
                                        "h in pixels: columns",
                                        "turn 28.07",
                                        "(rows x columns)"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; ++i) {
        if (!strstr(text, words[i])) {
            fail_msg("no %s", words[i]);
        }
    }
    free(text);
    sample_release(&s);
}

static void names_that_xml_does_not_take_are_made_harmless(void** state)
{
    (void)state;
    sample s;
    sample_load(&s, "scenes/tori.json");
    sample_draw(&s);
    char* text = picture_of(&s, "<b> & \"c\"\x01\xef\xbf\xbf");
    assert_well_formed(text);
    assert_non_null(strstr(text, "&lt;b&gt; &amp; "));
    free(text);
    sample_release(&s);
}

static void contacts_in_one_place_share_their_mark(void** state)
{
    (void)state;
    sample s;
    sample_load(&s, "scenes/linked-tori.json");
    sample_draw(&s);
    assert_int_equal(s.count, 4);
    char* text = picture_of(&s, s.scene.bodies[0].name);
    assert_int_equal(count_of(text, "paint-order=\"stroke\""), 1);
    assert_non_null(strstr(text, ">1-4</text>"));
    free(text);
    sample_release(&s);
}

static void more_contacts_than_numbers_are_counted(void** state)
{
    (void)state;
    sample s;
    sample_load(&s, "scenes/tori.json");
    sample_draw(&s);
    for (uint32_t i = 3; i < 100; ++i) {
        s.contacts[i] = s.contacts[i % 3];
    }
    s.count = 100;
    char* text = picture_of(&s, "many");
    assert_well_formed(text);
    assert_int_equal(count_of(text, "<circle "), 101);
    assert_int_equal(count_of(text, "paint-order=\"stroke\""), 3); // those in one place share a mark
    assert_non_null(strstr(text, ">1, 4, 7, 10, 13, 16"));
    assert_non_null(strstr(text, "and 60 later, marked without a number"));
    free(text);
    sample_release(&s);
}

static void a_picture_that_cannot_be_written_leaves_nothing(void** state)
{
    (void)state;
    sample s;
    char folder[] = "toi-screen-XXXXXX";
    sample_load(&s, "scenes/tori.json");
    sample_draw(&s);
    ti_screen_report report = {.name = {"a", "b"}, .screen = &s.screen, .def = &s.def};
    ti_output output;
    assert_true(ti_output_open(&output, "/dev/full"));
    assert_int_equal(ti_write_screen_svg(output.stream, &report), TOI_OK);
    assert_false(ti_output_close(&output));
    assert_non_null(mkdtemp(folder));
    const char* path = test_join_path(folder, "screen.svg");
    assert_true(ti_output_open(&output, path));
    assert_int_equal(ti_write_screen_svg(output.stream, &report), TOI_OK);
    ti_output_discard(&output);
    assert_int_equal(rmdir(folder), 0); // which fails if anything is in it
    sample_release(&s);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(the_picture_can_be_read),
        cmocka_unit_test(contacts_stand_in_the_picture_with_time_and_properness),
        cmocka_unit_test(names_that_xml_does_not_take_are_made_harmless),
        cmocka_unit_test(contacts_in_one_place_share_their_mark),
        cmocka_unit_test(more_contacts_than_numbers_are_counted),
        cmocka_unit_test(a_picture_that_cannot_be_written_leaves_nothing),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
