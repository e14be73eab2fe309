// Traces among many bodies: the answer is that of brute force, whatever the order of bodies, the tree and
// what stands far away.

#include "failing_allocator.h"
#include "stage_support.h"

#include "world/trace.h"

enum { QUERIES = 250 };

static toi_trace_result trace(const toi_stage* stage, const toi_placed* mover, const toi_move* move,
                              const toi_trace_def* def)
{
    toi_trace_result r;
    assert_int_equal(toi_trace(stage, mover, move, def, &r), TOI_OK);
    return r;
}

static void the_tree_changes_no_bit(void** state)
{
    (void)state;
    test_random random = random_start(20260610);
    stage_scene s = {0};
    stage_random(&s, &random, 60, 8.0);
    uint32_t stops = 0, late = 0;
    for (int i = 0; i < QUERIES; ++i) {
        toi_placed mover = stage_mover(&s, &random, 8.0);
        toi_move move = stage_move(&random, 8.0);
        toi_trace_def def = {.separation = i % 3 == 0 ? 0.125 : 0.0};
        toi_trace_result all, r = trace(s.stage, &mover, &move, &def);
        assert_int_equal(ti_trace_among(s.stage, &mover, &move, &def, true, &all), TOI_OK);
        stage_assert_same(&r, &all, r.body);
        stops += r.answer == TOI_ANSWER_CONTACT;
        late += r.answer == TOI_ANSWER_CONTACT && r.fraction > 0.0;
        assert_true(r.answer != TOI_ANSWER_UNDECIDED);
    }
    print_message("%u stops, %u after the start\n", stops, late);
    assert_true(stops > QUERIES / 4 && late > QUERIES / 8 && stops < QUERIES);
    stage_release(&s);
}

static void the_order_of_bodies_changes_no_bit(void** state)
{
    (void)state;
    test_random random = random_start(20260611);
    stage_scene s = {0};
    stage_random(&s, &random, 40, 6.0);
    toi_placed turned[STAGE_MOST];
    for (uint32_t i = 0; i < s.count; ++i) {
        turned[s.count - 1 - i] = s.body[i];
    }
    toi_stage* other;
    assert_int_equal(toi_stage_create(turned, s.count, NULL, &other, NULL), TOI_OK);
    for (int i = 0; i < QUERIES / 2; ++i) {
        toi_placed mover = stage_mover(&s, &random, 8.0);
        toi_move move = stage_move(&random, 8.0);
        toi_trace_result a = trace(s.stage, &mover, &move, NULL), b = trace(other, &mover, &move, NULL);
        bool tie = a.fraction == 0.0 && a.body != UINT32_MAX; // several may stop it: the first of each order
        if (!tie) {
            stage_assert_same(&a, &b, a.body == UINT32_MAX ? a.body : s.count - 1 - a.body);
        }
    }
    toi_stage_destroy(other);
    stage_release(&s);
}

static void bodies_far_away_change_no_bit(void** state)
{
    (void)state;
    test_random random = random_start(20260612);
    stage_scene s = {0};
    stage_random(&s, &random, 30, 6.0);
    toi_placed more[STAGE_MOST];
    for (uint32_t i = 0; i < s.count; ++i) {
        more[i] = s.body[i];
        more[s.count + i] = s.body[i];
        more[s.count + i].pose.position.x += 1e6 * (i % 2 ? 1.0 : -1.0);
    }
    toi_stage* other;
    assert_int_equal(toi_stage_create(more, 2 * s.count, NULL, &other, NULL), TOI_OK);
    for (int i = 0; i < QUERIES / 2; ++i) {
        toi_placed mover = stage_mover(&s, &random, 8.0);
        toi_move move = stage_move(&random, 8.0);
        toi_trace_result a = trace(s.stage, &mover, &move, NULL), b = trace(other, &mover, &move, NULL);
        stage_assert_same(&a, &b, a.body);
    }
    toi_stage_destroy(other);
    stage_release(&s);
}

// ---- scaling

static toi_pose scaled_pose(toi_pose pose, double by)
{
    pose.position = v3_scale(by, pose.position);
    return pose;
}

