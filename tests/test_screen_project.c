// The projection to the collision screen, and how faces are cut open where it is [Buss05, sections 7 and 8].

#include "screen_support.h"

#include "narrow/screw/screen_parts.h"

static toi_quat random_turn(test_random* random)
{
    toi_quat q = {random_between(random, -1, 1), random_between(random, -1, 1), random_between(random, -1, 1),
                  random_between(random, -1, 1)};
    double n = sqrt(q_norm2(q));
    return (toi_quat){q.w / n, q.x / n, q.y / n, q.z / n};
}

static toi_vec3 random_point(test_random* random, double size)
{
    return v3(random_between(random, -size, size), random_between(random, -size, size),
              random_between(random, -size, size));
}

static ti_screen_frame frame_of(const ti_screw_pair* pair)
{
    ti_screen_def def = {0};
    ti_screen_frame frame;
    ti_screen_frame_make(pair, &def, &frame);
    return frame;
}

static void moving_along_the_flow_changes_the_time_alone(void** state)
{
    (void)state;
    test_random random = random_start(1);
    static shape cube;
    shape_box(&cube, 0.5, 0.5, 0.5);
    scene s;
    scene_init(&s, &cube, &cube);
    double most = 0.0;
    for (int i = 0; i < 2000; ++i) {
        s.screw.start = (toi_pose){random_point(&random, 2.0), random_turn(&random)};
        s.screw.point = random_point(&random, 2.0);
        s.screw.axis = random_point(&random, 1.0);
        s.screw.angle = random_between(&random, -6.0, 6.0);
        s.screw.advance = i % 5 == 0 ? 0.0 : random_between(&random, -2.0, 2.0);
        ti_screw_pair pair = scene_pair(&s, 0.0);
        ti_screen_frame f = frame_of(&pair);
        assert_false(f.straight);
        toi_vec3 x = random_point(&random, 2.0), before = ti_screen_placed(&f, x);
        double at = random_unit(&random), phi = ti_screen_azimuth(&f, before);
        toi_vec3 moved = tw_point(&pair.twist, ti_swing_at(pair.twist.angle, at), x);
        toi_vec3 after = ti_screen_placed(&f, moved);
        // The lift that continues the way.
        double end = ti_screen_azimuth(&f, after);
        end += TI_TURN * round((phi + f.theta * at - end) / TI_TURN);
        ti_screen_mark a = ti_screen_project(&f, before, phi), b = ti_screen_project(&f, after, end);
        double speed = v3_length(tw_velocity(&pair.twist, x));
        double error = fmax(fabs(a.r - b.r), fabs(a.h - b.h)) / f.per_pixel;
        error = fmax(error, fabs(b.t - a.t - at) * speed);
        most = fmax(most, error);
    }
    printf("largest error %.3g\n", most);
    assert_true(most < 1e-12);
    scene_release(&s);
}

static void the_formulas_are_those_of_cylinder_coordinates(void** state)
{
    (void)state;
    static shape cube;
    shape_box(&cube, 0.5, 0.5, 0.5);
    scene s;
    scene_init(&s, &cube, &cube);
    s.screw.start.position = v3(0, 0, 3);
    s.screw.angle = 0.8;
    s.screw.advance = 0.5;
    ti_screw_pair pair = scene_pair(&s, 0.0);
    ti_screen_frame f = frame_of(&pair);
    double unit = ti_scale(1.0, pair.exponent);
    toi_vec3 x = ti_screen_placed(&f, v3_scale(1.0 / unit, v3(0.7, 0.4, 1.9)));
    ti_screen_mark m = ti_screen_project(&f, x, ti_screen_azimuth(&f, x));
    // phi from the z-axis towards x, here turned by half the motion; y from where B is halfway.
    double r = hypot(0.7, 1.9), phi = atan2(0.7, 1.9) - 0.4, y = 0.4 - 0.25, g = 0.5, theta = 0.8;
    double l = sqrt(g * g + r * r * theta * theta);
    assert_near(m.r / f.per_pixel * unit, r - 3.0, 1e-14);
    assert_near(m.h / f.per_pixel * unit, r * (theta * y - g * phi) / l, 1e-14);
    assert_near(m.t, (g * y + r * r * theta * phi) / (l * l), 1e-14);
    // On the axis h is 0 and t is y/g [Buss05, section 7].
    toi_vec3 pole = ti_screen_placed(&f, v3_scale(1.0 / unit, v3(0.0, 0.7, 0.0)));
    pole.x = 0.0;
    pole.z = -f.rho;
    ti_screen_mark p = ti_screen_project(&f, pole, 0.3);
    assert_near(p.h, 0.0, 1e-14);
    assert_near(p.t, (0.7 - 0.25) / 0.5, 1e-14);
    scene_release(&s);
}

