// The box of a motion holds the body at densely sampled times and is not much larger; the bounds of the
// angular rates hold against finite differences in long double, and are reached.

#include "cmocka_toi.h"

#include "math/trig.h"
#include "motion/bounds.h"
#include "motion/path.h"
#include "support/motion_reference.h"

static toi_mesh mesh_of(toi_vec3 lower, toi_vec3 upper)
{
    toi_mesh mesh = {0};
    mesh.info.bounds = (toi_bounds){lower, upper};
    return mesh;
}

static toi_vec3 corner(const toi_mesh* mesh, int i)
{
    toi_vec3 a = mesh->info.bounds.lower, b = mesh->info.bounds.upper;
    return (toi_vec3){i & 1 ? b.x : a.x, i & 2 ? b.y : a.y, i & 4 ? b.z : a.z};
}

static bool inside(const toi_bounds* box, vec p)
{
    return p.x >= (real)box->lower.x && p.y >= (real)box->lower.y && p.z >= (real)box->lower.z &&
           p.x <= (real)box->upper.x && p.y <= (real)box->upper.y && p.z <= (real)box->upper.z;
}

static void add_point(toi_bounds* box, toi_vec3 p)
{
    box->lower = (toi_vec3){fmin(box->lower.x, p.x), fmin(box->lower.y, p.y), fmin(box->lower.z, p.z)};
    box->upper = (toi_vec3){fmax(box->upper.x, p.x), fmax(box->upper.y, p.y), fmax(box->upper.z, p.z)};
}

static double extent_of(toi_bounds box)
{
    return v3_length(v3_sub(box.upper, box.lower));
}

static toi_mesh random_mesh(test_random* random)
{
    toi_vec3 middle = random_vector(random, 1e-3, 1e2);
    double size = random_size(random, 1e-2, 1e2);
    double x = size * random_unit(random), y = size * random_unit(random), z = size * random_unit(random);
    toi_vec3 half = {x, y, z};
    return mesh_of(v3_sub(middle, half), v3_add(middle, half));
}

static toi_motion modest_motion(test_random* random)
{
    toi_motion m = random_motion(random);
    m.pose.position = random_vector(random, 1e-3, 1e3);
    m.end.position = random_vector(random, 1e-3, 1e3);
    m.point = random_vector(random, 1e-3, 1e3);
    m.by = random_vector(random, 1e-3, 1e3);
    m.advance = random_between(random, -1e2, 1e2);
    return m;
}

// Box of the corners at sampled times; every sample must be in `box`, the exact point and the posed doubles.
static toi_bounds sample(const toi_motion* m, const toi_mesh* mesh, const toi_bounds* box, int times)
{
    toi_bounds swept = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    ti_path path;
    ti_motion_piece(m, 0, &path);
    for (int i = 0; i <= times; ++i) {
        double t = (double)i / times;
        ti_mat3 rotation;
        toi_vec3 position;
        ti_path_pose(&path, t, &rotation, &position);
        for (int k = 0; k < 8; ++k) {
            toi_vec3 posed = xf_point(&rotation, position, corner(mesh, k));
            add_point(&swept, posed);
            assert_true(inside(box, wide(posed)));
            assert_true(inside(box, reference(m, &path, wide(corner(mesh, k)), (real)t)));
        }
    }
    return swept;
}

static void the_box_holds_the_body_at_every_time(void** state)
{
    (void)state;
    test_random random = random_start(41);
    double worst = 0.0, sum = 0.0;
    const int count = 1500;
    for (int i = 0; i < count; ++i) {
        toi_motion m = modest_motion(&random);
        toi_mesh mesh = random_mesh(&random);
        toi_bounds box = ti_motion_bounds(&m, &mesh, 0.0);
        toi_bounds swept = sample(&m, &mesh, &box, 40);
        double ratio = extent_of(box) / extent_of(swept);
        worst = ratio > worst ? ratio : worst;
        sum += ratio;
    }
    printf("diagonal of the box over that of 41 samples: mean %.4f, largest %.4f\n", sum / count, worst);
    assert_true(sum / count < 1.03);
    assert_true(worst < 1.35);
}

static void the_box_of_a_translation_is_the_hull_of_its_ends(void** state)
{
    (void)state;
    toi_mesh mesh = mesh_of((toi_vec3){-1, -2, -3}, (toi_vec3){1, 2, 3});
    toi_motion m = {.kind = TOI_MOTION_TRANSLATION, .pose = {{10, 0, 0}, {1, 0, 0, 0}}, .by = {5, -7, 0}};
    toi_bounds box = ti_motion_bounds(&m, &mesh, 0.5);
    const double expected[6] = {8.5, -9.5, -3.5, 16.5, 2.5, 3.5};
    const double* bound = &box.lower.x;
    for (int i = 0; i < 6; ++i) {
        assert_near(bound[i], expected[i], 2e-12);
        assert_true(i < 3 ? bound[i] < expected[i] : bound[i] > expected[i]);
    }
}

