// toi_motion_pose and toi_pose_point: closed forms, exactness at the ends and at keys, extreme numbers.

#include "cmocka_toi.h"

#include "math/trig.h"
#include "motion/path.h"
#include "support/motion_reference.h"

static const toi_pose identity = TOI_POSE_IDENTITY;

static void assert_point(toi_vec3 p, double x, double y, double z, double tolerance)
{
    assert_near(p.x, x, tolerance);
    assert_near(p.y, y, tolerance);
    assert_near(p.z, z, tolerance);
}

static void assert_same_bits(toi_pose a, toi_pose b)
{
    assert_memory_equal(&a, &b, sizeof a);
}

static toi_vec3 point_at(const toi_motion* motion, double t, double x, double y, double z)
{
    return toi_pose_point(toi_motion_pose(motion, t), (toi_vec3){x, y, z});
}

static toi_motion random_of_kind(test_random* random, int kind)
{
    toi_motion motion = random_motion(random);
    motion.kind = (toi_motion_kind)kind;
    return motion;
}

static void a_static_body_stays_at_its_pose(void** state)
{
    (void)state;
    toi_motion motion = {.pose = {{1, 2, 3}, {0, 1, 0, 0}}};
    assert_same_bits(toi_motion_pose(&motion, 0.7), motion.pose);
    assert_point(point_at(&motion, 0.3, 1, 1, 1), 2, 1, 2, 0.0);
}

static void a_translation_moves_by_a_share_of_by(void** state)
{
    (void)state;
    toi_motion motion = {.kind = TOI_MOTION_TRANSLATION, .pose = identity, .by = {8, -4, 2}};
    assert_point(point_at(&motion, 0.25, 1, 1, 1), 3, 0, 1.5, 0.0);
    assert_point(point_at(&motion, 1.0, 0, 0, 0), 8, -4, 2, 0.0);
}

static void a_rotation_turns_about_its_axis_through_its_point(void** state)
{
    (void)state;
    toi_motion motion = {.kind = TOI_MOTION_ROTATION,
                         .pose = {{3, 0, 5}, {1, 0, 0, 0}},
                         .point = {1, 0, 0},
                         .axis = {0, 0, 1e-9},
                         .angle = 3.0 * TOI_PI};
    assert_point(point_at(&motion, 1.0 / 6.0, 0, 0, 0), 1, 2, 5, 1e-14);
    assert_point(point_at(&motion, 1.0 / 3.0, 0, 1, 0), -1, -1, 5, 1e-14);
    assert_point(point_at(&motion, 1.0, 0, 0, 0), -1, 0, 5, 1e-14);
}

static void a_screw_also_advances_along_the_unit_axis(void** state)
{
    (void)state;
    toi_motion motion = {.kind = TOI_MOTION_SCREW,
                         .pose = {{3, 0, 5}, {1, 0, 0, 0}},
                         .point = {1, 0, 0},
                         .axis = {0, 0, -7},
                         .angle = TOI_PI,
                         .advance = 4.0};
    assert_point(point_at(&motion, 0.5, 0, 0, 0), 1, -2, 3, 1e-14);
    assert_point(point_at(&motion, 1.0, 0, 0, 0), -1, 0, 1, 1e-14);
}

static void a_spin_turns_about_a_centre_that_moves(void** state)
{
    (void)state;
    toi_motion motion = {.kind = TOI_MOTION_SPIN,
                         .pose = {{10, 0, 0}, {0, 0, 0, 1}},
                         .point = {1, 0, 0},
                         .axis = {0, 0, 2},
                         .angle = TOI_PI,
                         .by = {0, 6, 0}};
    // The pose turns half a turn about z, so the centre starts at (9, 0, 0).
    assert_point(point_at(&motion, 0.5, 1, 0, 0), 9, 3, 0, 1e-14);
    assert_point(point_at(&motion, 0.5, 3, 0, 0), 9, 1, 0, 1e-14);
    assert_point(point_at(&motion, 1.0, 3, 0, 0), 11, 6, 0, 1e-14);
}

static void between_by_screw_is_an_arc_and_by_slerp_a_straight_line(void** state)
{
    (void)state;
    // A quarter turn about z that takes (2, 0, 0) to (0, 2, 4): the axis is the z axis.
    toi_motion motion = {.kind = TOI_MOTION_BETWEEN,
                         .path = TOI_PATH_SCREW,
                         .pose = {{2, 0, 0}, {1, 0, 0, 0}},
                         .end = {{0, 2, 4}, {-1, 0, 0, -1}}};
    double r = sqrt(2.0);
    assert_point(point_at(&motion, 0.5, 0, 0, 0), r, r, 2, 1e-15 * 4);
    assert_point(point_at(&motion, 0.5, 1, 0, 0), 1.5 * r, 1.5 * r, 2, 1e-15 * 4);
    motion.path = TOI_PATH_SLERP;
    assert_point(point_at(&motion, 0.5, 0, 0, 0), 1, 1, 2, 1e-15 * 4);
    assert_point(point_at(&motion, 1.0 / 3.0, 1, 0, 0), 4.0 / 3.0 + cos(TOI_PI / 6), 2.0 / 3.0 + 0.5,
                 4.0 / 3.0, 1e-15 * 4);
    // nlerp: the angle has the tangent of half of it equal to u sin h / (1 - u + u cos h), h = 45 degrees.
    motion.path = TOI_PATH_NLERP;
    double phi = 2.0 * atan2(0.25 * sin(TOI_PI / 4), 0.75 + 0.25 * cos(TOI_PI / 4));
    assert_point(point_at(&motion, 0.25, 1, 0, 0), 1.5 + cos(phi), 0.5 + sin(phi), 1, 1e-15 * 4);
}

