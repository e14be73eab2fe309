// Properness of edges against its definition, and against what [Buss05] says of convex edges.

#include "properness_brute.h"

enum { FEW_DIRECTIONS = 150 };

static const double full_turn = 6.283185307179586;

static double found(const contact* c)
{
    return ti_properness_edges(&c->a, &c->b, c->n);
}

// A wing at an angle above level, to the left of the edge for angles within pi/2 of 0.
static toi_vec3 wing_at(toi_vec3 along, toi_vec3 n, double angle)
{
    vec left = unit(cross(from(n), from(along)));
    return rounded(sum(cosl((real)angle), left, sinl((real)angle), from(n)));
}

// Edges that make the angle gamma, wings at the given angles above level around n (A) and below it (B): on
// the left from -pi/2 to pi/2, on the right beyond.
static contact crossing(double gamma, int count_a, const double* wing_a, int count_b, const double* wing_b)
{
    contact c = {.n = v3(0.0, 0.0, 1.0)};
    c.a.along = v3(1.0, 0.0, 0.0);
    c.b.along = v3(cos(gamma), sin(gamma), 0.0);
    c.a.count = count_a;
    c.b.count = count_b;
    for (int i = 0; i < count_a; ++i) {
        c.a.wing[i] = wing_at(c.a.along, c.n, wing_a[i]);
    }
    for (int i = 0; i < count_b; ++i) {
        c.b.wing[i] = wing_at(c.b.along, v3_negate(c.n), wing_b[i]);
    }
    return c;
}

// Whether the angle through the solid, clockwise from wing 0 to wing 1, is more than half a turn.
static bool is_reflex(double from_angle, double to_angle)
{
    double turn = fmod(from_angle - to_angle + 4.0 * full_turn, full_turn);
    return turn > 0.5 * full_turn;
}

static contact solids(double gamma, double left_a, double right_a, double left_b, double right_b)
{
    contact c = crossing(gamma, 2, (double[]){left_a, right_a}, 2, (double[]){left_b, right_b});
    c.a.solid = c.b.solid = true;
    c.a.reflex = is_reflex(left_a, right_a);
    c.b.reflex = is_reflex(left_b, right_b);
    return c;
}

static double drop_pair(double gamma, double drop)
{
    double half = 0.5 * full_turn;
    contact c = solids(gamma, -drop, half + drop, -drop, half + drop);
    assert_near(found(&c), sampled(&c, DIRECTIONS), 1e-6);
    return found(&c);
}

static void edges_of_known_drops_have_the_known_properness(void** state)
{
    (void)state;
    // Near the middle between the edges the two angles add to more than a right angle.
    assert_near(drop_pair(0.25 * full_turn, 1.2), 0.844, 5e-4);
    assert_near(drop_pair(full_turn / 12.0, 1.2), 0.693, 5e-4);
    // Below that it is X s / sqrt(1 - s^2 (1 - X^2)).
    double s = sin(0.5), x = sin(1.0);
    assert_near(drop_pair(1.0, 0.5), x * s / sqrt(1.0 - s * s * (1.0 - x * x)), 1e-15);
    assert_near(drop_pair(0.25 * full_turn, 0.3), sin(0.3), 1e-15);
}

static void properness_of_sixty_dihedrals_is_that_of_the_definition(void** state)
{
    (void)state;
    for (int i = 0; i < 60; ++i) {
        double gamma = full_turn / 4.0 * (0.1 + 0.19 * (i % 10)), drop = 0.05 + 0.25 * (double)(i / 10);
        drop_pair(gamma, drop);
    }
}

// Of all four kinds of solids: resting, fallen over to one side, reflex, and with n inside.
static void properness_of_random_solids_is_that_of_the_definition(void** state)
{
    (void)state;
    test_random r = random_start(51);
    int proper = 0, between = 0;
    for (int i = 0; i < 600; ++i) {
        double tilt = i % 3 == 0 ? 0.3 : i % 3 == 1 ? 1.5 : 0.5 * full_turn;
        double right = 0.5 * full_turn;
        contact c = solids(random_between(&r, 0.05, full_turn / 2.0 - 0.05), random_between(&r, -tilt, tilt),
                           right + random_between(&r, -tilt, tilt), random_between(&r, -tilt, tilt),
                           right + random_between(&r, -tilt, tilt));
        double value = found(&c);
        assert_near(value, sampled(&c, i < 3 ? DIRECTIONS : FEW_DIRECTIONS), 1e-6);
        proper += value > 0.0;
        between += value < 0.0 && value > -1.0;
    }
    printf("%d proper, %d improper above -1\n", proper, between);
    assert_true(proper > 5 && between > 100);
}

