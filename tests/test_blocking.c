// The pairs of features that stop a mover.

#include "stage_support.h"

enum { MOST_TOUCHES = 32 };

typedef struct scene {
    toi_mesh *cube, *slab;
    toi_stage* stage;
    toi_touch touch[MOST_TOUCHES];
    toi_trace_result r;
} scene;

// A floor with its top at 0, and a wall with its side at x = 5, one body above the other.
static scene make(void)
{
    scene s = {0};
    assert_int_equal(toi_mesh_create_box(v3(1.0, 1.0, 1.0), NULL, &s.cube, NULL), TOI_OK);
    assert_int_equal(toi_mesh_create_box(v3(16.0, 16.0, 4.0), NULL, &s.slab, NULL), TOI_OK);
    toi_placed body[2] = {{s.slab, {{0.0, 0.0, -4.0}, {1.0, 0.0, 0.0, 0.0}}, 2},
                          {s.slab, {{21.0, 0.0, 5.0}, {1.0, 0.0, 0.0, 0.0}}, 2}};
    assert_int_equal(toi_stage_create(body, 2, NULL, &s.stage, NULL), TOI_OK);
    return s;
}

static void release(scene* s)
{
    toi_stage_destroy(s->stage);
    toi_mesh_destroy(s->cube);
    toi_mesh_destroy(s->slab);
}

static const toi_trace_result* trace(scene* s, toi_vec3 from, toi_move move, uint32_t capacity)
{
    toi_placed mover = {s->cube, {from, {1.0, 0.0, 0.0, 0.0}}, 2};
    toi_trace_def def = {
        .separation = 1e-3, .tolerance = 1e-7, .blocking = s->touch, .blocking_capacity = capacity};
    assert_int_equal(toi_trace(s->stage, &mover, &move, &def, &s->r), TOI_OK);
    return &s->r;
}

static toi_move by(double x, double y, double z)
{
    return (toi_move){.by = {x, y, z}};
}

static toi_move about(toi_vec3 point, toi_vec3 axis, double angle)
{
    return (toi_move){.kind = TOI_MOVE_ROTATION, .point = point, .axis = axis, .angle = angle};
}

static void a_box_that_falls_is_stopped_by_its_lower_corners(void** state)
{
    (void)state;
    scene s = make();
    const toi_trace_result* r = trace(&s, v3(0.0, 0.0, 3.0), by(0.5, 0.0, -9.0), MOST_TOUCHES);
    assert_int_equal(r->blocking_count, 4);
    for (uint32_t i = 0; i < 4; ++i) {
        assert_int_equal(s.touch[i].kind, TOI_CONTACT_VF);
        assert_int_equal(s.touch[i].a.index[0], i); // those at -z
        assert_int_equal(s.touch[i].b.index[0], 5); // the face at +z
        assert_near(s.touch[i].normal.z, -1.0, 1e-12);
        assert_near(s.touch[i].gap, r->gap, 1e-12);
        assert_int_equal(s.touch[i].body, 0);
        assert_int_equal(s.touch[i].manifold, 0);
    }
    r = trace(&s, v3(0.0, 0.0, 3.0), by(0.5, 0.0, -9.0), 2); // the others are dropped, and counted
    assert_int_equal(r->blocking_count, 4);
    r = trace(&s, v3(0.0, 0.0, 3.0), by(0.5, 0.0, 9.0), MOST_TOUCHES);
    assert_int_equal(r->blocking_count, 0);
    release(&s);
}

static void what_is_beside_the_way_does_not_block(void** state)
{
    (void)state;
    scene s = make();
    double z = 1.0 + 1e-3 + 5e-8; // at rest on the floor
    const toi_trace_result* r = trace(&s, v3(0.0, 0.0, z), by(9.0, 0.0, 0.0), MOST_TOUCHES);
    assert_int_equal(r->answer, TOI_ANSWER_CONTACT);
    assert_true(r->blocking_count >= 2);
    for (uint32_t i = 0; i < r->blocking_count; ++i) {
        assert_int_equal(s.touch[i].body, 1); // the wall, though the floor is as near
        assert_near(s.touch[i].normal.x, 1.0, 1e-9);
    }
    // Into the corner: both, the floor first.
    toi_placed mover = {s.cube, {r->pose.position, {1.0, 0.0, 0.0, 0.0}}, 2};
    r = trace(&s, mover.pose.position, by(1.0, 0.0, -1.0), MOST_TOUCHES);
    assert_true(r->fraction < 1e-6);
    assert_int_equal(s.touch[0].body, 0);
    assert_int_equal(s.touch[r->blocking_count - 1].body, 1);
    assert_true(s.touch[0].manifold != s.touch[r->blocking_count - 1].manifold);
    release(&s);
}

