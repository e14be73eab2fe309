// What a find found of bodies that stay as they are is not looked for again, and is what it would be.

#include "cmocka_toi.h"
#include "failing_allocator.h"
#include "overlap_cast.h"

enum { SEEDS = 120 / TEST_SHARE };

static toi_overlap* make(uint32_t threads, const toi_allocator* allocator)
{
    const toi_overlap_def def = {.threads = threads, .allocator = allocator};
    toi_overlap* o = NULL;
    assert_int_equal(toi_overlap_create(&def, &o), TOI_OK);
    return o;
}

static toi_overlap_result ask(toi_overlap* o, const toi_overlap_query* query)
{
    toi_overlap_result r;
    assert_int_equal(toi_overlap_find(o, query, &r, NULL), TOI_OK);
    check_order(&r);
    return r;
}

static bool no_odd(uint32_t a, uint32_t b, void* context)
{
    (void)context;
    return (a + b) % 2 == 0;
}

// Now and then of another kind, and then a few times of the same.
static toi_overlap_query random_query(test_random* random)
{
    toi_overlap_query query = {.segments = random_below(random, 2)};
    query.within = random_below(random, 3) > 0 ? 0.0 : 0.05;
    query.filter = random_below(random, 3) > 0 ? NULL : no_odd;
    query.method = random_below(random, 6) > 0 ? TOI_OVERLAP_DEFAULT : TOI_OVERLAP_JOIN;
    return query;
}

static void clear_cast(void)
{
    for (uint32_t i = 0; i < MOST_BODIES; ++i) {
        cast[i].used = false;
    }
}

// The judge looks at all anew. In between there are finds that fail.
static void what_is_kept_is_what_would_be_found(void** state)
{
    (void)state;
    uint64_t kept = 0, looked = 0, faces = 0;
    for (uint64_t seed = 1; seed <= SEEDS; ++seed) {
        test_random random = random_start(seed);
        toi_overlap* o[3] = {make(1, NULL), make(3, NULL), make(1, NULL)};
        clear_cast();
        for (int i = 0; i < 8; ++i) {
            add_to_cast(&random, o, 3);
        }
        toi_overlap_query query = random_query(&random);
        for (int frame = 0; frame < 12; ++frame) {
            query = random_below(&random, 4) == 0 ? random_query(&random) : query;
            toi_overlap_query judge = query;
            judge.method = TOI_OVERLAP_TREE;
            toi_overlap_result one = ask(o[0], &query), three = ask(o[1], &query), anew = ask(o[2], &judge);
            assert_true(hash_of(&one) == hash_of(&anew) && hash_of(&three) == hash_of(&anew));
            assert_true(one.pairs_near == anew.pairs_near && one.pairs_kept == three.pairs_kept);
            assert_true(one.candidates == three.candidates && anew.pairs_kept == 0);
            kept += one.pairs_kept;
            looked += one.pairs_near - one.pairs_kept;
            faces += one.face_count;
            if (random_below(&random, 6) == 0 && one.face_count > 1) {
                toi_overlap_query few = query;
                few.max_faces = 1;
                assert_int_equal(toi_overlap_find(o[0], &few, &one, NULL), TOI_ERROR_LIMIT);
                assert_int_equal(toi_overlap_find(o[1], &few, &three, NULL), TOI_ERROR_LIMIT);
            }
            for (uint32_t changes = random_below(&random, 4); changes > 0; --changes) {
                change_cast(&random, o, 3);
            }
        }
        for (int i = 0; i < 3; ++i) {
            toi_overlap_destroy(o[i]);
        }
    }
    print_message("%llu pairs kept, %llu looked at, %llu pairs of faces\n", (unsigned long long)kept,
                  (unsigned long long)looked, (unsigned long long)faces);
    assert_true(kept > 10 * SEEDS && looked > kept / 10);
}

enum { CROWD = 6, CROWD_PAIRS = CROWD * (CROWD - 1) / 2 };

static toi_pose crowd_pose(uint32_t body)
{
    return (toi_pose){{0.05 * body, 0.02 * body, -0.03 * body}, {1.0, 0.1 * body, 0.0, 0.2}};
}

static void enter_crowd(toi_overlap* o)
{
    for (uint32_t i = 0; i < CROWD; ++i) {
        const toi_overlap_body def = {.mesh = meshes[1], .pose = crowd_pose(i)};
        uint32_t number;
        assert_int_equal(toi_overlap_add(o, &def, &number, NULL), TOI_OK);
        assert_int_equal(number, i);
    }
}

static void expect_kept(toi_overlap* o, const toi_overlap_query* query, uint64_t kept)
{
    toi_overlap_result r = ask(o, query);
    assert_int_equal(r.pairs_near, CROWD_PAIRS);
    assert_int_equal(r.pairs_kept, kept);
    assert_true((r.candidates == 0) == (kept == CROWD_PAIRS));
    assert_true(r.pair_count == CROWD_PAIRS && r.face_count > CROWD_PAIRS);
}

