// All contacts where the motion is degenerate: none, hardly any turn, half a turn and many, an axis through
// the bodies.

#include "all_support.h"

static all_answer all;
static toi_mesh* cube;

static int open_meshes(void** state)
{
    (void)state;
    cube = make_box(0.5, 0.5, 0.5);
    return 0;
}

static int close_meshes(void** state)
{
    (void)state;
    toi_mesh_destroy(cube);
    return 0;
}

// ---- nothing moves, or nearly nothing turns

static void without_motion_there_is_nothing_or_what_touches_at_the_start(void** state)
{
    (void)state;
    toi_body a = at_rest(cube, v3(0, 0, 0), upright);
    toi_body still[3] = {at_rest(cube, v3(0, 0, 0), upright),
                         moving_by(cube, v3(0, 0, 0), upright, v3(0, 0, 0)),
                         screwing(cube, at(0, 0, 0), v3(1, 2, 3), v3(0, 1, 0), 0.0, 0.0)};
    for (int i = 0; i < 3; ++i) {
        still[i].motion.pose.position = v3(2, 0.3, 0.2);
        ask_all(&a, &still[i], NULL, &all);
        assert_all(&all, 0, TOI_ANSWER_CLEAR, TOI_START_FREE);
        still[i].motion.pose.position = v3(0.5, 0.3, 0.2);
        ask_all(&a, &still[i], NULL, &all);
        assert_all(&all, 0, TOI_ANSWER_CONTACT, TOI_START_OVERLAPPING);
        assert_true(all.result.t_free == 0.0 && all.result.t_hit == 0.0);
        for (int aligned = 0; aligned < 2; ++aligned) {
            still[i].motion.pose.position = aligned ? v3(1, 0, 0) : v3(1, 0.3, 0.2);
            ask_all(&a, &still[i], NULL, &all);
            assert_all(&all, 4, TOI_ANSWER_CONTACT, TOI_START_TOUCHING);
            assert_int_equal(count_level_at(&all, 0.0, 0.0), 4);
            assert_int_equal(count_kind(&all, TOI_CONTACT_EE), aligned ? 0 : 2);
            for (int k = 0; k < 4; ++k) {
                assert_true(all.contacts[k].sustained && all.contacts[k].until == 1.0);
            }
        }
    }
}

// Turning about the direction of the translation, and about an axis across it, which is then far away.
static void times_are_continuous_where_a_turn_becomes_a_translation(void** state)
{
    (void)state;
    static const double angles[] = {0.0, 1e-300, 1e-16, 1e-12, 1e-9, 9.9e-9, 1.01e-8, 1e-7, 1e-5, 1e-4, 1e-3};
    toi_body a = at_rest(cube, v3(0, 0, 0), upright);
    toi_pose start = {{2, 0.3, 0.2}, turn_about(0, 1, 0.7, 0.3)};
    toi_body b = moving_by(cube, start.position, start.quaternion, v3(-2, 0, 0));
    ask_all(&a, &b, NULL, &all);
    double time = all.result.t_hit;
    uint32_t count = all.count;
    assert_true(count >= 1 && time > 0.3 && time < 0.5);
    for (size_t i = 0; i < 2 * sizeof angles / sizeof angles[0]; ++i) {
        double angle = i % 2 == 0 ? angles[i / 2] : -angles[i / 2];
        b = screwing(cube, start, v3(0, 0.2, 0), v3(1, 0, 0), angle, -2.0);
        ask_all(&a, &b, NULL, &all);
        assert_int_equal(all.count, count);
        assert_near(all.result.t_hit, time, 2.0 * fabs(angle) + 1e-12);
        b.motion = (toi_motion){.kind = TOI_MOTION_BETWEEN, .pose = start, .end = start};
        b.motion.end.position.x -= 2.0;
        b.motion.end.quaternion = q_mul(turn_about(0, 0, 1, angle), start.quaternion);
        ask_all(&a, &b, NULL, &all);
        assert_int_equal(all.count, count);
        assert_near(all.result.t_hit, time, 2.0 * fabs(angle) + 1e-12);
    }
}

// ---- half turns and more

