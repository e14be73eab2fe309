// The method of Kitamura et al. against brute force: every variant, level and number of threads gives the
// pairs of faces that meet, each once and in order.

#include "failing_allocator.h"
#include "lazy_runner.h"
#include "narrow/overlap/octree.h"
#include "overlap_scenes.h"
#include "overlap_sheets.h"

static overlap_scene scene;

typedef struct pair_list {
    ti_octree_pair* pairs;
    size_t count;
} pair_list;

static bool all_pairs(uint32_t a, uint32_t b, const void* context)
{
    (void)a;
    (void)b;
    (void)context;
    return true;
}

typedef bool pair_filter(uint32_t a, uint32_t b, const void* context);

static pair_list brute(const overlap_scene* s, pair_filter* asked)
{
    static ti_octree_pair room[SCENE_BODIES * SCENE_BODIES / 2 * SCENE_TRIANGLES * SCENE_TRIANGLES];
    pair_list list = {room, 0};
    for (uint32_t a = 0; a < s->count; ++a) {
        for (uint32_t b = a + 1; b < s->count; ++b) {
            uint64_t count = (uint64_t)s->faces[a].triangle_count * s->faces[b].triangle_count;
            for (uint32_t k = 0; asked(a, b, NULL) && k < count; ++k) {
                uint32_t i = k / s->faces[b].triangle_count, j = k % s->faces[b].triangle_count;
                list.pairs[list.count] = (ti_octree_pair){a, b, i, j};
                list.count += scene_faces_meet(&s->faces[a], i, &s->faces[b], j);
            }
        }
    }
    return list;
}

static void assert_pairs(const ti_octree_result* found, pair_list expected)
{
    assert_int_equal(found->pair_count, expected.count);
    if (expected.count > 0) {
        assert_memory_equal(found->pairs, expected.pairs, expected.count * sizeof *expected.pairs);
    }
}

static ti_octree_def scene_def(const overlap_scene* s, uint32_t level)
{
    return (ti_octree_def){.bodies = s->faces, .body_count = s->count, .level = level};
}

// All variants, by number.
enum { VARIANTS = 20 };

static ti_octree_def variant(const overlap_scene* s, uint32_t index, uint32_t level)
{
    ti_octree_def def = scene_def(s, level);
    uint32_t root = index / 4;
    def.shape = index % 2 == 0 ? TI_OCTREE_EIGHTHS : TI_OCTREE_HALVES;
    def.test = index / 2 % 2 == 0 ? TI_OCTREE_CLIP : TI_OCTREE_FACE_BOX;
    def.root = root >= 3 ? (ti_octree_root)(root - 3) : (ti_octree_root)root;
    def.no_boxes = root >= 3;
    def.cube_lower = v3(-0.5, -0.25, 0.0);
    def.cube_side = 0.75;
    return def;
}

static double random_scale(test_random* random)
{
    static const int exponents[] = {0, 0, -1000, 900, 333, -70, 58, -1023};
    return ldexp(1.0, exponents[random_below(random, 8)]);
}

static void every_variant_and_level_gives_what_brute_force_gives(void** state)
{
    (void)state;
    static const uint64_t limits[4] = {1, 60, 1000, 20000};
    test_random random = random_start(5);
    ti_octree octree;
    ti_octree_init(&octree, NULL);
    const uint32_t rounds = getenv("TOI_TEST_FULL") != NULL ? 1500 : (4 / TEST_SHARE) * SCENE_KINDS;
    uint64_t total = 0, cut_short = 0, whole = 0;
    for (uint32_t round = 0; round < rounds; ++round) {
        scene_make(&random, (int)(round % SCENE_KINDS), random_scale(&random), &scene);
        pair_list expected = brute(&scene, all_pairs);
        total += expected.count;
        for (uint32_t i = 0; i < VARIANTS; ++i) {
            uint32_t level = random_below(&random, 11);
            ti_octree_def def = variant(&scene, i, level == 10 ? TI_OCTREE_LEVEL_AUTO : level);
            def.most_cells = limits[random_below(&random, level < 3 ? 4 : 3)];
            ti_octree_result found;
            assert_int_equal(ti_octree_find(&octree, &def, &found), TOI_OK);
            assert_pairs(&found, expected);
            assert_true(found.counts.cells <= def.most_cells + (def.root == TI_OCTREE_REGIONS ? 28 : 1));
            cut_short += found.counts.cut_short > 0;
            whole += found.counts.cut_short == 0;
        }
    }
    ti_octree_destroy(&octree);
    print_message("%llu pairs meet\n", (unsigned long long)total);
    assert_true(total > 15 * rounds && cut_short > rounds && whole > rounds);
}

