// Every formula of [VanWaveren05] that docs/methods/trace-paper.md corrects: as printed it fails, ours is
// right.

#include "narrow/trace/paper_wave.h"
#include "paper_support.h"
#include "support/generate.h"

static double unit(gen_random* random)
{
    return gen_between(random, -1.0, 1.0);
}

static rvec any(gen_random* random)
{
    return r3((real)unit(random), (real)unit(random), (real)unit(random));
}

// ---- section 2.1

static void the_permuted_product_is_six_times_a_volume_and_a_triple_product_of_differences(void** state)
{
    (void)state;
    gen_random random = {1};
    for (int i = 0; i < 1000; ++i) {
        rvec a = any(&random), b = any(&random), c = any(&random), d = any(&random);
        real product = printed_product(printed_points(a, b), printed_points(c, d));
        real six = r3_dot(r3_sub(b, a), r3_cross(r3_sub(c, a), r3_sub(d, a)));
        rvec u = r3_sub(b, a), w = r3_sub(d, c);
        real ours = r3_dot(r3_sub(c, a), r3_cross(u, w));
        assert_near((double)product, (double)-six, 1e-17);
        assert_near((double)product, (double)ours, 1e-17);
        assert_near((double)printed_product(printed_ray(a, u), printed_points(c, d)), (double)ours, 1e-17);
    }
}

static void absolute_moments_lose_the_side_where_differences_keep_it(void** state)
{
    (void)state;
    // A point 1e-3 to the left of an edge, both 2^40 from the origin, in double.
    const double far = 0x1p40 / 3.0, off = 0x1p-10;
    double a[3] = {far + off, far, far + 1.0}, c[3] = {far, far, far}, d[3] = {far, far + 1.0, far};
    double p[6] = {-0.0 * a[1], a[0] * -1.0, 0.0, a[1] * -1.0, 1.0, 0.0}; // ray (a, (0, 0, -1))
    double q[6] = {c[0] * d[1] - d[0] * c[1],
                   c[0] * d[2] - d[0] * c[2],
                   c[0] - d[0],
                   c[1] * d[2] - d[1] * c[2],
                   c[2] - d[2],
                   d[1] - c[1]};
    double moments = p[0] * q[4] + p[1] * q[5] + p[2] * q[3] + p[4] * q[0] + p[5] * q[1] + p[3] * q[2];
    toi_vec3 apart = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    double differences = v3_dot(apart, v3_cross((toi_vec3){0.0, 0.0, -1.0}, (toi_vec3){0.0, 1.0, 0.0}));
    assert_true(differences == -off);
    assert_true(moments != -off);
}

// ---- sections 2.2 and 2.3

static void a_vertex_reaches_a_plane_at_minus_alpha_over_beta(void** state)
{
    (void)state;
    double alpha = 4.0, beta = -8.0; // height, and fall of the whole move
    double printed = alpha / beta;
    assert_true(printed < 0.0);
    double f = paper_fraction_of(make_point(), pose_at(1.0, 0.0, 4.0), paper_square(8.0),
                                 translate(0.0, 0.0, -8.0), 0.0);
    assert_near(f, 0.5, 1e-12);
}

// beta as printed, for the fraction alpha / beta of two lines.
static real printed_beta(printed_line line_p, printed_line line_q, rvec v)
{
    const real *p = line_p.p, *q = line_q.p;
    return q[4] * (-p[2] * v.y - p[5] * v.x) + q[5] * (-p[2] * v.z + p[4] * v.x) +
           q[2] * (p[5] * v.z + p[4] * v.y);
}

static void the_fraction_of_two_edges_is_right_as_printed(void** state)
{
    (void)state;
    gen_random random = {2};
    for (int i = 0; i < 1000; ++i) {
        rvec a = any(&random), b = any(&random), c = any(&random), d = any(&random), v = any(&random);
        printed_line p = printed_points(a, b), q = printed_points(c, d);
        real f = printed_product(p, q) / printed_beta(p, q, v);
        rvec to = r3_scale(f, v);
        real after = printed_product(printed_points(r3_add(a, to), r3_add(b, to)), q);
        assert_near((double)after, 0.0, 1e-13 * (1.0 + fabs((double)f)) * (1.0 + fabs((double)f)));
    }
}

static void beta_is_zero_also_for_lines_that_are_not_parallel(void** state)
{
    (void)state;
    rvec zero = r3(0.0L, 0.0L, 0.0L), one = r3(0.0L, 0.0L, 1.0L);
    printed_line p = printed_points(one, r3(1.0L, 0.0L, 1.0L)),
                 q = printed_points(zero, r3(0.0L, 1.0L, 0.0L));
    assert_true(printed_beta(p, q, r3(1.0L, 1.0L, 0.0L)) == 0.0L);
    assert_true(printed_beta(p, q, r3(0.0L, 0.0L, 1.0L)) != 0.0L);
}

