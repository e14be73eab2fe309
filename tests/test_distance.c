// Distances of two triangles, with their closest points and normals, against brute force in long double.

#include "distance_support.h"

static double largest(const pair* p)
{
    double size = 0.0;
    for (int i = 0; i < 3; ++i) {
        size = fmax(size, fmax(v3_length(p->a[i]), v3_length(p->b[i])));
    }
    return size;
}

static real apart_along(const pair* p, toi_vec3 n)
{
    rvec a[3], b[3];
    widen(p->a, a);
    widen(p->b, b);
    return brute_apart(a, 3, b, 3, r3_unit(r3_wide(n)));
}

// ---- random triangles

enum { SHAPES = 8 };

// Triangles, segments, points, slivers, and those that share a plane, a line, or a corner.
static pair random_pair(test_random* random, uint32_t which)
{
    pair p;
    for (int i = 0; i < 3; ++i) {
        p.a[i] = random_point(random, 1.0);
        p.b[i] = v3_add(random_point(random, 1.0), v3(0.0, 0.0, 1.5));
    }
    double thin = pow(10.0, random_between(random, -12.0, -2.0));
    switch (which) {
    case 1: // a segment
        p.a[2] = p.a[1];
        break;
    case 2: // a point and a segment
        p.a[1] = p.a[2] = p.a[0];
        p.b[2] = p.b[0];
        break;
    case 3: // two points
        p.a[1] = p.a[2] = p.a[0];
        p.b[1] = p.b[2] = p.b[0];
        break;
    case 4: // slivers
        p.a[2] = v3_madd(v3_scale(0.5, v3_add(p.a[0], p.a[1])), thin, p.a[2]);
        p.b[2] = v3_madd(v3_scale(0.3, v3_add(p.b[0], v3_madd(p.b[1], 4.0 / 3.0, p.b[1]))), thin, p.b[2]);
        break;
    case 5: // one plane
        for (int i = 0; i < 3; ++i) {
            p.a[i].z = p.b[i].z = 0.25;
            p.b[i].x += 2.5;
        }
        break;
    case 6: // an edge of each along x
        p.a[1] = v3(p.a[0].x + 1.0, p.a[0].y, p.a[0].z);
        p.b[1] = v3(p.b[0].x - 1.0, p.b[0].y, p.b[0].z);
        break;
    case 7: // one straight line
        for (int i = 0; i < 3; ++i) {
            p.a[i] = v3(p.a[i].x, 0.0, 0.0);
            p.b[i] = v3(p.b[i].x + 2.5, 0.0, 0.0);
        }
        break;
    default:
        break;
    }
    return p;
}

static void distances_are_those_of_brute_force(void** state)
{
    (void)state;
    test_random random = random_start(41);
    double worst = 0.0, apart = 0.0;
    for (int i = 0; i < 4000; ++i) {
        pair p = random_pair(&random, random_below(&random, SHAPES));
        double room = 32 * U * largest(&p);
        real truth = truth_of(&p).distance;
        if (!(truth > 1e-6L)) {
            continue;
        }
        ++apart;
        ti_gap g = ti_triangle_gap(p.a, p.b);
        double error = (double)fabsl((real)g.distance - truth);
        worst = fmax(worst, error / room);
        assert_true(error <= room);
        check_points(&p, &g, room);
        // No direction separates by more than the distance: one that separates by as much is the normal.
        assert_true(apart_along(&p, g.normal) >= truth - (real)room);
    }
    printf("worst error %.3g of the bound over %g pairs\n", worst, apart);
    assert_true(apart > 3000.0);
}

static void the_nearest_pair_of_features_has_the_distance_of_the_triangles(void** state)
{
    (void)state;
    test_random random = random_start(42);
    for (int i = 0; i < 2000; ++i) {
        pair p = random_pair(&random, random_below(&random, SHAPES));
        ti_gap whole = ti_triangle_gap(p.a, p.b);
        double nearest = HUGE_VAL;
        for (int j = 0; j < 3; ++j) {
            nearest = fmin(nearest, ti_feature_gap(TI_GAP_VF, j, 0, p.a, p.b).distance);
            nearest = fmin(nearest, ti_feature_gap(TI_GAP_FV, 0, j, p.a, p.b).distance);
            for (int k = 0; k < 3; ++k) {
                nearest = fmin(nearest, ti_feature_gap(TI_GAP_EE, j, k, p.a, p.b).distance);
            }
        }
        assert_near(whole.distance, nearest, 32 * U * largest(&p) + 0x1p-30 * nearest);
        ti_gap named = ti_feature_gap(whole.kind, whole.a, whole.b, p.a, p.b);
        assert_true(named.distance == whole.distance);
        assert_true(v3_equal(named.normal, whole.normal) && v3_equal(named.point_a, whole.point_a));
    }
}