// B turns by half a turn about z and is met on its way counter-clockwise alone: the axis of a half turn is
// the one whose first coordinate of at least half the largest is positive. The edge of A at x = -1.35, y =
// 1/4 meets the leading side of B, x = -1/4, at the angle f with -1.35 cos(f) + 0.25 sin(f) = -1/4.
static void a_half_turn_goes_about_the_positive_axis(void** state)
{
    (void)state;
    toi_mesh *a_mesh = make_box(0.25, 0.25, 0.1), *b_mesh = make_box(0.25, 0.25, 0.25);
    double angle = acos(0.25 / hypot(1.35, 0.25)) - atan2(0.25, 1.35);
    for (int i = 0; i < 8; ++i) {
        toi_body a = at_rest(a_mesh, v3(i & 1 ? 1.6 : -1.6, 0, 0), upright);
        toi_body b = {.mesh = b_mesh,
                      .motion = {.kind = TOI_MOTION_BETWEEN, .pose = at(0, 1.5, 0), .end = at(0, -1.5, 0)}};
        b.motion.end.quaternion = (toi_quat){0, 0, 0, i & 2 ? -1 : 1};
        toi_query_def def = {.relative_screw = (i & 4) != 0};
        ask_all(&a, &b, &def, &all);
        assert_all(&all, i & 1 ? 0 : 2, i & 1 ? TOI_ANSWER_CLEAR : TOI_ANSWER_CONTACT, TOI_START_FREE);
        if (!(i & 1)) {
            assert_int_equal(count_kind(&all, TOI_CONTACT_VF), 2);
            assert_int_equal(count_level_at(&all, angle / PI, 1e-12), 2);
        }
    }
    toi_mesh_destroy(a_mesh);
    toi_mesh_destroy(b_mesh);
}

// The tip (1, 0, 0) of B turns about y and comes down on the plane z = -1/2 once in every turn.
static void every_turn_of_many_is_looked_at(void** state)
{
    (void)state;
    toi_mesh* spike = make_spike(v3(1, 0, 0), v3(0, 0, 0.1), 0.03);
    toi_body a = at_rest(cube, v3(0.866, 0, -1.0), upright);
    static const double angles[] = {0.5, 1.2, 3.0, 3.2, 6.2, 6.9, 13.0, 62.0};
    for (size_t i = 0; i < sizeof angles / sizeof angles[0]; ++i) {
        double angle = angles[i], first = asin(0.5);
        toi_body b = screwing(spike, at(0, 0, 0), v3(0, 0, 0), v3(0, 1, 0), angle, 0.0);
        ask_all(&a, &b, NULL, &all);
        uint32_t turns = first > angle ? 0 : 1 + (uint32_t)((angle - first) / (2.0 * PI));
        assert_all(&all, turns, turns > 0 ? TOI_ANSWER_CONTACT : TOI_ANSWER_CLEAR, TOI_START_FREE);
        for (uint32_t k = 0; k < turns; ++k) {
            const toi_contact* c = &all.contacts[k];
            assert_near(c->time, (first + 2.0 * PI * k) / angle, 1e-14);
            assert_true(c->kind == TOI_CONTACT_FV && c->b.index[0] == 0 && c->normal.z > 0.999999);
            assert_near(c->approach, angle * cos(first), 1e-13 * angle);
        }
    }
    toi_mesh_destroy(spike);
}

// The same turns backwards: the tip of the mirrored spike.
static void turns_backwards_are_those_of_the_mirror_image(void** state)
{
    (void)state;
    toi_mesh* spike = make_spike(v3(1, 0, 0), v3(0, 0, 0.1), 0.03);
    toi_mesh* mirrored = make_spike(v3(1, 0, 0), v3(0, 0, -0.1), 0.03);
    for (double size = 0.4; size < 40.0; size *= 1.7) {
        toi_body below = at_rest(cube, v3(0.866, 0, -1.0), upright);
        toi_body above = at_rest(cube, v3(0.866, 0, 1.0), upright);
        toi_body b = screwing(spike, at(0, 0, 0), v3(0, 0, 0), v3(0, 1, 0), size, 0.0);
        ask_all(&below, &b, NULL, &all);
        uint32_t count = all.count;
        assert_int_equal(count > 0, size > asin(0.5));
        double last = count > 0 ? all.contacts[count - 1].time : 0.0;
        b = screwing(mirrored, at(0, 0, 0), v3(0, 0, 0), v3(0, 1, 0), -size, 0.0);
        ask_all(&above, &b, NULL, &all);
        assert_int_equal(all.count, count);
        assert_near(count > 0 ? all.contacts[count - 1].time : 0.0, last, 1e-14);
        b = screwing(mirrored, at(0, 0, 0), v3(0, 0, 0), v3(0, -1, 0), size, 0.0);
        ask_all(&above, &b, NULL, &all);
        assert_int_equal(all.count, count);
    }
    toi_mesh_destroy(spike);
    toi_mesh_destroy(mirrored);
}