static void turns_are_stopped_by_what_comes_down_at_first_or_second_order(void** state)
{
    (void)state;
    scene s = make();
    toi_vec3 y = {0.0, 1.0, 0.0};
    double z = 1.0 + 1e-3 + 5e-8;
    // About the middle: the corners at +x go down.
    const toi_trace_result* r = trace(&s, v3(0.0, 0.0, z), about(v3(0.0, 0.0, z), y, 1.0), MOST_TOUCHES);
    assert_int_equal(r->answer, TOI_ANSWER_CONTACT);
    assert_true(r->blocking_count >= 2);
    for (uint32_t i = 0; i < r->blocking_count; ++i) {
        assert_true(s.touch[i].point_a.x > 0.5);
    }
    // About an axis straight below the corners at +x, in the floor: these move along it, and then down.
    r = trace(&s, v3(0.0, 0.0, z), about(v3(1.0, 0.0, -3.0), y, 1.0), MOST_TOUCHES);
    assert_int_equal(r->answer, TOI_ANSWER_CONTACT);
    assert_true(r->blocking_count >= 2);
    for (uint32_t i = 0; i < r->blocking_count; ++i) {
        assert_true(s.touch[i].point_a.x > 0.5);
    }
    release(&s);
}

static void starts_that_do_not_move_name_what_blocks(void** state)
{
    (void)state;
    scene s = make();
    const toi_trace_result* r = trace(&s, v3(0.0, 0.0, 1.0), by(0.0, 0.0, -1.0), MOST_TOUCHES);
    assert_int_equal(r->start, TOI_START_TOUCHING);
    assert_int_equal(r->blocking_count, 4);
    r = trace(&s, v3(0.0, 0.0, 0.5), by(0.0, 0.0, 1.0), MOST_TOUCHES);
    assert_int_equal(r->start, TOI_START_OVERLAPPING);
    assert_int_equal(r->blocking_count, 1);
    assert_near(s.touch[0].gap, -0.5, 1e-12);
    assert_near(s.touch[0].normal.z, -1.0, 1e-12);
    release(&s);
}

// Random stops: never none, each within reach, and each in the way of the point that touches.
static void every_stop_names_something_in_the_way(void** state)
{
    (void)state;
    test_random random = random_start(20260670);
    stage_scene s = {0};
    stage_random(&s, &random, 60, 6.0);
    uint32_t stops = 0, starts = 0;
    for (int i = 0; i < 400; ++i) {
        toi_touch touch[MOST_TOUCHES];
        toi_placed mover = stage_mover(&s, &random, 8.0);
        toi_move move = stage_move(&random, 6.0);
        toi_trace_def def = {.blocking = touch, .blocking_capacity = MOST_TOUCHES, .separation = 1e-3};
        toi_trace_result r, bare;
        assert_int_equal(toi_trace(s.stage, &mover, &move, &def, &r), TOI_OK);
        def.blocking = NULL;
        assert_int_equal(toi_trace(s.stage, &mover, &move, &def, &bare), TOI_OK);
        assert_int_equal(bare.blocking_count, 0);
        assert_int_equal(r.blocking_count > 0, r.answer != TOI_ANSWER_CLEAR);
        bare.blocking_count = r.blocking_count;
        stage_assert_same(&r, &bare, r.body); // looking for them changes nothing else
        starts += r.start >= TOI_START_OVERLAPPING;
        if (r.start >= TOI_START_OVERLAPPING || r.answer == TOI_ANSWER_CLEAR) {
            continue;
        }
        ++stops;
        for (uint32_t k = 0; k < r.blocking_count && k < MOST_TOUCHES; ++k) {
            toi_vec3 speed = move.by;
            if (move.kind == TOI_MOVE_ROTATION) {
                double length = v3_length(move.axis);
                toi_vec3 arm = v3_sub(touch[k].point_a, move.point);
                speed = v3_scale(move.angle / length, v3_cross(move.axis, arm));
            }
            assert_true(v3_dot(touch[k].normal, speed) >= -1e-6 * v3_length(speed));
            assert_true(touch[k].gap <= r.kept + 1.01e-5 && touch[k].gap >= r.kept * (1.0 - 1e-6));
        }
    }
    print_message("%u stops, %u overlapping starts\n", stops, starts);
    assert_true(stops > 100 && starts > 20);
    stage_release(&s);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(a_box_that_falls_is_stopped_by_its_lower_corners),
        cmocka_unit_test(what_is_beside_the_way_does_not_block),
        cmocka_unit_test(turns_are_stopped_by_what_comes_down_at_first_or_second_order),
        cmocka_unit_test(starts_that_do_not_move_name_what_blocks),
        cmocka_unit_test(every_stop_names_something_in_the_way),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
