// One body of a stage by the route of [VanWaveren05]: an estimate.

#include "narrow/first/start.h"
#include "narrow/trace/paper.h"
#include "world/trace.h"

static toi_status find(const ti_trace* t, const ti_still* still, ti_paper_result* found)
{
    ti_paper_terms asked = {.mover = {t->mover.mesh, t->mover.pose, t->sides},
                            .still = {still->mesh, still->pose, still->sides},
                            .move = t->mover.move,
                            .thickness = t->def->separation};
    ti_arena arena;
    ti_arena_init(&arena, t->def->allocator, 0);
    bool enough = ti_paper_trace(&asked, &arena, found);
    ti_arena_destroy(&arena);
    return enough ? TOI_OK : TOI_ERROR_MEMORY;
}

static void take(const ti_trace* t, const ti_paper_contact* c, ti_leg* leg)
{
    toi_motion motion = ti_mover_motion(&t->mover);
    leg->stops = true;
    leg->order = ti_mover_order_at(&t->mover, c->fraction);
    leg->kept = fmin(c->gap, c->thickness);
    leg->separation = c->thickness;
    leg->stop = (ti_stop){.answer = TOI_ANSWER_CONTACT,
                          .start = leg->start,
                          .fraction = c->fraction,
                          .pose = toi_motion_pose(&motion, c->fraction),
                          .gap = c->gap,
                          .kind = c->kind,
                          .a = c->a,
                          .b = c->b,
                          .point = c->point,
                          .normal = c->normal};
}

// The paper leaves open what becomes of a mover that starts in the other body. Here it stays, as by any
// method.
toi_status ti_leg_paper(const ti_trace* t, const ti_still* still, ti_leg* leg)
{
    ti_paper_result found;
    toi_status status = find(t, still, &found);
    if (status != TOI_OK) {
        return status;
    }
    *leg = (ti_leg){.start = TOI_START_FREE,
                    .kept = t->def->separation,
                    .separation = t->def->separation,
                    .rounding = found.rounding,
                    .steps = found.pairs};
    ti_start start = {.state = TOI_START_FREE};
    if (found.near) {
        ti_start_decide(t->mover.mesh, &t->mover.pose, still->mesh, &still->pose, t->def->solid, &start);
    }
    leg->start = start.state;
    if (start.state > TOI_START_TOUCHING) {
        const toi_result nothing = {.answer = TOI_ANSWER_CONTACT};
        ti_leg_block(t, still, &nothing, leg);
    } else if (found.hit) {
        take(t, &found.first, leg);
    }
    return TOI_OK;
}
