// Many bodies at once: every pair gets the answer of a query of its own, whatever the threads, the lists and
// the bodies around it.

#include "failing_allocator.h"
#include "world_support.h"

// ---- answers

// Steps through all pairs a < b, from a = b = 0. @return false after the last
static bool next_pair(uint32_t count, uint32_t* a, uint32_t* b)
{
    if (++*b == count) {
        *b = ++*a + 1;
    }
    return *b < count;
}

static void every_pair_has_the_answer_of_its_own_query(void** state)
{
    (void)state;
    test_random random = random_start(11);
    uint32_t asked = 0, contacts = 0, broad = 0;
    for (int round = 0; round < 6; ++round) {
        world w = random_world(&random, 24, 2.0 + round);
        toi_world_def def = def_of(&w);
        def.query.separation = round % 2 ? 0.05 : 0.0;
        toi_world_result r = check(&def);
        uint32_t a = 0, b = 0;
        while (next_pair(w.count, &a, &b)) {
            toi_result own;
            assert_int_equal(toi_first_contact(&w.bodies[a], &w.bodies[b], &def.query, &own), TOI_OK);
            const toi_pair_result* p = find_pair(&r, a, b);
            if (p == NULL) {
                assert_int_equal(own.answer, TOI_ANSWER_CLEAR);
                ++broad;
                continue;
            }
            assert_int_equal(p->result.answer, own.answer);
            assert_memory_equal(&p->result.t_free, &own.t_free, 3 * sizeof(double));
            assert_int_equal(p->result.work.steps, own.work.steps);
            contacts += own.answer == TOI_ANSWER_CONTACT;
            ++asked;
        }
        assert_true(r.pairs_asked == 24 * 23 / 2 && r.pairs_broad == r.pairs_asked - r.pair_count);
        toi_world_result_release(&r);
        release_world(&w);
    }
    printf("%u pairs asked, %u contacts, %u settled by boxes\n", asked, contacts, broad);
    assert_true(contacts > 50 && broad > 400 && asked > contacts + 100);
}

// ---- threads

// A task system of the caller: runs the tasks from the last to the first, on changing workers.
typedef struct backwards {
    uint32_t threads;
    uint32_t ran;
} backwards;

static void run_backwards(toi_task task, uint32_t count, void* data, void* context)
{
    backwards* b = context;
    for (uint32_t i = count; i-- > 0;) {
        task(i, i % b->threads, data);
        ++b->ran;
    }
}

static void every_number_of_threads_gives_the_same_bits(void** state)
{
    (void)state;
    test_random random = random_start(12);
    world w = random_world(&random, 40, 3.0);
    toi_world_def def = def_of(&w);
    def.max_links = 4096;
    toi_world_result one = check(&def);
    assert_true(one.pair_count > 100 && one.first != UINT32_MAX && one.steps > one.pair_count / 2);
    for (uint32_t threads = 2; threads <= 8; ++threads) {
        def.threads = threads;
        toi_world_result more = check(&def);
        assert_same_world(&one, &more);
        toi_world_result_release(&more);
    }
    backwards b = {3, 0};
    def.threads = 3;
    def.run = run_backwards;
    def.run_context = &b;
    toi_world_result own = check(&def);
    assert_same_world(&one, &own);
    assert_int_equal(b.ran, own.pair_count + 1); // and one for the boxes
    toi_world_result_release(&own);
    toi_world_result_release(&one);
    release_world(&w);
}

static void run_all_but_one(toi_task task, uint32_t count, void* data, void* context)
{
    (void)context;
    for (uint32_t i = count > 1; i < count; ++i) {
        task(i, 0, data);
    }
}

static void run_nothing(toi_task task, uint32_t count, void* data, void* context)
{
    (void)task;
    (void)count;
    (void)data;
    (void)context;
}

static void run_on_a_worker_too_many(toi_task task, uint32_t count, void* data, void* context)
{
    (void)context;
    for (uint32_t i = 0; i < count; ++i) {
        task(i, i == 5 ? 1 : 0, data);
    }
}

static void a_runner_that_breaks_its_promise_is_an_error(void** state)
{
    (void)state;
    test_random random = random_start(13);
    world w = random_world(&random, 16, 1.0);
    failing_allocator f = failing_allocator_make(0, false);
    toi_allocator allocator = failing_allocator_use(&f);
    const toi_task_runner runners[3] = {run_all_but_one, run_nothing, run_on_a_worker_too_many};
    for (int i = 0; i < 3; ++i) {
        toi_world_def def = def_of(&w);
        def.run = runners[i];
        def.allocator = &allocator;
        toi_world_result r = {.first = 77};
        toi_error error = {0};
        assert_int_equal(toi_world_check(&def, &r, &error), TOI_ERROR_THREAD);
        assert_int_equal(error.status, TOI_ERROR_THREAD);
        assert_int_equal(r.first, 77);
        assert_int_equal(f.live, 0);
    }
    release_world(&w);
}

// ---- which pairs

// Whether a pair is in a list, in either order.
static bool listed(const toi_pair* list, uint32_t count, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < count; ++i) {
        if ((list[i].a == a && list[i].b == b) || (list[i].a == b && list[i].b == a)) {
            return true;
        }
    }
    return false;
}

