// Queries in bulk: the bits of single queries for every kernel, number of threads and task system; queries
// that are not valid; memory that fails.

#include "primitive_check.h"

#include "core/cpu.h"
#include "failing_allocator.h"
#include "narrow/deform/deform.h"
#include "narrow/deform/screen.h"
#include "support/primitive_families.h"

enum { QUERIES = 9001 }; // no multiple of a block, more than one task

typedef struct arrays {
    double at[2][TOI_PRIMITIVE_MOST_VERTICES][3][QUERIES];
    toi_primitive_query queries[QUERIES];
    toi_primitive_batch batch;
    uint8_t status[QUERIES], answer[QUERIES];
    double number[3 + TOI_PRIMITIVE_MOST_VERTICES + 3][QUERIES];
    toi_primitive_answers answers;
} arrays;

static void arrays_put(arrays* a, uint32_t q)
{
    for (int i = 0; i < TOI_PRIMITIVE_MOST_VERTICES; ++i) {
        const toi_vec3 v[2] = {a->queries[q].start[i], a->queries[q].end[i]};
        for (int k = 0; k < 2; ++k) {
            a->at[k][i][0][q] = v[k].x, a->at[k][i][1][q] = v[k].y, a->at[k][i][2][q] = v[k].z;
        }
    }
}

static arrays* arrays_make(toi_primitive_kind kind, uint64_t seed)
{
    arrays* a = calloc(1, sizeof *a);
    assert_non_null(a);
    gen_random random = {seed};
    a->batch.kind = kind;
    a->batch.count = QUERIES;
    for (uint32_t q = 0; q < QUERIES; ++q) {
        primitive_family family = (primitive_family)gen_below(&random, FAMILIES);
        a->queries[q] = primitive_draw(&random, family);
        a->queries[q].kind = kind;
        arrays_put(a, q);
    }
    for (int i = 0; i < TOI_PRIMITIVE_MOST_VERTICES; ++i) {
        for (int k = 0; k < 3; ++k) {
            a->batch.start[i][k] = a->at[0][i][k];
            a->batch.end[i][k] = a->at[1][i][k];
        }
        a->answers.weight[i] = a->number[3 + i];
    }
    a->answers.status = a->status;
    a->answers.answer = a->answer;
    a->answers.t_free = a->number[0];
    a->answers.t_exact = a->number[1];
    a->answers.gap = a->number[2];
    for (int k = 0; k < 3; ++k) {
        a->answers.normal[k] = a->number[7 + k];
    }
    return a;
}

static void assert_same_bits(double a, double b)
{
    assert_memory_equal(&a, &b, sizeof a);
}

static void assert_as_alone(const arrays* a, uint32_t q, const toi_primitive_result* r)
{
    assert_int_equal(a->status[q], TOI_OK);
    assert_int_equal(a->answer[q], r->answer);
    assert_same_bits(a->number[0][q], r->t_free);
    assert_same_bits(a->number[1][q], r->t_exact);
    assert_same_bits(a->number[2][q], r->gap);
    for (int i = 0; i < TOI_PRIMITIVE_MOST_VERTICES; ++i) {
        assert_same_bits(a->number[3 + i][q], r->weight[i]);
    }
    assert_same_bits(a->number[7][q], r->normal.x);
    assert_same_bits(a->number[8][q], r->normal.y);
    assert_same_bits(a->number[9][q], r->normal.z);
}

