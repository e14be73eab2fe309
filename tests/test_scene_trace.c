// What `toi trace` writes of results that scenes seldom give: limits, overlaps, many blocking features.

#include "cmocka_toi.h"

#include "scene/scene.h"
#include "scene/write.h"

enum { ROOM = 16 };

typedef struct sample {
    ti_scene_body bodies[2];
    ti_scene scene;
    toi_move moves[2];
    toi_trace_result results[2];
    toi_touch blocking[ROOM];
    ti_trace_report report;
} sample;

static char box_name[] = "box", wall_name[] = "wall";

static void make(sample* s)
{
    *s = (sample){.bodies = {{.name = box_name}, {.name = wall_name}}};
    s->scene = (ti_scene){.bodies = s->bodies, .body_count = 2};
    s->moves[0].by = (toi_vec3){0.0, 0.0, -1.0};
    s->moves[1] = (toi_move){.kind = TOI_MOVE_ROTATION, .axis = {0.0, 0.0, 1.0}, .angle = 0.5};
    for (int i = 0; i < 2; ++i) {
        s->results[i] = (toi_trace_result){.answer = TOI_ANSWER_CLEAR,
                                           .start = TOI_START_FREE,
                                           .certified = true,
                                           .fraction = 1.0,
                                           .pose = TOI_POSE_IDENTITY,
                                           .kept = 0.5,
                                           .separation = 0.5,
                                           .body = UINT32_MAX};
    }
    s->report = (ti_trace_report){.scene = &s->scene,
                                  .max_steps = 100,
                                  .moves = s->moves,
                                  .results = s->results,
                                  .count = 2,
                                  .blocking = s->blocking,
                                  .blocking_capacity = ROOM};
}

static void written(const sample* s, void (*write)(FILE*, const ti_trace_report*), char text[8192])
{
    memset(text, 0, 8192);
    FILE* stream = fmemopen(text, 8191, "w");
    assert_non_null(stream);
    write(stream, &s->report);
    fclose(stream);
}

static void assert_has(const char* text, const char* part)
{
    if (strstr(text, part) == NULL) {
        print_error("'%s' is not in\n%s\n", part, text);
    }
    assert_non_null(strstr(text, part));
}

static void moves_that_are_made_say_so(void** state)
{
    (void)state;
    static sample s;
    static char text[8192];
    make(&s);
    written(&s, ti_write_trace_text, text);
    assert_has(text, "clear (certified): all moves were made whole; reached position (0, 0, 0)");
    s.results[1].certified = false;
    s.results[1].kept = 0.0;
    s.report.method = TOI_TRACE_PAPER;
    written(&s, ti_write_trace_text, text);
    assert_has(text, "clear (estimate, nothing is proved)");
    assert_null(strstr(text, "nearer"));
    written(&s, ti_write_trace_json, text);
    assert_has(text, "\"method\": \"paper\"");
    assert_has(text, "\"body\": null, \"gap\": null, \"contact\": null, \"blocking\": []");
}

static void a_limit_says_what_may_help(void** state)
{
    (void)state;
    static sample s;
    static char text[8192];
    make(&s);
    s.results[0] = (toi_trace_result){.answer = TOI_ANSWER_UNDECIDED,
                                      .start = TOI_START_FREE,
                                      .fraction = 0.25,
                                      .gap = 0.75,
                                      .kept = 0.5,
                                      .separation = 0.5,
                                      .body = 1,
                                      .work = {.steps = 100}};
    written(&s, ti_write_trace_text, text);
    assert_has(text, "0.25  0.75  wall; undecided: the limit of steps");
    assert_has(text, "--max-steps");
    assert_int_equal(ti_trace_answer(&s.report), TOI_ANSWER_UNDECIDED);
    s.results[0].work.steps = 99;
    written(&s, ti_write_trace_text, text);
    assert_has(text, "rounding hides more");
    s.results[1].answer = TOI_ANSWER_CONTACT;
    assert_int_equal(ti_trace_answer(&s.report), TOI_ANSWER_CONTACT);
}

static void an_overlap_says_the_way_out(void** state)
{
    (void)state;
    static sample s;
    static char text[8192];
    make(&s);
    toi_trace_result* r = &s.results[0];
    r->answer = TOI_ANSWER_CONTACT;
    r->start = TOI_START_OVERLAPPING;
    r->fraction = r->gap = 0.0;
    r->body = 1;
    r->depth = 0.25;
    r->normal = (toi_vec3){0.0, 0.0, -1.0};
    written(&s, ti_write_trace_text, text);
    assert_has(text, "wall; starts overlapping; a way out is 0.25 along (0, 0, 1)");
    written(&s, ti_write_trace_json, text);
    assert_has(text, "\"depth\": 0.25");
    r->depth = 0.0;
    written(&s, ti_write_trace_text, text);
    assert_has(text, "wall; starts overlapping\n");
    written(&s, ti_write_trace_json, text);
    assert_has(text, "\"depth\": null");
}

static void blocking_features_have_a_line_each(void** state)
{
    (void)state;
    static sample s;
    static char text[8192];
    make(&s);
    toi_trace_result* r = &s.results[1];
    r->answer = TOI_ANSWER_CONTACT;
    r->body = 1;
    r->blocking_count = 3;
    for (uint32_t i = 0; i < ROOM; ++i) {
        s.blocking[i] = (toi_touch){.body = 1,
                                    .kind = TOI_CONTACT_VF,
                                    .a = {TOI_FEATURE_VERTEX, {i, 0}},
                                    .b = {TOI_FEATURE_FACE, {7, 0}},
                                    .gap = 0.5};
    }
    written(&s, ti_write_trace_text, text);
    assert_has(text, "box vertex 2 on wall face 7");
    assert_null(strstr(text, "vertex 3"));
    written(&s, ti_write_trace_json, text);
    assert_has(text, "\"blocking\": [{\"body\": \"wall\", \"kind\": \"VF\", \"a\": {\"vertex\": 0}");
    assert_has(text, "\"blocking_count\": 3");
    r->blocking_count = ROOM + 5;
    written(&s, ti_write_trace_text, text);
    assert_has(text, "vertex 7 on");
    assert_null(strstr(text, "vertex 8"));
    assert_has(text, "and 13 more");
    assert_int_equal(ti_trace_blocking(&s.report, 1).count, ROOM);
    s.results[0].blocking_count = 10;
    assert_int_equal(ti_trace_blocking(&s.report, 0).count, 10);
    assert_int_equal(ti_trace_blocking(&s.report, 1).count, ROOM - 10);
    assert_ptr_equal(ti_trace_blocking(&s.report, 1).touch, s.blocking + 10);
    s.results[0].blocking_count = 2 * ROOM;
    assert_int_equal(ti_trace_blocking(&s.report, 1).count, 0);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(moves_that_are_made_say_so),
        cmocka_unit_test(a_limit_says_what_may_help),
        cmocka_unit_test(an_overlap_says_the_way_out),
        cmocka_unit_test(blocking_features_have_a_line_each),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
