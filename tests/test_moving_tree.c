// A tree over boxes that are replaced: sweeps find what brute force finds, memory is taken once, and the tree
// stays as good as a new one.

#include "failing_allocator.h"
#include "random_point.h"

#include "broad/moving.h"
#include "math/vec3.h"

enum { MOST = 600 };

static toi_bounds box_in(test_random* random, double size)
{
    toi_vec3 middle = random_point(random, size), half = random_point(random, 1.0);
    half = v3(fabs(half.x), fabs(half.y), fabs(half.z));
    return (toi_bounds){v3_sub(middle, half), v3_add(middle, half)};
}

// ---- the truth: the box at times on a fine grid, and the moments at which sides pass each other

static double overlap_at(const ti_box_sweep* s, const toi_bounds* b, double t)
{
    toi_vec3 lower = v3_madd(s->box.lower, t, s->by), upper = v3_madd(s->box.upper, t, s->by);
    toi_vec3 l = v3_sub(b->upper, lower), u = v3_sub(upper, b->lower);
    return fmin(fmin(fmin(l.x, l.y), l.z), fmin(fmin(u.x, u.y), u.z));
}

// The least of six linear functions is concave, so golden cuts find its largest value. Then the first time at
// which it is not negative, by halving.
static bool meets_slowly(const ti_box_sweep* s, const toi_bounds* b, double* entry)
{
    double from = 0.0, to = 1.0;
    for (int i = 0; i < 200; ++i) {
        double a = from + (to - from) / 3.0, c = to - (to - from) / 3.0;
        if (overlap_at(s, b, a) < overlap_at(s, b, c)) {
            from = a;
        } else {
            to = c;
        }
    }
    double best = overlap_at(s, b, from), low = 0.0, high = from;
    if (overlap_at(s, b, 0.0) >= 0.0) {
        *entry = 0.0;
        return true;
    }
    for (int i = 0; i < 200 && best >= 0.0; ++i) {
        double middle = 0.5 * (low + high);
        *(overlap_at(s, b, middle) >= 0.0 ? &high : &low) = middle;
    }
    *entry = high;
    return best >= 0.0;
}

static void a_sweep_meets_boxes_when_it_does(void** state)
{
    (void)state;
    test_random random = random_start(20260601);
    uint32_t hits = 0, later = 0;
    for (int i = 0; i < 4000; ++i) {
        ti_box_sweep s = {box_in(&random, 2.0), random_point(&random, 4.0)};
        toi_bounds b = box_in(&random, 2.0);
        if (random_below(&random, 4) == 0) {
            s.by.x = 0.0;
        }
        double entry = -1.0, expected = -1.0;
        bool truth = meets_slowly(&s, &b, &expected), found = ti_sweep_meets(&s, &b, &entry);
        assert_int_equal(found, truth);
        if (truth) {
            assert_near(entry, expected, 1e-9);
            ++hits;
            later += entry > 0.0;
        }
    }
    assert_true(hits > 500 && later > 200);
}

// ---- trees

typedef struct found {
    uint32_t times[MOST];
    double entry[MOST];
} found;

static bool note(uint32_t item, double entry, void* context)
{
    found* f = context;
    ++f->times[item];
    f->entry[item] = entry;
    return true;
}

static void assert_sweep_is_brute_force(const ti_moving_tree* tree, const toi_bounds* boxes,
                                        const ti_box_sweep* sweep)
{
    found f = {0};
    assert_true(ti_moving_tree_sweep(tree, sweep, note, &f));
    for (uint32_t i = 0; i < tree->count; ++i) {
        double entry;
        bool meets = ti_sweep_meets(sweep, &boxes[i], &entry);
        assert_int_equal(f.times[i], meets ? 1 : 0);
        if (meets) {
            assert_true(f.entry[i] == entry);
        }
    }
}

