// What a query of first contact says, field by field: answers and times in closed form, start states, limits,
// separations, bodies that keep their places, and what is refused.

#include "first_support.h"

static const toi_vec3 origin = {0.0, 0.0, 0.0}, down = {0.0, 0.0, -1.0};

static toi_mesh* unit_cube(void)
{
    return make_box(0.5, 0.5, 0.5);
}

// The size of the cube is sqrt(3).
static const double CUBE_TOLERANCE = 1e-9 * 1.7320508075688772;

// ---- contact and clear

static void a_box_that_falls_on_another_meets_it_when_the_gap_is_used_up(void** state)
{
    (void)state;
    toi_mesh* cube = unit_cube();
    const double heights[] = {1e-3, 0.25, 1.0, 10.0, 1000.0};
    for (int i = 0; i < 5; ++i) {
        double speed = 2.0 * heights[i];
        toi_body a = moving_by(cube, v3(0.1, 0.2, 1.0 + heights[i]), upright, v3(0.0, 0.0, -speed));
        toi_body b = at_rest(cube, origin, upright);
        toi_result r = ask(&a, &b, NULL);
        assert_contact_near(&r, 0.5, CUBE_TOLERANCE / speed + 1e-15);
        assert_true(r.start == TOI_START_FREE && r.gap <= r.work.tolerance && r.t_free == r.t_hit);
        assert_near(r.work.tolerance, CUBE_TOLERANCE, 1e-6 * CUBE_TOLERANCE);
        assert_true(r.work.steps >= 1 && r.work.steps <= 8 && r.work.rounding > 0.0);
        assert_true(r.work.rounding * 6.0 <= r.work.tolerance && r.link_count <= r.work.steps);
    }
    toi_mesh_destroy(cube);
}

static void a_box_that_passes_is_clear_with_a_distance_that_holds(void** state)
{
    (void)state;
    toi_mesh* cube = unit_cube();
    toi_body a = moving_by(cube, v3(-5.0, 0.3, 1.25), upright, v3(10.0, 0.0, 0.0)),
             b = at_rest(cube, origin, upright);
    toi_result r = ask(&a, &b, NULL);
    assert_clear(&r);
    assert_true(r.gap <= 0.25 && r.gap > 0.0 && r.work.steps <= 8);
    // One that stops just short.
    a = moving_by(cube, v3(0.0, 0.0, 3.0), upright, v3(0.0, 0.0, -2.0 + 1e-6));
    r = ask(&a, &b, NULL);
    assert_clear(&r);
    assert_true(r.gap <= 1e-6 && r.work.steps <= 12);
    toi_mesh_destroy(cube);
}

// What ends within the tolerance may be either, as it is proved clear or not; the gap says what is so.
static void what_comes_within_the_tolerance_is_a_contact_with_its_gap_or_clear(void** state)
{
    (void)state;
    toi_mesh* cube = unit_cube();
    toi_body a = moving_by(cube, v3(0.0, 0.0, 2.0), upright, v3(0.0, 0.0, -1.0 + 1e-5)),
             b = at_rest(cube, origin, upright);
    const double tolerances[2] = {3e-5, 1e-4};
    for (int i = 0; i < 2; ++i) {
        toi_query_def def = {.tolerance = tolerances[i]};
        toi_result r = ask(&a, &b, &def);
        assert_near(r.work.tolerance, tolerances[i], 1e-18);
        if (r.answer == TOI_ANSWER_CLEAR) {
            assert_clear(&r);
            assert_true(r.gap <= 1e-5 * (1.0 + 1e-9));
            continue;
        }
        assert_contact_near(&r, 1.0, tolerances[i]);
        assert_true(r.gap >= 0.99e-5 && r.gap <= tolerances[i] && r.start == TOI_START_FREE);
    }
    toi_mesh_destroy(cube);
}

