// What stops a mover: the pairs of features near each other at the stop whose gap would shrink.

#include "world/touches.h"
#include "world/trace.h"

// A gap changes at first order where that is more than this part of the speed of the mover.
static const double STEADY = 0x1p-30;

typedef struct search {
    const toi_trace_def* def;
    toi_move move;
    double speed; // of the fastest point of the mover
    bool all;     // whatever the gaps do
    toi_trace_result* result;
    uint32_t manifold;
} search;

static bool closes(const search* s, const ti_touch* t)
{
    ti_touch_rate rate = ti_touch_rate_of(t, &s->move);
    double steady = STEADY * s->speed;
    return s->all || rate.speed < -steady || (rate.speed <= steady && rate.acceleration < 0.0);
}

static void put(search* s, const toi_touch* touch)
{
    if (s->result->blocking_count < s->def->blocking_capacity) {
        s->def->blocking[s->result->blocking_count] = *touch;
    }
    ++s->result->blocking_count;
}

toi_touch ti_touch_of_result(const toi_trace_result* r)
{
    return (toi_touch){.body = r->body,
                       .kind = r->kind,
                       .a = r->a,
                       .b = r->b,
                       .point_a = v3_madd(r->point, -0.5 * r->gap, r->normal),
                       .point_b = v3_madd(r->point, 0.5 * r->gap, r->normal),
                       .normal = r->normal,
                       .gap = r->depth > 0.0 ? -r->depth : r->gap};
}

static toi_status take_list(uint32_t body, const ti_touch_list* list, void* context)
{
    search* s = context;
    const ti_touch* before = NULL;
    for (uint32_t i = 0; i < list->count; ++i) {
        const ti_touch* t = &list->items[i];
        if (!closes(s, t)) {
            continue;
        }
        s->manifold += before != NULL && (before->face_a != t->face_a || before->face_b != t->face_b);
        toi_touch touch = ti_touch_public(t, body, s->manifold);
        put(s, &touch);
        before = t;
    }
    s->manifold += before != NULL;
    return TOI_OK;
}

// The longest way of a point over the move, as a measure of speed.
static double speed_of(const ti_still* mover, const toi_move* move)
{
    if (move->kind != TOI_MOVE_ROTATION) {
        return v3_length(move->by);
    }
    toi_vec3 arm = v3_sub(v3_add(mover->pose.position, mover->arm), move->point);
    return fabs(move->angle) * (v3_length(arm) + mover->mesh->radius);
}

// Where no gap is seen to shrink, because it does by less than rounding can tell, the stop itself is named.
toi_status ti_blocking_find(const toi_stage* stage, const ti_trace* t, toi_trace_result* r)
{
    toi_placed at = {t->mover.mesh, r->pose, 2};
    search s = {.def = t->def, .move = t->mover.move, .result = r, .all = r->start >= TOI_START_OVERLAPPING};
    ti_still mover;
    ti_still_prepare(&at, &mover);
    s.speed = speed_of(&mover, &s.move);
    r->blocking_count = 0;
    double within = r->kept + fmax(r->work.tolerance, t->terms.tolerance);
    ti_around around = {stage, t->def, &mover, within};
    toi_status status = ti_touches_around(&around, take_list, &s);
    if (status == TOI_OK && r->blocking_count == 0) {
        toi_touch touch = ti_touch_of_result(r);
        put(&s, &touch);
    }
    return status;
}
