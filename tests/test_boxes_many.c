// Scenes of many bodies made of boxes: pairs that the boxes around whole motions settle have the same answer
// as when they are solved, whatever is listed, left out, and on how many threads.

#include "cmocka_toi.h"
#include "failing_allocator.h"
#include "random_point.h"
#include "support/solid_pairs.h"
#include "world/solids.h"

// Half of the bodies under a sanitizer, of which a quarter of the pairs are made.
enum { PAIRS = TEST_SHARE > 1 ? 30 : 60, MANY = 2 * PAIRS, ALL = MANY * (MANY - 1) / 2 };

// Random bodies of every family, made small and moved apart, so that some pairs meet and most do not.
typedef struct crowd {
    solid_pair drawn[PAIRS];
    toi_solid solids[MANY];
} crowd;

static toi_vec3 sum(toi_vec3 a, toi_vec3 b)
{
    return (toi_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static void move_pieces(solid_pieces* from, const toi_motion* m, toi_vec3 by)
{
    for (uint32_t i = 0; i < m->rational_count; ++i) {
        for (uint32_t k = 0; k < m->rationals[i].translation_count; ++k) {
            double w = m->rationals[i].weights != NULL ? m->rationals[i].weights[k] : 1.0;
            from->translation[i][k] = sum(from->translation[i][k], (toi_vec3){w * by.x, w * by.y, w * by.z});
        }
    }
}

static void move_solid(solid_pair* pair, int which, toi_vec3 by)
{
    toi_motion* m = &pair->solids[which].motion;
    for (uint32_t i = 0; i < m->key_count; ++i) {
        toi_key* key = &pair->lists[which].keys[i];
        key->pose.position = sum(key->pose.position, by);
    }
    if (m->kind == TOI_MOTION_RATIONAL) {
        move_pieces(&pair->pieces[which], m, by);
    }
    m->pose.position = sum(m->pose.position, by);
    m->end.position = sum(m->end.position, by);
    if (m->kind == TOI_MOTION_ROTATION || m->kind == TOI_MOTION_SCREW) {
        m->point = sum(m->point, by);
    }
}

static void shrink(toi_part* parts, double scale)
{
    for (int i = 0; i < SOLID_PARTS; ++i) {
        toi_vec3 *half = &parts[i].half, *p = &parts[i].pose.position;
        *half = (toi_vec3){scale * half->x, scale * half->y, scale * half->z};
        *p = (toi_vec3){scale * p->x, scale * p->y, scale * p->z};
    }
}

static void make_crowd(uint64_t seed, crowd* c)
{
    test_random random = random_start(seed);
    for (uint32_t i = 0; i < PAIRS; ++i) {
        solid_pair* pair = &c->drawn[i];
        solid_pair_random(random.state, i, (solid_family)(i % SOLID_FAMILIES), pair);
        for (int k = 0; k < 2; ++k) {
            shrink(pair->parts[k], random_between(&random, 0.2, 1.0));
            move_solid(pair, k, random_point(&random, 2.5));
            c->solids[2 * i + (uint32_t)k] = pair->solids[k];
        }
    }
}

static toi_boxes_result ask(const toi_boxes_def* def)
{
    toi_boxes_result result = {0};
    toi_error error = {0};
    if (toi_boxes_check(def, &result, &error) != TOI_OK) {
        fail_msg("%s", error.text);
    }
    return result;
}

static void assert_equal_ends(const toi_boxes_end* a, const toi_boxes_end* b)
{
    assert_int_equal(a->contact.kind, b->contact.kind);
    assert_true(a->part_a == b->part_a && a->part_b == b->part_b && a->blur == b->blur);
    assert_memory_equal(&a->contact.point, &b->contact.point, sizeof(toi_vec3));
    assert_memory_equal(&a->contact.normal, &b->contact.normal, sizeof(toi_vec3));
}

static void assert_equal_pairs(const toi_boxes_pair* a, const toi_boxes_pair* b)
{
    assert_true(a->a == b->a && a->b == b->b && a->status == TOI_OK && b->status == TOI_OK);
    assert_true(a->outer == b->outer && a->bound == b->bound && a->undecided == b->undecided);
    assert_int_equal(a->interval_count, b->interval_count);
    for (uint32_t k = 0; k < a->interval_count; ++k) {
        const toi_boxes_interval *x = &a->intervals[k], *y = &b->intervals[k];
        assert_true(x->enter == y->enter && x->exit == y->exit);
        assert_equal_ends(&x->at_enter, &y->at_enter);
        assert_equal_ends(&x->at_exit, &y->at_exit);
    }
}

static void assert_equal_lists(const toi_boxes_result* a, const toi_boxes_result* b)
{
    assert_int_equal(a->pair_count, b->pair_count);
    for (uint32_t i = 0; i < a->pair_count; ++i) {
        assert_equal_pairs(&a->pairs[i], &b->pairs[i]);
    }
}

static void name_all(toi_pair pairs[ALL])
{
    uint32_t next = 0;
    for (uint32_t a = 0; a < MANY; ++a) {
        for (uint32_t b = a + 1; b < MANY; ++b) {
            pairs[next++] = (toi_pair){a, b};
        }
    }
}

static void boxes_around_motions_change_no_answer(void** state)
{
    (void)state;
    static crowd c;
    static toi_pair all[ALL];
    name_all(all);
    uint64_t broad = 0, meet = 0, outer = 0;
    for (uint64_t seed = 1; seed <= 3; ++seed) {
        make_crowd(seed, &c);
        toi_boxes_def def = {.solids = c.solids, .solid_count = MANY, .first_only = seed == 3};
        toi_boxes_result settled = ask(&def);
        def.pairs = all;
        def.pair_count = ALL;
        toi_boxes_result solved = ask(&def);
        assert_equal_lists(&settled, &solved);
        assert_true(settled.pairs_asked == ALL && solved.pairs_asked == ALL && solved.pairs_broad == 0);
        assert_true(settled.nodes <= solved.nodes);
        broad += settled.pairs_broad;
        for (uint32_t i = 0; i < ALL; ++i) {
            meet += settled.pairs[i].interval_count > 0;
            outer += settled.pairs[i].interval_count == 0 && settled.pairs[i].outer;
        }
        toi_boxes_result_release(&settled);
        toi_boxes_result_release(&solved);
    }
    print_message("%u pairs: %u settled by boxes, %u meet\n", 3 * ALL, (unsigned)broad, (unsigned)meet);
    assert_true(broad > ALL && meet > 300 / TEST_SHARE && outer > 100 / TEST_SHARE);
}

static void pairs_that_never_meet_need_not_be_listed(void** state)
{
    (void)state;
    static crowd c;
    static toi_pair all[ALL];
    make_crowd(4, &c);
    name_all(all);
    toi_boxes_def def = {.solids = c.solids, .solid_count = MANY};
    toi_boxes_result whole = ask(&def), results[2];
    def.meeting_only = true;
    results[0] = ask(&def);
    def.pairs = all;
    def.pair_count = ALL;
    results[1] = ask(&def);
    uint32_t next = 0;
    for (uint32_t i = 0; i < ALL; ++i) {
        if (whole.pairs[i].interval_count > 0) {
            assert_true(next < results[0].pair_count);
            assert_equal_pairs(&results[0].pairs[next++], &whole.pairs[i]);
        }
    }
    assert_int_equal(results[0].pair_count, next);
    assert_true(next > 50 / TEST_SHARE && results[0].pairs_asked == ALL &&
                results[0].pairs_broad == whole.pairs_broad);
    assert_equal_lists(&results[0], &results[1]);
    toi_boxes_result_release(&whole);
    toi_boxes_result_release(&results[0]);
    toi_boxes_result_release(&results[1]);
}

// Every third pair, in any order, some twice and the other way round.
static uint32_t ignore_some(toi_pair ignore[ALL])
{
    test_random random = random_start(5);
    toi_pair all[ALL];
    uint32_t count = 0;
    name_all(all);
    for (uint32_t i = 0; i < ALL; i += 3) {
        uint32_t other = (uint32_t)random_between(&random, 0.0, count);
        ignore[count] = other < count ? ignore[other] : all[i];
        ignore[other < count ? other : count] = (toi_pair){all[i].b, all[i].a};
        ++count;
    }
    ignore[count++] = ignore[0];
    ignore[count++] = (toi_pair){ignore[7].b, ignore[7].a};
    return count;
}

static void ignored_pairs_are_left_out(void** state)
{
    (void)state;
    static crowd c;
    static toi_pair ignore[ALL], kept[ALL], all[ALL];
    make_crowd(5, &c);
    name_all(all);
    uint32_t kept_count = 0;
    for (uint32_t i = 0; i < ALL; ++i) {
        kept[kept_count] = all[i];
        kept_count += i % 3 != 0;
    }
    toi_boxes_def def = {.solids = c.solids, .solid_count = MANY, .ignore = ignore};
    def.ignore_count = ignore_some(ignore);
    toi_boxes_result without = ask(&def);
    def = (toi_boxes_def){.solids = c.solids, .solid_count = MANY, .pairs = kept, .pair_count = kept_count};
    toi_boxes_result named = ask(&def);
    assert_equal_lists(&without, &named);
    assert_true(without.pairs_asked == kept_count);
    toi_boxes_result_release(&without);
    toi_boxes_result_release(&named);
    // So few that no boxes are made.
    static const toi_pair some[] = {{3, 1}, {0, 1}, {1, 3}, {2, 3}};
    def = (toi_boxes_def){.solids = c.solids, .solid_count = 4, .ignore = some, .ignore_count = 4};
    toi_boxes_result left = ask(&def);
    assert_int_equal(left.pair_count, 3);
    assert_true(left.pairs[0].a == 0 && left.pairs[0].b == 2 && left.pairs[1].b == 3 && left.pairs[2].a == 1);
    toi_boxes_result_release(&left);
}

static void threads_and_lanes_change_nothing(void** state)
{
    (void)state;
    static crowd c;
    make_crowd(6, &c);
    toi_boxes_def def = {.solids = c.solids, .solid_count = MANY};
    toi_boxes_result one = ask(&def), other;
    for (def.threads = 2; def.threads <= 4; ++def.threads) {
        other = ask(&def);
        assert_equal_lists(&one, &other);
        assert_true(one.nodes == other.nodes && one.pairs_broad == other.pairs_broad);
        toi_boxes_result_release(&other);
    }
    assert_int_equal(ti_boxes_check_with(&def, false, &other, NULL), TOI_OK);
    assert_equal_lists(&one, &other);
    toi_boxes_result_release(&other);
    toi_boxes_result_release(&one);
}

// Far from the origin and all along the same way: a row of cubes of half 0.5, each of which touches the next
// one, and no other.
static void in_a_convoy_neighbours_touch(void** state)
{
    (void)state;
    enum { ROW = 500 };
    static toi_solid solids[ROW];
    static const toi_part part = {.half = {0.5, 0.5, 0.5}};
    for (uint32_t i = 0; i < ROW; ++i) {
        solids[i] = (toi_solid){.parts = &part,
                                .part_count = 1,
                                .motion = {.kind = TOI_MOTION_TRANSLATION, .by = {4096, -8192, 0}}};
        solids[i].motion.pose = (toi_pose){{(double)i, 1048576.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    }
    toi_boxes_result r = ask(&(toi_boxes_def){.solids = solids, .solid_count = ROW, .meeting_only = true});
    assert_int_equal(r.pair_count, ROW - 1);
    for (uint32_t i = 0; i + 1 < ROW; ++i) {
        assert_true(r.pairs[i].a == i && r.pairs[i].b == i + 1 && r.pairs[i].interval_count == 1);
        assert_true(r.pairs[i].intervals[0].enter == 0.0 && r.pairs[i].intervals[0].exit == 1.0);
    }
    assert_true(r.pairs_broad >= ROW * (ROW - 1) / 2 - 2 * ROW);
    toi_boxes_result_release(&r);
}

// Cubes that turn about the axis along which cubes at rest lie beside them, nearer than a fit may be off: a
// contact for the solver, whose boxes are larger by that, so one here too.
static void what_a_fit_may_reach_is_solved(void** state)
{
    (void)state;
    enum { ROW = 40 };
    static toi_solid solids[ROW];
    static const toi_part part = {.half = {0.5, 0.5, 0.5}};
    static const toi_pair first = {0, 1};
    double gap = 0.0;
    for (int round = 0; round < 2; ++round) {
        for (uint32_t i = 0; i < ROW; ++i) {
            toi_motion m = {.kind = TOI_MOTION_ROTATION, .axis = {1, 0, 0}, .angle = i % 2 == 0 ? 3.0 : 0.0};
            m.pose = (toi_pose){{(1.0 + gap) * i, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
            solids[i] = (toi_solid){.parts = &part, .part_count = 1, .motion = m};
        }
        toi_boxes_def def = {.solids = solids, .solid_count = ROW, .tolerance = 0.01, .pairs = &first};
        def.pair_count = 1;
        toi_boxes_result solved = ask(&def);
        assert_true(solved.pairs[0].outer && solved.pairs[0].interval_count == 1);
        gap = 0.5 * solved.pairs[0].bound;
        toi_boxes_result_release(&solved);
    }
    assert_true(gap > 1e-6);
    toi_boxes_result all =
        ask(&(toi_boxes_def){.solids = solids, .solid_count = ROW, .tolerance = 0.01, .meeting_only = true});
    assert_int_equal(all.pair_count, ROW - 1);
    toi_boxes_result_release(&all);
}

static void lists_to_ignore_are_checked(void** state)
{
    (void)state;
    static crowd c;
    static const toi_pair wrong[] = {{0, 1}, {2, MANY}}, twice[] = {{5, 5}};
    make_crowd(7, &c);
    toi_boxes_def def = {.solids = c.solids, .solid_count = MANY, .ignore = wrong, .ignore_count = 2};
    toi_boxes_result result;
    toi_error error = {0};
    assert_int_equal(toi_boxes_check(&def, &result, &error), TOI_ERROR_INVALID);
    char text[64];
    snprintf(text, sizeof text, "ignore: pair 1 names solid %u of %u", (unsigned)MANY, (unsigned)MANY);
    assert_string_equal(error.text, text);
    def.ignore = twice;
    def.ignore_count = 1;
    assert_int_equal(toi_boxes_check(&def, &result, &error), TOI_ERROR_INVALID);
    assert_string_equal(error.text, "ignore: pair 0 is solid 5 twice");
    def.ignore = NULL;
    assert_int_equal(toi_boxes_check(&def, &result, &error), TOI_ERROR_INVALID);
    assert_string_equal(error.text, "the list of pairs to ignore is missing");
    def.ignore = def.pairs = wrong;
    def.pair_count = 1;
    assert_int_equal(toi_boxes_check(&def, &result, &error), TOI_ERROR_INVALID);
    assert_non_null(strstr(error.text, "ignore goes without a list of pairs"));
}

static void without_memory_nothing_is_left(void** state)
{
    (void)state;
    static crowd c;
    static const toi_pair ignore[] = {{3, 1}, {0, 2}};
    make_crowd(8, &c);
    toi_boxes_def def = {.solids = c.solids, .solid_count = 34, .ignore = ignore, .ignore_count = 2};
    bool done = false;
    for (uint64_t at = 1; !done; ++at) {
        failing_allocator f = failing_allocator_make(at, at % 2 != 0);
        toi_allocator allocator = failing_allocator_use(&f);
        toi_boxes_result result;
        toi_error error = {0};
        def.allocator = &allocator;
        toi_status status = toi_boxes_check(&def, &result, &error);
        done = status == TOI_OK;
        if (done) {
            toi_boxes_result_release(&result);
        } else {
            assert_true(status == TOI_ERROR_MEMORY && error.status == TOI_ERROR_MEMORY);
        }
        assert_int_equal(f.live, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_around_motions_change_no_answer),
        cmocka_unit_test(pairs_that_never_meet_need_not_be_listed),
        cmocka_unit_test(ignored_pairs_are_left_out),
        cmocka_unit_test(threads_and_lanes_change_nothing),
        cmocka_unit_test(in_a_convoy_neighbours_touch),
        cmocka_unit_test(what_a_fit_may_reach_is_solved),
        cmocka_unit_test(lists_to_ignore_are_checked),
        cmocka_unit_test(without_memory_nothing_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
