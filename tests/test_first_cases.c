// Cases of first contact that are known to be hard, with answers in closed form, and bounds on the work: a
// wrong direction costs no answer, only steps, so the steps are watched too.

#include "first_support.h"

enum { MOST_SIDES = 64 };

typedef struct prism {
    toi_vec3 v[2 * MOST_SIDES];
    uint32_t indices[6 * MOST_SIDES], offsets[MOST_SIDES + 3];
} prism;

// The side walls of a prism around z with its first corner on the x axis.
static void make_walls(uint32_t sides, double radius, double half_height, prism* p)
{
    for (uint32_t i = 0; i < sides; ++i) {
        double u = 2.0 * PI * i / sides;
        p->v[i] = v3(radius * cos(u), radius * sin(u), -half_height);
        p->v[i + sides] = v3(p->v[i].x, p->v[i].y, half_height);
        const uint32_t k = (i + 1) % sides, corners[4] = {i, k, k + sides, i + sides};
        memcpy(p->indices + 4 * i, corners, sizeof corners);
        p->offsets[i] = 4 * i;
    }
    p->offsets[sides] = 4 * sides;
}

static toi_mesh* make_prism(uint32_t sides, double radius, double half_height)
{
    prism p;
    make_walls(sides, radius, half_height, &p);
    for (uint32_t i = 0; i < sides; ++i) {
        p.indices[4 * sides + i] = sides - 1 - i;
        p.indices[5 * sides + i] = sides + i;
    }
    p.offsets[sides + 1] = 5 * sides;
    p.offsets[sides + 2] = 6 * sides;
    return make_mesh(p.v, 2 * sides, p.indices, p.offsets, sides + 2);
}

static toi_mesh* make_tube(uint32_t sides, double radius, double half_height)
{
    prism p;
    make_walls(sides, radius, half_height, &p);
    return make_mesh(p.v, 2 * sides, p.indices, p.offsets, sides);
}

static toi_body spinning(const toi_mesh* mesh, toi_vec3 position, toi_vec3 axis, double angle, toi_vec3 by)
{
    return (toi_body){.mesh = mesh,
                      .motion = {.kind = TOI_MOTION_SPIN,
                                 .pose = {position, {1.0, 0.0, 0.0, 0.0}},
                                 .axis = axis,
                                 .angle = angle,
                                 .by = by}};
}

static const toi_vec3 y_axis = {0, 1, 0}, z_axis = {0, 0, 1}, origin = {0, 0, 0};

// Clear with no more steps than that, and with a proved distance that is below the true one.
static void assert_clear_within(const toi_body* a, const toi_body* b, uint32_t steps, double distance)
{
    for (int swap = 0; swap < 2; ++swap) {
        toi_result r = swap ? ask(b, a, NULL) : ask(a, b, NULL);
        assert_clear(&r);
        assert_true(r.gap <= distance * (1.0 + 1e-9) + r.work.rounding);
        assert_true(r.work.steps <= steps);
    }
}

static void a_box_that_spins_flat_above_a_plate_is_clear_in_a_step(void** state)
{
    (void)state;
    toi_mesh *box = make_box(0.5, 0.4, 0.3), *plate = make_box(3.0, 3.0, 0.1);
    toi_body b = at_rest(plate, origin, upright);
    const double gaps[] = {1e-2, 1e-4, 1e-6, 1e-8};
    for (int i = 0; i < 4; ++i) {
        toi_body a = spinning(box, v3(0.1, 0.2, 0.4 + gaps[i]), z_axis, 3.0 * PI, origin);
        assert_clear_within(&a, &b, 4, gaps[i]);
        // Sliding as it spins.
        a.motion.by = v3(1.0, -0.5, 0.0);
        assert_clear_within(&a, &b, 4, gaps[i]);
    }
    toi_mesh_destroy(box);
    toi_mesh_destroy(plate);
}

