// Degenerate starts and moves, as a table: in the zone, on its border, touching, at the top and bottom of an
// arc, in a hole that is narrower than two separations, for bodies without volume. All ends are decided
// exactly by case_trace.

#include "trace_cases.h"

static trace_case c;

static int clear_case(void** state)
{
    (void)state;
    memset(&c, 0, sizeof c);
    return 0;
}

typedef struct row {
    const char* name;
    double z; // of the middle of a box of half 8 over a floor at 0
    toi_move move;
    double fraction, tolerance; // expected
} row;

static void a_box_over_a_floor_obeys_the_table(void** state)
{
    (void)state;
    const toi_vec3 up = {0.0, 0.0, 1.0}, y = {0.0, 1.0, 0.0};
    const row rows[] = {
        {"in the zone, down", 8.1, translate(0, 0, -5), 0.0, 1e-9},
        {"in the zone, along", 8.1, translate(60, 3, 0), 1.0, 0.0},
        {"in the zone, along but for less than rounding", 8.1, translate(60, 3, -1e-17), 1.0, 0.0},
        {"in the zone, along and a little down", 8.1, translate(60, 0, -1e-3), 0.0, 1e-6},
        {"in the zone, out", 8.1, translate(1, 0, 5), 1.0, 0.0},
        {"on its border, down", 8.25, translate(0, 0, -5), 0.0, 1e-7},
        {"on its border, along", 8.25, translate(60, 0, 0), 1.0, 0.0},
        {"touching, along", 8.0, translate(60, 0, 0), 1.0, 0.0},
        {"touching, out", 8.0, translate(0, 0, 5), 1.0, 0.0},
        {"touching, out aslant", 8.0, translate(30, 2, 1e-3), 1.0, 0.0},
        {"touching, in", 8.0, translate(0, 0, -1e-9), 0.0, 0.0},
        {"touching, in aslant", 8.0, translate(60, 0, -1e-9), 0.0, 0.0},
        {"in the zone, about the vertical", 8.1, rotate((toi_vec3){0, 0, 8}, up, 171), 1.0, 0.0},
        {"in the zone, about an edge, lifting", 8.1, rotate((toi_vec3){-8, 0, 0.1}, y, -90), 1.0, 0.0},
        {"in the zone, about an edge, falling", 8.1, rotate((toi_vec3){-8, 0, 0.1}, y, 90), 0.0, 1e-8},
        {"in the zone, about its middle", 8.1, rotate((toi_vec3){0, 0, 8.1}, y, 90), 0.0, 1e-8},
        {"an axis a million away, down", 40.0, rotate((toi_vec3){1e6, 0, 40}, y, -0.0019),
         31.75e-6 / case_degree / 0.0019, 1e-4},
        {"no angle", 8.1, rotate((toi_vec3){0, 0, 8}, up, 0), 1.0, 0.0},
        {"no way", 8.1, translate(0, 0, 0), 1.0, 0.0},
    };
    ts_make_still(TS_FLAT, &c.still_shape[0]);
    ts_make_moving(TS_B8, &c.mover_shape);
    case_add(&c, &case_identity, 2);
    case_begin(&c);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        toi_pose start = pose_at(0.0, 0.0, rows[i].z);
        toi_trace_result r = case_trace(&c, &start, &rows[i].move);
        if (!(fabs(r.fraction - rows[i].fraction) <= rows[i].tolerance)) {
            fail_msg("%s: %.17g, expected %.17g", rows[i].name, r.fraction, rows[i].fraction);
        }
        assert_int_equal(r.start, rows[i].z == 8.0 ? TOI_START_TOUCHING : TOI_START_FREE);
        te_gap end = case_gap(&c, &r.pose);
        assert_true(end.relation != TE_CROSSING);
    }
    case_end(&c);
}