static void many_turns_give_the_box_of_the_circle(void** state)
{
    (void)state;
    toi_mesh mesh = mesh_of((toi_vec3){0, 0, 0}, (toi_vec3){3, 4, 1});
    toi_motion m = {.kind = TOI_MOTION_ROTATION, .pose = TOI_POSE_IDENTITY, .axis = {0, 0, 1}, .angle = 1e6};
    toi_bounds box = ti_motion_bounds(&m, &mesh, 0.0);
    assert_near(box.lower.x, -5.0, 1e-6);
    assert_near(box.upper.y, 5.0, 1e-6);
    assert_near(box.lower.z, 0.0, 1e-6);
    assert_near(box.upper.z, 1.0, 1e-6);
}

static void keyframes_are_bounded_by_their_pieces(void** state)
{
    (void)state;
    test_random random = random_start(42);
    for (int i = 0; i < 200; ++i) {
        toi_key keys[4];
        for (int k = 0; k < 4; ++k) {
            keys[k] = (toi_key){0.125 + 0.25 * k, random_pose(&random, 1e-1, 1e1)};
        }
        toi_motion m = {
            .kind = TOI_MOTION_KEYFRAMES, .path = (toi_path)(i % 3), .keys = keys, .key_count = 4};
        toi_mesh mesh = random_mesh(&random);
        toi_bounds box = ti_motion_bounds(&m, &mesh, 0.0);
        for (int k = 0; k < 800; ++k) {
            toi_pose pose = toi_motion_pose(&m, (double)(k / 8) / 99.0);
            assert_true(inside(&box, wide(toi_pose_point(pose, corner(&mesh, k % 8)))));
        }
    }
}

static vec seen_from(vec p, toi_vec3 velocity, double t)
{
    return (vec){p.x - (real)velocity.x * (real)t, p.y - (real)velocity.y * (real)t,
                 p.z - (real)velocity.z * (real)t};
}

static void the_box_holds_the_body_as_seen_from_a_moving_frame(void** state)
{
    (void)state;
    test_random random = random_start(44);
    for (int i = 0; i < 500; ++i) {
        toi_motion m = modest_motion(&random);
        toi_mesh mesh = random_mesh(&random);
        toi_vec3 velocity = random_vector(&random, 1e-2, 1e4);
        toi_bounds box = ti_motion_bounds_drifting(&m, &mesh, velocity);
        ti_path path;
        ti_motion_piece(&m, 0, &path);
        for (int k = 0; k < 8 * 33; ++k) {
            double t = (double)(k / 8) / 32.0;
            vec exact = reference(&m, &path, wide(corner(&mesh, k % 8)), (real)t);
            assert_true(inside(&box, seen_from(exact, velocity, t)));
            vec posed = wide(toi_pose_point(toi_motion_pose(&m, t), corner(&mesh, k % 8)));
            assert_true(inside(&box, seen_from(posed, velocity, t)));
        }
    }
}

static void keyframes_are_bounded_in_a_moving_frame_also_while_they_rest(void** state)
{
    (void)state;
    test_random random = random_start(45);
    for (int i = 0; i < 200; ++i) {
        toi_key keys[3];
        for (int k = 0; k < 3; ++k) {
            keys[k] = (toi_key){0.2 + 0.3 * k, random_pose(&random, 1e-1, 1e1)};
        }
        toi_motion m = {
            .kind = TOI_MOTION_KEYFRAMES, .path = (toi_path)(i % 3), .keys = keys, .key_count = 3};
        toi_mesh mesh = random_mesh(&random);
        toi_vec3 velocity = random_vector(&random, 1e-1, 1e2);
        toi_bounds box = ti_motion_bounds_drifting(&m, &mesh, velocity);
        for (int k = 0; k < 808; ++k) {
            double t = (double)(k / 8) / 100.0;
            vec posed = wide(toi_pose_point(toi_motion_pose(&m, t), corner(&mesh, k % 8)));
            assert_true(inside(&box, seen_from(posed, velocity, t)));
        }
    }
}

static void a_frame_that_moves_along_sees_a_small_box(void** state)
{
    (void)state;
    toi_mesh mesh = mesh_of((toi_vec3){-1, -2, -3}, (toi_vec3){1, 2, 3});
    toi_motion m = {.kind = TOI_MOTION_TRANSLATION, .pose = {{10, 0, 0}, {1, 0, 0, 0}}, .by = {5e3, -7, 0}};
    toi_bounds box = ti_motion_bounds_drifting(&m, &mesh, m.by);
    const double expected[6] = {9, -2, -3, 11, 2, 3};
    const double* bound = &box.lower.x;
    for (int i = 0; i < 6; ++i) {
        assert_near(bound[i], expected[i], 1e-9);
    }
}

