// A check of many bodies: which pairs are asked, which of those can meet, the answer of each, and all of them
// in order.

#include "toi/world.h"

#include "broad/pairs.h"
#include "broad/swept.h"
#include "core/error.h"
#include "core/memory.h"
#include "world/asked.h"
#include "world/boxes.h"
#include "world/run.h"
#include "world/soft.h"

// A check on its way.
typedef struct check {
    const toi_world_def* def;
    toi_allocator allocator;
    ti_asked asked;
    ti_swept* swept;     // [body_count]
    ti_candidate* pairs; // asked and not proved apart
    size_t pair_count;
    toi_world_result result;
} check;

// ---- pairs to ask

// Bodies with themselves, each before its pairs with others. `from` are the ordered pairs of those.
static void merge_selves(const check* c, const ti_candidate* from, size_t count, ti_candidate* to)
{
    size_t next = 0;
    for (uint32_t i = 0; i < c->def->body_count; ++i) {
        if (ti_asks_self(c->def, i)) {
            *to++ = (ti_candidate){i, i};
        }
        for (; next < count && from[next].a == i; ++next) {
            *to++ = from[next];
        }
    }
}

static toi_status add_selves(check* c)
{
    if (c->asked.self_count == 0) {
        return TOI_OK;
    }
    size_t count = c->pair_count + c->asked.self_count;
    ti_candidate* all = ti_allocate(&c->allocator, count, sizeof *all);
    if (all == NULL) {
        return TOI_ERROR_MEMORY;
    }
    merge_selves(c, c->pairs, c->pair_count, all);
    ti_release(&c->allocator, c->pairs);
    c->pairs = all;
    c->pair_count = count;
    return TOI_OK;
}

static toi_status find_among_all(check* c)
{
    toi_status status =
        ti_broad_pairs(c->swept, c->def->body_count, &c->allocator, &c->pairs, &c->pair_count);
    if (status == TOI_OK) {
        c->pair_count = ti_pairs_without(c->pairs, c->pair_count, c->asked.ignore, c->asked.ignore_count);
        status = add_selves(c);
    }
    return status;
}

// A list of pairs is tested one by one: there is nothing to search for.
static toi_status find_in_list(check* c)
{
    c->pairs = ti_allocate(&c->allocator, c->asked.only_count, sizeof *c->pairs);
    if (c->pairs == NULL) {
        return TOI_ERROR_MEMORY;
    }
    for (size_t i = 0; i < c->asked.only_count; ++i) {
        ti_candidate pair = c->asked.only[i];
        c->pairs[c->pair_count] = pair;
        c->pair_count += !ti_swept_apart(&c->swept[pair.a], &c->swept[pair.b]);
    }
    return TOI_OK;
}

typedef void visit_asked(check* c, uint32_t a, uint32_t b, size_t* next);

// Every pair that is asked, whatever the boxes say. `next` is the visitor's own, 0 at first.
static void visit_everything(check* c, visit_asked* visit)
{
    const ti_asked* asked = &c->asked;
    size_t next = 0, ignored = 0;
    for (size_t i = 0; i < asked->only_count; ++i) {
        visit(c, asked->only[i].a, asked->only[i].b, &next);
    }
    for (uint32_t a = 0; asked->only == NULL && a < c->def->body_count; ++a) {
        if (ti_asks_self(c->def, a)) {
            visit(c, a, a, &next);
        }
        for (uint32_t b = a + 1; b < c->def->body_count; ++b) {
            const ti_candidate* out = &asked->ignore[ignored];
            if (ignored < asked->ignore_count && out->a == a && out->b == b) {
                ++ignored;
            } else {
                visit(c, a, b, &next);
            }
        }
    }
}

static void add_pair(check* c, uint32_t a, uint32_t b, size_t* next)
{
    c->pairs[(*next)++] = (ti_candidate){a, b};
    c->pair_count = *next;
}

static toi_status find_everything(check* c)
{
    c->pairs = ti_allocate(&c->allocator, (size_t)c->asked.pair_count, sizeof *c->pairs);
    if (c->pairs == NULL) {
        return TOI_ERROR_MEMORY;
    }
    visit_everything(c, add_pair);
    return TOI_OK;
}

// ---- pairs to list

static toi_pair_result settled(const check* c, uint32_t a, uint32_t b)
{
    toi_pair_result pair = {.a = a, .b = b, .broad = true};
    pair.result = (toi_result){
        .answer = TOI_ANSWER_CLEAR,
        .start = TOI_START_FREE,
        .certified = true,
        .t_free = 1.0,
        .gap = ti_swept_gap(&c->swept[a], &c->swept[b]),
        .t_complete = c->def->query.all ? 1.0 : 0.0,
    };
    return pair;
}

// Lists one asked pair; *next is the first pair to ask that is not listed yet.
static void list_pair(check* c, uint32_t a, uint32_t b, size_t* next)
{
    toi_pair_result* slot = &c->result.pairs[c->result.pair_count++];
    if (*next < c->pair_count && c->pairs[*next].a == a && c->pairs[*next].b == b) {
        *slot = (toi_pair_result){.a = a, .b = b};
        ++*next;
    } else if (ti_max_links(c->def) > 0) {
        // Boxes leave no links: who wants the certificates of all pairs gets them from the narrow phase.
        *slot = (toi_pair_result){.a = a, .b = b};
        --c->result.pairs_broad;
    } else {
        *slot = settled(c, a, b);
    }
}

