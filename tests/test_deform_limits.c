// toi_deform: limits of work and of memory, memory that runs out, tasks that are left out.

#include "deform_square.h"
#include "failing_allocator.h"
#include "lazy_runner.h"

// Two sheets that cross all over from time 0.75 on.
static void fewer_queries_prove_a_part_of_the_step(void** state)
{
    (void)state;
    deform_scene s;
    deform_scene_make(4, 5, &s);
    s.self[0] = s.self[1] = false;
    toi_deform* deform = make();
    deform_scene_add(&s, deform);
    toi_deform_result all = find(deform, NULL);
    assert_int_equal(all.answer, TOI_ANSWER_CONTACT);
    assert_true(all.t_free > 0.25 && all.queries > 10);
    toi_deform_query q = {.max_queries = all.queries};
    assert_true(find(deform, &q).t_free == all.t_free);
    bool cut = false;
    for (q.max_queries = 1; q.max_queries < all.queries; q.max_queries = 2 * q.max_queries) {
        toi_deform_result r = find(deform, &q);
        assert_true(r.queries <= q.max_queries);
        assert_true(r.t_free <= all.t_free && r.t_free > 0.0);
        if (r.answer == TOI_ANSWER_UNDECIDED) {
            int exponent;
            assert_true(frexp(r.t_free, &exponent) == 0.5);
            assert_int_equal(r.pairs[0].start, TOI_START_FREE);
            cut = true;
        }
    }
    assert_true(cut);
    toi_deform_destroy(deform);
    deform_scene_release(&s);
}

static void halves_are_proved_as_the_whole_is(void** state)
{
    (void)state;
    test_random random = random_start(7401);
    for (uint32_t i = 0; i < 40 * SCENE_KINDS / TEST_SHARE; ++i) {
        deform_scene s;
        deform_scene_make(i % SCENE_KINDS, random_bits(&random), &s);
        toi_deform* deform = make();
        deform_scene_add(&s, deform);
        toi_deform_result all = find(deform, NULL);
        toi_deform_query q = {.max_queries = 1 + random_below(&random, 1 + (uint32_t)all.queries)};
        toi_deform_result part = find(deform, &q);
        // Before the first contact of all nothing is found, and none is missed in the part that was looked
        // at.
        assert_true(part.t_free <= all.t_free);
        if (part.answer == TOI_ANSWER_CONTACT) {
            assert_int_equal(all.answer, TOI_ANSWER_CONTACT);
        }
        if (part.answer == TOI_ANSWER_CLEAR) {
            assert_int_equal(all.answer, TOI_ANSWER_CLEAR);
        }
        toi_deform_destroy(deform);
        deform_scene_release(&s);
    }
}

// What is listed is all that touches before the time that is said, whatever was found.
static void a_list_says_up_to_which_time_it_is_complete(void** state)
{
    (void)state;
    enum { MOST = 4096 };
    static toi_deform_contact whole[MOST], part[MOST];
    test_random random = random_start(7402);
    uint32_t cut = 0, undecided = 0;
    for (uint32_t i = 0; i < 40 * SCENE_KINDS / TEST_SHARE; ++i) {
        deform_scene s;
        deform_scene_make(i % SCENE_KINDS, random_bits(&random), &s);
        toi_deform* deform = make();
        deform_scene_add(&s, deform);
        toi_deform_query q = {.all = true, .contacts = whole, .contact_capacity = MOST};
        toi_deform_result all = find(deform, &q);
        assert_int_equal(all.listed, all.contact_count);
        undecided += all.t_complete < 1.0;
        q.contacts = part;
        q.max_queries = 1 + random_below(&random, 1 + (uint32_t)all.queries);
        toi_deform_result r = find(deform, &q);
        assert_true(r.t_complete >= 0.0 && r.t_complete <= 1.0);
        uint64_t before = 0, listed = 0;
        for (uint64_t k = 0; k < all.listed; ++k) {
            before += whole[k].t_free < r.t_complete;
        }
        for (uint64_t k = 0; k < r.listed; ++k) {
            listed += part[k].t_free < r.t_complete;
        }
        assert_int_equal(before, listed);
        cut += r.t_complete < 1.0 && r.answer == TOI_ANSWER_CONTACT;
        toi_deform_destroy(deform);
        deform_scene_release(&s);
    }
    printf("%u cut; %u undecided as a whole\n", cut, undecided);
    assert_true(cut > 0 || TEST_SHARE > 1);
}

