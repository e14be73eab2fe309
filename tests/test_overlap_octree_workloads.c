// The method of Kitamura et al. on the collection of test data: every pair of faces of the instants, and the
// counts of every cycle of the runs. TOI_TEST_FULL asks for all cycles and levels, else some are run.

#include "narrow/overlap/octree.h"
#include "overlap_workloads.h"

#include <jansson.h>

static bool full(void)
{
    return getenv("TOI_TEST_FULL") != NULL;
}

static int compare_pairs(const void* a, const void* b)
{
    const ti_face_pair *p = a, *q = b;
    return p->a != q->a ? (p->a < q->a ? -1 : 1) : p->b != q->b ? (p->b < q->b ? -1 : 1) : 0;
}

static void check_instant(ti_octree* octree, const workload_instant* instant, const ti_octree_def* def)
{
    ti_octree_result found;
    assert_int_equal(ti_octree_find(octree, def, &found), TOI_OK);
    assert_int_equal(found.pair_count, instant->pair_count);
    ti_face_pair* pairs = malloc((found.pair_count + 1) * sizeof *pairs);
    assert_non_null(pairs);
    for (size_t i = 0; i < found.pair_count; ++i) {
        pairs[i] = (ti_face_pair){instant->faces[0].triangles[found.pairs[i].a].face,
                                  instant->faces[1].triangles[found.pairs[i].b].face};
    }
    qsort(pairs, found.pair_count, sizeof *pairs, compare_pairs);
    if (found.pair_count > 0) {
        assert_memory_equal(pairs, instant->pairs, found.pair_count * sizeof *pairs);
    }
    free(pairs);
}

// Every variant in turn: of levels 0 to 9 and the automatic one all, or three.
static void check_levels(ti_octree* octree, const workload_instant* instant, uint32_t turn)
{
    uint32_t faces = instant->faces[0].triangle_count;
    for (uint32_t i = 0; i < (full() ? 220u : 3u); ++i) {
        uint32_t level = full() ? i % 11 : i == 0 ? TI_OCTREE_LEVEL_PAPER : i == 1 ? 10 : turn % 6;
        if (level < 2 && faces > 3000) {
            continue; // nearly all pairs of faces
        }
        ti_octree_def def = {.bodies = instant->faces, .body_count = 2};
        uint32_t variant = full() ? i / 11 : turn + 7 * i;
        def.level = level == 10 ? TI_OCTREE_LEVEL_AUTO : level;
        def.shape = variant % 2 == 0 ? TI_OCTREE_EIGHTHS : TI_OCTREE_HALVES;
        def.test = variant / 2 % 2 == 0 ? TI_OCTREE_CLIP : TI_OCTREE_FACE_BOX;
        def.root = variant / 4 % 2 == 0 ? TI_OCTREE_WORLD : TI_OCTREE_REGIONS;
        def.no_boxes = variant / 8 % 2 == 1 && def.root == TI_OCTREE_WORLD;
        def.threads = 1 + i % 2;
        check_instant(octree, instant, &def);
    }
}

static void every_pair_of_the_instants_is_found(void** state)
{
    (void)state;
    ti_octree octree;
    ti_octree_init(&octree, NULL);
    for (uint32_t i = 0; i < WORKLOAD_INSTANTS; ++i) {
        workload_instant instant;
        if (!workload_open_instant(workload_instants[i], &instant)) {
            skip();
        }
        check_levels(&octree, &instant, i);
        workload_close_instant(&instant);
    }
    ti_octree_destroy(&octree);
}

static uint64_t check_cycles(ti_octree* octree, workload_run* run)
{
    uint64_t sum = 0;
    for (uint32_t cycle = 0; cycle < run->cycles; ++cycle) {
        ti_faces faces[WORKLOAD_BODIES];
        uint64_t truth[3], bodies = 0;
        workload_next_cycle(run, faces, truth);
        if (!full() && cycle % 10 != 0 && truth[0] == 0) {
            continue;
        }
        ti_octree_def def = {.bodies = faces, .body_count = run->bodies, .level = 1 + cycle % 7};
        def.level = def.level == 7 ? TI_OCTREE_LEVEL_AUTO : def.level;
        def.root = cycle / 7 % 2 == 0 ? TI_OCTREE_WORLD : TI_OCTREE_REGIONS;
        ti_octree_result found;
        assert_int_equal(ti_octree_find(octree, &def, &found), TOI_OK);
        assert_int_equal(found.pair_count, truth[0]);
        for (size_t i = 0; i < found.pair_count; ++i) {
            bool next = i == 0 || found.pairs[i].body_a != found.pairs[i - 1].body_a ||
                        found.pairs[i].body_b != found.pairs[i - 1].body_b;
            bodies += next;
        }
        assert_int_equal(bodies, truth[1]);
        assert_int_equal(found.counts.body_pairs, truth[2]);
        sum += truth[0];
    }
    return sum;
}

static void every_cycle_has_its_count(void** state)
{
    (void)state;
    static const char* const names[] = {"n10_sphere528", "n15_shuttle528", "n15_sphere168", "n30_sphere528"};
    ti_octree octree;
    ti_octree_init(&octree, NULL);
    for (int i = 0; i < 4; ++i) {
        workload_run run;
        if (!workload_open_run(names[i], &run)) {
            skip();
        }
        uint64_t sum = check_cycles(&octree, &run);
        print_message("%s: %llu pairs\n", names[i], (unsigned long long)sum);
        assert_true(sum > 100);
        workload_close_run(&run);
    }
    ti_octree_destroy(&octree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_of_the_instants_is_found),
        cmocka_unit_test(every_cycle_has_its_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
