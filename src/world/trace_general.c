// Traces by first contact with a separation.

#include "world/trace.h"

#include "motion/path.h"

// Rounding bounds by which a mover that starts within the separation may come nearer than it was.
static const double ZONE_SLACK = 16.0;

static toi_motion motion_of(const ti_trace_terms* terms)
{
    const toi_move* m = &terms->move;
    if (m->kind == TOI_MOVE_TRANSLATION) {
        return (toi_motion){.kind = TOI_MOTION_TRANSLATION, .pose = terms->mover.pose, .by = m->by};
    }
    return (toi_motion){.kind = TOI_MOTION_ROTATION,
                        .pose = terms->mover.pose,
                        .point = m->point,
                        .axis = m->axis,
                        .angle = m->angle};
}

static void take(const toi_result* r, const toi_motion* motion, ti_stop* stop)
{
    stop->answer = r->answer;
    stop->fraction = r->t_free;
    stop->pose = toi_motion_pose(motion, r->t_free);
    stop->gap = r->gap;
    stop->kind = r->kind;
    stop->a = r->a;
    stop->b = r->b;
    stop->point = r->point;
    stop->normal = r->normal;
    stop->work = r->work;
}

toi_status ti_trace_general(const ti_trace_terms* terms, const toi_placed* still,
                            const toi_allocator* allocator, ti_stop* stop)
{
    toi_body mover = {terms->mover.mesh, motion_of(terms)};
    toi_body rest = {still->mesh, {.kind = TOI_MOTION_STATIC, .pose = still->pose}};
    toi_query_def def = {.tolerance = terms->tolerance,
                         .separation = terms->separation,
                         .solid = terms->solid && still->mesh->info.closed,
                         .max_steps = terms->max_steps,
                         .allocator = allocator};
    toi_result r;
    toi_status status = toi_first_contact(&mover, &rest, &def, &r);
    if (status != TOI_OK) {
        return status;
    }
    stop->kept = terms->separation;
    stop->start = r.start;
    bool near = r.answer == TOI_ANSWER_CONTACT && r.t_free == 0.0 && r.start != TOI_START_OVERLAPPING &&
                r.start != TOI_START_CONTAINED;
    if (near) {
        stop->start = r.gap > 0.0 ? TOI_START_FREE : TOI_START_TOUCHING;
        double kept = fmin(terms->separation, r.gap - ZONE_SLACK * r.work.rounding);
        if (kept > 2.0 * r.work.rounding) {
            def.separation = stop->kept = kept;
            def.tolerance = 6.0 * r.work.rounding;
            status = toi_first_contact(&mover, &rest, &def, &r);
        }
    }
    take(&r, &mover.motion, stop);
    return status;
}
