// Exact balls and cylinders against each other: closed forms, and laws that hold for every pair.

#include "failing_allocator.h"
#include "round_support.h"

static const double quarter = 1.5707963267948966;

static toi_quat turned(double angle, double x, double y, double z)
{
    return (toi_quat){cos(0.5 * angle), sin(0.5 * angle) * x, sin(0.5 * angle) * y, sin(0.5 * angle) * z};
}

// One contact of the kind and faces given, at the time.
static void assert_one(const found* f, toi_contact_kind kind, uint32_t a, uint32_t b, double time)
{
    if (f->result.contact_count != 1 || f->contact[0].kind != kind ||
        fabs(f->contact[0].time - time) > 1e-13) {
        print_found(f);
    }
    assert_int_equal(f->result.contact_count, 1);
    assert_int_equal(f->contact[0].kind, kind);
    assert_int_equal(f->contact[0].a.index[0], a);
    assert_int_equal(f->contact[0].b.index[0], b);
    assert_near(f->contact[0].time, time, 1e-13);
    assert_true(f->contact[0].entering);
}

static void a_ball_meets_side_cap_and_rim_of_a_cylinder(void** state)
{
    (void)state;
    toi_mesh *can = make_cylinder(1.0, 2.0), *ball = make_ball(0.5);
    toi_body a = at_rest(can), b = sent(ball, (toi_vec3){5.0, 0.0, 1.5}, (toi_vec3){-4.0, 0.0, 0.0});
    static found f;
    find_all(&a, &b, (toi_query_def){0}, &f);
    assert_one(&f, TOI_CONTACT_FF, 0, 0, 3.5 / 4.0);
    b = sent(ball, (toi_vec3){0.5, 0.25, 6.0}, (toi_vec3){0.0, 0.0, -4.0});
    find_all(&b, &a, (toi_query_def){0}, &f);
    assert_one(&f, TOI_CONTACT_FF, 0, 2, 3.5 / 4.0);
    assert_near(f.contact[0].normal.z, -1.0, 1e-14);
    b = sent(ball, (toi_vec3){1.3, 0.0, -6.0}, (toi_vec3){0.0, 0.0, 4.0});
    find_all(&a, &b, (toi_query_def){0}, &f);
    assert_one(&f, TOI_CONTACT_EF, 0, 0, (4.0 - 0.4) / 4.0);
    assert_near(f.contact[0].normal.x, 0.6, 1e-13);
    toi_mesh_destroy(can);
    toi_mesh_destroy(ball);
}

static void crossed_cylinders_meet_side_on_side(void** state)
{
    (void)state;
    toi_mesh *thick = make_cylinder(1.0, 2.0), *thin = make_cylinder(0.25, 3.0);
    toi_body a = at_rest(thick), b = sent(thin, (toi_vec3){0.0, 4.0, 0.5}, (toi_vec3){0.0, -4.0, 0.0});
    b.motion.pose.quaternion = turned(quarter, 0.0, 1.0, 0.0);
    static found f;
    find_all(&a, &b, (toi_query_def){0}, &f);
    assert_one(&f, TOI_CONTACT_FF, 0, 0, 2.75 / 4.0);
    assert_near(f.contact[0].point.y, 1.0, 1e-14);
    b.motion.pose.quaternion = turned(0.3, 0.0, 1.0, 0.0);
    find_all(&b, &a, (toi_query_def){0}, &f);
    assert_one(&f, TOI_CONTACT_FF, 0, 0, 2.75 / 4.0);
    toi_mesh_destroy(thick);
    toi_mesh_destroy(thin);
}

