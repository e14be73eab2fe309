// Where triangles meet, against their common part in whole numbers; and the normals along which they part.

#include "clip_measure.h"
#include "hard_triangles.h"
#include "math/triangles.h"
#include "narrow/overlap/segment.h"

static const double U = TI_U;

static void segments_end_where_the_common_part_does(void** state)
{
    (void)state;
    test_random random = random_start(71);
    uint32_t touches = 0, segments = 0;
    double worst = 0.0;
    for (int i = 0; i < 500 * HARD_KINDS; ++i) {
        toi_vec3 t[6];
        int kind = i % HARD_KINDS;
        hard_pair(&random, kind, t);
        clip_set s;
        clip_set_init(&s);
        clip_common(&s, t, t + 3);
        if (s.count > 0 && kind != HARD_MIXED) {
            ti_face_segment found = ti_faces_segment(t, t + 3);
            double room = room_of(t), at_p = to_nearest_corner(&s, found.p),
                   at_q = to_nearest_corner(&s, found.q);
            double length = length_of(v3_sub(found.q, found.p));
            if (!(at_p <= room && at_q <= room && fabs(length - diameter_of(&s)) <= 2.0 * room)) {
                fail_msg("pair %d, %s: off by %g and %g, long %g for %g, room %g", i, hard_names[kind], at_p,
                         at_q, length, diameter_of(&s), room);
            }
            worst = kind != HARD_SUBNORMAL ? fmax(worst, fmax(at_p, at_q) / room) : worst;
            bool one = one_point(&s);
            assert_true(!one || v3_equal(found.p, found.q));
            touches += one;
            segments += !one;
        }
        clip_set_clear(&s);
    }
    print_message("%u in a point, %u in a segment, worst %.3f of the bound\n", touches, segments, worst);
    assert_true(touches > 500 && segments > 500 && worst < 1.0);
}

static void sizes_far_apart_give_finite_points(void** state)
{
    (void)state;
    test_random random = random_start(72);
    for (int i = 0; i < 3000; ++i) {
        toi_vec3 t[6];
        hard_pair(&random, HARD_MIXED, t);
        ti_face_segment s = ti_faces_segment(t, t + 3);
        assert_true(v3_finite(s.p) && v3_finite(s.q));
        assert_near(v3_length(s.normal), 1.0, 8 * U);
    }
}

