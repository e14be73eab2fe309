// First contact where a body deforms, by hand: times, features, starts, a body with itself, many bodies, what
// is refused, and memory that runs out.

#include "failing_allocator.h"
#include "first_support.h"
#include "soft_strip.h"

static void a_turning_bar_meets_a_sheet_that_rises(void** state)
{
    (void)state;
    // The bar turns about z through the origin, its tip at radius 1; the sheet is the plane x = 2 that comes
    // to x = 0.5: at t = 0.8 it is at x = 0.8. Of the tip x = sin(pi t/2) is larger from a time on before.
    const toi_vec3 bar[3] = {{0.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 0.01}};
    const toi_vec3 sheet[3] = {{2.0, -5.0, -5.0}, {2.0, 5.0, -5.0}, {2.0, 0.0, 9.0}};
    toi_mesh* a = make_triangle(bar[0], bar[1], bar[2]);
    toi_mesh* b = make_triangle(sheet[0], sheet[1], sheet[2]);
    toi_vec3 to[3];
    for (int i = 0; i < 3; ++i) {
        to[i] = v3(0.5, sheet[i].y, sheet[i].z);
    }
    toi_body turning = {.mesh = a,
                        .motion = {.kind = TOI_MOTION_ROTATION,
                                   .pose = TOI_POSE_IDENTITY,
                                   .axis = {0.0, 0.0, -1.0},
                                   .angle = 0.5 * PI}};
    toi_body rising = {
        .mesh = b,
        .motion = {.kind = TOI_MOTION_VERTICES, .pose = TOI_POSE_IDENTITY, .to = to, .to_count = 3}};
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 100; ++i) {
        double t = 0.5 * (low + high);
        *(sin(0.5 * PI * t) < 2.0 - 1.5 * t ? &low : &high) = t;
    }
    toi_contact contacts[8];
    toi_query_def def = {.contacts = contacts, .contact_capacity = 8};
    toi_result r = ask(&turning, &rising, &def);
    assert_contact_near(&r, low, 1e-8);
    assert_int_equal(r.kind, TOI_CONTACT_VF);
    assert_true(same_feature(r.a, vertex(1)) && same_feature(r.b, face(0)) && r.contact_count == 1);
    assert_near(r.normal.x, 1.0, 1e-9);
    assert_near(contacts[0].point.x, 2.0 - 1.5 * low, 1e-8);
    def.tolerance = 1e-4;
    r = ask(&turning, &rising, &def);
    assert_contact_near(&r, low, 1e-4);
    toi_mesh_destroy(a);
    toi_mesh_destroy(b);
}

static void a_strip_that_folds_meets_itself(void** state)
{
    (void)state;
    toi_vec3 to[8];
    toi_mesh* mesh = make_strip(to, -0.5); // the wings go through each other: half way they meet at x = 0
    toi_body strip = {.mesh = mesh,
                      .motion = {.kind = TOI_MOTION_VERTICES,
                                 .pose = {{1.0, 2.0, 3.0}, {0.0, 0.0, 0.0, 1.0}},
                                 .to = to,
                                 .to_count = 8},
                      .self = true};
    toi_contact contacts[8];
    toi_query_def def = {.contacts = contacts, .contact_capacity = 8};
    toi_result r = ask(&strip, &strip, &def);
    assert_contact_near(&r, 0.75, 1e-8); // x = -1.5 + 2 t is zero
    assert_int_equal(r.start, TOI_START_FREE);
    assert_near(r.point.x, 1.0, 1e-8); // half a turn about z and a shift
    assert_near(r.point.z, 3.75, 1e-8);
    assert_true(r.contact_count >= 2 && r.contact_count <= 8);
    strip.motion.pose = (toi_pose)TOI_POSE_IDENTITY;
    toi_vec3 apart[8];
    toi_mesh* other = make_strip(apart, 0.25);
    strip = (toi_body){.mesh = other,
                       .motion = {.kind = TOI_MOTION_VERTICES, .pose = TOI_POSE_IDENTITY, .to = apart},
                       .self = true};
    strip.motion.to_count = 8;
    r = ask(&strip, &strip, NULL);
    assert_clear(&r);
    def.separation = 0.5;
    r = ask(&strip, &strip, &def);
    assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
    toi_mesh_destroy(mesh);
    toi_mesh_destroy(other);
}