static void an_axis_far_away_loses_nothing(void** state)
{
    (void)state;
    static shape cube;
    shape_box(&cube, 0.5, 0.5, 0.5);
    scene s;
    scene_init(&s, &cube, &cube);
    s.screw.start.position = v3(-2, 0, 0);
    s.screw.axis = v3(0, 1, 0);
    for (double far = 1.0; far < 1e15; far *= 10.0) {
        s.screw.point = v3(0, 0, -far);
        s.screw.angle = 3.0 / far;
        ti_screw_pair pair = scene_pair(&s, 0.0);
        ti_screen_frame f = frame_of(&pair);
        toi_vec3 x = v3(0.1, 0.2, 0.3), a = ti_screen_placed(&f, x);
        toi_vec3 b = ti_screen_placed(&f, tw_point(&pair.twist, ti_swing_at(pair.twist.angle, 0.5), x));
        ti_screen_mark before = ti_screen_project(&f, a, ti_screen_azimuth(&f, a));
        ti_screen_mark after = ti_screen_project(&f, b, ti_screen_azimuth(&f, b));
        assert_near(after.t - before.t, 0.5, 1e-14 + 4.0 * pair.rounding);
        assert_near(after.r, before.r, 1e-12 + 4.0 * pair.rounding * f.per_pixel);
        assert_near(after.h, before.h, 1e-12);
    }
    scene_release(&s);
}

// ---- faces that are cut open

// A face in the plane y = 0 of A with the axis y through the origin. The z-axis of the screen points to where
// B is halfway: to +z.
// @return where the axis is: at z = -rho of the frame
static double clip_face(const double (*outline)[2], uint32_t n, ti_arena* arena, ti_screen_body* body)
{
    static shape plate, cube;
    memset(&plate, 0, sizeof plate);
    uint32_t corners[16];
    for (uint32_t i = 0; i < n; ++i) {
        shape_vertex(&plate, outline[i][0], 0.0, outline[i][1]);
        corners[i] = i;
    }
    shape_face(&plate, n, corners);
    shape_box(&cube, 0.5, 0.5, 0.5);
    static scene s;
    scene_init(&s, &plate, &cube);
    s.screw.start.position = v3(0.0, 2.0, 3.0);
    s.screw.angle = 0.5;
    s.screw.advance = -3.0;
    s.screw.start.position = v3(3.0 * sin(-0.25), 2.0, 3.0 * cos(-0.25));
    ti_screw_pair pair = scene_pair(&s, 0.0);
    ti_screen_frame f = frame_of(&pair);
    ti_screen_body_init(body, 0, NULL);
    body->keep[0] = body->proper = true;
    ti_screen_placing placing = ti_screen_place(&pair, 0);
    assert_int_equal(ti_screen_pose(&placing, &f, arena, body), TOI_OK);
    // As if B were all around the axis and as long as it takes.
    const ti_screen_box other = {{-1e3, 1e3}, {-1e3, 1e3}, {-TOI_PI, TOI_PI}};
    assert_int_equal(ti_screen_clip(&f, &other, body), TOI_OK);
    scene_release(&s);
    return f.rho;
}

// The azimuths run along each edge without a jump, and the boundary of the part is closed on the screen: each
// end is the begin of another edge.
static void assert_closed(const ti_screen_body* body, uint32_t part)
{
    const ti_screen_edge* edges = body->edges.data;
    for (size_t i = 0; i < body->edges.count; ++i) {
        assert_true(fabs(edges[i].phi[0] - edges[i].phi[1]) <= TOI_PI);
    }
    for (size_t i = 0; i < body->edges.count; ++i) {
        if (edges[i].part[0] != part && edges[i].part[1] != part) {
            continue;
        }
        int end = edges[i].part[0] == part ? 1 : 0, found = 0;
        for (size_t j = 0; j < body->edges.count; ++j) {
            if (edges[j].part[0] == part || edges[j].part[1] == part) {
                int begin = edges[j].part[0] == part ? 0 : 1;
                found += v3_equal(edges[i].x[end], edges[j].x[begin]) &&
                         (edges[i].phi[end] == edges[j].phi[begin] || edges[i].x[end].x == 0.0);
            }
        }
        assert_true(found >= 1);
    }
}

