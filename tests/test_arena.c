// The arena and the growable array, with every allocation failed once.

#include "cmocka_toi.h"
#include "core/arena.h"
#include "core/array.h"
#include "core/memory.h"
#include "failing_allocator.h"

static void memory_is_aligned_and_does_not_overlap(void** state)
{
    (void)state;
    test_random random = random_start(21);
    failing_allocator f = failing_allocator_make(0, false);
    toi_allocator allocator = failing_allocator_use(&f);
    ti_arena arena;
    ti_arena_init(&arena, &allocator, 0);
    assert_int_equal(f.calls, 0);
    enum { COUNT = 2000 };
    unsigned char* kept[COUNT];
    size_t size[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        size[i] = random_below(&random, i % 100 == 0 ? 50000 : 200);
        kept[i] = ti_arena_allocate(&arena, size[i], 1);
        assert_non_null(kept[i]);
        assert_int_equal((uintptr_t)kept[i] % _Alignof(max_align_t), 0);
        memset(kept[i], i & 0xff, size[i]);
    }
    for (int i = 0; i < COUNT; ++i) {
        for (size_t j = 0; j < size[i]; ++j) {
            assert_int_equal(kept[i][j], i & 0xff);
        }
    }
    assert_true(f.calls < 40); // blocks grow
    assert_int_equal(arena.taken, f.live_bytes);
    ti_arena_destroy(&arena);
    assert_int_equal(f.live, 0);
    assert_int_equal(arena.taken, 0);
}

static void reset_gives_the_same_memory_again(void** state)
{
    (void)state;
    failing_allocator f = failing_allocator_make(0, false);
    toi_allocator allocator = failing_allocator_use(&f);
    ti_arena arena;
    ti_arena_init(&arena, &allocator, 0);
    ti_arena_mark empty = ti_arena_get_mark(&arena);
    void* first = ti_arena_allocate(&arena, 100, 1);
    ti_arena_mark mark = ti_arena_get_mark(&arena);
    void* a = ti_arena_allocate(&arena, 3000, 1);
    void* b = ti_arena_allocate(&arena, 30000, 1);
    uint64_t calls = f.calls;
    for (int i = 0; i < 10; ++i) {
        ti_arena_reset(&arena, mark);
        assert_ptr_equal(ti_arena_allocate(&arena, 3000, 1), a);
        assert_ptr_equal(ti_arena_allocate(&arena, 30000, 1), b);
    }
    ti_arena_reset(&arena, empty);
    assert_ptr_equal(ti_arena_allocate(&arena, 100, 1), first);
    assert_int_equal(f.calls, calls);
    ti_arena_destroy(&arena);
    ti_arena_destroy(&arena);
    assert_int_equal(f.live, 0);
}

static void memory_before_the_mark_stays(void** state)
{
    (void)state;
    ti_arena arena;
    ti_arena_init(&arena, NULL, 0);
    unsigned char* kept = ti_arena_allocate(&arena, 1000, 1);
    memset(kept, 7, 1000);
    ti_arena_mark mark = ti_arena_get_mark(&arena);
    for (size_t size = 1; size < 100000; size *= 3) {
        ti_arena_reset(&arena, mark);
        void* memory = ti_arena_allocate(&arena, size, 8);
        assert_non_null(memory);
        memset(memory, 9, 8 * size);
    }
    for (int i = 0; i < 1000; ++i) {
        assert_int_equal(kept[i], 7);
    }
    ti_arena_destroy(&arena);
}

static void arena_never_takes_more_than_its_limit(void** state)
{
    (void)state;
    test_random random = random_start(22);
    failing_allocator f = failing_allocator_make(0, false);
    toi_allocator allocator = failing_allocator_use(&f);
    ti_arena arena;
    ti_arena_init(&arena, &allocator, 20000);
    int refused = 0;
    for (int i = 0; i < 3000; ++i) {
        if (ti_arena_allocate(&arena, random_below(&random, 3000), 1) == NULL) {
            ++refused;
            ti_arena_reset(&arena, (ti_arena_mark){0});
        }
    }
    assert_true(refused > 100 && refused < 1500);
    assert_true(f.most_bytes <= 20000 && f.most_bytes > 15000);
    // All of the limit can be had at once after a reset, whatever blocks there were.
    ti_arena_reset(&arena, (ti_arena_mark){0});
    assert_non_null(ti_arena_allocate(&arena, 19900, 1));
    assert_null(ti_arena_allocate(&arena, 19900, 1));
    assert_true(f.most_bytes <= 20000);
    ti_arena_destroy(&arena);
    assert_int_equal(f.live, 0);
}

