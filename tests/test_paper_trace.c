// The paper's route on bodies: what the published system got wrong, W1 to W9 of the notes.

#include "paper_support.h"

static const toi_vec3 zero = {0.0, 0.0, 0.0};

// ---- W1 to W9

// Whether a root of two lines is within the edges, by sides along the velocity of the point `of`.
static bool within(rvec a, rvec b, rvec c, rvec d, rvec v)
{
    real sa = printed_product(printed_ray(a, v), printed_points(c, d));
    real sb = printed_product(printed_ray(b, v), printed_points(c, d));
    rvec back = r3_scale(-1.0L, v);
    real sc = printed_product(printed_ray(c, back), printed_points(a, b));
    real sd = printed_product(printed_ray(d, back), printed_points(a, b));
    return (sa > 0.0L) != (sb > 0.0L) && (sc > 0.0L) != (sd > 0.0L);
}

// W1. At the hull of the zone the edges are still apart. A point of the first, which turns about z, heads for
// any place on the line of the second.
static void bounds_of_edges_need_the_velocity_of_the_contact_itself(void** state)
{
    (void)state;
    gen_random random = {21};
    int faster_wrong = 0;
    for (int i = 0; i < 2000; ++i) {
        real x[12];
        for (int k = 0; k < 12; ++k) {
            x[k] = (real)gen_between(&random, -1.0, 1.0);
        }
        rvec a = r3(x[0], x[1], x[2]), u = r3(x[3], x[4], x[5]), w = r3(x[6], x[7], x[8]);
        real at = fabsl(x[9]), on = 1.5L * x[10];
        rvec point = r3_add(a, r3_scale(at, u)), axis = r3(0.0L, 0.0L, 1.0L);
        rvec met = r3_add(point, r3_scale(0.1L + fabsl(x[11]), r3_cross(axis, point)));
        rvec b = r3_add(a, u), c = r3_sub(met, r3_scale(on, w)), d = r3_add(c, w);
        bool truth = on > 0.0L && on < 1.0L;
        rvec va = r3_cross(axis, a), vb = r3_cross(axis, b);
        assert_true(within(a, b, c, d, r3_cross(axis, point)) == truth);
        faster_wrong += within(a, b, c, d, r3_length(va) > r3_length(vb) ? va : vb) != truth;
    }
    print_message("wrong by the velocity of the faster end: %d of 2000\n", faster_wrong);
    assert_true(faster_wrong > 100);
}

// W2. A plate that comes down on the tip of an octahedron, from angles that are in any piece of the turn.
static void planes_of_the_mover_turn_with_it_in_every_piece(void** state)
{
    (void)state;
    toi_mesh *octahedron = paper_still(TS_OCTA, zero), *plate = paper_square(12.0);
    for (int i = 1; i <= 15; ++i) {
        double before = 20.0 * i, half = 0.5 * before * DEGREES;
        // Flat on the tip at (0, 0, 24), turned back by `before` about y through (-60, 0, 24).
        toi_pose pose = {{-60.0 + 60.0 * cos(-2.0 * half), 0.0, 24.0 - 60.0 * sin(-2.0 * half)},
                         {cos(half), 0.0, -sin(half), 0.0}};
        for (int k = 0; k < 3; ++k) {
            double whole = before + 5.0 + 100.0 * k;
            toi_move move = rotate((toi_vec3){-60.0, 0.0, 24.0}, (toi_vec3){0.0, 1.0, 0.0}, whole);
            ti_paper_terms terms = paper_terms(plate, pose, octahedron, move, 0.25);
            // The plate is a face: it stops when its plane is 0.25 above the tip, at the distance 60.
            double stop = before - asin(0.25 / 60.0) / DEGREES;
            assert_near(paper_fraction(&terms) * whole, stop, 1e-9);
        }
    }
    toi_mesh_destroy(octahedron);
    toi_mesh_destroy(plate);
}

// W3. A point on a wide arc through three walls of a level.
static void points_on_arcs_meet_the_walls_on_the_way(void** state)
{
    (void)state;
    double v[36];
    uint32_t corners[12], offsets[4] = {0, 4, 8, 12};
    for (int i = 0; i < 3; ++i) {
        double angle = -(44.4176 + 20.0 * i) * DEGREES, c = cos(angle), s = sin(angle);
        const double wall[12] = {260.0 * c, 260.0 * s, -9.0, 350.0 * c, 350.0 * s, -9.0,
                                 350.0 * c, 350.0 * s, 9.0,  260.0 * c, 260.0 * s, 9.0};
        memcpy(&v[12 * i], wall, sizeof wall);
    }
    for (uint32_t i = 0; i < 12; ++i) {
        corners[i] = i;
    }
    toi_move move = rotate(zero, (toi_vec3){0.0, 0.0, 1.0}, -120.7);
    double f = paper_fraction_of(make_point(), pose_at(306.0, 0.0, 0.0),
                                 paper_mesh(v, 12, corners, offsets, 3), move, 0.0);
    assert_near(f, 44.4176 / 120.7, 1e-12);
}