static void one_pair_of_features_has_its_own_distance(void** state)
{
    (void)state;
    test_random random = random_start(43);
    for (int i = 0; i < 2000; ++i) {
        pair p = random_pair(&random, random_below(&random, SHAPES));
        int j = (int)random_below(&random, 3), k = (int)random_below(&random, 3);
        double room = 32 * U * largest(&p);
        ti_gap vf = ti_feature_gap(TI_GAP_VF, j, 0, p.a, p.b);
        ti_gap fv = ti_feature_gap(TI_GAP_FV, 0, k, p.a, p.b);
        ti_gap ee = ti_feature_gap(TI_GAP_EE, j, k, p.a, p.b);
        assert_true(vf.kind == TI_GAP_VF && vf.a == j && fv.kind == TI_GAP_FV && fv.b == k);
        assert_true(ee.kind == TI_GAP_EE && ee.a == j && ee.b == k);
        assert_near(vf.distance, (double)distance_to(p.a[j], p.b), room);
        assert_near(fv.distance, (double)distance_to(p.b[k], p.a), room);
        rvec d[2] = {r3_wide(p.a[j]), r3_wide(p.a[(j + 1) % 3])};
        rvec e[2] = {r3_wide(p.b[k]), r3_wide(p.b[(k + 1) % 3])};
        real truth = brute_hulls(d, 2, e, 2).distance;
        assert_near(ee.distance, (double)truth, room);
    }
}

static void triangles_that_touch_have_no_distance(void** state)
{
    (void)state;
    const toi_vec3 face[3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    const toi_vec3 on_face[3] = {{1, 1, 0}, {1, 1, 3}, {2, 1, 3}};
    const toi_vec3 on_edge[3] = {{2, 0, 0}, {2, -1, 1}, {3, -1, 1}};
    const toi_vec3 on_corner[3] = {{0, 0, 0}, {-1, 0, 1}, {-1, -1, 1}};
    const toi_vec3 across[3] = {{2, -1, 0}, {2, 1, 0}, {2, 0, 1}};
    const toi_vec3 upright[3] = {{1, 1, 0}, {2, 1, 0}, {1, 1, 1}};
    const toi_vec3* touching[5] = {on_face, on_edge, on_corner, across, upright};
    for (int i = 0; i < 5; ++i) {
        ti_gap g = ti_triangle_gap(face, touching[i]), h = ti_triangle_gap(touching[i], face);
        assert_true(g.distance == 0.0 && h.distance == 0.0);
        assert_near(v3_length(g.normal), 1.0, 8 * U);
        assert_near(v3_length(h.normal), 1.0, 8 * U);
    }
}

// Proofs rest on the separation along the normal, so crossing triangles need no right distance; but nothing
// may be claimed for them.
static void no_normal_separates_triangles_that_cross(void** state)
{
    (void)state;
    test_random random = random_start(48);
    int crossing = 0;
    for (int i = 0; i < 3000; ++i) {
        pair p;
        for (int k = 0; k < 3; ++k) {
            p.a[k] = random_point(&random, 1.0);
            p.b[k] = random_point(&random, 1.0);
        }
        if (truth_of(&p).distance > 1e-15L) {
            continue;
        }
        ++crossing;
        ti_gap g = ti_triangle_gap(p.a, p.b);
        assert_true(isfinite(g.distance) && g.distance >= 0.0);
        assert_near(v3_length(g.normal), 1.0, 8 * U);
        assert_true(apart_along(&p, g.normal) <= (real)(16 * U));
    }
    assert_true(crossing > 300);
}

static void every_size_gives_the_same_bits(void** state)
{
    (void)state;
    test_random random = random_start(49);
    for (int i = 0; i < 500; ++i) {
        pair p = random_pair(&random, random_below(&random, SHAPES)), q;
        double scale = ldexp(1.0, (int)random_below(&random, 81) - 40);
        for (int k = 0; k < 3; ++k) {
            q.a[k] = v3_scale(scale, p.a[k]);
            q.b[k] = v3_scale(scale, p.b[k]);
        }
        ti_gap g = ti_triangle_gap(p.a, p.b), h = ti_triangle_gap(q.a, q.b);
        assert_true(g.kind == h.kind && g.a == h.a && g.b == h.b && g.proper == h.proper);
        assert_true(g.distance * scale == h.distance);
        assert_true(v3_equal(g.normal, h.normal));
        assert_true(v3_equal(v3_scale(scale, g.point_a), h.point_a));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_those_of_brute_force),
        cmocka_unit_test(the_nearest_pair_of_features_has_the_distance_of_the_triangles),
        cmocka_unit_test(one_pair_of_features_has_its_own_distance),
        cmocka_unit_test(triangles_that_touch_have_no_distance),
        cmocka_unit_test(no_normal_separates_triangles_that_cross),
        cmocka_unit_test(every_size_gives_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
