// The pieces of a motion against an independent evaluation in long double. Errors are counted in units of u
// L.

#include "cmocka_toi.h"

#include "motion/path.h"
#include "support/motion_reference.h"

#define UNIT 0x1p-53

static double error_in_units(const toi_motion* m, const ti_path* path, toi_vec3 v, double t)
{
    ti_mat3 rotation;
    toi_vec3 position;
    ti_path_pose(path, t, &rotation, &position);
    vec computed = wide(xf_point(&rotation, position, v));
    real error = length(sub(computed, reference(m, path, wide(v), (real)t)));
    return (double)(error / ((real)(UNIT * magnitude(path, v))));
}

static void a_piece_is_within_its_rounding_bound_of_the_motion(void** state)
{
    (void)state;
    test_random random = random_start(21);
    double worst[TOI_MOTION_KEYFRAMES] = {0.0};
    for (int i = 0; i < 20000; ++i) {
        toi_motion m = random_motion(&random);
        ti_path path;
        ti_motion_piece(&m, 0, &path);
        toi_vec3 v = random_vector(&random, 1e-3, 1e3);
        for (int k = 0; k < 4; ++k) {
            double t = k == 3 ? 1.0 : random_unit(&random);
            double error = error_in_units(&m, &path, v, t);
            worst[m.kind] = error > worst[m.kind] ? error : worst[m.kind];
            if (!(error <= 32.0)) {
                print_error("motion %d: kind %d path %d angle %g: error %g u L\n", i, m.kind, m.path, m.angle,
                            error);
            }
            assert_true(error <= 32.0);
        }
    }
    printf("largest error in units of u L: translation %.2f, rotation %.2f, screw %.2f, between %.2f, spin "
           "%.2f\n",
           worst[TOI_MOTION_TRANSLATION], worst[TOI_MOTION_ROTATION], worst[TOI_MOTION_SCREW],
           worst[TOI_MOTION_BETWEEN], worst[TOI_MOTION_SPIN]);
}

// Where the point of the axis is far away along the axis, the orbit is small and its rounding is not.
static void the_lever_carries_what_a_long_arm_loses(void** state)
{
    (void)state;
    test_random random = random_start(26);
    double with = 0.0, without = 0.0;
    for (int i = 0; i < 2000; ++i) {
        toi_motion m = {.kind = TOI_MOTION_ROTATION, .axis = random_direction(&random), .angle = 1.0};
        m.pose.quaternion = random_quaternion(&random);
        m.point = v3_scale(1e6, m.axis);
        ti_path path;
        ti_motion_piece(&m, 0, &path);
        toi_vec3 v = random_direction(&random);
        with = fmax(with, error_in_units(&m, &path, v, 1.0));
        path.lever = 0.0;
        without = fmax(without, error_in_units(&m, &path, v, 1.0));
    }
    printf("error with the lever %.2f u L, without %.0f u L\n", with, without);
    assert_true(with <= 32.0);
    assert_true(without > 1000.0);
}

static void assert_vectors_near(toi_vec3 a, toi_vec3 b, double tolerance)
{
    assert_near(a.x, b.x, tolerance);
    assert_near(a.y, b.y, tolerance);
    assert_near(a.z, b.z, tolerance);
}

static toi_vec3 point_of(const ti_path* path, double t, toi_vec3 v)
{
    ti_mat3 rotation;
    toi_vec3 position;
    ti_path_pose(path, t, &rotation, &position);
    return xf_point(&rotation, position, v);
}

static void every_path_ends_at_its_end(void** state)
{
    (void)state;
    test_random random = random_start(22);
    toi_vec3 v = {1.0, -2.0, 0.5};
    for (int i = 0; i < 6000; ++i) {
        toi_motion m = random_motion(&random);
        m.kind = TOI_MOTION_BETWEEN;
        m.pose.position = random_vector(&random, 1e-3, 1e2);
        m.end.position = random_vector(&random, 1e-3, 1e2);
        ti_path path;
        ti_path_between(m.pose, m.end, m.path, 0.25, 0.75, &path);
        assert_vectors_near(point_of(&path, 0.75, v), toi_pose_point(m.end, v), 1e-12);
        assert_near(ti_path_angle(&path, 0.75), v3_length(path.turn) * 0.5, 1e-14);
        assert_true(ti_path_angle(&path, 0.75) <= 3.1415926535897936);
    }
}