static void properness_of_knife_edges_falls_where_the_angle_passes_a_right_one(void** state)
{
    (void)state;
    test_random r = random_start(52);
    double down = 0.25 * full_turn;
    for (int i = 0; i < 300; ++i) {
        double thin = pow(10.0, random_between(&r, -4.0, 0.0)), gamma = random_between(&r, 0.05, 3.0);
        contact c = solids(gamma, -down + thin * random_unit(&r), -down - thin * random_unit(&r),
                           -down + thin * random_unit(&r), -down - thin * random_unit(&r));
        double value = found(&c);
        assert_near(value, sampled(&c, FEW_DIRECTIONS), 1e-6);
        assert_true(value > 0.0);
    }
}

// Largest sum of the elevations in a sector between two steep slopes, by shrinking a concave function.
static real largest_angle(real a, real b, real g)
{
    real lo = 0.0L, hi = g;
    for (int i = 0; i < 400; ++i) {
        real left = lo + (hi - lo) / 3.0L, right = hi - (hi - lo) / 3.0L;
        real at_left = atanl(a * sinl(left)) + atanl(b * sinl(g - left));
        real at_right = atanl(a * sinl(right)) + atanl(b * sinl(g - right));
        lo = at_left < at_right ? left : lo;
        hi = at_left < at_right ? hi : right;
    }
    return atanl(a * sinl(lo)) + atanl(b * sinl(g - lo));
}

static void slopes_of_any_size_and_edges_nearly_parallel_have_properness_within_a_billionth(void** state)
{
    (void)state;
    test_random r = random_start(56);
    for (int i = 0; i < 1000; ++i) {
        double gamma = pow(10.0, random_between(&r, -5.0, 0.4));
        gamma = i % 2 == 0 ? gamma : 0.5 * full_turn - gamma;
        double slope_a = pow(10.0, random_between(&r, -3.0, 14.0)),
               slope_b = pow(10.0, random_between(&r, -3.0, 14.0));
        double up = i % 4 < 2 ? 1.0 : -1.0;
        contact c = crossing(gamma, 1, (double[]){up * atan(slope_a)}, 1, (double[]){up * atan(slope_b)});
        real a = fabsl((real)c.a.wing[0].z / (real)c.a.wing[0].y);
        vec left_b = cross(from(v3_negate(c.n)), from(c.b.along));
        real b = fabsl((real)c.b.wing[0].z / dot(from(c.b.wing[0]), left_b));
        real angle = atan2l((real)c.b.along.y, (real)c.b.along.x), top = largest_angle(a, b, angle);
        real end_a = atanl(a * sinl(angle)), end_b = atanl(b * sinl(angle));
        real expected = up > 0.0 ? -sinl(fminl(top, pi / 2.0L))
                                 : fminl(top > pi / 2.0L ? sinl(top) : 1.0L, fminl(sinl(end_a), sinl(end_b)));
        assert_near(found(&c), (double)expected, 1e-9);
    }
}

static void properness_of_sheets_is_that_of_the_definition(void** state)
{
    (void)state;
    test_random r = random_start(53);
    int proper = 0, free = 0;
    for (int i = 0; i < 600; ++i) {
        int count_a = i % 4, count_b = (i / 4) % 5;
        double wing_a[4], wing_b[4];
        for (int k = 0; k < 4; ++k) {
            double range = i % 3 == 0 ? 0.5 * full_turn : 0.3;
            wing_a[k] = -0.25 * full_turn + random_between(&r, -1.0, 1.0) * (range + 1.3 * (i % 5 == 0));
            wing_b[k] = -0.25 * full_turn + random_between(&r, -1.0, 1.0) * range;
        }
        contact c = crossing(random_between(&r, -3.0, 3.0), count_a, wing_a, count_b, wing_b);
        double value = found(&c);
        assert_near(value, sampled(&c, FEW_DIRECTIONS), 1e-6);
        proper += value > 0.0 && value < 1.0;
        free += value == 1.0;
        if (count_a == 0 && count_b == 0) {
            assert_true(value == 1.0);
        }
    }
    printf("%d proper, %d without a common direction\n", proper, free);
    assert_true(proper > 50 && free > 20);
}

