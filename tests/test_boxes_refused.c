// What toi_boxes_check refuses, and what it says of it.

#include "cmocka_toi.h"
#include "toi/boxes.h"

static void assert_wrong(const toi_boxes_def* def, const char* text)
{
    toi_boxes_result result = {.pair_count = 77};
    toi_error error = {0};
    assert_int_equal(toi_boxes_check(def, &result, &error), TOI_ERROR_INVALID);
    assert_non_null(strstr(error.text, text));
    assert_int_equal(result.pair_count, 77);
}

static void what_is_wrong_is_named(void** state)
{
    (void)state;
    toi_part parts[2] = {{.half = {1, 1, 1}}, {.half = {1, 1, 1}}};
    toi_solid solids[2] = {{parts, 1, {.pose = TOI_POSE_IDENTITY}}, {parts, 2, {.pose = TOI_POSE_IDENTITY}}};
    toi_pair pair = {0, 1};
    const toi_boxes_def def = {.solids = solids, .solid_count = 2, .pairs = &pair, .pair_count = 1};
    toi_boxes_def bad = def;
    toi_boxes_result result;
    assert_int_equal(toi_boxes_check(&def, &result, NULL), TOI_OK);
    toi_boxes_result_release(&result);
    toi_boxes_result_release(&result);
    assert_int_equal(toi_boxes_check(NULL, &result, NULL), TOI_ERROR_INVALID);
    assert_int_equal(toi_boxes_check(&def, NULL, NULL), TOI_ERROR_INVALID);
    bad.tolerance = -1.0;
    assert_wrong(&bad, "tolerance is not");
    bad = def;
    bad.solids = NULL;
    assert_wrong(&bad, "no solids");
    bad = def;
    bad.pairs = NULL;
    assert_wrong(&bad, "list of pairs is missing");
    bad = def;
    bad.method = (toi_boxes_method)9;
    assert_wrong(&bad, "method");
    pair.b = 2;
    assert_wrong(&def, "pair 0 names solid 2 of 2");
    pair.b = 0;
    assert_wrong(&def, "pair 0 is solid 0 twice");
    pair.b = 1;
    solids[0].part_count = 0;
    assert_wrong(&def, "solid 0 has no parts");
    solids[0].part_count = 1;
    parts[1].half.y = -1.0;
    assert_wrong(&def, "solid 1, part 1 has a half length");
    parts[1].half.y = (double)NAN;
    assert_wrong(&def, "solid 1, part 1 has a half length");
    parts[1].half.y = 1.0;
    parts[1].pose.position.z = HUGE_VAL;
    assert_wrong(&def, "solid 1, part 1 has a position");
    parts[1].pose.position.z = 0.0;
    parts[1].pose.quaternion.w = 1e-9;
    assert_wrong(&def, "solid 1, part 1 has a quaternion");
    parts[1].pose.quaternion.w = 1.0;
    parts[1].kind = TOI_PART_CONVEX;
    assert_wrong(&def, "solid 1, part 1 has no mesh");
    toi_mesh* ball = NULL;
    assert_int_equal(toi_mesh_create_sphere(1.0, NULL, &ball, NULL), TOI_OK);
    parts[1].mesh = ball;
    assert_wrong(&def, "solid 1, part 1 has no mesh of polygons");
    toi_mesh_destroy(ball);
    parts[1].kind = TOI_PART_BOX;
    solids[1].motion.pose.quaternion.w = 0.0;
    assert_wrong(&def, "solid 1: quaternion is shorter");
    solids[1].motion.pose.quaternion.w = 1.0;
    solids[1].motion.pose.position.x = 0x1p500;
    assert_wrong(&def, "solid 1 goes further than 2^400");
}

static void turns_without_end_are_refused(void** state)
{
    (void)state;
    toi_part part = {.half = {1, 1, 1}};
    toi_motion spin = {.kind = TOI_MOTION_SPIN, .pose = TOI_POSE_IDENTITY, .axis = {0, 0, 1}, .angle = 1e9};
    toi_solid solids[2] = {{&part, 1, {.pose = TOI_POSE_IDENTITY}}, {&part, 1, spin}};
    toi_boxes_def def = {.solids = solids, .solid_count = 2};
    toi_boxes_result result;
    toi_error error = {0};
    assert_int_equal(toi_boxes_check(&def, &result, &error), TOI_ERROR_LIMIT);
    assert_non_null(strstr(error.text, "solid 1 turns too often"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_wrong_is_named),
        cmocka_unit_test(turns_without_end_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
