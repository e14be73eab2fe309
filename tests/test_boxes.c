// Intervals of overlap by the public call: random bodies of several boxes on every kind of motion against
// corners in long double, and what must not change them.

#include "cmocka_toi.h"
#include "failing_allocator.h"
#include "random_point.h"
#include "support/solid_pairs.h"
#include "world/solids.h"

static toi_boxes_pair ask(const solid_pair* pair, const toi_boxes_def* settings, toi_boxes_result* result)
{
    toi_boxes_def def = *settings;
    toi_error error = {0};
    def.solids = pair->solids;
    def.solid_count = 2;
    if (toi_boxes_check(&def, result, &error) != TOI_OK) {
        fail_msg("%s", error.text);
    }
    assert_int_equal(result->pair_count, 1);
    return result->pairs[0];
}

enum { ROUNDS = 500 / TEST_SHARE };

static void random_bodies_agree_with_corners(void** state)
{
    (void)state;
    test_random random = random_start(1);
    for (int family = 0; family < SOLID_FAMILIES; ++family) {
        uint32_t meet = 0, several = 0, outer = 0, events = 0;
        double worst = 0.0;
        for (uint64_t i = 0; i < ROUNDS; ++i) {
            solid_pair pair;
            toi_boxes_result result;
            solid_pair_random(random.state, i, (solid_family)family, &pair);
            toi_boxes_pair found = ask(&pair, &(toi_boxes_def){0}, &result);
            solid_verdict v = solid_judge(&pair, &found, 100);
            if (v.fault != NULL) {
                fail_msg("family %d, pair %u: %s at %.17g, %g", family, (unsigned)i, v.fault, v.time,
                         v.apart);
            }
            assert_true(found.outer == (found.bound > 0.0));
            assert_true(family == SOLID_FITTED || !found.outer);
            meet += found.interval_count > 0;
            several += found.interval_count > 1;
            outer += found.outer;
            events += 2 * found.interval_count;
            worst = fmax(worst, v.beyond);
            toi_boxes_result_release(&result);
        }
        print_message("family %d: %u of %u meet, %u more than once; %u outer; widest beyond the blur %.2g\n",
                      family, meet, (unsigned)ROUNDS, several, outer, worst);
        assert_true(meet > 80 / TEST_SHARE && several > 5 / TEST_SHARE && events > 160 / TEST_SHARE);
    }
}

// ---- laws

static solid_pair swapped(const solid_pair* pair)
{
    solid_pair other = *pair;
    for (int k = 0; k < 2; ++k) {
        memcpy(other.parts[k], pair->parts[1 - k], sizeof other.parts[k]);
        other.lists[k] = pair->lists[1 - k];
        other.pieces[k] = pair->pieces[1 - k];
        other.solids[k] = pair->solids[1 - k];
    }
    return other;
}

static void swapping_the_bodies_swaps_nothing_else(void** state)
{
    (void)state;
    test_random random = random_start(2);
    for (uint64_t i = 0; i < 200 / TEST_SHARE; ++i) {
        solid_pair pair, other;
        toi_boxes_result results[2];
        solid_pair_random(random.state, i, (solid_family)(i % SOLID_FAMILIES), &pair);
        other = swapped(&pair);
        solid_pair_point_to(&other);
        toi_boxes_pair a = ask(&pair, &(toi_boxes_def){0}, &results[0]);
        toi_boxes_pair b = ask(&other, &(toi_boxes_def){0}, &results[1]);
        assert_int_equal(a.interval_count, b.interval_count);
        for (uint32_t k = 0; k < a.interval_count; ++k) {
            assert_near(a.intervals[k].enter, b.intervals[k].enter, 1e-7);
            assert_near(a.intervals[k].exit, b.intervals[k].exit, 1e-7);
        }
        toi_boxes_result_release(&results[0]);
        toi_boxes_result_release(&results[1]);
    }
}

