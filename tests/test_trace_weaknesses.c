// W1 to W9 of the notes on the published system, each where it fails and a certified trace must not. The ends
// of all traces are decided exactly by case_trace.

#include "trace_cases.h"

static trace_case c;

static int clear_case(void** state)
{
    (void)state;
    memset(&c, 0, sizeof c);
    return 0;
}

// The degrees that are turned until the stop; negative where the move is made whole.
static double degrees_turned(const toi_pose* start, const toi_move* move)
{
    toi_trace_result r = case_trace(&c, start, move);
    return r.answer == TOI_ANSWER_CLEAR ? -1.0 : r.fraction * fabs(move->angle) / case_degree;
}

// ---- W1

// A rod 5 above a ridge turns about an axis that runs along the ridge, crosses the rod, and is 6 to the side
// of the ridge: its ends move in opposite directions. It is 5 cos x - 6 sin x above the ridge.
static void an_edge_is_met_by_the_velocity_of_the_contact(void** state)
{
    (void)state;
    ts_make_still(TS_WEDGE60, &c.still_shape[0]);
    ts_make_segment(&c.mover_shape, (toi_vec3){-10.0, 0.0, 0.0}, (toi_vec3){14.0, 0.0, 0.0});
    case_add(&c, &case_identity, 2);
    case_begin(&c);
    toi_pose start = pose_at(0.0, 3.0, 5.0);
    toi_move turn = rotate((toi_vec3){6.0, 0.0, 5.0}, (toi_vec3){0.0, -1.0, 0.0}, 80.0);
    toi_trace_result r = case_trace(&c, &start, &turn);
    assert_near(r.fraction * 80.0, (acos(0.25 / sqrt(61.0)) - atan2(6.0, 5.0)) / case_degree, 1e-5);
    assert_int_equal(r.kind, TOI_CONTACT_EE);
    // The other way, and about an axis above the rod.
    for (int i = 0; i < 3; ++i) {
        turn.point.z = i == 0 ? 5.0 : 10.0;
        turn.axis.y = i == 2 ? -1.0 : 1.0;
        double expected = fmin(case_first(&c, &start, &turn, 0.25), 1.0);
        assert_near(case_trace(&c, &start, &turn).fraction, expected, 1e-7);
    }
    case_end(&c);
}

// Boxes that turn by up to 10 degrees onto a wedge and a tetrahedron, edges first: as all pairs of features
// say.
static void turns_by_ten_degrees_stop_where_all_pairs_of_features_say(void** state)
{
    (void)state;
    gen_random random = {101};
    ts_make_still(TS_TET, &c.still_shape[0]);
    ts_make_moving(TS_PLANK, &c.mover_shape);
    case_add(&c, &case_identity, 2);
    case_begin(&c);
    int edges = 0, hits = 0;
    for (int n = 0; n < 400; ++n) {
        toi_vec3 d = gen_direction(&random);
        double r = gen_between(&random, 15.0, 45.0);
        toi_pose start = {{13.0 + r * d.x, 13.0 + r * d.y, 13.0 + r * d.z}, gen_quaternion(&random)};
        te_gap gap = case_gap(&c, &start);
        if (gap.low < 0.26L || gap.low > 4.0L) {
            continue;
        }
        toi_move turn =
            rotate(start.position, gen_direction(&random), gen_chance(&random, 0.5) ? 10.0 : -10.0);
        toi_trace_result result = case_trace(&c, &start, &turn);
        double first = case_first(&c, &start, &turn, 0.25 - 1e-12);
        assert_true(result.fraction <= first);
        hits += result.answer == TOI_ANSWER_CONTACT;
        edges += result.answer == TOI_ANSWER_CONTACT && result.kind == TOI_CONTACT_EE;
    }
    assert_true(hits > 10 && edges > 3);
    case_end(&c);
}

// ---- W2

