// A mover among the bodies of a stage: each that it can come near, in the order in which it can, until the
// next one could only be met later than the first stop so far.

#include "math/scalar.h"
#include "math/trig.h"
#include "motion/path.h"
#include "world/trace.h"

static const double DEFAULT_SEPARATION = 1e-4, DEFAULT_TOLERANCE = 1e-2;

// ---- checks

toi_status ti_trace_def_check(const toi_mesh* mover, const toi_trace_def* def)
{
    bool fine = d_is_length(def->separation) && d_is_length(def->tolerance) &&
                (unsigned)def->method <= TOI_TRACE_PAPER && ti_skip_valid(def);
    if (!fine) {
        return TOI_ERROR_INVALID;
    }
    return def->solid && !mover->info.closed ? TOI_ERROR_OPEN_MESH : TOI_OK;
}

toi_status ti_trace_check(const toi_stage* stage, const toi_placed* mover, const toi_move* move,
                          const toi_trace_def* def)
{
    if (stage == NULL || mover == NULL || move == NULL || !ti_placed_usable(mover) || !ti_move_valid(move)) {
        return TOI_ERROR_INVALID;
    }
    return ti_trace_def_check(mover->mesh, def);
}

// Of a mover of one point, which has no size, any length will do: it is raised for each pair.
ti_pair_terms ti_trace_terms(const toi_placed* mover, const toi_trace_def* def)
{
    double separation = def->separation > 0.0 ? def->separation : DEFAULT_SEPARATION * mover->mesh->info.size;
    separation = separation > 0.0 ? separation : 0x1p-1000;
    double tolerance = def->tolerance > 0.0 ? def->tolerance : DEFAULT_TOLERANCE * separation;
    return (ti_pair_terms){.separation = separation,
                           .tolerance = tolerance > 0.0 ? tolerance : 0x1p-1000,
                           .max_steps = def->max_steps > 0 ? def->max_steps : TOI_DEFAULT_MAX_STEPS};
}

// ---- one body

toi_status ti_leg_find(const ti_trace* t, const ti_still* still, double best, bool near, ti_leg* leg)
{
    if (t->def->method == TOI_TRACE_PAPER) {
        return ti_leg_paper(t, still, leg);
    }
    toi_status status = ti_leg_apart(t, &t->mover, still, best, leg);
    if (status == TOI_OK && leg->meets) {
        return ti_leg_meeting(t, still, leg);
    }
    if (status == TOI_OK && t->def->solid && near && ti_is_contained(&t->mover, still)) {
        const toi_result nothing = {.answer = TOI_ANSWER_CONTACT};
        leg->start = TOI_START_CONTAINED;
        ti_leg_block(t, still, &nothing, leg);
    }
    return status;
}

// ---- all of them

// The first stop so far, and room for the next leg: the two change places.
typedef struct stops {
    uint32_t body; // UINT32_MAX: none
    ti_leg room[2];
    ti_leg* first;
    ti_leg* next;
} stops;

static bool is_first(const stops* s, uint32_t body)
{
    if (!s->next->stops) {
        return false;
    }
    return s->body == UINT32_MAX || s->next->order < s->first->order ||
           (s->next->order == s->first->order && body < s->body);
}

static void make_first(stops* s, uint32_t body)
{
    ti_leg* leg = s->next;
    s->next = s->first;
    s->first = leg;
    s->body = body;
}

// Whether what cannot come before a share of the way may still come no later than the first stop. A turn of
// more than a whole one is cut into parts of one.
static bool may_matter(const ti_trace* t, double entry, const stops* s)
{
    if (entry == 0.0 || s->body == UINT32_MAX) {
        return true;
    }
    double angle = fabs(t->mover.move.angle), whole = 2.0 * TOI_PI;
    double share = t->mover.turns && angle > whole ? entry * (whole / angle) : entry;
    return ti_mover_order_at(&t->mover, share) <= s->first->order;
}

