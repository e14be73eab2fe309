// Every query that takes rigid motions alone refuses a body that deforms, and says which one: taken for a
// body at rest it would get a wrong answer.

#include "cmocka_toi.h"

#include "toi/toi.h"

// Two boxes; the second one deforms, the third one is a part.
typedef struct scene {
    toi_mesh* mesh;
    toi_vec3 to[8];
    toi_body bodies[2];
    toi_part part;
    toi_solid solids[2];
} scene;

static void make_scene(scene* s)
{
    assert_int_equal(toi_mesh_create_box((toi_vec3){1, 1, 1}, NULL, &s->mesh, NULL), TOI_OK);
    for (uint32_t i = 0; i < 8; ++i) {
        s->to[i] = toi_mesh_vertex(s->mesh, i);
        s->to[i].x += 1.0;
    }
    toi_motion rest = {.kind = TOI_MOTION_STATIC, .pose = {{5, 0, 0}, {1, 0, 0, 0}}};
    toi_motion deforms = {.kind = TOI_MOTION_VERTICES, .pose = TOI_POSE_IDENTITY, .to = s->to, .to_count = 8};
    s->bodies[0] = (toi_body){.mesh = s->mesh, .motion = rest};
    s->bodies[1] = (toi_body){.mesh = s->mesh, .motion = deforms};
    s->part = (toi_part){.kind = TOI_PART_BOX, .half = {1, 1, 1}};
    s->solids[0] = (toi_solid){&s->part, 1, rest};
    s->solids[1] = (toi_solid){&s->part, 1, deforms};
}

static void pair_queries_refuse_it_on_either_side(void** state)
{
    (void)state;
    scene s;
    make_scene(&s);
    const toi_body *a = &s.bodies[0], *b = &s.bodies[1];
    toi_result result;
    toi_screw screw;
    toi_screen screen = {0};
    for (int swapped = 0; swapped < 2; ++swapped) {
        assert_int_equal(toi_boxes_first_contact(a, b, NULL, &result), TOI_ERROR_INVALID);
        assert_int_equal(toi_relative_screw(a, b, &screw), TOI_ERROR_INVALID);
        assert_int_equal(toi_screen_draw(a, b, NULL, &screen), TOI_ERROR_INVALID);
        const toi_body* other = a;
        a = b;
        b = other;
    }
    // The same pair at rest is taken: it is the motion that is refused.
    s.bodies[1].motion.kind = TOI_MOTION_STATIC;
    assert_int_equal(toi_first_contact(a, b, NULL, &result), TOI_OK);
    assert_int_equal(toi_all_contacts(a, b, NULL, &result), TOI_OK);
    assert_int_equal(toi_boxes_first_contact(a, b, NULL, &result), TOI_OK);
    assert_int_equal(toi_relative_screw(a, b, &screw), TOI_OK);
    assert_int_equal(toi_screen_draw(a, b, NULL, &screen), TOI_OK);
    toi_screen_release(&screen);
    toi_mesh_destroy(s.mesh);
}

static void assert_names(const toi_error* error, const char* owner)
{
    assert_int_equal(error->status, TOI_ERROR_INVALID);
    assert_int_equal(error->index, 1);
    char text[160];
    snprintf(text, sizeof text,
             "%s 1 deforms: its motion is of kind vertices, and only rigid ones are taken here", owner);
    assert_string_equal(error->text, text);
}

static void a_check_of_boxes_names_the_solid(void** state)
{
    (void)state;
    scene s;
    make_scene(&s);
    toi_boxes_def def = {.solids = s.solids, .solid_count = 2};
    toi_boxes_result result;
    toi_error error = {0};
    assert_int_equal(toi_boxes_check(&def, &result, &error), TOI_ERROR_INVALID);
    assert_names(&error, "solid");
    def.method = TOI_BOXES_PAPER;
    assert_int_equal(toi_boxes_check(&def, &result, &error), TOI_ERROR_INVALID);
    toi_mesh_destroy(s.mesh);
}

static void a_trace_names_the_body_whether_it_is_traced_or_in_the_way(void** state)
{
    (void)state;
    scene s;
    make_scene(&s);
    for (uint32_t mover = 0; mover < 2; ++mover) {
        toi_trace_bodies_def def = {.bodies = s.bodies, .count = 2, .mover = mover};
        uint32_t count = 77;
        toi_error error = {0};
        assert_int_equal(toi_trace_bodies(&def, NULL, 0, &count, &error), TOI_ERROR_INVALID);
        assert_names(&error, "body");
        assert_int_equal(count, 77);
    }
    toi_mesh_destroy(s.mesh);
}

static void it_is_no_list_of_moves_and_no_rational_motion(void** state)
{
    (void)state;
    scene s;
    make_scene(&s);
    uint32_t count = 77;
    toi_error error = {0};
    const toi_motion* m = &s.bodies[1].motion;
    assert_int_equal(toi_motion_moves(m, NULL, 0, &count, &error), TOI_ERROR_INVALID);
    assert_string_equal(error.text, "kind is vertices, not a translation, a rotation, between or moves");
    assert_int_equal(count, 77);
    toi_rational_motion rational = {.bound = -1.0};
    assert_int_equal(toi_motion_to_rational(m, 1.0, NULL, &rational, &error), TOI_ERROR_INVALID);
    assert_string_equal(error.text, "kind is vertices: a body that deforms has no rational motion");
    assert_true(rational.bound == -1.0);
    toi_mesh_destroy(s.mesh);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(pair_queries_refuse_it_on_either_side),
        cmocka_unit_test(a_check_of_boxes_names_the_solid),
        cmocka_unit_test(a_trace_names_the_body_whether_it_is_traced_or_in_the_way),
        cmocka_unit_test(it_is_no_list_of_moves_and_no_rational_motion),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