// A gap below the rounding bound: free at the start, which is exact, and a contact there, which is within
// tolerance. Without relative motion the exact start is the answer.
static void a_start_within_the_tolerance_is_free_but_a_contact_where_bodies_move(void** state)
{
    (void)state;
    toi_mesh* cube = unit_cube();
    toi_body a = moving_by(cube, v3(0.0, 0.0, 1.0 + 0x1p-46), upright, v3(0.0, 0.0, 1.0)),
             b = at_rest(cube, origin, upright);
    toi_result r = ask(&a, &b, NULL);
    assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
    assert_int_equal(r.start, TOI_START_FREE);
    assert_true(r.t_hit == 0.0 && r.t_free == 0.0 && r.gap > 0.0 && r.gap <= r.work.tolerance);
    a.motion.by = origin;
    r = ask(&a, &b, NULL);
    assert_clear(&r);
    toi_mesh_destroy(cube);
}

// ---- starts

static void assert_start(const toi_body* a, const toi_body* b, const toi_query_def* def, toi_start start)
{
    toi_result r = ask(a, b, def);
    assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
    assert_int_equal(r.start, start);
    assert_true(r.certified && r.t_free == 0.0 && r.t_hit == 0.0 && r.gap == 0.0);
    if (start == TOI_START_CONTAINED) {
        // Nothing touches.
        assert_true(r.kind == TOI_CONTACT_NONE && is_no_feature(r.a) && is_no_feature(r.b));
        assert_true(is_zero3(r.point) && is_zero3(r.normal) && r.contact_count == 0);
        return;
    }
    assert_true(r.contact_count >= 1);
    assert_near(v3_length(r.normal), 1.0, 1e-14);
    assert_true((r.kind == TOI_CONTACT_FF) == (start == TOI_START_OVERLAPPING));
}

static void start_states_are_those_of_the_boxes(void** state)
{
    (void)state;
    toi_mesh *cube = unit_cube(), *small = make_box(0.1, 0.1, 0.1);
    toi_query_def solid = {.solid = true};
    toi_body b = at_rest(cube, origin, upright);
    const toi_vec3 moves[3] = {{0, 0, 0}, {0, 0, 0.001}, {1, 2, 3}};
    for (int i = 0; i < 3; ++i) {
        toi_body touching = moving_by(cube, v3(0.25, 0.25, 1.0), upright, moves[i]);
        toi_body overlapping = moving_by(cube, v3(0.25, 0.25, 0.75), upright, moves[i]);
        toi_body inside = moving_by(small, v3(0.1, 0.1, 0.1), upright, moves[i]);
        assert_start(&touching, &b, NULL, TOI_START_TOUCHING);
        assert_start(&b, &touching, &solid, TOI_START_TOUCHING);
        assert_start(&overlapping, &b, NULL, TOI_START_OVERLAPPING);
        assert_start(&b, &overlapping, &solid, TOI_START_OVERLAPPING);
        assert_start(&inside, &b, &solid, TOI_START_CONTAINED);
        assert_start(&b, &inside, &solid, TOI_START_CONTAINED);
    }
    // Without `solid` the surfaces alone count: it meets the wall from inside.
    toi_body inside = moving_by(small, origin, upright, v3(0.0, 0.8, 0.0));
    toi_result r = ask(&inside, &b, NULL);
    assert_contact_near(&r, 0.5, 2e-9);
    assert_true(r.start == TOI_START_FREE && r.normal.y > 0.999999);
    inside.motion.by = v3(0.1, 0.2, 0.3);
    r = ask(&inside, &b, NULL);
    assert_clear(&r);
    toi_mesh_destroy(cube);
    toi_mesh_destroy(small);
}

// ---- bodies that keep their places