// W5. Behind a face is not in its zone, whatever else is near.
static void a_point_behind_a_face_turns_away_freely(void** state)
{
    (void)state;
    toi_mesh *point = make_point(), *square = paper_square(64.0);
    for (int sense = -1; sense <= 1; sense += 2) {
        toi_move move = rotate((toi_vec3){0.0, 0.0, -40.0}, (toi_vec3){0.0, 1.0, 0.0}, sense * 90.0);
        ti_paper_terms terms = paper_terms(point, pose_at(0.0, 0.0, -0.8), square, move, 0.25);
        terms.still.sides = 1;
        assert_true(paper_fraction(&terms) == 1.0);
        terms.still.sides = 2;
        assert_true(paper_fraction(&terms) == 1.0);
        terms.every = true;
        assert_true(paper_fraction(&terms) == 1.0);
    }
    toi_mesh_destroy(point);
    toi_mesh_destroy(square);
}

// W6. The zone acts only on pairs whose paths, prolonged, meet: the margin can be used up by sliding. This is
// the method, not a slip; the certified traces keep it.
static void sliding_can_use_up_the_margin_as_published(void** state)
{
    (void)state;
    double f = paper_fraction_of(paper_moving(TS_B8), pose_at(0.0, 0.0, 8.01), paper_still(TS_FLAT, zero),
                                 translate(60.0, 0.0, -0.001), 0.25);
    assert_true(f == 1.0);
    f = paper_fraction_of(paper_moving(TS_B8), pose_at(0.0, 0.0, 8.01), paper_still(TS_FLAT, zero),
                          translate(6.0, 0.0, -0.02), 0.25);
    assert_true(f == 0.0);
}

// W8. Far from the origin the same, and exactly the same where the still body as a whole is there.
static void distance_from_the_origin_changes_nothing_but_rounding(void** state)
{
    (void)state;
    for (double far = 1024.0; far <= 1e6; far *= 8.0) {
        toi_vec3 by = {far, far, far};
        toi_move moves[2] = {translate(-3.0, 2.0, -40.0), rotate((toi_vec3){far + 9.0, far - 4.0, far + 50.0},
                                                                 (toi_vec3){1.0, 2.0, 0.5}, 100.0)};
        for (int k = 0; k < 2; ++k) {
            toi_move near = moves[k];
            near.point = (toi_vec3){9.0, -4.0, 50.0};
            toi_pose pose = {{4.0, -3.0, 50.0}, {0.8, 0.6, 0.0, 0.0}}, there = pose;
            there.position = v3_add(pose.position, by);
            double here =
                paper_fraction_of(paper_moving(TS_LHULL), pose, paper_still(TS_STAIRS, zero), near, 0.0);
            double off =
                paper_fraction_of(paper_moving(TS_LHULL), there, paper_still(TS_STAIRS, by), moves[k], 0.0);
            assert_true(here < 1.0);
            assert_near(off, here, 1e-12 * far);
        }
    }
}

// W9. Sheets edge-on, whichever way their faces look, and two sheets in one place with opposite faces.
static void sheets_stop_a_body_at_their_rims(void** state)
{
    (void)state;
    static const double v[12] = {-64.0, -64.0, 0.0, 64.0, -64.0, 0.0, 64.0, 64.0, 0.0, -64.0, 64.0, 0.0};
    static const uint32_t corners[8] = {0, 1, 2, 3, 3, 2, 1, 0}, offsets[3] = {0, 4, 8};
    for (uint32_t faces = 1; faces <= 2; ++faces) {
        toi_mesh* sheet = paper_mesh(v, 4, corners, offsets, faces);
        toi_mesh* box = make_box(8.0, 8.0, 8.0);
        for (int rise = -1; rise <= 1; ++rise) { // along the sheet, and with n . v of either sign
            for (uint32_t sides = 1; sides <= 2; ++sides) {
                ti_paper_terms terms = paper_terms(box, pose_at(100.0, 3.0, -2.0 * rise), sheet,
                                                   translate(-40.0, 0.0, 4.0 * rise), 0.25);
                terms.still.sides = sides;
                // Two faces make an edge of no angle, whose zone ends at 10/3 of its thickness.
                double reach = faces == 1 ? 0.25 : 0.25 * 10.0 / 3.0;
                assert_near(paper_fraction(&terms), (100.0 - 8.0 - 64.0 - reach) / 40.0, 1e-14);
            }
        }
        toi_mesh_destroy(sheet);
        toi_mesh_destroy(box);
    }
}