// Checks a world with lists against one without.
static void check_lists(const toi_world_def* def, const toi_world_result* all)
{
    toi_world_result r = check(def);
    uint32_t next = 0;
    for (uint32_t i = 0; i < all->pair_count; ++i) {
        const toi_pair_result* p = &all->pairs[i];
        bool asked = !listed(def->ignore, def->ignore_count, p->a, p->b) &&
                     (def->only == NULL || listed(def->only, def->only_count, p->a, p->b));
        if (asked) {
            assert_true(next < r.pair_count);
            assert_same_pair(p, &r.pairs[next++]);
        }
    }
    assert_int_equal(next, r.pair_count);
    toi_world_result_release(&r);
}

static void lists_leave_out_pairs_and_change_no_other(void** state)
{
    (void)state;
    test_random random = random_start(14);
    world w = random_world(&random, 30, 2.5);
    toi_world_def def = def_of(&w);
    toi_world_result all = check(&def);
    for (int round = 0; round < 20; ++round) {
        toi_pair ignore[100], only[100]; // with repeats, in both orders
        for (int i = 0; i < 200; ++i) {
            uint32_t a = random_below(&random, w.count), b = random_below(&random, w.count - 1);
            b += b >= a;
            *(i < 100 ? &ignore[i] : &only[i - 100]) = (toi_pair){a, b};
        }
        def = def_of(&w);
        def.list_all = round % 2;
        toi_world_def whole = def;
        toi_world_result reference = check(&whole);
        def.ignore = ignore;
        def.ignore_count = 100;
        check_lists(&def, &reference);
        def.only = only;
        def.only_count = random_below(&random, 101);
        check_lists(&def, &reference);
        def.ignore_count = 0;
        check_lists(&def, &reference);
        toi_world_result_release(&reference);
    }
    toi_world_result_release(&all);
    release_world(&w);
}

static void repeats_in_lists_are_counted_once(void** state)
{
    (void)state;
    test_random random = random_start(15);
    world w = random_world(&random, 5, 1.0);
    const toi_pair list[] = {{3, 1}, {1, 3}, {0, 4}, {3, 1}};
    toi_world_def def = def_of(&w);
    def.ignore = list;
    def.ignore_count = 4;
    toi_world_result r = check(&def);
    assert_true(r.pairs_asked == 8);
    toi_world_result_release(&r);
    def.only = list;
    def.only_count = 4;
    def.ignore_count = 0;
    r = check(&def);
    assert_true(r.pairs_asked == 2);
    toi_world_result_release(&r);
    def.only_count = 0; // a list without pairs asks for none
    r = check(&def);
    assert_true(r.pairs_asked == 0 && r.pair_count == 0 && r.answer == TOI_ANSWER_CLEAR);
    assert_int_equal(r.first, UINT32_MAX);
    toi_world_result_release(&r);
    release_world(&w);
}

static void a_shuffled_world_has_the_same_pairs(void** state)
{
    (void)state;
    test_random random = random_start(16);
    world w = random_world(&random, 40, 3.0), s = w;
    uint32_t was[MAX_BODIES];
    for (uint32_t i = 0; i < w.count; ++i) {
        was[i] = i;
    }
    for (uint32_t i = w.count - 1; i > 0; --i) {
        uint32_t j = random_below(&random, i + 1), kept = was[i];
        was[i] = was[j];
        was[j] = kept;
    }
    for (uint32_t i = 0; i < w.count; ++i) {
        s.bodies[i] = w.bodies[was[i]];
    }
    toi_world_def def = def_of(&w), shuffled = def_of(&s);
    toi_world_result r = check(&def), q = check(&shuffled);
    assert_int_equal(r.pair_count, q.pair_count);
    for (uint32_t i = 0; i < q.pair_count; ++i) {
        uint32_t a = was[q.pairs[i].a], b = was[q.pairs[i].b];
        const toi_pair_result* p = find_pair(&r, a < b ? a : b, a < b ? b : a);
        assert_non_null(p);
        assert_int_equal(p->result.answer, q.pairs[i].result.answer);
        assert_near(p->result.t_free, q.pairs[i].result.t_free, 1e-6);
    }
    toi_world_result_release(&r);
    toi_world_result_release(&q);
    release_world(&w);
}

static void bodies_far_away_change_nothing(void** state)
{
    (void)state;
    test_random random = random_start(17);
    world w = random_world(&random, 30, 2.5), more = w;
    for (uint32_t i = 30; i < 40; ++i) {
        more.bodies[i] = (toi_body){.mesh = w.meshes[0],
                                    .motion = {.kind = TOI_MOTION_TRANSLATION, .pose = TOI_POSE_IDENTITY}};
        more.bodies[i].motion.pose.position.x = 1e6 * (double)i;
        more.bodies[i].motion.by.y = 1e4 * (double)i;
    }
    more.count = 40;
    toi_world_def def = def_of(&w), def_more = def_of(&more);
    toi_world_result r = check(&def), q = check(&def_more);
    assert_int_equal(r.pair_count, q.pair_count);
    assert_int_equal(r.first, q.first);
    for (uint32_t i = 0; i < r.pair_count; ++i) {
        assert_same_pair(&r.pairs[i], &q.pairs[i]);
    }
    toi_world_result_release(&r);
    toi_world_result_release(&q);
    release_world(&w);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(every_pair_has_the_answer_of_its_own_query),
        cmocka_unit_test(every_number_of_threads_gives_the_same_bits),
        cmocka_unit_test(a_runner_that_breaks_its_promise_is_an_error),
        cmocka_unit_test(lists_leave_out_pairs_and_change_no_other),
        cmocka_unit_test(repeats_in_lists_are_counted_once),
        cmocka_unit_test(a_shuffled_world_has_the_same_pairs),
        cmocka_unit_test(bodies_far_away_change_nothing),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
