// The direction to a simplex against brute force: any point, segment and triangle, and tetrahedra whose last
// corner was added to the nearest side of the others.

#include "closest_brute.h"
#include "narrow/trace/toward.h"
#include "random_point.h"

enum { ROUNDS = 20000 };

// Corners anywhere, on a line, in a plane, on a grid where they coincide, or around the origin.
static void random_corners(test_random* random, ti_simplex* s)
{
    toi_vec3 d = random_point(random, 1.0), e = random_point(random, 1.0), base = random_point(random, 1.0);
    uint32_t kind = random_below(random, 6);
    base = v3_scale(kind == 0 ? 1e-6 : 1.0, base);
    for (uint32_t i = 0; i < s->count; ++i) {
        double t = random_between(random, -1.0, 1.0), u = random_between(random, -1.0, 1.0);
        toi_vec3 p = random_point(random, 1.0);
        toi_vec3 kinds[6] = {
            p, v3_scale(t, d), v3_madd(v3_scale(t, d), u, e), v3(rint(p.x), rint(p.y), rint(p.z)), p, p};
        s->w[i] = v3_add(kinds[kind], kind == 3 ? v3(0.0, 0.0, 2.0) : base);
        s->a[i] = s->b[i] = i;
    }
}

static double brute_distance(const ti_simplex* s)
{
    rvec points[4], origin = {0.0L, 0.0L, 0.0L};
    for (uint32_t i = 0; i < s->count; ++i) {
        points[i] = (rvec){(real)s->w[i].x, (real)s->w[i].y, (real)s->w[i].z};
    }
    return (double)brute_hulls(&origin, 1, points, (int)s->count).distance;
}

// The kept corners lie in one plane across the direction, at the distance.
static void check_direction(const ti_simplex* s, const ti_toward* to)
{
    for (uint32_t i = 0; i < s->count; ++i) {
        assert_near(v3_dot(to->normal, s->w[i]), to->distance, 1e-11);
    }
    assert_near(v3_length(to->normal), 1.0, 1e-15);
}

static void the_direction_to_points_segments_and_triangles_is_right(void** state)
{
    test_random random = random_start(11);
    (void)state;
    for (int i = 0; i < ROUNDS; ++i) {
        ti_simplex s = {.count = 1 + random_below(&random, 3)};
        random_corners(&random, &s);
        double truth = brute_distance(&s);
        ti_toward to = toward_simplex(&s);
        assert_near(to.distance, truth, 1e-13);
        if (truth > 1e-3) {
            check_direction(&s, &to);
        }
    }
}

static void the_direction_to_a_tetrahedron_with_a_new_corner_is_right(void** state)
{
    test_random random = random_start(12);
    int sides = 0, inside = 0;
    (void)state;
    for (int i = 0; i < ROUNDS; ++i) {
        ti_simplex s = {.count = 3};
        random_corners(&random, &s);
        ti_toward before = toward_simplex(&s);
        toi_vec3 corner = random_point(&random, 1.0);
        if (s.count != 3 || !(before.distance > 1e-3) || !(v3_dot(before.normal, corner) < before.distance)) {
            continue;
        }
        s.w[3] = corner;
        s.count = 4;
        double truth = brute_distance(&s);
        ti_toward to = toward_simplex(&s);
        assert_near(to.distance, truth, 1e-12);
        if (truth > 1e-3) {
            check_direction(&s, &to);
        }
        inside += to.distance == 0.0;
        sides += to.distance > 0.0 && s.count == 3;
    }
    assert_true(inside > 100 && sides > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_direction_to_points_segments_and_triangles_is_right),
        cmocka_unit_test(the_direction_to_a_tetrahedron_with_a_new_corner_is_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
