// The parts that the samples are made of: inertia against closed forms, the spin of a free body, joints
// against a dense system, exact segments, and that the checks of a run can fail.

#include "cmocka_toi.h"
#include "samples/body.h"
#include "samples/crowd.h"
#include "samples/exact_ray.h"
#include "samples/figure_matrix.h"
#include "samples/shapes.h"
#include "samples/watch.h"

static const double PI = 3.14159265358979323846;

static toi_pose at(double x, double y, double z)
{
    return (toi_pose){{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
}

static toi_vec3 random_vector(test_random* random)
{
    toi_vec3 v;
    v.x = 2.0 * random_unit(random) - 1.0;
    v.y = 2.0 * random_unit(random) - 1.0;
    v.z = 2.0 * random_unit(random) - 1.0;
    return v;
}

static toi_quat random_turn(test_random* random)
{
    toi_vec3 v = random_vector(random);
    return q_unit((toi_quat){random_unit(random) + 0.01, v.x, v.y, v.z});
}

// ---- shapes

static void solids_have_the_mass_and_inertia_of_their_closed_forms(void** state)
{
    (void)state;
    sim_shape box = shape_box(v3(0.5, 1.0, 1.5)); // 1 x 2 x 3
    assert_near(box.volume, 6.0, 1e-14);
    assert_near(box.inertia.x, 6.0 * (4.0 + 9.0) / 12.0, 1e-13);
    assert_near(box.inertia.y, 6.0 * (1.0 + 9.0) / 12.0, 1e-13);
    assert_near(box.inertia.z, 6.0 * (1.0 + 4.0) / 12.0, 1e-13);
    double golden = 0.5 + sqrt(1.25), radius = 2.0, edge = radius / sin(2.0 * PI / 5.0);
    sim_shape ball = shape_icosahedron(radius);
    assert_near(ball.volume, 5.0 * golden * golden / 6.0 * edge * edge * edge, 1e-12);
    assert_near(ball.inertia.y, golden * golden / 10.0 * edge * edge * ball.volume, 1e-11);
    assert_near(ball.inertia.x, ball.inertia.y, 1e-12);
    const sim_section cones[3] = {{-3.0, 0.0, 0.0}, {0.0, 2.0, 2.0}, {3.0, 0.0, 0.0}}; // two square pyramids
    sim_shape spindle = shape_stack(cones, 3, 4);
    assert_near(spindle.volume, 2.0 * 16.0 * 3.0 / 3.0, 1e-12);
    assert_near(spindle.inertia.z, spindle.volume * 16.0 / 10.0, 1e-11);
    toi_mesh_info info;
    toi_mesh_get_info(spindle.mesh, &info);
    assert_true(info.closed && info.convex && info.oriented);
    toi_mesh_destroy(box.mesh);
    toi_mesh_destroy(ball.mesh);
    toi_mesh_destroy(spindle.mesh);
}

static void a_polygon_keeps_its_corners_and_turns_about_its_axes(void** state)
{
    (void)state;
    test_random random = random_start(21);
    for (int i = 0; i < 200; ++i) {
        double a = 0.2 + random_unit(&random), b = 0.2 + random_unit(&random);
        toi_pose pose = {random_vector(&random), random_turn(&random)}, found;
        const toi_vec3 flat[4] = {{-a, -b, 0.0}, {a, -b, 0.0}, {a, b, 0.0}, {-a, b, 0.0}};
        toi_vec3 corners[4];
        for (int k = 0; k < 4; ++k) {
            corners[k] = toi_pose_point(pose, flat[k]);
        }
        sim_shape s = shape_polygon(corners, 4, &found);
        assert_near(s.volume, 4.0 * a * b, 1e-12);
        double small = fmin(a, b), large = fmax(a, b);
        assert_near(s.inertia.x, s.volume * small * small / 3.0, 1e-11);
        assert_near(s.inertia.y, s.volume * large * large / 3.0, 1e-11);
        assert_near(v3_distance(found.position, pose.position), 0.0, 1e-12);
        for (uint32_t k = 0; k < 4; ++k) {
            assert_near(v3_distance(toi_pose_point(found, toi_mesh_vertex(s.mesh, k)), corners[k]), 0.0,
                        1e-12);
        }
        toi_mesh_destroy(s.mesh);
    }
}

static void axes_give_the_rotation_that_has_them(void** state)
{
    (void)state;
    test_random random = random_start(22);
    for (int i = 0; i < 1000; ++i) {
        toi_quat q = random_turn(&random);
        toi_vec3 x = q_rotate(q, v3(1.0, 0.0, 0.0)), y = q_rotate(q, v3(0.0, 1.0, 0.0));
        toi_quat found = q_from_axes(x, y, v3_cross(x, y));
        assert_near(fabs(q.w * found.w + q.x * found.x + q.y * found.y + q.z * found.z), 1.0, 1e-13);
    }
}

// ---- bodies

static void a_spinning_body_never_gains_energy(void** state)
{
    (void)state;
    test_random random = random_start(23);
    for (int i = 0; i < 100; ++i) {
        sim_body b = {.mass = 1.0, .pose = at(0.0, 0.0, 0.0)};
        b.inertia = v3(0.1 + random_unit(&random), 0.1 + random_unit(&random), 0.0);
        b.inertia.z = 0.9 * (b.inertia.x + b.inertia.y);
        b.pose.quaternion = random_turn(&random);
        b.spin = v3_scale(random_vector(&random), 100.0);
        double energy = body_energy(&b, v3(0.0, 0.0, 0.0));
        for (int step = 0; step < 100; ++step) {
            body_begin_step(&b, v3(0.0, 0.0, 0.0), 1.0 / 30.0);
            double now = body_energy(&b, v3(0.0, 0.0, 0.0));
            assert_true(now <= energy * (1.0 + 1e-14));
            energy = now;
        }
    }
}

static void a_slow_spin_keeps_its_momentum(void** state)
{
    (void)state;
    sim_body b = {
        .mass = 1.0, .inertia = {1.0, 2.0, 2.5}, .pose = at(0.0, 0.0, 0.0), .spin = {0.1, 1.0, 0.2}};
    double dt = 1e-4;
    toi_vec3 before = v3(0.1, 2.0, 0.5), w;
    for (int step = 0; step < 10000; ++step) {
        body_begin_step(&b, v3(0.0, 0.0, 0.0), dt);
        w = b.spin;
        toi_quat turn = {1.0, 0.5 * dt * w.x, 0.5 * dt * w.y, 0.5 * dt * w.z};
        b.pose.quaternion = q_unit(q_multiply(turn, b.pose.quaternion));
    }
    w = q_unrotate(b.pose.quaternion, b.spin);
    toi_vec3 after = q_rotate(b.pose.quaternion, v3(w.x, 2.0 * w.y, 2.5 * w.z));
    assert_near(v3_distance(before, after), 0.0, 2e-3);
}

// ---- joints

enum { LINKS = 5, UNKNOWNS = 6 * LINKS };

// A tree of bodies in any position: 1 and 2 hang on 0, 3 and 4 on 1, by balls and hinges.
static void build_tree(sim_crowd* crowd, sim_joint_set* set, const toi_mesh* mesh, test_random* random)
{
    static const uint32_t parents[LINKS] = {0, 0, 0, 1, 1};
    for (uint32_t i = 0; i < LINKS; ++i) {
        toi_pose pose = {random_vector(random), random_turn(random)};
        uint32_t index = crowd_add(crowd, "link", mesh, pose);
        crowd_weigh(crowd, 0.5 + random_unit(random), v3(0.4 + random_unit(random), 0.8, 0.7));
        sim_body* b = &crowd->bodies[index];
        b->velocity = random_vector(random);
        b->spin = random_vector(random);
        body_begin_step(b, v3(0.0, 0.0, 0.0), 0.0);
        if (i > 0) {
            sim_joint_def def = {.kind = i % 2 ? JOINT_BALL : JOINT_HINGE,
                                 .parent = parents[i],
                                 .child = i,
                                 .place_parent = random_vector(random),
                                 .place_child = random_vector(random),
                                 .axis_parent = v3_unit(random_vector(random)),
                                 .most = 1.0};
            def.axis_child = def.axis_parent;
            def.front_parent = def.front_child = v3_perpendicular(def.axis_parent);
            joints_add(set, &def);
        }
    }
    crowd->joints = set;
}

static double row_times(const double row[6], const sim_body* b)
{
    return row[0] * b->velocity.x + row[1] * b->velocity.y + row[2] * b->velocity.z + row[3] * b->spin.x +
           row[4] * b->spin.y + row[5] * b->spin.z;
}

static toi_vec3 momentum_of(const sim_crowd* crowd, toi_vec3* angular)
{
    toi_vec3 linear = {0.0, 0.0, 0.0};
    *angular = linear;
    for (uint32_t i = 0; i < crowd->count; ++i) {
        const sim_body* b = &crowd->bodies[i];
        mat3 inertia = m3_turned_diagonal(b->pose.quaternion, b->inertia);
        linear = v3_madd(linear, b->mass, b->velocity);
        *angular = v3_add(*angular, m3_apply(&inertia, b->spin));
        *angular = v3_madd(*angular, b->mass, v3_cross(b->pose.position, b->velocity));
    }
    return linear;
}

// That the change is the one of least kinetic energy follows from its being M^-1 J' l: then the energy lost
// is the energy of the change.
static void joints_hold_afterwards_and_keep_momentum(void** state)
{
    (void)state;
    test_random random = random_start(24);
    sim_shape box = shape_box(v3(0.1, 0.1, 0.1));
    for (int i = 0; i < 50; ++i) {
        sim_crowd crowd = {0};
        sim_joint_set set = {0};
        build_tree(&crowd, &set, box.mesh, &random);
        // Joints whose places are apart would turn the momentum: put each child where its joint holds it.
        for (uint32_t k = 0; k < set.count; ++k) {
            const sim_joint_def* d = &set.items[k].def;
            sim_body *p = &crowd.bodies[d->parent], *c = &crowd.bodies[d->child];
            toi_vec3 place = toi_pose_point(p->pose, d->place_parent);
            c->pose.position = v3_sub(place, q_rotate(c->pose.quaternion, d->place_child));
        }
        toi_vec3 turning, turning_after, moving = momentum_of(&crowd, &turning);
        sim_body before[LINKS];
        memcpy(before, crowd.bodies, sizeof before);
        joints_begin_step(&crowd, 1.0 / 60.0);
        joints_solve(&crowd);
        for (uint32_t k = 0; k < set.count; ++k) {
            const sim_joint* j = &set.items[k];
            for (uint32_t row = 0; row < j->row_count; ++row) {
                double speed = row_times(j->rows_child[row], &crowd.bodies[j->def.child]) +
                               row_times(j->rows_parent[row], &crowd.bodies[j->def.parent]);
                assert_near(speed, 0.0, 1e-11);
            }
        }
        assert_near(v3_distance(moving, momentum_of(&crowd, &turning_after)), 0.0, 1e-11);
        double lost = 0.0, changed = 0.0;
        for (uint32_t k = 0; k < LINKS; ++k) {
            sim_body change = crowd.bodies[k];
            lost += body_energy(&before[k], v3(0.0, 0.0, 0.0)) - body_energy(&change, v3(0.0, 0.0, 0.0));
            change.velocity = v3_sub(change.velocity, before[k].velocity);
            change.spin = v3_sub(change.spin, before[k].spin);
            changed += body_energy(&change, v3(0.0, 0.0, 0.0));
        }
        assert_near(lost, changed, 1e-10);
        assert_near(v3_distance(turning, turning_after), 0.0, 1e-10);
        joints_release(&set);
        crowd_release(&crowd);
    }
    toi_mesh_destroy(box.mesh);
}

// ---- exact segments

static void segments_and_triangles_meet_as_rational_parameters_say(void** state)
{
    (void)state;
    const int3 t[3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    assert_true(exact_segment_meets((int3){1, 1, 5}, (int3){1, 1, -5}, t));
    assert_true(exact_segment_meets((int3){1, 1, 5}, (int3){1, 1, 0}, t));  // ends on it
    assert_false(exact_segment_meets((int3){1, 1, 5}, (int3){1, 1, 1}, t)); // ends above it
    assert_true(exact_segment_meets((int3){2, 2, 5}, (int3){2, 2, -5}, t)); // through an edge
    assert_true(exact_segment_meets((int3){0, 4, 5}, (int3){0, 4, -5}, t)); // through a corner
    assert_false(exact_segment_meets((int3){3, 2, 5}, (int3){3, 2, -5}, t));
    assert_true(exact_segment_meets((int3){-1, 1, 0}, (int3){9, 1, 0}, t)); // in its plane
    assert_true(exact_segment_meets((int3){1, 1, 0}, (int3){1, 2, 0}, t));  // inside it
    assert_false(exact_segment_meets((int3){5, 0, 0}, (int3){9, 0, 0}, t)); // beyond an edge, on its line
    assert_true(exact_segment_meets((int3){3, 0, 0}, (int3){9, 0, 0}, t));
    assert_false(exact_segment_meets((int3){-1, -1, 0}, (int3){9, -1, 0}, t));
    const toi_vec3 d[3] = {{0.0, 0.0, 0.0}, {4.0, 0.0, 0.0}, {0.0, 4.0, 0.0}};
    assert_near(ray_distance(v3(1.0, 1.0, 5.0), v3(1.0, 1.0, 2.0), d), 2.0, 1e-14);
    assert_near(ray_distance(v3(-3.0, 1.0, 4.0), v3(9.0, 1.0, 4.0), d), 4.0, 1e-14);
    assert_near(ray_distance(v3(8.0, -3.0, 0.0), v3(4.0, -3.0, 0.0), d), 3.0, 1e-14);
    assert_near(ray_distance(v3(8.0, 3.0, 0.0), v3(9.0, 9.0, 0.0), d), 5.0, 1e-14);
}

// ---- checks of a run

static void bodies_that_meet_are_counted_and_energy_that_appears_is_seen(void** state)
{
    (void)state;
    sim_shape box = shape_box(v3(0.5, 0.5, 0.5));
    static const double shifts[3] = {1.5, 1.0, 0.9}; // apart, touching, overlapping
    for (int i = 0; i < 3; ++i) {
        sim_crowd crowd = {.settings = crowd_default_settings()};
        crowd_add(&crowd, "one", box.mesh, at(0.0, 0.0, 1.0));
        crowd_weigh(&crowd, 2.0, v3_scale(box.inertia, 2.0));
        crowd_add(&crowd, "two", box.mesh, at(shifts[i], 0.0, 1.0));
        crowd_weigh(&crowd, 2.0, v3_scale(box.inertia, 2.0));
        crowd_start(&crowd);
        sim_watch watch = {0};
        watch_begin(&watch, &crowd);
        watch_meetings(&watch, &crowd);
        assert_int_equal(watch.meetings, i > 0);
        assert_int_equal(watch.pairs, 1);
        watch_energy(&watch, &crowd);
        assert_near(watch.excess, 0.0, 1e-12);
        crowd.bodies[1].velocity.x = 3.0;
        watch_brought(&watch, 8.0);
        watch_energy(&watch, &crowd);
        assert_near(watch.excess, 1.0, 1e-12);
        crowd_release(&crowd);
    }
    toi_mesh_destroy(box.mesh);
}

// A box that falls on another: what the impulses do is known.
static void a_falling_box_comes_to_rest_at_the_rest_gap(void** state)
{
    (void)state;
    static const double rates[4] = {30.0, 60.0, 120.0, 200.0};
    sim_shape box = shape_box(v3(0.1, 0.1, 0.1)), floor = shape_box(v3(5.0, 5.0, 0.5));
    for (int i = 0; i < 4; ++i) {
        sim_crowd crowd = {.settings = crowd_default_settings()};
        crowd_add(&crowd, "box", box.mesh, at(0.0, 0.0, 1.0));
        crowd_weigh(&crowd, 1.0, v3_scale(box.inertia, 1.0 / box.volume));
        crowd_add(&crowd, "floor", floor.mesh, at(0.0, 0.0, -0.5));
        crowd_start(&crowd);
        double lowest = 1.0;
        for (int step = 0; step < 3.0 * rates[i]; ++step) {
            crowd_step(&crowd, 1.0 / rates[i]);
            lowest = fmin(lowest, crowd.bodies[0].pose.position.z);
        }
        double gap = crowd.bodies[0].pose.position.z - 0.1;
        assert_true(lowest - 0.1 >= 0.999 * crowd.settings.separation);
        assert_near(gap, crowd.settings.rest_gap, 0.05 * crowd.settings.rest_gap);
        printf("rate %g v %g w %g quiet %u\n", rates[i], v3_length(crowd.bodies[0].velocity),
               v3_length(crowd.bodies[0].spin), crowd.bodies[0].quiet_steps);
        assert_true(crowd.bodies[0].asleep);
        crowd_release(&crowd);
    }
    toi_mesh_destroy(box.mesh);
    toi_mesh_destroy(floor.mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solids_have_the_mass_and_inertia_of_their_closed_forms),
        cmocka_unit_test(a_polygon_keeps_its_corners_and_turns_about_its_axes),
        cmocka_unit_test(axes_give_the_rotation_that_has_them),
        cmocka_unit_test(a_spinning_body_never_gains_energy),
        cmocka_unit_test(a_slow_spin_keeps_its_momentum),
        cmocka_unit_test(joints_hold_afterwards_and_keep_momentum),
        cmocka_unit_test(segments_and_triangles_meet_as_rational_parameters_say),
        cmocka_unit_test(bodies_that_meet_are_counted_and_energy_that_appears_is_seen),
        cmocka_unit_test(a_falling_box_comes_to_rest_at_the_rest_gap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
