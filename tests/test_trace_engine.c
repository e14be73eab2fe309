// Traces of one pair whose answers are known in closed form, on and in the zone, at tops and bottoms of arcs,
// for axes far away, and for points, segments and triangles.

#include "trace_support.h"

static const double ZONE = 0.25, TOLERANCE = 1e-8;

typedef struct bodies {
    toi_mesh *box, *floor, *point;
} bodies;

static int make(void** state)
{
    static bodies b;
    b = (bodies){make_box(8.0, 8.0, 8.0), make_box(128.0, 128.0, 8.0), make_point()};
    *state = &b;
    return 0;
}

static int release(void** state)
{
    bodies* b = *state;
    toi_mesh_destroy(b->box);
    toi_mesh_destroy(b->floor);
    toi_mesh_destroy(b->point);
    return 0;
}

// Above a floor whose top is z = 0.
static ti_stop over_floor(const bodies* b, const toi_placed* mover, const toi_move* move)
{
    const toi_placed floor = place(b->floor, 0.0, 0.0, -8.0);
    const ti_pair_terms terms = {ZONE, TOLERANCE, 1000000};
    ti_reach reach;
    return ask_reach(mover, move, &floor, &terms, &reach);
}

static void assert_free(ti_stop stop)
{
    assert_int_equal(stop.answer, TOI_ANSWER_CLEAR);
    assert_true(stop.fraction == 1.0);
}

static void assert_stops(ti_stop stop, double fraction, double within)
{
    assert_int_equal(stop.answer, TOI_ANSWER_CONTACT);
    assert_near(stop.fraction, fraction, within);
    assert_true(stop.gap >= stop.kept - stop.work.rounding);
    assert_true(stop.gap <= stop.kept + stop.work.tolerance + stop.work.rounding);
}

static void a_box_falls_to_the_zone(void** state)
{
    toi_placed box = place(((bodies*)*state)->box, 1.0, 2.0, 32.0);
    toi_move down = translate(3.0, 0.0, -32.0);
    ti_stop stop = over_floor(*state, &box, &down);
    assert_stops(stop, (24.0 - ZONE) / 32.0, 1e-9);
    assert_true(stop.pose.position.z >= 8.0 + ZONE);
    assert_true(stop.normal.z == -1.0);
    assert_int_equal(stop.kind, TOI_CONTACT_VF);
    assert_int_equal(stop.a.index[0], 0);
    assert_int_equal(stop.b.index[0], 5);
    assert_near(stop.point.z, 0.5 * ZONE, 1e-7);
}

// The distance where it begins is kept: along and away it is free, towards it is not.
static void a_box_in_the_zone_slides_and_does_not_sink(void** state)
{
    toi_placed box = place(((bodies*)*state)->box, 0.0, 0.0, 8.1);
    toi_move down = translate(0.0, 0.0, -5.0), flat = translate(60.0, 3.0, 0.0),
             sink = translate(60.0, 0.0, -1e-3);
    toi_move barely = translate(60.0, 3.0, -1e-17), out = translate(1.0, 0.0, 5.0);
    assert_stops(over_floor(*state, &box, &down), 0.0, 1e-11);
    assert_stops(over_floor(*state, &box, &sink), 0.0, 1e-7);
    assert_free(over_floor(*state, &box, &flat));
    assert_free(over_floor(*state, &box, &barely));
    assert_free(over_floor(*state, &box, &out));
}

static void a_box_on_the_border_of_the_zone_slides(void** state)
{
    toi_placed box = place(((bodies*)*state)->box, 0.0, 0.0, 8.0 + ZONE);
    toi_move down = translate(0.0, 0.0, -5.0), flat = translate(60.0, 0.0, 0.0);
    assert_stops(over_floor(*state, &box, &down), 0.0, 1e-11);
    assert_free(over_floor(*state, &box, &flat));
}

// An arc with its axis at depth 3 from height z at 20 to the side: it comes back to a height where it turned
// twice the angle to its top.
static double degrees_back(double height, double back)
{
    double radius = sqrt(400.0 + (height + 3.0) * (height + 3.0));
    double up = asin((height + 3.0) / radius), down = asin((back + 3.0) / radius);
    return (TOI_PI - up - down) * (180.0 / TOI_PI);
}

