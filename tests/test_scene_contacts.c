// What is written of all contacts: JSON that reads back to the same bits, one row of CSV each, an aligned
// table.

#define _XOPEN_SOURCE 700

#include "cmocka_toi.h"

#include "scene/write.h"

#include <jansson.h>

// A report of one pair, with contacts that use every field.
typedef struct made_report {
    ti_scene_body bodies[2];
    ti_scene scene;
    toi_query_def query;
    toi_contact contacts[4];
    toi_pair_result pair;
    toi_world_result world;
    ti_check_report report;
} made_report;

static toi_contact make_contact(double time, uint32_t group)
{
    return (toi_contact){
        .kind = TOI_CONTACT_VF,
        .a = {TOI_FEATURE_VERTEX, {3, 0}},
        .b = {TOI_FEATURE_FACE, {12, 0}},
        .time = time,
        .point = {1.0 / 3.0, -2.0, -1e-16},
        .normal = {0.0, 0.6, -0.8},
        .point_in_a = {0.25, 1e-9, 1e9},
        .normal_in_a = {0.0, 0.0, 1.0},
        .properness = 0.7,
        .approach = 1.25,
        .time_error = 3e-16,
        .until = time,
        .model_error = 1.0 / 7.0 * 1e-12,
        .group = group,
        .entering = true,
    };
}

// The report points into `made`, which stays where it is.
static void make_report(made_report* made)
{
    static char name_a[] = "rod", name_b[] = "wall, \"left\"";
    *made = (made_report){0};
    made->bodies[0].name = name_a;
    made->bodies[1].name = name_b;
    made->scene = (ti_scene){.bodies = made->bodies, .body_count = 2};
    made->query = (toi_query_def){.all = true, .max_steps = 1000, .leaving = true};
    made->contacts[0] = make_contact(0.1, 0);
    made->contacts[1] = make_contact(0.1, 0);
    made->contacts[1].kind = TOI_CONTACT_EE;
    made->contacts[1].a = (toi_feature){TOI_FEATURE_EDGE, {3, 107}};
    made->contacts[1].b = (toi_feature){TOI_FEATURE_EDGE, {1, 2}};
    made->contacts[2] = make_contact(0.3, 1);
    made->contacts[2].entering = false;
    made->contacts[2].properness = -0.25;
    made->contacts[3] = make_contact(0.5, 2);
    made->contacts[3].tangent = made->contacts[3].sustained = true;
    made->contacts[3].until = 2.0 / 3.0;
    made->contacts[3].time_error = 1e-7;
    made->pair = (toi_pair_result){.a = 0, .b = 1, .contacts = made->contacts, .contacts_found = 4};
    made->pair.result = (toi_result){.answer = TOI_ANSWER_CONTACT,
                                     .start = TOI_START_FREE,
                                     .certified = true,
                                     .t_free = 0.1,
                                     .t_hit = 0.1,
                                     .contact_count = 4,
                                     .t_complete = 1.0,
                                     .group_count = 3,
                                     .model_error = 1.0 / 3.0 * 1e-9};
    made->world = (toi_world_result){
        .answer = TOI_ANSWER_CONTACT, .pairs = &made->pair, .pair_count = 1, .pairs_asked = 1};
    made->report = (ti_check_report){.scene = &made->scene, .world = &made->world, .query = &made->query};
}

// What a writer writes; the caller frees it.
static char* written(void (*write)(FILE*, const ti_check_report*), const ti_check_report* report)
{
    char* text = NULL;
    size_t size = 0;
    FILE* stream = open_memstream(&text, &size);
    write(stream, report);
    fclose(stream);
    return text;
}

static json_t* read_json(const ti_check_report* report)
{
    char* text = written(ti_write_check_json, report);
    json_error_t error;
    json_t* root = json_loads(text, 0, &error);
    if (!root) {
        fail_msg("%s: %s", text, error.text);
    }
    free(text);
    return root;
}

static const json_t* first_pair(const json_t* root)
{
    return json_array_get(json_object_get(root, "pairs"), 0);
}

