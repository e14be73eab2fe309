// Touches by hand: sheets, points and segments, bodies in each other, and the call itself.

#include "failing_allocator.h"
#include "touch_hand.h"

// ---- sheets, points, segments

static void a_sheet_is_touched_from_both_sides_unless_it_has_one(void** state)
{
    (void)state;
    toi_mesh *sheet = flat_mesh(4), *box = make_box(0.5, 0.5, 0.5);
    found f;
    for (int sides = 1; sides <= 2; ++sides) {
        toi_placed still = {sheet, at(0.0, 0.0, 0.0), (uint32_t)sides}, above = {box, at(0.0, 0.0, 0.51), 0};
        toi_placed below = {box, at(0.0, 0.0, -0.51), 0};
        find(&still, 1, &above, 0.05, &f);
        assert_int_equal(f.count, 4);
        check_normals(&f, DOWN);
        find(&still, 1, &below, 0.05, &f);
        assert_int_equal(f.count, sides == 2 ? 4 : 0);
        check_normals(&f, Z);
    }
    toi_placed still = {sheet, at(0.0, 0.0, 0.0), 0}, beside = {box, at(2.51, 0.0, 0.2), 0};
    find(&still, 1, &beside, 0.05, &f); // edge-on: the rim is never left out
    assert_int_equal(f.count, 2);
    check_normals(&f, v3(-1.0, 0.0, 0.0));
    toi_placed other = {sheet, at(1.0, 1.0, 0.03), 0};
    find(&still, 1, &other, 0.05, &f); // sheet on sheet
    assert_int_equal(f.count, 4);
    toi_mesh_destroy(sheet);
    toi_mesh_destroy(box);
}

static void points_and_segments_touch_what_they_are_near(void** state)
{
    (void)state;
    toi_mesh *point = flat_mesh(1), *segment = flat_mesh(2), *floor = make_box(4.0, 4.0, 1.0);
    found f;
    find_pair(floor, point, at(2.5, 2.0, 1.02), 0.05, &f);
    assert_int_equal(f.count, 1);
    assert_int_equal(f.touch[0].kind, TOI_CONTACT_VF);
    find_pair(point, floor, at(-2.5, -2.0, -1.02), 0.05, &f); // both corners meet the point's height
    assert_int_equal(f.count, 1);
    assert_int_equal(f.touch[0].kind, TOI_CONTACT_FV);
    find_pair(floor, segment, at(0.0, 0.0, 1.02), 0.05, &f);
    assert_int_equal(f.count, 2);
    find_pair(segment, segment, turned(1.0, -2.0, 0.03, v3(0.0, 0.0, 1.0), 1.5707963267948966), 0.05, &f);
    assert_int_equal(f.count, 0);
    find_pair(segment, segment, turned(-2.0, -2.0, 0.03, v3(0.0, 0.0, 1.0), 1.5707963267948966), 0.05, &f);
    assert_int_equal(f.count, 1); // crossing: from (0, -4) to (0, 0) over y = -2
    assert_int_equal(f.touch[0].kind, TOI_CONTACT_EE);
    find_pair(point, point, at(0.0, 0.03, 0.04), 0.06, &f);
    assert_int_equal(f.count, 1);
    assert_near(f.touch[0].gap, 0.05, 1e-16);
    toi_mesh_destroy(point);
    toi_mesh_destroy(segment);
    toi_mesh_destroy(floor);
}

// ---- overlaps

static void bodies_in_each_other_say_so(void** state)
{
    (void)state;
    toi_mesh *a = make_box(1.0, 1.0, 1.0), *sheet = flat_mesh(4), *segment = flat_mesh(2);
    found f;
    find_pair(a, a, at(0.3, 0.1, 1.75), 0.05, &f);
    assert_int_equal(f.count, 1);
    assert_int_equal(f.touch[0].kind, TOI_CONTACT_FF);
    assert_near(f.touch[0].gap, -0.25, 1e-15);
    assert_int_equal(f.touch[0].a.index[0], 4);
    assert_int_equal(f.touch[0].b.index[0], 5);
    find_pair(a, a, at(0.0, 0.0, 0.0), 0.05, &f); // in one place
    assert_int_equal(f.count, 1);
    assert_near(f.touch[0].gap, -2.0, 1e-14);
    find_pair(sheet, a, at(0.0, 0.0, 0.5), 0.05, &f); // four sides cross the sheet
    assert_int_equal(count_kind(&f, TOI_CONTACT_FF), 4);
    assert_near(f.touch[0].gap, 0.0, 0.0);
    find_pair(sheet, segment, turned(0.0, 0.0, 0.0, v3(0.0, 1.0, 0.0), 0.7), 0.05, &f);
    assert_true(count_kind(&f, TOI_CONTACT_FF) <= 1 && f.count >= 1);
    find_pair(a, segment, turned(0.0, 2.0, 0.2, v3(0.0, 1.0, 0.0), 0.2), 0.05, &f);
    assert_int_equal(count_kind(&f, TOI_CONTACT_FF), 2);
    toi_mesh_destroy(a);
    toi_mesh_destroy(sheet);
    toi_mesh_destroy(segment);
}

