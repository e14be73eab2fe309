// What the settings of toi_all_contacts do, what it refuses, and that any allocation may fail.

#include "all_support.h"

#include "failing_allocator.h"

static all_answer all, other;
static toi_mesh *cube, *torus, *prongs, *box;

static int open_meshes(void** state)
{
    (void)state;
    // Two prongs along y, from x = 0 to 1 and from x = 3 to 4, joined below; the second one half as high.
    static const double outline[16] = {0, 0, 4, 0, 4, 2.2, 3, 2.2, 3, 1, 1, 1, 1, 3, 0, 3};
    mesh_sample s = sample_torus(20, 10, 1.0, 0.35);
    cube = make_box(0.5, 0.5, 0.5);
    box = make_box(0.4, 0.4, 0.4);
    torus = sample_mesh(&s);
    prongs = make_prism(outline, 8, 1.0);
    return 0;
}

static int close_meshes(void** state)
{
    (void)state;
    toi_mesh_destroy(cube);
    toi_mesh_destroy(box);
    toi_mesh_destroy(torus);
    toi_mesh_destroy(prongs);
    return 0;
}

// One torus through the other with a turn: tens of contacts at different times, some of them slightly
// improper.
static void many_contacts(toi_body* a, toi_body* b)
{
    *a = at_rest(torus, v3(0, 0, 0), upright);
    *b = screwing(torus, (toi_pose){{0.3, -0.2, 3.0}, turn_about(1, 0.2, 0, 0.7)}, v3(0.2, 0, 0),
                  v3(0.1, 0, 1), 1.5, -5.0);
}

// ---- capacity, groups

static void a_list_that_is_too_short_has_the_earliest_and_the_count_of_all(void** state)
{
    (void)state;
    toi_body a, b;
    many_contacts(&a, &b);
    toi_query_def def = {.min_properness = -0.5};
    ask_all(&a, &b, &def, &all);
    assert_true(all.count > 20);
    for (uint32_t room = 0; room <= all.count + 1; room += 7) {
        toi_contact some[ALL_CONTACTS / 16];
        memset(some, 0x55, sizeof some);
        assert_true(room + 1 < sizeof some / sizeof some[0]);
        def.contacts = some;
        def.contact_capacity = room;
        toi_result r;
        assert_int_equal(toi_all_contacts(&a, &b, &def, &r), TOI_OK);
        assert_int_equal(r.contact_count, all.count);
        assert_int_equal(r.group_count, all.result.group_count);
        assert_true(r.t_hit == all.result.t_hit && r.t_free == all.result.t_free);
        uint32_t listed = room < all.count ? room : all.count;
        for (uint32_t i = 0; i < listed; ++i) {
            assert_true(same_feature(some[i].a, all.contacts[i].a) &&
                        same_feature(some[i].b, all.contacts[i].b));
            assert_true(some[i].time == all.contacts[i].time && some[i].group == all.contacts[i].group);
        }
        const unsigned char* beyond = (const unsigned char*)&some[listed];
        assert_true(beyond[0] == 0x55 && beyond[sizeof(toi_contact) - 1] == 0x55);
    }
    def.contacts = NULL;
    def.contact_capacity = 5;
    toi_result r;
    assert_int_equal(toi_all_contacts(&a, &b, &def, &r), TOI_OK);
    assert_int_equal(r.contact_count, all.count);
}

static void contacts_within_the_time_of_the_first_of_a_group_belong_to_it(void** state)
{
    (void)state;
    toi_body a, b;
    many_contacts(&a, &b);
    static const double spans[] = {0.0, 1e-3, 0.02, 0.1, 2.0};
    for (size_t k = 0; k < sizeof spans / sizeof spans[0]; ++k) {
        toi_query_def def = {.min_properness = -0.5, .concurrent = spans[k]};
        ask_all(&a, &b, &def, &all);
        uint32_t first = 0;
        for (uint32_t i = 0; i < all.count; ++i) {
            const toi_contact *c = &all.contacts[i], *start = &all.contacts[first];
            double room = spans[k] > 0.0 ? spans[k] : c->time_error;
            bool next = i > 0 && c->time - start->time > room;
            assert_int_equal(c->group, start->group + next);
            first = next ? i : first;
        }
        assert_int_equal(all.result.group_count, all.contacts[all.count - 1].group + 1);
        assert_true(spans[k] < 1.0 || all.result.group_count == 1);
        assert_true(spans[k] > 0.0 || all.result.group_count > 10);
    }
}