// Balls that all meet each other.
static void pairs_whose_bodies_do_not_change_are_kept(void** state)
{
    (void)state;
    toi_overlap* o = make(1, NULL);
    enter_crowd(o);
    enum { ALL = CROWD_PAIRS, WITHOUT_ONE = CROWD_PAIRS - (CROWD - 1) };
    const toi_overlap_query near = {.within = 0.01}, segments = {.segments = true}, anew = {.anew = true};
    expect_kept(o, NULL, 0);
    expect_kept(o, NULL, ALL);
    expect_kept(o, &anew, 0);
    expect_kept(o, NULL, ALL);
    for (uint32_t i = 0; i < CROWD; ++i) { // where they are
        const toi_pose pose = crowd_pose(i);
        assert_int_equal(toi_overlap_move(o, i, &pose, NULL), TOI_OK);
    }
    expect_kept(o, NULL, ALL);
    const toi_pose other = {{0.06, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    assert_int_equal(toi_overlap_move(o, 2, &other, NULL), TOI_OK);
    expect_kept(o, NULL, WITHOUT_ONE);
    expect_kept(o, NULL, ALL);
    expect_kept(o, &near, 0);
    expect_kept(o, &near, ALL);
    expect_kept(o, &segments, 0);
    expect_kept(o, &segments, ALL);
    expect_kept(o, NULL, 0);
    assert_int_equal(toi_overlap_remove(o, 4), TOI_OK);
    const toi_overlap_body def = {.mesh = meshes[1], .pose = crowd_pose(4)};
    uint32_t number;
    assert_int_equal(toi_overlap_add(o, &def, &number, NULL), TOI_OK);
    assert_int_equal(number, 4);
    expect_kept(o, NULL, WITHOUT_ONE);
    toi_vec3 vertices[400]; // given again, they may have been changed in place
    const toi_body body = {.mesh = meshes[1], .motion = {.kind = TOI_MOTION_STATIC, .pose = crowd_pose(0)}};
    assert_int_equal(toi_body_vertices(&body, 0.0, vertices, NULL), TOI_OK);
    for (int k = 0; k < 2; ++k) {
        assert_int_equal(toi_overlap_deform(o, 0, vertices, NULL), TOI_OK);
        expect_kept(o, NULL, WITHOUT_ONE);
    }
    const toi_pose back = crowd_pose(0); // in its old shape
    assert_int_equal(toi_overlap_move(o, 0, &back, NULL), TOI_OK);
    expect_kept(o, NULL, WITHOUT_ONE);
    toi_overlap_destroy(o);
}

// A pair that was not asked last time is looked at.
static void what_was_not_asked_is_not_kept(void** state)
{
    (void)state;
    toi_overlap* o = make(1, NULL);
    enter_crowd(o);
    const toi_pair some[] = {{0, 1}, {4, 2}};
    const toi_overlap_query few = {.only = some, .only_count = 2};
    expect_kept(o, NULL, 0);
    toi_overlap_result r = ask(o, &few);
    assert_true(r.pairs_near == 2 && r.pairs_kept == 2 && r.pair_count == 2);
    expect_kept(o, NULL, 2);
    const toi_overlap_query tree = {.method = TOI_OVERLAP_TREE};
    expect_kept(o, &tree, 0);
    expect_kept(o, NULL, 0);
    toi_overlap_destroy(o);
}

static uint64_t hash_twice(const toi_allocator* allocator)
{
    toi_overlap* o = NULL;
    const toi_overlap_def def = {.allocator = allocator};
    toi_status status = toi_overlap_create(&def, &o);
    status = status == TOI_OK ? status : toi_overlap_create(&def, &o);
    assert_int_equal(status, TOI_OK);
    uint64_t hash = TI_HASH_START;
    for (uint32_t i = 0; i < CROWD; ++i) {
        const toi_overlap_body body = {.mesh = meshes[1], .pose = crowd_pose(i)};
        uint32_t number;
        if (toi_overlap_add(o, &body, &number, NULL) != TOI_OK) {
            assert_int_equal(toi_overlap_add(o, &body, &number, NULL), TOI_OK);
        }
    }
    const toi_overlap_query query = {.segments = true};
    for (uint32_t frame = 0; frame < 4; ++frame) {
        toi_overlap_result r;
        const toi_pose pose = crowd_pose(frame);
        assert_int_equal(toi_overlap_move(o, 5, &pose, NULL), TOI_OK);
        if (toi_overlap_find(o, &query, &r, NULL) != TOI_OK) {
            assert_int_equal(toi_overlap_find(o, &query, &r, NULL), TOI_OK);
        }
        hash = ti_hash_word(hash, hash_of(&r));
    }
    toi_overlap_destroy(o);
    return hash;
}

static void memory_that_fails_changes_nothing(void** state)
{
    (void)state;
    const uint64_t expected = hash_twice(NULL);
    bool failed = true;
    uint64_t count = 0;
    for (uint64_t at = 1; failed; ++at, ++count) {
        failing_allocator f = failing_allocator_make(at, false);
        toi_allocator allocator = failing_allocator_use(&f);
        assert_true(hash_twice(&allocator) == expected);
        failed = f.failures > 0;
        assert_int_equal(f.live, 0);
    }
    assert_true(count > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_kept_is_what_would_be_found),
        cmocka_unit_test(pairs_whose_bodies_do_not_change_are_kept),
        cmocka_unit_test(what_was_not_asked_is_not_kept),
        cmocka_unit_test(memory_that_fails_changes_nothing),
    };
    return cmocka_run_group_tests(tests, make_meshes, free_meshes);
}