static void bodies_that_keep_their_places_are_decided_exactly_for_all_times(void** state)
{
    (void)state;
    toi_mesh* cube = unit_cube();
    static toi_key keys[3];
    for (int i = 0; i < 3; ++i) {
        keys[i] = (toi_key){0.25 * i, {v3(i, 1.0 * i * i, 0.0), upright}};
    }
    for (int kind = TOI_MOTION_STATIC; kind <= TOI_MOTION_KEYFRAMES; ++kind) {
        toi_motion m = {.kind = (toi_motion_kind)kind,
                        .pose = TOI_POSE_IDENTITY,
                        .end = {{1.0, 2.0, 3.0}, {1.0, 0.0, 0.0, 0.0}},
                        .axis = {0.0, 0.0, 1.0},
                        .angle = 4.0,
                        .by = {1e3, 0.0, 0.0},
                        .keys = keys,
                        .key_count = 3};
        toi_body a = {.mesh = cube, .motion = m}, b = {.mesh = cube, .motion = m};
        assert_start(&a, &b, NULL, TOI_START_OVERLAPPING); // equal boxes in one place
        toi_query_def def = {.tolerance = 0.125};
        if (kind == TOI_MOTION_KEYFRAMES || kind == TOI_MOTION_SPIN || kind == TOI_MOTION_BETWEEN) {
            continue; // not the same motion from another place
        }
        // Gaps below every tolerance.
        b.motion.pose.position.z = 1.0 + 0x1p-52;
        toi_result r = ask(&a, &b, &def);
        assert_clear(&r);
        b.motion.pose.position.z = 1.0;
        assert_start(&a, &b, &def, TOI_START_TOUCHING);
        b.motion.pose.position.z = 1.0 - 0x1p-53;
        assert_start(&a, &b, &def, TOI_START_OVERLAPPING);
    }
    toi_mesh_destroy(cube);
}

static void motions_of_no_length_decide_as_bodies_at_rest(void** state)
{
    (void)state;
    toi_mesh* cube = unit_cube();
    toi_body b = at_rest(cube, origin, upright);
    const toi_vec3 moves[3] = {{0.0, 0.0, 0.0}, {0.0, 0.0, -1e-310}, {0.0, 0.0, -1e-30}};
    for (int i = 0; i < 3; ++i) {
        toi_body a = moving_by(cube, v3(0.1, 0.2, 1.5), upright, moves[i]);
        toi_result r = ask(&a, &b, NULL);
        assert_clear(&r);
        assert_true(r.work.steps <= 2);
        a.motion.pose.position.z = 1.0;
        assert_start(&a, &b, NULL, TOI_START_TOUCHING);
    }
    toi_mesh_destroy(cube);
}

// ---- separation, limits

static void a_separation_counts_as_contact_and_moves_the_time(void** state)
{
    (void)state;
    toi_mesh* cube = unit_cube();
    const double separations[3] = {1e-6, 0.01, 0.5};
    toi_body b = at_rest(cube, origin, upright);
    for (int i = 0; i < 3; ++i) {
        toi_query_def def = {.separation = separations[i]};
        toi_body a = moving_by(cube, v3(0.1, 0.0, 2.0), upright, v3(0.0, 0.0, -1.0));
        toi_result r = ask(&a, &b, &def);
        assert_contact_near(&r, 1.0 - separations[i], 2.0 * CUBE_TOLERANCE);
        assert_true(r.gap >= separations[i] && r.gap <= separations[i] + 1.1 * r.work.tolerance);
        assert_true(r.normal.z < -0.999999 && r.start == TOI_START_FREE && r.work.steps <= 8);
        // Corner to corner the distance is that of points.
        a = moving_by(cube, v3(2.0, 2.0, 2.0), upright, v3(-1.0, -1.0, -1.0));
        r = ask(&a, &b, &def);
        assert_contact_near(&r, 1.0 - separations[i] / sqrt(3.0), 1e-8);
        // Passing beyond the separation is clear, within it is not.
        a = moving_by(cube, v3(-3.0, 0.0, 1.0 + 1.01 * separations[i]), upright, v3(6.0, 0.0, 0.0));
        r = ask(&a, &b, &def);
        assert_clear(&r);
        assert_true(r.gap >= separations[i] && r.gap <= 1.01 * separations[i] * (1.0 + 1e-9));
        a.motion.pose.position.z = 1.0 + 0.5 * separations[i];
        r = ask(&a, &b, &def);
        assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
        double across = sqrt(separations[i] * separations[i] * 0.75);
        assert_near(r.t_hit, (2.0 - across) / 6.0, 1e-8);
    }
    toi_mesh_destroy(cube);
}

