// Broad phase: the pairs are those of brute force in any scene, whatever the frame that they are looked at
// from.

#include "failing_allocator.h"
#include "random_point.h"

#include "broad/pairs.h"
#include "broad/swept.h"
#include "broad/tree.h"
#include "math/vec3.h"

enum { MOST_BODIES = 700 };

static ti_swept swept_box(toi_vec3 middle, toi_vec3 half, toi_vec3 drift, double margin)
{
    return (ti_swept){{v3_sub(middle, half), v3_add(middle, half)}, drift, margin};
}

// ---- scenes

typedef enum scene_kind {
    UNIFORM,
    CLUSTERED,
    FLOOR,
    LINE,
    ALL_OVERLAP,
    TOUCHING_GRID,
    IDENTICAL,
    POINTS,
    CONVOY,
    MIXED_SIZES,
    INFINITE,
    FAR_OUTLIER,
    SCENE_KINDS,
} scene_kind;

static toi_vec3 middle_in(scene_kind kind, uint32_t i, uint32_t count, test_random* random)
{
    double size = 0.8 * cbrt(count);
    toi_vec3 p = random_point(random, size);
    double cluster = size * (double)(i % 5);
    switch (kind) {
    case CLUSTERED:
        return v3_madd(v3(cluster, -cluster, 2.0 * cluster), 0.25, p);
    case LINE:
        return v3(0.05 * p.x, (double)i, 0.05 * p.z);
    case ALL_OVERLAP:
        return v3_scale(0.25 / size, p);
    case TOUCHING_GRID: // boxes of side 1 that share faces, edges and corners exactly
        return v3(i % 8, i / 8 % 8, i / 64);
    case IDENTICAL:
        return v3(1, 2, 3);
    case POINTS:
        return v3(floor(0.3 * p.x), floor(0.3 * p.y), floor(0.3 * p.z));
    case FAR_OUTLIER:
        return i == 7 ? v3(1e12, -1e12, 1e9) : p;
    default:
        return p;
    }
}

static ti_swept body_in(scene_kind kind, uint32_t i, uint32_t count, test_random* random)
{
    toi_vec3 middle = middle_in(kind, i, count, random), drift = random_point(random, 1.0);
    toi_vec3 half = {0.5, 0.5, 0.5};
    if (kind == TOUCHING_GRID || kind == IDENTICAL || kind == POINTS) {
        drift = v3(0, 0, 0);
    }
    if (kind == POINTS) {
        half = v3(0, 0, 0);
    }
    if (kind == CONVOY) {
        drift = v3_add(v3(1e4, -3e3, 10), v3_scale(0.1, drift));
    }
    if ((kind == FLOOR && i == 3) || (kind == MIXED_SIZES && i % 20 == 0)) {
        half = v3(10, 10, 0.5);
    }
    ti_swept body = swept_box(middle, half, drift, kind == UNIFORM ? 0.1 * random_unit(random) : 0.0);
    if (kind == INFINITE && i % 50 == 1) {
        const double inf = (double)INFINITY;
        body = (ti_swept){{{-inf, -inf, -inf}, {inf, inf, inf}}, {0, 0, 0}, 0.0};
    }
    return body;
}

// ---- brute force

static toi_status find(const ti_swept* bodies, uint32_t count, ti_candidate** pairs, size_t* pair_count)
{
    return ti_broad_pairs(bodies, count, NULL, pairs, pair_count);
}

// Compares with all pairs; returns how many there are.
static size_t check_against_all(const ti_swept* bodies, uint32_t count)
{
    ti_candidate* pairs;
    size_t pair_count, next = 0;
    assert_int_equal(find(bodies, count, &pairs, &pair_count), TOI_OK);
    for (uint32_t a = 0; a < count; ++a) {
        for (uint32_t b = a + 1; b < count; ++b) {
            if (!ti_swept_apart(&bodies[a], &bodies[b])) {
                assert_true(next < pair_count && pairs[next].a == a && pairs[next].b == b);
                ++next;
            }
        }
    }
    assert_true(next == pair_count);
    free(pairs);
    return pair_count;
}