static void a_start_that_takes_too_much_work_is_unknown(void** state)
{
    (void)state;
    toi_vec3 to[8];
    toi_mesh* mesh = make_strip(to, -0.5);
    toi_body strip = {
        .mesh = mesh,
        .motion = {.kind = TOI_MOTION_VERTICES, .pose = TOI_POSE_IDENTITY, .to = to, .to_count = 8},
        .self = true};
    toi_query_def def = {.max_steps = 3};
    toi_result r = ask(&strip, &strip, &def);
    assert_true(r.answer == TOI_ANSWER_UNDECIDED && r.start == TOI_START_UNKNOWN && r.t_free == 0.0);
    def.max_steps = 1000;
    r = ask(&strip, &strip, &def);
    assert_true(r.answer == TOI_ANSWER_CONTACT && r.start == TOI_START_FREE);
    toi_mesh_destroy(mesh);
}

static void the_start_is_that_of_bodies_at_rest(void** state)
{
    (void)state;
    toi_mesh* box = make_box(1.0, 1.0, 1.0);
    toi_mesh* small = make_box(0.1, 0.1, 0.1);
    toi_vec3 to[8];
    for (uint32_t i = 0; i < 8; ++i) {
        to[i] = v3_scale(1.5, toi_mesh_vertex(box, i));
    }
    toi_body grows = {
        .mesh = box,
        .motion = {.kind = TOI_MOTION_VERTICES, .pose = TOI_POSE_IDENTITY, .to = to, .to_count = 8}};
    toi_body beside = at_rest(box, v3(2.0, 0.0, 0.0), upright);
    toi_result r = ask(&grows, &beside, NULL);
    assert_true(r.answer == TOI_ANSWER_CONTACT && r.start == TOI_START_TOUCHING && r.t_hit == 0.0);
    beside.motion.pose.position.x = 1.5;
    r = ask(&grows, &beside, NULL);
    assert_true(r.answer == TOI_ANSWER_CONTACT && r.start == TOI_START_OVERLAPPING && r.gap == 0.0);
    beside.motion.pose.position.x = 2.25;
    r = ask(&grows, &beside, NULL);
    assert_contact_near(&r, 0.5, 1e-8);
    toi_body inside = at_rest(small, v3(0.0, 0.0, 0.0), upright);
    r = ask(&grows, &inside, NULL);
    assert_clear(&r);
    toi_query_def solid = {.solid = true};
    r = ask(&grows, &inside, &solid);
    assert_true(r.answer == TOI_ANSWER_CONTACT && r.start == TOI_START_CONTAINED && r.t_hit == 0.0);
    toi_query_def gap = {.raise_gap = true};
    beside.motion.pose.position.x = 3.0;
    r = ask(&grows, &beside, &gap);
    assert_clear(&r);
    assert_true(r.gap > 0.9 * 0.5 && r.gap <= 0.5);
    // What neither moves nor deforms has the answer of bodies at rest.
    for (uint32_t i = 0; i < 8; ++i) {
        to[i] = toi_mesh_vertex(box, i);
    }
    beside.motion.pose.position.x = 2.0 + 1e-12;
    r = ask(&grows, &beside, NULL);
    assert_clear(&r);
    toi_mesh_destroy(box);
    toi_mesh_destroy(small);
}

