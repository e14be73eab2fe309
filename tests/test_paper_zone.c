// The expel zone of [VanWaveren05, section 3]: the four cases and figures 2 to 4, as printed and as they are
// here.

#include "narrow/trace/paper_wave.h"
#include "paper_support.h"
#include "support/generate.h"

static double clamp(double x)
{
    return fmin(fmax(x, 0.0), 1.0);
}

// ---- section 3.1

static double drop(double height, double fall, double thickness)
{
    return paper_fraction_of(make_point(), pose_at(1.0, 0.0, height), paper_square(8.0),
                             translate(0.0, 0.0, -fall), thickness);
}

static void a_falling_vertex_stops_at_the_hull_and_the_printed_sign_lets_it_through(void** state)
{
    (void)state;
    double alpha = 0.1, beta = -1.0, e = 0.25;
    assert_true(clamp((alpha - e) / beta) > 0.1); // as printed: through the face, which is 0.1 below
    assert_true(clamp((e - alpha) / beta) == 0.0);
    assert_true(drop(0.1, 1.0, e) == 0.0);
    assert_near(drop(4.0, 8.0, e), (4.0 - e) / 8.0, 1e-15);
    assert_true(clamp((4.0 - e) / -8.0) == 0.0); // as printed: it never moves
}

static void what_is_behind_a_face_goes_on(void** state)
{
    (void)state;
    assert_true(clamp((0.25 - -5.0) / -8.0) == 0.0); // the clamp alone stops it at once
    ti_paper_terms terms = paper_terms(make_point(), pose_at(1.0, 0.0, -5.0), paper_square(8.0),
                                       translate(0.0, 0.0, -8.0), 0.25);
    assert_true(paper_fraction(&terms) == 1.0);
    terms.still.sides = 1;
    terms.move.by.z = 8.0; // through the back of a face with one side
    assert_true(paper_fraction(&terms) == 1.0);
    terms.still.sides = 2;
    assert_near(paper_fraction(&terms), (5.0 - 0.25) / 8.0, 1e-15);
    toi_mesh_destroy((toi_mesh*)(uintptr_t)terms.mover.mesh);
    toi_mesh_destroy((toi_mesh*)(uintptr_t)terms.still.mesh);
}

static void what_is_in_the_zone_may_leave_and_slide_but_not_come_nearer(void** state)
{
    (void)state;
    assert_true(drop(0.1, -1.0, 0.25) == 1.0);
    assert_true(drop(0.1, 1e-9, 0.25) == 0.0);
    assert_true(drop(0.1, 1e-17, 0.25) == 1.0);   // less than rounding
    assert_true(drop(1e-16, 1e-17, 0.25) == 0.0); // and there is no more left to lose
}

// ---- section 3.2

static void edges_stop_where_the_planes_of_the_zone_meet(void** state)
{
    (void)state;
    // A bar across the edge of a wedge with an angle of 90 degrees at its top: the hull is sqrt(2) e above.
    const double v[18] = {0.0, -4.0, 0.0,  0.0,  4.0,  0.0,  4.0,  -4.0, -4.0,
                          4.0, 4.0,  -4.0, -4.0, -4.0, -4.0, -4.0, 4.0,  -4.0};
    static const uint32_t corners[18] = {0, 2, 3, 1, 0, 1, 5, 4, 0, 4, 2, 1, 3, 5, 2, 4, 5, 3};
    static const uint32_t offsets[6] = {0, 4, 8, 11, 14, 18};
    toi_mesh* wedge = paper_mesh(v, 6, corners, offsets, 5);
    const double bar[6] = {-3.0, 0.5, 0.0, 3.0, 0.5, 0.0};
    toi_mesh* mover = make_polygon(bar, 2);
    ti_paper_terms terms = paper_terms(mover, pose_at(0.0, 0.0, 4.0), wedge, translate(0.0, 0.0, -8.0), 0.25);
    double hull = sqrt(2.0) * 0.25;
    assert_near(paper_fraction(&terms), (4.0 - hull) / 8.0, 1e-14);
    terms.mover.pose.position.z = 0.2; // in the zone
    assert_true(paper_fraction(&terms) == 0.0);
    terms.move.by.z = 8.0;
    assert_true(paper_fraction(&terms) == 1.0);
    terms.mover.pose.position.z = -1.0; // inside of the wedge, and upwards: it leaves as it may
    terms.still.sides = 1;
    assert_true(paper_fraction(&terms) == 1.0);
    toi_mesh_destroy(mover);
    toi_mesh_destroy(wedge);
}

