// Many queries: blocks of them are screened, what is left goes through the lanes, and every task writes its
// own part of the answers.

#include "core/cpu.h"
#include "core/memory.h"
#include "core/pool.h"
#include "math/scalar.h"
#include "math/vec3.h"
#include "narrow/deform/check.h"
#include "narrow/deform/screen.h"
#include "narrow/deform/settle.h"

#include <math.h>
#include <string.h>

enum { BLOCKS_IN_TASK = 16, MOST_TASKS = 1 << 20 };

// What is common to all tasks.
typedef struct job {
    const toi_primitive_batch* batch;
    toi_primitive_def def;
    const toi_primitive_answers* answers;
    toi_primitive_summary* summaries; // one a task
    uint64_t queries_in_task;
    bool avx2;
} job;

static void put(double* to, uint64_t i, double value)
{
    if (to) {
        to[i] = value;
    }
}

static void put_answer(const toi_primitive_answers* to, uint64_t i, toi_status status,
                       const toi_primitive_result* r)
{
    if (to->status) {
        to->status[i] = (uint8_t)status;
    }
    if (to->answer) {
        to->answer[i] = (uint8_t)r->answer;
    }
    put(to->t_free, i, r->t_free);
    put(to->t_exact, i, r->t_exact);
    put(to->gap, i, r->gap);
    for (int k = 0; k < TOI_PRIMITIVE_MOST_VERTICES; ++k) {
        put(to->weight[k], i, r->weight[k]);
    }
    put(to->normal[0], i, r->normal.x);
    put(to->normal[1], i, r->normal.y);
    put(to->normal[2], i, r->normal.z);
}

static void count_answer(toi_primitive_summary* s, uint64_t i, const toi_primitive_result* r)
{
    s->clear += r->answer == TOI_ANSWER_CLEAR;
    s->contact += r->answer == TOI_ANSWER_CONTACT;
    s->undecided += r->answer == TOI_ANSWER_UNDECIDED;
    s->steps += r->steps;
    if (r->answer != TOI_ANSWER_CLEAR && (r->t_free < s->t_free || s->first == UINT64_MAX)) {
        s->t_free = r->t_free;
        s->first = i;
    }
}

// Those of a block that have walked, whose first query is `first`.
static void settle_walked(const job* j, uint64_t first, const ti_screened* b, toi_primitive_summary* s)
{
    for (uint32_t k = 0; k < b->left; ++k) {
        toi_primitive_result result;
        ti_primitive_settle(&b->queries[k], &j->def, &b->advances[k], j->avx2, &result);
        ti_primitive_settle_cut(&b->queries[k], &j->def, b->advances[k].t, j->avx2, &result);
        put_answer(j->answers, first + b->at[k], TOI_OK, &result);
        count_answer(s, first + b->at[k], &result);
    }
}

static void fill(double* to, uint64_t first, uint32_t count, double value)
{
    for (uint32_t i = 0; to && i < count; ++i) {
        to[first + i] = value;
    }
}

// As put_answer with a clear answer for each, which is what most are.
static void put_clear(const toi_primitive_answers* to, uint64_t first, uint32_t count)
{
    if (to->status) {
        memset(to->status + first, TOI_OK, count);
    }
    if (to->answer) {
        memset(to->answer + first, TOI_ANSWER_CLEAR, count);
    }
    fill(to->t_free, first, count, 1.0);
    fill(to->t_exact, first, count, HUGE_VAL);
    fill(to->gap, first, count, 0.0);
    for (int k = 0; k < TOI_PRIMITIVE_MOST_VERTICES; ++k) {
        fill(to->weight[k], first, count, 0.0);
    }
    for (int k = 0; k < 3; ++k) {
        fill(to->normal[k], first, count, 0.0);
    }
}