static toi_status make_list(check* c)
{
    uint64_t count = c->def->list_all ? c->asked.pair_count : c->pair_count;
    if (count >= UINT32_MAX) {
        return TOI_ERROR_MEMORY;
    }
    c->result.pairs = ti_allocate(&c->allocator, (size_t)count, sizeof *c->result.pairs);
    c->result.memory = c->result.pairs;
    if (c->result.pairs == NULL) {
        return TOI_ERROR_MEMORY;
    }
    if (c->def->list_all) {
        visit_everything(c, list_pair);
        return TOI_OK;
    }
    for (size_t i = 0; i < c->pair_count; ++i) {
        c->result.pairs[i] = (toi_pair_result){.a = c->pairs[i].a, .b = c->pairs[i].b};
    }
    c->result.pair_count = (uint32_t)count;
    return TOI_OK;
}

// ---- the whole

static void sum_up(toi_world_result* result)
{
    bool undecided = false;
    result->first = UINT32_MAX;
    for (uint32_t i = 0; i < result->pair_count; ++i) {
        const toi_result* r = &result->pairs[i].result;
        result->steps += r->work.steps;
        undecided = undecided || r->answer == TOI_ANSWER_UNDECIDED;
        bool earlier = result->first == UINT32_MAX || r->t_hit < result->pairs[result->first].result.t_hit;
        if (r->answer == TOI_ANSWER_CONTACT && earlier) {
            result->first = i;
        }
    }
    bool contact = result->first != UINT32_MAX;
    result->answer = contact ? TOI_ANSWER_CONTACT : (undecided ? TOI_ANSWER_UNDECIDED : TOI_ANSWER_CLEAR);
}

static toi_status find_by_boxes(check* c)
{
    c->swept = ti_allocate(&c->allocator, c->def->body_count, sizeof *c->swept);
    if (c->swept == NULL) {
        return TOI_ERROR_MEMORY;
    }
    toi_status status = ti_boxes_make(c->def, &c->asked, &c->allocator, c->swept);
    if (status != TOI_OK) {
        return status;
    }
    return c->asked.only != NULL ? find_in_list(c) : find_among_all(c);
}

static toi_status find_pairs(check* c)
{
    // The boxes bound the motions. A screw that is taken for the motion of a pair, however far it may be from
    // it, can leave them.
    bool boxes_hold = !(c->def->query.all && c->def->query.relative_screw);
    toi_status status = boxes_hold ? find_by_boxes(c) : find_everything(c);
    if (status == TOI_OK) {
        c->result.pairs_asked = c->asked.pair_count;
        c->result.pairs_broad = c->asked.pair_count - c->pair_count;
        status = make_list(c);
    }
    return status;
}

// Why a pair could not be asked: whatever else is wrong was found before.
static toi_status fail_pair(const check* c, const toi_pair_result* pair, toi_status status, toi_error* error)
{
    uint32_t a = pair->a, b = pair->b;
    const toi_body* bodies = c->def->bodies;
    bool soft = ti_soft_either(&bodies[a], &bodies[b]), first = bodies[a].motion.kind == TOI_MOTION_VERTICES;
    uint32_t deforms = first ? a : b, other = first ? b : a;
    if (status == TOI_ERROR_INVALID && soft && bodies[other].mesh->round.kind != TI_ROUND_NONE) {
        return ti_fail(error, status, other,
                       "body %u is an exact round shape, and body %u, which it may meet, deforms: "
                       "give it as a mesh",
                       (unsigned)other, (unsigned)deforms);
    }
    return ti_fail(error, status, a, "%s", toi_status_name(status));
}

static toi_status answer_pairs(check* c, toi_error* error)
{
    uint32_t failed = UINT32_MAX;
    toi_status status = find_pairs(c);
    if (status == TOI_OK) {
        status = ti_run_pairs(c->def, &c->allocator, c->result.pairs, c->result.pair_count, &failed);
    }
    if (status == TOI_OK) {
        sum_up(&c->result);
        return TOI_OK;
    }
    if (status == TOI_ERROR_MEMORY) {
        return ti_fail_memory(error);
    }
    if (status == TOI_ERROR_THREAD) {
        return ti_fail(error, status, 0,
                       "the task runner did not run every task, or gave a worker that is too large");
    }
    return failed == UINT32_MAX ? ti_fail(error, status, 0, "%s", toi_status_name(status))
                                : fail_pair(c, &c->result.pairs[failed], status, error);
}

toi_status toi_world_check(const toi_world_def* def, toi_world_result* result, toi_error* error)
{
    if (def == NULL || result == NULL) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "an argument is NULL");
    }
    check c = {.def = def, .allocator = ti_allocator_or_default(def->allocator)};
    c.result.allocator = c.allocator;
    toi_status status = ti_asked_make(def, &c.allocator, &c.asked, error);
    if (status != TOI_OK) {
        return status;
    }
    status = answer_pairs(&c, error);
    ti_release(&c.allocator, c.pairs);
    ti_release(&c.allocator, c.swept);
    ti_asked_release(&c.asked, &c.allocator);
    if (status != TOI_OK) {
        toi_world_result_release(&c.result);
        return status;
    }
    *result = c.result;
    return TOI_OK;
}

void toi_world_result_release(toi_world_result* result)
{
    if (result == NULL || result->memory == NULL) {
        return;
    }
    for (uint32_t i = 0; i < result->pair_count; ++i) {
        ti_release(&result->allocator, ti_pair_block(&result->pairs[i]));
    }
    ti_release(&result->allocator, result->memory);
    *result = (toi_world_result){0};
}
