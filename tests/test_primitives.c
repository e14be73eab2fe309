// First contact of vertices, edges and faces on straight paths: cases with a closed form, and what is
// refused.

#include "primitive_check.h"

#include <float.h>

#define NEAR 2e-12 // of the answers below: the default tolerance by the speed

static const double FALLING[8][3] = {{0.25, 0.25, 1.0},  {0, 0, 0}, {1, 0, 0}, {0, 1, 0},
                                     {0.25, 0.25, -1.0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}};

static void vertex_meets_the_inside_of_a_face(void** state)
{
    (void)state;
    toi_primitive_query q = make_query(TOI_PRIMITIVE_VF, FALLING);
    checked_answer a;
    ask(&q, (toi_primitive_def){0}, &a);
    check_answer(&q, 0.0, &a);
    assert_int_equal(a.result.answer, TOI_ANSWER_CONTACT);
    assert_int_equal(a.result.start, TOI_START_FREE);
    assert_true(a.result.t_free < 0.5);
    assert_near(a.result.t_free, 0.5, NEAR);
    assert_near(a.result.gap, 1.0 - 2.0 * a.result.t_free, 1e-15);
    assert_near(a.result.weight[1], 0.5, 1e-12);
    assert_near(a.result.weight[2], 0.25, 1e-12);
    assert_near(a.result.normal.z, -1.0, 1e-14);
    assert_true(isinf(a.result.t_exact));
}

static void edges_cross(void** state)
{
    (void)state;
    static const double x[8][3] = {{-1, 0, 1},  {1, 0, 1},  {0, -1, 0}, {0, 3, 0},
                                   {-1, 0, -2}, {1, 0, -2}, {0, -1, 1}, {0, 3, 1}};
    toi_primitive_query q = make_query(TOI_PRIMITIVE_EE, x);
    checked_answer a;
    ask(&q, (toi_primitive_def){0}, &a);
    check_answer(&q, 0.0, &a);
    assert_int_equal(a.result.answer, TOI_ANSWER_CONTACT);
    assert_near(a.result.t_free, 0.25, NEAR);
    assert_near(a.result.weight[0], 0.5, 1e-12);
    assert_near(a.result.weight[2], 0.75, 1e-12);
}

static void a_vertex_meets_an_edge_and_a_vertex(void** state)
{
    (void)state;
    static const double edge[6][3] = {{0.25, 1, 0},  {0, 0, 0}, {1, 0, 0},
                                      {0.25, -3, 0}, {0, 0, 0}, {1, 0, 0}};
    static const double vertex[4][3] = {{1, 2, 3}, {0, 0, 0}, {-1, -2, -3}, {0, 0, 0}};
    toi_primitive_query q = make_query(TOI_PRIMITIVE_VE, edge);
    checked_answer a;
    ask(&q, (toi_primitive_def){0}, &a);
    check_answer(&q, 0.0, &a);
    assert_int_equal(a.result.answer, TOI_ANSWER_CONTACT);
    assert_near(a.result.t_free, 0.25, NEAR);
    assert_near(a.result.weight[2], 0.25, 1e-12);
    q = make_query(TOI_PRIMITIVE_VV, vertex);
    ask(&q, (toi_primitive_def){0}, &a);
    check_answer(&q, 0.0, &a);
    assert_int_equal(a.result.answer, TOI_ANSWER_CONTACT);
    assert_near(a.result.t_free, 0.5, NEAR);
}

// Past each other at a distance of 1 along a slanted direction: boxes of either would meet.
static void the_separation_is_euclidean(void** state)
{
    (void)state;
    static const double x[4][3] = {{-4, 0.6, 0.8}, {0, 0, 0}, {4, 0.6, 0.8}, {0, 0, 0}};
    toi_primitive_query q = make_query(TOI_PRIMITIVE_VV, x);
    checked_answer a;
    ask(&q, (toi_primitive_def){.separation = 0.999}, &a);
    check_answer(&q, 0.999, &a);
    assert_int_equal(a.result.answer, TOI_ANSWER_CLEAR);
    double separation = 1.25; // at x = -0.75
    ask(&q, (toi_primitive_def){.separation = separation}, &a);
    check_answer(&q, separation, &a);
    assert_int_equal(a.result.answer, TOI_ANSWER_CONTACT);
    assert_true(a.result.t_free <= 3.25 / 8.0);
    assert_near(a.result.t_free, 3.25 / 8.0, 1e-11);
    assert_near(a.result.gap, separation, 1e-11);
}

static void within_the_separation_at_the_start_is_contact_at_once(void** state)
{
    (void)state;
    toi_primitive_query q = make_query(TOI_PRIMITIVE_VF, FALLING);
    toi_primitive_result r = ask_plain(&q, 1.5);
    assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
    assert_int_equal(r.start, TOI_START_TOUCHING);
    assert_true(r.t_free == 0.0);
    assert_near(r.gap, 1.0, 1e-15);
    r = ask_plain(&q, 1.0);
    assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
    assert_true(r.t_free == 0.0);
}

