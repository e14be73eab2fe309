// toi_boxes_first_contact: a case by hand, what it does not take, and memory.

#include "cmocka_toi.h"
#include "failing_allocator.h"
#include "toi/toi.h"

static toi_mesh* box(double half)
{
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create_box((toi_vec3){half, half, half}, NULL, &mesh, NULL), TOI_OK);
    return mesh;
}

static const toi_quat no_turn = {1.0, 0.0, 0.0, 0.0};
static const toi_quat swing[] = {{1.0, 0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 1.0}};
static const toi_vec3 there[] = {{1.1, 0.0, 0.0}};

// A cube of side 1 beside another one turns by 90 degrees: its edge is on the side at a time that is known.
static void a_turning_cube_touches_with_an_edge(void** state)
{
    (void)state;
    toi_mesh* mesh = box(0.5);
    const toi_rational piece = {
        .rotation = swing, .rotation_count = 2, .translation = there, .translation_count = 1, .until = 1.0};
    const toi_body a = {.mesh = mesh, .motion = {.pose = {.quaternion = no_turn}}};
    const toi_body b = {.mesh = mesh,
                        .motion = {.kind = TOI_MOTION_RATIONAL, .rationals = &piece, .rational_count = 1}};
    toi_result r;
    assert_int_equal(toi_boxes_first_contact(&a, &b, NULL, &r), TOI_OK);
    assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
    assert_int_equal(r.start, TOI_START_FREE);
    assert_true(r.certified && r.t_free <= r.t_hit && r.t_free <= 0.11439478302056);
    assert_near(r.t_free, 0.11439478302055, 1e-8);
    assert_near(r.point.x, 0.5, 1e-8);
    assert_near(r.normal.x, 1.0, 1e-8);
    assert_true(r.gap <= r.work.tolerance && r.work.steps > 0 && r.work.leaves > 0);
    assert_int_equal(r.contact_count, 1);
    assert_true(r.kind == TOI_CONTACT_FV || r.kind == TOI_CONTACT_EE);
    toi_mesh_destroy(mesh);
}

static void what_it_does_not_take_is_refused(void** state)
{
    (void)state;
    toi_mesh* mesh = box(0.5);
    const toi_body a = {.mesh = mesh, .motion = {.pose = {.quaternion = no_turn}}};
    toi_body b = a;
    toi_result r;
    assert_int_equal(toi_boxes_first_contact(&a, &b, NULL, &r), TOI_OK);
    assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
    toi_result other;
    assert_int_equal(toi_first_contact(&a, &b, NULL, &other), TOI_OK);
    assert_true(r.t_hit == 0.0 && r.start == other.start && r.start != TOI_START_FREE);
    const toi_query_def apart = {.separation = 1.0}, solid = {.solid = true}, less = {.tolerance = -1.0};
    assert_int_equal(toi_boxes_first_contact(&a, &b, &apart, &r), TOI_ERROR_INVALID);
    assert_int_equal(toi_boxes_first_contact(&a, &b, &solid, &r), TOI_ERROR_INVALID);
    assert_int_equal(toi_boxes_first_contact(&a, &b, &less, &r), TOI_ERROR_INVALID);
    assert_int_equal(toi_boxes_first_contact(&a, NULL, NULL, &r), TOI_ERROR_INVALID);
    b.motion = (toi_motion){
        .kind = TOI_MOTION_ROTATION, .pose = a.motion.pose, .axis = {0.0, 0.0, 1.0}, .angle = 1.0};
    assert_int_equal(toi_boxes_first_contact(&a, &b, NULL, &r), TOI_ERROR_INVALID);
    b.mesh = NULL;
    assert_int_equal(toi_boxes_first_contact(&a, &b, NULL, &r), TOI_ERROR_INVALID);
    toi_mesh_destroy(mesh);
}

static void every_allocation_may_fail(void** state)
{
    (void)state;
    toi_mesh* mesh = box(0.5);
    const toi_rational piece = {
        .rotation = swing, .rotation_count = 2, .translation = there, .translation_count = 1, .until = 1.0};
    const toi_body a = {.mesh = mesh, .motion = {.pose = {.quaternion = no_turn}}};
    const toi_body b = {.mesh = mesh,
                        .motion = {.kind = TOI_MOTION_RATIONAL, .rationals = &piece, .rational_count = 1}};
    toi_status status = TOI_ERROR_MEMORY;
    uint64_t at = 1;
    for (; status == TOI_ERROR_MEMORY; ++at) {
        failing_allocator f = failing_allocator_make(at, false);
        toi_allocator allocator = failing_allocator_use(&f);
        const toi_query_def def = {.allocator = &allocator};
        toi_result r;
        status = toi_boxes_first_contact(&a, &b, &def, &r);
        assert_int_equal(f.live, 0);
    }
    assert_int_equal(status, TOI_OK);
    assert_true(at > 5);
    toi_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_turning_cube_touches_with_an_edge),
        cmocka_unit_test(what_it_does_not_take_is_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
