// Allocation with checked sizes, asserts, names of statuses and the version.

#ifndef TI_ASSERTS
#define TI_ASSERTS
#endif
#include "cmocka_toi.h"
#include "core/assert.h"
#include "core/memory.h"
#include "failing_allocator.h"

static void size_that_overflows_fails_without_asking_the_allocator(void** state)
{
    (void)state;
    failing_allocator f = failing_allocator_make(0, false);
    toi_allocator allocator = failing_allocator_use(&f);
    assert_null(ti_allocate(&allocator, SIZE_MAX / 8 + 1, 8));
    assert_null(ti_allocate(&allocator, SIZE_MAX, SIZE_MAX));
    assert_null(ti_allocate_zero(&allocator, 2, SIZE_MAX / 2 + 1));
    assert_int_equal(f.calls, 0);
    assert_null(ti_allocate(&allocator, 1, SIZE_MAX)); // no overflow: the allocator says no
    assert_int_equal(f.calls, 1);
}

static void nothing_is_allocated_as_something(void** state)
{
    (void)state;
    failing_allocator f = failing_allocator_make(0, false);
    toi_allocator allocator = failing_allocator_use(&f);
    void* a = ti_allocate(&allocator, 0, 8);
    void* b = ti_allocate_zero(&allocator, 8, 0);
    assert_non_null(a);
    assert_non_null(b);
    assert_int_equal(f.live_bytes, 2);
    ti_release(&allocator, a);
    ti_release(&allocator, b);
    ti_release(&allocator, NULL);
    assert_int_equal(f.live, 0);
}

static void null_allocator_is_malloc_and_free(void** state)
{
    (void)state;
    unsigned char* memory = ti_allocate_zero(NULL, 100, 3);
    assert_non_null(memory);
    for (int i = 0; i < 300; ++i) {
        assert_int_equal(memory[i], 0);
    }
    ti_release(NULL, memory);
    toi_allocator none = {0};
    void* other = ti_allocate(&none, 1, 1);
    assert_non_null(other);
    ti_release(&none, other);
}

static void zeroed_memory_is_zero_whatever_the_allocator_gives(void** state)
{
    (void)state;
    failing_allocator f = failing_allocator_make(0, false);
    toi_allocator allocator = failing_allocator_use(&f);
    unsigned char* memory = ti_allocate_zero(&allocator, 10, 4);
    assert_non_null(memory);
    for (int i = 0; i < 40; ++i) {
        assert_int_equal(memory[i], 0);
    }
    ti_release(&allocator, memory);
    assert_int_equal(f.live, 0);
}

static void failing_allocator_fails_when_told(void** state)
{
    (void)state;
    failing_allocator once = failing_allocator_make(2, false);
    failing_allocator forever = failing_allocator_make(2, true);
    toi_allocator a = failing_allocator_use(&once);
    toi_allocator b = failing_allocator_use(&forever);
    void* kept[6];
    for (int i = 0; i < 3; ++i) {
        kept[i] = ti_allocate(&a, 1, 1);
        kept[3 + i] = ti_allocate(&b, 1, 1);
    }
    assert_true(kept[0] != NULL && kept[1] == NULL && kept[2] != NULL);
    assert_true(kept[3] != NULL && kept[4] == NULL && kept[5] == NULL);
    assert_int_equal(once.live, 2);
    assert_int_equal(forever.failures, 2);
    for (int i = 0; i < 3; ++i) {
        ti_release(&a, kept[i]);
        ti_release(&b, kept[3 + i]);
    }
    assert_int_equal(once.live, 0);
    assert_int_equal(forever.live, 0);
}

static int failed_line;

static void remember_line(const char* condition, const char* file, int line)
{
    assert_string_equal(condition, "1 + 1 == 3");
    assert_non_null(strstr(file, "test_memory.c"));
    failed_line = line;
}

static void failed_assert_calls_the_handler(void** state)
{
    (void)state;
    ti_assert_handler* before = ti_assert_set_handler(remember_line);
    failed_line = 0;
    TI_ASSERT(1 + 1 == 2);
    assert_int_equal(failed_line, 0);
    TI_ASSERT(1 + 1 == 3);
    assert_int_equal(failed_line, __LINE__ - 1);
    assert_ptr_equal(ti_assert_set_handler(NULL), remember_line);
    assert_ptr_equal(ti_assert_set_handler(before), before);
}

static void every_status_has_its_own_name(void** state)
{
    (void)state;
    for (int i = 0; i <= TOI_ERROR_THREAD + 1; ++i) {
        const char* name = toi_status_name((toi_status)i);
        assert_non_null(name);
        assert_true(strlen(name) > 0);
        for (int j = 0; j < i; ++j) {
            assert_string_not_equal(name, toi_status_name((toi_status)j));
        }
    }
    assert_string_equal(toi_status_name(TOI_ERROR_INVALID), "invalid argument");
}

static void version_is_that_of_the_header(void** state)
{
    (void)state;
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", TOI_VERSION_MAJOR, TOI_VERSION_MINOR, TOI_VERSION_PATCH);
    assert_string_equal(toi_version(), text);
    assert_string_equal(toi_version(), TOI_VERSION_STRING);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(size_that_overflows_fails_without_asking_the_allocator),
        cmocka_unit_test(nothing_is_allocated_as_something),
        cmocka_unit_test(null_allocator_is_malloc_and_free),
        cmocka_unit_test(zeroed_memory_is_zero_whatever_the_allocator_gives),
        cmocka_unit_test(failing_allocator_fails_when_told),
        cmocka_unit_test(failed_assert_calls_the_handler),
        cmocka_unit_test(every_status_has_its_own_name),
        cmocka_unit_test(version_is_that_of_the_header),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