// ---- sections 2.4 and 2.5

static void rotations_of_the_paper_are_clockwise_and_its_waves_are_ours(void** state)
{
    (void)state;
    gen_random random = {3};
    for (int i = 0; i < 1000; ++i) {
        rvec a = any(&random), b = any(&random), c = any(&random), d = any(&random), n = any(&random);
        real x = (real)(3.0 * unit(&random)), offset = (real)unit(&random);
        real s = sinl(x), k = cosl(x);
        rvec a_turned = r3(a.x * k + a.y * s, a.y * k - a.x * s, a.z); // by -x in the right-handed sense
        rvec b_turned = r3(b.x * k + b.y * s, b.y * k - b.x * s, b.z);
        real height = r3_dot(n, a_turned) + offset;
        real side = printed_product(printed_points(a_turned, b_turned), printed_points(c, d));
        assert_near((double)printed_value(printed_vertex(a, n, offset), x), (double)height, 1e-16);
        printed_wave lines = printed_lines(printed_points(a, b), printed_points(c, d));
        assert_near((double)printed_value(lines, x), (double)side, 1e-16);
    }
}

static ti_paper_wave wave_of(printed_wave w)
{
    return (ti_paper_wave){(double)(w.v0 + w.v2), (double)w.v1, (double)w.v2};
}

static void a_leading_coefficient_of_zero_leaves_half_of_the_printed_root(void** state)
{
    (void)state;
    printed_wave w = {0.07L, -0.5L, 0.07L}; // a = 0, b = -0.5, c = 0.14
    real c = w.v0 + w.v2, b = w.v1, printed = -c / b, right = -c / (2.0L * b);
    assert_near((double)(2.0L * b * printed + c), -0.14, 1e-15);
    assert_near((double)(2.0L * b * right + c), 0.0, 1e-15);
    ti_paper_wave ours = wave_of(w);
    assert_near(wave_entry(&ours), (double)right, 1e-16);
    assert_near(wave_at(&ours, wave_entry(&ours)), 0.0, 1e-16);
}

static void an_axis_across_the_plane_leaves_two_coefficients_and_no_root(void** state)
{
    (void)state;
    printed_wave w = printed_vertex(r3(1.0L, 2.0L, 3.0L), r3(0.0L, 0.0L, 1.0L), -2.0L);
    assert_true(w.v0 - w.v2 == 1.0L && w.v1 == 0.0L && w.v0 + w.v2 == 1.0L); // printed: all zero
    ti_paper_wave ours = wave_of(w);
    assert_true(isnan(wave_entry(&ours)));
    // All are zero for a vertex in the plane and on the axis, with any plane.
    printed_wave on = printed_vertex(r3(0.0L, 0.0L, 2.0L), r3(1.0L, 2.0L, 3.0L), -6.0L);
    assert_true(on.v0 == 0.0L && on.v1 == 0.0L && on.v2 == 0.0L);
}

static void the_entry_is_the_root_that_falls(void** state)
{
    (void)state;
    gen_random random = {4};
    int roots = 0, exit_first = 0;
    for (int i = 0; i < 4000; ++i) {
        ti_paper_wave w = {unit(&random), unit(&random), unit(&random)};
        double t = wave_entry(&w);
        if (isnan(t)) {
            assert_true(fabs(w.start - w.cosine) >
                        sqrt(w.sine * w.sine + w.cosine * w.cosine) * (1.0 - 1e-15));
            continue;
        }
        double h = 1e-5 * (1.0 + t * t);
        assert_near(wave_at(&w, t), 0.0, 1e-14);
        assert_true(wave_at(&w, t - h) > wave_at(&w, t + h));
        double a = w.start - 2.0 * w.cosine, other = -2.0 * w.sine / a - t;
        exit_first += other > 0.0 && other < t;
        ++roots;
    }
    assert_true(roots > 2000 && exit_first > 100); // where the printed rule takes the exit
}