static double number_of(const json_t* object, const char* key)
{
    const json_t* value = json_object_get(object, key);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

static void assert_vector(const json_t* object, const char* key, toi_vec3 vector)
{
    const json_t* list = json_object_get(object, key);
    const double expected[3] = {vector.x, vector.y, vector.z};
    assert_int_equal(json_array_size(list), 3);
    for (size_t i = 0; i < 3; ++i) {
        assert_true(json_number_value(json_array_get(list, i)) == expected[i]);
    }
}

static void every_field_of_a_contact_reads_back_to_the_same_bits(void** state)
{
    (void)state;
    made_report made;
    make_report(&made);
    json_t* root = read_json(&made.report);
    const json_t* list = json_object_get(first_pair(root), "contacts");
    assert_int_equal(json_array_size(list), 4);
    for (size_t i = 0; i < 4; ++i) {
        const json_t* contact = json_array_get(list, i);
        const toi_contact* c = &made.contacts[i];
        assert_string_equal(json_string_value(json_object_get(contact, "kind")),
                            ti_contact_kind_name(c->kind));
        assert_true(number_of(contact, "time") == c->time);
        assert_true(number_of(contact, "time_error") == c->time_error);
        assert_true(number_of(contact, "properness") == c->properness);
        assert_true(number_of(contact, "approach") == c->approach);
        assert_true(number_of(contact, "group") == c->group);
        assert_true(number_of(contact, "model_error") == c->model_error);
        assert_vector(contact, "point", c->point);
        assert_vector(contact, "normal", c->normal);
        assert_vector(contact, "point_a", c->point_in_a);
        assert_vector(contact, "normal_a", c->normal_in_a);
        assert_int_equal(json_is_true(json_object_get(contact, "entering")), c->entering);
        assert_int_equal(json_is_true(json_object_get(contact, "tangent")), c->tangent);
        assert_int_equal(json_is_true(json_object_get(contact, "sustained")), c->sustained);
        assert_int_equal(json_object_get(contact, "until") != NULL, c->sustained);
    }
    assert_true(number_of(json_array_get(list, 3), "until") == 2.0 / 3.0);
    const json_t* edge = json_object_get(json_object_get(json_array_get(list, 1), "a"), "edge");
    assert_int_equal(json_integer_value(json_array_get(edge, 1)), 107);
    json_decref(root);
}

static void a_pair_tells_how_many_there_are_and_what_stands_for_its_motion(void** state)
{
    (void)state;
    made_report made;
    make_report(&made);
    made.pair.contacts_found = 331;
    json_t* root = read_json(&made.report);
    const json_t* pair = first_pair(root);
    assert_true(number_of(pair, "contacts_found") == 331.0);
    assert_true(number_of(pair, "groups") == 3.0 && number_of(pair, "t_complete") == 1.0);
    assert_true(number_of(pair, "model_error") == made.pair.result.model_error);
    assert_string_equal(json_string_value(json_object_get(pair, "method")), "screw");
    assert_null(json_object_get(pair, "screen"));
    assert_null(json_object_get(pair, "relative_screw"));
    json_decref(root);
    made.query.relative_screw = true;
    made.query.method = TOI_METHOD_SCREEN;
    made.pair.result.certified = false;
    made.pair.result.screen_rows = 40;
    made.pair.result.screen_columns = 123;
    made.pair.result.screen_pixel = 0.1;
    root = read_json(&made.report);
    pair = first_pair(root);
    const json_t* screen = json_object_get(pair, "screen");
    assert_string_equal(json_string_value(json_object_get(pair, "method")), "screen");
    assert_true(json_is_true(json_object_get(pair, "relative_screw")));
    assert_true(json_is_false(json_object_get(pair, "certified")));
    assert_true(number_of(screen, "rows") == 40.0 && number_of(screen, "columns") == 123.0);
    assert_true(number_of(screen, "pixel") == 0.1 && json_is_false(json_object_get(screen, "robust")));
    json_decref(root);
}

static void a_pair_that_boxes_settle_was_drawn_on_no_screen(void** state)
{
    (void)state;
    made_report made;
    make_report(&made);
    made.query.method = TOI_METHOD_SCREEN;
    made.pair = (toi_pair_result){.a = 0, .b = 1, .broad = true};
    made.pair.result = (toi_result){.answer = TOI_ANSWER_CLEAR, .certified = true};
    made.world.answer = TOI_ANSWER_CLEAR;
    json_t* root = read_json(&made.report);
    assert_true(json_is_null(json_object_get(first_pair(root), "screen")));
    assert_string_equal(json_string_value(json_object_get(first_pair(root), "method")), "broad");
    assert_int_equal(json_array_size(json_object_get(first_pair(root), "contacts")), 0);
    json_decref(root);
}

// ---- CSV

// Fields of a row, where commas within quotes do not count.
static size_t count_fields(const char* row, const char* end)
{
    size_t count = 1;
    bool quoted = false;
    for (; row < end; ++row) {
        quoted = quoted != (*row == '"');
        count += *row == ',' && !quoted;
    }
    return count;
}

static size_t count_rows(const char* text, size_t fields)
{
    size_t rows = 0;
    for (const char* end; (end = strchr(text, '\n')) != NULL; text = end + 1) {
        assert_int_equal(count_fields(text, end), fields);
        ++rows;
    }
    return rows;
}

static void csv_has_a_row_for_each_contact_and_one_for_a_pair_without(void** state)
{
    (void)state;
    made_report made;
    make_report(&made);
    char* text = written(ti_write_check_csv, &made.report);
    assert_int_equal(count_rows(text, 34), 5);
    assert_non_null(strstr(text,
                           "rod,\"wall, \"\"left\"\"\",contact,free,screw,true,4,0.1,3e-16,,EE,edge,3-107,"
                           "edge,1-2,0.7,true,false,false,1.25,0.3333333333333333,-2,-1e-16,"));
    assert_non_null(strstr(text, ",0.5,1e-07,0.6666666666666666,VF,vertex,3,face,12,0.7,true,true,true,"));
    free(text);
    made.pair.contacts = NULL;
    made.pair.contacts_found = 0;
    made.pair.result.contact_count = 0;
    made.pair.result.answer = TOI_ANSWER_UNDECIDED;
    text = written(ti_write_check_csv, &made.report);
    assert_int_equal(count_rows(text, 34), 2);
    assert_non_null(strstr(text, ",undecided,free,screw,true,0,,,,,"));
    free(text);
}

// ---- text

static void the_table_is_aligned_with_groups_set_off_and_flags_in_words(void** state)
{
    (void)state;
    made_report made;
    make_report(&made);
    char* text = written(ti_write_check_text, &made.report);
    assert_string_equal(
        text, "rod - wall, \"left\": contact at t = 0.1 (certified for screws within 3.34e-10 of the "
              "motion)\n"
              "  time         kind  rod         wall, \"left\"  properness  point\n"
              "  0.100000000  VF    vertex 3    face 12           0.7000  (0.333333, -2, 0)\n"
              "  0.100000000  EE    edge 3-107  edge 1-2          0.7000  (0.333333, -2, 0)\n"
              "\n"
              "  0.300000000  VF    vertex 3    face 12          -0.2500  (0.333333, -2, 0)  leaving\n"
              "  0.500000000  VF    vertex 3    face 12           0.7000  (0.333333, -2, 0)  tangent, "
              "sustained until 0.666666667, time within 1e-07\n"
              "  4 contacts in 3 groups\n");
    free(text);
}

static void assert_text_has(const made_report* made, const char* part)
{
    char* text = written(ti_write_check_text, &made->report);
    if (!strstr(text, part)) {
        fail_msg("\"%s\" is not in: %s", part, text);
    }
    free(text);
}

static void a_cut_an_estimate_and_a_model_are_said(void** state)
{
    (void)state;
    made_report made;
    make_report(&made);
    made.pair.result.t_complete = 0.6;
    assert_text_has(&made, "groups\n  more may come after t = 0.6, where the limit of 1000 steps was");
    made.pair.contacts_found = 331;
    made.pair.result.group_count = 331;
    assert_text_has(&made, "\n  331 contacts, cut: only the earliest 4 are listed\n");
    made.query.relative_screw = true;
    assert_text_has(&made, "(certified for the screw between the ends, up to 3.34e-10 from the motion)\n");
    made.query.relative_screw = false;
    made.query.method = TOI_METHOD_SCREEN;
    made.pair.result.certified = false;
    made.pair.result.screen_rows = 40;
    made.pair.result.screen_columns = 123;
    made.pair.result.screen_pixel = 0.1;
    assert_text_has(&made, ": contact at t = 0.1 (estimate on a screen of 40 x 123 pixels of 0.1, screws");
    made.pair.result.start = TOI_START_OVERLAPPING;
    assert_text_has(&made, ": contact at the start, overlapping (estimate");
    made.query.method = TOI_METHOD_SCREW;
    made.query.min_properness = 0.5;
    made.pair.contacts_found = made.pair.result.contact_count = 0;
    assert_text_has(&made, "\n  no contact of properness 0.5 or more\n");
}

static void finding_nothing_is_worded_by_what_it_proves(void** state)
{
    (void)state;
    made_report made;
    make_report(&made);
    made.pair = (toi_pair_result){.a = 0, .b = 1};
    made.pair.result = (toi_result){.answer = TOI_ANSWER_CLEAR, .certified = true, .t_free = 1.0};
    assert_text_has(&made, ": clear: no contact (certified)\n");
    made.query.method = TOI_METHOD_SCREEN;
    made.query.robust = true;
    made.pair.result.certified = false;
    made.pair.result.screen_rows = 40;
    made.pair.result.screen_columns = 123;
    made.pair.result.screen_pixel = 0.1;
    assert_text_has(
        &made, ": clear: nothing comes within a pixel (estimate on a screen of 40 x 123 pixels of 0.1)\n");
    made.query.robust = false;
    made.pair.result.answer = TOI_ANSWER_UNDECIDED;
    assert_text_has(&made, ": undecided: nothing found on a screen of 40 x 123 pixels of 0.1, which proves");
    made.query.method = TOI_METHOD_SCREW;
    made.pair.result.t_free = made.pair.result.t_complete = 0.25;
    made.pair.result.work.steps = 1000;
    assert_text_has(&made, ": undecided: nothing touches before t = 0.25, where the limit of 1000 steps");
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(every_field_of_a_contact_reads_back_to_the_same_bits),
        cmocka_unit_test(a_pair_tells_how_many_there_are_and_what_stands_for_its_motion),
        cmocka_unit_test(a_pair_that_boxes_settle_was_drawn_on_no_screen),
        cmocka_unit_test(csv_has_a_row_for_each_contact_and_one_for_a_pair_without),
        cmocka_unit_test(the_table_is_aligned_with_groups_set_off_and_flags_in_words),
        cmocka_unit_test(a_cut_an_estimate_and_a_model_are_said),
        cmocka_unit_test(finding_nothing_is_worded_by_what_it_proves),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