// A point 0.1 over a floor: at the top of an arc it is stopped though its speed is along the floor, at the
// bottom it is not.
static void the_top_of_an_arc_stops_and_its_bottom_does_not(void** state)
{
    (void)state;
    ts_make_point(&c.mover_shape);
    ts_make_still(TS_FLAT, &c.still_shape[0]);
    case_add(&c, &case_identity, 2);
    case_begin(&c);
    toi_pose start = pose_at(0.0, 0.0, 0.1);
    for (int sense = -1; sense <= 1; sense += 2) {
        toi_move top = rotate((toi_vec3){0.0, 0.0, -3.0}, (toi_vec3){0.0, 1.0, 0.0}, 90.0 * sense);
        toi_move bottom = rotate((toi_vec3){0.0, 0.0, 5.0}, (toi_vec3){0.0, 1.0, 0.0}, 90.0 * sense);
        // It falls by 3.1 (1 - cos x), which the slack of 16 rounding bounds and the tolerance allow.
        toi_trace_result r = case_trace(&c, &start, &top);
        assert_true(r.fraction * fabs(top.angle) < sqrt(2.0 * 32.0 * r.work.rounding / 3.1));
        assert_int_equal(case_trace(&c, &start, &bottom).answer, TOI_ANSWER_CLEAR);
    }
    case_end(&c);
}

// Figure 4 of the paper: out of the zone, and back to the height of the start, not to the border of the zone.
static void what_leaves_the_zone_may_come_back_as_far_as_it_was(void** state)
{
    (void)state;
    ts_make_point(&c.mover_shape);
    ts_make_still(TS_FLAT, &c.still_shape[0]);
    case_add(&c, &case_identity, 2);
    case_begin(&c);
    toi_pose start = pose_at(20.0, 0.0, 0.1);
    toi_move out = rotate((toi_vec3){0.0, 0.0, -3.0}, (toi_vec3){0.0, -1.0, 0.0}, 175.0);
    assert_near(case_trace(&c, &start, &out).fraction * 175.0, 162.378534, 1e-5);
    case_end(&c);
}

// A peg in a hole, 0.1 free on all four sides and a separation of 0.25: it goes in and out, and neither aside
// nor about its axis.
static void a_peg_slides_in_a_hole_that_is_narrower_than_two_separations(void** state)
{
    (void)state;
    ts_make_box(&c.mover_shape, 1.0, 1.0, 8.0);
    for (uint32_t i = 0; i < 4; ++i) {
        double side = i % 2 ? 1.0 : -1.0;
        ts_make_box(&c.still_shape[i], 2.0, 2.0, 4.0);
        ts_shift(&c.still_shape[i], (toi_vec3){i < 2 ? side * 3.1 : 0.0, i < 2 ? 0.0 : side * 3.1, 0.0});
        case_add(&c, &case_identity, 2);
    }
    case_begin(&c);
    toi_pose start = pose_at(0.0, 0.0, 0.0);
    toi_trace_result r = case_trace(&c, &start, (toi_move[]){translate(0.0, 0.0, 30.0)});
    assert_int_equal(r.answer, TOI_ANSWER_CLEAR);
    assert_near(r.kept, 0.1, 1e-9);
    assert_int_equal(case_trace(&c, &start, (toi_move[]){translate(0.0, 0.0, -30.0)}).answer,
                     TOI_ANSWER_CLEAR);
    assert_true(case_trace(&c, &start, (toi_move[]){translate(0.01, 0.0, 0.0)}).fraction < 1e-6);
    toi_move turn = rotate((toi_vec3){0.0, 0.0, 0.0}, (toi_vec3){0.0, 0.0, 1.0}, 5.0);
    assert_true(case_trace(&c, &start, &turn).fraction < 1e-6);
    case_end(&c);
}

// Points, segments and polygons against each other.
static void bodies_without_volume_stop_at_the_separation(void** state)
{
    (void)state;
    for (int i = 0; i < 9; ++i) {
        gen_shape* shapes[2] = {&c.mover_shape, &c.still_shape[0]};
        memset(&c, 0, sizeof c);
        for (int k = 0; k < 2; ++k) {
            int kind = k == 0 ? i / 3 : i % 3;
            if (kind == 0) {
                ts_make_point(shapes[k]);
            } else if (kind == 1) {
                ts_make_segment(shapes[k], (toi_vec3){-3.0, k ? 1.0 : -1.0, 0.0},
                                (toi_vec3){3.0, k ? -1.0 : 1.0, 0.0});
            } else {
                ts_make_quad(shapes[k], 2.0, 3.0);
            }
        }
        case_add(&c, &case_identity, 2);
        case_begin(&c);
        toi_pose start = pose_at(0.0, 0.0, 10.0);
        toi_trace_result r = case_trace(&c, &start, (toi_move[]){translate(0.0, 0.0, -30.0)});
        assert_near(r.fraction * 30.0, 9.75, 1e-6);
        toi_move turn = rotate((toi_vec3){10.0, 0.0, 10.0}, (toi_vec3){0.0, -1.0, 0.0}, 200.0);
        r = case_trace(&c, &start, &turn);
        assert_near(r.fraction, fmin(case_first(&c, &start, &turn, 0.25), 1.0), 1e-7);
        case_end(&c);
    }
}

