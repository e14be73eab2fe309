// A mover among bodies that move at the same time.

#include "failing_allocator.h"
#include "stage_support.h"

#include "world/moving.h"

enum { MOVES_MOST = 8 };

typedef struct answer {
    toi_trace_result move[MOVES_MOST];
    uint32_t count;
} answer;

static const double SEPARATION = 1e-3, TOLERANCE = 1e-6;

static answer trace_all(const toi_body* bodies, uint32_t count)
{
    answer a = {.count = 0};
    toi_error error = {0};
    toi_trace_bodies_def def = {.bodies = bodies, .count = count};
    def.trace.separation = SEPARATION;
    def.trace.tolerance = TOLERANCE;
    if (toi_trace_bodies(&def, a.move, MOVES_MOST, &a.count, &error) != TOI_OK) {
        fail_msg("%s", error.text);
    }
    return a;
}

static toi_mesh* cube(double half)
{
    toi_mesh* mesh;
    assert_int_equal(toi_mesh_create_box(v3(half, half, half), NULL, &mesh, NULL), TOI_OK);
    return mesh;
}

static toi_pose at(double x, double y, double z)
{
    return (toi_pose){{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
}

static toi_motion slides(toi_pose pose, toi_vec3 by)
{
    return (toi_motion){.kind = TOI_MOTION_TRANSLATION, .pose = pose, .by = by};
}

static toi_motion turns(toi_pose pose, toi_vec3 axis, double angle)
{
    return (toi_motion){.kind = TOI_MOTION_ROTATION, .pose = pose, .axis = axis, .angle = angle};
}

static const char* method_of(const toi_body* mover, const toi_motion* other)
{
    ti_window w = {.mover = {mover->mesh, mover->motion.pose, 2}, .t0 = 0.0, .t1 = 1.0};
    toi_move relative;
    uint32_t count;
    assert_int_equal(toi_motion_moves(&mover->motion, &w.move, 1, &count, NULL), TOI_OK);
    return ti_moving_method_for(&w, other, &relative)->name;
}

// ---- closed forms

static void two_boxes_that_slide_meet_where_they_must(void** state)
{
    (void)state;
    toi_mesh* mesh = cube(0.5);
    toi_body body[2] = {{.mesh = mesh, .motion = slides(at(0, 0, 0), v3(6, 0, 0))},
                        {.mesh = mesh, .motion = slides(at(11, 0.25, 0), v3(-6, 0, 0))}};
    assert_string_equal(method_of(&body[0], &body[1].motion), "translations");
    answer a = trace_all(body, 2);
    assert_int_equal(a.count, 1);
    assert_int_equal(a.move[0].answer, TOI_ANSWER_CONTACT);
    assert_int_equal(a.move[0].body, 1);
    assert_near(a.move[0].fraction, (10.0 - SEPARATION) / 12.0, TOLERANCE / 12.0);
    assert_near(a.move[0].pose.position.x, 6.0 * a.move[0].fraction, 1e-12);
    assert_near(a.move[0].point.x, 5.5, 1e-3); // where they are then, not where the other one began
    toi_touch touch[2];
    toi_trace_bodies_def def = {.bodies = body, .count = 2};
    def.trace.blocking = touch;
    def.trace.blocking_capacity = 2;
    assert_int_equal(toi_trace_bodies(&def, a.move, MOVES_MOST, &a.count, NULL), TOI_OK);
    assert_int_equal(a.move[0].blocking_count, 1);
    assert_int_equal(touch[0].body, 1);
    assert_near(touch[0].normal.x, 1.0, 1e-9);
    body[1].motion.by = body[0].motion.by;
    body[1].motion.pose = at(1.0 + 2e-3, 0, 0);
    a = trace_all(body, 2); // side by side
    assert_int_equal(a.move[0].answer, TOI_ANSWER_CLEAR);
    body[1].motion.pose = at(1.0 + 5e-4, 0, 0); // nearer than the separation, and it stays so
    a = trace_all(body, 2);
    assert_int_equal(a.move[0].answer, TOI_ANSWER_CLEAR);
    assert_near(a.move[0].kept, 5e-4, 1e-11);
    toi_mesh_destroy(mesh);
}

static void two_that_turn_about_one_axis_meet_where_they_must(void** state)
{
    (void)state;
    toi_mesh* mesh = cube(0.5);
    toi_vec3 up = {0.0, 0.0, 1.0}, down = {0.0, 0.0, -2.0};
    toi_body body[2] = {{.mesh = mesh, .motion = turns(at(10, 0, 0), up, 1.0)},
                        {.mesh = mesh, .motion = turns(at(0, 10, 0), down, 1.5)}};
    assert_string_equal(method_of(&body[0], &body[1].motion), "turns");
    answer a = trace_all(body, 2);
    // Each reaches from its middle to its inner corner: tan = 0.5/9.5 less what the separation takes.
    double reach = atan(0.5 / 9.5), angle = 0.5 * 3.14159265358979 - 2.0 * reach;
    assert_int_equal(a.move[0].answer, TOI_ANSWER_CONTACT);
    assert_near(a.move[0].fraction, angle / 2.5, 1e-4);
    assert_true(a.move[0].fraction < angle / 2.5);
    double stop = a.move[0].fraction, edge = sqrt(9.5 * 9.5 + 0.25);
    assert_near(a.move[0].point.x, edge * cos(stop + reach), 2e-3);
    assert_near(a.move[0].point.y, edge * sin(stop + reach), 2e-3);
    body[1].motion.angle = -1.0; // the same sense, at the same rate
    a = trace_all(body, 2);
    assert_int_equal(a.move[0].answer, TOI_ANSWER_CLEAR);
    toi_mesh_destroy(mesh);
}

static void screws_about_one_axis_are_turns_or_slides(void** state)
{
    (void)state;
    toi_mesh* mesh = cube(0.5);
    toi_motion screw = {.kind = TOI_MOTION_SCREW, .pose = at(10, 0, 3), .axis = {0, 0, 1}, .angle = 0.5};
    screw.advance = -4.0;
    toi_body body[2] = {{.mesh = mesh, .motion = turns(at(10, 0, 0), v3(0, 0, 1), 0.5)},
                        {.mesh = mesh, .motion = screw}};
    assert_string_equal(method_of(&body[0], &screw), "turns");
    answer a = trace_all(body, 2);
    assert_int_equal(a.move[0].answer, TOI_ANSWER_CONTACT);
    assert_near(a.move[0].fraction, (2.0 - SEPARATION) / 4.0, TOLERANCE);
    body[0].motion = slides(at(-10, 0, 3), v3(0, 0, -4)); // down with the screw, which turns by half a turn
    body[1].motion.angle = 3.14159265358979;
    assert_string_equal(method_of(&body[0], &body[1].motion), "companion");
    a = trace_all(body, 2);
    assert_int_equal(a.move[0].answer, TOI_ANSWER_CONTACT);
    assert_near(a.move[0].fraction, (3.14159265358979 - 2.0 * atan(0.5 / 9.5)) / 3.14159265358979, 1e-3);
    body[1].motion.advance = -3.0;
    assert_string_equal(method_of(&body[0], &body[1].motion), "first");
    toi_mesh_destroy(mesh);
}

// ---- against first contact

static toi_motion any_motion(test_random* random, double size)
{
    toi_motion m = {.kind = (toi_motion_kind)random_below(random, TOI_MOTION_KEYFRAMES)};
    m.path = (toi_path)random_below(random, 3);
    m.pose = stage_pose(random, size);
    m.end = stage_pose(random, size);
    m.axis = random_below(random, 2) ? v3(0.0, 0.0, 1.0) : random_point(random, 1.0);
    m.angle = random_between(random, -2.0, 2.0);
    m.advance = random_below(random, 2) ? 0.0 : random_between(random, -2.0, 2.0);
    m.by = random_point(random, size);
    return m;
}

static void any_motions_meet_when_first_contact_says(void** state)
{
    (void)state;
    test_random random = random_start(20260650);
    stage_scene s = {0};
    stage_meshes(&s, &random);
    uint32_t stops = 0, closed = 0;
    for (int i = 0; i < 400; ++i) {
        toi_body body[2] = {{.mesh = s.mesh[random_below(&random, 3)], .motion = any_motion(&random, 4.0)},
                            {.mesh = s.mesh[random_below(&random, 4)], .motion = any_motion(&random, 4.0)}};
        body[0].motion.kind = i % 2 ? TOI_MOTION_ROTATION : TOI_MOTION_TRANSLATION;
        closed += strcmp(method_of(&body[0], &body[1].motion), "first") != 0;
        answer a = trace_all(body, 2);
        toi_query_def def = {.separation = SEPARATION, .tolerance = TOLERANCE};
        toi_result r;
        assert_int_equal(toi_first_contact(&body[0], &body[1], &def, &r), TOI_OK);
        if (r.start != TOI_START_FREE || (r.answer == TOI_ANSWER_CONTACT && r.t_free == 0.0)) {
            continue;
        }
        assert_int_equal(a.move[0].answer, r.answer);
        assert_near(a.move[0].fraction, r.t_free, 1e-3);
        // They are free at the stop, and where that is a stop nearer than the separation and the tolerance.
        toi_body stopped[2] = {
            {.mesh = body[0].mesh, .motion = {.kind = TOI_MOTION_STATIC, .pose = a.move[0].pose}}, body[1]};
        stopped[1].motion = (toi_motion){.kind = TOI_MOTION_STATIC,
                                         .pose = toi_motion_pose(&body[1].motion, a.move[0].fraction)};
        def.separation = SEPARATION * (1.0 - 1e-9);
        assert_int_equal(toi_first_contact(&stopped[0], &stopped[1], &def, &r), TOI_OK);
        assert_int_equal(r.answer, TOI_ANSWER_CLEAR);
        def.separation = SEPARATION + 1.01 * TOLERANCE;
        assert_int_equal(toi_first_contact(&stopped[0], &stopped[1], &def, &r), TOI_OK);
        bool stop = a.move[0].answer == TOI_ANSWER_CONTACT;
        assert_true(!stop || r.answer == TOI_ANSWER_CONTACT);
        stops += stop;
    }
    print_message("%u stops, %u closed forms\n", stops, closed);
    assert_true(stops > 40 && closed > 60);
    stage_release(&s);
}

// ---- lists

static void each_move_begins_where_the_one_before_was_stopped(void** state)
{
    (void)state;
    toi_mesh *mesh = cube(0.5), *wall = cube(4.0);
    toi_move list[3] = {{.by = {10, 0, 0}}, {.by = {0, 10, 0}, .until = 0.75}, {.by = {-2, 0, 0}}};
    toi_motion moves = {.kind = TOI_MOTION_MOVES, .pose = at(0, 0, 0), .moves = list, .move_count = 3};
    toi_body body[3] = {{.mesh = wall, .motion = {.kind = TOI_MOTION_STATIC, .pose = at(8.5, 0, 0)}},
                        {.mesh = mesh, .motion = moves},
                        // Crosses the way of the second move, and is past when that begins.
                        {.mesh = mesh, .motion = slides(at(3.5, 6, 0), v3(0, -16, 0))}};
    answer a = {.count = 0};
    toi_trace_bodies_def def = {.bodies = body, .count = 3, .mover = 1};
    def.trace.separation = SEPARATION;
    assert_int_equal(toi_trace_bodies(&def, a.move, MOVES_MOST, &a.count, NULL), TOI_OK);
    assert_int_equal(a.count, 3);
    assert_int_equal(a.move[0].body, 0);
    assert_near(a.move[0].pose.position.x, 4.0 - SEPARATION, 1e-4);
    // At 0.375 the other one is at the mover: (6 - 1)/16 = 0.3125 is in the first move, which still runs.
    assert_true(a.move[0].fraction < 1.0 && a.move[1].fraction <= 1.0);
    assert_near(a.move[1].pose.position.x, a.move[0].pose.position.x, 0.0);
    assert_int_equal(a.move[1].start, TOI_START_OVERLAPPING); // it ran into the mover, which waited
    assert_int_equal(a.move[1].body, 2);
    body[2].motion.pose.position.z = 3.0; // well above: nothing else is in the way
    assert_int_equal(toi_trace_bodies(&def, a.move, 2, &a.count, NULL), TOI_OK);
    assert_int_equal(a.count, 3);
    assert_int_equal(a.move[1].answer, TOI_ANSWER_CLEAR);
    assert_near(a.move[1].pose.position.y, 10.0, 1e-12);
    toi_mesh_destroy(mesh);
    toi_mesh_destroy(wall);
}

static void a_motion_between_poses_slides_and_then_turns_where_it_got(void** state)
{
    (void)state;
    toi_mesh *mesh = cube(0.5), *wall = cube(4.0);
    toi_motion between = {.kind = TOI_MOTION_BETWEEN, .pose = at(0, 0, 0), .end = at(3, 0, 0)};
    between.end.quaternion = (toi_quat){0.7071067811865476, 0.0, 0.0, 0.7071067811865476};
    toi_body body[2] = {{.mesh = mesh, .motion = between},
                        {.mesh = wall, .motion = {.kind = TOI_MOTION_STATIC, .pose = at(7.25, 0, 0)}}};
    answer a = trace_all(body, 2);
    assert_int_equal(a.count, 2);
    assert_int_equal(a.move[0].answer, TOI_ANSWER_CONTACT);
    double x = 2.75 - SEPARATION;
    assert_near(a.move[0].pose.position.x, x, 2e-6);
    assert_int_equal(a.move[1].answer, TOI_ANSWER_CONTACT); // a corner would come nearer
    assert_near(a.move[1].pose.position.x, x, 2e-6);
    body[1].motion.pose = at(9.0, 0, 0);
    a = trace_all(body, 2);
    assert_int_equal(a.move[1].answer, TOI_ANSWER_CLEAR);
    assert_near(a.move[1].pose.quaternion.z, 0.7071067811865476, 1e-15);
    toi_mesh_destroy(mesh);
    toi_mesh_destroy(wall);
}

static void later_moves_meet_bodies_where_they_are_then(void** state)
{
    (void)state;
    test_random random = random_start(20260651);
    toi_mesh* mesh = cube(0.5);
    for (int i = 0; i < 60; ++i) {
        double rest = random_between(&random, 0.2, 0.8);
        toi_move list[2] = {{.by = {0, 0, 0}, .until = rest}, {.by = {8, 0, 0}}};
        toi_motion moves = {.kind = TOI_MOTION_MOVES, .pose = at(0, 0, 0), .moves = list, .move_count = 2};
        toi_body body[2] = {{.mesh = mesh, .motion = moves},
                            {.mesh = mesh, .motion = any_motion(&random, 4.0)}};
        body[1].motion.pose.position.x += 6.0;
        toi_result r;
        toi_query_def def = {.separation = SEPARATION, .tolerance = TOLERANCE};
        assert_int_equal(toi_first_contact(&body[0], &body[1], &def, &r), TOI_OK);
        answer a = trace_all(body, 2);
        if (r.answer == TOI_ANSWER_CONTACT && r.t_free > rest) {
            assert_int_equal(a.move[0].answer, TOI_ANSWER_CLEAR);
            assert_near(rest + (1.0 - rest) * a.move[1].fraction, r.t_free, 1e-3);
        }
        assert_true(r.answer == TOI_ANSWER_CONTACT || a.move[1].answer == TOI_ANSWER_CLEAR);
    }
    toi_mesh_destroy(mesh);
}

// ---- input and memory

static void wrong_input_is_refused(void** state)
{
    (void)state;
    toi_mesh* mesh = cube(0.5);
    toi_motion screw = {.kind = TOI_MOTION_SCREW, .pose = TOI_POSE_IDENTITY, .axis = {0, 0, 1}};
    toi_body body[2] = {{.mesh = mesh, .motion = slides(at(0, 0, 0), v3(1, 0, 0))},
                        {.mesh = mesh, .motion = screw}};
    toi_trace_bodies_def def = {.bodies = body, .count = 2, .mover = 1};
    toi_trace_result r;
    toi_error error = {0};
    uint32_t count = 77;
    assert_int_equal(toi_trace_bodies(&def, &r, 1, &count, &error), TOI_ERROR_INVALID);
    assert_true(error.index == 1 && strstr(error.text, "screw") != NULL);
    def.mover = 2;
    assert_int_equal(toi_trace_bodies(&def, &r, 1, &count, &error), TOI_ERROR_INVALID);
    def.mover = 0;
    assert_int_equal(toi_trace_bodies(&def, NULL, 1, &count, &error), TOI_ERROR_INVALID);
    assert_int_equal(toi_trace_bodies(&def, &r, 1, NULL, &error), TOI_ERROR_INVALID);
    body[1].motion.axis.z = 0.0;
    assert_int_equal(toi_trace_bodies(&def, &r, 1, &count, &error), TOI_ERROR_INVALID);
    assert_true(error.index == 1);
    body[1].motion.axis.z = 1.0;
    const uint32_t sides[2] = {1, 3};
    def.sides = sides;
    assert_int_equal(toi_trace_bodies(&def, &r, 1, &count, &error), TOI_ERROR_INVALID);
    def.sides = NULL;
    def.trace.tolerance = -1.0;
    assert_int_equal(toi_trace_bodies(&def, &r, 1, &count, &error), TOI_ERROR_INVALID);
    assert_non_null(strstr(error.text, "tolerance"));
    body[0].motion = (toi_motion){.kind = TOI_MOTION_STATIC, .pose = TOI_POSE_IDENTITY}; // not of its moves
    assert_int_equal(toi_trace_bodies(&def, &r, 1, &count, &error), TOI_ERROR_INVALID);
    assert_int_equal(count, 77);
    body[0].motion = slides(at(0, 0, 0), v3(1, 0, 0));
    def.trace.tolerance = 0.0;
    assert_int_equal(toi_trace_bodies(&def, NULL, 0, &count, &error), TOI_OK);
    assert_int_equal(count, 1);
    toi_mesh_destroy(mesh);
}

static void a_solid_mover_that_is_open_and_moves_too_far_are_told(void** state)
{
    (void)state;
    static const double corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const uint32_t face[3] = {0, 1, 2};
    toi_mesh *box = cube(0.5), *sheet = stage_triangles(corners, 3, face, 1);
    const toi_move far[3] = {{.by = {1.5e308, 0, 0}}, {.by = {1.5e308, 0, 0}}, {.by = {1, 0, 0}}};
    toi_motion away = {.kind = TOI_MOTION_MOVES, .pose = TOI_POSE_IDENTITY, .moves = far, .move_count = 3};
    toi_body body[2] = {{.mesh = box, .motion = slides(at(9, 9, 9), v3(1, 0, 0))},
                        {.mesh = sheet, .motion = slides(at(0, 0, 0), v3(1, 0, 0))}};
    toi_trace_bodies_def def = {.bodies = body, .count = 2, .mover = 1, .trace = {.solid = true}};
    toi_trace_result r[3];
    toi_error error = {0};
    uint32_t count = 77;
    assert_int_equal(toi_trace_bodies(&def, r, 3, &count, &error), TOI_ERROR_OPEN_MESH);
    assert_true(error.index == 1 && strstr(error.text, "closed") != NULL);
    body[1].motion = away;
    def = (toi_trace_bodies_def){.bodies = body + 1, .count = 1};
    assert_int_equal(toi_trace_bodies(&def, r, 3, &count, &error), TOI_ERROR_INVALID);
    assert_true(strstr(error.text, "move 2") != NULL && strstr(error.text, "range") != NULL && count == 77);
    toi_mesh_destroy(box);
    toi_mesh_destroy(sheet);
}

static void every_failed_allocation_is_reported_and_leaks_nothing(void** state)
{
    (void)state;
    toi_mesh* mesh = cube(0.5);
    toi_body body[3] = {{.mesh = mesh, .motion = slides(at(0, 0, 0), v3(6, 0, 0))},
                        {.mesh = mesh, .motion = slides(at(11, 0, 0), v3(-6, 0, 0))},
                        {.mesh = mesh, .motion = {.kind = TOI_MOTION_STATIC, .pose = at(0, 9, 0)}}};
    uint64_t failures = 0;
    for (uint64_t n = 1;; ++n) {
        failing_allocator f = failing_allocator_make(n, false);
        toi_allocator allocator = failing_allocator_use(&f);
        toi_trace_bodies_def def = {.bodies = body, .count = 3, .trace = {.allocator = &allocator}};
        toi_trace_result r;
        uint32_t count;
        toi_status status = toi_trace_bodies(&def, &r, 1, &count, NULL);
        assert_int_equal(f.live, 0);
        if (status == TOI_OK) {
            break;
        }
        assert_int_equal(status, TOI_ERROR_MEMORY);
        ++failures;
    }
    assert_true(failures > 8);
    toi_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(two_boxes_that_slide_meet_where_they_must),
        cmocka_unit_test(two_that_turn_about_one_axis_meet_where_they_must),
        cmocka_unit_test(screws_about_one_axis_are_turns_or_slides),
        cmocka_unit_test(any_motions_meet_when_first_contact_says),
        cmocka_unit_test(each_move_begins_where_the_one_before_was_stopped),
        cmocka_unit_test(a_motion_between_poses_slides_and_then_turns_where_it_got),
        cmocka_unit_test(later_moves_meet_bodies_where_they_are_then),
        cmocka_unit_test(wrong_input_is_refused),
        cmocka_unit_test(a_solid_mover_that_is_open_and_moves_too_far_are_told),
        cmocka_unit_test(every_failed_allocation_is_reported_and_leaks_nothing),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