static void bodies_within_the_separation_at_the_start_touch(void** state)
{
    (void)state;
    toi_mesh* cube = unit_cube();
    toi_query_def def = {.separation = 0.25};
    const toi_vec3 moves[2] = {{0, 0, 0}, {0, 0, 1}};
    for (int i = 0; i < 2; ++i) {
        toi_body a = moving_by(cube, v3(0.0, 0.0, 1.125), upright, moves[i]),
                 b = at_rest(cube, origin, upright);
        toi_result r = ask(&a, &b, &def);
        assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
        assert_int_equal(r.start, TOI_START_TOUCHING);
        assert_true(r.t_hit == 0.0 && r.normal.z < -0.999999);
        assert_near(r.gap, 0.125, 1e-12);
    }
    toi_mesh_destroy(cube);
}

static void a_limit_of_work_leaves_it_undecided_with_a_time_that_holds(void** state)
{
    (void)state;
    toi_mesh *cube = unit_cube(), *rod = make_box(1.0, 0.05, 0.1);
    // The corner of the rod meets the face of the cube at a known angle.
    double r = sqrt(1.0 + 0.05 * 0.05), turn = atan2(0.05, 1.0), time = (asin(0.75 / r) - turn) / 3.0;
    toi_body a = at_rest(rod, origin, upright), b = at_rest(cube, v3(0.5, 1.25, 0.0), upright);
    a.motion.kind = TOI_MOTION_ROTATION;
    a.motion.axis = v3(0.0, 0.0, 1.0);
    a.motion.angle = 3.0;
    toi_result full = ask(&a, &b, NULL);
    assert_contact_near(&full, time, 1e-8);
    double before = 0.0;
    for (uint32_t limit = 1; limit < full.work.steps + 5; ++limit) {
        toi_query_def def = {.max_steps = limit};
        toi_result part = ask(&a, &b, &def);
        if (part.answer == TOI_ANSWER_UNDECIDED) {
            assert_true(part.t_free <= full.t_hit && part.t_free >= before && part.t_hit == 0.0);
            assert_true(part.certified && part.start == TOI_START_FREE && part.kind == TOI_CONTACT_NONE);
            assert_true(is_no_feature(part.a) && is_no_feature(part.b) && is_zero3(part.point));
            assert_true(part.contact_count == 0 && is_zero3(part.normal));
            assert_near(part.gap, 0.75 - r * sin(3.0 * part.t_free + turn), 1e-12);
            before = part.t_free;
        } else {
            assert_true(part.answer == TOI_ANSWER_CONTACT && part.t_hit == full.t_hit);
        }
    }
    toi_mesh_destroy(cube);
    toi_mesh_destroy(rod);
}

// ---- units, and what is refused

static void lengths_in_another_unit_give_the_same_times(void** state)
{
    (void)state;
    toi_result first = {0};
    for (int k = -60; k <= 60; k += 20) {
        double unit = ldexp(1.0, k);
        toi_mesh *cube = make_box(0.5 * unit, 0.4 * unit, 0.3 * unit),
                 *rod = make_box(unit, 0.1 * unit, 0.1 * unit);
        toi_body a = at_rest(rod, v3(0.3 * unit, 0.2 * unit, 3.0 * unit), turn_about(1.0, 2.0, 3.0, 0.7));
        a.motion.kind = TOI_MOTION_SPIN;
        a.motion.axis = v3(0.2, -0.7, 0.3);
        a.motion.angle = 5.0;
        a.motion.by = v3(0.1 * unit, 0.0, -3.0 * unit);
        toi_body b = at_rest(cube, v3(0.1 * unit, 0.0, 0.0), turn_about(0.0, 1.0, 0.5, 0.3));
        toi_result r = ask(&a, &b, NULL);
        assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
        first = k == -60 ? r : first;
        assert_true(r.t_hit == first.t_hit && v3_equal(r.normal, first.normal));
        assert_true(r.gap == ldexp(first.gap, k + 60) && same_feature(r.a, first.a));
        assert_true(r.work.steps == first.work.steps);
        toi_mesh_destroy(cube);
        toi_mesh_destroy(rod);
    }
}