static void a_point_on_the_border_leaves_and_comes_back(void** state)
{
    toi_placed point = place(((bodies*)*state)->point, 20.0, 0.0, ZONE);
    toi_vec3 axis = {0.0, -1.0, 0.0}, below = {0.0, 0.0, -3.0};
    toi_move out = rotate(below, axis, 175.0), in = rotate(below, axis, -175.0);
    assert_near(degrees_back(ZONE, ZONE), 161.54, 1e-3);
    assert_stops(over_floor(*state, &point, &out), degrees_back(ZONE, ZONE) / 175.0, 1e-8);
    assert_stops(over_floor(*state, &point, &in), 0.0, 1e-9);
}

// From within the zone it may come back as near as it was.
static void a_point_in_the_zone_leaves_and_comes_back_to_where_it_was(void** state)
{
    toi_placed point = place(((bodies*)*state)->point, 20.0, 0.0, 0.1);
    toi_move out = rotate((toi_vec3){0.0, 0.0, -3.0}, (toi_vec3){0.0, -1.0, 0.0}, 175.0);
    assert_stops(over_floor(*state, &point, &out), degrees_back(0.1, 0.1) / 175.0, 1e-9);
}

static void tops_and_bottoms_of_arcs_are_told_apart(void** state)
{
    toi_placed point = place(((bodies*)*state)->point, 0.0, 0.0, 0.1);
    toi_vec3 y = {0.0, 1.0, 0.0};
    toi_move top = rotate((toi_vec3){0.0, 0.0, -3.0}, y, 90.0),
             bottom = rotate((toi_vec3){0.0, 0.0, 5.0}, y, 90.0);
    assert_stops(over_floor(*state, &point, &top), 0.0, 1e-5);
    assert_free(over_floor(*state, &point, &bottom));
}

static void a_box_in_the_zone_turns_in_place_and_on_its_edge(void** state)
{
    toi_placed box = place(((bodies*)*state)->box, 0.0, 0.0, 8.1);
    toi_move spin = rotate((toi_vec3){0.0, 0.0, 8.0}, (toi_vec3){0.0, 0.0, 1.0}, 171.0);
    toi_move lift = rotate((toi_vec3){-8.0, 0.0, 0.1}, (toi_vec3){0.0, -1.0, 0.0}, 90.0);
    toi_move press = rotate((toi_vec3){-8.0, 0.0, 0.1}, (toi_vec3){0.0, 1.0, 0.0}, 90.0);
    assert_free(over_floor(*state, &box, &spin));
    assert_free(over_floor(*state, &box, &lift));
    assert_stops(over_floor(*state, &box, &press), 0.0, 1e-10);
}

// Whole turns and more: free where one whole turn is, and stopped where the first one is.
static void angles_of_any_size_are_taken(void** state)
{
    toi_placed high = place(((bodies*)*state)->box, 0.0, 0.0, 30.0),
               low = place(((bodies*)*state)->box, 0.0, 0.0, 9.0);
    toi_vec3 x = {1.0, 0.0, 0.0}, c = {0.0, 0.0, 30.0}, d = {0.0, 0.0, 9.0};
    const double angles[6] = {90.0, 179.0, 180.0, 270.0, 360.0, 123456.0};
    // Of a square turned by an angle the lowest corner is at 8 sqrt(2) cos(45 degrees - angle) below its
    // middle.
    double hit = 45.0 - acos((9.0 - ZONE) / (8.0 * sqrt(2.0))) * (180.0 / TOI_PI);
    for (int i = 0; i < 6; ++i) {
        toi_move around = rotate(c, x, angles[i]), back = rotate(c, x, -angles[i]),
                 stopped = rotate(d, x, angles[i]);
        ti_stop stop = over_floor(*state, &high, &around);
        assert_free(stop);
        double half = 0.5 * angles[i] * (TOI_PI / 180.0);
        assert_near(fabs(stop.pose.quaternion.w), fabs(cos(half)), 1e-13);
        assert_near(fabs(stop.pose.quaternion.x), fabs(sin(half)), 1e-13);
        assert_free(over_floor(*state, &high, &back));
        assert_stops(over_floor(*state, &low, &stopped), hit / angles[i], 1e-9);
    }
}