// Four triangles leave lanes of the tree unused, which a reach beyond the range of float must not find.
static void lengths_near_the_end_of_their_range_are_within_the_zone(void** state)
{
    (void)state;
    static const double vertices[15] = {-10, -10, 0, 10, -10, 0, 10, 10, 0, -10, 10, 1, 0, 0, -1};
    static const uint32_t corners[12] = {0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4}, offsets[5] = {0, 3, 6, 9, 12};
    static const double lengths[][2] = {
        {1e-3, 1e308}, {1e30, 1e36}, {1e38, 1e38}, {1e100, 1e3}, {1e200, 1e308}};
    const toi_mesh_def def = {.vertices = vertices,
                              .vertex_count = 5,
                              .indices = corners,
                              .face_offsets = offsets,
                              .face_count = 4};
    toi_placed body = {NULL, pose_at(0.0, 0.0, 0.0), 2}, mover = {make_point(), pose_at(0.5, 0.25, 25.0), 2};
    toi_mesh* mesh;
    toi_stage* stage;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    body.mesh = mesh;
    assert_int_equal(toi_stage_create(&body, 1, NULL, &stage, NULL), TOI_OK);
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; ++i) {
        const toi_trace_def terms = {.separation = lengths[i][0], .tolerance = lengths[i][1]};
        for (int up = 0; up < 2; ++up) {
            toi_move move = translate(0.0, 0.0, up ? 40.0 : -40.0);
            toi_trace_result r;
            assert_int_equal(toi_trace(stage, &mover, &move, &terms, &r), TOI_OK);
            assert_int_equal(r.answer, up ? TOI_ANSWER_CLEAR : TOI_ANSWER_CONTACT);
            assert_true(r.kept <= lengths[i][0] && r.kept > 0.0);
        }
    }
    toi_stage_destroy(stage);
    toi_mesh_destroy(mesh);
    toi_mesh_destroy((toi_mesh*)mover.mesh);
}

// Squares of such lengths are zero, or beyond the range of double.
static void turns_of_tiny_and_huge_bodies_stop_where_those_of_ordinary_ones_do(void** state)
{
    (void)state;
    double fraction[3];
    for (int i = 0; i < 3; ++i) {
        double k = ldexp(1.0, 700 * (i - 1));
        toi_mesh *small = make_box(k, k, k), *large = make_box(10.0 * k, 10.0 * k, 10.0 * k);
        toi_placed body = {large, pose_at(0.0, 0.0, 0.0), 2}, mover = {small, pose_at(0.0, 0.0, 25.0 * k), 2};
        toi_move move = rotate((toi_vec3){0.0, 30.0 * k, 25.0 * k}, (toi_vec3){1.0, 0.0, 0.0}, 170.0);
        toi_stage* stage;
        toi_trace_result r;
        assert_int_equal(toi_stage_create(&body, 1, NULL, &stage, NULL), TOI_OK);
        assert_int_equal(toi_trace(stage, &mover, &move, NULL, &r), TOI_OK);
        assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
        fraction[i] = r.fraction;
        toi_stage_destroy(stage);
        toi_mesh_destroy(small);
        toi_mesh_destroy(large);
    }
    assert_near(fraction[0], fraction[1], 1e-12);
    assert_near(fraction[2], fraction[1], 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_box_over_a_floor_obeys_the_table, clear_case),
        cmocka_unit_test_setup(the_top_of_an_arc_stops_and_its_bottom_does_not, clear_case),
        cmocka_unit_test_setup(what_leaves_the_zone_may_come_back_as_far_as_it_was, clear_case),
        cmocka_unit_test_setup(a_peg_slides_in_a_hole_that_is_narrower_than_two_separations, clear_case),
        cmocka_unit_test_setup(bodies_without_volume_stop_at_the_separation, clear_case),
        cmocka_unit_test(turns_of_tiny_and_huge_bodies_stop_where_those_of_ordinary_ones_do),
        cmocka_unit_test(lengths_near_the_end_of_their_range_are_within_the_zone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