static void assert_refused(const toi_body* a, const toi_body* b, const toi_query_def* def, toi_status status)
{
    toi_result r, untouched;
    memset(&r, 0x55, sizeof r);
    untouched = r;
    assert_int_equal(toi_first_contact(a, b, def, &r), status);
    assert_memory_equal(&r, &untouched, sizeof r);
}

static void what_is_wrong_is_refused_and_nothing_is_written(void** state)
{
    (void)state;
    toi_mesh *cube = unit_cube(), *open = make_triangle(origin, v3(1, 0, 0), v3(0, 1, 0)), *shown = NULL;
    const double corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    const uint32_t indices[3] = {0, 1, 2};
    toi_mesh_def inspect = {corners, 3, indices, NULL, 1, 0.0, true, NULL};
    assert_int_equal(toi_mesh_create(&inspect, &shown, NULL), TOI_OK);
    toi_body a = moving_by(cube, v3(0.0, 0.0, 2.0), upright, down), b = at_rest(cube, origin, upright);
    const double wrong[4] = {(double)NAN, HUGE_VAL, -HUGE_VAL, -1e-9};
    for (int i = 0; i < 4; ++i) {
        toi_query_def tolerance = {.tolerance = wrong[i]}, separation = {.separation = wrong[i]};
        assert_refused(&a, &b, &tolerance, TOI_ERROR_INVALID);
        assert_refused(&a, &b, &separation, TOI_ERROR_INVALID);
    }
    toi_body bad = a, flat = at_rest(open, v3(9.0, 0.0, 0.0), upright),
             looked_at = at_rest(shown, origin, upright);
    bad.motion.by.y = (double)NAN;
    assert_refused(&bad, &b, NULL, TOI_ERROR_INVALID);
    assert_refused(&b, &bad, NULL, TOI_ERROR_INVALID);
    bad = a;
    bad.motion.pose.quaternion = (toi_quat){0.0, 0.0, 0.0, 0.0};
    assert_refused(&bad, &b, NULL, TOI_ERROR_INVALID);
    bad = a;
    bad.mesh = NULL;
    assert_refused(&b, &bad, NULL, TOI_ERROR_INVALID);
    assert_refused(&a, &looked_at, NULL, TOI_ERROR_INVALID);
    assert_refused(NULL, &b, NULL, TOI_ERROR_INVALID);
    assert_refused(&a, NULL, NULL, TOI_ERROR_INVALID);
    assert_int_equal(toi_first_contact(&a, &b, NULL, NULL), TOI_ERROR_INVALID);
    toi_query_def solid = {.solid = true};
    assert_refused(&a, &flat, &solid, TOI_ERROR_OPEN_MESH);
    assert_refused(&flat, &a, &solid, TOI_ERROR_OPEN_MESH);
    toi_result r = ask(&a, &flat, NULL);
    assert_clear(&r);
    toi_mesh_destroy(cube);
    toi_mesh_destroy(open);
    toi_mesh_destroy(shown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_that_falls_on_another_meets_it_when_the_gap_is_used_up),
        cmocka_unit_test(a_box_that_passes_is_clear_with_a_distance_that_holds),
        cmocka_unit_test(what_comes_within_the_tolerance_is_a_contact_with_its_gap_or_clear),
        cmocka_unit_test(a_start_within_the_tolerance_is_free_but_a_contact_where_bodies_move),
        cmocka_unit_test(start_states_are_those_of_the_boxes),
        cmocka_unit_test(bodies_that_keep_their_places_are_decided_exactly_for_all_times),
        cmocka_unit_test(motions_of_no_length_decide_as_bodies_at_rest),
        cmocka_unit_test(a_separation_counts_as_contact_and_moves_the_time),
        cmocka_unit_test(bodies_within_the_separation_at_the_start_touch),
        cmocka_unit_test(a_limit_of_work_leaves_it_undecided_with_a_time_that_holds),
        cmocka_unit_test(lengths_in_another_unit_give_the_same_times),
        cmocka_unit_test(what_is_wrong_is_refused_and_nothing_is_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