static void ends_of_cylinders_meet_caps_sides_and_rims(void** state)
{
    (void)state;
    toi_mesh *can = make_cylinder(1.0, 2.0), *thin = make_cylinder(0.25, 1.0);
    // Cap on cap, on one axis and aside.
    toi_body a = at_rest(can), b = sent(thin, (toi_vec3){0.5, 0.0, 6.0}, (toi_vec3){0.0, 0.0, -4.0});
    static found f;
    find_all(&a, &b, (toi_query_def){0}, &f);
    assert_one(&f, TOI_CONTACT_FF, 2, 1, 3.0 / 4.0);
    b.motion.pose.position.x = 1.2;
    find_all(&a, &b, (toi_query_def){0}, &f);
    assert_true(f.result.contact_count >= 1);
    assert_int_equal(f.contact[0].kind, TOI_CONTACT_FF);
    assert_near(f.contact[0].time, 3.0 / 4.0, 1e-13);
    b.motion.pose.position.x = 1.3;
    find_all(&a, &b, (toi_query_def){0}, &f);
    assert_int_equal(f.result.answer, TOI_ANSWER_CLEAR);
    // Tilted, with its rim on the cap.
    double tilt = 0.4;
    b.motion.pose.position.x = 0.0;
    b.motion.pose.quaternion = turned(tilt, 0.0, 1.0, 0.0);
    find_all(&a, &b, (toi_query_def){0}, &f);
    assert_one(&f, TOI_CONTACT_FE, 2, 0, (4.0 - cos(tilt) - 0.25 * sin(tilt)) / 4.0);
    // Tilted the same way, its rim on the side.
    b = sent(thin, (toi_vec3){5.0, 0.0, 0.5}, (toi_vec3){-4.0, 0.0, 0.0});
    b.motion.pose.quaternion = turned(tilt, 0.0, 1.0, 0.0);
    find_all(&b, &a, (toi_query_def){0}, &f);
    assert_one(&f, TOI_CONTACT_EF, 0, 0, (4.0 - sin(tilt) - 0.25 * cos(tilt)) / 4.0);
    // The rims cross at (0.6, 0.8, 2): both have chords of 1.6 in the line x = 0.6, z = 2, the centre of one
    // at y = 0 and that of the other at y = 1.6.
    b = sent(
        can,
        (toi_vec3){0.6 - 0.6 * cos(tilt) + 2.0 * sin(tilt), 1.6, 2.0 + 0.6 * sin(tilt) + 2.0 * cos(tilt)},
        (toi_vec3){0.0, 0.0, -4.0});
    b.motion.pose.position.z += 3.0;
    b.motion.pose.quaternion = turned(tilt, 0.0, 1.0, 0.0);
    find_all(&a, &b, (toi_query_def){0}, &f);
    assert_one(&f, TOI_CONTACT_EE, 1, 0, 3.0 / 4.0);
    assert_near(f.contact[0].point.x, 0.6, 1e-13);
    assert_near(f.contact[0].point.y, 0.8, 1e-13);
    assert_true(f.contact[0].properness > 0.01);
    toi_mesh_destroy(can);
    toi_mesh_destroy(thin);
}

static void parallel_cylinders_meet_along_a_line(void** state)
{
    (void)state;
    toi_mesh *can = make_cylinder(1.0, 2.0), *thin = make_cylinder(0.25, 1.0);
    toi_body a = at_rest(can), b = sent(thin, (toi_vec3){5.0, 0.0, 1.5}, (toi_vec3){-4.0, 0.0, 0.0});
    static found f;
    find_all(&a, &b, (toi_query_def){0}, &f);
    assert_int_equal(f.result.contact_count, 2); // at both ends of the line
    for (uint32_t i = 0; i < f.result.contact_count; ++i) {
        assert_near(f.contact[i].time, 3.75 / 4.0, 1e-12);
        assert_near(f.contact[i].normal.x, 1.0, 1e-9);
    }
    toi_mesh_destroy(can);
    toi_mesh_destroy(thin);
}

static void starts_are_told_for_all_round_shapes(void** state)
{
    (void)state;
    toi_mesh *can = make_cylinder(1.0, 2.0), *thin = make_cylinder(0.25, 1.0), *ball = make_ball(0.25);
    static const struct {
        double x;
        toi_start start;
    } cases[] = {{0.0, TOI_START_FREE},
                 {0.75, TOI_START_TOUCHING},
                 {0.9, TOI_START_OVERLAPPING},
                 {1.25, TOI_START_TOUCHING},
                 {1.3, TOI_START_FREE}};
    static found f;
    for (int i = 0; i < 5; ++i) {
        for (int swap = 0; swap < 2; ++swap) {
            toi_body a = at_rest(can), b = at_rest(swap ? thin : ball);
            b.motion.pose.position.x = cases[i].x;
            if (cases[i].start == TOI_START_TOUCHING && cases[i].x < 1.0 && swap) {
                continue; // touching from inside along a line is not told from overlapping
            }
            find_all(&a, &b, (toi_query_def){0}, &f);
            assert_int_equal(f.result.start, cases[i].start);
            find_all(&b, &a, (toi_query_def){0}, &f);
            assert_int_equal(f.result.start, cases[i].start);
        }
    }
    toi_mesh_destroy(can);
    toi_mesh_destroy(thin);
    toi_mesh_destroy(ball);
}

// ---- laws