static void equal_orientations_do_not_turn_at_all(void** state)
{
    (void)state;
    test_random random = random_start(23);
    for (int i = 0; i < 1000; ++i) {
        toi_quat q = random_quaternion(&random);
        toi_quat other = i % 2 ? q : (toi_quat){-q.w, -q.x, -q.y, -q.z};
        toi_pose a = {{0, 0, 0}, q}, b = {{1, 2, 3}, other};
        ti_path path;
        ti_path_between(a, b, (toi_path)(i % 3), 0.0, 0.5, &path);
        assert_true(v3_equal(path.turn, v3(0, 0, 0)) && v3_equal(path.orbit, v3(0, 0, 0)));
        assert_true(v3_equal(path.drift, v3(2, 4, 6)));
        assert_int_equal(path.law, TI_LAW_UNIFORM);
    }
    toi_motion m = {
        .kind = TOI_MOTION_SCREW, .pose = TOI_POSE_IDENTITY, .axis = {1, 2, 3}, .angle = -0.0, .advance = 1};
    ti_path path;
    ti_motion_piece(&m, 0, &path);
    assert_true(v3_equal(path.turn, v3(0, 0, 0)) && v3_equal(path.orbit, v3(0, 0, 0)));
}

static void the_nlerp_angle_is_that_of_the_normalised_quaternion(void** state)
{
    (void)state;
    test_random random = random_start(24);
    for (int i = 0; i < 2000; ++i) {
        toi_quat q0 = ti_pose_unit((toi_pose){{0, 0, 0}, random_quaternion(&random)}).quaternion;
        double angle = random_between(&random, 0.01, 3.14);
        toi_quat q1 = turned_by(q0, random_direction(&random), angle);
        toi_pose a = {{0, 0, 0}, q0}, b = {{0, 0, 0}, q1};
        ti_path path;
        ti_path_between(a, b, TOI_PATH_NLERP, 0.5, 0.75, &path);
        double u = random_unit(&random), v = 1.0 - u;
        toi_quat expected = {v * q0.w + u * q1.w, v * q0.x + u * q1.x, v * q0.y + u * q1.y,
                             v * q0.z + u * q1.z};
        double n = sqrt(q_norm2(expected));
        toi_quat q = ti_path_quaternion(&path, 0.5 + 0.25 * u);
        double inner = (q.w * expected.w + q.x * expected.x + q.y * expected.y + q.z * expected.z) / n;
        assert_near(fabs(inner), 1.0, 1e-14);
        vec w = rotation_vector_exact(q0, q);
        assert_near(ti_path_angle(&path, 0.5 + 0.25 * u), (double)length(w), 1e-13);
    }
}

static void pieces_tile_the_unit_interval(void** state)
{
    (void)state;
    toi_key keys[4] = {{0.0, TOI_POSE_IDENTITY},
                       {0.3, TOI_POSE_IDENTITY},
                       {0.5, TOI_POSE_IDENTITY},
                       {1.0, TOI_POSE_IDENTITY}};
    keys[1].pose.position.x = 3.0;
    const struct {
        uint32_t first, count, pieces;
    } runs[] = {{0, 4, 3}, {0, 3, 3}, {1, 3, 3}, {1, 2, 3}, {0, 2, 2}, {2, 2, 2}};
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; ++i) {
        toi_motion m = {
            .kind = TOI_MOTION_KEYFRAMES, .keys = keys + runs[i].first, .key_count = runs[i].count};
        assert_int_equal(ti_motion_piece_count(&m), runs[i].pieces);
        double end = 0.0;
        for (uint32_t k = 0; k < runs[i].pieces; ++k) {
            ti_path path;
            ti_motion_piece(&m, k, &path);
            assert_true(path.t0 == end && path.t1 > path.t0);
            toi_pose pose = toi_motion_pose(&m, path.t0);
            assert_true(v3_equal(pose.position, path.start.position));
            end = path.t1;
        }
        assert_true(end == 1.0);
    }
}

