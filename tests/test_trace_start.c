// Movers that start at, in or inside bodies.

#include "hand.h"
#include "mesh_samples.h"
#include "stage_support.h"

#include "narrow/first/start.h"

typedef struct pair {
    toi_mesh *mover, *floor, *room;
    toi_stage* stage;
} pair;

// A cube of side 2 and a slab whose top is at 0.
static pair make(void)
{
    pair p = {0};
    assert_int_equal(toi_mesh_create_box(v3(1.0, 1.0, 1.0), NULL, &p.mover, NULL), TOI_OK);
    assert_int_equal(toi_mesh_create_box(v3(16.0, 16.0, 4.0), NULL, &p.floor, NULL), TOI_OK);
    toi_placed body = {p.floor, {{0.0, 0.0, -4.0}, {1.0, 0.0, 0.0, 0.0}}, 2};
    assert_int_equal(toi_stage_create(&body, 1, NULL, &p.stage, NULL), TOI_OK);
    return p;
}

static void release(pair* p)
{
    toi_stage_destroy(p->stage);
    toi_mesh_destroy(p->mover);
    toi_mesh_destroy(p->floor);
}

static toi_placed cube_at(const pair* p, double x, double y, double z)
{
    return (toi_placed){p->mover, {{x, y, z}, {1.0, 0.0, 0.0, 0.0}}, 2};
}

static toi_trace_result trace(const pair* p, const toi_placed* mover, const toi_move* move, bool solid)
{
    toi_trace_result r;
    toi_trace_def def = {.separation = 1e-3, .solid = solid};
    assert_int_equal(toi_trace(p->stage, mover, move, &def, &r), TOI_OK);
    return r;
}

static toi_trace_result slide(const pair* p, const toi_placed* mover, double x, double y, double z)
{
    toi_move move = {.by = {x, y, z}};
    return trace(p, mover, &move, false);
}

static toi_trace_result turn(const pair* p, const toi_placed* mover, toi_vec3 point, toi_vec3 axis,
                             double angle)
{
    toi_move move = {.kind = TOI_MOVE_ROTATION, .point = point, .axis = axis, .angle = angle};
    return trace(p, mover, &move, false);
}

static void assert_blocked(const toi_trace_result* r, const toi_placed* mover, toi_start start)
{
    assert_int_equal(r->start, start);
    assert_int_equal(r->answer, TOI_ANSWER_CONTACT);
    assert_true(r->fraction == 0.0 && r->body == 0);
    assert_true(v3_equal(r->pose.position, mover->pose.position));
}

static void assert_moves(const toi_trace_result* r, toi_start start)
{
    assert_int_equal(r->start, start);
    assert_int_equal(r->answer, TOI_ANSWER_CLEAR);
    assert_true(r->fraction == 1.0 && r->body == UINT32_MAX);
}

static void one_that_touches_may_leave_and_slide_but_not_enter(void** state)
{
    (void)state;
    pair p = make();
    toi_placed mover = cube_at(&p, 0.0, 0.0, 1.0);
    toi_trace_result r = slide(&p, &mover, 0.0, 0.0, 5.0);
    assert_moves(&r, TOI_START_TOUCHING);
    r = slide(&p, &mover, 3.0, 1.0, 1e-6);
    assert_moves(&r, TOI_START_TOUCHING);
    r = slide(&p, &mover, 3.0, 0.1, 0.0); // exactly along: only exact signs can tell
    assert_moves(&r, TOI_START_TOUCHING);
    assert_true(r.kept == 0.0);
    r = slide(&p, &mover, 0.0, 0.0, 0.0);
    assert_moves(&r, TOI_START_TOUCHING);
    r = slide(&p, &mover, 3.0, 0.0, -1e-6);
    assert_blocked(&r, &mover, TOI_START_TOUCHING);
    assert_true(r.kind != TOI_CONTACT_NONE && r.normal.z < -0.999);
    r = slide(&p, &mover, 0.0, 0.0, -1.0);
    assert_blocked(&r, &mover, TOI_START_TOUCHING);
    release(&p);
}

