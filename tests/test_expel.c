// Taking a mover out of the zone of bodies and out of bodies.

#include "failing_allocator.h"
#include "stage_support.h"

static const double SEPARATION = 1e-3;

static toi_pose expelled(const toi_stage* stage, const toi_placed* mover, bool solid, bool* free)
{
    toi_trace_def def = {.separation = SEPARATION, .solid = solid};
    toi_pose pose;
    assert_int_equal(toi_expel(stage, mover, &def, &pose, free), TOI_OK);
    if (*free) {
        toi_placed there = {mover->mesh, pose, mover->sides};
        toi_move none = {.kind = TOI_MOVE_TRANSLATION};
        toi_trace_result r;
        assert_int_equal(toi_trace(stage, &there, &none, &def, &r), TOI_OK);
        assert_int_equal(r.start, TOI_START_FREE);
        assert_true(r.kept >= SEPARATION);
    }
    return pose;
}

// The corner of three walls at the origin: slabs below, and to both sides.
typedef struct corner {
    toi_mesh *cube, *slab;
    toi_stage* stage;
} corner;

static corner make(void)
{
    corner c = {0};
    assert_int_equal(toi_mesh_create_box(v3(1.0, 1.0, 1.0), NULL, &c.cube, NULL), TOI_OK);
    assert_int_equal(toi_mesh_create_box(v3(8.0, 8.0, 8.0), NULL, &c.slab, NULL), TOI_OK);
    toi_placed body[3] = {{c.slab, {{0.0, 0.0, -8.0}, {1.0, 0.0, 0.0, 0.0}}, 2},
                          {c.slab, {{-8.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}, 2},
                          {c.slab, {{0.0, -8.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}, 2}};
    assert_int_equal(toi_stage_create(body, 3, NULL, &c.stage, NULL), TOI_OK);
    return c;
}

static void release(corner* c)
{
    toi_stage_destroy(c->stage);
    toi_mesh_destroy(c->cube);
    toi_mesh_destroy(c->slab);
}

static void assert_goes(const corner* c, toi_vec3 from, toi_vec3 to)
{
    bool free;
    toi_placed mover = {c->cube, {from, {1.0, 0.0, 0.0, 0.0}}, 2};
    toi_pose pose = expelled(c->stage, &mover, false, &free);
    assert_true(free);
    assert_near(pose.position.x, to.x, 1e-8);
    assert_near(pose.position.y, to.y, 1e-8);
    assert_near(pose.position.z, to.z, 1e-8);
}

static void the_shortest_way_out_is_taken(void** state)
{
    (void)state;
    corner c = make();
    double d = SEPARATION;
    assert_goes(&c, v3(3.0, 3.0, 4.0), v3(3.0, 3.0, 4.0));                // free already
    assert_goes(&c, v3(3.0, 3.0, 1.0 + 3e-4), v3(3.0, 3.0, 1.0 + d));     // in the zone
    assert_goes(&c, v3(3.0, 3.0, 1.0), v3(3.0, 3.0, 1.0 + d));            // touching
    assert_goes(&c, v3(1.0, 3.0, 1.0), v3(1.0 + d, 3.0, 1.0 + d));        // in an edge
    assert_goes(&c, v3(1.0, 1.0, 1.0), v3(1.0 + d, 1.0 + d, 1.0 + d));    // in the corner
    assert_goes(&c, v3(3.0, 3.0, 0.75), v3(3.0, 3.0, 1.0 + d));           // in the floor
    assert_goes(&c, v3(0.75, 3.0, 0.875), v3(1.0 + d, 3.0, 1.0 + d));     // in floor and wall
    assert_goes(&c, v3(0.75, 0.5, 0.875), v3(1.0 + d, 1.0 + d, 1.0 + d)); // in all three
    release(&c);
}

static void the_way_out_is_proved_whatever_the_method_of_traces(void** state)
{
    (void)state;
    corner c = make();
    toi_placed mover = {c.cube, {v3(1.0, 2.0, 0.75), {1.0, 0.0, 0.0, 0.0}}, 2};
    toi_trace_def def = {0};
    toi_pose pose[2];
    bool free[2];
    for (int i = 0; i < 2; ++i) {
        def.method = i == 0 ? TOI_TRACE_CERTIFIED : TOI_TRACE_PAPER;
        assert_int_equal(toi_expel(c.stage, &mover, &def, &pose[i], &free[i]), TOI_OK);
        assert_true(free[i]);
    }
    assert_memory_equal(&pose[0], &pose[1], sizeof pose[0]);
    release(&c);
}

static void one_inside_a_solid_is_taken_out_where_that_counts(void** state)
{
    (void)state;
    corner c = make();
    toi_placed still = {c.slab, TOI_POSE_IDENTITY, 2};
    toi_stage_destroy(c.stage);
    assert_int_equal(toi_stage_create(&still, 1, NULL, &c.stage, NULL), TOI_OK);
    toi_placed mover = {c.cube, {{0.0, 4.0, 1.0}, {1.0, 0.0, 0.0, 0.0}}, 2};
    bool free;
    toi_pose pose = expelled(c.stage, &mover, false, &free);
    assert_true(free && v3_equal(pose.position, mover.pose.position)); // a hollow box: it is free there
    pose = expelled(c.stage, &mover, true, &free);
    assert_true(free);
    assert_near(pose.position.y, 9.0 + SEPARATION, 1e-8);
    release(&c);
}

static void where_nothing_says_which_way_is_out_the_mover_stays(void** state)
{
    (void)state;
    test_random random = random_start(20260660);
    stage_scene s = {0};
    stage_meshes(&s, &random);
    s.count = 1;
    s.body[0] = (toi_placed){s.mesh[3], TOI_POSE_IDENTITY, 2};
    stage_make(&s);
    toi_placed mover = {s.mesh[0], {v3(0.0, 0.0, 0.4), {2.0, 0.0, 0.0, 0.0}}, 2}; // half in a level
    bool free;
    toi_pose pose = expelled(s.stage, &mover, false, &free);
    assert_true(!free && v3_equal(pose.position, mover.pose.position) && pose.quaternion.w == 2.0);
    stage_release(&s);
    // Between two walls that leave less than twice the separation.
    corner c = make();
    toi_placed wall[2] = {{c.slab, {{-9.0005, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}, 2},
                          {c.slab, {{9.0005, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}, 2}};
    toi_stage_destroy(c.stage);
    assert_int_equal(toi_stage_create(wall, 2, NULL, &c.stage, NULL), TOI_OK);
    mover = (toi_placed){c.cube, TOI_POSE_IDENTITY, 2};
    pose = expelled(c.stage, &mover, false, &free);
    assert_true(!free && v3_equal(pose.position, mover.pose.position));
    release(&c);
}

// In a level, in any attitude: from less than the separation above it to the separation, by no more than a
// few of it.
static void movers_near_a_level_are_taken_away_from_it(void** state)
{
    (void)state;
    test_random random = random_start(20260661);
    stage_scene s = {0};
    stage_meshes(&s, &random);
    s.count = 1;
    s.body[0] = (toi_placed){s.mesh[3], TOI_POSE_IDENTITY, 2};
    stage_make(&s);
    uint32_t done = 0, zone = 0;
    for (int i = 0; i < 150; ++i) {
        toi_placed mover = stage_mover(&s, &random, 4.0);
        mover.pose.position.z = 7.0;
        toi_move down = {.by = {0.0, 0.0, -12.0}};
        toi_trace_def near = {.separation = SEPARATION * random_between(&random, 0.01, 0.9)};
        toi_trace_result r;
        assert_int_equal(toi_trace(s.stage, &mover, &down, &near, &r), TOI_OK);
        mover.pose = r.pose;
        bool free;
        toi_pose pose = expelled(s.stage, &mover, false, &free);
        zone += r.answer == TOI_ANSWER_CONTACT;
        done += free && r.answer == TOI_ANSWER_CONTACT;
        assert_true(!free || v3_length(v3_sub(pose.position, mover.pose.position)) < 10.0 * SEPARATION);
    }
    print_message("%u of %u\n", done, zone);
    assert_true(zone > 100 && done >= zone - zone / 50);
    stage_release(&s);
}

// Convex bodies in each other anyhow.
static void overlapping_convex_bodies_are_parted(void** state)
{
    (void)state;
    test_random random = random_start(20260662);
    stage_scene s = {0};
    stage_meshes(&s, &random);
    uint32_t overlaps = 0, done = 0;
    for (int i = 0; i < 200; ++i) {
        s.count = 1 + i % 2;
        for (uint32_t k = 0; k < s.count; ++k) {
            s.body[k] = stage_mover(&s, &random, 1.0);
        }
        stage_make(&s);
        toi_placed mover = stage_mover(&s, &random, 1.0);
        toi_move none = {.kind = TOI_MOVE_TRANSLATION};
        toi_trace_result r;
        bool free;
        assert_int_equal(toi_trace(s.stage, &mover, &none, NULL, &r), TOI_OK);
        toi_pose pose = expelled(s.stage, &mover, false, &free);
        bool overlap = r.start == TOI_START_OVERLAPPING;
        assert_true(overlap || free);
        overlaps += overlap;
        done += overlap && free;
        if (overlap && free && s.count == 1) {
            double way = v3_length(v3_sub(pose.position, mover.pose.position));
            assert_near(way, r.depth + SEPARATION, 1e-8);
        }
        toi_stage_destroy(s.stage);
    }
    s.stage = NULL;
    print_message("%u of %u\n", done, overlaps);
    assert_true(overlaps > 60 && done >= overlaps - overlaps / 20);
    stage_release(&s);
}

static void wrong_input_and_failed_allocations_are_reported(void** state)
{
    (void)state;
    corner c = make();
    toi_placed mover = {c.cube, {{1.0, 1.0, 1.0}, {1.0, 0.0, 0.0, 0.0}}, 2};
    toi_pose pose;
    bool free;
    assert_int_equal(toi_expel(NULL, &mover, NULL, &pose, &free), TOI_ERROR_INVALID);
    assert_int_equal(toi_expel(c.stage, NULL, NULL, &pose, &free), TOI_ERROR_INVALID);
    assert_int_equal(toi_expel(c.stage, &mover, NULL, NULL, &free), TOI_ERROR_INVALID);
    assert_int_equal(toi_expel(c.stage, &mover, NULL, &pose, NULL), TOI_ERROR_INVALID);
    for (uint64_t n = 1;; ++n) {
        failing_allocator f = failing_allocator_make(n, false);
        toi_allocator allocator = failing_allocator_use(&f);
        toi_trace_def def = {.allocator = &allocator};
        toi_status status = toi_expel(c.stage, &mover, &def, &pose, &free);
        assert_int_equal(f.live, 0);
        if (f.failures == 0) {
            assert_true(status == TOI_OK && free);
            break;
        }
        assert_int_equal(status, TOI_ERROR_MEMORY);
    }
    release(&c);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(the_shortest_way_out_is_taken),
        cmocka_unit_test(the_way_out_is_proved_whatever_the_method_of_traces),
        cmocka_unit_test(one_inside_a_solid_is_taken_out_where_that_counts),
        cmocka_unit_test(where_nothing_says_which_way_is_out_the_mover_stays),
        cmocka_unit_test(movers_near_a_level_are_taken_away_from_it),
        cmocka_unit_test(overlapping_convex_bodies_are_parted),
        cmocka_unit_test(wrong_input_and_failed_allocations_are_reported),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