// A point that turns by more than half a turn around a far axis before it meets the floor.
static void a_contact_late_in_a_whole_turn_is_found(void** state)
{
    toi_placed point = place(((bodies*)*state)->point, 0.0, 0.0, 1.0);
    toi_vec3 c = {10.0, 0.0, 7.0}, y = {0.0, 1.0, 0.0};
    double radius = sqrt(136.0), start = atan2(1.0 - 7.0, -10.0), low = asin((ZONE - 7.0) / radius);
    // The lower of the two places at height ZONE that come after almost a whole turn, both ways round.
    double one = fmod(4.0 * TOI_PI + (TOI_PI - low) - start, 2.0 * TOI_PI);
    double other = fmod(4.0 * TOI_PI + start - low, 2.0 * TOI_PI);
    toi_move turn = rotate(c, y, 360.0), back = rotate(c, y, -360.0), many = rotate(c, y, -3600.0);
    assert_stops(over_floor(*state, &point, &turn), other / (2.0 * TOI_PI), 1e-8);
    assert_stops(over_floor(*state, &point, &back), one / (2.0 * TOI_PI), 1e-8);
    assert_stops(over_floor(*state, &point, &many), one / (20.0 * TOI_PI), 1e-9);
    assert_true(one > TOI_PI || other > TOI_PI);
}

static void an_axis_a_million_away_is_taken(void** state)
{
    toi_placed box = place(((bodies*)*state)->box, 0.0, 0.0, 40.0);
    toi_move turn = rotate((toi_vec3){1e6, 0.0, 40.0}, (toi_vec3){0.0, -1.0, 0.0}, 0.0019);
    toi_placed floor = place(((bodies*)*state)->floor, 0.0, 0.0, -8.0);
    const ti_pair_terms terms = {ZONE, TOLERANCE, 1000000};
    ti_reach reach;
    ti_stop stop = ask_reach(&box, &turn, &floor, &terms, &reach);
    assert_stops(stop, 0.001819126 / 0.0019, 1e-6);
}

static void moves_without_a_move_are_free(void** state)
{
    toi_placed box = place(((bodies*)*state)->box, 0.0, 0.0, 8.1);
    toi_move none = translate(0.0, 0.0, 0.0),
             still = rotate((toi_vec3){0.0, 0.0, 0.0}, (toi_vec3){0.0, 0.0, 1.0}, 0.0);
    assert_free(over_floor(*state, &box, &none));
    ti_stop stop = over_floor(*state, &box, &still);
    assert_free(stop);
    assert_true(stop.pose.position.z == 8.1 && stop.pose.quaternion.w == 1.0);
}

// Points, segments and triangles among each other.
static void bodies_without_volume_meet(void** state)
{
    const double long_x[6] = {-1.0, 0.0, 0.0, 1.0, 0.0, 0.0}, long_y[6] = {0.0, -1.0, 0.0, 0.0, 1.0, 0.0};
    const double flat[9] = {-1.0, -1.0, 0.0, 1.0, -1.0, 0.0, 0.0, 1.0, 0.0};
    toi_mesh* meshes[4] = {make_point(), make_polygon(long_x, 2), make_polygon(long_y, 2),
                           make_polygon(flat, 3)};
    const ti_pair_terms terms = {0.125, 1e-9, 1000000};
    (void)state;
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 4; ++k) {
            toi_placed mover = place(meshes[i], 0.0, 0.0, 3.0), body = place(meshes[k], 0.0, 0.0, 0.0);
            toi_move down = translate(0.0, 0.0, -4.0);
            toi_move around = rotate((toi_vec3){0.0, 5.0, 0.0}, (toi_vec3){1.0, 0.0, 0.0}, -360.0);
            ti_reach reach;
            assert_stops(ask_reach(&mover, &down, &body, &terms, &reach), 2.875 / 4.0, 1e-8);
            ask_reach(&mover, &around, &body, &terms, &reach);
            assert_int_not_equal(reach.outcome, TI_REACH_STUCK);
        }
    }
    for (int i = 0; i < 4; ++i) {
        toi_mesh_destroy(meshes[i]);
    }
}

// What starts in a place where nothing can be proved is told apart.
static void bodies_that_meet_at_the_start_are_told(void** state)
{
    const bodies* b = *state;
    const toi_placed floor = place(b->floor, 0.0, 0.0, -8.0);
    const ti_pair_terms terms = {ZONE, TOLERANCE, 1000000};
    const double heights[3] = {8.0, 7.0, -8.0};
    for (int i = 0; i < 3; ++i) {
        toi_placed box = place(b->box, 0.0, 0.0, heights[i]);
        toi_move up = translate(0.0, 0.0, 5.0);
        ti_reach reach;
        ask_reach(&box, &up, &floor, &terms, &reach);
        assert_int_equal(reach.outcome, TI_REACH_MEETS);
    }
}