static void one_that_has_left_is_stopped_as_any_other(void** state)
{
    (void)state;
    pair p = make();
    toi_placed body[2] = {toi_stage_body(p.stage, 0), {p.mover, {{0.0, 0.0, 9.0}, {1.0, 0.0, 0.0, 0.0}}, 2}};
    toi_stage_destroy(p.stage);
    assert_int_equal(toi_stage_create(body, 2, NULL, &p.stage, NULL), TOI_OK);
    toi_placed mover = cube_at(&p, 0.0, 0.0, 1.0);
    toi_trace_result r = slide(&p, &mover, 0.0, 0.0, 16.0);
    assert_int_equal(r.start, TOI_START_TOUCHING);
    assert_int_equal(r.body, 1);
    assert_near(r.fraction, (6.0 - 1e-3) / 16.0, 2e-5);
    release(&p);
}

static void turns_leave_at_first_or_at_second_order(void** state)
{
    (void)state;
    pair p = make();
    toi_vec3 y = {0.0, 1.0, 0.0};
    toi_placed mover = cube_at(&p, 0.0, 0.0, 1.0);
    // About its lower edge at x = 1: tipping over it to +x, which turns +z to +x, lifts the rest.
    toi_trace_result r = turn(&p, &mover, v3(1.0, 0.0, 0.0), y, 0.5);
    assert_int_equal(r.start, TOI_START_TOUCHING); // but the edge itself stays: nothing proves that it leaves
    // About an axis above the floor and beside the cube, so that all of it rises.
    r = turn(&p, &mover, v3(4.0, 0.0, 0.5), y, 0.5);
    assert_moves(&r, TOI_START_TOUCHING);
    r = turn(&p, &mover, v3(4.0, 0.0, 0.5), y, -0.5);
    assert_blocked(&r, &mover, TOI_START_TOUCHING);
    // Standing on a corner right below the axis: nothing at first order, and away at second.
    mover.pose.quaternion =
        (toi_quat){0.8804762392171493, 0.2798481423331213, -0.3647051996310009, -0.11591689595929514};
    toi_pose at = mover.pose;
    at.position = v3(0.0, 0.0, 0.0);
    double low = 0.0;
    toi_vec3 corner = {0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < 8; ++i) {
        toi_vec3 c = toi_pose_point(at, toi_mesh_vertex(p.mover, i));
        corner = c.z < low ? c : corner;
        low = fmin(low, c.z);
    }
    mover.pose.position = v3(0.0, 0.0, -low);
    r = turn(&p, &mover, v3(corner.x, corner.y, 8.0), y, 0.0);
    assert_moves(&r, TOI_START_TOUCHING);
    r = turn(&p, &mover, v3(corner.x, corner.y, 8.0), y, 0.1);
    assert_moves(&r, TOI_START_TOUCHING);
    // The axis below it: it sinks in at second order.
    r = turn(&p, &mover, v3(corner.x, corner.y, -8.0), y, 0.1);
    assert_blocked(&r, &mover, TOI_START_TOUCHING);
    release(&p);
}

// A solid with a step, its lower top at z = 0 for x from 0 to 4.
static toi_mesh* make_step(void)
{
    static const double outline[6][2] = {{-4, -4}, {4, -4}, {4, 0}, {0, 0}, {0, 2}, {-4, 2}};
    static const uint32_t low[6] = {10, 8, 6, 4, 2, 0}, high[6] = {1, 3, 5, 7, 9, 11};
    mesh_sample s = {.vertices = NULL};
    for (uint32_t i = 0; i < 12; ++i) {
        sample_vertex(&s, outline[i / 2][0], i % 2 ? 4.0 : -4.0, outline[i / 2][1]);
    }
    for (uint32_t i = 0; i < 6; ++i) {
        uint32_t j = (i + 1) % 6;
        sample_quad(&s, 2 * i, 2 * j, 2 * j + 1, 2 * i + 1);
    }
    sample_face(&s, low, 6);
    sample_face(&s, high, 6);
    return sample_mesh(&s);
}

