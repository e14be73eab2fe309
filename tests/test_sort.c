// Sorting against counting and against qsort, on orders that are hard for quicksort.

#include "cmocka_toi.h"
#include "core/assert.h"
#include "core/sort.h"

typedef struct keys {
    const uint32_t* key;
    uint64_t compared;
} keys;

static int compare_keys(uint32_t a, uint32_t b, const void* context)
{
    keys* k = (keys*)(uintptr_t)context;
    ++k->compared;
    if (k->key[a] != k->key[b]) {
        return k->key[a] < k->key[b] ? -1 : 1;
    }
    return a < b ? -1 : a > b;
}

enum { MOST = 20000 };

static uint32_t key[MOST], indices[MOST], expected[MOST];

static int compare_for_qsort(const void* a, const void* b)
{
    uint32_t i = *(const uint32_t*)a, j = *(const uint32_t*)b;
    uint64_t x = (uint64_t)key[i] << 32 | i, y = (uint64_t)key[j] << 32 | j;
    return (x > y) - (x < y);
}

// Sorts the indices 0 to count - 1 as they stand in `indices`. @return comparisons made
static uint64_t sort_and_check(uint32_t count)
{
    memcpy(expected, indices, count * sizeof *indices);
    qsort(expected, count, sizeof *expected, compare_for_qsort);
    keys context = {key, 0};
    ti_sort_indices(indices, count, compare_keys, &context);
    assert_memory_equal(indices, expected, count * sizeof *indices);
    return context.compared;
}

static void start_in_order(uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        indices[i] = i;
    }
}

static void shuffle(test_random* random, uint32_t count)
{
    start_in_order(count);
    for (uint32_t i = count; i > 1; --i) {
        uint32_t j = random_below(random, i);
        uint32_t kept = indices[i - 1];
        indices[i - 1] = indices[j];
        indices[j] = kept;
    }
}

static void sorts_every_size_and_number_of_equal_keys(void** state)
{
    (void)state;
    test_random random = random_start(31);
    for (uint32_t count = 0; count < 200; ++count) {
        for (uint32_t values = 1; values <= 1000; values *= 10) {
            for (uint32_t i = 0; i < count; ++i) {
                key[i] = random_below(&random, values);
            }
            shuffle(&random, count);
            sort_and_check(count);
        }
    }
}

static void sorts_patterns_without_quadratic_work(void** state)
{
    (void)state;
    test_random random = random_start(32);
    for (int pattern = 0; pattern < 7; ++pattern) {
        for (uint32_t i = 0; i < MOST; ++i) {
            const uint32_t keys_of[] = {i, MOST - i,         i < MOST / 2 ? i : MOST - i,   i % 7,
                                        5, (i * 7919) % 101, (uint32_t)random_bits(&random)};
            key[i] = keys_of[pattern];
        }
        start_in_order(MOST);
        uint64_t compared = sort_and_check(MOST);
        printf("pattern %d: %.2f n log2(n) comparisons\n", pattern, (double)compared / MOST / log2(MOST));
        assert_true(compared < 3 * MOST * 15); // 15 > log2(MOST); the check of the order costs 2 more each
    }
}

// [McIlroy99]: an adversary that answers so that quicksort picks the worst pivots.
typedef struct adversary {
    uint32_t* value;
    uint32_t gas, solid, candidate;
    uint64_t compared;
} adversary;

static int compare_adversary(uint32_t a, uint32_t b, const void* context)
{
    adversary* w = (adversary*)(uintptr_t)context;
    ++w->compared;
    if (a == b) {
        return 0;
    }
    if (w->value[a] == w->gas && w->value[b] == w->gas) {
        w->value[a == w->candidate ? a : b] = w->solid++;
    }
    if (w->value[a] == w->gas) {
        w->candidate = a;
    } else if (w->value[b] == w->gas) {
        w->candidate = b;
    }
    return w->value[a] < w->value[b] ? -1 : 1;
}

static void adversary_cannot_make_it_quadratic(void** state)
{
    (void)state;
    adversary w = {.value = key, .gas = MOST, .solid = 0};
    for (uint32_t i = 0; i < MOST; ++i) {
        key[i] = MOST;
    }
    start_in_order(MOST);
    ti_sort_indices(indices, MOST, compare_adversary, &w);
    printf("adversary: %.2f n log2(n) comparisons\n", (double)w.compared / MOST / log2(MOST));
    assert_true(w.compared < 6 * MOST * 15);
    start_in_order(MOST);
    uint64_t compared = sort_and_check(MOST); // the order that the adversary made up
    assert_true(compared < 6 * MOST * 15);
}