static void a_batch_gives_the_bits_of_single_queries(void** state)
{
    (void)state;
    for (int kind = TOI_PRIMITIVE_VF; kind <= TOI_PRIMITIVE_VV; ++kind) {
        arrays* a = arrays_make((toi_primitive_kind)kind, 100 + (uint64_t)kind);
        toi_primitive_def def = {.separation = kind == TOI_PRIMITIVE_EE ? 0.125 : 0.0};
        toi_primitive_summary s, sum = {.t_free = 1.0, .first = UINT64_MAX};
        assert_int_equal(toi_primitive_contacts(&a->batch, &def, &a->answers, &s), TOI_OK);
        for (uint32_t q = 0; q < QUERIES; ++q) {
            toi_primitive_result r;
            assert_int_equal(toi_primitive_contact(&a->queries[q], &def, &r), TOI_OK);
            assert_as_alone(a, q, &r);
            sum.clear += r.answer == TOI_ANSWER_CLEAR;
            sum.contact += r.answer == TOI_ANSWER_CONTACT;
            sum.steps += r.steps;
            if (r.answer != TOI_ANSWER_CLEAR && (r.t_free < sum.t_free || sum.first == UINT64_MAX)) {
                sum.t_free = r.t_free;
                sum.first = q;
            }
        }
        assert_true(sum.clear > 0 && sum.contact > 0);
        assert_int_equal(s.clear, sum.clear);
        assert_int_equal(s.contact, sum.contact);
        assert_int_equal(s.undecided, QUERIES - sum.clear - sum.contact);
        assert_int_equal(s.steps, sum.steps);
        assert_int_equal(s.first, sum.first);
        assert_true(s.t_free == sum.t_free);
        free(a);
    }
}

// Gaps whose squares are 0, with and without separations of that size.
static void gaps_lost_to_underflow_are_answered_as_alone(void** state)
{
    (void)state;
    static const int gaps[] = {-300, -540, -600, -800, -1000, -1070},
                     separations[] = {-900, -700, -560, -450, -300};
    enum { GAPS = sizeof gaps / sizeof gaps[0], SEPARATIONS = sizeof separations / sizeof separations[0] };
    for (int s = 0; s <= SEPARATIONS; ++s) {
        arrays* a = arrays_make(TOI_PRIMITIVE_VF, 300);
        const toi_primitive_def def = {.separation = s < SEPARATIONS ? ldexp(1.0, separations[s]) : 0.0};
        for (uint32_t q = 0; q < GAPS * 4; ++q) {
            double gap = ldexp(1.0, gaps[q / 4]), fall = q % 2 == 0 ? -1.0 : -gap,
                   side = q % 4 < 2 ? 1.0 : gap;
            a->queries[q] = (toi_primitive_query){
                .kind = TOI_PRIMITIVE_VF,
                .start = {{0.25 * side, 0.25 * side, gap}, {0, 0, 0}, {side, 0, 0}, {0, side, 0}},
                .end = {{0.25 * side, 0.25 * side, fall}, {0, 0, 0}, {side, 0, 0}, {0, side, 0}}};
            arrays_put(a, q);
        }
        assert_int_equal(toi_primitive_contacts(&a->batch, &def, &a->answers, NULL), TOI_OK);
        for (uint32_t q = 0; q < GAPS * 4; ++q) {
            toi_primitive_result r;
            assert_int_equal(toi_primitive_contact(&a->queries[q], &def, &r), TOI_OK);
            assert_as_alone(a, q, &r);
        }
        free(a);
    }
}

// Tasks in reverse order.
static void run_backwards(toi_task task, uint32_t count, void* data, void* context)
{
    ++*(uint32_t*)context;
    for (uint32_t i = count; i-- > 0;) {
        task(i, 0, data);
    }
}

static void threads_and_task_systems_change_no_bit(void** state)
{
    (void)state;
    arrays* a = arrays_make(TOI_PRIMITIVE_VF, 7);
    arrays* b = arrays_make(TOI_PRIMITIVE_VF, 7);
    toi_primitive_summary first, other;
    uint32_t runs = 0;
    assert_int_equal(toi_primitive_contacts(&a->batch, NULL, &a->answers, &first), TOI_OK);
    for (uint32_t threads = 2; threads < 5; ++threads) {
        memset(b->number, 0, sizeof b->number);
        b->batch.threads = threads;
        b->batch.run = threads == 4 ? run_backwards : NULL;
        b->batch.run_context = &runs;
        assert_int_equal(toi_primitive_contacts(&b->batch, NULL, &b->answers, &other), TOI_OK);
        assert_memory_equal(a->number, b->number, sizeof a->number);
        assert_memory_equal(a->answer, b->answer, sizeof a->answer);
        assert_memory_equal(&first, &other, sizeof first);
    }
    assert_int_equal(runs, 1);
    free(a);
    free(b);
}