// A square with a front and a back, so that no side of its surface ends.
static toi_mesh* make_leaf(const double quad[12])
{
    mesh_sample s = {.vertices = NULL};
    for (uint32_t i = 0; i < 4; ++i) {
        sample_vertex(&s, quad[3 * i], quad[3 * i + 1], quad[3 * i + 2]);
    }
    sample_quad(&s, 0, 1, 2, 3);
    sample_quad(&s, 3, 2, 1, 0);
    toi_mesh* leaf = sample_mesh(&s);
    assert_true(leaf->info.closed);
    return leaf;
}

// Points and squares have no part that stays outside: those in a plane of a solid may not go into it, be it
// convex or not, nor may a solid come over them.
static void what_is_flat_does_not_go_into_solids(void** state)
{
    (void)state;
    static const double quad[12] = {-0.5, -0.5, 0.0, 0.5, -0.5, 0.0, 0.5, 0.5, 0.0, -0.5, 0.5, 0.0};
    pair p = make();
    toi_mesh *step = make_step(), *flat[3] = {make_point(), make_polygon(quad, 4), make_leaf(quad)};
    for (int i = 0; i < 6; ++i) {
        toi_placed thin = {flat[i % 3], {{2.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}, 2};
        toi_placed solid = {
            i < 3 ? p.floor : step, {{0.0, 0.0, i < 3 ? -4.0 : 0.0}, {1.0, 0.0, 0.0, 0.0}}, 2};
        for (int swap = 0; swap < 2; ++swap) {
            toi_placed mover = swap ? solid : thin;
            double in = swap ? 1.0 : -1.0;
            toi_stage_destroy(p.stage);
            assert_int_equal(toi_stage_create(swap ? &thin : &solid, 1, NULL, &p.stage, NULL), TOI_OK);
            toi_trace_result r = slide(&p, &mover, 0.0, 0.0, in);
            assert_blocked(&r, &mover, TOI_START_TOUCHING);
            r = slide(&p, &mover, 0.25, 0.0, 1e-3 * in);
            assert_blocked(&r, &mover, TOI_START_TOUCHING);
            r = slide(&p, &mover, 0.0, 0.0, -in);
            assert_moves(&r, TOI_START_TOUCHING);
        }
    }
    toi_mesh_destroy(step);
    toi_mesh_destroy(flat[0]);
    toi_mesh_destroy(flat[1]);
    toi_mesh_destroy(flat[2]);
    release(&p);
}

// The foot of an upright segment stands on a floor, and goes along an arc about an axis 1 above it and a
// little ahead: it goes down by half the square of that before it rises, and is above the floor soon after.
static void turns_that_dip_before_they_rise_do_not_leave(void** state)
{
    (void)state;
    static const double ahead[4] = {1e-2, 1e-4, 1e-6, 0.0}, upright[6] = {0.0, 0.0, 0.0, 0.0, 0.0, 1.0};
    static const double quad[12] = {-8.0, -8.0, 0.0, 8.0, -8.0, 0.0, 8.0, 8.0, 0.0, -8.0, 8.0, 0.0};
    pair p = make();
    toi_mesh *segment = make_polygon(upright, 2), *sheet = make_polygon(quad, 4);
    toi_placed mover = {segment, TOI_POSE_IDENTITY, 2}, flat = {sheet, TOI_POSE_IDENTITY, 2};
    for (int i = 0; i < 8; ++i) {
        if (i == 4) { // once more on the sheet alone
            toi_stage_destroy(p.stage);
            assert_int_equal(toi_stage_create(&flat, 1, NULL, &p.stage, NULL), TOI_OK);
        }
        toi_vec3 above = {ahead[i % 4], 0.0, 1.0};
        toi_trace_result r = turn(&p, &mover, above, v3(0.0, -1.0, 0.0), 0.5);
        if (above.x > 0.0) {
            assert_blocked(&r, &mover, TOI_START_TOUCHING);
        } else {
            assert_moves(&r, TOI_START_TOUCHING);
        }
        r = turn(&p, &mover, above, v3(0.0, 1.0, 0.0), 0.5);
        assert_moves(&r, TOI_START_TOUCHING);
    }
    toi_mesh_destroy(segment);
    toi_mesh_destroy(sheet);
    release(&p);
}

static void one_that_left_may_come_back_no_nearer_than_rounding(void** state)
{
    (void)state;
    pair p = make();
    toi_placed mover = cube_at(&p, 0.0, 0.0, 1.0);
    // A whole turn about an axis far above the centre: up, over, and down again on the other side to where
    // it was.
    toi_trace_result r = turn(&p, &mover, v3(0.0, 0.0, 12.0), v3(0.0, 1.0, 0.0), 6.0);
    assert_int_equal(r.start, TOI_START_TOUCHING);
    ti_start end;
    toi_placed still = toi_stage_body(p.stage, 0);
    ti_start_decide(p.mover, &r.pose, still.mesh, &still.pose, false, &end);
    assert_true(end.state <= TOI_START_TOUCHING);
    release(&p);
}

static void one_that_overlaps_does_not_move_and_says_how_deep_it_is(void** state)
{
    (void)state;
    pair p = make();
    toi_placed mover = cube_at(&p, 0.0, 0.0, 0.75);
    toi_trace_result r = slide(&p, &mover, 0.0, 0.0, 5.0);
    assert_blocked(&r, &mover, TOI_START_OVERLAPPING);
    assert_near(r.depth, 0.25, 1e-12);
    assert_true(r.depth >= 0.25 && r.normal.z == -1.0);
    assert_true(r.certified);
    mover.pose.position = v3_madd(mover.pose.position, -r.depth * (1.0 + 1e-9), r.normal);
    r = slide(&p, &mover, 0.0, 0.0, 0.0);
    assert_true(r.start <= TOI_START_TOUCHING && r.answer == TOI_ANSWER_CLEAR);
    // No move at all is no way out either.
    mover = cube_at(&p, 0.0, 0.0, 0.75);
    r = slide(&p, &mover, 0.0, 0.0, 0.0);
    assert_blocked(&r, &mover, TOI_START_OVERLAPPING);
    release(&p);
}

static void one_that_is_inside_is_contained_where_that_counts(void** state)
{
    (void)state;
    pair p = make();
    toi_placed mover = cube_at(&p, 0.0, 0.0, -4.0);
    toi_move move = {.by = {1.0, 0.0, 0.5}};
    toi_trace_result r = trace(&p, &mover, &move, false);
    assert_moves(&r, TOI_START_FREE); // a surface is a surface
    r = trace(&p, &mover, &move, true);
    assert_blocked(&r, &mover, TOI_START_CONTAINED);
    assert_near(r.depth, 5.0, 1e-12);
    // Around a body.
    toi_placed big = {p.floor, {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}, 2};
    toi_placed body = {p.mover, {{3.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}, 2};
    assert_int_equal(toi_stage_place(p.stage, 0, &body.pose), TOI_OK);
    toi_stage_destroy(p.stage);
    assert_int_equal(toi_stage_create(&body, 1, NULL, &p.stage, NULL), TOI_OK);
    r = trace(&p, &big, &move, true);
    assert_blocked(&r, &big, TOI_START_CONTAINED);
    release(&p);
}

static void the_worst_start_of_all_bodies_is_told(void** state)
{
    (void)state;
    pair p = make();
    toi_placed body[3] = {toi_stage_body(p.stage, 0),
                          {p.mover, {{1.5, 0.0, 1.0}, {1.0, 0.0, 0.0, 0.0}}, 2},
                          {p.mover, {{0.0, 2.0, 1.0}, {1.0, 0.0, 0.0, 0.0}}, 2}};
    toi_stage_destroy(p.stage);
    assert_int_equal(toi_stage_create(body, 3, NULL, &p.stage, NULL), TOI_OK);
    toi_placed mover = cube_at(&p, 0.0, 0.0, 1.0);
    toi_trace_result r = slide(&p, &mover, 0.0, 0.0, 1.0);
    assert_int_equal(r.start, TOI_START_OVERLAPPING);
    assert_int_equal(r.body, 1);
    assert_near(r.depth, 0.5, 1e-12);
    const uint32_t skip[] = {1};
    toi_trace_def def = {.skip = skip, .skip_count = 1};
    toi_move move = {.by = {0.0, 0.0, -1.0}};
    assert_int_equal(toi_trace(p.stage, &mover, &move, &def, &r), TOI_OK);
    assert_int_equal(r.start, TOI_START_TOUCHING);
    assert_int_equal(r.body, 0);
    release(&p);
}

static void what_is_kept_is_the_distance_at_the_start_where_that_is_less(void** state)
{
    (void)state;
    pair p = make();
    toi_placed mover = cube_at(&p, 0.0, 0.0, 1.0 + 1e-4);
    toi_trace_result r = slide(&p, &mover, 3.0, 0.0, 0.0);
    assert_moves(&r, TOI_START_FREE);
    assert_near(r.kept, 1e-4, 1e-11);
    assert_true(r.kept < 1e-4);
    r = slide(&p, &mover, 0.0, 0.0, -1.0);
    assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
    assert_true(r.pose.position.z - 1.0 >= r.kept);
    mover = cube_at(&p, 0.0, 0.0, 2.0);
    r = slide(&p, &mover, 3.0, 0.0, 0.0);
    assert_moves(&r, TOI_START_FREE);
    assert_true(r.kept == 1e-3);
    release(&p);
}

// Random touches on a floor of many triangles: whatever is let go is free at its end, exactly.
static void random_touches_leave_for_free_poses_only(void** state)
{
    (void)state;
    test_random random = random_start(20260621);
    stage_scene s = {0};
    stage_meshes(&s, &random);
    s.count = 1;
    s.body[0] = (toi_placed){s.mesh[3], TOI_POSE_IDENTITY, 2};
    stage_make(&s);
    uint32_t left = 0, blocked = 0, met = 0;
    for (int i = 0; i < 300; ++i) {
        toi_placed mover = stage_mover(&s, &random, 1.0);
        mover.pose.position.z = 6.0;
        toi_move down = {.by = {0.0, 0.0, -12.0}};
        toi_trace_def tight = {.separation = 1e-9, .tolerance = 1e-13};
        toi_trace_result r;
        assert_int_equal(toi_trace(s.stage, &mover, &down, &tight, &r), TOI_OK);
        mover.pose = r.pose;
        // Now it touches, or is as near as doubles allow, or overlaps by as little.
        mover.pose.position = v3_madd(mover.pose.position, r.gap, r.normal);
        toi_move move = stage_move(&random, 1.0);
        assert_int_equal(toi_trace(s.stage, &mover, &move, &tight, &r), TOI_OK);
        if (r.start == TOI_START_OVERLAPPING) {
            ++met;
            continue;
        }
        ti_start end;
        ti_start_decide(mover.mesh, &r.pose, s.mesh[3], &s.body[0].pose, false, &end);
        assert_true(end.state != TOI_START_OVERLAPPING);
        left += r.fraction > 1e-6;
        blocked += r.fraction == 0.0;
        assert_true(r.fraction == 0.0 || end.state == TOI_START_FREE);
    }
    print_message("%u left, %u blocked, %u overlapping\n", left, blocked, met);
    assert_true(left > 60 && blocked > 60);
    stage_release(&s);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(one_that_touches_may_leave_and_slide_but_not_enter),
        cmocka_unit_test(one_that_has_left_is_stopped_as_any_other),
        cmocka_unit_test(turns_leave_at_first_or_at_second_order),
        cmocka_unit_test(what_is_flat_does_not_go_into_solids),
        cmocka_unit_test(turns_that_dip_before_they_rise_do_not_leave),
        cmocka_unit_test(one_that_left_may_come_back_no_nearer_than_rounding),
        cmocka_unit_test(one_that_overlaps_does_not_move_and_says_how_deep_it_is),
        cmocka_unit_test(one_that_is_inside_is_contained_where_that_counts),
        cmocka_unit_test(the_worst_start_of_all_bodies_is_told),
        cmocka_unit_test(what_is_kept_is_the_distance_at_the_start_where_that_is_less),
        cmocka_unit_test(random_touches_leave_for_free_poses_only),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