// From behind and edge-on, once wholly behind the plane.
static void a_face_with_one_side_stops_what_begins_in_front(void** state)
{
    const double square[12] = {-9, -9, 0, 9, -9, 0, 9, 9, 0, -9, 9, 0};
    toi_mesh *sheet = make_polygon(square, 4), *point = make_point();
    const ti_pair_terms terms = {ZONE, TOLERANCE, 1000000};
    (void)state;
    for (uint32_t sides = 1; sides <= 2; ++sides) {
        toi_placed body = {sheet, {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}, sides};
        const double starts[2] = {3.0, -3.0};
        for (int i = 0; i < 2; ++i) {
            toi_placed mover = place(point, 0.0, 0.0, starts[i]),
                       edge_on = place(point, 20.0, 0.0, 0.1 * starts[i]);
            toi_move through = translate(0.0, 0.0, -2.0 * starts[i]),
                     along = translate(-40.0, 0.0, -0.05 * starts[i]);
            ti_reach reach;
            ask_reach(&mover, &through, &body, &terms, &reach);
            assert_int_equal(reach.outcome, sides == 1 && i == 1 ? TI_REACH_CLEAR : TI_REACH_STOP);
            ask_reach(&edge_on, &along, &body, &terms, &reach);
            assert_int_equal(reach.outcome, sides == 1 && i == 1 ? TI_REACH_CLEAR : TI_REACH_STOP);
        }
    }
    toi_mesh_destroy(sheet);
    toi_mesh_destroy(point);
}

// A floor of two triangles, and a mover of two pieces: each passes a triangle that it begins behind, and no
// other.
static void faces_of_an_open_mesh_with_one_side_stop_what_begins_in_front(void** state)
{
    // A sheet folded along x = 0: at the right it is level, at the left it falls.
    const double fold[18] = {0, -9, 0, 9, -9, 0, 9, 9, 0, 0, 9, 0, -9, -9, -9, -9, 9, -9};
    const uint32_t corners[8] = {0, 1, 2, 3, 4, 0, 3, 5}, offsets[3] = {0, 4, 8};
    toi_mesh *sheet = NULL, *point = make_point();
    toi_mesh_def def = {
        .vertices = fold, .vertex_count = 6, .indices = corners, .face_offsets = offsets, .face_count = 2};
    const ti_pair_terms terms = {ZONE, TOLERANCE, 1000000};
    (void)state;
    assert_int_equal(toi_mesh_create(&def, &sheet, NULL), TOI_OK);
    for (uint32_t sides = 1; sides <= 2; ++sides) {
        toi_placed body = {sheet, {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}, sides};
        toi_placed above = place(point, 4.0, 0.0, 3.0), below = place(point, 4.0, 0.0, -3.0);
        toi_placed left = place(point, -4.0, 0.0, -1.0); // behind the level face, in front of the other
        toi_move down = translate(0.0, 0.0, -6.0), up = translate(0.0, 0.0, 6.0),
                 right = translate(9.0, 0.0, -3.0);
        ti_reach reach;
        ask_reach(&above, &down, &body, &terms, &reach);
        assert_int_equal(reach.outcome, TI_REACH_STOP);
        ask_reach(&below, &up, &body, &terms, &reach);
        assert_int_equal(reach.outcome, sides == 1 ? TI_REACH_CLEAR : TI_REACH_STOP);
        ask_reach(&left, &right, &body, &terms, &reach);
        assert_int_equal(reach.outcome, TI_REACH_STOP);
    }
    toi_mesh_destroy(sheet);
    toi_mesh_destroy(point);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_falls_to_the_zone),
        cmocka_unit_test(a_box_in_the_zone_slides_and_does_not_sink),
        cmocka_unit_test(a_box_on_the_border_of_the_zone_slides),
        cmocka_unit_test(a_point_on_the_border_leaves_and_comes_back),
        cmocka_unit_test(a_point_in_the_zone_leaves_and_comes_back_to_where_it_was),
        cmocka_unit_test(tops_and_bottoms_of_arcs_are_told_apart),
        cmocka_unit_test(a_box_in_the_zone_turns_in_place_and_on_its_edge),
        cmocka_unit_test(angles_of_any_size_are_taken),
        cmocka_unit_test(a_contact_late_in_a_whole_turn_is_found),
        cmocka_unit_test(an_axis_a_million_away_is_taken),
        cmocka_unit_test(moves_without_a_move_are_free),
        cmocka_unit_test(bodies_without_volume_meet),
        cmocka_unit_test(bodies_that_meet_at_the_start_are_told),
        cmocka_unit_test(a_face_with_one_side_stops_what_begins_in_front),
        cmocka_unit_test(faces_of_an_open_mesh_with_one_side_stop_what_begins_in_front),
    };
    return cmocka_run_group_tests(tests, make, release);
}
