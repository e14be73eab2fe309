// Splitting triangles by key, and the sizes that the tree cuts.

#include "bvh/plan.h"
#include "bvh/select.h"
#include "cmocka_toi.h"

enum { COUNT = 3000 };

// Keys with triangles that know them.
typedef struct row {
    uint64_t key[COUNT];
    ti_triangle triangle[COUNT];
} row;

static void set_keys(row* r, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        r->triangle[i] = (ti_triangle){{(uint32_t)r->key[i], (uint32_t)(r->key[i] >> 32), 7}, 9};
    }
}

static int compare_keys(const void* a, const void* b)
{
    const uint64_t *p = a, *q = b;
    return *p < *q ? -1 : *p > *q;
}

static void check_select(row* r, uint32_t count, uint32_t middle)
{
    static uint64_t sorted[COUNT];
    memcpy(sorted, r->key, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_keys);
    set_keys(r, count);
    ti_select(r->key, r->triangle, 0, count, middle);
    for (uint32_t i = 0; i < count; ++i) {
        uint64_t key = (uint64_t)r->triangle[i].vertex[1] << 32 | r->triangle[i].vertex[0];
        assert_true(key == r->key[i] && r->triangle[i].vertex[2] == 7 && r->triangle[i].face == 9);
        assert_true(i < middle ? key < sorted[middle == count ? count - 1 : middle] || middle == count
                               : key >= sorted[middle]);
    }
    qsort(r->key, count, sizeof *sorted, compare_keys);
    assert_memory_equal(r->key, sorted, count * sizeof *sorted);
}

static void any_order_is_split_at_any_place(void** state)
{
    (void)state;
    static row r;
    test_random random = random_start(3);
    for (uint32_t count = 1; count <= COUNT; count = 2 * count + random_below(&random, 3)) {
        for (uint32_t kind = 0; kind < 5; ++kind) {
            uint32_t middle = random_below(&random, count + 1);
            for (uint32_t i = 0; i < count; ++i) {
                uint64_t high[5] = {i, count - i, i < count / 2 ? i : count - i, random_bits(&random) >> 32,
                                    5};
                r.key[i] = high[kind] << 32 | i;
            }
            check_select(&r, count, middle);
        }
    }
}

// The keys at the three places that are looked at are the two smallest of the range and another, so the
// median takes off two keys a round: 1500 rounds, far over the limit, unless halving the range of values ends
// it. [Musser 1997]
static void set_killer(row* r)
{
    static uint32_t slot[COUNT]; // slot[i]: where the key at place i of the moment came from
    for (uint32_t i = 0; i < COUNT; ++i) {
        slot[i] = i;
    }
    for (uint32_t begin = 0; begin < COUNT; begin += 2) {
        uint32_t middle = begin + (COUNT - begin) / 2;
        r->key[slot[begin]] = begin;
        r->key[slot[middle]] = begin + 1;
        slot[middle] = slot[begin + 1]; // the partition swaps them
    }
}

static void killers_of_the_median_of_three_are_split(void** state)
{
    (void)state;
    static row r;
    set_killer(&r);
    check_select(&r, COUNT, COUNT - 2);
    set_killer(&r);
    check_select(&r, COUNT, COUNT / 2);
    // Exponential gaps are the worst for halving the range.
    for (uint32_t i = 0; i < 60; ++i) {
        r.key[i] = (uint64_t)1 << (59 - i);
    }
    for (uint32_t middle = 0; middle <= 60; ++middle) {
        check_select(&r, 60, middle);
    }
}

static void check_cut(uint32_t count)
{
    ti_cut cut = ti_cut_range(count);
    uint32_t sum = 0;
    assert_true(cut.lane_count >= 2 && cut.lane_count <= TI_TREE_WIDTH);
    for (uint32_t i = 0; i < cut.lane_count; ++i) {
        assert_true(cut.size[i] > 0);
        assert_true(cut.size[i] <= count / 4 + 48 || cut.size[i] <= 64);
        sum += cut.size[i];
    }
    assert_true(sum == count);
    assert_true(cut.half[0] + cut.half[1] == count && cut.half[0] > 0 && cut.half[1] > 0);
    assert_true(cut.first[0] > 0 && cut.first[0] <= cut.half[0]);
    assert_true(cut.first[1] > 0 && cut.first[1] <= cut.half[1]);
}

static void cuts_cover_a_range_and_shrink_it(void** state)
{
    (void)state;
    for (uint32_t count = 5; count < 20000; ++count) {
        check_cut(count);
    }
    for (uint32_t i = 0; i < 1000; ++i) {
        check_cut(UINT32_MAX - i);
    }
}

static void plans_stay_low_and_fill_leaves(void** state)
{
    (void)state;
    assert_int_equal(ti_plan_tree(1).nodes, 1);
    assert_int_equal(ti_plan_tree(4).nodes, 1);
    assert_int_equal(ti_plan_tree(5).nodes, 2);
    assert_int_equal(ti_plan_tree(12).nodes, 2);
    assert_int_equal(ti_plan_tree(64).nodes, 6);
    assert_int_equal(ti_plan_tree(64).patches, 5);
    assert_int_equal(ti_plan_tree(1000000).levels, 10);
    assert_true(ti_plan_tree(1000000).nodes < 1000000 / 11);
    assert_true(ti_plan_tree(1u << 22).levels <= 12);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(any_order_is_split_at_any_place),
        cmocka_unit_test(killers_of_the_median_of_three_are_split),
        cmocka_unit_test(cuts_cover_a_range_and_shrink_it),
        cmocka_unit_test(plans_stay_low_and_fill_leaves),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