static void points_and_corners_meet_rims_wires_and_points(void** state)
{
    (void)state;
    toi_mesh *point = make_point(), *square = paper_square(4.0), *other = make_point();
    const double v[6] = {-4.0, 0.0, 0.0, 4.0, 0.0, 0.0};
    toi_mesh* wire = make_polygon(v, 2);
    toi_vec3 z = {0.0, 0.0, 1.0};
    // In the plane of the square at its rim and at its corner, along the wire, across it, and at a point.
    struct {
        const toi_mesh* still;
        toi_vec3 from, by;
        double reach; // from the place where it is met
    } straight[] = {
        {square, {8.0, 1.0, 0.0}, {-8.0, 0.0, 0.0}, 4.0}, {square, {8.0, 8.0, 0.0}, {-8.0, -8.0, 0.0}, 4.0},
        {wire, {8.0, 0.0, 0.0}, {-8.0, 0.0, 0.0}, 4.0},   {wire, {1.0, 8.0, 0.0}, {0.0, -16.0, 0.0}, 8.0},
        {other, {0.0, 8.0, 0.0}, {0.0, -16.0, 0.0}, 8.0}, {other, {6.0, 8.0, 3.0}, {-12.0, -16.0, -6.0}, 8.0},
    };
    for (size_t i = 0; i < sizeof straight / sizeof straight[0]; ++i) {
        ti_paper_terms terms = paper_terms(point, (toi_pose){straight[i].from, {1.0, 0.0, 0.0, 0.0}},
                                           straight[i].still, (toi_move){.by = straight[i].by}, 0.0);
        assert_near(paper_fraction(&terms), 0.5, 1e-12);
        terms.move.by = v3_add(straight[i].by, (toi_vec3){0.0, 0.0, 1e-3}); // passes above
        assert_true(paper_fraction(&terms) == 1.0);
    }
    // The same on arcs about z: the wire and the point at 45 degrees, the rim edge-on.
    double r = 3.0;
    ti_paper_terms turn = paper_terms(point, pose_at(r, 0.0, 0.0), other, rotate(zero, z, 90.0), 0.0);
    turn.still.pose = (toi_pose){{r * sqrt(0.5), r * sqrt(0.5), 0.0}, {1.0, 0.0, 0.0, 0.0}};
    assert_near(paper_fraction(&turn), 0.5, 1e-12);
    turn.still.mesh = wire;
    turn.still.pose = (toi_pose){zero, {cos(22.5 * DEGREES), 0.0, 0.0, sin(22.5 * DEGREES)}};
    assert_near(paper_fraction(&turn), 0.5, 1e-12);
    turn.still.mesh = square;
    turn.still.pose = pose_at(0.0, 5.5, 0.0); // its rim is the line y = 1.5
    assert_near(paper_fraction(&turn), 30.0 / 90.0, 1e-12);
    toi_mesh_destroy(point);
    toi_mesh_destroy(square);
    toi_mesh_destroy(other);
    toi_mesh_destroy(wire);
}

// The numbers of an edge pair nearly along the motion, at which a contact point became infinite.
static void nearly_parallel_edges_give_numbers(void** state)
{
    (void)state;
    const double a[6] = {-1358.0, 913.948975, 25.2637405, -1358.0, 913.948976, 57.2637405};
    const double c[6] = {-1358.0, 916.0, 34.0, -1358.0, 810.0, 34.0};
    for (int i = 0; i < 64; ++i) {
        toi_mesh *mover = make_polygon(a, 2), *still = make_polygon(c, 2);
        toi_move move = translate(i % 2 == 0 ? 1e-9 * i : -4.0, ldexp(1.0, -i), ldexp(3.0, -2 * i));
        toi_pose pose = pose_at(i % 2 == 0 ? 0.0 : 2.0, 0.0, 0.0);
        ti_paper_terms terms = paper_terms(mover, pose, still, move, 0.25);
        ti_paper_result r = paper_ask(&terms);
        assert_true(!r.hit ||
                    (r.first.fraction >= 0.0 && r.first.fraction <= 1.0 && v3_finite(r.first.point) &&
                     v3_finite(r.first.normal) && isfinite(r.first.gap)));
        toi_mesh_destroy(mover);
        toi_mesh_destroy(still);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_of_edges_need_the_velocity_of_the_contact_itself),
        cmocka_unit_test(planes_of_the_mover_turn_with_it_in_every_piece),
        cmocka_unit_test(points_on_arcs_meet_the_walls_on_the_way),
        cmocka_unit_test(a_point_behind_a_face_turns_away_freely),
        cmocka_unit_test(sliding_can_use_up_the_margin_as_published),
        cmocka_unit_test(distance_from_the_origin_changes_nothing_but_rounding),
        cmocka_unit_test(sheets_stop_a_body_at_their_rims),
        cmocka_unit_test(points_and_corners_meet_rims_wires_and_points),
        cmocka_unit_test(nearly_parallel_edges_give_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