static int failed_asserts;

static void count_failure(const char* condition, const char* file, int line)
{
    (void)condition, (void)file, (void)line;
    ++failed_asserts;
}

static int compare_only_keys(uint32_t a, uint32_t b, const void* context)
{
    const uint32_t* k = context;
    return (k[a] > k[b]) - (k[a] < k[b]);
}

static void order_that_is_not_total_is_a_failed_assert(void** state)
{
    (void)state;
    ti_assert_handler* before = ti_assert_set_handler(count_failure);
    failed_asserts = 0;
    for (uint32_t i = 0; i < 100; ++i) {
        key[i] = i / 2;
    }
    start_in_order(100);
    ti_sort_indices(indices, 100, compare_only_keys, key);
    ti_assert_set_handler(before);
#ifdef TI_ASSERTS
    assert_int_equal(failed_asserts, 1);
#else
    assert_int_equal(failed_asserts, 0);
#endif
}

static int compare_nonsense(uint32_t a, uint32_t b, const void* context)
{
    test_random* random = (test_random*)(uintptr_t)context;
    return (int)(random_bits(random) % 3) - 1 + 0 * (int)(a + b);
}

static void nonsense_comparisons_lose_no_index(void** state)
{
    (void)state;
    ti_assert_handler* before = ti_assert_set_handler(count_failure);
    test_random random = random_start(33);
    static bool seen[1000];
    for (int round = 0; round < 50; ++round) {
        start_in_order(1000);
        ti_sort_indices(indices, 1000, compare_nonsense, &random);
        memset(seen, 0, sizeof seen);
        for (uint32_t i = 0; i < 1000; ++i) {
            assert_true(indices[i] < 1000 && !seen[indices[i]]);
            seen[indices[i]] = true;
        }
    }
    ti_assert_set_handler(before);
}

static void radix_sort_is_stable_and_right(void** state)
{
    (void)state;
    test_random random = random_start(34);
    static ti_key_value items[5000], scratch[5000];
    for (int round = 0; round < 60; ++round) {
        uint32_t count = round < 10 ? (uint32_t)round : random_below(&random, 5000);
        int shift = (int)random_below(&random, 64);
        uint64_t mask = round % 3 == 0 ? UINT64_MAX : UINT64_C(0xff00ff) << (round % 24);
        for (uint32_t i = 0; i < count; ++i) {
            items[i] = (ti_key_value){(random_bits(&random) >> shift) & mask, i};
        }
        ti_sort_keys(items, scratch, count);
        for (uint32_t i = 1; i < count; ++i) {
            assert_true(items[i - 1].key < items[i].key ||
                        (items[i - 1].key == items[i].key && items[i - 1].value < items[i].value));
        }
    }
}

static void keys_of_doubles_order_as_the_doubles_do(void** state)
{
    (void)state;
    const double rising[] = {-HUGE_VAL, -1e300,   -1.5, -1.0, -4.9e-324, -0.0,
                             0.0,       4.9e-324, 1.0,  1.5,  1e300,     HUGE_VAL};
    for (size_t i = 1; i < sizeof rising / sizeof *rising; ++i) {
        assert_true(ti_sort_key_double(rising[i - 1]) < ti_sort_key_double(rising[i]));
    }
    test_random random = random_start(35);
    for (int i = 0; i < 10000; ++i) {
        double a = random_between(&random, -1.0, 1.0), b = random_between(&random, -1.0, 1.0);
        assert_int_equal(a < b, ti_sort_key_double(a) < ti_sort_key_double(b));
    }
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(sorts_every_size_and_number_of_equal_keys),
        cmocka_unit_test(sorts_patterns_without_quadratic_work),
        cmocka_unit_test(adversary_cannot_make_it_quadratic),
        cmocka_unit_test(order_that_is_not_total_is_a_failed_assert),
        cmocka_unit_test(nonsense_comparisons_lose_no_index),
        cmocka_unit_test(radix_sort_is_stable_and_right),
        cmocka_unit_test(keys_of_doubles_order_as_the_doubles_do),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