static void few_bodies_and_few_faces_have_no_pairs(void** state)
{
    (void)state;
    ti_octree octree;
    ti_octree_init(&octree, NULL);
    test_random random = random_start(6);
    scene_make(&random, SCENE_SCATTERED, 1.0, &scene);
    for (uint32_t i = 0; i < VARIANTS; ++i) {
        for (uint32_t bodies = 0; bodies < 4; ++bodies) {
            ti_octree_def def = variant(&scene, i, 3);
            def.body_count = bodies < 2 ? bodies : 2;
            scene.faces[0].triangle_count = bodies == 2 ? 0 : 9;
            scene.faces[1].triangle_count = 9;
            scene.faces[1].vertex_count = bodies == 3 ? 0 : scene.faces[1].vertex_count;
            scene.faces[1].triangle_count = bodies == 3 ? 0 : 9;
            ti_octree_result found = {0};
            assert_int_equal(ti_octree_find(&octree, &def, &found), TOI_OK);
            assert_int_equal(found.pair_count, 0);
        }
    }
    ti_octree_destroy(&octree);
}

static bool odd_sums(uint32_t a, uint32_t b, const void* context)
{
    (void)context;
    return (a + b) % 2 == 1;
}

static void only_pairs_that_are_asked_are_given(void** state)
{
    (void)state;
    test_random random = random_start(7);
    const uint32_t rounds = TEST_SHARE > 1 ? 2 : 5;
    ti_octree octree;
    ti_octree_init(&octree, NULL);
    uint64_t total = 0;
    for (uint32_t round = 0; round < rounds; ++round) {
        scene_make(&random, SCENE_GRID, 1.0, &scene);
        pair_list expected = brute(&scene, odd_sums);
        total += expected.count;
        ti_candidate pairs[SCENE_BODIES * SCENE_BODIES];
        uint32_t count = 0;
        for (uint32_t i = 0; i < scene.count * scene.count; ++i) {
            ti_candidate pair = {i / scene.count, i % scene.count};
            pairs[count] = pair;
            count += pair.a < pair.b && odd_sums(pair.a, pair.b, NULL);
        }
        for (uint32_t i = 0; i < 2 * VARIANTS; ++i) {
            ti_octree_def def = variant(&scene, i / 2, 2);
            def.asked = i % 2 == 0 ? odd_sums : NULL;
            def.pairs = i % 2 == 0 ? NULL : pairs;
            def.pair_count = count;
            ti_octree_result found;
            assert_int_equal(ti_octree_find(&octree, &def, &found), TOI_OK);
            assert_pairs(&found, expected);
        }
    }
    assert_true(total > 100 * rounds);
    ti_octree_destroy(&octree);
}

// ---- many faces in one plane

static void stacks_in_one_plane_take_no_more_cells_than_allowed(void** state)
{
    (void)state;
    static const uint32_t levels[4] = {20, TI_OCTREE_LEVEL_MOST, TI_OCTREE_LEVEL_AUTO, 3};
    ti_octree octree;
    ti_octree_init(&octree, NULL);
    for (int slanted = 0; slanted < 2; ++slanted) {
        make_sheets(slanted, 0.0);
        size_t expected = 0;
        for (uint32_t i = 0; i < 4 * VARIANTS; i += 3 + 4 * (uint32_t)slanted) {
            scene.count = SHEETS;
            ti_octree_def def = variant(&scene, i % VARIANTS, levels[i / VARIANTS]);
            def.bodies = sheet_faces;
            def.most_cells = 2000;
            ti_octree_result found;
            assert_int_equal(ti_octree_find(&octree, &def, &found), TOI_OK);
            expected = expected == 0 ? found.pair_count : expected;
            assert_int_equal(found.pair_count, expected);
            assert_true(found.counts.cells <= def.most_cells + SHEETS * SHEETS);
            assert_true(levels[i / VARIANTS] == 3 || levels[i / VARIANTS] == TI_OCTREE_LEVEL_AUTO ||
                        found.counts.cut_short > 0);
            assert_true(found.counts.memory < (size_t)64 << 20);
        }
        assert_true(expected > 6 * SHEET_TRIANGLES);
    }
    ti_octree_destroy(&octree);
}