// ---- section 3.3

// A point on a circle of radius r around (0, 0, height) about y, from an angle over the horizon, clockwise as
// the figures have it.
typedef struct arc {
    double radius, height, from, turn; // radians
} arc;

static double arc_height(const arc* a, double x)
{
    return a->height + a->radius * sin(a->from + x);
}

static double arc_fraction(const arc* a, double thickness)
{
    toi_pose pose = pose_at(a->radius * cos(a->from), 0.0, arc_height(a, 0.0));
    toi_move move = rotate((toi_vec3){0.0, 0.0, a->height}, (toi_vec3){0.0, 1.0, 0.0}, -a->turn / DEGREES);
    return paper_fraction_of(make_point(), pose, paper_square(4096.0), move, thickness);
}

// The rule of the figures by small steps: the first time that the point falls within the zone.
static double arc_truth(const arc* a, double thickness)
{
    enum { STEPS = 20000 };
    for (int i = 0; i < STEPS; ++i) {
        double x = a->turn * i / STEPS, next = a->turn * (i + 1) / STEPS;
        double height = arc_height(a, next);
        if (height < thickness && height < arc_height(a, x)) {
            return (double)i / STEPS;
        }
    }
    return 1.0;
}

// Section 3.3 as printed, with the second ELSE taken for that of the outer IF. Roots and top of v1, v2, v0 by
// section 2.4; a fraction is valid where there is a root.
static double arc_printed(const arc* a, double thickness, bool mended)
{
    double v0 = a->height - thickness, v1 = a->radius * cos(a->from), v2 = a->radius * sin(a->from);
    double lead = v0 - v2, root = sqrt(v1 * v1 - lead * (v0 + v2)), f1 = 0.0, f2 = 0.0, sign = -1.0;
    v1 *= sign; // clockwise, and the turn is the other way
    bool valid = root >= 0.0;
    if (valid) {
        f1 = 2.0 * atan((-v1 + root) / lead) / -a->turn;
        f2 = 2.0 * atan((-v1 - root) / lead) / -a->turn;
    }
    double s = mended ? -v1 : v1;
    double reach = sqrt(v1 * v1 + v2 * v2), d = 2.0 * atan2(v1, reach + v2) / -a->turn;
    d = d < 0.0 ? 2.0 : d;
    if (arc_height(a, 0.0) <= thickness) {
        return s < 0.0 ? 0.0 : clamp(valid ? fmax(f1, f2) : d);
    }
    double one = f1 < 0.0 ? 1.0 : f1, two = f2 < 0.0 ? 1.0 : f2; // max(f, sign(-f))
    return valid ? fmin(fmin(one, two), 1.0) : 1.0;
}

static void figure_2_stops_at_once(void** state)
{
    (void)state;
    arc a = {10.0, 4.0, 200.0 * DEGREES, 60.0 * DEGREES};
    a.height = 0.1 - a.radius * sin(a.from); // starts 0.1 above
    assert_true(arc_fraction(&a, 0.25) == 0.0);
    assert_true(arc_truth(&a, 0.25) == 0.0);
}

static void figure_3_goes_up_to_the_top(void** state)
{
    (void)state;
    arc a = {1.0, 0.2 - 1.0, 75.0 * DEGREES, 60.0 * DEGREES}; // the top is 0.2 above
    assert_near(arc_fraction(&a, 0.25) * 60.0, 15.0, 1e-10);
}

