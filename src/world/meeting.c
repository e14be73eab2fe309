// A mover that starts so near a body that no distance can be told: what the exact start is, and whether the
// move leads out.

#include "narrow/first/start.h"
#include "narrow/trace/depth.h"
#include "world/leave.h"
#include "world/trace.h"

// In rounding bounds: a distance within which features that touch are looked for.
static const double NAMING = 6.0;

// The pair at rest: its exact start, and what touches or crosses. With a separation of a few rounding bounds
// what is apart by less has a name too.
static toi_status find_start(const ti_trace* t, const ti_still* still, double rounding, toi_result* r)
{
    toi_body mover = {.mesh = t->mover.mesh, .motion = ti_rest_at(&t->mover.pose)};
    toi_body rest = {.mesh = still->mesh, .motion = ti_rest_at(&still->pose)};
    toi_query_def def = {
        .separation = NAMING * rounding, .max_steps = t->terms.max_steps, .allocator = t->def->allocator};
    return toi_first_contact(&mover, &rest, &def, r);
}

bool ti_is_contained(const ti_mover* mover, const ti_still* still)
{
    ti_start start;
    ti_start_decide(mover->mesh, &mover->pose, still->mesh, &still->pose, true, &start);
    return start.state == TOI_START_CONTAINED;
}

void ti_leg_block(const ti_trace* t, const ti_still* still, const toi_result* r, ti_leg* leg)
{
    leg->meets = false;
    leg->stops = true;
    leg->order = 0.0;
    leg->kept = 0.0;
    leg->by_reach = false;
    leg->stop = (ti_stop){.answer = TOI_ANSWER_CONTACT,
                          .start = leg->start,
                          .pose = t->mover.pose,
                          .gap = leg->start == TOI_START_TOUCHING ? r->gap : 0.0,
                          .kind = r->kind,
                          .a = r->a,
                          .b = r->b,
                          .point = r->point,
                          .normal = r->normal};
    ti_depth depth;
    if (leg->start >= TOI_START_OVERLAPPING &&
        ti_depth_find(t->mover.mesh, &t->mover.pose, still->mesh, &still->pose, &depth)) {
        leg->depth = depth.depth;
        leg->stop.normal = depth.normal;
    }
}

static void let_pass(ti_leg* leg)
{
    leg->meets = leg->stops = false;
    leg->kept = 0.0;
}

// The rest of a move from a share of it on.
static ti_mover rest_of(const ti_mover* mover, double share)
{
    toi_motion motion = ti_mover_motion(mover);
    toi_placed placed = {.mesh = mover->mesh, .pose = toi_motion_pose(&motion, share)};
    toi_move move = mover->move;
    move.by = v3_scale(1.0 - share, move.by);
    move.angle *= 1.0 - share;
    ti_mover rest;
    ti_mover_prepare(&placed, &move, &rest);
    return rest;
}

// Whether what touches a closed body comes to be inside of it, or around it, by a share of the move: a point
// or a flat mover has no other parts that would be in the way. What is within it at the start is not meant.
static bool enters(const ti_mover* mover, const ti_still* still, double share)
{
    if (!mover->mesh->info.closed && !still->mesh->info.closed) {
        return false;
    }
    ti_mover rest = rest_of(mover, share);
    return ti_is_contained(&rest, still) &&
           !ti_start_within(mover->mesh, &mover->pose, still->mesh, &still->pose);
}

// Goes on from where the mover has left the body. The pose there is that of its doubles, within the rounding
// bound of the one on the way, and more than thirty of these from the body.
static toi_status go_on(const ti_trace* t, const ti_still* still, double share, ti_leg* leg)
{
    if (!(share < 1.0)) {
        let_pass(leg);
        return TOI_OK;
    }
    ti_mover rest = rest_of(&t->mover, share);
    toi_start start = leg->start;
    double rounding = leg->rounding;
    toi_status status = ti_leg_apart(t, &rest, still, rest.end, leg);
    leg->start = start;
    leg->rounding = rounding;
    if (status != TOI_OK || leg->meets) {
        return status;
    }
    leg->kept = 0.0;
    if (!leg->stops) {
        return TOI_OK;
    }
    ti_leg_settle(&rest, still, leg);
    leg->stop.fraction = share + (1.0 - share) * leg->stop.fraction;
    leg->order = ti_mover_order_at(&t->mover, leg->stop.fraction);
    return TOI_OK;
}

static bool is_still(const ti_mover* m)
{
    return !m->turns && m->move.by.x == 0.0 && m->move.by.y == 0.0 && m->move.by.z == 0.0;
}

// Touches, by less than rounding can tell: what the move does then.
static toi_status leave(const ti_trace* t, const ti_still* still, const toi_result* r, ti_leg* leg)
{
    double share;
    if (is_still(&t->mover) || ti_slide_proved(&t->mover, still, leg->rounding)) {
        let_pass(leg);
        return TOI_OK;
    }
    if (ti_leave_proved(&t->mover, still, leg->rounding, &share) && !enters(&t->mover, still, share)) {
        toi_status status = go_on(t, still, share, leg);
        if (status != TOI_OK || !leg->meets) {
            return status;
        }
    }
    ti_leg_block(t, still, r, leg);
    return TOI_OK;
}

// What the method takes for meeting may be one hull within the other, where the surfaces are apart.
static toi_status stay_apart(const ti_trace* t, const ti_still* still, const toi_result* r, ti_leg* leg)
{
    if (t->def->solid && ti_is_contained(&t->mover, still)) {
        leg->start = TOI_START_CONTAINED;
        ti_leg_block(t, still, r, leg);
        return TOI_OK;
    }
    return ti_leg_general(t, &t->mover, still, leg);
}

toi_status ti_leg_meeting(const ti_trace* t, const ti_still* still, ti_leg* leg)
{
    toi_result r;
    leg->rounding = leg->rounding > 0.0 ? leg->rounding : ti_pair_rounding(&t->mover, still);
    toi_status status = find_start(t, still, leg->rounding, &r);
    if (status != TOI_OK) {
        return status;
    }
    if (r.answer == TOI_ANSWER_CLEAR) {
        status = stay_apart(t, still, &r, leg);
        if (status != TOI_OK || !leg->meets) {
            return status;
        }
    }
    leg->start = r.start == TOI_START_OVERLAPPING ? TOI_START_OVERLAPPING : TOI_START_TOUCHING;
    if (leg->start == TOI_START_OVERLAPPING) {
        ti_leg_block(t, still, &r, leg);
        return TOI_OK;
    }
    return leave(t, still, &r, leg);
}
