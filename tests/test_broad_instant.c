// The broad phase of an instant: the pairs of brute force in any scene, in order, by both builds; frame after
// frame as from scratch; and without memory.

#include "failing_allocator.h"
#include "random_point.h"

#include "broad/instant.h"
#include "core/cpu.h"
#include "math/vec3.h"

#include <float.h>

enum { MOST = 2600 };

typedef enum scene_kind {
    SCENE_EQUAL,
    SCENE_CLUSTERED,
    SCENE_MIXED,
    SCENE_IDENTICAL,
    SCENE_GRID,
    SCENE_POINTS,
    SCENE_TOWER, // one above the other, along an axis
    SCENE_FLOOR, // one box under all others
    SCENE_OUTLIER,
    SCENE_TWO_PLACES, // far apart
    SCENE_KINDS,
} scene_kind;

static toi_vec3 middle_of(scene_kind kind, uint32_t i, uint32_t count, test_random* random)
{
    double size = 0.6 * cbrt(count);
    toi_vec3 p = random_point(random, size);
    switch (kind) {
    case SCENE_CLUSTERED:
        return v3_madd((toi_vec3){size * (i % 5), 0.5 * size * (i % 3), 0.0}, 0.3, p);
    case SCENE_IDENTICAL:
        return (toi_vec3){1.0, 2.0, 3.0};
    case SCENE_GRID:
        return (toi_vec3){i % 13, i / 13 % 13, i / 169};
    case SCENE_POINTS:
        return (toi_vec3){floor(p.x), floor(p.y), floor(p.z)};
    case SCENE_TOWER:
        return (toi_vec3){0.0, 0.1 * p.y, 0.45 * i};
    case SCENE_OUTLIER:
        return i == 3 ? (toi_vec3){1e12, 1e12, -1e12} : p;
    case SCENE_TWO_PLACES:
        return v3_add(p, (toi_vec3){i % 2 ? 1e12 : -1e12, 0.0, 0.0});
    default:
        return p;
    }
}

static toi_bounds box_in(scene_kind kind, uint32_t i, uint32_t count, test_random* random)
{
    toi_vec3 p = middle_of(kind, i, count, random), half = {0.5, 0.5, 0.5};
    double grow = random_unit(random);
    if (kind == SCENE_MIXED) {
        half = v3_scale(i % 20 == 0 ? 6.0 * grow : grow, half);
    } else if (kind == SCENE_POINTS) {
        half = (toi_vec3){0.0, 0.0, 0.0};
    } else if (kind == SCENE_FLOOR && i == 1) {
        half = (toi_vec3){100.0, 100.0, 0.1};
    }
    return (toi_bounds){v3_sub(p, half), v3_add(p, half)};
}

static const toi_bounds no_box = {{1.0, 0.0, 0.0}, {-1.0, 0.0, 0.0}};

static void make_scene(scene_kind kind, uint32_t count, test_random* random, toi_bounds* boxes)
{
    for (uint32_t i = 0; i < count; ++i) {
        boxes[i] = box_in(kind, i, count, random);
    }
}

static void change_scene(double scale, toi_vec3 offset, uint32_t count, toi_bounds* boxes)
{
    for (uint32_t i = 0; i < count; ++i) {
        boxes[i].lower = v3_scale(scale, v3_add(boxes[i].lower, offset));
        boxes[i].upper = v3_scale(scale, v3_add(boxes[i].upper, offset));
    }
}

// ---- truth

static bool far_along(double lower_a, double upper_a, double lower_b, double upper_b, double within)
{
    return lower_a - upper_b > within || lower_b - upper_a > within;
}

static bool boxes_far(const toi_bounds* a, const toi_bounds* b, double within)
{
    return a->lower.x > a->upper.x || b->lower.x > b->upper.x ||
           far_along(a->lower.x, a->upper.x, b->lower.x, b->upper.x, within) ||
           far_along(a->lower.y, a->upper.y, b->lower.y, b->upper.y, within) ||
           far_along(a->lower.z, a->upper.z, b->lower.z, b->upper.z, within);
}