// ---- the axis through a body

static void a_tip_on_the_axis_comes_down_however_it_turns(void** state)
{
    (void)state;
    toi_mesh* spike = make_spike(v3(0, 0, 0), v3(0, 0, 1), 0.4);
    toi_body a = at_rest(cube, v3(0.1, 0.2, 0), upright);
    static const double angles[] = {0.0, 1e-9, 1.5, -1.5, 9.0};
    for (size_t i = 0; i < sizeof angles / sizeof angles[0]; ++i) {
        toi_body b = screwing(spike, at(0, 0, 1), v3(0, 0, 0), v3(0, 0, 1), angles[i], -1.0);
        ask_all(&a, &b, NULL, &all);
        assert_all(&all, 1, TOI_ANSWER_CONTACT, TOI_START_FREE);
        const toi_contact* c = &all.contacts[0];
        assert_true(c->kind == TOI_CONTACT_FV && c->b.index[0] == 0 && !c->tangent && !c->sustained);
        assert_near(c->time, 0.5, 1e-14);
        assert_near(c->properness, 1.0 / hypot(1.0, 0.4), 1e-14); // an edge is nearer to the face than a side
        // A little way takes as long.
        b = screwing(spike, at(0, 0, 0.5 + 5e-7), v3(0, 0, 0), v3(0, 0, 1), angles[i], -1e-6);
        ask_all(&a, &b, NULL, &all);
        assert_all(&all, 1, TOI_ANSWER_CONTACT, TOI_START_FREE);
        assert_near(all.contacts[0].time, 0.5, all.contacts[0].time_error + 1e-8);
        assert_true(all.contacts[0].time_error < 1e-5);
    }
    toi_mesh_destroy(spike);
}

static void a_tip_that_turns_on_the_spot_is_one_touch_or_none(void** state)
{
    (void)state;
    toi_mesh* spike = make_spike(v3(0, 0, 0), v3(0, 0, 1), 0.4);
    toi_body a = at_rest(cube, v3(0.1, 0.2, 0), upright);
    static const double angles[] = {1e-9, 1.5, -1.5, 3.14159265358979312, 9.0};
    for (size_t i = 0; i < sizeof angles / sizeof angles[0]; ++i) {
        toi_body b = screwing(spike, at(0, 0, 0.5), v3(0, 0, 0), v3(0, 0, 1), angles[i], 0.0);
        ask_all(&a, &b, NULL, &all);
        assert_all(&all, 1, TOI_ANSWER_CONTACT, TOI_START_TOUCHING);
        const toi_contact* c = &all.contacts[0];
        assert_true(c->kind == TOI_CONTACT_FV && c->sustained && c->time == 0.0 && c->until == 1.0);
        b.motion.pose.position.z = 0.5 + 1e-6;
        ask_all(&a, &b, NULL, &all);
        assert_all(&all, 0, TOI_ANSWER_CLEAR, TOI_START_FREE);
    }
    toi_mesh_destroy(spike);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(without_motion_there_is_nothing_or_what_touches_at_the_start),
        cmocka_unit_test(times_are_continuous_where_a_turn_becomes_a_translation),
        cmocka_unit_test(a_half_turn_goes_about_the_positive_axis),
        cmocka_unit_test(every_turn_of_many_is_looked_at),
        cmocka_unit_test(turns_backwards_are_those_of_the_mirror_image),
        cmocka_unit_test(a_tip_on_the_axis_comes_down_however_it_turns),
        cmocka_unit_test(a_tip_that_turns_on_the_spot_is_one_touch_or_none),
    };
    return cmocka_run_group_tests(cases, open_meshes, close_meshes);
}