static void figure_4_goes_out_and_comes_back_to_the_hull(void** state)
{
    (void)state;
    arc a = {10.0, -3.0, 0.0, 179.0 * DEGREES};
    a.from = asin(3.1 / 10.0); // starts 0.1 above
    double hull = asin(3.25 / 10.0) / DEGREES, start = a.from / DEGREES;
    assert_near(arc_fraction(&a, 0.25) * 179.0, 180.0 - hull - start, 1e-10);
}

static void the_top_of_an_arc_in_the_zone_is_a_stop_and_its_bottom_is_not(void** state)
{
    (void)state;
    // s = 0, with which the printed rule (s < 0) goes on.
    arc top = {1.0, 0.2 - 1.0, 90.0 * DEGREES, 60.0 * DEGREES};
    assert_near(arc_fraction(&top, 0.25), 0.0, 1e-12);
    arc bottom = {1.0, 0.2 + 1.0, 270.0 * DEGREES, 60.0 * DEGREES};
    assert_true(arc_fraction(&bottom, 0.25) == 1.0);
}

static void random_arcs_stop_where_the_figures_say_and_the_printed_rule_does_not(void** state)
{
    (void)state;
    gen_random random = {11};
    int wrong = 0, literal = 0, mended = 0, stops = 0;
    for (int i = 0; i < 4000; ++i) {
        arc a = {.radius = gen_between(&random, 0.5, 4.0), .turn = gen_between(&random, 0.1, 3.1)};
        a.from = gen_between(&random, -3.14, 3.14);
        double start =
            gen_chance(&random, 0.6) ? gen_between(&random, 0.01, 0.24) : gen_between(&random, 0.3, 3.0);
        a.height = start - a.radius * sin(a.from);
        double truth = arc_truth(&a, 0.25), band = 2e-3;
        double ours = arc_fraction(&a, 0.25);
        // A top that just reaches the hull is missed or not by the steps.
        bool near = fabs(a.height + a.radius - 0.25) < 1e-5;
        wrong += !near && fabs(ours - truth) > band;
        literal += fabs(arc_printed(&a, 0.25, false) - truth) > band;
        mended += fabs(arc_printed(&a, 0.25, true) - truth) > band;
        stops += truth < 1.0;
    }
    print_message("stops %d of 4000; as printed %d wrong, with the sign of s mended %d, here %d\n", stops,
                  literal, mended, wrong);
    assert_int_equal(wrong, 0);
    assert_true(literal > 800 && mended > 200 && literal > mended);
    assert_true(stops > 1000 && stops < 3900);
}

// ---- section 3.4

static void edges_far_along_their_lines_are_not_in_the_zone(void** state)
{
    (void)state;
    // The line of the rod passes between the edge of the square and the hull of its zone, ten units beyond.
    const double v[6] = {14.1, 0.0, 0.05, 18.1, 0.3, 0.05};
    toi_mesh *rod = make_polygon(v, 2), *square = paper_square(4.0);
    rvec a = r3(14.1L, 0.0L, 0.05L), b = r3(18.1L, 0.3L, 0.05L);
    printed_line edge = printed_points(r3(-4.0L, -4.0L, 0.0L), r3(4.0L, -4.0L, 0.0L));
    printed_line hull = printed_points(r3(-4.0L, -4.25L, 0.25L), r3(4.0L, -4.25L, 0.25L));
    real to_edge = printed_product(printed_points(a, b), edge),
         to_hull = printed_product(printed_points(a, b), hull);
    assert_true((to_edge > 0.0L) != (to_hull > 0.0L)); // in the zone, as printed
    ti_paper_terms terms =
        paper_terms(rod, pose_at(0.0, 0.0, 0.0), square,
                    rotate((toi_vec3){0.0, 0.0, 0.0}, (toi_vec3){0.0, 0.0, 1.0}, 90.0), 0.25);
    assert_true(paper_fraction(&terms) == 1.0);
    toi_mesh_destroy(rod);
    toi_mesh_destroy(square);
}