static void entries_are_right_to_rounding_for_double_roots_and_starts_on_the_hull(void** state)
{
    (void)state;
    // W7: c = 0, and b^2 = disc: the other branch divides zero by zero.
    ti_paper_wave w = {0.0, 0.3, 0.2};
    double a = w.start - 2.0 * w.cosine, b = w.sine;
    double published = -b + sqrt(b * b - a * w.start);
    assert_true(published == 0.0 && isnan(w.start / published));
    assert_near(wave_entry(&w), 1.5, 1e-15);
    // A point on the hull that leaves and comes back, (20, 0, 0.25) about y through (0, 0, -3), clockwise.
    double f = paper_fraction_of(make_point(), pose_at(20.0, 0.0, 0.25), paper_square(64.0),
                                 rotate((toi_vec3){0.0, 0.0, -3.0}, (toi_vec3){0.0, 1.0, 0.0}, -175.0), 0.25);
    assert_near(f * 175.0, 161.540227513, 1e-8);
    // c = a in the plane z = 0.25, at both ends of its arc: 180 - 2 atan2(3.25, 20).
    assert_near(f * 175.0, 180.0 - 2.0 * atan2(3.25, 20.0) / DEGREES, 1e-11);
    ti_paper_wave graze = {1.0, -1.0, 0.0}; // touches zero at 90 degrees
    assert_near(wave_entry(&graze), 1.0, 1e-15);
}

static void the_second_root_of_two_lines_can_be_the_one_that_hits(void** state)
{
    (void)state;
    // A rod from the axis outwards; a segment that its line passes first behind the axis, then in front.
    const double rod[6] = {1.0, 0.0, 0.5, 3.0, 0.0, 0.5}, post[6] = {0.0, -2.0, 0.0, 0.25, -2.0, 1.0};
    toi_mesh *mover = make_polygon(rod, 2), *still = make_polygon(post, 2);
    double f = paper_fraction_of(mover, pose_at(0.0, 0.0, 0.0), still,
                                 rotate((toi_vec3){0.0, 0.0, 0.0}, (toi_vec3){0.0, 0.0, 1.0}, 340.0), 0.0);
    double hit = 270.0 + atan(0.125 / 2.0) / DEGREES, before = hit - 180.0;
    printed_wave w = printed_lines(printed_points(r3(1.0L, 0.0L, 0.5L), r3(3.0L, 0.0L, 0.5L)),
                                   printed_points(r3(0.0L, -2.0L, 0.0L), r3(0.25L, -2.0L, 1.0L)));
    assert_near((double)printed_value(w, (real)(-before * DEGREES)), 0.0, 1e-14);
    assert_near((double)printed_value(w, (real)(-hit * DEGREES)), 0.0, 1e-14);
    assert_near(f * 340.0, hit, 1e-10);
}

static void backward_turns_and_turns_of_half_a_circle_and_more_are_made(void** state)
{
    (void)state;
    const double arm[6] = {4.0, 0.0, 0.0, 5.0, 0.0, 0.0};
    const double wall[12] = {3.0, 0.0, -1.0, 6.0, 0.0, -1.0, 6.0, 0.0, 1.0, 3.0, 0.0, 1.0};
    for (int i = -11; i <= 11; ++i) {
        double to = 30.0 * i, whole = i < 0 ? -1000.0 : 1000.0;
        if (i == 0) {
            continue;
        }
        // The arm starts `to` before the wall, in either sense.
        ti_paper_terms terms = {.still = {make_polygon(wall, 4), TOI_POSE_IDENTITY, 2}, .thickness = 0.0};
        double half = -0.5 * to * DEGREES;
        terms.mover =
            (toi_placed){make_polygon(arm, 2), {{0.0, 0.0, 0.0}, {cos(half), 0.0, 0.0, sin(half)}}, 2};
        terms.move = rotate((toi_vec3){0.0, 0.0, 0.0}, (toi_vec3){0.0, 0.0, 2.0}, whole);
        assert_near(paper_fraction(&terms) * whole, to, 1e-10);
        toi_mesh_destroy((toi_mesh*)(uintptr_t)terms.mover.mesh);
        toi_mesh_destroy((toi_mesh*)(uintptr_t)terms.still.mesh);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_permuted_product_is_six_times_a_volume_and_a_triple_product_of_differences),
        cmocka_unit_test(absolute_moments_lose_the_side_where_differences_keep_it),
        cmocka_unit_test(a_vertex_reaches_a_plane_at_minus_alpha_over_beta),
        cmocka_unit_test(the_fraction_of_two_edges_is_right_as_printed),
        cmocka_unit_test(beta_is_zero_also_for_lines_that_are_not_parallel),
        cmocka_unit_test(rotations_of_the_paper_are_clockwise_and_its_waves_are_ours),
        cmocka_unit_test(a_leading_coefficient_of_zero_leaves_half_of_the_printed_root),
        cmocka_unit_test(an_axis_across_the_plane_leaves_two_coefficients_and_no_root),
        cmocka_unit_test(the_entry_is_the_root_that_falls),
        cmocka_unit_test(entries_are_right_to_rounding_for_double_roots_and_starts_on_the_hull),
        cmocka_unit_test(the_second_root_of_two_lines_can_be_the_one_that_hits),
        cmocka_unit_test(backward_turns_and_turns_of_half_a_circle_and_more_are_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