// ---- which contacts

static void first_only_lists_those_at_the_first_time(void** state)
{
    (void)state;
    toi_body a, b;
    toi_query_def def = {.first_only = true};
    many_contacts(&a, &b);
    ask_all(&a, &b, NULL, &all);
    ask_all(&a, &b, &def, &other);
    assert_true(all.count >= 2 && all.result.group_count == all.count && other.count == 1);
    assert_true(other.result.t_hit == all.result.t_hit && other.contacts[0].time == all.contacts[0].time);
    assert_true(same_feature(other.contacts[0].a, all.contacts[0].a));
    a = at_rest(cube, v3(0, 0, 0), upright);
    b = moving_by(cube, v3(2, 0.3, 0.2), upright, v3(-4, 0, 0));
    ask_all(&a, &b, &def, &other);
    assert_all(&other, 4, TOI_ANSWER_CONTACT, TOI_START_FREE);
}

// The box comes to the first prong, leaves it, and comes to the second one.
static void leaving_adds_where_the_bodies_part(void** state)
{
    (void)state;
    toi_body a = at_rest(prongs, v3(0, 0, 0), upright);
    toi_body b = moving_by(box, v3(-1, 2.5, 0), upright, v3(6, 0, 0));
    ask_all(&a, &b, NULL, &all);
    toi_query_def def = {.leaving = true};
    ask_all(&a, &b, &def, &other);
    uint32_t entering = 0, leaving = 0;
    for (uint32_t i = 0; i < other.count; ++i) {
        const toi_contact* c = &other.contacts[i];
        entering += c->entering;
        leaving += !c->entering;
        assert_true(c->entering == (c->approach > 0.0));
    }
    assert_int_equal(entering, all.count);
    assert_int_equal(entering, 8); // four corners or crossings at x = 0 and at x = 3
    assert_int_equal(leaving, 8);
    assert_near(all.contacts[0].time, 0.6 / 6.0, 1e-12);
    assert_near(all.contacts[7].time, 3.6 / 6.0, 1e-12);
    assert_near(other.contacts[15].time, 5.4 / 6.0, 1e-12);
    assert_true(other.result.t_hit == all.result.t_hit);
}

// ---- properness

static void a_threshold_shortens_the_list_and_not_the_answer(void** state)
{
    (void)state;
    toi_body a, b;
    many_contacts(&a, &b);
    toi_query_def lowest = {.min_properness = -1.0};
    ask_all(&a, &b, &lowest, &all);
    uint32_t last = all.count;
    static const double thresholds[] = {-1.0, -0.5, -0.1, 0.0, 0.05, 0.3, 1.0};
    for (size_t k = 0; k < sizeof thresholds / sizeof thresholds[0]; ++k) {
        toi_query_def def = {.min_properness = thresholds[k]};
        ask_all(&a, &b, &def, &other);
        assert_true(other.count <= last);
        last = other.count;
        uint32_t expected = 0;
        for (uint32_t i = 0; i < all.count; ++i) {
            expected += all.contacts[i].properness >= thresholds[k];
        }
        assert_int_equal(other.count, expected);
        assert_int_equal(other.result.answer, TOI_ANSWER_CONTACT);
        assert_true(other.result.t_hit == all.result.t_hit && other.result.t_free == all.result.t_free);
    }
    assert_int_equal(other.count, 0);
    a = at_rest(cube, v3(0, 0, 0), upright);
    b = moving_by(cube, v3(2, 0.3, 0.2), upright, v3(-2, 0, 0)); // all of properness 0
    toi_query_def def = {.min_properness = 0.01};
    ask_all(&a, &b, &def, &other);
    assert_all(&other, 0, TOI_ANSWER_CONTACT, TOI_START_FREE);
    assert_near(other.result.t_hit, 0.5, 1e-12);
    assert_true(other.result.kind != TOI_CONTACT_NONE && other.result.group_count == 0);
}

// ---- what is refused

static void assert_refused(const toi_body* a, const toi_body* b, const toi_query_def* def)
{
    toi_result r, before;
    memset(&r, 0x55, sizeof r);
    before = r;
    assert_int_equal(toi_all_contacts(a, b, def, &r), TOI_ERROR_INVALID);
    assert_memory_equal(&r, &before, sizeof r);
}