static toi_status ask_all(const ti_trace* t, const toi_stage* stage, ti_near_bodies* bodies, stops* s,
                          toi_trace_result* r)
{
    ti_near_body near;
    while (ti_near_bodies_take(bodies, &near) && may_matter(t, near.entry, s)) {
        const ti_leg* leg = s->next;
        double best = s->body == UINT32_MAX ? t->mover.end : s->first->order;
        toi_status status = ti_leg_find(t, &stage->bodies[near.body], best, near.entry == 0.0, s->next);
        if (status != TOI_OK) {
            return status;
        }
        ti_trace_count(leg, r);
        r->work.rounding = fmax(r->work.rounding, leg->rounding);
        if (is_first(s, near.body)) {
            make_first(s, near.body);
        } else if (!leg->stops) {
            r->kept = fmin(r->kept, leg->kept);
        }
    }
    return TOI_OK;
}

void ti_trace_count(const ti_leg* leg, toi_trace_result* r)
{
    r->start = leg->start > r->start ? leg->start : r->start;
    r->work.steps += leg->steps;
    r->work.nodes += leg->nodes;
    r->work.leaves += leg->leaves;
}

void ti_trace_take(const ti_leg* leg, uint32_t body, toi_trace_result* r)
{
    const ti_stop* stop = &leg->stop;
    r->answer = stop->answer;
    r->fraction = stop->fraction;
    r->pose = stop->pose;
    r->kept = leg->kept;
    r->separation = leg->separation;
    r->gap = stop->gap;
    r->body = body;
    r->kind = stop->kind;
    r->a = stop->a;
    r->b = stop->b;
    r->point = stop->point;
    r->normal = stop->normal;
    r->depth = leg->depth;
    r->work.tolerance = stop->work.tolerance;
    r->work.rounding = leg->rounding;
}

static void take_stop(const ti_trace* t, const toi_stage* stage, const stops* s, toi_trace_result* r)
{
    ti_leg* leg = s->first;
    uint32_t nodes = leg->nodes, leaves = leg->leaves;
    ti_leg_settle(&t->mover, &stage->bodies[s->body], leg);
    r->work.nodes += leg->nodes - nodes;
    r->work.leaves += leg->leaves - leaves;
    ti_trace_take(leg, s->body, r);
}

toi_status ti_trace_among(const toi_stage* stage, const toi_placed* mover, const toi_move* move,
                          const toi_trace_def* def, bool all, toi_trace_result* result)
{
    ti_trace t = {.def = def, .sides = mover->sides, .terms = ti_trace_terms(mover, def)};
    ti_mover_prepare(mover, move, &t.mover);
    ti_way way;
    ti_near_bodies near;
    ti_way_make(mover->mesh, &t.mover.pose, move, t.terms.separation + t.terms.tolerance, &way);
    // The zone of the paper reaches further than the separation, by boxes of its own.
    all = all || def->method == TOI_TRACE_PAPER;
    if (ti_near_bodies_find(stage, &way, def, all, &near) != TOI_OK) {
        return TOI_ERROR_MEMORY;
    }
    toi_trace_result r = {.answer = TOI_ANSWER_CLEAR,
                          .start = TOI_START_FREE,
                          .certified = def->method != TOI_TRACE_PAPER,
                          .fraction = 1.0,
                          .kept = t.terms.separation,
                          .body = UINT32_MAX,
                          .separation = t.terms.separation,
                          .work = {.tolerance = t.terms.tolerance}};
    stops s;
    s.body = UINT32_MAX;
    s.first = &s.room[0];
    s.next = &s.room[1];
    toi_status status = ask_all(&t, stage, &near, &s, &r);
    ti_near_bodies_release(&near);
    if (status != TOI_OK) {
        return status;
    }
    if (s.body == UINT32_MAX) {
        r.pose = ti_mover_end(&t.mover);
    } else {
        take_stop(&t, stage, &s, &r);
        status = def->blocking != NULL ? ti_blocking_find(stage, &t, &r) : TOI_OK;
    }
    if (status == TOI_OK) {
        *result = r;
    }
    return status;
}

toi_status toi_trace(const toi_stage* stage, const toi_placed* mover, const toi_move* move,
                     const toi_trace_def* def, toi_trace_result* result)
{
    const toi_trace_def defaults = {0};
    def = def ? def : &defaults;
    toi_status status = result == NULL ? TOI_ERROR_INVALID : ti_trace_check(stage, mover, move, def);
    return status == TOI_OK ? ti_trace_among(stage, mover, move, def, false, result) : status;
}
