// Traces of many threads in one stage.

#include "stage_support.h"

#include <pthread.h>

enum { THREADS = 8, EACH = 40 };

typedef struct job {
    const stage_scene* scene;
    toi_trace_result result[EACH];
} job;

static void* run_job(void* data)
{
    job* j = data;
    test_random random = {20260619};
    for (int i = 0; i < EACH; ++i) {
        toi_placed mover = stage_mover(j->scene, &random, 8.0);
        toi_move move = stage_move(&random, 8.0);
        if (toi_trace(j->scene->stage, &mover, &move, NULL, &j->result[i]) != TOI_OK) {
            j->result[i].body = UINT32_MAX - 1;
        }
    }
    return NULL;
}

static void many_threads_in_one_stage_get_equal_bits(void** state)
{
    (void)state;
    test_random random = random_start(20260620);
    stage_scene s = {0};
    stage_random(&s, &random, 60, 7.0);
    static job jobs[THREADS + 1];
    pthread_t thread[THREADS];
    for (int i = 0; i <= THREADS; ++i) {
        jobs[i].scene = &s;
    }
    for (int i = 0; i < THREADS; ++i) {
        assert_int_equal(pthread_create(&thread[i], NULL, run_job, &jobs[i]), 0);
    }
    for (int i = 0; i < THREADS; ++i) {
        assert_int_equal(pthread_join(thread[i], NULL), 0);
    }
    run_job(&jobs[THREADS]);
    for (int i = 0; i < THREADS; ++i) {
        for (int k = 0; k < EACH; ++k) {
            stage_assert_same(&jobs[i].result[k], &jobs[THREADS].result[k], jobs[i].result[k].body);
        }
    }
    stage_release(&s);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(many_threads_in_one_stage_get_equal_bits),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