static size_t check_found(const ti_candidate* pairs, size_t pair_count, const toi_bounds* boxes,
                          uint32_t count, double within)
{
    size_t next = 0;
    for (uint32_t a = 0; a < count; ++a) {
        for (uint32_t b = a + 1; b < count; ++b) {
            if (!boxes_far(&boxes[a], &boxes[b], within)) {
                assert_true(next < pair_count && pairs[next].a == a && pairs[next].b == b);
                ++next;
            }
        }
    }
    assert_int_equal(next, pair_count);
    return pair_count;
}

static size_t check_frame(ti_instant_broad* broad, const toi_bounds* boxes, uint32_t count, double within)
{
    const ti_candidate* pairs;
    size_t pair_count;
    assert_int_equal(ti_instant_broad_find(broad, boxes, count, within, &pairs, &pair_count), TOI_OK);
    return check_found(pairs, pair_count, boxes, count, within);
}

static size_t check_alone(const toi_bounds* boxes, uint32_t count, double within)
{
    ti_instant_broad broad;
    ti_instant_broad_init(&broad, NULL);
    size_t found = check_frame(&broad, boxes, count, within);
    ti_instant_broad_release(&broad);
    return found;
}

// ---- tests

static const uint32_t counts[] = {0, 1, 2, 3, 8, 9, 15, 23, 24, 64, 100, 192, 193, 500, 1500, 1501, MOST};
enum { COUNTS = sizeof counts / sizeof counts[0] };

static void the_pairs_are_those_of_brute_force_in_every_scene(void** state)
{
    (void)state;
    test_random random = random_start(81);
    static toi_bounds boxes[MOST];
    for (int kind = 0; kind < SCENE_KINDS; ++kind) {
        size_t found = 0;
        for (int c = 0; c < COUNTS; ++c) {
            if (kind == SCENE_IDENTICAL && counts[c] > 500) {
                continue;
            }
            make_scene((scene_kind)kind, counts[c], &random, boxes);
            found += check_alone(boxes, counts[c], 0.0);
            found += counts[c] <= 500 ? check_alone(boxes, counts[c], 0.25) : 0;
        }
        assert_true(found > 0);
    }
}

static void scale_and_offset_change_nothing(void** state)
{
    (void)state;
    test_random random = random_start(82);
    static toi_bounds boxes[300], moved[300];
    const double scales[] = {0x1p-1000, 0x1p-1060, 0x1p900, 0x1p1010};
    for (int kind = 0; kind < SCENE_KINDS; ++kind) {
        for (uint32_t count = 100; count <= 300; count += 200) {
            make_scene((scene_kind)kind, count, &random, boxes);
            size_t expected = check_alone(boxes, count, 0.0);
            for (int i = 0; i < 4; ++i) {
                memcpy(moved, boxes, sizeof moved);
                change_scene(kind < SCENE_OUTLIER || i != 3 ? scales[i] : 0x1p960, (toi_vec3){0.0, 0.0, 0.0},
                             count, moved);
                size_t found = check_alone(moved, count, 0.0);
                assert_true(found == expected || i == 1); // there the numbers lose digits
            }
            change_scene(1.0, (toi_vec3){1e12, -3e12, 1e9}, count, boxes);
            check_alone(boxes, count, 0.0);
            check_alone(boxes, count, 0.001);
        }
    }
}

