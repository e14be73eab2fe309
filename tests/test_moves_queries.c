// Lists of moves in what asks for motions: boxes of the broad phase, relative motions, first contact, worlds.

#include "moves_support.h"
#include "relative_support.h"

#include "motion/bounds.h"
#include "motion/pieces.h"
#include "toi/world.h"

// ---- boxes

static void the_box_holds_the_body_through_all_moves(void** state)
{
    (void)state;
    gen_random random = {random_start(71).state};
    gen_lists lists;
    for (int i = 0; i < 300; ++i) {
        toi_motion m = random_moves_motion(&random, 1.0, 3.0, &lists);
        toi_mesh mesh = {0};
        mesh.info.bounds = (toi_bounds){{-1, -2, -0.5}, {0.25, 2, 3}};
        toi_vec3 velocity = gen_vector(&random, 1e-2, 1e2);
        toi_bounds box = ti_motion_bounds_drifting(&m, &mesh, velocity);
        for (int k = 0; k < 8 * 101; ++k) {
            double t = (k / 8) / 100.0;
            const toi_bounds* b = &mesh.info.bounds;
            toi_vec3 corner = {k & 1 ? b->upper.x : b->lower.x, k & 2 ? b->upper.y : b->lower.y,
                               k & 4 ? b->upper.z : b->lower.z};
            toi_vec3 p = v3_madd(toi_pose_point(toi_motion_pose(&m, t), corner), -t, velocity);
            assert_true(p.x >= box.lower.x && p.y >= box.lower.y && p.z >= box.lower.z);
            assert_true(p.x <= box.upper.x && p.y <= box.upper.y && p.z <= box.upper.z);
        }
    }
}

// ---- relative motions

static void relative_motions_are_within_their_bounds(void** state)
{
    (void)state;
    test_random random = random_start(72);
    gen_random shapes = {random.state};
    gen_lists lists[2];
    double rounding = 0.0;
    uint32_t pieces = 0, exact = 0;
    for (int i = 0; i < 300; ++i) {
        pair p;
        toi_motion a = random_moves_motion(&shapes, 1.0, 3.0, &lists[0]), b;
        gen_motion_random(&shapes, 1.0, 3.0, &b, &lists[1]);
        set_pair(&p, i % 2 ? b : a, i % 2 ? a : b);
        double far = i % 3 == 0 ? 100.0 : 0.1; // from the origin of the mesh
        p.mesh_a.center = random_vector(&random, far, 2.0 * far);
        p.mesh_b.center = random_vector(&random, far, 2.0 * far);
        ti_screw_terms terms = {.max_model_error = 1e-3 * far, .max_pieces = 100000};
        worst w = check_walk(&p, &terms, &random, 8);
        rounding = fmax(rounding, w.rounding);
        pieces += w.pieces;
        exact += w.exact;
        w = check_walk(&p, &one_terms, &random, 40);
        assert_int_equal(w.pieces, 1);
    }
    printf("%u pieces, %u exact, rounding %.2f u L\n", pieces, exact, rounding);
    assert_true(exact > 300);
}

// Each move beside a body at rest is one screw, and so are two turns about one axis, also where one begins in
// the middle of the other.
static void moves_are_taken_as_the_screws_that_they_are(void** state)
{
    (void)state;
    test_random random = random_start(73);
    toi_move list[4] = {turn_about(1, 0, 9.0), translate(1, 2, 3), turn_about(0, 3, -1.0),
                        ending(translate(0, 0, 1), 0.75)};
    pair p;
    toi_pose pose = {{0, 2, 1}, {1, 2, 3, 4}};
    set_pair(&p, moves_of(pose, list, 4), resting(v3(5, 5, 5)));
    p.mesh_a.center = v3(100, 0, 0);
    worst w = check_walk(&p, &exact_terms, &random, 20);
    assert_true(w.pieces == 5 && w.exact == 5);

    toi_move other[2] = {ending(turn_about(1, 0, -4.0), 0.125), turn_about(1, 0, 2.0)};
    other[1].axis = (toi_vec3){0, 0, -2};
    set_pair(&p, moves_of(pose, list, 1), moves_of((toi_pose){{3, 0, 0}, {1, 0, 0, 0}}, other, 2));
    p.mesh_a.center = v3(0.5, 0.25, 2);
    w = check_walk(&p, &exact_terms, &random, 20);
    assert_true(w.pieces == 2 && w.exact == 2);
    p.mesh_b.center = v3(-100, 50, 2);
    toi_motion swapped = p.a.motion;
    p.a.motion = p.b.motion;
    p.b.motion = swapped;
    w = check_walk(&p, &exact_terms, &random, 20);
    assert_true(w.pieces == 2 && w.exact == 2);
}