static void a_wheel_rolls_above_the_ground_in_a_few_steps(void** state)
{
    (void)state;
    toi_mesh *wheel = make_prism(32, 1.0, 0.2), *ground = make_box(20.0, 2.0, 0.5);
    toi_body b = at_rest(ground, v3(6.0, 0.0, -0.5), upright);
    const double gaps[] = {1e-2, 1e-4, 1e-6};
    for (int i = 0; i < 3; ++i) {
        // About y, which the wheel's own axis z is turned to first.
        toi_body a = spinning(wheel, v3(0.0, 0.0, 1.0 + gaps[i]), y_axis, 4.0 * PI, v3(4.0 * PI, 0.0, 0.0));
        a.motion.pose.quaternion = turn_about(1.0, 0.0, 0.0, 0.5 * PI);
        assert_clear_within(&a, &b, 6, gaps[i]);
    }
    toi_mesh_destroy(wheel);
    toi_mesh_destroy(ground);
}

static void a_cube_tumbles_above_the_ground_in_a_few_steps(void** state)
{
    (void)state;
    toi_mesh *cube = make_box(0.5, 0.5, 0.5), *ground = make_box(20.0, 2.0, 0.5);
    toi_body b = at_rest(ground, v3(0.0, 0.0, -0.5), upright);
    toi_body a = spinning(cube, v3(-2.0, 0.0, sqrt(0.5) + 1e-6), y_axis, 3.0 * PI, v3(4.0, 0.0, 0.0));
    assert_clear_within(&a, &b, 6, 1e-6);
    // About an axis along the diagonal of the cube, over one of its corners.
    a = spinning(cube, v3(0.0, 0.0, 0.5 * sqrt(3.0) + 1e-6), v3(1.0, 1.0, 1.0), 3.0 * PI, origin);
    a.motion.pose.quaternion = turn_about(1.0, -1.0, 0.0, acos(1.0 / sqrt(3.0)));
    a.motion.axis = z_axis;
    assert_clear_within(&a, &b, 6, 1e-6);
    toi_mesh_destroy(cube);
    toi_mesh_destroy(ground);
}

static void a_rod_turns_in_a_tube(void** state)
{
    (void)state;
    toi_mesh *rod = make_prism(16, 1.0, 0.5), *tube = make_tube(32, 1.05 / cos(PI / 32), 1.0);
    toi_body a = spinning(rod, origin, z_axis, 3.0 * PI, origin), b = at_rest(tube, origin, upright);
    assert_clear_within(&a, &b, 34000, 0.05);
    toi_mesh_destroy(rod);
    toi_mesh_destroy(tube);
}

static void bodies_that_turn_together_are_clear_in_a_step(void** state)
{
    (void)state;
    toi_mesh *rod = make_prism(16, 1.0, 0.5), *tube = make_tube(32, 1.05 / cos(PI / 32), 1.0);
    toi_mesh* cube = make_box(0.5, 0.5, 0.5);
    toi_motion turn = {.kind = TOI_MOTION_ROTATION,
                       .pose = TOI_POSE_IDENTITY,
                       .point = {3.0, 1.0, 0.0},
                       .axis = {0.3, 0.2, 1.0},
                       .angle = 3.0 * PI};
    toi_body a = {.mesh = rod, .motion = turn}, b = {.mesh = tube, .motion = turn},
             c = {.mesh = cube, .motion = turn};
    assert_clear_within(&a, &b, 500, 0.05);
    // Alike to rounding: the same turn with its point elsewhere on the axis.
    b.motion.point = v3_madd(turn.point, 2.0, turn.axis);
    assert_clear_within(&a, &b, 500, 0.05);
    c.motion.pose.position = v3(4.0, 1.0, 0.2);
    b = c;
    b.motion.pose.position.x = 5.0 + 1e-6;
    assert_clear_within(&c, &b, 4, 1e-6);
    toi_mesh_destroy(rod);
    toi_mesh_destroy(tube);
    toi_mesh_destroy(cube);
}

static void thin_plates_at_high_speed_meet_when_they_should(void** state)
{
    (void)state;
    toi_mesh* plate = make_box(1.0, 1.0, 1e-6);
    toi_body a = moving_by(plate, v3(0.1, 0.2, -3000.0), upright, v3(0.0, 0.0, 1e4));
    toi_body b = at_rest(plate, origin, upright);
    toi_result r = ask(&a, &b, NULL);
    assert_contact_near(&r, (3000.0 - 2e-6) / 1e4, 1e-12);
    assert_true(r.work.steps <= 10);
    // With one and a half turns about the normal on the way.
    a = spinning(plate, v3(0.1, 0.2, -3000.0), z_axis, 3.0 * PI, v3(0.0, 0.0, 1e4));
    r = ask(&a, &b, NULL);
    assert_contact_near(&r, (3000.0 - 2e-6) / 1e4, 1e-12);
    assert_true(r.work.steps <= 20);
    toi_mesh_destroy(plate);
}