static void scaled_meshes(const stage_scene* s, double by, toi_mesh* mesh[STAGE_MESHES])
{
    for (int i = 0; i < STAGE_MESHES; ++i) {
        const toi_mesh* m = s->mesh[i];
        toi_mesh_def def = {.vertices = &m->vertices[0].x,
                            .vertex_count = m->vertex_count,
                            .indices = m->corners,
                            .face_offsets = m->face_offsets,
                            .face_count = m->face_count,
                            .scale = by};
        assert_int_equal(toi_mesh_create(&def, &mesh[i], NULL), TOI_OK);
    }
}

static toi_mesh* counterpart(const stage_scene* s, toi_mesh* const mesh[STAGE_MESHES], const toi_mesh* of)
{
    for (int i = 0; i < STAGE_MESHES; ++i) {
        if (s->mesh[i] == of) {
            return mesh[i];
        }
    }
    return NULL;
}

static void assert_scaled(const toi_trace_result* a, const toi_trace_result* b, double by)
{
    toi_trace_result c = *b;
    c.pose.position = v3_scale(by, c.pose.position);
    c.kept *= by;
    c.gap *= by;
    c.point = v3_scale(by, c.point);
    c.depth *= by;
    c.separation *= by;
    stage_assert_same(a, &c, a->body);
}

static void another_unit_of_length_scales_the_answer(void** state)
{
    (void)state;
    test_random random = random_start(20260613);
    stage_scene s = {0};
    stage_random(&s, &random, 30, 6.0);
    static const int exponents[] = {-30, 1, 12};
    for (int k = 0; k < 3; ++k) {
        double by = ldexp(1.0, exponents[k]);
        toi_mesh* mesh[STAGE_MESHES];
        toi_placed body[STAGE_MOST];
        toi_stage* other;
        scaled_meshes(&s, by, mesh);
        for (uint32_t i = 0; i < s.count; ++i) {
            body[i] = (toi_placed){counterpart(&s, mesh, s.body[i].mesh), scaled_pose(s.body[i].pose, by), 2};
        }
        assert_int_equal(toi_stage_create(body, s.count, NULL, &other, NULL), TOI_OK);
        for (int i = 0; i < QUERIES / 4; ++i) {
            toi_placed mover = stage_mover(&s, &random, 8.0), there = mover;
            toi_move move = stage_move(&random, 8.0), along = move;
            there = (toi_placed){counterpart(&s, mesh, mover.mesh), scaled_pose(mover.pose, by), 2};
            along.by = v3_scale(by, move.by);
            along.point = v3_scale(by, move.point);
            toi_trace_result a = trace(s.stage, &mover, &move, NULL);
            toi_trace_result b = trace(other, &there, &along, NULL);
            assert_scaled(&a, &b, 1.0 / by);
        }
        toi_stage_destroy(other);
        for (int i = 0; i < STAGE_MESHES; ++i) {
            toi_mesh_destroy(mesh[i]);
        }
    }
    stage_release(&s);
}

// ---- changing a stage

static void a_stage_that_was_changed_is_like_a_new_one(void** state)
{
    (void)state;
    test_random random = random_start(20260614);
    stage_scene s = {0};
    stage_random(&s, &random, 50, 6.0);
    for (int i = 0; i < QUERIES; ++i) {
        uint32_t moved = random_below(&random, s.count);
        s.body[moved].pose = stage_pose(&random, 6.0);
        assert_int_equal(toi_stage_place(s.stage, moved, &s.body[moved].pose), TOI_OK);
        if (i % 5 == 0) {
            toi_stage* fresh;
            assert_int_equal(toi_stage_create(s.body, s.count, NULL, &fresh, NULL), TOI_OK);
            toi_placed mover = stage_mover(&s, &random, 8.0);
            toi_move move = stage_move(&random, 8.0);
            toi_trace_result a = trace(s.stage, &mover, &move, NULL), b = trace(fresh, &mover, &move, NULL);
            stage_assert_same(&a, &b, a.body);
            toi_stage_destroy(fresh);
        }
    }
    stage_release(&s);
}

// ---- which bodies are asked