// A blade hangs from an axis 16 above the tip of an octahedron. With its middle x degrees from the tip, a
// side of the blade is 16 sin x - 1 from it: 0.25 is left asin(1.25/16) before.
static void a_plane_that_turns_meets_a_tip_in_the_second_half_turn(void** state)
{
    (void)state;
    static const double angles[7][2] = {{100, 140}, {100, 170}, {150, 190}, {200, 240},
                                        {300, 350}, {350, 400}, {90, 900}};
    ts_make_still(TS_OCTA, &c.still_shape[0]);
    for (uint32_t i = 0; i < 3 * c.still_shape[0].vertex_count; ++i) {
        c.still_shape[0].vertices[i] *= i % 3 == 2 ? 1.0 : 1.0 / 32.0;
    }
    ts_make_box(&c.mover_shape, 20.0, 1.0, 7.0);
    ts_shift(&c.mover_shape, (toi_vec3){0.0, 0.0, -11.0}); // from 4 to 18 below the axis
    case_add(&c, &case_identity, 2);
    case_begin(&c);
    for (int i = 0; i < 14; ++i) {
        double at = angles[i / 2][0], sense = i % 2 ? 1.0 : -1.0, half = 0.5 * sense * at * case_degree;
        toi_pose start = {{0.0, 0.0, 40.0}, {cos(half), sin(half), 0.0, 0.0}};
        toi_move turn =
            rotate((toi_vec3){5.0, 0.0, 40.0}, (toi_vec3){-3.0, 0.0, 0.0}, sense * angles[i / 2][1]);
        toi_trace_result r = case_trace(&c, &start, &turn);
        assert_near(r.fraction * angles[i / 2][1], at - asin(1.25 / 16.0) / case_degree, 1e-4);
        assert_int_equal(r.kind, TOI_CONTACT_FV);
    }
    case_end(&c);
}

// ---- W3

// A level of three walls at x = -200, 0 and 200. A point on an arc of radius 306 about a vertical axis meets
// them where the arc is within 0.25 of a wall.
static void points_on_wide_arcs_meet_the_walls_that_chords_miss(void** state)
{
    (void)state;
    gen_random random = {306};
    int hits = 0;
    ts_make_point(&c.mover_shape);
    for (uint32_t i = 0; i < 3; ++i) {
        ts_make_quad(&c.still_shape[i], 400.0, 400.0);
        toi_pose pose = {{200.0 * i - 200.0, 0.0, 0.0}, {1.0, 0.0, 1.0, 0.0}};
        case_add(&c, &pose, 2);
    }
    case_begin(&c);
    for (int n = 0; n < 80; ++n) {
        double from = gen_between(&random, -180.0, 180.0), turn_by = gen_between(&random, -175.0, 175.0);
        turn_by = n == 0 ? -120.7 : turn_by;
        toi_vec3 center = {gen_between(&random, -20.0, 20.0), gen_between(&random, -20.0, 20.0), 7.0};
        toi_pose start = pose_at(center.x + 306.0 * cos(from * case_degree),
                                 center.y + 306.0 * sin(from * case_degree), 3.0);
        if (case_gap(&c, &start).low < 0.3L) {
            continue;
        }
        toi_move turn = rotate(center, (toi_vec3){0.0, 0.0, 1.0}, turn_by);
        // Each side of each wall is reached where 306 cos x = wall +- 0.25 - centre.
        double first = HUGE_VAL;
        for (int k = 0; k < 12; ++k) {
            double wall = 200.0 * (k / 4) - 200.0, side = k / 2 % 2 ? 0.25 : -0.25;
            double goal = (k % 2 ? 1.0 : -1.0) * acos((wall + side - center.x) / 306.0) / case_degree;
            double way = fmod((goal - from) * (turn_by < 0.0 ? -1.0 : 1.0) + 720.0, 360.0);
            first = fmin(first, way);
        }
        double got = degrees_turned(&start, &turn);
        assert_near(got, first <= fabs(turn_by) ? first : -1.0, 1e-6);
        hits += got >= 0.0;
    }
    assert_true(hits > 20);
    case_end(&c);
}