static void assert_same_advance(const ti_advance* a, const ti_advance* b)
{
    assert_int_equal(a->end, b->end);
    assert_int_equal(a->steps, b->steps);
    assert_int_equal(a->links, b->links);
    assert_same_bits(a->t, b->t);
    if (a->end == TI_ADVANCE_CLEAR) {
        return; // the rest is not set
    }
    assert_same_bits(a->distance, b->distance);
    assert_same_bits(a->tolerance, b->tolerance);
    assert_memory_equal(a->corner, b->corner, sizeof a->corner);
    assert_memory_equal(&a->toward, &b->toward, sizeof a->toward);
}

// The two builds of the kernels on the same queries, one by one and as a block.
static void kernels_give_the_same_bits(void** state)
{
    (void)state;
    if (!ti_cpu_has_avx2()) {
        skip();
    }
    enum { FIRST = 3, COUNT = SCREEN_BLOCK - 5 };
    ti_screened* blocks = calloc(2, sizeof *blocks);
    assert_non_null(blocks);
    uint32_t walked = 0;
    for (int i = 0; i < 12; ++i) {
        static const double separations[] = {0.0, 1e-4, 0.3};
        int kind = TOI_PRIMITIVE_VF + i % 4;
        arrays* a = arrays_make((toi_primitive_kind)kind, 200 + (uint64_t)i);
        const toi_primitive_def def = {.separation = separations[i / 4]};
        const ti_screen_block block = {&a->batch, FIRST, COUNT, &def, 1.0};
        ti_screen_plain(&block, &blocks[0]);
        ti_screen_avx2(&block, &blocks[1]);
        assert_memory_equal(blocks[0].flags, blocks[1].flags, COUNT);
        assert_int_equal(blocks[0].left, blocks[1].left);
        for (uint32_t k = 0; k < blocks[0].left; ++k) {
            uint32_t at = blocks[0].at[k];
            ti_advance plain, fast;
            ti_advance_plain(&a->queries[FIRST + at], &def, 1.0, &plain);
            ti_advance_avx2(&a->queries[FIRST + at], &def, 1.0, &fast);
            assert_int_equal(at, blocks[1].at[k]);
            assert_same_advance(&plain, &fast);
            assert_same_advance(&plain, &blocks[0].advances[k]);
            assert_same_advance(&plain, &blocks[1].advances[k]);
        }
        walked += blocks[0].left;
        free(a);
    }
    assert_true(walked > 100);
    free(blocks);
}

static void a_query_that_is_not_finite_says_so_and_spares_the_others(void** state)
{
    (void)state;
    arrays* a = arrays_make(TOI_PRIMITIVE_VE, 11);
    arrays* b = arrays_make(TOI_PRIMITIVE_VE, 11);
    static const uint32_t bad[] = {0, 5, 255, 256, 4096, QUERIES - 1};
    enum { BAD = sizeof bad / sizeof bad[0] };
    for (size_t i = 0; i < BAD; ++i) {
        b->at[i % 2][i % 3][i % 3][bad[i]] = i % 2 == 0 ? (double)NAN : -HUGE_VAL;
    }
    toi_primitive_summary s;
    assert_int_equal(toi_primitive_contacts(&a->batch, NULL, &a->answers, NULL), TOI_OK);
    assert_int_equal(toi_primitive_contacts(&b->batch, NULL, &b->answers, &s), TOI_OK);
    assert_int_equal(s.invalid, BAD);
    assert_int_equal(s.clear + s.contact + s.undecided, QUERIES - BAD);
    for (size_t i = 0; i < BAD; ++i) {
        assert_int_equal(b->status[bad[i]], TOI_ERROR_INVALID);
        assert_int_equal(b->answer[bad[i]], TOI_ANSWER_UNDECIDED);
        assert_true(b->number[0][bad[i]] == 0.0);
        b->status[bad[i]] = TOI_OK;
        b->answer[bad[i]] = a->answer[bad[i]];
        b->number[0][bad[i]] = a->number[0][bad[i]];
    }
    assert_memory_equal(a->status, b->status, sizeof a->status);
    assert_memory_equal(a->answer, b->answer, sizeof a->answer);
    assert_memory_equal(a->number[0], b->number[0], sizeof a->number[0]);
    free(a);
    free(b);
}