static void a_point_meets_what_turns(void** state)
{
    (void)state;
    const toi_vec3 at = {0.0, 0.0, 1.0}, to = {0.0, 0.1, -1.0}, low = {0.0, 0.0, -1.0},
                   high = {0.0, 0.0, 1.0};
    const uint32_t corner[1] = {0}, offsets[2] = {0, 1};
    toi_mesh* point = make_mesh(&at, 1, corner, offsets, 1);
    toi_mesh* other = make_mesh(&low, 1, corner, offsets, 1);
    toi_mesh* plate = make_triangle(v3(-1, -1, 0), v3(1, -1, 0), v3(0, 1, 0));
    toi_body falls = {
        .mesh = point,
        .motion = {.kind = TOI_MOTION_VERTICES, .pose = TOI_POSE_IDENTITY, .to = &to, .to_count = 1}};
    toi_body turns = at_rest(plate, v3(0, 0, 0), upright);
    turns.motion.kind = TOI_MOTION_ROTATION;
    turns.motion.axis = v3(0, 0, 1);
    turns.motion.angle = 3.0;
    toi_result r = ask(&falls, &turns, NULL);
    assert_contact_near(&r, 0.5, 1e-8);
    toi_body rises = {
        .mesh = other,
        .motion = {.kind = TOI_MOTION_VERTICES, .pose = TOI_POSE_IDENTITY, .to = &high, .to_count = 1}};
    falls.motion.to = &low;
    r = ask(&falls, &rises, NULL);
    assert_contact_near(&r, 0.5, 1e-8);
    toi_mesh_destroy(point);
    toi_mesh_destroy(other);
    toi_mesh_destroy(plate);
}

// ---- a world

static void a_world_asks_bodies_for_themselves(void** state)
{
    (void)state;
    toi_vec3 to[8], still[8];
    toi_mesh* strip = make_strip(to, -0.5);
    toi_mesh* box = make_box(0.2, 0.2, 0.2);
    toi_mesh* calm = make_strip(still, 0.25);
    toi_motion fold = {.kind = TOI_MOTION_VERTICES, .pose = TOI_POSE_IDENTITY, .to = to, .to_count = 8};
    toi_motion rest = fold;
    rest.to = still;
    rest.pose.position.z = 40.0;
    toi_body bodies[4] = {
        {.mesh = box, .motion = {.kind = TOI_MOTION_STATIC, .pose = {{0.0, 0.5, 0.6}, {1, 0, 0, 0}}}},
        {.mesh = strip, .motion = fold, .self = true},
        {.mesh = calm, .motion = rest, .self = true},
        {.mesh = box,
         .motion = {.kind = TOI_MOTION_SPIN,
                    .pose = TOI_POSE_IDENTITY,
                    .by = {0, 0, 9},
                    .axis = {1, 1, 0},
                    .angle = 9.0},
         .self = true}};
    bodies[3].motion.pose.position = v3(0.0, 0.5, 2.0);
    toi_world_result seen[2];
    for (uint32_t threads = 1; threads <= 2; ++threads) {
        toi_world_def def = {.bodies = bodies, .body_count = 4, .list_all = true, .threads = threads};
        toi_error error = {0};
        assert_int_equal(toi_world_check(&def, &seen[threads - 1], &error), TOI_OK);
    }
    const toi_world_result* w = &seen[0];
    assert_int_equal(w->pair_count, 8);
    assert_int_equal(w->pairs_asked, 8);
    const uint32_t expected[8][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 1}, {1, 2}, {1, 3}, {2, 2}, {2, 3}};
    for (uint32_t i = 0; i < 8; ++i) {
        const toi_pair_result *p = &w->pairs[i], *q = &seen[1].pairs[i];
        assert_true(p->a == expected[i][0] && p->b == expected[i][1]);
        assert_true(p->result.answer == q->result.answer && p->result.t_free == q->result.t_free &&
                    p->result.gap == q->result.gap && p->result.contact_count == q->result.contact_count);
    }
    assert_int_equal(w->pairs[0].result.answer, TOI_ANSWER_CONTACT); // a wing closes on the box
    assert_int_equal(w->pairs[3].result.answer, TOI_ANSWER_CONTACT);
    assert_near(w->pairs[3].result.t_hit, 0.75, 1e-8);
    assert_int_equal(w->pairs[6].result.answer, TOI_ANSWER_CLEAR);
    assert_false(w->pairs[6].broad);
    const toi_pair only[1] = {{1, 0}};
    toi_world_def def = {.bodies = bodies, .body_count = 4, .only = only, .only_count = 1};
    toi_world_result few;
    assert_int_equal(toi_world_check(&def, &few, NULL), TOI_OK);
    assert_int_equal(few.pairs_asked, 1);
    toi_world_result_release(&few);
    toi_world_result_release(&seen[0]);
    toi_world_result_release(&seen[1]);
    toi_mesh_destroy(strip);
    toi_mesh_destroy(calm);
    toi_mesh_destroy(box);
}