static void run_block(const job* j, uint64_t first, uint32_t count, ti_screened* b, toi_primitive_summary* s)
{
    static const toi_primitive_result invalid = {.answer = TOI_ANSWER_UNDECIDED, .t_exact = HUGE_VAL};
    const ti_screen_block screen = {j->batch, first, count, &j->def, 1.0};
    (j->avx2 ? ti_screen_avx2 : ti_screen_plain)(&screen, b);
    put_clear(j->answers, first, count);
    settle_walked(j, first, b, s);
    uint32_t told = 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (!(b->flags[i] & SCREEN_FINITE)) {
            put_answer(j->answers, first + i, TOI_ERROR_INVALID, &invalid);
            ++s->invalid;
        }
        told += (b->flags[i] & SCREEN_STEP) != 0;
        s->clear += (b->flags[i] & SCREEN_CLEAR) != 0 && (b->flags[i] & SCREEN_FINITE) != 0;
    }
    s->steps += told;
}

static toi_primitive_summary empty_summary(void)
{
    return (toi_primitive_summary){.t_free = 1.0, .first = UINT64_MAX};
}

static void run_task(uint32_t index, uint32_t worker, void* data)
{
    (void)worker;
    const job* j = data;
    ti_screened b;
    uint64_t first = index * j->queries_in_task, count = j->batch->count;
    uint64_t end = j->queries_in_task < count - first ? first + j->queries_in_task : count;
    toi_primitive_summary s = empty_summary();
    for (; first < end; first += SCREEN_BLOCK) {
        uint32_t here = end - first < SCREEN_BLOCK ? (uint32_t)(end - first) : SCREEN_BLOCK;
        run_block(j, first, here, &b, &s);
    }
    j->summaries[index] = s;
}

static void add_summary(const toi_primitive_summary* s, toi_primitive_summary* sum)
{
    sum->clear += s->clear;
    sum->contact += s->contact;
    sum->undecided += s->undecided;
    sum->invalid += s->invalid;
    sum->steps += s->steps;
    if (s->first != UINT64_MAX && (s->t_free < sum->t_free || sum->first == UINT64_MAX)) {
        sum->t_free = s->t_free;
        sum->first = s->first;
    }
}

static bool has_arrays(const toi_primitive_batch* batch)
{
    for (uint32_t i = 0; i < toi_primitive_vertex_count(batch->kind); ++i) {
        for (int k = 0; k < 3; ++k) {
            if (!batch->start[i][k] || !batch->end[i][k]) {
                return false;
            }
        }
    }
    return true;
}

static toi_status run_job(job* j, toi_primitive_summary* summary)
{
    const toi_primitive_batch* batch = j->batch;
    uint64_t least = (uint64_t)BLOCKS_IN_TASK * SCREEN_BLOCK, share = batch->count / MOST_TASKS + 1;
    j->queries_in_task = share > least ? (share + SCREEN_BLOCK - 1) / SCREEN_BLOCK * SCREEN_BLOCK : least;
    uint32_t tasks = (uint32_t)((batch->count + j->queries_in_task - 1) / j->queries_in_task);
    j->summaries = ti_allocate(batch->allocator, tasks, sizeof *j->summaries);
    if (!j->summaries) {
        return TOI_ERROR_MEMORY;
    }
    toi_status status = TOI_OK;
    if (batch->run) {
        batch->run(run_task, tasks, j, batch->run_context);
    } else {
        status = ti_pool_run(run_task, tasks, batch->threads, j, batch->allocator);
    }
    for (uint32_t i = 0; i < tasks && status == TOI_OK; ++i) {
        add_summary(&j->summaries[i], summary);
    }
    ti_release(batch->allocator, j->summaries);
    return status;
}

toi_status toi_primitive_contacts(const toi_primitive_batch* batch, const toi_primitive_def* def,
                                  const toi_primitive_answers* answers, toi_primitive_summary* summary)
{
    static const toi_primitive_def defaults = {0};
    job j = {.batch = batch, .def = def ? *def : defaults, .answers = answers, .avx2 = ti_cpu_has_avx2()};
    j.def.links = NULL;
    j.def.link_capacity = 0;
    if (!batch || !answers || toi_primitive_vertex_count(batch->kind) == 0 ||
        !ti_primitive_def_is_valid(&j.def)) {
        return TOI_ERROR_INVALID;
    }
    toi_primitive_summary sum = empty_summary();
    if (batch->count > 0) {
        toi_status status = has_arrays(batch) ? run_job(&j, &sum) : TOI_ERROR_INVALID;
        if (status != TOI_OK) {
            return status;
        }
    }
    if (summary) {
        *summary = sum;
    }
    return TOI_OK;
}