static void numbers_out_of_range_give_an_infinite_box(void** state)
{
    (void)state;
    toi_mesh mesh = mesh_of((toi_vec3){-1, -1, -1}, (toi_vec3){1, 1, 1});
    toi_motion m = {.kind = TOI_MOTION_SPIN, .pose = TOI_POSE_IDENTITY, .axis = {0, 1, 0}, .angle = 1e300};
    m.point = (toi_vec3){1e10, 1, 1};
    toi_bounds box = ti_motion_bounds(&m, &mesh, 0.0);
    assert_true(box.lower.x == -HUGE_VAL && box.upper.z == HUGE_VAL);
    m = (toi_motion){.kind = TOI_MOTION_TRANSLATION, .pose = TOI_POSE_IDENTITY, .by = {1e308, 0, 0}};
    m.pose.position.x = 1.7e308;
    box = ti_motion_bounds(&m, &mesh, 0.0);
    assert_true(box.lower.x == -HUGE_VAL && box.upper.x == HUGE_VAL);
}

static void scaling_by_a_power_of_two_scales_the_box(void** state)
{
    (void)state;
    test_random random = random_start(43);
    for (int i = 0; i < 1000; ++i) {
        toi_motion m = modest_motion(&random);
        toi_mesh mesh = random_mesh(&random), large = mesh;
        double scale = ldexp(1.0, (int)random_below(&random, 100) - 50);
        toi_motion s = m;
        s.pose.position = v3_scale(scale, m.pose.position);
        s.end.position = v3_scale(scale, m.end.position);
        s.point = v3_scale(scale, m.point);
        s.by = v3_scale(scale, m.by);
        s.advance = scale * m.advance;
        large.info.bounds.lower = v3_scale(scale, mesh.info.bounds.lower);
        large.info.bounds.upper = v3_scale(scale, mesh.info.bounds.upper);
        toi_bounds a = ti_motion_bounds(&m, &mesh, 0.25), b = ti_motion_bounds(&s, &large, 0.25 * scale);
        a = (toi_bounds){v3_scale(scale, a.lower), v3_scale(scale, a.upper)};
        assert_memory_equal(&a, &b, sizeof a);
    }
}

// phi'^2 + |phi''| by central differences of the angle in long double.
static real rate2_by_differences(real h, real u)
{
    const real step = 1e-4L;
    real phi[3];
    for (int i = 0; i < 3; ++i) {
        real v = u + step * (i - 1);
        phi[i] = 2.0L * atan2l(v * sinl(h), 1.0L - v + v * cosl(h));
    }
    real first = (phi[2] - phi[0]) / (2.0L * step);
    return first * first + fabsl((phi[2] - phi[1]) - (phi[1] - phi[0])) / (step * step);
}

static void the_nlerp_rates_are_bounded_and_the_bound_is_reached(void** state)
{
    (void)state;
    test_random random = random_start(44);
    for (int i = 0; i < 300; ++i) {
        double h = random_between(&random, 0.01, TOI_HALF_PI), duration = random_between(&random, 0.1, 1.0);
        ti_path path = {.t0 = 0.0, .t1 = duration, .turn = {0, 0, 2.0 * h / duration}, .law = TI_LAW_NLERP};
        double u0 = i % 2 ? 0.0 : random_unit(&random),
               u1 = i % 2 ? 1.0 : u0 + (1.0 - u0) * random_unit(&random);
        double bound =
            ti_path_acceleration_rate2_over(&path, u0 * duration, u1 * duration) * duration * duration;
        real largest = 0.0L;
        for (int k = 0; k <= 400; ++k) {
            real found = rate2_by_differences((real)h, (real)u0 + (real)(u1 - u0) * k / 400);
            largest = found > largest ? found : largest;
        }
        assert_true(largest <= (real)bound * (1.0L + 1e-6L));
        assert_true(largest >= (real)bound * (1.0L - 1e-3L));
        assert_true(ti_path_acceleration_rate2(&path) * duration * duration >= bound * (1.0 - 1e-15));
    }
}

static void the_rate_of_a_uniform_turn_is_its_square(void** state)
{
    (void)state;
    ti_path path = {.t0 = 0.0, .t1 = 1.0, .turn = {0, 3, 4}};
    double rate2 = ti_path_acceleration_rate2(&path);
    assert_true(rate2 >= 25.0 && rate2 <= 25.0 * (1.0 + 1e-13));
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(the_box_holds_the_body_at_every_time),
        cmocka_unit_test(the_box_of_a_translation_is_the_hull_of_its_ends),
        cmocka_unit_test(many_turns_give_the_box_of_the_circle),
        cmocka_unit_test(keyframes_are_bounded_by_their_pieces),
        cmocka_unit_test(the_box_holds_the_body_as_seen_from_a_moving_frame),
        cmocka_unit_test(keyframes_are_bounded_in_a_moving_frame_also_while_they_rest),
        cmocka_unit_test(a_frame_that_moves_along_sees_a_small_box),
        cmocka_unit_test(numbers_out_of_range_give_an_infinite_box),
        cmocka_unit_test(scaling_by_a_power_of_two_scales_the_box),
        cmocka_unit_test(the_nlerp_rates_are_bounded_and_the_bound_is_reached),
        cmocka_unit_test(the_rate_of_a_uniform_turn_is_its_square),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