static void at_a_turn_of_pi_the_first_coordinate_of_the_axis_is_positive(void** state)
{
    (void)state;
    for (int sign = -1; sign <= 1; sign += 2) {
        toi_motion motion = {
            .kind = TOI_MOTION_BETWEEN, .path = TOI_PATH_SLERP, .pose = identity, .end = identity};
        motion.end.quaternion = (toi_quat){0, 0, 0, sign};
        assert_point(point_at(&motion, 0.5, 1, 0, 0), 0, 1, 0, 1e-15);
        motion.end.quaternion = (toi_quat){0, 0.6 * sign, -0.8 * sign, 0};
        assert_point(point_at(&motion, 0.5, 0, 0, 1), -0.8, -0.6, 0, 1e-15);
        // A first coordinate that is zero but for rounding does not choose.
        motion.end.quaternion = (toi_quat){0, 1e-17, -sign, 0};
        assert_point(point_at(&motion, 0.5, 0, 0, 1), 1, 0, 0, 1e-15);
    }
}

static void every_kind_starts_at_its_pose_bit_for_bit(void** state)
{
    (void)state;
    test_random random = random_start(11);
    for (int i = 0; i < 2000; ++i) {
        toi_motion motion = random_of_kind(&random, i % TOI_MOTION_KEYFRAMES);
        toi_pose start = ti_pose_unit(motion.pose);
        assert_same_bits(toi_motion_pose(&motion, 0.0), start);
        assert_same_bits(toi_motion_pose(&motion, -3.0), start);
        assert_same_bits(toi_motion_pose(&motion, (double)NAN), start);
        if (motion.kind == TOI_MOTION_BETWEEN) {
            assert_same_bits(toi_motion_pose(&motion, 1.0), ti_pose_unit(motion.end));
            assert_same_bits(toi_motion_pose(&motion, 2.0), ti_pose_unit(motion.end));
        }
        ti_mat3 rotation, expected = m3_from_quat(start.quaternion);
        toi_vec3 position;
        ti_path path;
        ti_motion_piece(&motion, 0, &path);
        ti_path_pose(&path, path.t0, &rotation, &position);
        assert_memory_equal(&rotation, &expected, sizeof expected);
        assert_memory_equal(&position, &start.position, sizeof position);
    }
}

static void keyframes_rest_outside_their_keys_and_hit_them_exactly(void** state)
{
    (void)state;
    test_random random = random_start(12);
    toi_key keys[3] = {{0.25, random_pose(&random, 1, 10)},
                       {0.4, random_pose(&random, 1, 10)},
                       {0.9, random_pose(&random, 1, 10)}};
    for (int path = TOI_PATH_SCREW; path <= TOI_PATH_NLERP; ++path) {
        toi_motion motion = {
            .kind = TOI_MOTION_KEYFRAMES, .path = (toi_path)path, .keys = keys, .key_count = 3};
        assert_same_bits(toi_motion_pose(&motion, 0.0), ti_pose_unit(keys[0].pose));
        assert_same_bits(toi_motion_pose(&motion, 0.1), ti_pose_unit(keys[0].pose));
        for (int i = 0; i < 3; ++i) {
            assert_same_bits(toi_motion_pose(&motion, keys[i].t), ti_pose_unit(keys[i].pose));
        }
        assert_same_bits(toi_motion_pose(&motion, 0.95), ti_pose_unit(keys[2].pose));
        toi_motion between = {.kind = TOI_MOTION_BETWEEN, .path = (toi_path)path};
        between.pose = keys[1].pose;
        between.end = keys[2].pose;
        toi_vec3 expected = point_at(&between, 0.5, 1, 2, 3);
        assert_point(point_at(&motion, 0.65, 1, 2, 3), expected.x, expected.y, expected.z, 1e-13);
    }
}

