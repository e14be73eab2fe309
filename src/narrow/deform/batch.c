// Many queries: blocks of them are screened by axes, what is left goes through the lanes, and every block
// writes its own part of the answers.

#include "core/cpu.h"
#include "core/memory.h"
#include "core/pool.h"
#include "math/scalar.h"
#include "math/vec3.h"
#include "narrow/deform/check.h"
#include "narrow/deform/screen.h"
#include "narrow/deform/settle.h"

#include <math.h>

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

// A block on its way: what is left after the screen, in order.
typedef struct block {
    uint8_t flags[SCREEN_BLOCK];
    uint32_t at[SCREEN_BLOCK]; // which queries these are
    toi_primitive_query queries[SCREEN_BLOCK];
    ti_advance advances[SCREEN_BLOCK];
    uint32_t left;
} block;

static toi_vec3 vertex_at(const double* const v[3], uint64_t i)
{
    return v3(v[0][i], v[1][i], v[2][i]);
}

static void load_query(const toi_primitive_batch* batch, uint64_t i, toi_primitive_query* q)
{
    q->kind = batch->kind;
    for (uint32_t k = 0; k < toi_primitive_vertex_count(batch->kind); ++k) {
        q->start[k] = vertex_at(batch->start[k], i);
        q->end[k] = vertex_at(batch->end[k], i);
    }
}

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

// Answers those that the screen tells, and collects the others.
static void take_screened(const job* j, uint64_t first, uint32_t count, block* b, toi_primitive_summary* s)
{
    static const toi_primitive_result clear = {
        .answer = TOI_ANSWER_CLEAR, .start = TOI_START_FREE, .t_free = 1.0, .t_exact = HUGE_VAL};
    static const toi_primitive_result invalid = {.answer = TOI_ANSWER_UNDECIDED, .t_exact = HUGE_VAL};
    b->left = 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (!(b->flags[i] & SCREEN_FINITE)) {
            put_answer(j->answers, first + i, TOI_ERROR_INVALID, &invalid);
            ++s->invalid;
        } else if (b->flags[i] & SCREEN_CLEAR) {
            put_answer(j->answers, first + i, TOI_OK, &clear);
            ++s->clear;
        } else {
            b->at[b->left] = i;
            load_query(j->batch, first + i, &b->queries[b->left]);
            ++b->left;
        }
    }
}

static void run_block(const job* j, uint64_t first, uint32_t count, block* b, toi_primitive_summary* s)
{
    const ti_screen_block screen = {j->batch, first, count, j->def.separation};
    (j->avx2 ? ti_screen_avx2 : ti_screen_plain)(&screen, b->flags);
    take_screened(j, first, count, b, s);
    if (b->left == 0) {
        return;
    }
    (j->avx2 ? ti_advance_avx2 : ti_advance_plain)(b->queries, b->left, &j->def, 1.0, b->advances);
    for (uint32_t k = 0; k < b->left; ++k) {
        toi_primitive_result result;
        ti_primitive_settle(&b->queries[k], &j->def, &b->advances[k], j->avx2, &result);
        ti_primitive_settle_cut(&b->queries[k], &j->def, b->advances[k].t, j->avx2, &result);
        put_answer(j->answers, first + b->at[k], TOI_OK, &result);
        count_answer(s, first + b->at[k], &result);
    }
}

static toi_primitive_summary empty_summary(void)
{
    return (toi_primitive_summary){.t_free = 1.0, .first = UINT64_MAX};
}

static void run_task(uint32_t index, uint32_t worker, void* data)
{
    (void)worker;
    const job* j = data;
    block b;
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