static void parallel_rods_turn_beside_each_other_in_a_few_steps(void** state)
{
    (void)state;
    toi_mesh* rod = make_prism(32, 1.0, 5.0);
    toi_body a = spinning(rod, origin, z_axis, 4.0 * PI, origin);
    toi_body b = spinning(rod, v3(2.0 + 1e-9, 0.0, 0.0), z_axis, -3.0 * PI, origin);
    toi_query_def def = {.tolerance = 1e-12};
    toi_result r = ask(&a, &b, &def);
    assert_clear(&r);
    assert_true(r.gap <= 1e-9 && r.gap > 0.99e-9 && r.work.steps <= 4);
    toi_mesh_destroy(rod);
}

static void a_rod_that_turns_meets_a_wall_at_the_angle_of_its_corner(void** state)
{
    (void)state;
    toi_mesh *rod = make_box(1.0, 0.05, 0.1), *wall = make_box(2.0, 0.25, 1.0);
    // The corner (1, 0.05) is at the height 0.75 of the wall's face when its angle is asin(0.75 / r).
    double r = sqrt(1.0 + 0.05 * 0.05), time = (asin(0.75 / r) - atan2(0.05, 1.0)) / (3.0 * PI);
    toi_body a = spinning(rod, origin, z_axis, 3.0 * PI, origin),
             b = at_rest(wall, v3(0.0, 1.0, 0.0), upright);
    toi_result result = ask(&a, &b, NULL);
    // The corner comes to the wall at 9.4 cos(48 degrees) a unit of time.
    assert_contact_near(&result, time, 1e-9);
    assert_true(result.work.steps <= 24);
    toi_mesh_destroy(rod);
    toi_mesh_destroy(wall);
}

// A path that only just reaches the other body: a double root. The gap is what counts there.
static void a_graze_is_a_contact_within_the_tolerance_and_a_miss_beyond_it(void** state)
{
    (void)state;
    toi_mesh *cube = make_box(0.5, 0.5, 0.5), *ground = make_box(5.0, 2.0, 0.5);
    toi_body b = at_rest(ground, v3(0.0, 0.0, -0.5), upright);
    // Corners come down to sqrt(1/2) below the centre, at 1/8, 3/8, ... of a turn.
    const double heights[] = {-1e-7, 0.5e-9, 1e-7};
    for (int i = 0; i < 3; ++i) {
        toi_body a = spinning(cube, v3(0.0, 0.0, sqrt(0.5) + heights[i]), y_axis, 0.5 * PI, origin);
        toi_query_def def = {.tolerance = 1e-9};
        toi_result r = ask(&a, &b, &def);
        // Between, contact and a proof of none are both right.
        if (i == 2 || (i == 1 && r.answer == TOI_ANSWER_CLEAR)) {
            assert_clear(&r);
            assert_true(r.gap <= heights[i] + r.work.rounding);
        } else {
            assert_contact_near(&r, 0.5, 1e-3);
            assert_true(r.gap <= 1.1e-9);
        }
        assert_true(r.work.steps <= 70);
    }
    toi_mesh_destroy(cube);
    toi_mesh_destroy(ground);
}

