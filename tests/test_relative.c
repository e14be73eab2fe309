// The motion of one body as another one sees it: closed forms and laws.

#include "relative_support.h"

// ---- closed forms

// About y the point (1, 0, 0) goes to (cos, 0, -sin).
static void a_body_that_turns_about_a_resting_one_is_a_screw(void** state)
{
    (void)state;
    pair p;
    toi_motion b = turning(TOI_MOTION_SCREW, v3(1.0, 0.0, 0.0), v3(0.0, 2.0, 0.0), 1.2);
    b.advance = 0.5;
    set_pair(&p, resting(v3(0.0, 0.0, 0.0)), b);
    ti_screw s = only_screw(&p, &exact_terms);
    assert_true(s.model_error == 0.0 && s.twist.angle == 1.2);
    toi_vec3 x = tw_point(&s.twist, ti_swing_at(s.twist.angle, 0.75), s.position);
    assert_near(x.x, cos(0.9), 4e-16);
    assert_near(x.y, 0.375, 4e-16);
    assert_near(x.z, -sin(0.9), 4e-16);
}

static void many_turns_in_either_sense_are_one_screw(void** state)
{
    (void)state;
    const double angles[] = {13.0, -13.0, 1e-12, -1e-12, 0.0, 100.0};
    for (int i = 0; i < 6; ++i) {
        pair p;
        set_pair(&p, turning(TOI_MOTION_ROTATION, v3(2.0, 0.0, 0.0), v3(0.0, 0.0, 1.0), angles[i]),
                 resting(v3(0.0, 0.0, 0.0)));
        ti_screw s = only_screw(&p, &exact_terms);
        assert_true(s.model_error == 0.0);
        assert_true(s.twist.angle == fabs(angles[i]) && s.twist.turn.z == -angles[i]);
        rvec x = screw_point(&s, r3(0.0L, 0.0L, 0.0L), 1.0L);
        assert_near((double)x.x, -2.0, 1e-14);
        assert_near((double)x.y, 0.0, 1e-14);
    }
}

// Both turn alike about their own centres: the screw is a translation, the way an arc.
static void bodies_that_spin_alike_make_the_screw_wrong_by_the_height_of_an_arc(void** state)
{
    (void)state;
    pair p;
    const double th = 1.5707963267948966, d = 1.2;
    set_pair(&p, turning(TOI_MOTION_SPIN, v3(0.0, 0.0, 0.0), v3(0.0, 0.0, 1.0), th),
             turning(TOI_MOTION_SPIN, v3(d, 0.0, 0.0), v3(0.0, 0.0, 1.0), th));
    ti_screw s = only_screw(&p, &one_terms);
    assert_true(s.twist.angle <= 1e-15);
    assert_near(s.twist.along.x, -d, 1e-15);
    assert_near(s.twist.along.y, -d, 1e-15);
    double height = d * (1.0 - cos(0.5 * th));
    assert_true(s.model_error >= height && s.model_error <= 1.05 * height);
}