// All of two sheets is near each other at time 0; one of them is not to be looked at.
static void the_look_at_time_0_has_the_same_limit(void** state)
{
    (void)state;
    toi_mesh* mesh = make_square();
    toi_vec3 start[4], end[4];
    place(start, 0.25, 0.25, 0.0);
    place(end, 0.25, 0.25, 1.0);
    for (uint32_t threads = 1; threads < 4; ++threads) {
        toi_deform* deform = NULL;
        assert_int_equal(toi_deform_create(&(toi_deform_def){.threads = threads}, &deform), TOI_OK);
        add(deform, mesh, start, end, true);
        add(deform, mesh, start, end, false);
        toi_deform_query q = {.max_queries = 3}; // four pairs of two bodies, and one of the first alone
        toi_deform_result r = find(deform, &q);
        assert_int_equal(r.answer, TOI_ANSWER_UNDECIDED);
        assert_true(r.t_free == 0.0 && r.max_step == 0.0 && r.queries == 0 && r.contact_count == 0);
        assert_int_equal(r.pair_count, 2);
        for (uint32_t i = 0; i < 2; ++i) {
            assert_int_equal(r.pairs[i].answer, TOI_ANSWER_UNDECIDED);
            assert_int_equal(r.pairs[i].start, TOI_START_UNKNOWN);
        }
        q.max_queries = 5;
        r = find(deform, &q);
        assert_true(r.pair_count == 2 && r.pairs[1].start == TOI_START_TOUCHING);
        q.max_queries = 3;
        q.start_known = true;
        assert_int_equal(find(deform, &q).answer, TOI_ANSWER_UNDECIDED);
        toi_deform_destroy(deform);
    }
    toi_mesh_destroy(mesh);
}

static void memory_has_a_limit(void** state)
{
    (void)state;
    toi_mesh* mesh = make_square();
    failing_allocator f = failing_allocator_make(0, false);
    toi_allocator allocator = failing_allocator_use(&f);
    toi_deform* deform = NULL;
    assert_int_equal(toi_deform_create(&(toi_deform_def){.allocator = &allocator}, &deform), TOI_OK);
    add(deform, mesh, NULL, NULL, true);
    add(deform, mesh, NULL, NULL, false);
    atomic_store(&f.most_bytes, atomic_load(&f.live_bytes));
    toi_deform_result r;
    toi_error error = {0};
    toi_deform_query q = {.max_memory = (uint64_t)atomic_load(&f.live_bytes) + 1000};
    assert_int_equal(toi_deform_find(deform, &q, &r, &error), TOI_ERROR_LIMIT);
    assert_string_equal(error.text, "max_memory does not suffice");
    assert_true((uint64_t)atomic_load(&f.most_bytes) <= q.max_memory);
    q.max_memory = 1;
    assert_int_equal(toi_deform_find(deform, &q, &r, NULL), TOI_ERROR_LIMIT);
    r = find(deform, NULL);
    assert_int_equal(r.memory, atomic_load(&f.live_bytes));
    q.max_memory = r.memory;
    assert_int_equal(find(deform, &q).pair_count, r.pair_count);
    toi_deform_destroy(deform);
    assert_int_equal(f.live, 0);
    toi_mesh_destroy(mesh);
}

