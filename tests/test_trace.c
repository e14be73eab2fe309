// Traces of a box among boxes, by hand.

#include "cmocka_toi.h"
#include "toi/trace.h"

#include <math.h>

typedef struct boxes {
    toi_mesh *mover, *floor;
    toi_stage* stage;
} boxes;

static boxes make(void)
{
    boxes b = {0};
    assert_int_equal(toi_mesh_create_box((toi_vec3){8.0, 8.0, 8.0}, NULL, &b.mover, NULL), TOI_OK);
    assert_int_equal(toi_mesh_create_box((toi_vec3){128.0, 128.0, 8.0}, NULL, &b.floor, NULL), TOI_OK);
    toi_placed body = {.mesh = b.floor, .pose = TOI_POSE_IDENTITY};
    assert_int_equal(toi_stage_create(&body, 1, NULL, &b.stage, NULL), TOI_OK);
    return b;
}

static void release(boxes* b)
{
    toi_stage_destroy(b->stage);
    toi_mesh_destroy(b->mover);
    toi_mesh_destroy(b->floor);
}

static toi_placed mover_at(const boxes* b, double z)
{
    return (toi_placed){.mesh = b->mover, .pose = {{0.0, 0.0, z}, {1.0, 0.0, 0.0, 0.0}}};
}

static void a_box_falls_to_the_separation(void** state)
{
    (void)state;
    boxes b = make();
    toi_placed mover = mover_at(&b, 32.0);
    toi_move down = {.kind = TOI_MOVE_TRANSLATION, .by = {0.0, 0.0, -32.0}};
    toi_trace_def def = {.separation = 0.25, .tolerance = 1e-6};
    toi_trace_result r;
    assert_int_equal(toi_trace(b.stage, &mover, &down, &def, &r), TOI_OK);
    assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
    assert_near(r.fraction, (16.0 - 0.25) / 32.0, 1e-6 / 32.0);
    assert_true(r.pose.position.z >= 16.25);
    release(&b);
}

static void a_box_in_the_zone_slides_and_does_not_sink(void** state)
{
    (void)state;
    boxes b = make();
    toi_placed mover = mover_at(&b, 16.1);
    toi_trace_def def = {.separation = 0.25, .tolerance = 1e-6};
    toi_move along = {.kind = TOI_MOVE_TRANSLATION, .by = {60.0, 0.0, 0.0}};
    toi_move down = {.kind = TOI_MOVE_TRANSLATION, .by = {60.0, 0.0, -0.001}};
    toi_trace_result r;
    assert_int_equal(toi_trace(b.stage, &mover, &along, &def, &r), TOI_OK);
    assert_int_equal(r.answer, TOI_ANSWER_CLEAR);
    assert_int_equal(toi_trace(b.stage, &mover, &down, &def, &r), TOI_OK);
    assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
    assert_near(r.fraction, 0.0, 1e-6);
    release(&b);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(a_box_falls_to_the_separation),
        cmocka_unit_test(a_box_in_the_zone_slides_and_does_not_sink),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