static void bodies_that_are_skipped_do_not_stop_the_mover(void** state)
{
    (void)state;
    test_random random = random_start(20260615);
    stage_scene s = {0};
    stage_meshes(&s, &random);
    s.count = 5;
    for (uint32_t i = 0; i < s.count; ++i) {
        s.body[i] = (toi_placed){s.mesh[0], {v3(3.0 * i, 0.0, 0.0), {1.0, 0.0, 0.0, 0.0}}, 2};
    }
    stage_make(&s);
    toi_move move = {.by = {100.0, 0.0, 0.0}};
    const uint32_t skip[] = {0, 1, 3};
    toi_placed mover = s.body[0]; // one of the bodies itself
    toi_trace_def def = {.skip = skip, .skip_count = 1};
    assert_int_equal(trace(s.stage, &mover, &move, &def).body, 1);
    def.skip_count = 3;
    assert_int_equal(trace(s.stage, &mover, &move, &def).body, 2);
    def.first_body = 3;
    assert_int_equal(trace(s.stage, &mover, &move, &def).body, 4);
    def.first_body = 9;
    assert_int_equal(trace(s.stage, &mover, &move, &def).answer, TOI_ANSWER_CLEAR);
    assert_int_equal(trace(s.stage, &mover, &move, NULL).start, TOI_START_OVERLAPPING);
    stage_release(&s);
}

static void wrong_input_is_refused(void** state)
{
    (void)state;
    test_random random = random_start(20260616);
    stage_scene s = {0};
    stage_random(&s, &random, 4, 6.0);
    const uint32_t falling[] = {2, 1}, twice[] = {1, 1};
    toi_placed mover = {s.mesh[0], TOI_POSE_IDENTITY, 0}, bad = mover;
    toi_move move = {.by = {1.0, 0.0, 0.0}}, far = {.by = {HUGE_VAL, 0.0, 0.0}};
    toi_move no_axis = {.kind = TOI_MOVE_ROTATION, .angle = 1.0};
    toi_trace_def skips[] = {{.skip = falling, .skip_count = 2},
                             {.skip = twice, .skip_count = 2},
                             {.skip_count = 1},
                             {.separation = -1.0},
                             {.tolerance = (double)NAN},
                             {.method = (toi_trace_method)7}};
    toi_trace_result r = {.fraction = 0.375};
    for (size_t i = 0; i < sizeof skips / sizeof skips[0]; ++i) {
        assert_int_equal(toi_trace(s.stage, &mover, &move, &skips[i], &r), TOI_ERROR_INVALID);
    }
    assert_int_equal(toi_trace(NULL, &mover, &move, NULL, &r), TOI_ERROR_INVALID);
    assert_int_equal(toi_trace(s.stage, NULL, &move, NULL, &r), TOI_ERROR_INVALID);
    assert_int_equal(toi_trace(s.stage, &mover, NULL, NULL, &r), TOI_ERROR_INVALID);
    assert_int_equal(toi_trace(s.stage, &mover, &move, NULL, NULL), TOI_ERROR_INVALID);
    assert_int_equal(toi_trace(s.stage, &mover, &far, NULL, &r), TOI_ERROR_INVALID);
    assert_int_equal(toi_trace(s.stage, &mover, &no_axis, NULL, &r), TOI_ERROR_INVALID);
    bad.pose.quaternion = (toi_quat){0.0, 0.0, 0.0, 0.0};
    assert_int_equal(toi_trace(s.stage, &bad, &move, NULL, &r), TOI_ERROR_INVALID);
    bad = (toi_placed){NULL, TOI_POSE_IDENTITY, 0};
    assert_int_equal(toi_trace(s.stage, &bad, &move, NULL, &r), TOI_ERROR_INVALID);
    bad = (toi_placed){s.mesh[3], TOI_POSE_IDENTITY, 0};
    toi_trace_def solid = {.solid = true};
    assert_int_equal(toi_trace(s.stage, &bad, &move, &solid, &r), TOI_ERROR_OPEN_MESH);
    assert_true(r.fraction == 0.375);
    toi_pose pose = TOI_POSE_IDENTITY;
    assert_int_equal(toi_stage_place(s.stage, 4, &pose), TOI_ERROR_INVALID);
    pose.position.z = (double)NAN;
    assert_int_equal(toi_stage_place(s.stage, 0, &pose), TOI_ERROR_INVALID);
    assert_true(v3_equal(toi_stage_body(s.stage, 0).pose.position, s.body[0].pose.position));
    stage_release(&s);
}