// ---- W4

// The line of a rod, 3 from a vertical axis, passes a vertical rim at a radius of 5 twice in a turn, 4 to
// either side of its foot. The rod has but one of the two places, that which comes second.
static void the_second_passing_of_two_lines_is_found_where_the_first_is_outside(void** state)
{
    (void)state;
    ts_make_quad(&c.still_shape[0], 2.0, 1.0);
    ts_make_segment(&c.mover_shape, (toi_vec3){3.0, 3.0, 0.0}, (toi_vec3){3.0, 5.0, 0.0});
    // The quad stands upright, from a radius of 5 to 9.
    toi_pose upright = {{7.0, 0.0, 0.0}, {1.0, 1.0, 0.0, 0.0}};
    case_add(&c, &upright, 2);
    c.separation = 1e-3;
    case_begin(&c);
    double half = 30.0 * case_degree;
    toi_pose start = {{0.0, 0.0, 0.0}, {cos(half), 0.0, 0.0, sin(half)}};
    toi_move turn = rotate((toi_vec3){0.0, 0.0, 0.0}, (toi_vec3){0.0, 0.0, -1.0}, 170.0);
    double expected = 60.0 + acos(3.001 / 5.0) / case_degree;
    toi_trace_result r = case_trace(&c, &start, &turn);
    assert_near(r.fraction * 170.0, expected, 1e-6);
    assert_int_equal(r.kind, TOI_CONTACT_EE);
    assert_near(case_first(&c, &start, &turn, 1e-3) * 170.0, expected, 1e-9);
    case_end(&c);
}

// ---- W5

static void what_is_behind_a_face_turns_freely_and_stops_there(void** state)
{
    (void)state;
    ts_make_point(&c.mover_shape);
    ts_make_quad(&c.still_shape[0], 64.0, 64.0);
    case_add(&c, &case_identity, 2);
    case_begin(&c);
    toi_pose behind = pose_at(10.0, 0.0, -0.8);
    toi_move away = rotate((toi_vec3){0.0, 0.0, -0.8}, (toi_vec3){0.0, 1.0, 0.0}, 150.0);
    assert_near(degrees_turned(&behind, &away), -1.0, 0.0);
    away.angle = -away.angle;
    assert_near(degrees_turned(&behind, &away), asin(0.055) / case_degree, 1e-5);
    assert_int_equal(case_trace(&c, &behind, (toi_move[]){translate(5.0, 5.0, -5.0)}).answer,
                     TOI_ANSWER_CLEAR);
    case_end(&c);
}

// ---- W6

static void sliding_does_not_use_up_the_margin(void** state)
{
    (void)state;
    ts_make_still(TS_FLAT, &c.still_shape[0]);
    ts_make_moving(TS_B8, &c.mover_shape);
    case_add(&c, &case_identity, 2);
    case_begin(&c);
    static const double gaps[4] = {0.01, 0.1, 0.2, 0.25};
    for (int i = 0; i < 4; ++i) {
        toi_pose pose = pose_at(-60.0, 3.0, 8.0 + gaps[i]);
        real from = case_gap(&c, &pose).low;
        double e = 0.0, down = 0.0;
        for (int n = 0; n < 200; ++n) {
            toi_move slide = translate(n % 2 ? -60.0 : 60.0, 0.0, -0.001);
            toi_trace_result r = case_trace(&c, &pose, &slide);
            assert_true(r.fraction < 0.01);
            pose = r.pose;
            e = fmax(e, r.work.rounding);
            down += 16.0 * e + case_tolerance * 0.25;
            // Along the floor all of it is made.
            slide.by.z = 0.0;
            r = case_trace(&c, &pose, &slide);
            assert_int_equal(r.answer, TOI_ANSWER_CLEAR);
            pose = r.pose;
        }
        assert_true((double)case_gap(&c, &pose).high >= (double)from - down);
        assert_true((double)case_gap(&c, &pose).high >= gaps[i] - 1e-8);
    }
    case_end(&c);
}

