// All contacts where a body deforms, of many bodies: threads, limits of work, what is refused, and memory
// that runs out.

#include "failing_allocator.h"
#include "soft_all_support.h"

// ---- a world

static bool same_contact(const toi_contact* x, const toi_contact* y)
{
    return x->kind == y->kind && same_feature(x->a, y->a) && same_feature(x->b, y->b) && x->time == y->time &&
           x->gap == y->gap && x->point.x == y->point.x && x->normal.z == y->normal.z &&
           x->group == y->group && (x->approach == y->approach || (isnan(x->approach) && isnan(y->approach)));
}

static void a_world_lists_what_each_pair_has(void** state)
{
    (void)state;
    scene s;
    make_scene(&s);
    for (uint32_t threads = 1; threads <= 4; ++threads) {
        toi_world_def def = {.bodies = s.bodies,
                             .body_count = 3,
                             .query = {.all = true},
                             .list_all = true,
                             .threads = threads,
                             .max_contacts = threads == 3 ? 5 : 0};
        toi_world_result w;
        assert_int_equal(toi_world_check(&def, &w, NULL), TOI_OK);
        assert_true(w.pair_count == 4 && w.pairs[0].a == 0 && w.pairs[0].b == 0);
        for (uint32_t i = 0; i < 3; ++i) { // the last one is of rigid bodies
            const toi_pair_result* p = &w.pairs[i];
            toi_result r = ask_all(&s.bodies[p->a], &s.bodies[p->b], (toi_query_def){0});
            assert_true(r.answer == p->result.answer && r.t_hit == p->result.t_hit);
            assert_int_equal(p->contacts_found, r.contact_count);
            assert_int_equal(p->result.contact_count,
                             threads == 3 && r.contact_count > 5 ? 5 : r.contact_count);
            for (uint32_t k = 0; k < p->result.contact_count; ++k) {
                assert_true(same_contact(&p->contacts[k], &listed[k]));
            }
        }
        assert_true(w.pairs[1].contacts_found > 5 && w.pairs[2].contacts_found > 5);
        toi_world_result_release(&w);
    }
    free_scene(&s);
}

static void a_limit_of_work_is_kept_and_said(void** state)
{
    (void)state;
    scene s;
    make_scene(&s);
    for (uint32_t other = 0; other < 2; ++other) {
        const toi_body *a = &s.bodies[0], *b = &s.bodies[other];
        toi_result all = ask_all(a, b, (toi_query_def){0});
        uint32_t complete = 0, partial = 0, undecided = 0;
        for (uint32_t most = 1; most < 4096; most += 1 + most / 8) {
            toi_query_def def = {.max_steps = most};
            toi_result first, r = ask_all(a, b, def);
            assert_int_equal(toi_first_contact(a, b, &def, &first), TOI_OK);
            assert_true(r.answer == first.answer && r.t_free == first.t_free);
            assert_true(r.t_complete >= r.t_free && r.t_complete <= 1.0);
            undecided += r.answer == TOI_ANSWER_UNDECIDED;
            partial += r.answer == TOI_ANSWER_CONTACT && r.t_complete < 1.0;
            complete += r.t_complete == 1.0;
            assert_true(r.t_complete < 1.0 || r.contact_count == all.contact_count);
            assert_true(r.contact_count <= all.contact_count + 1);
        }
        printf("%u undecided, %u in part, %u complete\n", undecided, partial, complete);
        assert_true(undecided > 0 && complete > 0 && (other == 0 || partial > 0));
    }
    free_scene(&s);
}

// ---- what is refused

