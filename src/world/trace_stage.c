// A mover among the bodies of a stage.

#include "core/memory.h"
#include "motion/path.h"
#include "world/stage.h"
#include "world/trace.h"

static const double DEFAULT_SEPARATION = 1e-4, DEFAULT_TOLERANCE = 1e-2;

static bool usable_length(double x)
{
    return isfinite(x) && x >= 0.0;
}

static toi_status check_move(const toi_placed* mover, const toi_move* move, const toi_trace_def* def)
{
    toi_motion m = {.kind = move->kind == TOI_MOVE_ROTATION ? TOI_MOTION_ROTATION : TOI_MOTION_TRANSLATION,
                    .pose = mover->pose,
                    .by = move->by,
                    .point = move->point,
                    .axis = move->axis,
                    .angle = move->angle};
    bool fine = ti_placed_usable(mover) && toi_motion_check(&m, NULL) == TOI_OK &&
                usable_length(def->separation) && usable_length(def->tolerance);
    return fine ? TOI_OK : TOI_ERROR_INVALID;
}

static ti_trace_terms terms_of(const toi_placed* mover, const toi_move* move, const toi_trace_def* def)
{
    ti_trace_terms t = {.mover = *mover, .move = *move, .solid = def->solid, .max_steps = def->max_steps};
    t.mover.pose = ti_pose_unit(mover->pose);
    t.separation = def->separation > 0.0 ? def->separation : DEFAULT_SEPARATION * mover->mesh->info.size;
    t.tolerance = def->tolerance > 0.0 ? def->tolerance : DEFAULT_TOLERANCE * t.separation;
    return t;
}

static void take_stop(const ti_stop* stop, uint32_t body, toi_trace_result* r)
{
    r->answer = stop->answer;
    r->fraction = stop->fraction;
    r->pose = stop->pose;
    r->kept = stop->kept;
    r->gap = stop->gap;
    r->body = body;
    r->kind = stop->kind;
    r->a = stop->a;
    r->b = stop->b;
    r->point = stop->point;
    r->normal = stop->normal;
}

static bool is_asked(const toi_trace_def* def, uint32_t body, uint32_t* skipped)
{
    while (*skipped < def->skip_count && def->skip[*skipped] < body) {
        ++*skipped;
    }
    bool skip = *skipped < def->skip_count && def->skip[*skipped] == body;
    return !skip && body >= def->first_body;
}

toi_status toi_trace(const toi_stage* stage, const toi_placed* mover, const toi_move* move,
                     const toi_trace_def* def, toi_trace_result* result)
{
    const toi_trace_def defaults = {0};
    def = def ? def : &defaults;
    if (stage == NULL || mover == NULL || move == NULL || result == NULL ||
        check_move(mover, move, def) != TOI_OK) {
        return TOI_ERROR_INVALID;
    }
    ti_trace_terms terms = terms_of(mover, move, def);
    toi_trace_result r = {.answer = TOI_ANSWER_CLEAR,
                          .start = TOI_START_FREE,
                          .certified = true,
                          .fraction = 1.0,
                          .kept = terms.separation,
                          .body = UINT32_MAX,
                          .separation = terms.separation};
    toi_motion whole = {.kind =
                            move->kind == TOI_MOVE_ROTATION ? TOI_MOTION_ROTATION : TOI_MOTION_TRANSLATION,
                        .pose = terms.mover.pose,
                        .by = move->by,
                        .point = move->point,
                        .axis = move->axis,
                        .angle = move->angle};
    r.pose = toi_motion_pose(&whole, 1.0);
    uint32_t skipped = 0;
    for (uint32_t i = 0; i < stage->count; ++i) {
        ti_stop stop = {0};
        if (!is_asked(def, i, &skipped)) {
            continue;
        }
        toi_status status = ti_trace_general(&terms, &stage->bodies[i], def->allocator, &stop);
        if (status != TOI_OK) {
            return status;
        }
        r.start = stop.start > r.start ? stop.start : r.start;
        r.work.steps += stop.work.steps;
        r.work.rounding = fmax(r.work.rounding, stop.work.rounding);
        bool first = stop.answer != TOI_ANSWER_CLEAR && (r.body == UINT32_MAX || stop.fraction < r.fraction);
        if (first) {
            take_stop(&stop, i, &r);
        } else if (r.body == UINT32_MAX) {
            r.kept = fmin(r.kept, stop.kept);
        }
    }
    *result = r;
    return TOI_OK;
}