static uint32_t count_radial(const ti_screen_body* body, double phi)
{
    const ti_screen_edge* edges = body->edges.data;
    uint32_t count = 0;
    for (size_t i = 0; i < body->edges.count; ++i) {
        count += edges[i].crease == TI_NONE && edges[i].phi[0] == phi && edges[i].phi[1] == phi;
    }
    return count;
}

static void figure_10_is_cut_at_both_ends_of_the_azimuths(void** state)
{
    (void)state;
    // Across phi = pi, not around the axis: two virtual edges, FE at -pi and HG at pi.
    static const double outline[4][2] = {{-1.0, -1.0}, {-1.0, -2.0}, {1.0, -2.0}, {1.0, -1.0}};
    ti_arena arena;
    ti_arena_init(&arena, NULL, 0);
    ti_screen_body body;
    clip_face(outline, 4, &arena, &body);
    uint32_t part = ti_screen_keeps(&body, 0) ? 0 : 1;
    assert_int_equal(count_radial(&body, TOI_PI), 1);
    assert_int_equal(count_radial(&body, -TOI_PI), 1);
    assert_int_equal(body.edges.count, 4 + 2 + 2);
    // It is there twice, once a turn later: the points that are doppelled.
    assert_true(body.lifts[part].first <= 0 && body.lifts[part].last >= 1);
    assert_closed(&body, part);
    ti_screen_body_release(&body);
    ti_arena_destroy(&arena);
}

static void figure_11_is_slit_to_the_point_where_the_axis_pierces_it(void** state)
{
    (void)state;
    static const double outline[4][2] = {{-1.0, 1.5}, {-1.0, -2.0}, {1.2, -2.0}, {1.0, 1.0}};
    ti_arena arena;
    ti_arena_init(&arena, NULL, 0);
    ti_screen_body body;
    double rho = clip_face(outline, 4, &arena, &body);
    uint32_t part = ti_screen_keeps(&body, 0) ? 0 : 1, poles = 0;
    // G E, B, C, D, A, F: the side that is crossed is in two pieces, and the slit has two sides.
    assert_int_equal(body.edges.count, 4 + 1 + 2);
    assert_int_equal(count_radial(&body, TOI_PI), 1);
    assert_int_equal(count_radial(&body, -TOI_PI), 1);
    const ti_screen_edge* edges = body.edges.data;
    for (size_t i = 0; i < body.edges.count; ++i) {
        for (int end = 0; end < 2; ++end) {
            poles += edges[i].x[end].x == 0.0 && edges[i].x[end].z == -rho;
        }
    }
    assert_int_equal(poles, 2);
    assert_closed(&body, part);
    ti_screen_body_release(&body);
    ti_arena_destroy(&arena);
}

static void a_face_with_two_arms_across_the_cut_is_cut_twice(void** state)
{
    (void)state;
    static const double outline[8][2] = {{-1, -1},   {-1, -4},   {1, -4}, {1, -3},
                                         {-0.5, -3}, {-0.5, -2}, {1, -2}, {1, -1}};
    ti_arena arena;
    ti_arena_init(&arena, NULL, 0);
    ti_screen_body body;
    clip_face(outline, 8, &arena, &body);
    uint32_t part = ti_screen_keeps(&body, 0) ? 0 : 1;
    assert_int_equal(count_radial(&body, TOI_PI), 2);
    assert_int_equal(count_radial(&body, -TOI_PI), 2);
    assert_int_equal(body.edges.count, 8 + 4 + 4);
    assert_closed(&body, part);
    ti_screen_body_release(&body);
    ti_arena_destroy(&arena);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(moving_along_the_flow_changes_the_time_alone),
        cmocka_unit_test(the_formulas_are_those_of_cylinder_coordinates),
        cmocka_unit_test(an_axis_far_away_loses_nothing),
        cmocka_unit_test(figure_10_is_cut_at_both_ends_of_the_azimuths),
        cmocka_unit_test(figure_11_is_slit_to_the_point_where_the_axis_pierces_it),
        cmocka_unit_test(a_face_with_two_arms_across_the_cut_is_cut_twice),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