static void wrong_settings_and_missing_arrays_are_refused(void** state)
{
    (void)state;
    arrays* a = arrays_make(TOI_PRIMITIVE_VV, 12);
    toi_primitive_summary s = {.steps = 77};
    toi_primitive_def wrong = {.separation = (double)NAN};
    assert_int_equal(toi_primitive_contacts(NULL, NULL, &a->answers, &s), TOI_ERROR_INVALID);
    assert_int_equal(toi_primitive_contacts(&a->batch, NULL, NULL, &s), TOI_ERROR_INVALID);
    assert_int_equal(toi_primitive_contacts(&a->batch, &wrong, &a->answers, &s), TOI_ERROR_INVALID);
    a->batch.start[2][0] = NULL; // beyond the vertices of the kind
    assert_int_equal(toi_primitive_contacts(&a->batch, NULL, &a->answers, NULL), TOI_OK);
    a->batch.end[1][2] = NULL;
    assert_int_equal(toi_primitive_contacts(&a->batch, NULL, &a->answers, &s), TOI_ERROR_INVALID);
    a->batch.kind = TOI_PRIMITIVE_NONE;
    assert_int_equal(toi_primitive_contacts(&a->batch, NULL, &a->answers, &s), TOI_ERROR_INVALID);
    assert_int_equal(s.steps, 77);
    toi_primitive_batch none = {.kind = TOI_PRIMITIVE_EE};
    toi_primitive_answers nowhere = {0};
    assert_int_equal(toi_primitive_contacts(&none, NULL, &nowhere, &s), TOI_OK);
    assert_true(s.t_free == 1.0 && s.first == UINT64_MAX && s.steps == 0);
    free(a);
}

static void memory_that_fails_is_an_error_and_leaks_nothing(void** state)
{
    (void)state;
    arrays* a = arrays_make(TOI_PRIMITIVE_VF, 13);
    a->batch.threads = 3;
    toi_status status = TOI_ERROR_MEMORY;
    uint64_t fail_at = 1;
    for (; status != TOI_OK; ++fail_at) {
        failing_allocator f = failing_allocator_make(fail_at, false);
        toi_allocator allocator = failing_allocator_use(&f);
        a->batch.allocator = &allocator;
        status = toi_primitive_contacts(&a->batch, NULL, &a->answers, NULL);
        assert_true(status == TOI_OK || status == TOI_ERROR_MEMORY);
        assert_true(f.failures > 0 || status == TOI_OK);
        assert_int_equal(f.live, 0);
    }
    assert_true(fail_at > 2);
    free(a);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(a_batch_gives_the_bits_of_single_queries),
        cmocka_unit_test(gaps_lost_to_underflow_are_answered_as_alone),
        cmocka_unit_test(threads_and_task_systems_change_no_bit),
        cmocka_unit_test(kernels_give_the_same_bits),
        cmocka_unit_test(a_query_that_is_not_finite_says_so_and_spares_the_others),
        cmocka_unit_test(wrong_settings_and_missing_arrays_are_refused),
        cmocka_unit_test(memory_that_fails_is_an_error_and_leaks_nothing),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