// ---- memory

static void every_failed_allocation_is_reported_and_leaks_nothing(void** state)
{
    (void)state;
    test_random random = random_start(20260617);
    stage_scene s = {0};
    stage_random(&s, &random, 100, 3.0);
    toi_placed mover = {s.mesh[1], {v3(-9.0, 0.0, 0.0), {1.0, 0.0, 0.0, 0.0}}, 2};
    toi_move move = {.by = {18.0, 0.0, 0.0}};
    uint64_t failures = 0;
    for (uint64_t at = 1;; ++at) {
        failing_allocator f = failing_allocator_make(at, false);
        toi_allocator allocator = failing_allocator_use(&f);
        toi_stage* stage = NULL;
        toi_trace_result r;
        // A separation as large as the scene: every body is near.
        toi_trace_def def = {.separation = 8.0, .allocator = &allocator};
        toi_status status = toi_stage_create(s.body, s.count, &allocator, &stage, NULL);
        if (status == TOI_OK) {
            status = toi_trace(stage, &mover, &move, &def, &r);
        }
        toi_stage_destroy(stage);
        assert_int_equal(f.live, 0);
        if (status == TOI_OK) {
            assert_true(f.failures == 0);
            break;
        }
        assert_int_equal(status, TOI_ERROR_MEMORY);
        ++failures;
    }
    assert_true(failures >= 10);
    stage_release(&s);
}

static void placing_takes_no_memory(void** state)
{
    (void)state;
    test_random random = random_start(20260618);
    stage_scene s = {0};
    stage_random(&s, &random, 100, 6.0);
    failing_allocator f = failing_allocator_make(0, false);
    toi_allocator allocator = failing_allocator_use(&f);
    toi_stage* stage;
    assert_int_equal(toi_stage_create(s.body, s.count, &allocator, &stage, NULL), TOI_OK);
    uint64_t calls = f.calls;
    for (int i = 0; i < 1000; ++i) {
        toi_pose pose = stage_pose(&random, 6.0 + i);
        assert_int_equal(toi_stage_place(stage, random_below(&random, s.count), &pose), TOI_OK);
    }
    assert_true(f.calls == calls);
    toi_stage_destroy(stage);
    assert_int_equal(f.live, 0);
    stage_release(&s);
}

static void an_empty_stage_stops_nothing(void** state)
{
    (void)state;
    toi_stage* stage;
    toi_mesh* box;
    assert_int_equal(toi_stage_create(NULL, 0, NULL, &stage, NULL), TOI_OK);
    assert_int_equal(toi_mesh_create_box(v3(1.0, 1.0, 1.0), NULL, &box, NULL), TOI_OK);
    toi_placed mover = {box, TOI_POSE_IDENTITY, 0};
    toi_move move = {.by = {1e9, -2.0, 0.5}};
    toi_trace_result r = trace(stage, &mover, &move, NULL);
    assert_int_equal(r.answer, TOI_ANSWER_CLEAR);
    assert_true(r.fraction == 1.0 && v3_equal(r.pose.position, move.by));
    assert_int_equal(toi_stage_count(stage), 0);
    toi_stage_destroy(stage);
    toi_mesh_destroy(box);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(the_tree_changes_no_bit),
        cmocka_unit_test(the_order_of_bodies_changes_no_bit),
        cmocka_unit_test(bodies_far_away_change_no_bit),
        cmocka_unit_test(another_unit_of_length_scales_the_answer),
        cmocka_unit_test(a_stage_that_was_changed_is_like_a_new_one),
        cmocka_unit_test(bodies_that_are_skipped_do_not_stop_the_mover),
        cmocka_unit_test(wrong_input_is_refused),
        cmocka_unit_test(every_failed_allocation_is_reported_and_leaks_nothing),
        cmocka_unit_test(placing_takes_no_memory),
        cmocka_unit_test(an_empty_stage_stops_nothing),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