// A motion between two poses by nlerp, and its reverse.
static void in_reversed_time_entering_is_leaving(void** state)
{
    (void)state;
    gen_random random = {random_start(3).state};
    uint32_t meet = 0;
    for (uint64_t i = 0; i < 300 / TEST_SHARE; ++i) {
        solid_pair pair, other;
        toi_boxes_result results[2];
        solid_pair_random(random.state, i, SOLID_EXACT, &pair);
        for (int k = 0; k < 2; ++k) {
            toi_motion* m = &pair.solids[k].motion;
            m->kind = TOI_MOTION_BETWEEN;
            m->path = i % 2 == 0 ? TOI_PATH_NLERP : TOI_PATH_SCREW;
        }
        other = pair;
        solid_pair_point_to(&other);
        for (int k = 0; k < 2; ++k) {
            other.solids[k].motion.pose = pair.solids[k].motion.end;
            other.solids[k].motion.end = pair.solids[k].motion.pose;
        }
        toi_boxes_pair a = ask(&pair, &(toi_boxes_def){0}, &results[0]);
        toi_boxes_pair b = ask(&other, &(toi_boxes_def){0}, &results[1]);
        assert_int_equal(a.interval_count, b.interval_count);
        meet += a.interval_count > 0;
        for (uint32_t k = 0; k < a.interval_count; ++k) {
            const toi_boxes_interval *x = &a.intervals[k], *y = &b.intervals[b.interval_count - 1 - k];
            assert_near(x->enter, 1.0 - y->exit, 1e-7);
            assert_near(x->exit, 1.0 - y->enter, 1e-7);
        }
        toi_boxes_result_release(&results[0]);
        toi_boxes_result_release(&results[1]);
    }
    assert_true(meet > 50 / TEST_SHARE);
}

static void the_first_meeting_is_the_first_of_all(void** state)
{
    (void)state;
    test_random random = random_start(4);
    for (uint64_t i = 0; i < 300 / TEST_SHARE; ++i) {
        solid_pair pair;
        toi_boxes_result results[2];
        solid_pair_random(random.state, i, (solid_family)(i % SOLID_FAMILIES), &pair);
        toi_boxes_pair all = ask(&pair, &(toi_boxes_def){0}, &results[0]);
        toi_boxes_pair first = ask(&pair, &(toi_boxes_def){.first_only = true}, &results[1]);
        assert_int_equal(first.interval_count, all.interval_count > 0);
        if (all.interval_count > 0) {
            assert_near(first.intervals[0].enter, all.intervals[0].enter, 1e-12);
            assert_true(first.intervals[0].exit == first.intervals[0].enter);
            assert_int_equal(first.intervals[0].at_enter.contact.kind,
                             all.intervals[0].at_enter.contact.kind);
            assert_int_equal(first.intervals[0].at_exit.contact.kind, TOI_CONTACT_NONE);
        }
        toi_boxes_result_release(&results[0]);
        toi_boxes_result_release(&results[1]);
    }
}

// A looser fit has longer intervals, and both hold what the tightest has.
static void a_looser_fit_is_never_shorter(void** state)
{
    (void)state;
    test_random random = random_start(5);
    for (uint64_t i = 0; i < 200 / TEST_SHARE; ++i) {
        solid_pair pair;
        toi_boxes_result results[2];
        solid_pair_random(random.state, i, SOLID_FITTED, &pair);
        toi_boxes_pair tight = ask(&pair, &(toi_boxes_def){.tolerance = 1e-12}, &results[0]);
        toi_boxes_pair loose = ask(&pair, &(toi_boxes_def){.tolerance = 1e-3}, &results[1]);
        for (uint32_t k = 0; k < tight.interval_count; ++k) {
            double middle = 0.5 * (tight.intervals[k].enter + tight.intervals[k].exit);
            bool held = false;
            for (uint32_t j = 0; j < loose.interval_count; ++j) {
                held = held || (loose.intervals[j].enter <= middle && middle <= loose.intervals[j].exit);
            }
            assert_true(held);
        }
        assert_true(loose.bound <= 1.1e-3 && tight.bound <= loose.bound);
        toi_boxes_result_release(&results[0]);
        toi_boxes_result_release(&results[1]);
    }
}