// A box that would pass a cube at any gap below the separation is stopped before it; one that passes at more
// is not.
static void nothing_passes_by_nearer_than_the_separation(void** state)
{
    (void)state;
    ts_make_still(TS_CUBE, &c.still_shape[0]);
    ts_make_moving(TS_B8, &c.mover_shape);
    case_add(&c, &case_identity, 2);
    case_begin(&c);
    static const double gaps[8] = {-0.3, -0.01, 0.0, 0.01, 0.2, 0.2499, 0.25001, 0.3};
    for (int i = 0; i < 8; ++i) {
        toi_pose start = pose_at(-80.0, 0.0, 40.0 + gaps[i]);
        toi_trace_result r = case_trace(&c, &start, (toi_move[]){translate(160.0, 0.0, 0.0)});
        if (gaps[i] > 0.25) {
            assert_int_equal(r.answer, TOI_ANSWER_CLEAR);
            continue;
        }
        // Edge against edge: the corner of a square that is rounded by 0.25.
        double ahead = gaps[i] > 0.0 ? sqrt(0.0625 - gaps[i] * gaps[i]) : 0.25;
        assert_near(r.fraction, (80.0 - 40.0 - ahead) / 160.0, 2e-7);
    }
    case_end(&c);
}

// ---- W7

// A point at the height of the hull, or in the zone, over a floor leaves along an arc about an axis 3 below,
// and comes back to where it began.
static void a_start_on_the_hull_is_met_again_from_above(void** state)
{
    (void)state;
    ts_make_point(&c.mover_shape);
    ts_make_quad(&c.still_shape[0], 128.0, 128.0);
    case_add(&c, &case_identity, 2);
    case_begin(&c);
    static const double heights[5] = {0.25, 0.249, 0.2501, 0.1, 0.3};
    for (int i = 0; i < 5; ++i) {
        toi_pose start = pose_at(20.0, 0.0, heights[i]);
        toi_move out = rotate((toi_vec3){0.0, 0.0, -3.0}, (toi_vec3){0.0, -1.0, 0.0}, 175.0);
        double back = 180.0 - (atan((3.0 + heights[i]) / 20.0) +
                               asin((3.0 + fmin(heights[i], 0.25)) / hypot(20.0, 3.0 + heights[i]))) /
                                  case_degree;
        assert_near(degrees_turned(&start, &out), back, 1e-4);
        out.angle = -out.angle;
        double in = (atan((3.0 + heights[i]) / 20.0) -
                     asin((3.0 + fmin(heights[i], 0.25)) / hypot(20.0, 3.0 + heights[i]))) /
                    case_degree;
        assert_near(degrees_turned(&start, &out), in, 1e-4);
    }
    toi_pose start = pose_at(20.0, 0.0, 0.25);
    toi_move out = rotate((toi_vec3){0.0, 0.0, -3.0}, (toi_vec3){0.0, -1.0, 0.0}, 175.0);
    assert_near(degrees_turned(&start, &out), 161.540227513, 1e-4);
    out.angle = 161.53 * case_degree;
    assert_near(degrees_turned(&start, &out), -1.0, 0.0);
    case_end(&c);
}

// ---- W8

