// Distances and normals of two triangles a tiny gap apart, against closed forms.

#include "distance_support.h"

static toi_vec3 random_unit_vector(test_random* random)
{
    for (;;) {
        toi_vec3 v = random_point(random, 1.0);
        double length = v3_length(v);
        if (length > 0.1 && length < 1.0) {
            return v3_scale(1.0 / length, v);
        }
    }
}

// Three directions at right angles.
static void random_axes(test_random* random, toi_vec3 axis[3])
{
    axis[0] = random_unit_vector(random);
    toi_vec3 c = v3_cross(axis[0], random_unit_vector(random));
    while (!(v3_length(c) > 0.1)) {
        c = v3_cross(axis[0], random_unit_vector(random));
    }
    axis[1] = v3_scale(1.0 / v3_length(c), c);
    axis[2] = v3_cross(axis[0], axis[1]);
}

static toi_vec3 combine(const toi_vec3 axis[3], double x, double y, double z)
{
    return v3_madd(v3_madd(v3_scale(x, axis[0]), y, axis[1]), z, axis[2]);
}

// A corner of A at `gap` over the face of B, far from its edges; the rest of A higher.
static pair corner_over_face(test_random* random, double gap, const toi_vec3 axis[3])
{
    pair p;
    double x = random_between(random, -0.3, 0.3), y = random_between(random, -0.3, 0.3);
    p.b[0] = combine(axis, -1.0, -1.0, 0.0);
    p.b[1] = combine(axis, 2.0, -1.0, 0.0);
    p.b[2] = combine(axis, -1.0, 2.0, 0.0);
    p.a[0] = combine(axis, x, y, gap);
    p.a[1] = combine(axis, x + random_between(random, -1.0, 1.0), y, random_between(random, 0.2, 1.0));
    p.a[2] = combine(axis, x, y + random_between(random, 0.2, 1.0), random_between(random, 0.2, 1.0));
    return p;
}

static rvec face_normal(const toi_vec3 v[3])
{
    rvec a = r3_wide(v[0]), b = r3_wide(v[1]), c = r3_wide(v[2]);
    return r3_unit(r3_cross(r3_sub(b, a), r3_sub(c, a)));
}

// Angle between two unit directions, exact also where it is tiny.
static double angle_between(toi_vec3 n, rvec m)
{
    return (double)(2.0L * asinl(r_min(1.0L, 0.5L * r3_length(r3_sub(r3_unit(r3_wide(n)), m)))));
}

static const double tiny_gaps[] = {1e-2, 1e-5, 1e-8, 1e-10, 1e-12};

static void normals_of_a_corner_over_a_face_are_right_at_tiny_gaps(void** state)
{
    (void)state;
    test_random random = random_start(45);
    double worst = 0.0;
    for (int i = 0; i < 1000; ++i) {
        toi_vec3 axis[3];
        random_axes(&random, axis);
        pair p = corner_over_face(&random, tiny_gaps[i % 5], axis);
        rvec n = r3_scale(-1.0L, face_normal(p.b)); // from A, which is above, to B
        ti_gap g = ti_triangle_gap(p.a, p.b), h = ti_triangle_gap(p.b, p.a);
        assert_true(g.kind == TI_GAP_VF && g.a == 0 && g.proper);
        assert_true(h.kind == TI_GAP_FV && h.b == 0 && h.proper);
        worst = fmax(worst, angle_between(g.normal, n));
        worst = fmax(worst, angle_between(h.normal, r3_scale(-1.0L, n)));
        assert_near(g.distance, (double)truth_of(&p).distance, 16 * U);
        check_points(&p, &g, 32 * U);
    }
    printf("largest angle %.3g\n", worst);
    assert_true(worst <= 1e-14);
}

// Two edges that cross at an angle of more than 0.2 rad, `gap` apart, the rest of A above and of B below.
static pair crossing_edges(test_random* random, double gap, const toi_vec3 axis[3])
{
    pair p;
    double angle = random_between(random, 0.2, 2.9), c = cos(angle), s = sin(angle);
    double from = random_between(random, 0.2, 1.0), to = random_between(random, 0.2, 1.0);
    p.a[0] = combine(axis, -from, 0.0, gap);
    p.a[1] = combine(axis, to, 0.0, gap);
    p.a[2] = combine(axis, 0.1, random_between(random, -1.0, 1.0), random_between(random, 0.2, 1.0));
    from = random_between(random, 0.2, 1.0);
    to = random_between(random, 0.2, 1.0);
    p.b[0] = combine(axis, -c * from, -s * from, 0.0);
    p.b[1] = combine(axis, c * to, s * to, 0.0);
    p.b[2] = combine(axis, random_between(random, -1.0, 1.0), 0.3, random_between(random, -1.0, -0.2));
    return p;
}

static void normals_of_crossing_edges_are_right_at_tiny_gaps(void** state)
{
    (void)state;
    test_random random = random_start(46);
    double worst = 0.0;
    for (int i = 0; i < 1000; ++i) {
        toi_vec3 axis[3];
        random_axes(&random, axis);
        pair p = crossing_edges(&random, tiny_gaps[i % 5], axis);
        rvec d = r3_sub(r3_wide(p.a[1]), r3_wide(p.a[0])), e = r3_sub(r3_wide(p.b[1]), r3_wide(p.b[0]));
        rvec n = r3_unit(r3_cross(d, e));
        n = r3_dot(n, r3_wide(axis[2])) > 0.0L ? r3_scale(-1.0L, n) : n;
        ti_gap g = ti_triangle_gap(p.a, p.b);
        assert_true(g.kind == TI_GAP_EE && g.a == 0 && g.b == 0 && g.proper);
        worst = fmax(worst, angle_between(g.normal, n));
        assert_near(g.distance, (double)truth_of(&p).distance, 32 * U);
        check_points(&p, &g, 32 * U);
    }
    printf("largest angle %.3g\n", worst);
    assert_true(worst <= 1e-13);
}

// The angle between nearly parallel edges limits what is known of the place, not of the distance.
static void the_distance_of_nearly_parallel_edges_is_right_to_rounding(void** state)
{
    (void)state;
    test_random random = random_start(47);
    double worst = 0.0;
    for (int i = 0; i < 2000; ++i) {
        pair p;
        double angle = pow(10.0, random_between(&random, -9.0, -1.0)), gap = tiny_gaps[i % 5];
        double tilt = random_between(&random, 0.2, 1.0) * angle;
        p.a[0] = v3(-1.0, i % 2 ? tilt : -tilt, gap);
        p.a[1] = p.a[2] = v3(random_between(&random, 0.5, 1.0), -p.a[0].y, gap);
        p.b[0] = v3(-1.0, 0.1 * angle, 0.0);
        p.b[1] = p.b[2] = v3(1.0, -0.1 * angle, 0.0);
        ti_gap g = ti_triangle_gap(p.a, p.b);
        // They cross as seen from above, in two level planes.
        worst = fmax(worst, fabs(g.distance - gap));
        assert_near(g.distance, gap, 16 * U);
    }
    printf("largest error %.3g\n", worst);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normals_of_a_corner_over_a_face_are_right_at_tiny_gaps),
        cmocka_unit_test(normals_of_crossing_edges_are_right_at_tiny_gaps),
        cmocka_unit_test(the_distance_of_nearly_parallel_edges_is_right_to_rounding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
