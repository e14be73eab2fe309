// All contacts of many bodies: every pair gets the answer of a query of its own, whatever is kept of it.

#include "failing_allocator.h"
#include "world_support.h"

enum { ROOM = 10000, BODIES = 16 };

static toi_contact room[ROOM];

// What toi_all_contacts says of two bodies by themselves.
static toi_pair_result ask_alone(const world* w, const toi_query_def* query, uint32_t a, uint32_t b)
{
    toi_query_def own = *query;
    own.contacts = room;
    own.contact_capacity = ROOM;
    toi_pair_result pair = {.a = a, .b = b, .contacts = room};
    assert_int_equal(toi_all_contacts(&w->bodies[a], &w->bodies[b], &own, &pair.result), TOI_OK);
    assert_true(pair.result.contact_count <= ROOM);
    pair.contacts_found = pair.result.contact_count;
    return pair;
}

static toi_world_def all_of(const world* w)
{
    toi_world_def def = def_of(w);
    def.query.all = true;
    def.query.leaving = true;
    def.query.min_properness = -1.0;
    return def;
}

static void every_pair_has_all_contacts_of_its_own_query(void** state)
{
    (void)state;
    test_random random = random_start(31);
    uint32_t contacts = 0, broad = 0;
    for (int round = 0; round < 3; ++round) {
        world w = random_world(&random, BODIES, 1.5 + round);
        toi_world_def def = all_of(&w);
        def.list_all = true;
        toi_world_result r = check(&def);
        assert_int_equal(r.pair_count, BODIES * (BODIES - 1) / 2);
        for (uint32_t i = 0; i < r.pair_count; ++i) {
            const toi_pair_result* p = &r.pairs[i];
            toi_pair_result own = ask_alone(&w, &def.query, p->a, p->b);
            if (p->broad) {
                assert_int_equal(own.result.answer, TOI_ANSWER_CLEAR);
                assert_int_equal(own.result.contact_count, 0);
                assert_true(p->contacts == NULL && p->contacts_found == 0 && p->result.certified);
                ++broad;
                continue;
            }
            assert_same_pair(p, &own);
            assert_int_equal(p->contacts_found, p->result.contact_count);
            contacts += p->contacts_found;
        }
        toi_world_result_release(&r);
        release_world(&w);
    }
    printf("%u contacts, %u pairs settled by boxes\n", contacts, broad);
    assert_true(contacts > 50 && broad > 30);
}

static void every_number_of_threads_gives_the_same_contacts(void** state)
{
    (void)state;
    test_random random = random_start(32);
    world w = random_world(&random, BODIES, 1.5);
    toi_world_def def = all_of(&w);
    toi_world_result one = check(&def);
    for (uint32_t threads = 2; threads < 5; ++threads) {
        def.threads = threads;
        toi_world_result many = check(&def);
        assert_same_world(&one, &many);
        toi_world_result_release(&many);
    }
    toi_world_result_release(&one);
    release_world(&w);
}

static void the_earliest_contacts_are_kept_and_all_are_counted(void** state)
{
    (void)state;
    test_random random = random_start(33);
    world w = random_world(&random, BODIES, 1.0);
    toi_world_def def = all_of(&w);
    toi_world_result all = check(&def);
    def.max_contacts = 2;
    toi_world_result few = check(&def);
    uint32_t cut = 0;
    assert_int_equal(all.pair_count, few.pair_count);
    for (uint32_t i = 0; i < all.pair_count; ++i) {
        const toi_pair_result *p = &all.pairs[i], *q = &few.pairs[i];
        assert_int_equal(p->contacts_found, p->result.contact_count);
        assert_int_equal(q->contacts_found, p->contacts_found);
        assert_int_equal(q->result.contact_count, p->contacts_found < 2 ? p->contacts_found : 2);
        for (uint32_t k = 0; k < q->result.contact_count; ++k) {
            assert_true(q->contacts[k].time == p->contacts[k].time);
        }
        for (uint32_t k = 1; k < p->result.contact_count; ++k) {
            assert_true(p->contacts[k - 1].time <= p->contacts[k].time);
        }
        cut += q->contacts_found > q->result.contact_count;
    }
    assert_true(cut > 5 && all.first == few.first && all.answer == few.answer);
    toi_world_result_release(&all);
    toi_world_result_release(&few);
    release_world(&w);
}

static void the_earliest_pair_is_first(void** state)
{
    (void)state;
    world w = {.count = 4};
    make_meshes(&w);
    w.bodies[0] = sliding_box(&w, 0.0, 0.0, 0.0);
    w.bodies[1] = sliding_box(&w, 3.0, 0.0, -3.0); // meets the first at 2/3
    w.bodies[2] = sliding_box(&w, 0.0, 50.0, 0.0);
    w.bodies[3] = sliding_box(&w, 3.0, 50.25, -8.0); // meets the third at 1/4
    toi_world_def def = def_of(&w);
    def.query.all = true;
    toi_world_result r = check(&def);
    assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
    assert_int_equal(r.pair_count, 2);
    assert_int_equal(r.first, 1);
    assert_near(r.pairs[0].result.t_hit, 2.0 / 3.0, 1e-8);
    assert_near(r.pairs[1].result.t_hit, 0.25, 1e-8);
    assert_true(r.pairs[1].contacts[0].time >= r.pairs[1].result.t_free);
    toi_world_result_release(&r);
    release_world(&w);
}

static void all_contacts_leave_no_links_and_boxes_settle_pairs_all_the_same(void** state)
{
    (void)state;
    test_random random = random_start(34);
    world w = random_world(&random, BODIES, 3.0);
    toi_world_def def = all_of(&w);
    def.list_all = true;
    def.max_links = 1000;
    toi_world_result r = check(&def);
    assert_true(r.pairs_broad > 10);
    for (uint32_t i = 0; i < r.pair_count; ++i) {
        assert_true(r.pairs[i].links == NULL && r.pairs[i].result.link_count == 0);
    }
    toi_world_result_release(&r);
    release_world(&w);
}