static void every_number_of_threads_gives_the_same(void** state)
{
    (void)state;
    make_sheets(0.0, 0.0);
    for (uint32_t i = 0; i < 2 * VARIANTS; i += 3) {
        scene.count = SHEETS;
        ti_octree_def def = variant(&scene, i % VARIANTS, i < VARIANTS ? 4 : TI_OCTREE_LEVEL_AUTO);
        def.bodies = sheet_faces;
        def.most_cells = 400;
        ti_octree one, many;
        ti_octree_init(&one, NULL);
        ti_octree_init(&many, NULL);
        ti_octree_result first, other;
        assert_int_equal(ti_octree_find(&one, &def, &first), TOI_OK);
        for (def.threads = 2 + i % 3; def.threads <= 8; def.threads += 3) {
            assert_int_equal(ti_octree_find(&many, &def, &other), TOI_OK);
            assert_pairs(&other, (pair_list){(ti_octree_pair*)first.pairs, first.pair_count});
            other.counts.memory = first.counts.memory;
            assert_memory_equal(&other.counts, &first.counts, sizeof first.counts);
        }
        ti_octree_destroy(&one);
        ti_octree_destroy(&many);
    }
}

static void a_task_that_is_not_run_as_it_should_be_is_an_error(void** state)
{
    (void)state;
    make_sheets(0.0, 0.0);
    ti_octree octree;
    ti_octree_init(&octree, NULL);
    for (uint32_t i = 0; i < VARIANTS; i += 3) {
        lazy_runner lazy = {.wrong = UINT32_MAX};
        scene.count = SHEETS;
        ti_octree_def def = variant(&scene, i, 2);
        def.bodies = sheet_faces;
        def.threads = LAZY_THREADS;
        def.run = run_lazily;
        def.run_context = &lazy;
        ti_octree_result found, none;
        assert_int_equal(ti_octree_find(&octree, &def, &found), TOI_OK);
        size_t expected = found.pair_count;
        uint32_t tasks = lazy.seen;
        for (uint32_t step = 0; step < 2 * tasks; step += step < 40 ? 1 : 13 * TEST_SHARE) {
            lazy = (lazy_runner){.wrong = step / 2, .strays = step % 2};
            assert_int_equal(ti_octree_find(&octree, &def, &none), TOI_ERROR_THREAD);
        }
        lazy = (lazy_runner){.wrong = UINT32_MAX};
        assert_int_equal(ti_octree_find(&octree, &def, &found), TOI_OK); // and nothing is left over
        assert_int_equal(found.pair_count, expected);
        assert_true(expected > SHEET_TRIANGLES);
    }
    ti_octree_destroy(&octree);
}

// ---- the given cube

static void what_is_outside_the_given_cube_is_not_lost(void** state)
{
    (void)state;
    static const double sides[] = {0x1p-1070, 1e-30, 0.01, 1.0, 1e6, 1e300};
    test_random random = random_start(8);
    ti_octree octree;
    ti_octree_init(&octree, NULL);
    for (uint32_t round = 0; round < 60 / TEST_SHARE; ++round) {
        scene_make(&random, (int)(round % SCENE_KINDS), 1.0, &scene);
        pair_list expected = brute(&scene, all_pairs);
        ti_octree_def def = scene_def(&scene, 2);
        def.root = TI_OCTREE_GIVEN;
        def.most_cells = 1000;
        def.cube_side = sides[random_below(&random, 6)];
        def.cube_lower = random_point(&random, 3.0);
        def.shape = round % 2 == 0 ? TI_OCTREE_EIGHTHS : TI_OCTREE_HALVES;
        ti_octree_result found;
        assert_int_equal(ti_octree_find(&octree, &def, &found), TOI_OK);
        assert_pairs(&found, expected);
    }
    ti_octree_destroy(&octree);
}

