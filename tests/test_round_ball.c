// Exact balls against meshes and balls: closed forms.

#include "failing_allocator.h"
#include "round_support.h"

static void a_ball_that_falls_on_a_box_touches_its_face(void** state)
{
    (void)state;
    toi_mesh *box = make_box(1.0, 2.0, 0.5), *ball = make_ball(0.25);
    toi_body a = at_rest(box), b = sent(ball, (toi_vec3){0.25, 0.5, 3.0}, (toi_vec3){0.5, 0.25, -4.0});
    static found f;
    find_all(&a, &b, (toi_query_def){0}, &f);
    assert_int_equal(f.result.start, TOI_START_FREE);
    assert_int_equal(f.result.answer, TOI_ANSWER_CONTACT);
    assert_int_equal(f.result.contact_count, 1);
    const toi_contact* c = &f.contact[0];
    assert_int_equal(c->kind, TOI_CONTACT_FF);
    assert_int_equal(c->a.index[0], 5);
    assert_int_equal(c->b.index[0], 0);
    assert_near(c->time, 2.25 / 4.0, 1e-15);
    assert_near(c->point.x, 0.25 + 0.5 * c->time, 1e-15);
    assert_near(c->normal.z, 1.0, 1e-15);
    assert_near(c->approach, 4.0, 1e-14);
    assert_near(c->properness, 0.0, 0.0);
    toi_mesh_destroy(box);
    toi_mesh_destroy(ball);
}

static void a_ball_meets_an_edge_and_a_corner(void** state)
{
    (void)state;
    toi_mesh *box = make_box(1.0, 1.0, 1.0), *ball = make_ball(0.5);
    toi_body a = at_rest(box), b = sent(ball, (toi_vec3){1.3, 0.0, 4.0}, (toi_vec3){0.0, 0.5, -4.0});
    static found f;
    find_all(&a, &b, (toi_query_def){0}, &f);
    assert_int_equal(f.result.contact_count, 1);
    assert_int_equal(f.contact[0].kind, TOI_CONTACT_EF);
    assert_int_equal(f.contact[0].a.index[0], 5);
    assert_int_equal(f.contact[0].a.index[1], 7);
    assert_near(f.contact[0].time, 0.65, 1e-15);
    assert_near(f.contact[0].normal.x, 0.6, 1e-14);
    b = sent(ball, (toi_vec3){1.2, 1.1, 4.0}, (toi_vec3){0.0, 0.0, -4.0});
    find_all(&b, &a, (toi_query_def){0}, &f);
    assert_int_equal(f.result.contact_count, 1);
    assert_int_equal(f.contact[0].kind, TOI_CONTACT_FV);
    assert_int_equal(f.contact[0].b.index[0], 7);
    assert_near(f.contact[0].time, (3.0 - sqrt(0.2)) / 4.0, 1e-15);
    assert_near(f.contact[0].normal.z, -sqrt(0.2) / 0.5, 1e-14);
    assert_near(f.contact[0].properness, 0.1 / 0.5, 1e-14);
    toi_mesh_destroy(box);
    toi_mesh_destroy(ball);
}

static void a_ball_that_slides_stays_in_touch_as_long_as_it_is_over_the_face(void** state)
{
    (void)state;
    toi_mesh *box = make_box(1.0, 1.0, 1.0), *ball = make_ball(0.5);
    toi_body a = at_rest(box), b = sent(ball, (toi_vec3){-2.0, 0.125, 1.5}, (toi_vec3){4.0, 0.0, 0.0});
    static found f;
    find_all(&a, &b, (toi_query_def){0}, &f);
    assert_int_equal(f.result.start, TOI_START_FREE);
    assert_true(f.result.contact_count >= 1);
    assert_true(f.contact[0].sustained);
    assert_near(f.contact[0].time, 0.25, 1e-8);
    assert_near(f.contact[0].until, 0.75, 1e-8);
    b = sent(ball, (toi_vec3){0.0, 0.0, 1.5}, (toi_vec3){0.0, 0.0, 1.0});
    find_all(&a, &b, (toi_query_def){0}, &f);
    assert_int_equal(f.result.start, TOI_START_TOUCHING);
    assert_int_equal(f.result.contact_count, 1);
    assert_false(f.contact[0].entering);
    toi_mesh_destroy(box);
    toi_mesh_destroy(ball);
}

