// The thread pool and the team that stands ready: every index once, workers that do not meet, threads that
// cannot be started. Run it under the thread sanitizer too. Also what the processor can do.

#include "cmocka_toi.h"
#include "core/cpu.h"
#include "core/pool.h"
#include "core/team.h"
#include "failing_allocator.h"

#include <stdatomic.h>

enum { MOST_TASKS = 5000, MOST_THREADS = 16 };

typedef struct record {
    uint32_t count, threads;
    uint32_t done[MOST_TASKS];        // written by the task of that index alone
    uint32_t by_worker[MOST_THREADS]; // written by that worker alone
    _Atomic int inside[MOST_THREADS]; // tasks that run now under this worker
    _Atomic uint32_t mistakes;
} record;

static record r;

static void count_task(uint32_t index, uint32_t worker, void* data)
{
    record* all = data;
    if (index >= all->count || worker >= all->threads || atomic_fetch_add(&all->inside[worker], 1) != 0) {
        atomic_fetch_add(&all->mistakes, 1);
        return;
    }
    ++all->done[index];
    ++all->by_worker[worker];
    atomic_fetch_sub(&all->inside[worker], 1);
}

static void start_record(uint32_t count, uint32_t threads)
{
    memset(&r, 0, sizeof r);
    r.count = count;
    r.threads = threads > 1 ? threads : 1;
}

static void check_record(void)
{
    assert_int_equal(r.mistakes, 0);
    uint32_t total = 0;
    for (uint32_t i = 0; i < MOST_TASKS; ++i) {
        assert_int_equal(r.done[i], i < r.count);
    }
    for (uint32_t i = 0; i < MOST_THREADS; ++i) {
        total += r.by_worker[i];
    }
    assert_int_equal(total, r.count);
}

static void every_index_runs_once_for_every_number_of_threads(void** state)
{
    (void)state;
    const uint32_t counts[] = {0, 1, 2, 3, 17, MOST_TASKS};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i) {
        for (uint32_t threads = 0; threads <= MOST_THREADS; threads += 1 + threads / 4) {
            start_record(counts[i], threads);
            assert_int_equal(ti_pool_run(count_task, counts[i], threads, &r, NULL), TOI_OK);
            check_record();
        }
    }
}

static void more_threads_than_tasks_are_not_started(void** state)
{
    (void)state;
    failing_allocator f = failing_allocator_make(0, false);
    toi_allocator allocator = failing_allocator_use(&f);
    start_record(2, 2);
    assert_int_equal(ti_pool_run(count_task, 2, UINT32_MAX, &r, &allocator), TOI_OK);
    check_record();
    assert_true(f.most_bytes < 256);
    assert_int_equal(f.live, 0);
}

static pthread_t caller;

static void check_inline(uint32_t index, uint32_t worker, void* data)
{
    uint32_t* next = data;
    assert_true(pthread_equal(pthread_self(), caller));
    assert_int_equal(worker, 0);
    assert_int_equal(index, *next);
    ++*next;
}

static void one_thread_runs_inline_in_order_without_memory(void** state)
{
    (void)state;
    caller = pthread_self();
    failing_allocator f = failing_allocator_make(1, true);
    toi_allocator allocator = failing_allocator_use(&f);
    for (uint32_t threads = 0; threads <= 1; ++threads) {
        uint32_t next = 0;
        assert_int_equal(ti_pool_run(check_inline, 100, threads, &next, &allocator), TOI_OK);
        assert_int_equal(next, 100);
    }
    assert_int_equal(f.calls, 0);
}

static int threads_to_start;

static int start_a_few(pthread_t* thread, void* (*run)(void*), void* argument)
{
    return threads_to_start-- > 0 ? pthread_create(thread, NULL, run, argument) : 11;
}

static void threads_that_do_not_start_are_done_without(void** state)
{
    (void)state;
    failing_allocator f = failing_allocator_make(0, false);
    toi_allocator allocator = failing_allocator_use(&f);
    for (int can_start = 0; can_start < 6; ++can_start) {
        threads_to_start = can_start;
        start_record(1000, (uint32_t)can_start + 1); // so that only the workers that exist are allowed
        assert_int_equal(ti_pool_run_with(count_task, 1000, 8, &r, &allocator, start_a_few), TOI_OK);
        check_record();
        assert_int_equal(f.live, 0);
    }
}

