// TOI_TRACE_PAPER by the public interface.

#include "failing_allocator.h"
#include "paper_support.h"

static const toi_vec3 zero = {0.0, 0.0, 0.0};

static toi_trace_result trace(const toi_stage* stage, const toi_mesh* mesh, toi_pose pose, toi_move move,
                              double separation)
{
    toi_placed mover = {mesh, pose, 2};
    toi_trace_def def = {.separation = separation, .method = TOI_TRACE_PAPER};
    toi_trace_result r;
    assert_int_equal(toi_trace(stage, &mover, &move, &def, &r), TOI_OK);
    assert_false(r.certified);
    return r;
}

static void the_nearest_of_several_bodies_stops_the_mover(void** state)
{
    (void)state;
    toi_mesh *wall = paper_square(8.0), *box = make_box(1.0, 1.0, 1.0);
    toi_placed bodies[3];
    for (int i = 0; i < 3; ++i) {
        bodies[i] = (toi_placed){wall, pose_at(0.0, 0.0, i == 0 ? -20.0 : i == 1 ? -10.0 : -30.0), 2};
    }
    toi_stage* stage = NULL;
    assert_int_equal(toi_stage_create(bodies, 3, NULL, &stage, NULL), TOI_OK);
    toi_trace_result r = trace(stage, box, pose_at(0.0, 0.0, 0.0), translate(0.0, 0.0, -40.0), 0.25);
    assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
    assert_int_equal(r.start, TOI_START_FREE);
    assert_int_equal(r.body, 1);
    assert_near(r.fraction, (10.0 - 1.0 - 0.25) / 40.0, 1e-15);
    assert_near(r.pose.position.z, -8.75, 1e-14);
    assert_near(r.gap, 0.25, 1e-14);
    assert_near(r.kept, 0.25, 1e-14);
    assert_near(r.normal.z, -1.0, 1e-15);
    assert_near(r.point.z, -9.875, 1e-14);
    assert_int_equal(r.kind, TOI_CONTACT_VF);
    assert_int_equal(r.b.index[0], 0);
    r = trace(stage, box, pose_at(0.0, 0.0, 0.0), translate(0.0, 0.0, -8.0), 0.25);
    assert_int_equal(r.answer, TOI_ANSWER_CLEAR);
    assert_true(r.fraction == 1.0 && r.body == UINT32_MAX && r.pose.position.z == -8.0);
    // The thinnest zone.
    r = trace(stage, box, pose_at(0.0, 0.0, 0.0), translate(0.0, 0.0, -40.0), 0.0);
    assert_near(r.fraction, 9.0 / 40.0, 1e-12);
    assert_true(r.kept > 0.0 && r.kept < 1e-10);
    toi_stage_destroy(stage);
    toi_mesh_destroy(wall);
    toi_mesh_destroy(box);
}

static void a_mover_in_a_body_stays_and_one_that_touches_may_leave(void** state)
{
    (void)state;
    toi_mesh *block = make_box(4.0, 4.0, 4.0), *box = make_box(1.0, 1.0, 1.0);
    toi_placed body = {block, TOI_POSE_IDENTITY, 2};
    toi_stage* stage = NULL;
    assert_int_equal(toi_stage_create(&body, 1, NULL, &stage, NULL), TOI_OK);
    toi_trace_result r = trace(stage, box, pose_at(0.0, 0.0, 4.5), translate(0.0, 0.0, 8.0), 0.25);
    assert_int_equal(r.start, TOI_START_OVERLAPPING);
    assert_true(r.answer == TOI_ANSWER_CONTACT && r.fraction == 0.0 && r.pose.position.z == 4.5);
    assert_near(r.depth, 0.5, 1e-12);
    r = trace(stage, box, pose_at(0.0, 0.0, 5.0), translate(0.0, 0.0, 8.0), 0.25);
    assert_true(r.start == TOI_START_TOUCHING && r.answer == TOI_ANSWER_CLEAR);
    r = trace(stage, box, pose_at(0.0, 0.0, 5.0), translate(0.0, 0.0, -8.0), 0.25);
    assert_true(r.start == TOI_START_TOUCHING && r.fraction == 0.0 && r.answer == TOI_ANSWER_CONTACT);
    toi_stage_destroy(stage);
    toi_mesh_destroy(block);
    toi_mesh_destroy(box);
}

