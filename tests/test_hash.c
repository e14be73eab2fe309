// Hashes against published values, and the table against a search through all items.

#include "cmocka_toi.h"
#include "core/hash.h"
#include "failing_allocator.h"

// Published test vectors of FNV-1a 64.
static void fnv_gives_the_published_values(void** state)
{
    (void)state;
    assert_true(ti_hash_bytes(TI_HASH_START, "", 0) == UINT64_C(0xcbf29ce484222325));
    assert_true(ti_hash_bytes(TI_HASH_START, "a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(ti_hash_bytes(TI_HASH_START, "foobar", 6) == UINT64_C(0x85944171f73967e8));
}

static void words_hash_as_their_bytes_lowest_first(void** state)
{
    (void)state;
    const unsigned char bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    assert_true(ti_hash_word(TI_HASH_START, UINT64_C(0x0807060504030201)) ==
                ti_hash_bytes(TI_HASH_START, bytes, 8));
    const unsigned char one[8] = {0, 0, 0, 0, 0, 0, 0xf0, 0x3f}; // 1.0
    assert_true(ti_hash_double(TI_HASH_START, 1.0) == ti_hash_bytes(TI_HASH_START, one, 8));
}

static void zeros_differ_as_bits_and_agree_as_numbers(void** state)
{
    (void)state;
    assert_true(ti_hash_double(TI_HASH_START, 0.0) != ti_hash_double(TI_HASH_START, -0.0));
    assert_true(ti_bits_of_number(0.0) == 0 && ti_bits_of_number(-0.0) == 0);
    assert_true(ti_bits_of_number(-1.0) != ti_bits_of_number(1.0));
    assert_true(ti_bits_of_number(-4.9e-324) != 0);
    const double a[3] = {0.0, -0.0, 1.0}, b[3] = {-0.0, 0.0, 1.0}, c[3] = {1.0, 0.0, 0.0};
    assert_true(ti_hash_position(a) == ti_hash_position(b));
    assert_true(ti_hash_position(a) != ti_hash_position(c));
}

static void mixing_flips_half_of_the_bits(void** state)
{
    (void)state;
    test_random random = random_start(41);
    for (int bit = 0; bit < 64; ++bit) {
        int flipped = 0;
        for (int i = 0; i < 200; ++i) {
            uint64_t word = random_bits(&random);
            uint64_t change = ti_hash_u64(word) ^ ti_hash_u64(word ^ UINT64_C(1) << bit);
            flipped += __builtin_popcountll(change);
        }
        assert_near(flipped / 200.0, 32.0, 2.5);
    }
}

// Coordinates on a grid have many low zero bits; their hashes must still fill a table evenly.
static void grid_positions_spread_over_the_low_bits(void** state)
{
    (void)state;
    enum { SIDE = 32, CELLS = SIDE * SIDE * SIDE };
    static unsigned char used[CELLS];
    memset(used, 0, sizeof used);
    for (int i = 0; i < CELLS; ++i) {
        const double p[3] = {i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE};
        used[ti_hash_position(p) % CELLS] = 1;
    }
    int filled = 0;
    for (int i = 0; i < CELLS; ++i) {
        filled += used[i];
    }
    assert_near((double)filled / CELLS, 1.0 - exp(-1.0), 0.02);
}

static bool is_at(uint32_t index, const void* item, const void* context)
{
    const double* positions = context;
    const double* p = item;
    const double* q = positions + 3 * index;
    return p[0] == q[0] && p[1] == q[1] && p[2] == q[2];
}

static void table_finds_the_first_of_equal_positions(void** state)
{
    (void)state;
    enum { COUNT = 3000 };
    static double p[3 * COUNT];
    test_random random = random_start(42);
    for (int i = 0; i < 3 * COUNT; ++i) {
        p[i] = (double)random_below(&random, 12) - 6.0;
        p[i] = p[i] == 0.0 && random_below(&random, 2) == 0 ? -0.0 : p[i];
    }
    failing_allocator f = failing_allocator_make(0, false);
    toi_allocator allocator = failing_allocator_use(&f);
    ti_table table;
    assert_int_equal(ti_table_init(&table, COUNT, &allocator), TOI_OK);
    for (uint32_t i = 0; i < COUNT; ++i) {
        uint32_t* slot = ti_table_find(&table, ti_hash_position(&p[3 * i]), is_at, &p[3 * i], p);
        if (*slot == UINT32_MAX) {
            *slot = i;
        }
        uint32_t first = 0;
        while (!is_at(first, &p[3 * i], p)) {
            ++first;
        }
        assert_int_equal(*slot, first);
    }
    ti_table_release(&table);
    assert_int_equal(f.live, 0);
}

static void full_table_with_one_hash_still_works(void** state)
{
    (void)state;
    enum { COUNT = 64 };
    double p[3 * COUNT];
    for (int i = 0; i < 3 * COUNT; ++i) {
        p[i] = i;
    }
    ti_table table;
    assert_int_equal(ti_table_init(&table, COUNT, NULL), TOI_OK);
    for (uint32_t round = 0; round < 2; ++round) {
        for (uint32_t i = 0; i < COUNT; ++i) {
            uint32_t* slot = ti_table_find(&table, UINT64_MAX, is_at, &p[3 * i], p);
            assert_int_equal(*slot, round == 0 ? UINT32_MAX : i);
            *slot = i;
        }
    }
    ti_table_release(&table);
}

static void table_without_memory_says_so(void** state)
{
    (void)state;
    failing_allocator f = failing_allocator_make(1, false);
    toi_allocator allocator = failing_allocator_use(&f);
    ti_table table;
    assert_int_equal(ti_table_init(&table, 10, &allocator), TOI_ERROR_MEMORY);
    ti_table_release(&table);
    assert_int_equal(f.live, 0);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(fnv_gives_the_published_values),
        cmocka_unit_test(words_hash_as_their_bytes_lowest_first),
        cmocka_unit_test(zeros_differ_as_bits_and_agree_as_numbers),
        cmocka_unit_test(mixing_flips_half_of_the_bits),
        cmocka_unit_test(grid_positions_spread_over_the_low_bits),
        cmocka_unit_test(table_finds_the_first_of_equal_positions),
        cmocka_unit_test(full_table_with_one_hash_still_works),
        cmocka_unit_test(table_without_memory_says_so),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