static void keys_may_be_as_close_as_doubles_allow(void** state)
{
    (void)state;
    toi_key keys[2] = {{0.0, {{1, 0, 0}, {1, 0, 0, 0}}}, {0x1p-1074, {{3, 0, 0}, {0, 0, 0, 1}}}};
    toi_motion motion = {.kind = TOI_MOTION_KEYFRAMES, .path = TOI_PATH_SLERP, .keys = keys, .key_count = 2};
    assert_point(point_at(&motion, 0.0, 0, 0, 0), 1, 0, 0, 0.0);
    assert_point(point_at(&motion, 0x1p-1074, 0, 0, 0), 3, 0, 0, 0.0);
    keys[1].t = 0x1p-1070;
    assert_point(point_at(&motion, 0x1p-1071, 1, 0, 0), 2, 1, 0, 1e-15);
}

static void quaternions_and_axes_of_any_size_are_normalised(void** state)
{
    (void)state;
    const double sizes[] = {1e-6, 1e-3, 1e160, 1e307};
    for (int i = 0; i < 4; ++i) {
        toi_motion motion = {.kind = TOI_MOTION_ROTATION, .axis = {0, sizes[i], 0}, .angle = TOI_PI / 2};
        motion.pose.quaternion = (toi_quat){0.6 * sizes[i], 0, 0, 0.8 * sizes[i]};
        assert_point(point_at(&motion, 0.0, 1, 0, 0), -0.28, 0.96, 0, 1e-15);
        assert_point(point_at(&motion, 1.0, 1, 0, 0), 0, 0.96, 0.28, 1e-15);
    }
}

static void an_angle_may_have_any_size(void** state)
{
    (void)state;
    const double angles[] = {1e-300, 1e5, 1e100, 1e300, -8e307};
    for (int i = 0; i < 5; ++i) {
        toi_motion motion = {
            .kind = TOI_MOTION_ROTATION, .pose = {{3, 0, 0}, {1, 0, 0, 0}}, .axis = {0, 0, 2}};
        motion.point = (toi_vec3){1, 0, 0};
        motion.angle = angles[i];
        toi_vec3 a = point_at(&motion, 1.0, 0, 0, 7), b = point_at(&motion, 1.0, 1, 0, 7);
        assert_near(hypot(a.x - 1.0, a.y), 2.0, 1e-14);
        assert_near(hypot(b.x - 1.0, b.y), 3.0, 1e-14);
        assert_near(a.z, 7.0, 0.0);
    }
}

static void scaling_by_a_power_of_two_scales_the_bits(void** state)
{
    (void)state;
    test_random random = random_start(13);
    for (int i = 0; i < 2000; ++i) {
        toi_motion motion = random_of_kind(&random, i % TOI_MOTION_KEYFRAMES);
        double t = random_unit(&random), scale = ldexp(1.0, (int)random_below(&random, 200) - 100);
        toi_motion scaled = motion;
        scaled.pose.position = v3_scale(scale, motion.pose.position);
        scaled.end.position = v3_scale(scale, motion.end.position);
        scaled.point = v3_scale(scale, motion.point);
        scaled.by = v3_scale(scale, motion.by);
        scaled.advance = scale * motion.advance;
        toi_pose expected = toi_motion_pose(&motion, t);
        expected.position = v3_scale(scale, expected.position);
        assert_same_bits(toi_motion_pose(&scaled, t), expected);
    }
}

static void the_quaternion_and_the_matrix_of_a_piece_agree(void** state)
{
    (void)state;
    test_random random = random_start(14);
    for (int i = 0; i < 3000; ++i) {
        toi_motion motion = random_of_kind(&random, i % TOI_MOTION_KEYFRAMES);
        double t = random_unit(&random);
        ti_path path;
        ti_motion_piece(&motion, 0, &path);
        ti_mat3 rotation, other = m3_from_quat(ti_path_quaternion(&path, t));
        toi_vec3 position;
        ti_path_pose(&path, t, &rotation, &position);
        for (int row = 0; row < 3; ++row) {
            assert_point(rotation.row[row], other.row[row].x, other.row[row].y, other.row[row].z, 2e-14);
        }
    }
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(a_static_body_stays_at_its_pose),
        cmocka_unit_test(a_translation_moves_by_a_share_of_by),
        cmocka_unit_test(a_rotation_turns_about_its_axis_through_its_point),
        cmocka_unit_test(a_screw_also_advances_along_the_unit_axis),
        cmocka_unit_test(a_spin_turns_about_a_centre_that_moves),
        cmocka_unit_test(between_by_screw_is_an_arc_and_by_slerp_a_straight_line),
        cmocka_unit_test(at_a_turn_of_pi_the_first_coordinate_of_the_axis_is_positive),
        cmocka_unit_test(every_kind_starts_at_its_pose_bit_for_bit),
        cmocka_unit_test(keyframes_rest_outside_their_keys_and_hit_them_exactly),
        cmocka_unit_test(keys_may_be_as_close_as_doubles_allow),
        cmocka_unit_test(quaternions_and_axes_of_any_size_are_normalised),
        cmocka_unit_test(an_angle_may_have_any_size),
        cmocka_unit_test(scaling_by_a_power_of_two_scales_the_bits),
        cmocka_unit_test(the_quaternion_and_the_matrix_of_a_piece_agree),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