// Single boxes of some thickness, which have a mesh; a box inside another one counts.
static void entering_agrees_with_first_contact(void** state)
{
    (void)state;
    test_random random = random_start(9);
    uint32_t meet = 0, late = 0;
    for (uint64_t i = 0; i < 400 / TEST_SHARE; ++i) {
        solid_pair pair;
        toi_boxes_result result;
        toi_body bodies[2];
        toi_result first;
        solid_pair_random(random.state, i, SOLID_FITTED, &pair);
        for (int k = 0; k < 2; ++k) {
            toi_vec3 half = random_between_vec(&random, 0.1, 0.6);
            pair.parts[k][0] = (toi_part){.half = half};
            pair.solids[k].part_count = 1;
            toi_mesh* mesh;
            assert_int_equal(toi_mesh_create_box(half, NULL, &mesh, NULL), TOI_OK);
            bodies[k] = (toi_body){.mesh = mesh, .motion = pair.solids[k].motion};
        }
        toi_boxes_pair found = ask(&pair, &(toi_boxes_def){.first_only = i % 2 == 0}, &result);
        assert_int_equal(toi_first_contact(&bodies[0], &bodies[1], &(toi_query_def){.solid = true}, &first),
                         TOI_OK);
        assert_int_not_equal(first.answer, TOI_ANSWER_UNDECIDED);
        bool contact = first.answer == TOI_ANSWER_CONTACT;
        assert_true(found.interval_count > 0 || !contact || first.gap > 0.0);
        assert_true(found.interval_count == 0 || contact ||
                    solid_separation(&pair, found.intervals[0].enter) > 0.0L);
        if (found.interval_count > 0 && contact) {
            double enter = found.intervals[0].enter;
            assert_true((enter == 0.0) == (first.start != TOI_START_FREE));
            assert_near(enter, first.t_hit, 1e-4); // both are early, by a gap of about 1e-9
            // What is farther apart than the bound is not entered, so neither is off by more than its gap.
            assert_true(enter == 0.0 || (double)solid_separation(&pair, fmax(enter, first.t_hit)) <=
                                            2.7321 * found.bound + 1e-9);
            ++meet;
            late += enter > first.t_hit;
        }
        toi_boxes_result_release(&result);
        toi_mesh_destroy((toi_mesh*)(uintptr_t)bodies[0].mesh);
        toi_mesh_destroy((toi_mesh*)(uintptr_t)bodies[1].mesh);
    }
    print_message("%u meet, %u after the time of first contact\n", meet, late);
    assert_true(meet > 100 / TEST_SHARE);
}

// ---- many at once

enum { MANY = 24 };

typedef struct crowd {
    solid_pair pairs[MANY / 2];
    toi_solid solids[MANY];
} crowd;

static void make_crowd(uint64_t seed, crowd* c)
{
    for (uint32_t i = 0; i < MANY / 2; ++i) {
        solid_pair_random(seed, i, (solid_family)(i % SOLID_FAMILIES), &c->pairs[i]);
        memcpy(&c->solids[2 * i], c->pairs[i].solids, sizeof c->pairs[i].solids);
    }
}

static void assert_equal_results(const toi_boxes_result* a, const toi_boxes_result* b)
{
    assert_int_equal(a->pair_count, b->pair_count);
    assert_true(a->nodes == b->nodes);
    for (uint32_t i = 0; i < a->pair_count; ++i) {
        const toi_boxes_pair *p = &a->pairs[i], *q = &b->pairs[i];
        assert_true(p->a == q->a && p->b == q->b && p->degree == q->degree && p->nodes == q->nodes);
        assert_true(p->bound == q->bound && p->interval_count == q->interval_count);
        for (uint32_t k = 0; k < p->interval_count; ++k) {
            const toi_boxes_interval *x = &p->intervals[k], *y = &q->intervals[k];
            assert_true(x->enter == y->enter && x->exit == y->exit);
            assert_memory_equal(&x->at_enter.contact.point, &y->at_enter.contact.point, sizeof(toi_vec3));
            assert_memory_equal(&x->at_exit.contact.normal, &y->at_exit.contact.normal, sizeof(toi_vec3));
            assert_true(x->at_enter.part_a == y->at_enter.part_a && x->at_exit.part_b == y->at_exit.part_b);
        }
    }
}

// Along the normal of two edges a value is a distance times the sine between them: where that is small the
// blur is large, and says so. Beyond it is the end of bisection, 2^-44 of the time.
static void the_blur_of_nearly_parallel_edges_holds(void** state)
{
    (void)state;
    for (int k = 1; k <= 20; ++k) {
        double sine = ldexp(1.0, -k), way = 1.0 / 3.0;
        toi_quat turn = {1.0, 0.0, 0.0, 0.5 * sine};
        toi_part parts[2] = {{.pose = TOI_POSE_IDENTITY, .half = {1.0, 0.0, 0.0}},
                             {.pose = {{0.0, 0.0, 0.0}, turn}, .half = {1.0, 0.0, 0.0}}};
        toi_motion rise = {.kind = TOI_MOTION_TRANSLATION, .pose = TOI_POSE_IDENTITY};
        rise.pose.position.z = -way;
        rise.by.z = 1.0;
        const toi_solid solids[2] = {{&parts[0], 1, {.kind = TOI_MOTION_STATIC, .pose = TOI_POSE_IDENTITY}},
                                     {&parts[1], 1, rise}};
        toi_boxes_def def = {.solids = solids, .solid_count = 2};
        toi_boxes_result r;
        assert_int_equal(toi_boxes_check(&def, &r, NULL), TOI_OK);
        assert_int_equal(r.pairs[0].interval_count, 1);
        const toi_boxes_interval* span = &r.pairs[0].intervals[0];
        assert_true(span->enter <= way && span->exit >= way);
        assert_true(way - span->enter <= span->at_enter.blur + 0x1p-43);
        assert_true(span->exit - way <= span->at_exit.blur + 0x1p-43);
        assert_true(span->at_enter.blur <= 1e-13 / sine && span->at_exit.blur <= 1e-13 / sine);
        toi_boxes_result_release(&r);
    }
}