static void a_rotating_edge_stops_at_the_hull_and_leaves_from_within(void** state)
{
    (void)state;
    // A bar that comes down on the edge of a wall, turning about an axis along it.
    const double bar[6] = {10.0, -1.0, 0.0, 10.0, 1.0, 0.0},
                 wall[12] = {8.0, 0.0, -4.0, 12.0, 0.0, -4.0, 12.0, 0.0, 0.0, 8.0, 0.0, 0.0};
    toi_mesh *mover = make_polygon(bar, 2), *still = make_polygon(wall, 4);
    toi_vec3 origin = {0.0, 0.0, 0.0}, y = {0.0, 1.0, 0.0};
    double angle = 30.0 * DEGREES;
    toi_pose up = {{0.0, 0.0, 0.0}, {cos(0.5 * angle), 0.0, -sin(0.5 * angle), 0.0}};
    ti_paper_terms terms = paper_terms(mover, up, still, rotate(origin, y, 60.0), 0.25);
    // The rim is out along z; its hull is 0.25 above, met where 10 sin x = 0.25.
    assert_near(paper_fraction(&terms) * 60.0, 30.0 - asin(0.025) / DEGREES, 1e-10);
    angle = 1.0 * DEGREES;
    terms.mover.pose = (toi_pose){{0.0, 0.0, 0.0}, {cos(0.5 * angle), 0.0, -sin(0.5 * angle), 0.0}};
    assert_true(paper_fraction(&terms) == 0.0);
    terms.move.angle = -60.0 * DEGREES;
    assert_true(paper_fraction(&terms) == 1.0);
    toi_mesh_destroy(mover);
    toi_mesh_destroy(still);
}

// From a random walk: the gap of two edges in the zone falls while its hull, which turns with them, falls
// faster.
static void edges_do_not_come_nearer_because_the_hull_turns_away(void** state)
{
    (void)state;
    toi_mesh *plank = paper_moving(TS_PLANK), *wedge = paper_still(TS_WEDGE60, (toi_vec3){0.0, 0.0, 0.0});
    toi_pose pose = {{-0.1369709960920158, -4.505782176019288, 3.6043121423453854},
                     {0.11009065689690711, -0.13956405874291261, -0.956471970708623, 0.23143744299480867}};
    toi_move move = {.kind = TOI_MOVE_ROTATION,
                     .point = pose.position,
                     .axis = {0.0032921600159812677, -0.61051831271832768, 0.79199529766154253},
                     .angle = -0.01776077658538075};
    assert_true(paper_fraction_of(plank, pose, wedge, move, 0.25) == 0.0);
    ti_paper_gap gap = {{1.5e-6, -2.2e-4, 3.6e-5}, {-1e-3, 1.5e-4, -9.9e-4}, 6e-15};
    assert_true(wave_stop(&gap, 0.009).at == 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_falling_vertex_stops_at_the_hull_and_the_printed_sign_lets_it_through),
        cmocka_unit_test(what_is_behind_a_face_goes_on),
        cmocka_unit_test(what_is_in_the_zone_may_leave_and_slide_but_not_come_nearer),
        cmocka_unit_test(edges_stop_where_the_planes_of_the_zone_meet),
        cmocka_unit_test(figure_2_stops_at_once),
        cmocka_unit_test(figure_3_goes_up_to_the_top),
        cmocka_unit_test(figure_4_goes_out_and_comes_back_to_the_hull),
        cmocka_unit_test(the_top_of_an_arc_in_the_zone_is_a_stop_and_its_bottom_is_not),
        cmocka_unit_test(random_arcs_stop_where_the_figures_say_and_the_printed_rule_does_not),
        cmocka_unit_test(edges_far_along_their_lines_are_not_in_the_zone),
        cmocka_unit_test(a_rotating_edge_stops_at_the_hull_and_leaves_from_within),
        cmocka_unit_test(edges_do_not_come_nearer_because_the_hull_turns_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