static void change_and_sweep(test_random* random, toi_bounds* boxes, uint32_t count)
{
    ti_moving_tree tree;
    toi_allocator allocator = {0};
    assert_int_equal(ti_moving_tree_make(boxes, count, &allocator, &tree), TOI_OK);
    for (uint32_t i = 0; i < 3 * count + 10; ++i) {
        if (count > 0) {
            uint32_t item = random_below(random, count);
            boxes[item] = box_in(random, i % 50 == 0 ? 1e3 : 12.0);
            boxes[item].upper.y = i % 97 == 5 ? HUGE_VAL : boxes[item].upper.y;
            ti_moving_tree_replace(&tree, item, &boxes[item]);
        }
        if (i % 8 == 0) {
            ti_box_sweep sweep = {box_in(random, 12.0), random_point(random, 12.0)};
            assert_sweep_is_brute_force(&tree, boxes, &sweep);
        }
    }
    ti_moving_tree_release(&tree, &allocator);
}

static void a_tree_that_was_changed_finds_what_brute_force_finds(void** state)
{
    (void)state;
    test_random random = random_start(20260602);
    static const uint32_t counts[] = {0, 1, 2, 8, 9, 17, 100, MOST};
    static toi_bounds boxes[MOST];
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; ++c) {
        for (uint32_t i = 0; i < counts[c]; ++i) {
            boxes[i] = box_in(&random, 12.0);
        }
        change_and_sweep(&random, boxes, counts[c]);
    }
}

// Bodies that change places: mended nodes alone would all grow to the size of the whole.
static void a_tree_does_not_decay(void** state)
{
    (void)state;
    test_random random = random_start(20260603);
    static toi_bounds boxes[MOST];
    toi_allocator allocator = {0};
    for (uint32_t i = 0; i < MOST; ++i) {
        boxes[i] = box_in(&random, 40.0);
    }
    ti_moving_tree tree, fresh;
    assert_int_equal(ti_moving_tree_make(boxes, MOST, &allocator, &tree), TOI_OK);
    double worst = 0.0;
    for (uint32_t i = 0; i < 20 * MOST; ++i) {
        uint32_t item = random_below(&random, MOST);
        boxes[item] = box_in(&random, 40.0);
        ti_moving_tree_replace(&tree, item, &boxes[item]);
        if (i > 2 * MOST && i % MOST == MOST / 2) {
            assert_int_equal(ti_moving_tree_make(boxes, MOST, &allocator, &fresh), TOI_OK);
            worst = fmax(worst, tree.cost / fresh.cost);
            ti_moving_tree_release(&fresh, &allocator);
        }
    }
    print_message("cost against a new tree: at most %.2f\n", worst);
    assert_true(worst < 4.0);
    // Rest: once nothing more is out of place, one more round of replacing makes it as good as new.
    for (uint32_t i = 0; i < 2 * MOST; ++i) {
        ti_moving_tree_replace(&tree, i % MOST, &boxes[i % MOST]);
    }
    assert_int_equal(ti_moving_tree_make(boxes, MOST, &allocator, &fresh), TOI_OK);
    assert_true(tree.cost <= 1.51 * fresh.cost);
    ti_moving_tree_release(&fresh, &allocator);
    ti_moving_tree_release(&tree, &allocator);
}

static void memory_is_taken_when_a_tree_is_made_or_not_at_all(void** state)
{
    (void)state;
    test_random random = random_start(20260604);
    toi_bounds boxes[40];
    for (int i = 0; i < 40; ++i) {
        boxes[i] = box_in(&random, 5.0);
    }
    for (uint64_t at = 1;; ++at) {
        failing_allocator f = failing_allocator_make(at, false);
        toi_allocator allocator = failing_allocator_use(&f);
        ti_moving_tree tree;
        toi_status status = ti_moving_tree_make(boxes, 40, &allocator, &tree);
        if (status == TOI_OK) {
            uint64_t calls = f.calls;
            for (uint32_t i = 0; i < 400; ++i) {
                toi_bounds box = box_in(&random, 5.0 + i);
                ti_moving_tree_replace(&tree, i % 40, &box);
            }
            assert_true(f.calls == calls);
            ti_moving_tree_release(&tree, &allocator);
            assert_int_equal(f.live, 0);
            assert_true(at > 4);
            break;
        }
        assert_int_equal(status, TOI_ERROR_MEMORY);
        assert_int_equal(f.live, 0);
    }
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(a_sweep_meets_boxes_when_it_does),
        cmocka_unit_test(a_tree_that_was_changed_finds_what_brute_force_finds),
        cmocka_unit_test(a_tree_does_not_decay),
        cmocka_unit_test(memory_is_taken_when_a_tree_is_made_or_not_at_all),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