static void a_thousand_keys_are_followed_one_after_the_other(void** state)
{
    (void)state;
    enum { KEYS = 1000 };
    static toi_key keys[KEYS];
    toi_mesh *cube = make_box(0.5, 0.5, 0.5), *wall = make_box(0.5, 20.0, 20.0);
    for (int i = 0; i < KEYS; ++i) {
        // To and fro and on, turning about x all the while; the wall's face is at x = 0.
        double t = (double)i / (KEYS - 1), x = -2.0 + 2.0 * t + (i % 2 ? 0.05 : 0.0);
        keys[i] = (toi_key){t, {{x, 0.0, 0.0}, turn_about(1.0, 0.0, 0.0, 0.7 * i)}};
    }
    toi_body a = {.mesh = cube, .motion = {.kind = TOI_MOTION_KEYFRAMES, .keys = keys, .key_count = KEYS}};
    toi_body b = at_rest(wall, v3(0.5, 0.0, 0.0), upright);
    // The first key that is beyond the wall ends the piece in which they meet.
    int last = 1;
    while (keys[last].pose.position.x < -0.5) {
        ++last;
    }
    double from = keys[last - 1].pose.position.x, to = keys[last].pose.position.x;
    double part = (-0.5 - from) / (to - from),
           time = keys[last - 1].t + part * (keys[last].t - keys[last - 1].t);
    for (int path = TOI_PATH_SCREW; path <= TOI_PATH_NLERP; ++path) {
        a.motion.path = (toi_path)path;
        toi_result r = ask(&a, &b, NULL);
        assert_contact_near(&r, time, 1e-10);
        assert_true(r.kind == TOI_CONTACT_VF && r.normal.x > 0.999999);
        assert_true(r.work.steps <= 4 * KEYS);
        // Never as far: clear through all pieces.
        toi_body far = at_rest(wall, v3(1.2, 0.0, 0.0), upright);
        r = ask(&a, &far, NULL);
        assert_clear(&r);
        assert_near(r.gap, 0.15, 0.06);
    }
    toi_mesh_destroy(cube);
    toi_mesh_destroy(wall);
}

// The links of bodies that stand still in a frame that turns hold in the world.
static void links_of_bodies_that_turn_together_turn_with_them(void** state)
{
    (void)state;
    toi_mesh* cube = make_box(0.5, 0.5, 0.5);
    toi_body a = at_rest(cube, v3(2.0, 0.0, 0.0), upright), b = at_rest(cube, v3(3.5, 0.2, 0.1), upright);
    a.motion.kind = b.motion.kind = TOI_MOTION_SCREW;
    a.motion.axis = b.motion.axis = v3(0.1, 0.2, 1.0);
    a.motion.angle = b.motion.angle = 3.0 * PI;
    a.motion.advance = b.motion.advance = 0.4;
    toi_link links[16];
    toi_query_def def = {.links = links, .link_capacity = 16};
    toi_result r = ask(&a, &b, &def);
    assert_clear(&r);
    assert_true(r.link_count >= 1 && r.link_count <= 16);
    for (uint32_t i = 0; i < r.link_count; ++i) {
        for (int k = 0; k <= 40; ++k) {
            double t = links[i].from + (links[i].to - links[i].from) * k / 40.0,
                   angle = v3_length(links[i].turn);
            toi_quat q =
                turn_about(links[i].turn.x, links[i].turn.y, links[i].turn.z, angle * (t - links[i].from));
            toi_vec3 n = toi_pose_point((toi_pose){origin, q}, links[i].direction);
            double low = HUGE_VAL, high = -HUGE_VAL;
            for (uint32_t v = 0; v < 8; ++v) {
                toi_vec3 corner = toi_mesh_vertex(cube, v);
                high = fmax(high, v3_dot(n, toi_pose_point(toi_motion_pose(&a.motion, t), corner)));
                low = fmin(low, v3_dot(n, toi_pose_point(toi_motion_pose(&b.motion, t), corner)));
            }
            assert_true(low - high > 0.49);
        }
    }
    toi_mesh_destroy(cube);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_that_spins_flat_above_a_plate_is_clear_in_a_step),
        cmocka_unit_test(a_wheel_rolls_above_the_ground_in_a_few_steps),
        cmocka_unit_test(a_cube_tumbles_above_the_ground_in_a_few_steps),
        cmocka_unit_test(a_rod_turns_in_a_tube),
        cmocka_unit_test(bodies_that_turn_together_are_clear_in_a_step),
        cmocka_unit_test(thin_plates_at_high_speed_meet_when_they_should),
        cmocka_unit_test(parallel_rods_turn_beside_each_other_in_a_few_steps),
        cmocka_unit_test(a_rod_that_turns_meets_a_wall_at_the_angle_of_its_corner),
        cmocka_unit_test(a_graze_is_a_contact_within_the_tolerance_and_a_miss_beyond_it),
        cmocka_unit_test(a_thousand_keys_are_followed_one_after_the_other),
        cmocka_unit_test(links_of_bodies_that_turn_together_turn_with_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