static void what_is_wrong_is_refused(void** state)
{
    (void)state;
    toi_vec3 to[8];
    toi_mesh* strip = make_strip(to, 0.25);
    toi_body body = {
        .mesh = strip,
        .motion = {.kind = TOI_MOTION_VERTICES, .pose = TOI_POSE_IDENTITY, .to = to, .to_count = 8}};
    toi_body box = at_rest(strip, v3(9.0, 0.0, 0.0), upright);
    toi_result r;
    assert_int_equal(toi_first_contact(&body, &body, NULL, &r), TOI_ERROR_INVALID); // no `self`
    toi_query_def def = {.solid = true};
    assert_int_equal(toi_first_contact(&body, &box, &def, &r), TOI_ERROR_OPEN_MESH);
    def = (toi_query_def){.tolerance = -1.0};
    assert_int_equal(toi_first_contact(&body, &box, &def, &r), TOI_ERROR_INVALID);
    assert_int_equal(toi_first_contact(&body, &box, NULL, NULL), TOI_ERROR_INVALID);
    body.motion.to_count = 7;
    assert_int_equal(toi_first_contact(&box, &body, NULL, &r), TOI_ERROR_INVALID);
    toi_body bodies[2] = {box, body};
    toi_world_def world = {.bodies = bodies, .body_count = 2};
    toi_world_result result;
    toi_error error = {0};
    assert_int_equal(toi_world_check(&world, &result, &error), TOI_ERROR_INVALID);
    assert_string_equal(error.text, "body 1, vertex 7: to has 7 end positions, and the mesh has 8 vertices");
    assert_int_equal(error.index, 1);
    toi_mesh_destroy(strip);
}

static void every_allocation_may_fail(void** state)
{
    (void)state;
    toi_vec3 to[8];
    toi_mesh* strip = make_strip(to, -0.5);
    toi_mesh* box = make_box(0.2, 0.2, 0.2);
    toi_body bodies[2] = {
        {.mesh = strip,
         .motion = {.kind = TOI_MOTION_VERTICES, .pose = TOI_POSE_IDENTITY, .to = to, .to_count = 8},
         .self = true},
        {.mesh = box,
         .motion = {.kind = TOI_MOTION_SPIN,
                    .pose = {{0.0, 0.5, 0.6}, {1, 0, 0, 0}},
                    .axis = {1, 0, 1},
                    .angle = 3}}};
    for (int self = 0; self < 2; ++self) {
        uint64_t fail = 1;
        for (;; ++fail) {
            failing_allocator failing = failing_allocator_make(fail, fail % 2 == 0);
            toi_allocator allocator = failing_allocator_use(&failing);
            toi_contact contacts[4];
            toi_query_def def = {.allocator = &allocator, .contacts = contacts, .contact_capacity = 4};
            toi_result r;
            toi_status status = toi_first_contact(&bodies[0], &bodies[1 - self], &def, &r);
            assert_int_equal(failing.live, 0);
            if (failing.failures == 0) {
                assert_int_equal(status, TOI_OK);
                assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
                break;
            }
            assert_true(status == TOI_ERROR_MEMORY || status == TOI_OK);
        }
        assert_true(fail > 5);
    }
    toi_mesh_destroy(strip);
    toi_mesh_destroy(box);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(a_turning_bar_meets_a_sheet_that_rises),
        cmocka_unit_test(a_strip_that_folds_meets_itself),
        cmocka_unit_test(a_start_that_takes_too_much_work_is_unknown),
        cmocka_unit_test(the_start_is_that_of_bodies_at_rest),
        cmocka_unit_test(a_point_meets_what_turns),
        cmocka_unit_test(a_world_asks_bodies_for_themselves),
        cmocka_unit_test(what_is_wrong_is_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