static void run_backwards(toi_task task, uint32_t count, void* data, void* context)
{
    (void)context;
    for (uint32_t i = count; i-- > 0;) {
        task(i, 0, data);
    }
}

static void answers_do_not_depend_on_threads_or_lanes(void** state)
{
    (void)state;
    static crowd c;
    make_crowd(random_start(6).state, &c);
    toi_boxes_def def = {.solids = c.solids, .solid_count = MANY};
    toi_boxes_result one, other;
    assert_int_equal(toi_boxes_check(&def, &one, NULL), TOI_OK);
    assert_int_equal(one.pair_count, MANY * (MANY - 1) / 2);
    for (def.threads = 2; def.threads <= 8; ++def.threads) {
        assert_int_equal(toi_boxes_check(&def, &other, NULL), TOI_OK);
        assert_equal_results(&one, &other);
        toi_boxes_result_release(&other);
    }
    assert_int_equal(ti_boxes_check_with(&def, false, &other, NULL), TOI_OK);
    assert_equal_results(&one, &other);
    toi_boxes_result_release(&other);
    def.run = run_backwards;
    assert_int_equal(toi_boxes_check(&def, &other, NULL), TOI_OK);
    assert_equal_results(&one, &other);
    toi_boxes_result_release(&other);
    toi_boxes_result_release(&one);
}

static void pairs_come_in_the_order_in_which_they_were_asked(void** state)
{
    (void)state;
    static crowd c;
    make_crowd(random_start(7).state, &c);
    static const toi_pair pairs[] = {{5, 2}, {0, 1}, {23, 11}, {0, 1}};
    toi_boxes_def def = {.solids = c.solids, .solid_count = MANY, .pairs = pairs, .pair_count = 4};
    toi_boxes_result all;
    assert_int_equal(toi_boxes_check(&def, &all, NULL), TOI_OK);
    assert_int_equal(all.pair_count, 4);
    for (uint32_t i = 0; i < 4; ++i) {
        assert_true(all.pairs[i].a == pairs[i].a && all.pairs[i].b == pairs[i].b);
    }
    assert_true(all.pairs[1].interval_count == all.pairs[3].interval_count);
    toi_boxes_result again;
    def.threads = UINT32_MAX; // no more than there are pairs
    assert_int_equal(toi_boxes_check(&def, &again, NULL), TOI_OK);
    assert_equal_results(&all, &again);
    toi_boxes_result_release(&again);
    toi_boxes_result_release(&all);
}

static void without_memory_nothing_is_left(void** state)
{
    (void)state;
    static crowd c;
    make_crowd(random_start(8).state, &c);
    toi_boxes_def def = {.solids = c.solids, .solid_count = 6};
    bool done = false;
    for (uint64_t at = 1; !done; ++at) {
        for (int and_after = 0; and_after < 2; ++and_after) {
            failing_allocator f = failing_allocator_make(at, and_after != 0);
            toi_allocator allocator = failing_allocator_use(&f);
            toi_boxes_result result;
            toi_error error = {0};
            def.allocator = &allocator;
            def.threads = 1 + (uint32_t)(at % 2);
            toi_status status = toi_boxes_check(&def, &result, &error);
            done = status == TOI_OK;
            if (done) {
                toi_boxes_result_release(&result);
            } else {
                assert_int_equal(status, TOI_ERROR_MEMORY);
                assert_int_equal(error.status, TOI_ERROR_MEMORY);
            }
            assert_int_equal(f.live, 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_bodies_agree_with_corners),
        cmocka_unit_test(swapping_the_bodies_swaps_nothing_else),
        cmocka_unit_test(in_reversed_time_entering_is_leaving),
        cmocka_unit_test(the_first_meeting_is_the_first_of_all),
        cmocka_unit_test(a_looser_fit_is_never_shorter),
        cmocka_unit_test(entering_agrees_with_first_contact),
        cmocka_unit_test(the_blur_of_nearly_parallel_edges_holds),
        cmocka_unit_test(answers_do_not_depend_on_threads_or_lanes),
        cmocka_unit_test(pairs_come_in_the_order_in_which_they_were_asked),
        cmocka_unit_test(without_memory_nothing_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