static void without_memory_no_task_runs(void** state)
{
    (void)state;
    failing_allocator f = failing_allocator_make(1, false);
    toi_allocator allocator = failing_allocator_use(&f);
    start_record(100, 4);
    assert_int_equal(ti_pool_run(count_task, 100, 4, &r, &allocator), TOI_ERROR_MEMORY);
    for (uint32_t i = 0; i < 100; ++i) {
        assert_int_equal(r.done[i], 0);
    }
    assert_int_equal(f.live, 0);
}

// Each task waits until the other has begun: this ends only if two threads are at work.
static void meet(uint32_t index, uint32_t worker, void* data)
{
    (void)index, (void)worker;
    _Atomic int* arrived = data;
    atomic_fetch_add(arrived, 1);
    while (atomic_load(arrived) < 2) {
    }
}

static void two_tasks_run_at_the_same_time(void** state)
{
    (void)state;
    _Atomic int arrived = 0;
    assert_int_equal(ti_pool_run(meet, 2, 2, &arrived, NULL), TOI_OK);
    assert_int_equal(arrived, 2);
}

static void a_team_runs_every_index_once_run_after_run(void** state)
{
    (void)state;
    const uint32_t counts[] = {0, 1, 2, 3, 17, 400};
    for (uint32_t threads = 0; threads <= MOST_THREADS; threads += 1 + threads / 4) {
        ti_team* team = ti_team_create(threads, NULL);
        assert_non_null(team);
        for (size_t i = 0; i < 120; ++i) {
            start_record(counts[i % (sizeof counts / sizeof *counts)], threads);
            ti_team_run(team, count_task, r.count, &r);
            check_record();
        }
        ti_team_destroy(team);
    }
    ti_team_destroy(NULL);
}

static void a_team_works_at_the_same_time(void** state)
{
    (void)state;
    ti_team* team = ti_team_create(2, NULL);
    assert_non_null(team);
    for (int i = 0; i < 3; ++i) {
        _Atomic int arrived = 0;
        ti_team_run(team, meet, 2, &arrived);
        assert_int_equal(arrived, 2);
    }
    ti_team_destroy(team);
}

static void a_team_does_without_threads_that_do_not_start(void** state)
{
    (void)state;
    failing_allocator f = failing_allocator_make(0, false);
    toi_allocator allocator = failing_allocator_use(&f);
    for (int can_start = 0; can_start < 6; ++can_start) {
        threads_to_start = can_start;
        ti_team* team = ti_team_create_with(8, &allocator, start_a_few);
        assert_non_null(team);
        start_record(1000, (uint32_t)can_start + 1);
        ti_team_run(team, count_task, 1000, &r);
        check_record();
        ti_team_destroy(team);
        assert_int_equal(f.live, 0);
    }
}

static void a_team_without_memory_is_none(void** state)
{
    (void)state;
    for (uint64_t at = 1; at <= 2; ++at) {
        failing_allocator f = failing_allocator_make(at, false);
        toi_allocator allocator = failing_allocator_use(&f);
        assert_null(ti_team_create(4, &allocator));
        assert_int_equal(f.live, 0);
    }
}

static void avx2_is_reported_as_the_compiler_sees_it(void** state)
{
    (void)state;
#ifdef __AVX2__
    assert_true(ti_cpu_has_avx2());
#endif
    assert_int_equal(ti_cpu_has_avx2(), ti_cpu_has_avx2());
#ifdef __linux__
    FILE* file = fopen("/proc/cpuinfo", "r");
    if (file == NULL) {
        skip();
    }
    static char text[1 << 16];
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[size] = '\0';
    assert_int_equal(ti_cpu_has_avx2(), strstr(text, " avx2") != NULL);
#endif
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(every_index_runs_once_for_every_number_of_threads),
        cmocka_unit_test(more_threads_than_tasks_are_not_started),
        cmocka_unit_test(one_thread_runs_inline_in_order_without_memory),
        cmocka_unit_test(threads_that_do_not_start_are_done_without),
        cmocka_unit_test(without_memory_no_task_runs),
        cmocka_unit_test(two_tasks_run_at_the_same_time),
        cmocka_unit_test(a_team_runs_every_index_once_run_after_run),
        cmocka_unit_test(a_team_works_at_the_same_time),
        cmocka_unit_test(a_team_does_without_threads_that_do_not_start),
        cmocka_unit_test(a_team_without_memory_is_none),
        cmocka_unit_test(avx2_is_reported_as_the_compiler_sees_it),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
