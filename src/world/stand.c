// How a mover stands among the bodies of a stage.

#include "math/triangles.h"
#include "narrow/first/posed.h"
#include "narrow/trace/overlap.h"
#include "world/trace.h"

// Both bodies, and as exact tests see them once one is asked for.
typedef struct posed_pair {
    const ti_mover* mover;
    const ti_still* still;
    bool made;
    ti_posed a, b;
} posed_pair;

static bool triangles_cross(uint32_t triangle_a, uint32_t triangle_b, void* context)
{
    posed_pair* pair = context;
    if (!pair->made) {
        pair->a = ti_posed_make(pair->mover->mesh, &pair->mover->pose);
        pair->b = ti_posed_make(pair->still->mesh, &pair->still->pose);
        pair->made = true;
    }
    toi_vec3 a[3], b[3];
    ti_posed_triangle(&pair->a, triangle_a, a);
    ti_posed_triangle(&pair->b, triangle_b, b);
    return ti_triangles_relation(a, b) == TI_MEET_CROSS;
}

// What a trace of no length says of one body.
static toi_status start_with(const ti_trace* t, const ti_still* still, bool near, toi_start* start)
{
    posed_pair pair;
    pair.mover = &t->mover;
    pair.still = still;
    pair.made = false;
    ti_overlap found = ti_overlap_find(&t->mover, still, triangles_cross, &pair);
    if (found == TI_OVERLAP_CROSSES) {
        *start = TOI_START_OVERLAPPING;
        return TOI_OK;
    }
    if (found == TI_OVERLAP_APART) {
        bool within = t->def->solid && near && ti_is_contained(&t->mover, still);
        *start = within ? TOI_START_CONTAINED : TOI_START_FREE;
        return TOI_OK;
    }
    ti_leg leg;
    toi_status status = ti_leg_find(t, still, t->mover.end, near, &leg);
    *start = leg.start;
    return status;
}

// The worst of all; no more is asked once nothing can be worse.
static toi_status start_among(const ti_trace* t, const toi_stage* stage, ti_near_bodies* near,
                              toi_start* start)
{
    const toi_start worst = t->def->solid ? TOI_START_CONTAINED : TOI_START_OVERLAPPING;
    ti_near_body next;
    *start = TOI_START_FREE;
    while (*start != worst && ti_near_bodies_take(near, &next)) {
        toi_start own = TOI_START_FREE;
        toi_status status = start_with(t, &stage->bodies[next.body], next.entry == 0.0, &own);
        if (status != TOI_OK) {
            return status;
        }
        *start = own > *start ? own : *start;
    }
    return TOI_OK;
}

toi_status toi_stage_start(const toi_stage* stage, const toi_placed* mover, const toi_trace_def* def,
                           toi_start* start)
{
    static const toi_move rest = {.kind = TOI_MOVE_TRANSLATION};
    toi_trace_def own = def ? *def : (toi_trace_def){0};
    own.method = TOI_TRACE_CERTIFIED;
    own.blocking = NULL;
    toi_status status = start == NULL ? TOI_ERROR_INVALID : ti_trace_check(stage, mover, &rest, &own);
    if (status != TOI_OK) {
        return status;
    }
    ti_trace t = {.def = &own, .sides = mover->sides, .terms = ti_trace_terms(mover, &own)};
    ti_mover_prepare(mover, &rest, &t.mover);
    ti_way way;
    ti_near_bodies near;
    ti_way_make(mover->mesh, &t.mover.pose, &rest, t.terms.separation + t.terms.tolerance, &way);
    if (ti_near_bodies_find(stage, &way, &own, false, &near) != TOI_OK) {
        return TOI_ERROR_MEMORY;
    }
    toi_start found;
    status = start_among(&t, stage, &near, &found);
    ti_near_bodies_release(&near);
    if (status == TOI_OK) {
        *start = found;
    }
    return status;
}