static void what_has_no_meaning_is_refused(void** state)
{
    (void)state;
    scene s;
    make_scene(&s);
    toi_result r;
    const toi_body* deforms = &s.bodies[0];
    const toi_query_def wrong[] = {{.separation = 1.0},        {.solid = true},
                                   {.tolerance = -1.0},        {.concurrent = -1.0},
                                   {.tolerance = (double)NAN}, {.method = TOI_METHOD_SCREEN},
                                   {.relative_screw = true}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        assert_int_equal(toi_all_contacts(deforms, &s.bodies[1], &wrong[i], &r), TOI_ERROR_INVALID);
        assert_int_equal(toi_all_contacts(&s.bodies[1], deforms, &wrong[i], &r), TOI_ERROR_INVALID);
        assert_int_equal(toi_all_contacts(deforms, deforms, &wrong[i], &r), TOI_ERROR_INVALID);
    }
    s.bodies[0].self = false;
    assert_int_equal(toi_all_contacts(deforms, deforms, NULL, &r), TOI_ERROR_INVALID);
    toi_world_def def = {.bodies = s.bodies, .body_count = 3, .query = {.all = true, .relative_screw = true}};
    toi_world_result w;
    toi_error error = {0};
    assert_int_equal(toi_world_check(&def, &w, &error), TOI_ERROR_INVALID);
    assert_string_equal(error.text,
                        "body 0 deforms: all contacts take no screen and no relative_screw with it");
    def.query = (toi_query_def){.all = true, .method = TOI_METHOD_SCREEN};
    assert_int_equal(toi_world_check(&def, &w, &error), TOI_ERROR_INVALID);
    assert_int_equal(error.index, 0);
    free_scene(&s);
}

static void a_round_shape_is_refused_where_it_may_meet_what_deforms(void** state)
{
    (void)state;
    scene s;
    make_scene(&s);
    toi_mesh* ball = NULL;
    assert_int_equal(toi_mesh_create_sphere(0.25, NULL, &ball, NULL), TOI_OK);
    s.bodies[2] = at_rest(ball, v3(0.0, 0.5, 0.6), upright);
    toi_result r;
    assert_int_equal(toi_all_contacts(&s.bodies[2], &s.bodies[0], NULL, &r), TOI_ERROR_INVALID);
    toi_world_def def = {.bodies = s.bodies, .body_count = 3, .query = {.all = true}};
    toi_world_result w;
    toi_error error = {0};
    assert_int_equal(toi_world_check(&def, &w, &error), TOI_ERROR_INVALID);
    assert_string_equal(
        error.text,
        "body 2 is an exact round shape, and body 0, which it may meet, deforms: give it as a mesh");
    assert_int_equal(error.index, 2);
    const toi_pair ignore = {2, 0};
    def.ignore = &ignore;
    def.ignore_count = 1;
    assert_int_equal(toi_world_check(&def, &w, &error), TOI_OK);
    toi_world_result_release(&w);
    toi_mesh_destroy(ball);
    free_scene(&s);
}

// ---- memory

static void every_allocation_may_fail(void** state)
{
    (void)state;
    scene s;
    make_scene(&s);
    for (uint32_t other = 0; other < 2; ++other) {
        uint64_t fail = 1;
        for (;; ++fail) {
            failing_allocator failing = failing_allocator_make(fail, fail % 2 == 0);
            toi_allocator allocator = failing_allocator_use(&failing);
            toi_query_def def = {.allocator = &allocator, .contacts = listed, .contact_capacity = ROOM};
            toi_result r;
            toi_status status = toi_all_contacts(&s.bodies[0], &s.bodies[other], &def, &r);
            assert_int_equal(failing.live, 0);
            if (failing.failures == 0) {
                assert_true(status == TOI_OK && r.answer == TOI_ANSWER_CONTACT && r.contact_count > 1);
                break;
            }
            assert_true(status == TOI_ERROR_MEMORY || status == TOI_OK);
        }
        assert_true(fail > 10);
    }
    free_scene(&s);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(a_world_lists_what_each_pair_has),
        cmocka_unit_test(a_limit_of_work_is_kept_and_said),
        cmocka_unit_test(what_has_no_meaning_is_refused),
        cmocka_unit_test(a_round_shape_is_refused_where_it_may_meet_what_deforms),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