static void nearest_points_are_given_of_what_does_not_meet(void** state)
{
    (void)state;
    const toi_vec3 a[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, b[3] = {{0.25, 0.25, 2}, {1, 0, 3}, {0, 1, 3}};
    ti_face_segment s = ti_faces_segment(a, b);
    assert_near(s.p.z, 0.0, 0.0);
    assert_near(s.q.z, 2.0, 0.0);
    assert_near(s.p.x, 0.25, 4 * U);
    assert_near(s.normal.z, 1.0, 4 * U);
}

// ---- normals

static void normals_are_unit_and_turn_around_with_the_order(void** state)
{
    (void)state;
    test_random random = random_start(73);
    uint32_t checked = 0;
    for (int i = 0; i < 500 * HARD_KINDS; ++i) {
        toi_vec3 t[6];
        hard_pair(&random, i % HARD_KINDS, t);
        if (!ti_triangles_meet(t, t + 3)) {
            continue;
        }
        toi_vec3 n = ti_faces_normal(t, t + 3), m = ti_faces_normal(t + 3, t);
        assert_near(v3_length(n), 1.0, 8 * U);
        bool same = v3_equal(n, m);
        assert_true(same || v3_equal(n, v3_negate(m)));
        // Those alone that have one middle: from one to the other is no way.
        toi_vec3 way = {0.0, 0.0, 0.0};
        for (int k = 0; k < 3; ++k) {
            way = v3_add(way, v3_sub(t[3 + k], t[k]));
        }
        assert_true(!same || v3_norm1(way) <= 0x1p-36 * size_of(t));
        ++checked;
    }
    assert_true(checked > 1500);
}

// The exact normal of a triangle, each coordinate rounded once.
static void exact_normal(const toi_vec3 t[3], long double n[3], long double* blunt)
{
    fmpz at[3][4], u[3], v[3], x[3];
    memset(at, 0, sizeof at);
    memset(u, 0, sizeof u);
    memset(v, 0, sizeof v);
    memset(x, 0, sizeof x);
    int exponent = clip_exponent(t, 2000);
    long double edge[3], length = 0.0L;
    for (int i = 0; i < 3; ++i) {
        clip_point(at[i], t[i], exponent);
    }
    _fmpz_vec_sub(u, at[1], at[0], 3);
    _fmpz_vec_sub(v, at[2], at[0], 3);
    clip_cross(x, u, v);
    for (int k = 0; k < 3; ++k) {
        n[k] = (long double)fmpz_get_d(&x[k]);
        length += n[k] * n[k];
        edge[k] = (long double)ldexp(length_of(v3_sub(t[(k + 1) % 3], t[k])), -exponent);
    }
    length = sqrtl(length);
    // Of the angle across the longest edge: the product of the two others over twice the area.
    long double longest = fmaxl(edge[0], fmaxl(edge[1], edge[2]));
    *blunt = edge[0] * edge[1] * edge[2] / longest / length;
    for (int k = 0; k < 3; ++k) {
        n[k] /= length;
        fmpz_clear(&x[k]);
        fmpz_clear(&u[k]);
        fmpz_clear(&v[k]);
        for (int i = 0; i < 3; ++i) {
            fmpz_clear(&at[k][i]);
        }
    }
}

// n_a - n_b, to unit length: off by what the normals of the faces are, 16 u over the sine of the blunt angle
// each, over how long the difference is.
static void normals_are_halfway_between_the_faces(void** state)
{
    (void)state;
    static const int kinds[5] = {HARD_TOUCHING, HARD_SLIVERS, HARD_WHOLE, HARD_SCATTERED, HARD_FAR};
    test_random random = random_start(74);
    double worst = 0.0;
    uint32_t checked = 0;
    for (int i = 0; i < 10000; ++i) {
        toi_vec3 t[6];
        hard_pair(&random, kinds[i % 5], t);
        ti_cut cut;
        if (!ti_triangles_meet(t, t + 3) || !ti_triangles_cut(t, t + 3, &cut)) {
            continue;
        }
        long double p[3], q[3], blunt_p, blunt_q, d[3], length = 0.0L, off = 0.0L;
        exact_normal(t, p, &blunt_p);
        exact_normal(t + 3, q, &blunt_q);
        for (int k = 0; k < 3; ++k) {
            d[k] = p[k] - q[k];
            length += d[k] * d[k];
        }
        length = sqrtl(length);
        toi_vec3 n = ti_faces_normal(t, t + 3);
        const double found[3] = {n.x, n.y, n.z};
        for (int k = 0; k < 3; ++k) {
            long double e = d[k] / length - (long double)found[k];
            off += e * e;
        }
        long double room = (16.0L * (blunt_p + blunt_q) / length + 8.0L) * (long double)U;
        if (room < 0.01L && length > 0x1p-30L) {
            worst = fmax(worst, (double)(sqrtl(off) / room));
            ++checked;
        }
    }
    print_message("%u normals, worst %.3f of the bound\n", checked, worst);
    assert_true(checked > 2000 && worst < 1.0);
}

static void normals_of_what_has_no_area_follow_the_rule(void** state)
{
    (void)state;
    const toi_vec3 floor[3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, roof[3] = {{0, 0, 0}, {0, 4, 0}, {4, 0, 0}};
    const toi_vec3 post[3] = {{1, 1, -1}, {1, 1, 1}, {1, 1, 1}}, beam[3] = {{0, 1, 0}, {2, 1, 0}, {2, 1, 0}};
    const toi_vec3 next[3] = {{1, 1, 0}, {5, 1, 0}, {1, 5, 0}}, dot[3] = {{1, 1, 0}, {1, 1, 0}, {1, 1, 0}};
    assert_true(v3_equal(ti_faces_normal(floor, roof), v3(0, 0, 1)));  // face to face: the way that a looks
    assert_true(v3_equal(ti_faces_normal(floor, post), v3(0, 0, 1)));  // the way the face looks
    assert_true(v3_equal(ti_faces_normal(post, floor), v3(0, 0, -1))); // the same, from b
    assert_true(v3_equal(ti_faces_normal(floor, dot), v3(0, 0, 1)));
    toi_vec3 side = ti_faces_normal(floor, next); // both look up: along the plane, to where b is
    assert_near(side.x, sqrt(0.5), 4 * U);
    assert_near(side.y, sqrt(0.5), 4 * U);
    toi_vec3 across = ti_faces_normal(post, beam); // across both
    assert_true(across.x == 0.0 && fabs(across.y) == 1.0 && across.z == 0.0);
    const toi_vec3 rest[3] = {{3, 1, 0}, {1, 1, 0}, {3, 1, 0}};
    assert_true(v3_equal(ti_faces_normal(beam, rest), v3(1, 0, 0))); // in one line: along it
    assert_true(v3_equal(ti_faces_normal(dot, dot), v3(0, 0, 1)));
    assert_true(v3_equal(ti_faces_normal(floor, floor), v3(0, 0, 1)));
}

static void scaling_by_a_power_of_two_scales_points(void** state)
{
    (void)state;
    test_random random = random_start(75);
    for (int i = 0; i < 200 * HARD_KINDS; ++i) {
        toi_vec3 t[6], s[6];
        int kind = i % HARD_KINDS, exponent = (int)random_below(&random, 600) - 300;
        if (kind == HARD_MIXED || kind == HARD_SUBNORMAL) {
            continue;
        }
        hard_pair(&random, kind, t);
        for (int k = 0; k < 6; ++k) {
            s[k] = ti_scale3(t[k], exponent);
        }
        ti_face_segment x = ti_faces_segment(t, t + 3), y = ti_faces_segment(s, s + 3);
        assert_true(v3_equal(ti_scale3(x.p, exponent), y.p) && v3_equal(ti_scale3(x.q, exponent), y.q));
        assert_true(v3_equal(x.normal, y.normal));
    }
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(segments_end_where_the_common_part_does),
        cmocka_unit_test(sizes_far_apart_give_finite_points),
        cmocka_unit_test(nearest_points_are_given_of_what_does_not_meet),
        cmocka_unit_test(normals_are_unit_and_turn_around_with_the_order),
        cmocka_unit_test(normals_are_halfway_between_the_faces),
        cmocka_unit_test(normals_of_what_has_no_area_follow_the_rule),
        cmocka_unit_test(scaling_by_a_power_of_two_scales_points),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