static void arena_size_that_overflows_is_refused(void** state)
{
    (void)state;
    ti_arena arena;
    ti_arena_init(&arena, NULL, 0);
    assert_null(ti_arena_allocate(&arena, SIZE_MAX, 1));
    assert_null(ti_arena_allocate(&arena, SIZE_MAX - 40, 1));
    assert_null(ti_arena_allocate(&arena, SIZE_MAX / 4, 8));
    void* a = ti_arena_allocate(&arena, 0, 8);
    void* b = ti_arena_allocate(&arena, 8, 0);
    assert_true(a != NULL && b != NULL && a != b);
    ti_arena_destroy(&arena);
}

static void arena_survives_each_failed_allocation(void** state)
{
    (void)state;
    for (uint64_t fail_at = 1; fail_at <= 6; ++fail_at) {
        failing_allocator f = failing_allocator_make(fail_at, false);
        toi_allocator allocator = failing_allocator_use(&f);
        ti_arena arena;
        ti_arena_init(&arena, &allocator, 0);
        int refused = 0;
        for (int i = 0; i < 100; ++i) {
            unsigned char* memory = ti_arena_allocate(&arena, 1000, 1);
            refused += memory == NULL;
            if (memory != NULL) {
                memset(memory, 1, 1000);
            }
        }
        assert_int_equal(refused, f.failures);
        assert_int_equal(refused, fail_at <= f.calls);
        ti_arena_destroy(&arena);
        assert_int_equal(f.live, 0);
    }
}

static void array_keeps_its_items_as_it_grows(void** state)
{
    (void)state;
    failing_allocator f = failing_allocator_make(0, false);
    toi_allocator allocator = failing_allocator_use(&f);
    ti_array array = ti_array_make(sizeof(uint32_t), &allocator);
    assert_int_equal(f.calls, 0);
    for (uint32_t i = 0; i < 10000; ++i) {
        uint32_t* item = i % 3 == 0 ? ti_array_extend(&array, 1) : ti_array_push(&array);
        assert_non_null(item);
        *item = i;
    }
    assert_int_equal(array.count, 10000);
    assert_true(f.calls <= 12); // doubling
    assert_int_equal(f.live, 1);
    const uint32_t* items = array.data;
    for (uint32_t i = 0; i < 10000; ++i) {
        assert_int_equal(items[i], i);
    }
    void* taken = ti_array_take(&array);
    assert_ptr_equal(taken, items);
    assert_int_equal(array.count, 0);
    ti_array_release(&array);
    ti_release(&allocator, taken);
    void* nothing = ti_array_take(&array);
    assert_non_null(nothing);
    ti_release(&allocator, nothing);
    assert_int_equal(f.live, 0);
}

static void array_is_unchanged_when_it_cannot_grow(void** state)
{
    (void)state;
    for (uint64_t fail_at = 1; fail_at <= 4; ++fail_at) {
        failing_allocator f = failing_allocator_make(fail_at, false);
        toi_allocator allocator = failing_allocator_use(&f);
        ti_array array = ti_array_make(sizeof(uint32_t), &allocator);
        uint32_t pushed = 0;
        for (uint32_t i = 0; i < 200; ++i) {
            uint32_t* item = ti_array_push(&array);
            if (item != NULL) {
                *item = pushed++;
            }
        }
        assert_int_equal(f.failures, 1);
        assert_int_equal(pushed, 199);
        assert_int_equal(array.count, 199);
        for (uint32_t i = 0; i < pushed; ++i) {
            assert_int_equal(((uint32_t*)array.data)[i], i);
        }
        assert_false(ti_array_reserve(&array, SIZE_MAX));
        assert_false(ti_array_reserve(&array, SIZE_MAX / 4));
        assert_null(ti_array_extend(&array, SIZE_MAX / 2));
        assert_int_equal(array.count, 199);
        ti_array_release(&array);
        assert_int_equal(f.live, 0);
    }
}

static void extending_by_nothing_gives_a_place(void** state)
{
    (void)state;
    ti_array array = ti_array_make(24, NULL);
    assert_non_null(ti_array_extend(&array, 0));
    assert_int_equal(array.count, 0);
    assert_true(ti_array_reserve(&array, 1000));
    assert_true(array.capacity >= 1000);
    const void* place = array.data;
    for (int i = 0; i < 1000; ++i) {
        assert_non_null(ti_array_push(&array));
    }
    assert_ptr_equal(array.data, place);
    ti_array_release(&array);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(memory_is_aligned_and_does_not_overlap),
        cmocka_unit_test(reset_gives_the_same_memory_again),
        cmocka_unit_test(memory_before_the_mark_stays),
        cmocka_unit_test(arena_never_takes_more_than_its_limit),
        cmocka_unit_test(arena_size_that_overflows_is_refused),
        cmocka_unit_test(arena_survives_each_failed_allocation),
        cmocka_unit_test(array_keeps_its_items_as_it_grows),
        cmocka_unit_test(array_is_unchanged_when_it_cannot_grow),
        cmocka_unit_test(extending_by_nothing_gives_a_place),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