static void the_largest_and_the_infinite_boxes_are_right(void** state)
{
    (void)state;
    test_random random = random_start(83);
    static toi_bounds boxes[400];
    for (uint32_t round = 0; round < 20; ++round) {
        uint32_t count = round % 2 ? 400 : 50;
        for (uint32_t i = 0; i < count; ++i) {
            toi_vec3 p = random_point(&random, 1.0), q = random_point(&random, 1.0);
            p = v3_scale(DBL_MAX, p);
            q = v3_scale(round % 3 ? DBL_MAX : 1.0, q);
            boxes[i].lower = (toi_vec3){fmin(p.x, q.x), fmin(p.y, q.y), fmin(p.z, q.z)};
            boxes[i].upper = (toi_vec3){fmax(p.x, q.x), fmax(p.y, q.y), fmax(p.z, q.z)};
            if (round > 10 && i % 7 == 0) {
                boxes[i].lower.y = -HUGE_VAL;
                boxes[i].upper.z = HUGE_VAL;
            }
        }
        check_alone(boxes, count, 0.0);
        check_alone(boxes, count, round % 4 ? 1.0 : DBL_MAX);
    }
}

static void both_builds_find_the_same(void** state)
{
    (void)state;
    if (!ti_cpu_has_avx2()) {
        skip();
    }
    test_random random = random_start(84);
    static toi_bounds boxes[MOST];
    ti_instant_broad plain, avx2;
    ti_instant_broad_init(&plain, NULL);
    ti_instant_broad_init(&avx2, NULL);
    for (int kind = 0; kind < SCENE_KINDS; ++kind) {
        for (int c = 0; c < COUNTS; ++c) {
            uint32_t count = kind == SCENE_IDENTICAL && counts[c] > 500 ? 500 : counts[c];
            make_scene((scene_kind)kind, count, &random, boxes);
            assert_int_equal(ti_instant_broad_find_with(&plain, boxes, count, 0.01, false), TOI_OK);
            assert_int_equal(ti_instant_broad_find_with(&avx2, boxes, count, 0.01, true), TOI_OK);
            assert_int_equal(plain.found.count, avx2.found.count);
            if (plain.found.count > 0) {
                assert_memory_equal(plain.found.data, avx2.found.data,
                                    plain.found.count * sizeof(ti_candidate));
            }
        }
    }
    ti_instant_broad_release(&plain);
    ti_instant_broad_release(&avx2);
}

// Moves most boxes a little and some far, and removes and makes some.
static uint32_t next_frame(scene_kind kind, uint32_t frame, uint32_t count, test_random* random,
                           toi_bounds* boxes)
{
    uint32_t most = frame % 3 == 0 ? MOST / 4 : 250;
    for (uint32_t i = 0; i < count; ++i) {
        bool gone = boxes[i].lower.x > boxes[i].upper.x;
        double chance = random_unit(random);
        toi_vec3 by = random_point(random, 0.02);
        if (chance < 0.02 || (gone && chance < 0.2)) {
            boxes[i] = box_in(kind, i, count, random);
        } else if (chance > 0.98) {
            boxes[i] = no_box;
        } else if (!gone && frame % 4 != 0) {
            boxes[i] = (toi_bounds){v3_add(boxes[i].lower, by), v3_add(boxes[i].upper, by)};
        }
    }
    uint32_t next = frame % 5 == 4 ? random_below(random, most) : count;
    for (uint32_t i = count; i < next; ++i) {
        boxes[i] = box_in(kind, i, next, random);
    }
    return next;
}

static void frames_are_found_as_from_scratch(void** state)
{
    (void)state;
    test_random random = random_start(85);
    static toi_bounds boxes[MOST];
    size_t found = 0, kept = 0, late = 0;
    for (int kind = 0; kind < SCENE_KINDS; ++kind) {
        ti_instant_broad broad;
        ti_instant_broad_init(&broad, NULL);
        uint32_t count = 150;
        make_scene((scene_kind)kind, count, &random, boxes);
        for (uint32_t frame = 0; frame < 40; ++frame) {
            count = next_frame((scene_kind)kind, frame, count, &random, boxes);
            found += check_frame(&broad, boxes, count, frame / 8 % 2 ? 0.0 : 0.1);
            kept += broad.kept.count > 0 && broad.frames > 0;
            late += broad.kept.count > 0 && broad.late_frames > 0;
        }
        ti_instant_broad_release(&broad);
    }
    assert_true(found > 1000 && kept > 50 && late > 20);
}