static void wings_along_the_normal_count_in_the_directions_of_their_edge(void** state)
{
    (void)state;
    double up = 0.25 * full_turn;
    for (int i = 0; i < 16; ++i) {
        contact c = crossing(1.0, 1, &up, 2, (double[]){-0.4 + 0.1 * i, 2.0 * up + 0.3 - 0.05 * i});
        c.a.wing[0] = i % 2 == 0 ? c.n : v3_negate(c.n);
        double expected = sampled(&c, FEW_DIRECTIONS);
        assert_near(found(&c), expected, 1e-6);
        assert_true(i % 2 == 1 || expected < 0.0);
        contact turned = {c.b, c.a, v3_negate(c.n)};
        assert_near(found(&turned), expected, 1e-6);
    }
    // An edge that lies on the upright facet: -cos of the angle to the lower side of the other edge.
    contact c = crossing(up, 1, &up, 2, (double[]){-0.4, 2.0 * up + 0.7});
    c.a.wing[0] = c.n;
    assert_near(found(&c), -cos(0.4), 1e-15);
}

static void a_solid_with_the_normal_in_it_or_on_it_has_properness_minus_one(void** state)
{
    (void)state;
    toi_vec3 up = v3(0.0, 0.0, 1.0), side = v3(0.0, 1.0, 0.0), far = v3(0.0, -0.8, -0.6);
    contact c = solids(1.0, -0.5, 0.5 * full_turn + 0.5, -0.5, 0.5 * full_turn + 0.5);
    assert_true(found(&c) > 0.0);
    toi_vec3 wing[6][2] = {{up, side},  {far, up}, {v3_negate(up), v3(0.0, 0.6, 0.8)},
                           {far, side}, {up, far}, {v3(0.0, -0.8, 0.6), side}};
    bool reflex[6] = {false, false, true, true, true, false};
    for (int i = 0; i < 6; ++i) {
        c.a.wing[0] = wing[i][0];
        c.a.wing[1] = wing[i][1];
        c.a.reflex = reflex[i];
        assert_true(found(&c) == -1.0);
        contact turned = {c.b, c.a, v3_negate(c.n)};
        assert_true(found(&turned) == -1.0);
        assert_near(sampled(&c, FEW_DIRECTIONS), -1.0, 1e-6);
    }
}

// The identity of [Buss05] equation (6) with unit edges: the largest over both signs of n.
static double by_identity(const contact* c, toi_vec3 na1, toi_vec3 na2, toi_vec3 nb1, toi_vec3 nb2)
{
    double ea1 = v3_dot(c->b.along, na1), ea2 = -v3_dot(c->b.along, na2);
    double eb1 = v3_dot(c->a.along, nb1), eb2 = -v3_dot(c->a.along, nb2);
    return fmax(fmin(fmin(ea1, ea2), fmin(eb1, eb2)), fmin(fmin(-ea1, -ea2), fmin(-eb1, -eb2)));
}