static void wrong_arguments_are_refused(void** state)
{
    (void)state;
    toi_body a = at_rest(cube, v3(0, 0, 0), upright), b = moving_by(cube, v3(2, 0, 0), upright, v3(-2, 0, 0));
    toi_result r;
    assert_int_equal(toi_all_contacts(NULL, &b, NULL, &r), TOI_ERROR_INVALID);
    assert_int_equal(toi_all_contacts(&a, NULL, NULL, &r), TOI_ERROR_INVALID);
    assert_int_equal(toi_all_contacts(&a, &b, NULL, NULL), TOI_ERROR_INVALID);
    const toi_query_def wrong[] = {
        {.tolerance = -1.0},
        {.tolerance = (double)NAN},
        {.tolerance = (double)INFINITY},
        {.max_model_error = -1.0},
        {.max_model_error = (double)NAN},
        {.concurrent = -1e-9},
        {.concurrent = (double)NAN},
        {.min_properness = 1.1},
        {.min_properness = -1.1},
        {.min_properness = (double)NAN},
        {.separation = 0.1},
        {.solid = true},
        {.method = (toi_method)77},
        {.time_resolution = (double)NAN},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        assert_refused(&a, &b, &wrong[i]);
    }
    toi_body bad = b;
    bad.mesh = NULL;
    assert_refused(&a, &bad, NULL);
    bad = b;
    bad.motion.by.x = (double)NAN;
    assert_refused(&bad, &a, NULL);
    bad.motion.kind = (toi_motion_kind)99;
    assert_refused(&a, &bad, NULL);
    mesh_sample s = sample_torus(5, 4, 1.0, 0.3);
    toi_mesh_def def = sample_def(&s);
    def.inspect_only = true;
    toi_mesh* inspected = NULL;
    assert_int_equal(toi_mesh_create(&def, &inspected, NULL), TOI_OK);
    bad = (toi_body){.mesh = inspected, .motion = b.motion};
    assert_refused(&a, &bad, NULL);
    toi_mesh_destroy(inspected);
    sample_release(&s);
}

// ---- memory

static void fail_each_allocation(const toi_body* a, const toi_body* b, toi_query_def def, uint64_t least)
{
    uint64_t calls = 1;
    for (uint64_t n = 1; n <= calls; ++n) {
        for (int after = 0; after < 2; ++after) {
            failing_allocator f = failing_allocator_make(n, after != 0);
            toi_allocator allocator = failing_allocator_use(&f);
            toi_result r;
            memset(&r, 0x55, sizeof r);
            toi_result before = r;
            def.allocator = &allocator;
            toi_status status = toi_all_contacts(a, b, &def, &r);
            if (f.failures > 0) {
                calls = n + 1;
                assert_int_equal(status, TOI_ERROR_MEMORY);
                assert_memory_equal(&r, &before, sizeof r);
            } else {
                assert_int_equal(status, TOI_OK);
            }
            assert_int_equal(f.live, 0);
        }
    }
    printf("%d calls\n", (int)(calls - 1));
    assert_true(calls > least);
}

static void every_allocation_may_fail_without_a_leak(void** state)
{
    (void)state;
    toi_body a, b;
    many_contacts(&a, &b);
    toi_query_def def = {.min_properness = -0.1, .contacts = all.contacts, .contact_capacity = ALL_CONTACTS};
    fail_each_allocation(&a, &b, def, 8);
    def.first_only = true;
    fail_each_allocation(&a, &b, def, 8);
    // Pieces, with a touch at the start.
    a = at_rest(cube, v3(0, 0, 0), upright);
    b = (toi_body){.mesh = cube,
                   .motion = {.kind = TOI_MOTION_BETWEEN, .path = TOI_PATH_SLERP, .pose = at(1, 0.3, 0.2)}};
    b.motion.end = (toi_pose){{1.2, 0.8, 0.1}, turn_about(0, 0, 1, 1.0)};
    def = (toi_query_def){.max_model_error = 1e-2, .contacts = all.contacts, .contact_capacity = 16};
    fail_each_allocation(&a, &b, def, 8);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(a_list_that_is_too_short_has_the_earliest_and_the_count_of_all),
        cmocka_unit_test(contacts_within_the_time_of_the_first_of_a_group_belong_to_it),
        cmocka_unit_test(first_only_lists_those_at_the_first_time),
        cmocka_unit_test(leaving_adds_where_the_bodies_part),
        cmocka_unit_test(a_threshold_shortens_the_list_and_not_the_answer),
        cmocka_unit_test(wrong_arguments_are_refused),
        cmocka_unit_test(every_allocation_may_fail_without_a_leak),
    };
    return cmocka_run_group_tests(cases, open_meshes, close_meshes);
}