static void faces_of_one_side_let_pass_what_comes_from_behind(void** state)
{
    (void)state;
    toi_mesh *square = paper_square(8.0), *point = make_point();
    for (uint32_t sides = 1; sides <= 2; ++sides) {
        toi_placed body = {square, TOI_POSE_IDENTITY, sides};
        toi_stage* stage = NULL;
        assert_int_equal(toi_stage_create(&body, 1, NULL, &stage, NULL), TOI_OK);
        toi_trace_result up = trace(stage, point, pose_at(0.0, 0.0, -4.0), translate(0.0, 0.0, 8.0), 0.0);
        toi_trace_result down = trace(stage, point, pose_at(0.0, 0.0, 4.0), translate(0.0, 0.0, -8.0), 0.0);
        assert_int_equal(up.answer, sides == 1 ? TOI_ANSWER_CLEAR : TOI_ANSWER_CONTACT);
        assert_int_equal(down.answer, TOI_ANSWER_CONTACT);
        toi_stage_destroy(stage);
    }
    toi_mesh_destroy(square);
    toi_mesh_destroy(point);
}

static void the_answer_is_that_of_the_pairs(void** state)
{
    (void)state;
    toi_mesh *stairs = paper_still(TS_STAIRS, zero), *mover = paper_moving(TS_LHULL);
    toi_placed body = {stairs, pose_at(1.0, 2.0, 3.0), 2};
    toi_stage* stage = NULL;
    assert_int_equal(toi_stage_create(&body, 1, NULL, &stage, NULL), TOI_OK);
    gen_random random = {81};
    int hits = 0;
    for (int i = 0; i < 500; ++i) {
        toi_pose pose = {v3_scale(80.0, gen_direction(&random)), gen_quaternion(&random)};
        toi_move move = {.by = v3_scale(-1.5, pose.position)};
        if (gen_chance(&random, 0.5)) {
            move = rotate(zero, gen_direction(&random), gen_between(&random, -400.0, 400.0));
        }
        ti_paper_terms terms = paper_terms(mover, pose, stairs, move, 0.25);
        terms.still.pose = ti_pose_unit(body.pose);
        ti_paper_result pairs = paper_ask(&terms);
        toi_trace_result r = trace(stage, mover, pose, move, 0.25);
        if (r.start == TOI_START_OVERLAPPING) {
            continue;
        }
        assert_true(pairs.hit == (r.answer == TOI_ANSWER_CONTACT));
        assert_true(!pairs.hit || (pairs.first.fraction == r.fraction && pairs.first.kind == r.kind));
        hits += pairs.hit;
    }
    assert_true(hits > 100);
    toi_stage_destroy(stage);
    toi_mesh_destroy(stairs);
    toi_mesh_destroy(mover);
}

static void a_trace_without_memory_leaves_the_result_alone(void** state)
{
    (void)state;
    toi_mesh *sphere = paper_still(TS_SPHERE, zero), *box = paper_moving(TS_B8);
    toi_placed body = {sphere, TOI_POSE_IDENTITY, 2}, mover = {box, pose_at(0.0, 3.0, 80.0), 2};
    toi_stage* stage = NULL;
    assert_int_equal(toi_stage_create(&body, 1, NULL, &stage, NULL), TOI_OK);
    toi_move move = translate(0.0, 0.0, -90.0);
    toi_status status = TOI_ERROR_MEMORY;
    for (uint64_t at = 1; at < 1000 && status == TOI_ERROR_MEMORY; ++at) {
        failing_allocator heap = failing_allocator_make(at, false);
        toi_allocator allocator = failing_allocator_use(&heap);
        toi_trace_def def = {.separation = 0.25, .method = TOI_TRACE_PAPER, .allocator = &allocator};
        toi_trace_result r = {.fraction = -7.0};
        status = toi_trace(stage, &mover, &move, &def, &r);
        assert_true(status == TOI_OK || (status == TOI_ERROR_MEMORY && r.fraction == -7.0));
        assert_int_equal(heap.live, 0);
    }
    assert_int_equal(status, TOI_OK);
    toi_stage_destroy(stage);
    toi_mesh_destroy(sphere);
    toi_mesh_destroy(box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_of_several_bodies_stops_the_mover),
        cmocka_unit_test(a_mover_in_a_body_stays_and_one_that_touches_may_leave),
        cmocka_unit_test(faces_of_one_side_let_pass_what_comes_from_behind),
        cmocka_unit_test(the_answer_is_that_of_the_pairs),
        cmocka_unit_test(a_trace_without_memory_leaves_the_result_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