// All calls with an allocator that fails once: the status says so, and what follows is right.
static void survives(uint64_t at, bool exact, bool* done)
{
    deform_scene s;
    deform_scene_make(4, 12, &s);
    failing_allocator f = failing_allocator_make(at, false);
    toi_allocator allocator = failing_allocator_use(&f);
    toi_deform* deform = NULL;
    toi_deform_def def = {.allocator = &allocator, .threads = 2};
    toi_status status = toi_deform_create(&def, &deform);
    if (status != TOI_OK) {
        status = toi_deform_create(&def, &deform);
    }
    assert_int_equal(status, TOI_OK);
    for (uint32_t b = 0; b < SCENE_BODIES; ++b) {
        toi_deform_body body = {.mesh = s.mesh[b], .start = s.start[b], .end = s.end[b], .self = true};
        uint32_t number = 9;
        toi_error error = {0};
        status = toi_deform_add(deform, &body, &number, &error);
        if (status != TOI_OK) {
            assert_int_equal(status, TOI_ERROR_MEMORY);
            assert_string_equal(error.text, "out of memory");
            assert_int_equal(number, 9);
            assert_int_equal(toi_deform_add(deform, &body, &number, NULL), TOI_OK);
        }
        assert_int_equal(number, b);
    }
    toi_deform_contact c[4];
    toi_deform_query q = {
        .all = true, .exact = exact, .max_queries = 40, .contacts = c, .contact_capacity = 4};
    toi_deform_result r = {.queries = 77};
    status = toi_deform_find(deform, &q, &r, NULL);
    if (status != TOI_OK) {
        assert_int_equal(status, TOI_ERROR_MEMORY);
        assert_int_equal(r.queries, 77);
        assert_int_equal(toi_deform_find(deform, &q, &r, NULL), TOI_OK);
    }
    assert_true(r.queries <= 40 && r.pairs_near == 3);
    *done = f.failures == 0;
    toi_deform_destroy(deform);
    assert_int_equal(f.live, 0);
    deform_scene_release(&s);
}

static void memory_may_run_out_anywhere(void** state)
{
    (void)state;
    for (int exact = 0; exact < 2; ++exact) {
        bool done = false;
        uint64_t at = 1;
        for (; !done; ++at) {
            survives(at, exact == 1, &done);
        }
        assert_true(at > 30);
    }
}

static void tasks_that_are_left_out_are_noticed(void** state)
{
    (void)state;
    toi_mesh* mesh = make_square();
    for (uint32_t wrong = 0; wrong < 12; ++wrong) {
        lazy_runner lazy = {.wrong = wrong / 2, .strays = wrong % 2 == 1};
        toi_deform_def def = {.threads = LAZY_THREADS, .run = run_lazily, .run_context = &lazy};
        toi_deform* deform = NULL;
        assert_int_equal(toi_deform_create(&def, &deform), TOI_OK);
        add(deform, mesh, NULL, NULL, false);
        add(deform, mesh, NULL, NULL, false);
        toi_deform_result r;
        toi_error error = {0};
        toi_status status = toi_deform_find(deform, NULL, &r, &error);
        // Boxes of the bodies are made by any worker.
        if (status == TOI_OK) {
            assert_true(lazy.seen <= wrong / 2 || lazy.strays);
            assert_int_equal(r.pair_count, 1);
        } else {
            assert_int_equal(status, TOI_ERROR_THREAD);
            assert_string_equal(error.text, "the task runner left a part out");
        }
        lazy.wrong = UINT32_MAX;
        assert_int_equal(find(deform, NULL).pair_count, 1);
        toi_deform_destroy(deform);
    }
    toi_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(fewer_queries_prove_a_part_of_the_step),
        cmocka_unit_test(halves_are_proved_as_the_whole_is),
        cmocka_unit_test(a_list_says_up_to_which_time_it_is_complete),
        cmocka_unit_test(the_look_at_time_0_has_the_same_limit),
        cmocka_unit_test(memory_has_a_limit),
        cmocka_unit_test(memory_may_run_out_anywhere),
        cmocka_unit_test(tasks_that_are_left_out_are_noticed),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
