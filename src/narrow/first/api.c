// First contact of two rigid bodies: checks what was given, and asks.

#include "toi/query.h"

#include "core/assert.h"
#include "core/cpu.h"
#include "math/rounding.h"
#include "math/scalar.h"
#include "motion/path.h"
#include "narrow/first/clearance.h"
#include "narrow/first/first.h"
#include "narrow/first/query.h"

static toi_status check_query(const ti_query* q)
{
    if (!d_is_length(q->def->tolerance) || !d_is_length(q->def->separation)) {
        return TOI_ERROR_INVALID;
    }
    for (int k = 0; k < 2; ++k) {
        const toi_mesh* mesh = q->body[k]->mesh;
        if (!mesh || mesh->inspect_only || mesh->round.kind != TI_ROUND_NONE ||
            !ti_motion_rigid(&q->body[k]->motion)) {
            return TOI_ERROR_INVALID;
        }
        if (q->def->solid && !mesh->info.closed) {
            return TOI_ERROR_OPEN_MESH;
        }
    }
    return TOI_OK;
}

// Decides the start first where nothing else can: bodies that do not move relative to each other, and solids.
static bool answered_at_start(ti_query* q)
{
    if (!q->def->solid && (q->terms.moves || q->terms.separation > 0.0)) {
        return false;
    }
    ti_start start = ti_query_start(q);
    q->result.start = start.state;
    if (start.state == TOI_START_FREE) {
        return false;
    }
    ti_duel duel;
    ti_query_first_window(q, &duel);
    q->result.work.tolerance = ti_scale(duel.tolerance, duel.exponent);
    q->result.work.rounding = ti_scale(duel.rounding, duel.exponent);
    ti_query_answer_start(q, &duel, &start);
    return true;
}

static toi_status run_query(ti_query* q, toi_result* result)
{
    toi_status status = check_query(q);
    if (status != TOI_OK) {
        return status;
    }
    q->terms.tolerance = q->def->tolerance;
    q->terms.separation = q->def->separation;
    q->terms.moves = !ti_motion_same(&q->body[0]->motion, &q->body[1]->motion);
    q->recorder.links = q->def->links;
    q->recorder.capacity = q->def->links ? q->def->link_capacity : 0;
    q->effort.max_steps = q->def->max_steps ? q->def->max_steps : TOI_DEFAULT_MAX_STEPS;
    q->result.certified = true;
    if (!answered_at_start(q)) {
        ti_query_search(q);
    }
    q->result.link_count = q->recorder.count;
    q->result.work.steps = q->effort.steps;
    q->result.work.nodes = q->effort.nodes;
    q->result.work.leaves = q->effort.leaves;
    *result = q->result;
    return TOI_OK;
}

toi_status ti_first_contact_with(const toi_body* a, const toi_body* b, const toi_query_def* def, bool avx2,
                                 toi_result* result)
{
    const toi_query_def defaults = {0};
    ti_query q = {.body = {a, b}, .def = def ? def : &defaults, .to = 1.0, .avx2 = avx2};
    return a && b && result ? run_query(&q, result) : TOI_ERROR_INVALID;
}

toi_status ti_first_contact_during(const toi_body* a, const toi_body* b, const toi_query_def* def,
                                   double from, double to, toi_result* result)
{
    TI_ASSERT(from >= 0.0 && from < to && to <= 1.0);
    ti_query q = {.body = {a, b}, .def = def, .from = from, .to = to, .avx2 = ti_cpu_has_avx2()};
    return run_query(&q, result);
}

toi_status ti_first_contact_rigid(const toi_body* a, const toi_body* b, const toi_query_def* def,
                                  toi_result* result)
{
    bool avx2 = ti_cpu_has_avx2();
    toi_status status = ti_first_contact_with(a, b, def, avx2, result);
    if (status == TOI_OK && def && def->raise_gap && result->answer == TOI_ANSWER_CLEAR) {
        ti_raise_gap(a, b, def, avx2, result);
    }
    return status;
}