// The boxes bound the motions: a quarter turn about a far point goes round, the screw between its ends may
// not.
static void no_pair_is_settled_by_boxes_where_a_screw_is_taken_for_its_motion(void** state)
{
    (void)state;
    test_random random = random_start(35);
    world w = random_world(&random, BODIES, 4.0);
    const toi_pair lists[2] = {{3, 1}, {2, 5}};
    for (int kind = 0; kind < 3; ++kind) {
        toi_world_def def = all_of(&w);
        def.query.relative_screw = true;
        def.ignore = kind == 1 ? lists : NULL;
        def.ignore_count = kind == 1 ? 2 : 0;
        def.only = kind == 2 ? lists : NULL;
        def.only_count = kind == 2 ? 2 : 0;
        uint32_t expected = kind == 2 ? 2 : BODIES * (BODIES - 1) / 2 - (kind == 1 ? 2 : 0);
        toi_world_result r = check(&def);
        assert_true(r.pairs_broad == 0 && r.pairs_asked == expected);
        assert_int_equal(r.pair_count, expected);
        for (uint32_t i = 0; i < r.pair_count; ++i) {
            const toi_pair_result* p = &r.pairs[i];
            assert_true(i == 0 || p->a > p[-1].a || (p->a == p[-1].a && p->b > p[-1].b));
            assert_true(kind != 1 || !((p->a == 1 && p->b == 3) || (p->a == 2 && p->b == 5)));
            toi_pair_result own = ask_alone(&w, &def.query, p->a, p->b);
            assert_same_pair(p, &own);
        }
        toi_world_result_release(&r);
    }
    release_world(&w);
}

static void every_failed_allocation_is_reported_and_leaks_nothing(void** state)
{
    (void)state;
    world w = {.count = 3};
    make_meshes(&w);
    for (uint32_t i = 0; i < 3; ++i) {
        w.bodies[i] = sliding_box(&w, 3.0 * i, 0.25 * i, -6.0 * i);
    }
    for (int kind = 0; kind < 2; ++kind) {
        toi_world_def def = all_of(&w);
        def.query.relative_screw = kind == 1;
        toi_status status = TOI_ERROR_MEMORY;
        uint64_t n = 0;
        for (; status != TOI_OK; ++n) {
            failing_allocator f = failing_allocator_make(n + 1, n % 2);
            toi_allocator allocator = failing_allocator_use(&f);
            def.allocator = &allocator;
            toi_world_result r = {.first = 77};
            status = toi_world_check(&def, &r, NULL);
            if (status == TOI_OK) {
                assert_true(f.failures == 0 && r.answer == TOI_ANSWER_CONTACT);
                toi_world_result_release(&r);
            } else {
                assert_int_equal(status, TOI_ERROR_MEMORY);
                assert_int_equal(r.first, 77);
            }
            assert_true(f.live == 0);
        }
        printf("%llu allocations failed in turn\n", (unsigned long long)n - 1);
        assert_true(n > 10);
    }
    release_world(&w);
}

static void assert_refused(const world* w, toi_query_def query, const char* text)
{
    toi_world_def def = def_of(w);
    toi_world_result r;
    toi_error error = {0};
    query.all = true;
    def.query = query;
    assert_int_equal(toi_world_check(&def, &r, &error), TOI_ERROR_INVALID);
    assert_string_equal(error.text, text);
}

static void settings_that_all_contacts_do_not_take_are_named(void** state)
{
    (void)state;
    test_random random = random_start(36);
    world w = random_world(&random, 2, 1.0);
    const double nan = (double)NAN;
    const char* neither = "all contacts take no separation and no solid";
    const char* proper = "min_properness is not a number from -1 to 1";
    const char* resolution = "time_resolution is not a number from 0 to 1";
    assert_refused(&w, (toi_query_def){.separation = 0.5}, neither);
    assert_refused(&w, (toi_query_def){.solid = true}, neither);
    assert_refused(&w, (toi_query_def){.min_properness = 1.5}, proper);
    assert_refused(&w, (toi_query_def){.min_properness = nan}, proper);
    assert_refused(&w, (toi_query_def){.max_model_error = -1.0},
                   "max_model_error is not a finite number of at least 0");
    assert_refused(&w, (toi_query_def){.concurrent = nan}, "concurrent is not a finite number of at least 0");
    assert_refused(&w, (toi_query_def){.time_resolution = 2.0}, resolution);
    assert_refused(&w, (toi_query_def){.method = (toi_method)3}, "method is none of toi_method");
    // Without `all` nothing of this is read.
    toi_world_def def = def_of(&w);
    def.query.min_properness = def.query.concurrent = nan;
    toi_world_result r = check(&def);
    toi_world_result_release(&r);
    release_world(&w);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(every_pair_has_all_contacts_of_its_own_query),
        cmocka_unit_test(every_number_of_threads_gives_the_same_contacts),
        cmocka_unit_test(the_earliest_contacts_are_kept_and_all_are_counted),
        cmocka_unit_test(the_earliest_pair_is_first),
        cmocka_unit_test(all_contacts_leave_no_links_and_boxes_settle_pairs_all_the_same),
        cmocka_unit_test(no_pair_is_settled_by_boxes_where_a_screw_is_taken_for_its_motion),
        cmocka_unit_test(every_failed_allocation_is_reported_and_leaks_nothing),
        cmocka_unit_test(settings_that_all_contacts_do_not_take_are_named),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