// A face with all corners in one place is a point, and with two an edge.
static void degenerate_faces_and_edges_act_as_what_they_are(void** state)
{
    (void)state;
    static const double point[8][3] = {{1, 2, 3},    {0, 0, 0}, {0, 0, 0}, {0, 0, 0},
                                       {-1, -2, -3}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    static const double edge[8][3] = {{0.25, 1, 0},  {0, 0, 0}, {1, 0, 0}, {0, 0, 0},
                                      {0.25, -3, 0}, {0, 0, 0}, {1, 0, 0}, {0, 0, 0}};
    static const double beside[8][3] = {{2, 1, 0},  {0, 0, 0}, {1, 0, 0}, {0.5, 0, 0},
                                        {2, -3, 0}, {0, 0, 0}, {1, 0, 0}, {0.5, 0, 0}};
    toi_primitive_query q = make_query(TOI_PRIMITIVE_VF, point);
    assert_near(ask_plain(&q, 0.0).t_free, 0.5, NEAR);
    q = make_query(TOI_PRIMITIVE_VF, edge);
    assert_near(ask_plain(&q, 0.0).t_free, 0.25, NEAR);
    q = make_query(TOI_PRIMITIVE_VF, beside);
    assert_int_equal(ask_plain(&q, 0.0).answer, TOI_ANSWER_CLEAR);
    static const double points[8][3] = {{1, 1, 1},    {1, 1, 1},    {0, 0, 0}, {0, 0, 0},
                                        {-1, -1, -1}, {-1, -1, -1}, {0, 0, 0}, {0, 0, 0}};
    q = make_query(TOI_PRIMITIVE_EE, points);
    assert_near(ask_plain(&q, 0.0).t_free, 0.5, NEAR);
}

// However small the gap is: below the tolerance, below rounding, and where only exact arithmetic sees it.
static void a_start_that_is_apart_never_gives_time_zero(void** state)
{
    (void)state;
    static const double gaps[] = {1e-6, 1e-12, 1e-13, 1e-15, 1e-16, 1e-20, 1e-100, 1e-300};
    for (size_t i = 0; i < sizeof gaps / sizeof gaps[0]; ++i) {
        toi_primitive_query q = make_query(TOI_PRIMITIVE_VF, FALLING);
        q.start[0].z = gaps[i];
        toi_primitive_result r = ask_plain(&q, 0.0);
        double time = gaps[i] / (1.0 + gaps[i]);
        assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
        assert_int_equal(r.start, TOI_START_FREE);
        assert_true(r.t_free > 0.0 && r.t_free <= time * (1.0 + 0x1p-50));
        assert_true(r.t_free >= 0.25 * time);
    }
}

static void a_touch_at_the_start_is_told_from_the_smallest_gap(void** state)
{
    (void)state;
    toi_primitive_query q = make_query(TOI_PRIMITIVE_VF, FALLING);
    q.start[0] = (toi_vec3){0.5, 0.5, 0.0}; // on the longest side
    toi_primitive_result r = ask_plain(&q, 0.0);
    assert_int_equal(r.start, TOI_START_TOUCHING);
    assert_true(r.t_free == 0.0);
    q.start[0].x = nextafter(0.5, 1.0); // beside it by a last bit, and falling away from it
    q.end[0].x = 2.0;
    r = ask_plain(&q, 0.0);
    assert_int_equal(r.answer, TOI_ANSWER_CLEAR);
}

static void the_tolerance_is_relative_unless_given(void** state)
{
    (void)state;
    toi_primitive_query q = make_query(TOI_PRIMITIVE_VF, FALLING);
    toi_primitive_result r;
    toi_primitive_def def = {.tolerance = 1e-3};
    assert_int_equal(toi_primitive_contact(&q, &def, &r), TOI_OK);
    assert_true(r.gap <= 1e-3 && r.gap > 1e-6);
    assert_true(ask_plain(&q, 0.0).gap <= 1e-12);
    q.start[0].z = 1e9;
    q.end[0].z = -1e9;
    assert_true(ask_plain(&q, 0.0).gap <= 1e-3);
}

// With a separation: without one exact arithmetic answers where no step was made.
static void out_of_steps_is_undecided_and_still_proved(void** state)
{
#define SEPARATION 0.01
    (void)state;
    static const double x[8][3] = {{-1, 0, 1},  {1, 0.5, 1.5}, {0.5, -1, 0}, {0, 3, 0},
                                   {-1, 0, -2}, {1, 0, -1},    {0, -1, 1.5}, {0.25, 3, 1}};
    toi_primitive_query q = make_query(TOI_PRIMITIVE_EE, x);
    double time = ask_plain(&q, SEPARATION).t_free, last = 0.0;
    bool undecided = false;
    for (uint32_t steps = 1; steps < 8; ++steps) {
        checked_answer a;
        ask(&q, (toi_primitive_def){.max_steps = steps, .separation = SEPARATION}, &a);
        check_answer(&q, SEPARATION, &a);
        assert_true(a.result.t_free >= last && a.result.t_free <= time && a.result.steps <= steps);
        undecided = undecided || a.result.answer == TOI_ANSWER_UNDECIDED;
        last = a.result.t_free;
    }
    assert_true(undecided);
#undef SEPARATION
}

static void wrong_input_is_refused_and_leaves_the_result_alone(void** state)
{
    (void)state;
    toi_primitive_query q = make_query(TOI_PRIMITIVE_VF, FALLING), bad = q;
    toi_primitive_result r = {.steps = 77};
    bad.end[2].y = (double)NAN;
    assert_int_equal(toi_primitive_contact(&bad, NULL, &r), TOI_ERROR_INVALID);
    bad.end[2].y = HUGE_VAL;
    assert_int_equal(toi_primitive_contact(&bad, NULL, &r), TOI_ERROR_INVALID);
    bad = q;
    bad.kind = TOI_PRIMITIVE_NONE;
    assert_int_equal(toi_primitive_contact(&bad, NULL, &r), TOI_ERROR_INVALID);
    const toi_primitive_def wrong[] = {
        {.separation = -1.0},    {.separation = (double)NAN},        {.tolerance = -1.0},
        {.tolerance = HUGE_VAL}, {.separation = 1.0, .exact = true}, {.link_capacity = 1}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        assert_int_equal(toi_primitive_contact(&q, &wrong[i], &r), TOI_ERROR_INVALID);
    }
    assert_int_equal(toi_primitive_contact(NULL, NULL, &r), TOI_ERROR_INVALID);
    assert_int_equal(toi_primitive_contact(&q, NULL, NULL), TOI_ERROR_INVALID);
    assert_int_equal(r.steps, 77);
    bad = q;
    bad.kind = TOI_PRIMITIVE_VV; // what is beyond the vertices of the kind is not looked at
    bad.end[2].y = (double)NAN;
    assert_int_equal(toi_primitive_contact(&bad, NULL, &r), TOI_OK);
}

// Differences of the first are beyond the range of doubles, and numbers of the second have two bits: times
// are the same as of numbers of usual size.
static void the_whole_range_of_doubles_is_taken(void** state)
{
    (void)state;
    const double m = DBL_MAX, s = 4.0 * DBL_TRUE_MIN;
    const double huge[8][3] = {{0.1 * m, -0.3 * m, 0.9 * m},   {-0.9 * m, -0.9 * m, -0.9 * m},
                               {0.9 * m, -0.9 * m, -0.9 * m},  {-0.9 * m, 0.95 * m, -0.9 * m},
                               {-0.1 * m, -0.3 * m, -0.9 * m}, {-0.9 * m, -0.9 * m, 0.9 * m},
                               {0.9 * m, -0.9 * m, 0.9 * m},   {-0.9 * m, 0.95 * m, 0.9 * m}};
    const double tiny[8][3] = {{s, s, 3.0 * s},  {0, 0, 0}, {3.0 * s, 0, 0}, {0, 3.0 * s, 0},
                               {s, s, -3.0 * s}, {0, 0, 0}, {3.0 * s, 0, 0}, {0, 3.0 * s, 0}};
    toi_primitive_query q = make_query(TOI_PRIMITIVE_VF, huge);
    toi_primitive_result r = ask_plain(&q, 0.0);
    assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
    assert_near(r.t_free, 0.5, NEAR);
    assert_true(isfinite(r.gap));
    q = make_query(TOI_PRIMITIVE_VF, tiny);
    r = ask_plain(&q, 0.0);
    assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
    assert_near(r.t_free, 0.5, NEAR);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(vertex_meets_the_inside_of_a_face),
        cmocka_unit_test(edges_cross),
        cmocka_unit_test(a_vertex_meets_an_edge_and_a_vertex),
        cmocka_unit_test(the_separation_is_euclidean),
        cmocka_unit_test(within_the_separation_at_the_start_is_contact_at_once),
        cmocka_unit_test(degenerate_faces_and_edges_act_as_what_they_are),
        cmocka_unit_test(a_start_that_is_apart_never_gives_time_zero),
        cmocka_unit_test(a_touch_at_the_start_is_told_from_the_smallest_gap),
        cmocka_unit_test(the_tolerance_is_relative_unless_given),
        cmocka_unit_test(out_of_steps_is_undecided_and_still_proved),
        cmocka_unit_test(wrong_input_is_refused_and_leaves_the_result_alone),
        cmocka_unit_test(the_whole_range_of_doubles_is_taken),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