static void balls_meet_where_their_centres_are_near_enough(void** state)
{
    (void)state;
    toi_mesh *large = make_ball(3.0), *small = make_ball(2.0);
    toi_body a = at_rest(large), b = sent(small, (toi_vec3){-8.0, 3.0, 0.0}, (toi_vec3){16.0, 0.0, 0.0});
    static found f;
    find_all(&a, &b, (toi_query_def){.leaving = true}, &f);
    assert_int_equal(f.result.contact_count, 2);
    assert_near(f.contact[0].time, 0.25, 1e-15);
    assert_near(f.contact[1].time, 0.75, 1e-15);
    assert_true(f.contact[0].entering && !f.contact[1].entering);
    assert_near(f.contact[0].point.x, -2.4, 1e-14);
    assert_near(f.contact[0].point.y, 1.8, 1e-14);
    b.motion.pose.position.y = 5.0; // they graze
    find_all(&a, &b, (toi_query_def){0}, &f);
    assert_int_equal(f.result.contact_count, 1);
    assert_true(f.contact[0].tangent);
    assert_near(f.contact[0].time, 0.5, 1e-7);
    b.motion.pose.position.y = 5.0 + 1e-6;
    find_all(&a, &b, (toi_query_def){0}, &f);
    assert_int_equal(f.result.answer, TOI_ANSWER_CLEAR);
    toi_mesh_destroy(large);
    toi_mesh_destroy(small);
}