// ---- the call

static void what_finds_no_room_is_counted_and_bodies_can_be_left_out(void** state)
{
    (void)state;
    toi_mesh *slab = make_box(4.0, 4.0, 1.0), *box = make_box(1.0, 1.0, 1.0);
    toi_placed still[3] = {
        {slab, at(0.0, 0.0, -1.0), 0}, {slab, at(0.0, 0.0, -1.0), 0}, {slab, at(0.0, 0.0, -1.0), 0}};
    toi_placed mover = {box, at(0.0, 0.0, 1.01), 0};
    toi_stage* stage = NULL;
    toi_touch touch[3];
    toi_touches t = {touch, 3, 0};
    const uint32_t skip[1] = {1};
    assert_int_equal(toi_stage_create(still, 3, NULL, &stage, NULL), TOI_OK);
    assert_int_equal(toi_stage_touches(stage, &mover, 0.05, NULL, &t), TOI_OK);
    assert_int_equal(t.count, 12);
    toi_touches none = {NULL, 0, 0};
    assert_int_equal(toi_stage_touches(stage, &mover, 0.05, NULL, &none), TOI_OK);
    assert_int_equal(none.count, 12);
    toi_trace_def def = {.skip = skip, .skip_count = 1};
    assert_int_equal(toi_stage_touches(stage, &mover, 0.05, &def, &t), TOI_OK);
    assert_int_equal(t.count, 8);
    def.first_body = 1;
    assert_int_equal(toi_stage_touches(stage, &mover, 0.05, &def, &t), TOI_OK);
    assert_int_equal(t.count, 4);
    assert_int_equal(touch[0].body, 2);
    t.count = 77;
    assert_int_equal(toi_stage_touches(stage, &mover, -1.0, NULL, &t), TOI_ERROR_INVALID);
    assert_int_equal(toi_stage_touches(stage, &mover, (double)NAN, NULL, &t), TOI_ERROR_INVALID);
    assert_int_equal(toi_stage_touches(stage, &mover, 0.1, NULL, &(toi_touches){NULL, 3, 0}),
                     TOI_ERROR_INVALID);
    assert_int_equal(toi_stage_touches(NULL, &mover, 0.1, NULL, &t), TOI_ERROR_INVALID);
    mover.pose.quaternion = (toi_quat){0.0, 0.0, 0.0, 0.0};
    assert_int_equal(toi_stage_touches(stage, &mover, 0.1, NULL, &t), TOI_ERROR_INVALID);
    assert_int_equal(t.count, 77);
    toi_stage_destroy(stage);
    toi_mesh_destroy(slab);
    toi_mesh_destroy(box);
}

static void every_allocation_may_fail(void** state)
{
    (void)state;
    // Many corners, so that lists and polygons need memory.
    mesh_sample s = {.vertices = NULL};
    uint32_t all[40];
    for (uint32_t i = 0; i < 40; ++i) {
        double t = 6.283185307179586 * i / 40;
        all[i] = sample_vertex(&s, cos(t), sin(t), 0.0);
    }
    sample_face(&s, all, 40);
    toi_mesh* disc = sample_mesh(&s);
    toi_placed still = {disc, at(0.0, 0.0, 0.0), 0}, mover = {disc, turned(0.0, 0.0, 0.01, Z, 0.05), 0};
    toi_stage* stage = NULL;
    toi_touches t = {NULL, 0, 0};
    assert_int_equal(toi_stage_create(&still, 1, NULL, &stage, NULL), TOI_OK);
    uint64_t n = 1;
    for (;; ++n) {
        failing_allocator fail = failing_allocator_make(n, n % 2 == 0);
        toi_allocator allocator = failing_allocator_use(&fail);
        toi_trace_def def = {.allocator = &allocator};
        toi_status status = toi_stage_touches(stage, &mover, 0.05, &def, &t);
        assert_int_equal(fail.live, 0);
        if (fail.failures == 0) {
            assert_int_equal(status, TOI_OK);
            break;
        }
        assert_int_equal(status, TOI_ERROR_MEMORY);
        assert_int_equal(t.count, 0);
    }
    assert_true(n > 3);
    assert_int_equal(t.count, 80);
    toi_stage_destroy(stage);
    toi_mesh_destroy(disc);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(a_sheet_is_touched_from_both_sides_unless_it_has_one),
        cmocka_unit_test(points_and_segments_touch_what_they_are_near),
        cmocka_unit_test(bodies_in_each_other_say_so),
        cmocka_unit_test(what_finds_no_room_is_counted_and_bodies_can_be_left_out),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