static void far_from_zero_a_box_stops_where_it_stops_near_zero(void** state)
{
    (void)state;
    static const double shifts[5] = {1024.0, 16384.0, 65536.0, 131072.0, 1e6};
    for (int i = 0; i < 10; ++i) {
        memset(&c, 0, sizeof c);
        double d = shifts[i / 2];
        toi_pose pose = pose_at(0.0, 0.0, 0.0);
        ts_make_still(TS_CUBE, &c.still_shape[0]);
        if (i % 2 == 0) {
            ts_shift(&c.still_shape[0], (toi_vec3){d, -d, d});
        } else {
            pose = pose_at(d, -d, d);
        }
        ts_make_moving(TS_B8, &c.mover_shape);
        case_add(&c, &pose, 2);
        case_begin(&c);
        c.pair[0].origin = (toi_vec3){d, -d, d};
        te_pair_place(&c.pair[0], 1, &pose);
        toi_pose start = pose_at(d + 3.0, -d + 5.0, d + 60.0);
        toi_trace_result r = case_trace(&c, &start, (toi_move[]){translate(0.0, 0.0, -40.0)});
        assert_near(r.fraction, (60.0 - 40.25) / 40.0, 1e-8);
        // On one corner's edge, about an axis through its middle: first contact is at the zone.
        toi_move turn = rotate(r.pose.position, (toi_vec3){0.0, 1.0, 0.0}, 10.0);
        assert_true(case_trace(&c, &r.pose, &turn).fraction < 1e-5);
        assert_int_equal(case_trace(&c, &r.pose, (toi_move[]){translate(20.0, 0.0, 0.0)}).answer,
                         TOI_ANSWER_CLEAR);
        case_end(&c);
    }
}

// ---- W9

// The rim of a sheet stops a box that comes edge-on, whichever way the sheet looks, and also where it is
// doubled.
static void sheets_stop_what_comes_at_their_rim(void** state)
{
    (void)state;
    for (int kind = 0; kind < 3; ++kind) {
        memset(&c, 0, sizeof c);
        ts_make_quad(&c.still_shape[0], 64.0, 64.0);
        if (kind == 1) {
            gen_shape_face(&c.still_shape[0], (uint32_t[]){3, 2, 1, 0}, 4);
        }
        // The last one looks down.
        toi_pose pose = {{0.0, 0.0, 0.0}, {kind == 2 ? 0.0 : 1.0, kind == 2 ? 1.0 : 0.0, 0.0, 0.0}};
        ts_make_moving(TS_B8, &c.mover_shape);
        case_add(&c, &pose, 2);
        case_begin(&c);
        for (int i = 0; i < 5; ++i) {
            toi_pose start = pose_at(100.0, 3.0, 3.0 * i - 6.0);
            toi_trace_result r = case_trace(&c, &start, (toi_move[]){translate(-200.0, 0.0, i - 2.0)});
            assert_near(r.fraction, (100.0 - 72.25) / 200.0, 2e-7);
        }
        // And from both faces.
        for (int side = -1; side <= 1; side += 2) {
            toi_pose start = pose_at(1.0, 2.0, side * 20.0);
            toi_trace_result r = case_trace(&c, &start, (toi_move[]){translate(0.0, 0.0, side * -40.0)});
            assert_near(r.fraction, (20.0 - 8.25) / 40.0, 2e-7);
        }
        case_end(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(an_edge_is_met_by_the_velocity_of_the_contact, clear_case),
        cmocka_unit_test_setup(turns_by_ten_degrees_stop_where_all_pairs_of_features_say, clear_case),
        cmocka_unit_test_setup(a_plane_that_turns_meets_a_tip_in_the_second_half_turn, clear_case),
        cmocka_unit_test_setup(points_on_wide_arcs_meet_the_walls_that_chords_miss, clear_case),
        cmocka_unit_test_setup(the_second_passing_of_two_lines_is_found_where_the_first_is_outside,
                               clear_case),
        cmocka_unit_test_setup(what_is_behind_a_face_turns_freely_and_stops_there, clear_case),
        cmocka_unit_test_setup(sliding_does_not_use_up_the_margin, clear_case),
        cmocka_unit_test_setup(nothing_passes_by_nearer_than_the_separation, clear_case),
        cmocka_unit_test_setup(a_start_on_the_hull_is_met_again_from_above, clear_case),
        cmocka_unit_test_setup(far_from_zero_a_box_stops_where_it_stops_near_zero, clear_case),
        cmocka_unit_test_setup(sheets_stop_what_comes_at_their_rim, clear_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