static void a_ball_on_a_turning_arm_meets_a_wall_at_the_angle_of_its_arm(void** state)
{
    (void)state;
    // The centre at (2 cos w, 2 sin w, 0) is 1/4 from the plane y = 1 where sin w = 3/8.
    toi_mesh *wall = make_box(4.0, 0.5, 4.0), *ball = make_ball(0.25);
    toi_body a = at_rest(wall),
             b = {.mesh = ball,
                  .motion = {.kind = TOI_MOTION_ROTATION, .axis = {0.0, 0.0, 1.0}, .angle = 1.5}};
    a.motion.pose.position.y = 1.5;
    b.motion.pose = (toi_pose){{2.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    static found f;
    find_all(&a, &b, (toi_query_def){0}, &f);
    assert_int_equal(f.result.contact_count, 1);
    assert_near(f.contact[0].time, asin(0.375) / 1.5, 1e-14);
    toi_mesh_destroy(wall);
    toi_mesh_destroy(ball);
}

// ---- random screws in long double

typedef struct point {
    long double x[3];
} point;

// Where a point that starts at the position of the pose is at time t.
static point place_at(const toi_motion* m, double t)
{
    const double given[3][3] = {{m->axis.x, m->axis.y, m->axis.z},
                                {m->point.x, m->point.y, m->point.z},
                                {m->pose.position.x, m->pose.position.y, m->pose.position.z}};
    long double n[3], arm[3], length = 0.0L, dot = 0.0L, angle = (long double)m->angle * (long double)t;
    for (int i = 0; i < 3; ++i) {
        length += (long double)given[0][i] * (long double)given[0][i];
    }
    for (int i = 0; i < 3; ++i) {
        n[i] = (long double)given[0][i] / sqrtl(length);
        arm[i] = (long double)given[2][i] - (long double)given[1][i];
        dot += n[i] * arm[i];
    }
    point p;
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        long double across = n[j] * arm[k] - n[k] * arm[j];
        p.x[i] = (long double)given[1][i] + arm[i] * cosl(angle) + across * sinl(angle) +
                 n[i] * dot * (1.0L - cosl(angle)) + n[i] * (long double)m->advance * (long double)t;
    }
    return p;
}

static void times_with_a_box_are_those_of_long_double(void** state)
{
    (void)state;
    static found f;
    static const double half[3] = {0.5, 0.75, 1.0};
    test_random random = random_start(51);
    toi_mesh *box = make_box(half[0], half[1], half[2]), *ball = make_ball(0.4);
    toi_body a = at_rest(box);
    double worst = 0.0;
    uint32_t kinds[8] = {0};
    for (int i = 0; i < 1000; ++i) {
        toi_body b = {.mesh = ball, .motion = random_screw(&random)};
        find_all(&a, &b, (toi_query_def){0}, &f);
        for (uint32_t k = 0; k < f.result.contact_count; ++k) {
            const toi_contact* c = &f.contact[k];
            point p = place_at(&b.motion, c->time);
            long double square = 0.0L;
            for (int j = 0; j < 3; ++j) {
                long double out = fmaxl(fabsl(p.x[j]) - (long double)half[j], 0.0L);
                square += out * out;
            }
            double error = (double)fabsl(sqrtl(square) - 0.4L) / fmax(c->approach, 1e-3);
            ++kinds[c->kind];
            assert_true(c->tangent || c->sustained || error <= c->time_error);
            worst = c->approach >= 0.1 ? fmax(worst, error) : worst;
        }
    }
    printf("%u vertices, %u edges, %u faces, largest error %.2g\n", kinds[TOI_CONTACT_VF],
           kinds[TOI_CONTACT_EF], kinds[TOI_CONTACT_FF], worst);
    assert_true(kinds[TOI_CONTACT_VF] > 20 && kinds[TOI_CONTACT_EF] > 50 && kinds[TOI_CONTACT_FF] > 50);
    assert_true(worst <= 1e-14);
    toi_mesh_destroy(box);
    toi_mesh_destroy(ball);
}

static void other_queries_refuse_round_shapes(void** state)
{
    (void)state;
    toi_mesh *box = make_box(1.0, 1.0, 1.0), *ball = make_ball(0.5), *none = NULL;
    toi_body a = at_rest(box), b = at_rest(ball);
    toi_result result;
    assert_int_equal(toi_first_contact(&a, &b, NULL, &result), TOI_ERROR_INVALID);
    toi_body bodies[2] = {a, b};
    toi_world_def def = {.bodies = bodies, .body_count = 2};
    toi_world_result world;
    toi_error error = {0};
    assert_int_equal(toi_world_check(&def, &world, &error), TOI_ERROR_INVALID);
    assert_int_equal(error.index, 1);
    assert_non_null(strstr(error.text, "round shape"));
    assert_int_equal(toi_mesh_create_sphere(0.0, NULL, &none, &error), TOI_ERROR_INVALID);
    assert_int_equal(toi_mesh_create_sphere((double)NAN, NULL, &none, &error), TOI_ERROR_INVALID);
    assert_int_equal(toi_mesh_create_cylinder(1.0, -1.0, NULL, &none, &error), TOI_ERROR_INVALID);
    assert_null(none);
    toi_mesh_info info;
    toi_mesh_get_info(ball, &info);
    assert_near(info.size, 1.0, 0.0);
    assert_int_equal(info.faces + info.vertices, 0);
    toi_mesh_destroy(box);
    toi_mesh_destroy(ball);
}

static void polygons_of_a_shape_are_on_their_side_of_it(void** state)
{
    (void)state;
    toi_mesh *ball = make_ball(1.5), *inner, *outer;
    assert_int_equal(toi_mesh_create_tessellation(ball, false, 0.01, NULL, &inner, NULL), TOI_OK);
    assert_int_equal(toi_mesh_create_tessellation(ball, true, 0.01, NULL, &outer, NULL), TOI_OK);
    toi_mesh_info info;
    toi_mesh_get_info(inner, &info);
    assert_true(info.closed && info.manifold && info.oriented);
    for (uint32_t i = 0; i < info.vertices; ++i) {
        toi_vec3 p = toi_mesh_vertex(inner, i), q = toi_mesh_vertex(outer, i);
        assert_true(sqrt(p.x * p.x + p.y * p.y + p.z * p.z) <= 1.5);
        assert_true(sqrt(q.x * q.x + q.y * q.y + q.z * q.z) <= 1.51);
    }
    assert_int_equal(toi_mesh_create_tessellation(inner, true, 0.01, NULL, &outer, NULL), TOI_ERROR_INVALID);
    toi_mesh_destroy(inner);
    toi_mesh_destroy(outer);
    toi_mesh_destroy(ball);
}

static void memory_may_fail_at_any_time(void** state)
{
    (void)state;
    toi_mesh* box = make_box(1.0, 2.0, 0.5);
    for (uint64_t n = 1; n < 200; ++n) {
        failing_allocator f = failing_allocator_make(n, false);
        toi_allocator allocator = failing_allocator_use(&f);
        toi_mesh *ball = NULL, *polygons = NULL;
        toi_status status = toi_mesh_create_sphere(0.25, &allocator, &ball, NULL);
        if (status == TOI_OK) {
            status = toi_mesh_create_tessellation(ball, false, 0.05, &allocator, &polygons, NULL);
        }
        if (status == TOI_OK) {
            toi_body a = at_rest(box),
                     b = sent(ball, (toi_vec3){0.25, 0.5, 3.0}, (toi_vec3){0.5, 0.25, -4.0});
            toi_query_def def = {.allocator = &allocator};
            toi_result result;
            status = toi_all_contacts(&a, &b, &def, &result);
        }
        toi_mesh_destroy(polygons);
        toi_mesh_destroy(ball);
        assert_int_equal(status, f.failures > 0 ? TOI_ERROR_MEMORY : TOI_OK);
        assert_int_equal(f.live, 0);
        if (f.failures == 0) {
            toi_mesh_destroy(box);
            return;
        }
    }
    fail();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_that_falls_on_a_box_touches_its_face),
        cmocka_unit_test(a_ball_meets_an_edge_and_a_corner),
        cmocka_unit_test(a_ball_that_slides_stays_in_touch_as_long_as_it_is_over_the_face),
        cmocka_unit_test(balls_meet_where_their_centres_are_near_enough),
        cmocka_unit_test(a_ball_on_a_turning_arm_meets_a_wall_at_the_angle_of_its_arm),
        cmocka_unit_test(times_with_a_box_are_those_of_long_double),
        cmocka_unit_test(other_queries_refuse_round_shapes),
        cmocka_unit_test(polygons_of_a_shape_are_on_their_side_of_it),
        cmocka_unit_test(memory_may_fail_at_any_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
