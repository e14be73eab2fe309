// Traces by first contact with a separation.

#include "math/trig.h"
#include "motion/pieces.h"
#include "narrow/first/first.h"
#include "world/trace.h"

// Rounding bounds by which a mover that starts within the separation may come nearer than it was, and below
// which a distance cannot be told from none.
static const double ZONE_SLACK = 16.0, TOUCH_SLACK = 2.0;

enum { MOST_LOOKS = 4 };

double ti_mover_order_at(const ti_mover* mover, double fraction)
{
    double half = 0.5 * fabs(mover->move.angle) * fraction, sine, cosine;
    if (!mover->turns) {
        return fraction;
    }
    if (!(fraction < 1.0) || !(half < TOI_PI)) {
        return mover->end;
    }
    ti_sincos(half, &sine, &cosine);
    return ti_order_of_pair(cosine, sine);
}

toi_motion ti_rest_at(const toi_pose* pose)
{
    return (toi_motion){.kind = TOI_MOTION_STATIC, .pose = *pose};
}

toi_motion ti_mover_motion(const ti_mover* mover)
{
    return ti_move_motion(&mover->move, mover->pose);
}

static bool begins_near(const toi_result* r, double from)
{
    return r->answer == TOI_ANSWER_CONTACT && r->t_free == from;
}

static void take(const toi_result* r, const ti_encounter* e, ti_stop* stop)
{
    *stop = (ti_stop){.answer = r->answer,
                      .fraction = (r->t_free - e->from) / (e->to - e->from),
                      .pose = toi_motion_pose(&e->mover.motion, r->t_free),
                      .gap = r->gap,
                      .kind = r->kind,
                      .a = r->a,
                      .b = r->b,
                      .point = r->point,
                      .normal = r->normal,
                      .work = r->work};
}

// First contact keeps the separation on the exact path. The pose that is returned is off it by its own
// rounding, which grows with the distance from zero and which the bound of a pair holds: so much more is
// kept.
toi_status ti_leg_encounter(const ti_trace* trace, const ti_encounter* e, ti_leg* leg)
{
    double rounding = isfinite(TI_LEAST_SEPARATION * e->rounding) ? e->rounding : 0.0;
    double separation = fmax(trace->terms.separation, TI_LEAST_SEPARATION * rounding);
    toi_query_def def = {.tolerance = trace->terms.tolerance,
                         .separation = separation + rounding,
                         .max_steps = trace->terms.max_steps,
                         .allocator = trace->def->allocator};
    toi_result r;
    toi_status status = ti_first_contact_during(&e->mover, &e->other, &def, e->from, e->to, &r);
    *leg = (ti_leg){.start = TOI_START_FREE, .separation = separation, .kept = separation};
    // The gap of a contact at the start may be above the distance by as much as the tolerance. A stop nearer
    // to what is kept than the slack shows that it was.
    for (int look = 0; look < MOST_LOOKS && status == TOI_OK && begins_near(&r, e->from); ++look) {
        double u = r.work.rounding + rounding, kept = fmin(separation, r.gap - ZONE_SLACK * u);
        leg->meets = r.start == TOI_START_OVERLAPPING || !(kept > TOUCH_SLACK * u);
        if (leg->meets || (look > 0 && !(kept < leg->kept))) {
            break;
        }
        leg->kept = kept;
        def.separation = kept + rounding;
        def.tolerance = 6.0 * u;
        status = ti_first_contact_during(&e->mover, &e->other, &def, e->from, e->to, &r);
    }
    if (status != TOI_OK) {
        return status;
    }
    leg->rounding = r.work.rounding + rounding;
    leg->steps = r.work.steps;
    leg->nodes = r.work.nodes;
    leg->leaves = r.work.leaves;
    leg->stops = r.answer != TOI_ANSWER_CLEAR;
    take(&r, e, &leg->stop);
    return TOI_OK;
}

toi_status ti_leg_general(const ti_trace* trace, const ti_mover* mover, const ti_still* still, ti_leg* leg)
{
    ti_encounter e = {.mover = {.mesh = mover->mesh, .motion = ti_mover_motion(mover)},
                      .other = {.mesh = still->mesh, .motion = ti_rest_at(&still->pose)},
                      .from = 0.0,
                      .to = 1.0,
                      .rounding = ti_pair_rounding(mover, still)};
    toi_status status = ti_leg_encounter(trace, &e, leg);
    leg->order = ti_mover_order_at(mover, leg->stop.fraction);
    return status;
}
