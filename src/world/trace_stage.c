// A mover among the bodies of a stage: each that it can come near, in the order in which it can, until the
// next one could only be met later than the first stop so far.

#include "math/trig.h"
#include "motion/path.h"
#include "world/trace.h"

static const double DEFAULT_SEPARATION = 1e-4, DEFAULT_TOLERANCE = 1e-2;

// ---- checks

static bool usable_length(double x)
{
    return isfinite(x) && x >= 0.0;
}

toi_status ti_trace_check(const toi_stage* stage, const toi_placed* mover, const toi_move* move,
                          const toi_trace_def* def)
{
    if (stage == NULL || mover == NULL || move == NULL) {
        return TOI_ERROR_INVALID;
    }
    toi_motion m = {.kind = move->kind == TOI_MOVE_ROTATION ? TOI_MOTION_ROTATION : TOI_MOTION_TRANSLATION,
                    .pose = mover->pose,
                    .by = move->by,
                    .point = move->point,
                    .axis = move->axis,
                    .angle = move->angle};
    bool fine = (unsigned)move->kind <= TOI_MOVE_ROTATION && ti_placed_usable(mover) &&
                toi_motion_check(&m, NULL) == TOI_OK && usable_length(def->separation) &&
                usable_length(def->tolerance) && (unsigned)def->method <= TOI_TRACE_PAPER &&
                ti_skip_valid(def);
    if (!fine) {
        return TOI_ERROR_INVALID;
    }
    return def->solid && !mover->mesh->info.closed ? TOI_ERROR_OPEN_MESH : TOI_OK;
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

// The first stop so far.
typedef struct first_stop {
    uint32_t body; // UINT32_MAX: none
    ti_leg leg;
} first_stop;

static bool is_first(const ti_leg* leg, uint32_t body, const first_stop* first)
{
    if (!leg->stops) {
        return false;
    }
    return first->body == UINT32_MAX || leg->order < first->leg.order ||
           (leg->order == first->leg.order && body < first->body);
}

// Whether what cannot come before a share of the way may still come no later than the first stop. A turn of
// more than a whole one is cut into parts of one.
static bool may_matter(const ti_trace* t, double entry, const first_stop* first)
{
    if (entry == 0.0 || first->body == UINT32_MAX) {
        return true;
    }
    double angle = fabs(t->mover.move.angle), whole = 2.0 * TOI_PI;
    double share = t->mover.turns && angle > whole ? entry * (whole / angle) : entry;
    return ti_mover_order_at(&t->mover, share) <= first->leg.order;
}

static toi_status ask_all(const ti_trace* t, const toi_stage* stage, ti_near_bodies* bodies,
                          first_stop* first, toi_trace_result* r)
{
    ti_near_body near;
    first->body = UINT32_MAX;
    while (ti_near_bodies_take(bodies, &near) && may_matter(t, near.entry, first)) {
        ti_leg leg;
        double best = first->body == UINT32_MAX ? t->mover.end : first->leg.order;
        toi_status status = ti_leg_find(t, &stage->bodies[near.body], best, near.entry == 0.0, &leg);
        if (status != TOI_OK) {
            return status;
        }
        r->start = leg.start > r->start ? leg.start : r->start;
        r->work.steps += leg.steps;
        r->work.rounding = fmax(r->work.rounding, leg.rounding);
        if (is_first(&leg, near.body, first)) {
            *first = (first_stop){near.body, leg};
        } else if (!leg.stops) {
            r->kept = fmin(r->kept, leg.kept);
        }
    }
    return TOI_OK;
}

void ti_trace_take(const ti_stop* stop, const ti_leg* leg, uint32_t body, toi_trace_result* r)
{
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

static void take_stop(const ti_trace* t, const toi_stage* stage, const first_stop* first, toi_trace_result* r)
{
    ti_stop stop = first->leg.stop;
    if (first->leg.by_reach) {
        ti_trace_stop(&t->mover, &stage->bodies[first->body], &first->leg.reach, &stop);
    }
    ti_trace_take(&stop, &first->leg, first->body, r);
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
    first_stop first;
    toi_status status = ask_all(&t, stage, &near, &first, &r);
    ti_near_bodies_release(&near);
    if (status != TOI_OK) {
        return status;
    }
    if (first.body != UINT32_MAX) {
        take_stop(&t, stage, &first, &r);
    } else {
        r.pose = ti_mover_end(&t.mover);
    }
    *result = r;
    return TOI_OK;
}

toi_status toi_trace(const toi_stage* stage, const toi_placed* mover, const toi_move* move,
                     const toi_trace_def* def, toi_trace_result* result)
{
    const toi_trace_def defaults = {0};
    def = def ? def : &defaults;
    toi_status status = result == NULL ? TOI_ERROR_INVALID : ti_trace_check(stage, mover, move, def);
    return status == TOI_OK ? ti_trace_among(stage, mover, move, def, false, result) : status;
}