static void lists_that_are_equal_keep_bodies_in_place(void** state)
{
    (void)state;
    toi_move list[2] = {turn_about(1, 0, 9.0), translate(1, 2, 3)};
    toi_move copy[2] = {list[0], list[1]};
    copy[1].point.x = (double)NAN; // a translation does not read it
    toi_pose pose = {{0, 2, 1}, {1, 2, 3, 4}};
    toi_motion a = moves_of(pose, list, 2), b = moves_of(pose, copy, 2);
    assert_true(ti_motion_same(&a, &b));
    b.pose.position.x = 1.0; // the joints are rounded elsewhere
    assert_false(ti_motion_same(&a, &b));
    b.pose = pose;
    copy[0].until = 0.25;
    assert_false(ti_motion_same(&a, &b));
    copy[0].until = 0.0;
    copy[0].angle = 9.5;
    assert_false(ti_motion_same(&a, &b));
    copy[0] = list[0];
    copy[1].by.z = 3.5;
    assert_false(ti_motion_same(&a, &b));
    b.move_count = 1;
    assert_false(ti_motion_same(&a, &b));
    toi_move still[2] = {turn_about(1, 0, -0.0), translate(0, 0, 0)};
    toi_motion rest = resting(v3(1, 2, 3)), held = moves_of(pose, still, 2);
    assert_true(ti_motion_same(&rest, &held));
    still[1].by.y = 0x1p-1074;
    assert_false(ti_motion_same(&rest, &held));
}

// ---- first contact

static toi_mesh* box(double x, double y, double z)
{
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create_box((toi_vec3){x, y, z}, NULL, &mesh, NULL), TOI_OK);
    return mesh;
}

// A rod steps along a wall and then turns into it: its tip is at 3 from the axis, the wall at 1.5 below it,
// so it turns by 30 degrees, a third of what it would.
static void a_rod_turns_into_a_wall_in_its_second_move(void** state)
{
    (void)state;
    toi_mesh *rod = box(3, 0, 0), *wall = box(20, 1, 1);
    toi_move list[2] = {ending(translate(8, 0, 0), 0.25), turn_about(8, 0, -3.14159265358979323846 / 2)};
    toi_body a = {.mesh = rod, .motion = moves_of((toi_pose)TOI_POSE_IDENTITY, list, 2)};
    toi_body b = {.mesh = wall, .motion = {.kind = TOI_MOTION_STATIC, .pose = {{0, -2.5, 0}, {1, 0, 0, 0}}}};
    toi_result r;
    assert_int_equal(toi_first_contact(&a, &b, NULL, &r), TOI_OK);
    assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
    assert_near(r.t_free, 0.25 + 0.75 / 3.0, 1e-8);
    assert_near(r.point.x, 8 + 3 * cos(3.14159265358979323846 / 6), 1e-6);
    toi_body bodies[2] = {b, a};
    toi_world_def def = {.bodies = bodies, .body_count = 2};
    toi_world_result world;
    assert_int_equal(toi_world_check(&def, &world, NULL), TOI_OK);
    assert_near(world.pairs[0].result.t_free, r.t_free, 1e-9);
    toi_world_result_release(&world);
    list[1].angle = 0.5; // ends just above
    assert_int_equal(toi_first_contact(&a, &b, NULL, &r), TOI_OK);
    assert_int_equal(r.answer, TOI_ANSWER_CLEAR);
    toi_mesh_destroy(rod);
    toi_mesh_destroy(wall);
}

// A tool that goes to and fro in steps; twice as many moves take about twice as long, not four times.
static void many_moves_are_followed_one_after_the_other(void** state)
{
    (void)state;
    enum { COUNT = 2001 };
    static toi_move list[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        list[i] = i % 2 == 0 ? translate(i / 2 % 2 == 0 ? 1 : -1, 0, 0) : translate(0, 0, -0x1p-10);
    }
    toi_mesh *tool = box(0.25, 0.25, 0.25), *table = box(5, 5, 1);
    toi_body a = {.mesh = tool, .motion = moves_of((toi_pose){{0, 0, 2}, {1, 0, 0, 0}}, list, COUNT)};
    toi_body b = {.mesh = table, .motion = {.kind = TOI_MOTION_STATIC, .pose = TOI_POSE_IDENTITY}};
    toi_result r;
    assert_int_equal(toi_first_contact(&a, &b, NULL, &r), TOI_OK);
    assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
    // 3/4 above the table, it comes down by 1/1024 in every second move: it touches in move 2 * 768.
    assert_near(r.t_free, 2 * 768 / (double)COUNT, 1e-6);
    toi_mesh_destroy(tool);
    toi_mesh_destroy(table);
}

static void a_world_names_the_move_that_is_wrong(void** state)
{
    (void)state;
    toi_mesh* mesh = box(1, 1, 1);
    toi_move list[2] = {translate(1, 2, 3), translate(1, (double)NAN, 3)};
    toi_body bodies[2] = {{.mesh = mesh, .motion = {.kind = TOI_MOTION_STATIC, .pose = TOI_POSE_IDENTITY}},
                          {.mesh = mesh, .motion = moves_of((toi_pose)TOI_POSE_IDENTITY, list, 2)}};
    toi_world_def def = {.bodies = bodies, .body_count = 2};
    toi_world_result world;
    toi_error error = {0};
    assert_int_equal(toi_world_check(&def, &world, &error), TOI_ERROR_INVALID);
    assert_int_equal(error.index, 1);
    assert_non_null(strstr(error.text, "body 1, move 1: moves: by"));
    toi_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(the_box_holds_the_body_through_all_moves),
        cmocka_unit_test(relative_motions_are_within_their_bounds),
        cmocka_unit_test(moves_are_taken_as_the_screws_that_they_are),
        cmocka_unit_test(lists_that_are_equal_keep_bodies_in_place),
        cmocka_unit_test(a_rod_turns_into_a_wall_in_its_second_move),
        cmocka_unit_test(many_moves_are_followed_one_after_the_other),
        cmocka_unit_test(a_world_names_the_move_that_is_wrong),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