static void the_pairs_are_those_of_brute_force_in_every_scene(void** state)
{
    (void)state;
    test_random random = random_start(31);
    static ti_swept bodies[MOST_BODIES];
    const uint32_t counts[] = {0, 1, 2, 3, 7, 8, 9, 16, 17, 65, 200, MOST_BODIES};
    for (int kind = 0; kind < SCENE_KINDS; ++kind) {
        size_t found = 0;
        for (size_t c = 0; c < sizeof counts / sizeof counts[0]; ++c) {
            for (uint32_t i = 0; i < counts[c]; ++i) {
                bodies[i] = body_in((scene_kind)kind, i, counts[c], &random);
            }
            found = check_against_all(bodies, counts[c]);
        }
        printf("scene %d: %zu pairs of %d bodies\n", kind, found, MOST_BODIES);
        size_t all = (size_t)MOST_BODIES * (MOST_BODIES - 1) / 2;
        assert_true(kind == IDENTICAL || kind == ALL_OVERLAP ? found == all : found > 50 && found < all / 4);
    }
}

// ---- cost and memory

static bool count_visit(uint32_t a, uint32_t b, void* context)
{
    (void)a;
    (void)b;
    ++*(size_t*)context;
    return true;
}

static void a_convoy_is_seen_from_a_frame_that_moves_along(void** state)
{
    (void)state;
    test_random random = random_start(36);
    static ti_swept bodies[MOST_BODIES];
    toi_bounds boxes[2];
    for (uint32_t i = 0; i < MOST_BODIES; ++i) {
        bodies[i] = body_in(CONVOY, i, MOST_BODIES, &random);
    }
    boxes[0] = ti_swept_bounds(&bodies[0], v3(0, 0, 0));
    boxes[1] = ti_swept_bounds(&bodies[0], v3(1e4, -3e3, 10));
    assert_true(boxes[0].upper.x - boxes[0].lower.x > 9e3 && boxes[1].upper.x - boxes[1].lower.x < 1.2);
    assert_true(check_against_all(bodies, MOST_BODIES) < 10 * MOST_BODIES);
}

static void the_tree_visits_each_pair_that_meets_once(void** state)
{
    (void)state;
    test_random random = random_start(37);
    toi_bounds boxes[200];
    size_t expected = 0, visits = 0;
    for (uint32_t i = 0; i < 200; ++i) {
        boxes[i] = body_in(TOUCHING_GRID, i, 200, &random).box;
        for (uint32_t k = 0; k < i; ++k) {
            toi_vec3 p = v3_sub(boxes[i].lower, boxes[k].lower);
            expected += fabs(p.x) <= 1.0 && fabs(p.y) <= 1.0 && fabs(p.z) <= 1.0;
        }
    }
    ti_box_tree tree;
    assert_int_equal(ti_box_tree_make(boxes, 200, NULL, &tree), TOI_OK);
    assert_true(ti_box_tree_pairs(&tree, count_visit, &visits));
    assert_true(visits == expected && visits > 1000);
    ti_box_tree_release(&tree, NULL);
}

static void every_failed_allocation_is_reported_and_leaks_nothing(void** state)
{
    (void)state;
    test_random random = random_start(38);
    static ti_swept bodies[200];
    for (uint32_t i = 0; i < 200; ++i) {
        bodies[i] = body_in(UNIFORM, i, 200, &random);
    }
    toi_status status = TOI_ERROR_MEMORY;
    uint64_t n = 0;
    for (; status != TOI_OK; ++n) {
        failing_allocator f = failing_allocator_make(n + 1, false);
        toi_allocator allocator = failing_allocator_use(&f);
        ti_candidate* pairs;
        size_t count;
        status = ti_broad_pairs(bodies, 200, &allocator, &pairs, &count);
        if (status == TOI_OK) {
            assert_true(f.most_bytes < (int64_t)(200 * 250 + count * 64));
            allocator.release(pairs, allocator.context);
        }
        assert_true(f.live == 0);
    }
    assert_true(n > 8);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(the_pairs_are_those_of_brute_force_in_every_scene),
        cmocka_unit_test(a_convoy_is_seen_from_a_frame_that_moves_along),
        cmocka_unit_test(the_tree_visits_each_pair_that_meets_once),
        cmocka_unit_test(every_failed_allocation_is_reported_and_leaks_nothing),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