static void convex_edges_are_proper_for_a_normal_where_equation_six_is_positive(void** state)
{
    (void)state;
    test_random r = random_start(54);
    int proper = 0;
    for (int i = 0; i < 10000; ++i) {
        contact c = {.n = v3(0.0, 0.0, 1.0)};
        double middle_a = random_between(&r, 0.0, full_turn), middle_b = random_between(&r, 0.0, full_turn);
        double half_a = random_between(&r, 0.0, full_turn / 4.0),
               half_b = random_between(&r, 0.0, full_turn / 4.0);
        c = solids(random_between(&r, 0.05, full_turn / 2.0 - 0.05), middle_a + half_a, middle_a - half_a,
                   middle_b + half_b, middle_b - half_b);
        c.a.reflex = c.b.reflex = false;
        // The outward normal of the left facet is along x wing, that of the right one the other way around.
        double six =
            by_identity(&c, v3_cross(c.a.wing[0], v3_negate(c.a.along)), v3_cross(c.a.wing[1], c.a.along),
                        v3_cross(c.b.wing[0], v3_negate(c.b.along)), v3_cross(c.b.wing[1], c.b.along));
        contact back = c;
        back.n = v3_negate(c.n);
        double best = fmax(found(&c), found(&back));
        assert_true(fabs(six) < 1e-12 || (six > 0.0) == (best > 0.0));
        double sine = fabs(v3_dot(c.n, v3_cross(c.a.along, c.b.along)));
        double rise = fmax(ti_wedge_rise(&c.a, c.n), ti_wedge_rise(&c.b, v3_negate(c.n)));
        assert_true(found(&c) <= (rise > 0.0 ? -sine * rise : -rise) + 1e-15);
        assert_true(fabs(rise) < 1e-12 || (found(&c) > 0.0) == (rise < 0.0));
        proper += best > 0.0;
    }
    printf("%d proper\n", proper);
    assert_true(proper > 500);
}

static void properness_does_not_depend_on_names_or_frames(void** state)
{
    (void)state;
    test_random r = random_start(55);
    for (int i = 0; i < 2000; ++i) {
        double wing[8];
        for (int k = 0; k < 8; ++k) {
            wing[k] = random_between(&r, -0.6 * full_turn, 0.1 * full_turn);
        }
        contact c = crossing(random_between(&r, -3.0, 3.0), 1 + i % 4, wing, 1 + i / 4 % 4, wing + 4);
        contact swapped = {c.b, c.a, v3_negate(c.n)};
        assert_near(found(&swapped), found(&c), 1e-13);
        contact backwards = c;
        backwards.b.along = v3_negate(c.b.along);
        assert_near(found(&backwards), found(&c), 1e-13);
        ti_mat3 m =
            m3_from_quat(q_normalize((toi_quat){random_unit(&r), random_unit(&r), random_unit(&r), 0.2}));
        contact turned = {ti_wedge_turned(&c.a, &m), ti_wedge_turned(&c.b, &m), m3_apply(&m, c.n)};
        // Steep slopes move fast with the rounding of a turned wing.
        assert_near(found(&turned), found(&c), 1e-9);
    }
}

static void more_wings_than_room_and_parallel_edges_have_properness_minus_one(void** state)
{
    (void)state;
    contact c = solids(1.0, -0.5, 0.5 * full_turn + 0.5, -0.5, 0.5 * full_turn + 0.5);
    contact many = c;
    many.a.solid = false;
    many.a.count = TI_WEDGE_WINGS + 1;
    assert_true(found(&many) == -1.0);
    assert_true(ti_wedge_rise(&many.a, many.n) == 1.0);
    contact parallel = c;
    parallel.b.along = c.a.along;
    assert_true(found(&parallel) == -1.0);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(edges_of_known_drops_have_the_known_properness),
        cmocka_unit_test(properness_of_sixty_dihedrals_is_that_of_the_definition),
        cmocka_unit_test(properness_of_random_solids_is_that_of_the_definition),
        cmocka_unit_test(properness_of_knife_edges_falls_where_the_angle_passes_a_right_one),
        cmocka_unit_test(slopes_of_any_size_and_edges_nearly_parallel_have_properness_within_a_billionth),
        cmocka_unit_test(properness_of_sheets_is_that_of_the_definition),
        cmocka_unit_test(wings_along_the_normal_count_in_the_directions_of_their_edge),
        cmocka_unit_test(a_solid_with_the_normal_in_it_or_on_it_has_properness_minus_one),
        cmocka_unit_test(convex_edges_are_proper_for_a_normal_where_equation_six_is_positive),
        cmocka_unit_test(properness_does_not_depend_on_names_or_frames),
        cmocka_unit_test(more_wings_than_room_and_parallel_edges_have_properness_minus_one),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