static void many_frames_take_no_more_memory(void** state)
{
    (void)state;
    test_random random = random_start(86);
    static toi_bounds boxes[MOST];
    failing_allocator f = failing_allocator_make(0, false);
    toi_allocator allocator = failing_allocator_use(&f);
    ti_instant_broad broad;
    ti_instant_broad_init(&broad, &allocator);
    make_scene(SCENE_EQUAL, MOST, &random, boxes);
    uint64_t calls = 0;
    for (uint32_t frame = 0; frame < 20; ++frame) {
        assert_int_equal(ti_instant_broad_find_with(&broad, boxes, MOST, 0.0, false), TOI_OK);
        calls = frame == 1 ? f.calls : calls;
    }
    assert_int_equal(f.calls, calls);
    ti_instant_broad_release(&broad);
    assert_int_equal(f.live, 0);
}

// Small motions, a jump of some, and one of all.
static void move_boxes(uint32_t frame, uint32_t count, test_random* random, toi_bounds* boxes)
{
    for (uint32_t i = 0; i < count; ++i) {
        bool jumps = frame == 5 || (frame == 3 && i % 40 == 0);
        toi_vec3 by = random_point(random, jumps ? 3.0 : 0.01);
        boxes[i] = (toi_bounds){v3_add(boxes[i].lower, by), v3_add(boxes[i].upper, by)};
    }
}

// Asks again where the allocator has failed. Returns how often that was.
static uint32_t frames_that_fail(uint64_t fail_at, uint32_t count, const toi_bounds* start)
{
    static toi_bounds boxes[MOST];
    test_random random = {88};
    failing_allocator f = failing_allocator_make(fail_at, false);
    toi_allocator allocator = failing_allocator_use(&f);
    ti_instant_broad broad;
    ti_instant_broad_init(&broad, &allocator);
    memcpy(boxes, start, sizeof boxes);
    for (uint32_t frame = 0; frame < 7; ++frame) {
        move_boxes(frame, count, &random, boxes);
        const ti_candidate* pairs;
        size_t found;
        uint64_t before = f.failures;
        toi_status status = ti_instant_broad_find(&broad, boxes, count, 0.0, &pairs, &found);
        assert_true((status == TOI_OK) == (f.failures == before));
        if (status != TOI_OK) {
            assert_int_equal(status, TOI_ERROR_MEMORY);
            assert_int_equal(ti_instant_broad_find(&broad, boxes, count, 0.0, &pairs, &found), TOI_OK);
        }
        check_found(pairs, found, boxes, count, 0.0);
    }
    ti_instant_broad_release(&broad);
    assert_int_equal(f.live, 0);
    return (uint32_t)f.failures;
}

static void every_allocation_may_fail(void** state)
{
    (void)state;
    test_random random = random_start(87);
    static toi_bounds boxes[MOST];
    const uint32_t sizes[] = {20, 100, 900};
    for (int size = 0; size < 3; ++size) {
        make_scene(SCENE_MIXED, sizes[size], &random, boxes);
        uint64_t at = 1;
        while (frames_that_fail(at, sizes[size], boxes) > 0) {
            ++at;
        }
        assert_true(at > (size == 0 ? 1 : 4)); // few boxes need room for pairs alone
    }
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(the_pairs_are_those_of_brute_force_in_every_scene),
        cmocka_unit_test(scale_and_offset_change_nothing),
        cmocka_unit_test(the_largest_and_the_infinite_boxes_are_right),
        cmocka_unit_test(both_builds_find_the_same),
        cmocka_unit_test(frames_are_found_as_from_scratch),
        cmocka_unit_test(many_frames_take_no_more_memory),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