// Formula (5) of [Buss05, section 4.3]: a centre moves on the chord of an arc that the screw takes.
static void a_chord_is_off_by_the_height_of_its_arc(void** state)
{
    (void)state;
    const double degrees[] = {90.0, 60.0, 45.0, 30.0, 20.0, 10.0, 5.0};
    const double share[] = {0.1865, 0.1279, 0.0969, 0.0651, 0.0435, 0.0218, 0.0109};
    for (int i = 0; i < 7; ++i) {
        double th = degrees[i] / 180.0 * 3.141592653589793;
        pair p;
        toi_motion b = {.kind = TOI_MOTION_BETWEEN, .path = TOI_PATH_SLERP};
        b.pose = (toi_pose){{1.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
        b.end = (toi_pose){{cos(th), sin(th), 0.0}, {cos(0.5 * th), 0.0, 0.0, sin(0.5 * th)}};
        set_pair(&p, resting(v3(0.0, 0.0, 0.0)), b);
        ti_screw s = only_screw(&p, &one_terms);
        double height = 1.0 - cos(0.5 * th);
        assert_near(height / th, share[i], 6e-5);
        assert_true(s.model_error >= height && s.model_error <= 1.05 * height);
        assert_near(s.twist.turn.z, th, 1e-15);
        assert_near(v3_length(s.twist.across) + v3_length(s.twist.along), 0.0, 1e-15);
    }
}

// ---- between two poses

static void the_screw_between_two_poses_ends_at_the_second(void** state)
{
    (void)state;
    test_random random = random_start(44);
    double off = 0.0, turn_off = 0.0;
    for (int i = 0; i < 20000; ++i) {
        double th = random_angle(&random);
        th = fmod(fabs(th), 3.141592653589793);
        toi_quat q = turned_by((toi_quat){1.0, 0.0, 0.0, 0.0}, random_direction(&random), th);
        toi_vec3 p = random_vector(&random, 1e-3, 1e3);
        ti_twist twist = ti_twist_between(q, p);
        rvec x = r3_scale((real)v3_length(p), random_unit_vector(&random));
        rvec wanted = r3_add(rq_turn(rq_wide(q), x), r3_wide(p));
        double error = (double)(r3_length(r3_sub(twisted(&twist, x, 1.0L), wanted)) / r3_length(x));
        off = fmax(off, error);
        rquat w = rq_wide(q);
        real angle = 2.0L * atan2l(r3_length((rvec){w.x, w.y, w.z}), fabsl(w.w));
        turn_off = fmax(turn_off, (double)fabsl(r3_length(r3_wide(twist.turn)) / angle - 1.0L));
        assert_near(v3_dot(twist.turn, twist.across), 0.0, 64.0 * UNIT * v3_length(p) * twist.angle);
        assert_near(v3_length(v3_cross(twist.turn, twist.along)), 0.0, 64.0 * UNIT * v3_length(p) * th);
    }
    printf("off by %.2g of the lengths, turn by %.2g of itself\n", off, turn_off);
    assert_true(off <= 4e-15 && turn_off <= 1e-15);
}

static void half_a_turn_has_a_fixed_axis(void** state)
{
    (void)state;
    const toi_vec3 none = {0.0, 0.0, 0.0};
    ti_twist down = ti_twist_between((toi_quat){0.0, 0.0, 0.0, -1.0}, none);
    assert_true(down.turn.z == 2.0 * TOI_HALF_PI);
    assert_true(ti_twist_between((toi_quat){0.0, 0.6, -0.8, 0.0}, none).turn.x > 0.0);
    assert_true(ti_twist_between((toi_quat){0.0, -0.6, 0.8, 0.0}, none).turn.x > 0.0);
    assert_true(ti_twist_between((toi_quat){0.0, 1e-17, 0.6, -0.8}, none).turn.y > 0.0);
    assert_true(ti_twist_between((toi_quat){0.0, -1e-17, -0.6, 0.8}, none).turn.y > 0.0);
    // A cosine that is zero but for rounding does not choose.
    assert_true(ti_twist_between((toi_quat){1e-17, 0.0, 0.0, -1.0}, none).turn.z > 0.0);
    assert_true(ti_twist_between((toi_quat){-1e-17, 0.0, 0.0, 1.0}, none).turn.z > 0.0);
    // One that is not does.
    assert_true(ti_twist_between((toi_quat){1e-9, 0.0, 0.0, -1.0}, none).turn.z < 0.0);
    assert_true(ti_twist_between((toi_quat){-1e-9, 0.0, 0.0, 1.0}, none).turn.z < 0.0);
}

static void the_axis_passes_through_the_foot_of_the_perpendicular(void** state)
{
    (void)state;
    test_random random = random_start(45);
    for (int i = 0; i < 2000; ++i) {
        toi_quat q = turned_by((toi_quat){1.0, 0.0, 0.0, 0.0}, random_direction(&random),
                               random_between(&random, 0.01, 3.1));
        toi_vec3 p = random_vector(&random, 1e-3, 1e3);
        ti_twist twist = ti_twist_between(q, p);
        ti_screw_axis axis = ti_twist_axis(&twist);
        double size = v3_length(p) / twist.angle;
        assert_near(v3_dot(axis.point, axis.axis), 0.0, 1e-14 * size);
        toi_vec3 velocity = tw_velocity(&twist, axis.point);
        toi_vec3 wanted = v3_scale(axis.advance, axis.axis);
        assert_near(v3_length(v3_sub(velocity, wanted)), 0.0, 1e-14 * v3_length(p));
        assert_true(axis.angle == twist.angle);
    }
    ti_twist slide = ti_twist_between((toi_quat){1.0, 0.0, 0.0, 0.0}, v3(0.0, -3.0, 0.0));
    ti_screw_axis axis = ti_twist_axis(&slide);
    assert_true(axis.axis.y == -1.0 && axis.advance == 3.0 && axis.angle == 0.0);
    ti_twist rest = ti_twist_between((toi_quat){-1.0, 0.0, 0.0, 0.0}, v3(0.0, 0.0, 0.0));
    axis = ti_twist_axis(&rest);
    assert_true(v3_equal(axis.axis, v3(0.0, 0.0, 0.0)) && axis.advance == 0.0);
}

// ---- laws

static bool same_bits(const ti_screw* s, const ti_screw* t)
{
    return s->t0 == t->t0 && s->t1 == t->t1 && memcmp(&s->rotation, &t->rotation, sizeof s->rotation) == 0 &&
           v3_equal(s->position, t->position) && v3_equal(s->twist.turn, t->twist.turn) &&
           v3_equal(s->twist.across, t->twist.across) && v3_equal(s->twist.along, t->twist.along) &&
           s->twist.angle == t->twist.angle && s->magnitude == t->magnitude &&
           s->model_error == t->model_error;
}

static toi_motion scaled(toi_motion m, double factor)
{
    m.pose.position = v3_scale(factor, m.pose.position);
    m.end.position = v3_scale(factor, m.end.position);
    m.point = v3_scale(factor, m.point);
    m.by = v3_scale(factor, m.by);
    m.advance *= factor;
    return m;
}

static ti_screw scaled_screw(ti_screw s, double factor)
{
    s.position = v3_scale(factor, s.position);
    s.twist.across = v3_scale(factor, s.twist.across);
    s.twist.along = v3_scale(factor, s.twist.along);
    s.magnitude *= factor;
    s.model_error *= factor;
    return s;
}

static void lengths_by_a_power_of_two_give_the_same_bits(void** state)
{
    (void)state;
    test_random random = random_start(46);
    const double factor = 0x1p-40;
    for (int i = 0; i < 100; ++i) {
        pair p, q;
        toi_motion a = modest_motion(&random);
        toi_motion b = modest_motion(&random);
        set_pair(&p, a, b);
        p.mesh_a.center = p.mesh_b.center = v3(0.5, 0.25, -0.125);
        set_pair(&q, scaled(a, factor), scaled(b, factor));
        q.mesh_a.center = q.mesh_b.center = v3_scale(factor, p.mesh_a.center);
        q.mesh_b.radius = factor;
        ti_screw_terms terms = {.relative_screw = i % 4 == 0, .max_model_error = 0.01, .max_pieces = 1000};
        ti_screw_walk v, w;
        ti_screw s, t;
        ti_screw_walk_begin(&p.a, &p.b, &terms, &v);
        terms.max_model_error *= factor;
        ti_screw_walk_begin(&q.a, &q.b, &terms, &w);
        while (ti_screw_walk_next(&v, &s)) {
            assert_true(ti_screw_walk_next(&w, &t));
            s = scaled_screw(s, factor);
            assert_true(same_bits(&s, &t));
        }
        assert_false(ti_screw_walk_next(&w, &t));
    }
}

static toi_vec3 coarse(toi_vec3 a)
{
    return (toi_vec3){0x1p-20 * floor(0x1p20 * a.x), 0x1p-20 * floor(0x1p20 * a.y),
                      0x1p-20 * floor(0x1p20 * a.z)};
}

static toi_motion moved_away(toi_motion m)
{
    const toi_vec3 far = {0x1p20, -0x1p21, 0x1p19};
    m.pose.position = v3_add(m.pose.position, far);
    m.end.position = v3_add(m.end.position, far);
    if (m.kind != TOI_MOTION_SPIN) {
        m.point = v3_add(m.point, far);
    }
    return m;
}

// Numbers of few digits, which stay exact when both bodies are moved away.
static void far_from_zero_nothing_is_lost(void** state)
{
    (void)state;
    test_random random = random_start(47);
    for (int i = 0; i < 200; ++i) {
        toi_motion m[2];
        for (int k = 0; k < 2; ++k) {
            m[k] = modest_motion(&random);
            m[k].pose.position = coarse(m[k].pose.position);
            m[k].end.position = coarse(m[k].end.position);
            m[k].point = coarse(m[k].point);
        }
        pair p, q;
        set_pair(&p, m[0], m[1]);
        set_pair(&q, moved_away(m[0]), moved_away(m[1]));
        ti_screw s = only_screw(&p, &one_terms), t = only_screw(&q, &one_terms);
        assert_true(same_bits(&s, &t));
    }
}

// The mesh given elsewhere and the pose moved back, with a rotation that permutes the axes, is the same body.
static void meshes_far_from_their_origin_lose_nothing(void** state)
{
    (void)state;
    test_random random = random_start(51);
    const toi_vec3 far = {0x1p24, -0x1p25, 0x1p23}, near = {0.5, -0.25, 0.125};
    const toi_motion_kind kinds[] = {TOI_MOTION_STATIC, TOI_MOTION_TRANSLATION, TOI_MOTION_ROTATION,
                                     TOI_MOTION_SCREW, TOI_MOTION_SPIN};
    for (int i = 0; i < 200; ++i) {
        pair p, q;
        toi_motion m[2], n[2];
        for (int k = 0; k < 2; ++k) {
            m[k] = modest_motion(&random);
            m[k].kind = kinds[random_below(&random, 5)];
            m[k].pose = (toi_pose){coarse(m[k].pose.position), {0.5, 0.5, 0.5, 0.5}};
            m[k].point = coarse(m[k].point);
            n[k] = m[k];
            // The quaternion takes (x, y, z) to (z, x, y).
            n[k].pose.position = v3_sub(m[k].pose.position, v3(far.z, far.x, far.y));
            if (m[k].kind == TOI_MOTION_SPIN) {
                n[k].point = v3_add(m[k].point, far);
            }
        }
        set_pair(&p, m[0], m[1]);
        set_pair(&q, n[0], n[1]);
        p.mesh_a.center = p.mesh_b.center = near;
        q.mesh_a.center = q.mesh_b.center = v3_add(near, far);
        ti_screw s = only_screw(&p, &one_terms), t = only_screw(&q, &one_terms);
        double unit = 64.0 * UNIT * t.magnitude;
        assert_true(t.magnitude <= 2.0 * s.magnitude);
        assert_near(v3_length(v3_sub(s.position, t.position)), 0.0, unit);
        assert_near(v3_length(v3_sub(s.twist.across, t.twist.across)), 0.0, unit);
        assert_near(v3_length(v3_sub(s.twist.along, t.twist.along)), 0.0, unit);
        assert_near(v3_length(v3_sub(s.twist.turn, t.twist.turn)), 0.0, 1e-14);
        assert_near(s.model_error, t.model_error, 1e-3 * s.model_error + unit);
    }
}

// Where A sees B move by a screw, B sees A move by its inverse, at every time.
static void swapped_bodies_see_the_inverse(void** state)
{
    (void)state;
    test_random random = random_start(48);
    for (int i = 0; i < 500; ++i) {
        pair p, q;
        toi_motion a = modest_motion(&random);
        toi_motion b = modest_motion(&random);
        set_pair(&p, a, b);
        set_pair(&q, b, a);
        ti_screw s = only_screw(&p, &one_terms), t = only_screw(&q, &one_terms);
        assert_true(fabs(s.twist.angle - t.twist.angle) <= 64.0 * UNIT * (1.0 + s.twist.angle));
        rvec y = random_unit_vector(&random);
        for (int k = 0; k <= 2; ++k) {
            rvec there = screw_point(&t, screw_point(&s, y, 0.5L * k), 0.5L * k);
            real size = (real)s.magnitude + (real)t.magnitude;
            assert_true(r3_length(r3_sub(there, y)) <= 64.0L * (real)UNIT * size);
        }
    }
}

static void pieces_end_at_keys(void** state)
{
    (void)state;
    toi_quat none = {1.0, 0.0, 0.0, 0.0}, turned = {0.8, 0.0, 0.6, 0.0};
    const toi_key of_a[] = {{0.25, {{0.0, 0.0, 0.0}, none}}, {1.0, {{1.0, 1.0, 0.0}, none}}};
    const toi_key of_b[] = {
        {0.0, {{3.0, 0.0, 0.0}, none}}, {0.5, {{2.0, 0.0, 0.0}, turned}}, {0.75, {{1.0, 0.0, 0.0}, turned}}};
    toi_motion a = {.kind = TOI_MOTION_KEYFRAMES, .keys = of_a, .key_count = 2};
    toi_motion b = {.kind = TOI_MOTION_KEYFRAMES, .keys = of_b, .key_count = 3};
    pair p;
    set_pair(&p, a, b);
    ti_screw_walk walk;
    ti_screw s[4];
    uint32_t count = 0;
    // Only while A moves and B turns is the motion no screw.
    ti_screw_terms terms = {.max_model_error = 1.0, .max_pieces = 4};
    ti_screw_walk_begin(&p.a, &p.b, &terms, &walk);
    while (count < 4 && ti_screw_walk_next(&walk, &s[count])) {
        ++count;
    }
    assert_int_equal(count, 4);
    const double ends[] = {0.25, 0.5, 0.75, 1.0};
    for (int i = 0; i < 4; ++i) {
        assert_true(s[i].t1 == ends[i] && (s[i].model_error > 0.0) == (i == 1));
    }
    test_random random = random_start(49);
    assert_int_equal(check_walk(&p, &exact_terms, &random, 6).pieces > 4, true);
    assert_int_equal(check_walk(&p, &one_terms, &random, 200).pieces, 1);
}

static void a_motion_with_too_many_pieces_is_stopped(void** state)
{
    (void)state;
    pair p;
    toi_motion b = turning(TOI_MOTION_SPIN, v3(3.0, 0.0, 0.0), v3(0.0, 0.0, 1.0), 2.0);
    b.by = v3(1.0, 0.0, 0.0);
    set_pair(&p, resting(v3(0.0, 0.0, 0.0)), b);
    ti_screw_terms terms = {.max_model_error = 1e-4, .max_pieces = 5};
    ti_screw_walk walk;
    ti_screw s;
    ti_screw_walk_begin(&p.a, &p.b, &terms, &walk);
    for (int i = 0; i < 5; ++i) {
        assert_true(ti_screw_walk_next(&walk, &s));
        assert_true(s.model_error <= 1e-4);
    }
    assert_false(ti_screw_walk_next(&walk, &s));
    assert_true(walk.stopped && walk.time < 1.0);
    // A limit below all rounding is not pursued for ever.
    terms = (ti_screw_terms){.max_model_error = 1e-300, .max_pieces = 100};
    ti_screw_walk_begin(&p.a, &p.b, &terms, &walk);
    while (ti_screw_walk_next(&walk, &s)) {
        assert_true(s.t1 > s.t0);
    }
    assert_true(walk.stopped);
}

static void numbers_beyond_doubles_bound_nothing(void** state)
{
    (void)state;
    pair p;
    set_pair(&p, turning(TOI_MOTION_SPIN, v3(1e308, 0.0, 0.0), v3(0.0, 0.0, 1.0), 2.0),
             turning(TOI_MOTION_SPIN, v3(-1e308, 1e308, 0.0), v3(1.0, 0.0, 1.0), 2.0));
    for (int i = 0; i < 2; ++i) {
        ti_screw s = only_screw(&p, i == 0 ? &one_terms : &exact_terms);
        assert_true(s.magnitude == HUGE_VAL && s.model_error == HUGE_VAL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_that_turns_about_a_resting_one_is_a_screw),
        cmocka_unit_test(many_turns_in_either_sense_are_one_screw),
        cmocka_unit_test(bodies_that_spin_alike_make_the_screw_wrong_by_the_height_of_an_arc),
        cmocka_unit_test(a_chord_is_off_by_the_height_of_its_arc),
        cmocka_unit_test(the_screw_between_two_poses_ends_at_the_second),
        cmocka_unit_test(half_a_turn_has_a_fixed_axis),
        cmocka_unit_test(the_axis_passes_through_the_foot_of_the_perpendicular),
        cmocka_unit_test(lengths_by_a_power_of_two_give_the_same_bits),
        cmocka_unit_test(far_from_zero_nothing_is_lost),
        cmocka_unit_test(meshes_far_from_their_origin_lose_nothing),
        cmocka_unit_test(swapped_bodies_see_the_inverse),
        cmocka_unit_test(pieces_end_at_keys),
        cmocka_unit_test(a_motion_with_too_many_pieces_is_stopped),
        cmocka_unit_test(numbers_beyond_doubles_bound_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