// Two crossing squares of side 1 in a cube of side 2, at level 3: voxels of 1/4, of which five have both. A
// given cube of side 1/2 at level 1 has the same voxels once it has been doubled, but for one beyond x = 1.
static void a_cube_that_is_too_small_keeps_its_voxels(void** state)
{
    (void)state;
    const toi_vec3 floor_corner[4] = {{0, 0, 0.3}, {1, 0, 0.3}, {1, 1, 0.3}, {0, 1, 0.3}};
    const toi_vec3 wall_corner[4] = {{0, 0.6, 0}, {1, 0.6, 0}, {1, 0.6, 1}, {0, 0.6, 1}};
    const ti_triangle triangle[2] = {{{0, 1, 2}, 0}, {{0, 2, 3}, 1}};
    const ti_faces faces[2] = {
        {.triangles = triangle, .vertices = floor_corner, .triangle_count = 2, .vertex_count = 4},
        {.triangles = triangle, .vertices = wall_corner, .triangle_count = 2, .vertex_count = 4}};
    ti_octree octree;
    ti_octree_init(&octree, NULL);
    ti_octree_def def = {
        .bodies = faces, .body_count = 2, .level = 3, .root = TI_OCTREE_GIVEN, .cube_side = 2.0};
    ti_octree_result found;
    assert_int_equal(ti_octree_find(&octree, &def, &found), TOI_OK);
    assert_int_equal(found.counts.voxels, 5);
    assert_int_equal(found.pair_count, 3);
    def.cube_side = 0.5;
    def.level = 1;
    assert_int_equal(ti_octree_find(&octree, &def, &found), TOI_OK);
    assert_int_equal(found.counts.voxels, 4);
    ti_octree_destroy(&octree);
}

// ---- memory

static void any_allocation_may_fail(void** state)
{
    (void)state;
    make_sheets(0.01, 0.0625);
    for (int i = 0; i < SHEETS; ++i) {
        sheet_faces[i].triangle_count = 260;
    }
    uint64_t calls = 0;
    for (uint32_t i = 0; i < VARIANTS; i += 5) {
        scene.count = SHEETS;
        ti_octree_def def = variant(&scene, i, 3);
        def.bodies = sheet_faces;
        def.most_cells = 200;
        def.threads = 1 + i % 2;
        sheet_faces[0].rigid = true;
        sheet_faces[0].rotation = m3_from_quat((toi_quat){1, 0, 0, 0});
        toi_status status = TOI_ERROR_MEMORY;
        for (uint64_t at = 1; status != TOI_OK; ++at) {
            failing_allocator f = failing_allocator_make(at, at % 2 == 0);
            toi_allocator allocator = failing_allocator_use(&f);
            ti_octree octree;
            ti_octree_init(&octree, &allocator);
            ti_octree_result found = {.pair_count = 1}, again;
            status = ti_octree_find(&octree, &def, &found);
            assert_int_equal(status, f.failures > 0 ? TOI_ERROR_MEMORY : TOI_OK);
            assert_true(status == TOI_OK || found.pair_count == 1);
            f.fail_at = 0;
            assert_int_equal(ti_octree_find(&octree, &def, &again), TOI_OK); // and nothing is left over
            assert_true(status != TOI_OK || again.pair_count == found.pair_count);
            assert_true(again.counts.memory <= (size_t)f.most_bytes + 4096 * (size_t)f.live);
            ti_octree_destroy(&octree);
            assert_int_equal(f.live, 0);
            ++calls;
        }
    }
    assert_true(calls > 3 * VARIANTS);
}

// The second time nothing is taken from the allocator.
static void memory_is_kept_from_instant_to_instant(void** state)
{
    (void)state;
    make_sheets(0.25, 0.0);
    failing_allocator f = failing_allocator_make(0, false);
    toi_allocator allocator = failing_allocator_use(&f);
    ti_octree octree;
    ti_octree_init(&octree, &allocator);
    ti_octree_def def = {.bodies = sheet_faces, .body_count = SHEETS, .level = 4};
    ti_octree_result found;
    assert_int_equal(ti_octree_find(&octree, &def, &found), TOI_OK);
    uint64_t calls = f.calls;
    assert_int_equal(ti_octree_find(&octree, &def, &found), TOI_OK);
    assert_int_equal(f.calls, calls);
    ti_octree_destroy(&octree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_variant_and_level_gives_what_brute_force_gives),
        cmocka_unit_test(few_bodies_and_few_faces_have_no_pairs),
        cmocka_unit_test(only_pairs_that_are_asked_are_given),
        cmocka_unit_test(stacks_in_one_plane_take_no_more_cells_than_allowed),
        cmocka_unit_test(every_number_of_threads_gives_the_same),
        cmocka_unit_test(a_task_that_is_not_run_as_it_should_be_is_an_error),
        cmocka_unit_test(what_is_outside_the_given_cube_is_not_lost),
        cmocka_unit_test(a_cube_that_is_too_small_keeps_its_voxels),
        cmocka_unit_test(any_allocation_may_fail),
        cmocka_unit_test(memory_is_kept_from_instant_to_instant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