// The same up to 2^k in every length, and in the unit of the axis.
static void scaling_by_a_power_of_two_scales_the_bits_of_a_piece(void** state)
{
    (void)state;
    test_random random = random_start(25);
    for (int i = 0; i < 3000; ++i) {
        toi_motion m = random_motion(&random);
        double scale = ldexp(1.0, (int)random_below(&random, 300) - 150);
        toi_motion s = m;
        s.pose.position = v3_scale(scale, m.pose.position);
        s.end.position = v3_scale(scale, m.end.position);
        s.by = v3_scale(scale, m.by);
        s.advance = scale * m.advance;
        s.point = v3_scale(scale, m.point);
        ti_path a, b;
        ti_motion_piece(&m, 0, &a);
        ti_motion_piece(&s, 0, &b);
        a.start.position = v3_scale(scale, a.start.position);
        a.orbit = v3_scale(scale, a.orbit);
        a.drift = v3_scale(scale, a.drift);
        a.lever *= scale;
        assert_memory_equal(&a.start, &b.start, sizeof a.start);
        assert_memory_equal(&a.turn, &b.turn, sizeof a.turn);
        assert_memory_equal(&a.orbit, &b.orbit, sizeof a.orbit);
        assert_memory_equal(&a.drift, &b.drift, sizeof a.drift);
        assert_memory_equal(&a.lever, &b.lever, sizeof a.lever);
    }
}

static void motions_are_the_same_only_where_all_that_moves_a_point_is(void** state)
{
    (void)state;
    toi_key keys[2] = {{0.1, {{1, 2, 3}, {2, 0, 0, 0}}}, {0.9, {{1, 2, 3}, {-5, 0, 0, 0}}}};
    toi_motion rest = {.kind = TOI_MOTION_STATIC, .pose = {{7, 8, 9}, {0, 1, 0, 0}}};
    toi_motion held = {.kind = TOI_MOTION_KEYFRAMES, .keys = keys, .key_count = 2};
    toi_motion zero = {.kind = TOI_MOTION_SPIN, .pose = TOI_POSE_IDENTITY, .axis = {1, 0, 0}};
    assert_true(ti_motion_same(&rest, &held) && ti_motion_same(&held, &zero) && ti_motion_same(&rest, &rest));
    keys[1].pose.position.x = 1.0 + 0x1p-52;
    assert_false(ti_motion_same(&rest, &held));
    assert_true(ti_motion_same(&held, &held));

    toi_motion a = {
        .kind = TOI_MOTION_SCREW, .pose = TOI_POSE_IDENTITY, .point = {1, 2, 3}, .axis = {0, 1, 0}};
    a.angle = 2.0;
    a.advance = 0.0;
    toi_motion b = a;
    b.pose.position = (toi_vec3){5, 5, 5};
    assert_true(ti_motion_same(&a, &b));
    b.kind = TOI_MOTION_ROTATION;
    assert_false(ti_motion_same(&rest, &b));
    b = a;
    b.advance = 1e-300;
    assert_false(ti_motion_same(&a, &b));
    b.advance = 0.0;
    b.axis.x = 0x1p-1074;
    assert_false(ti_motion_same(&a, &b));
    a.kind = b.kind = TOI_MOTION_TRANSLATION;
    a.by = b.by = (toi_vec3){1, 0, 0};
    assert_true(ti_motion_same(&a, &b));
    b.by.y = (double)NAN;
    assert_false(ti_motion_same(&a, &b));
    b = a = (toi_motion){.kind = TOI_MOTION_SPIN, .pose = TOI_POSE_IDENTITY, .axis = {0, 0, 1}, .angle = 1.0};
    assert_true(ti_motion_same(&a, &b));
    b.pose.position.x = 1.0;
    assert_false(ti_motion_same(&a, &b));
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(a_piece_is_within_its_rounding_bound_of_the_motion),
        cmocka_unit_test(the_lever_carries_what_a_long_arm_loses),
        cmocka_unit_test(every_path_ends_at_its_end),
        cmocka_unit_test(equal_orientations_do_not_turn_at_all),
        cmocka_unit_test(the_nlerp_angle_is_that_of_the_normalised_quaternion),
        cmocka_unit_test(pieces_tile_the_unit_interval),
        cmocka_unit_test(scaling_by_a_power_of_two_scales_the_bits_of_a_piece),
        cmocka_unit_test(motions_are_the_same_only_where_all_that_moves_a_point_is),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