static void assert_swapped(const found* f, const found* g)
{
    if (f->result.contact_count != g->result.contact_count) {
        print_found(f);
        print_found(g);
    }
    assert_int_equal(f->result.start, g->result.start);
    assert_int_equal(f->result.contact_count, g->result.contact_count);
    for (uint32_t i = 0; i < f->result.contact_count; ++i) {
        const toi_contact *p = &f->contact[i], *q = &g->contact[i];
        assert_near(p->time, q->time, p->time_error + q->time_error + 1e-12);
        assert_near(p->normal.x, -q->normal.x, 1e-6);
        assert_near(p->properness, q->properness, 1e-6);
    }
}

static void assert_scaled(const found* f, const found* g, double scale)
{
    assert_int_equal(f->result.contact_count, g->result.contact_count);
    for (uint32_t i = 0; i < f->result.contact_count; ++i) {
        const toi_contact *p = &f->contact[i], *q = &g->contact[i];
        assert_true(p->time == q->time && p->properness == q->properness && p->normal.y == q->normal.y);
        assert_true(p->point.z * scale == q->point.z && p->approach * scale == q->approach);
    }
}

static toi_motion scaled(toi_motion m, double scale)
{
    m.point = (toi_vec3){scale * m.point.x, scale * m.point.y, scale * m.point.z};
    toi_vec3* p = &m.pose.position;
    *p = (toi_vec3){scale * p->x, scale * p->y, scale * p->z};
    m.advance *= scale;
    return m;
}

static void swapping_the_bodies_and_scaling_them_changes_nothing_else(void** state)
{
    (void)state;
    test_random random = random_start(21);
    static found f, g;
    const double scale = 0x1p-40;
    toi_mesh* shape[2][4] = {
        {make_cylinder(0.5, 0.7), make_ball(0.4), make_cylinder(0.7, 0.1), make_box(0.4, 0.5, 0.6)},
        {make_cylinder(0.5 * scale, 0.7 * scale), make_ball(0.4 * scale),
         make_cylinder(0.7 * scale, 0.1 * scale), make_box(0.4 * scale, 0.5 * scale, 0.6 * scale)}};
    uint32_t hits = 0;
    for (int i = 0; i < 300; ++i) {
        uint32_t first = random_below(&random, 4), second = random_below(&random, 3);
        toi_body a = at_rest(shape[0][first]),
                 b = {.mesh = shape[0][second], .motion = random_screw(&random)};
        find_all(&a, &b, (toi_query_def){0}, &f);
        find_all(&b, &a, (toi_query_def){0}, &g);
        hits += f.result.contact_count > 0;
        assert_swapped(&f, &g);
        toi_body c = at_rest(shape[1][first]),
                 d = {.mesh = shape[1][second], .motion = scaled(b.motion, scale)};
        find_all(&c, &d, (toi_query_def){0}, &g);
        assert_scaled(&f, &g, scale);
    }
    printf("%u of 300 have contacts\n", hits);
    assert_true(hits > 100);
    for (int i = 0; i < 4; ++i) {
        toi_mesh_destroy(shape[0][i]);
        toi_mesh_destroy(shape[1][i]);
    }
}

static void memory_may_fail_at_any_time(void** state)
{
    (void)state;
    toi_mesh *can = make_cylinder(0.5, 0.7), *box = make_box(0.4, 0.5, 0.6);
    for (int with_box = 0; with_box < 2; ++with_box) {
        uint64_t n = 1;
        for (bool failed = true; failed && n < 200; ++n) {
            failing_allocator f = failing_allocator_make(n, false);
            toi_allocator allocator = failing_allocator_use(&f);
            toi_body a = at_rest(with_box ? box : can),
                     b = sent(can, (toi_vec3){0.1, 0.2, 3.0}, (toi_vec3){0.0, 0.1, -4.0});
            toi_query_def def = {.allocator = &allocator};
            toi_result result;
            toi_status status = toi_all_contacts(&a, &b, &def, &result);
            failed = f.failures > 0;
            assert_int_equal(status, failed ? TOI_ERROR_MEMORY : TOI_OK);
            assert_int_equal(f.live, 0);
        }
        assert_true(n > 2 && n < 200);
    }
    toi_mesh_destroy(can);
    toi_mesh_destroy(box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_meets_side_cap_and_rim_of_a_cylinder),
        cmocka_unit_test(crossed_cylinders_meet_side_on_side),
        cmocka_unit_test(ends_of_cylinders_meet_caps_sides_and_rims),
        cmocka_unit_test(parallel_cylinders_meet_along_a_line),
        cmocka_unit_test(starts_are_told_for_all_round_shapes),
        cmocka_unit_test(swapping_the_bodies_and_scaling_them_changes_nothing_else),
        cmocka_unit_test(memory_may_fail_at_any_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
