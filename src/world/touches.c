// Touches of a mover and the bodies of a stage.

#include "world/touches.h"

#include "narrow/first/inside.h"
#include "world/stage.h"

// ---- one pair

// Whether a component of a body has its first vertex inside the solid of another. Exact, on posed doubles.
static bool holds_component(const ti_still* outer, const ti_still* inner)
{
    ti_posed solid = ti_posed_make(outer->mesh, &outer->pose),
             body = ti_posed_make(inner->mesh, &inner->pose);
    double padding = ti_posed_padding(&solid, &body);
    const ti_topology* topology = &inner->mesh->topology;
    for (uint32_t i = 0; i < topology->component_count; ++i) {
        ti_mean vertex = {.point = {ti_posed_vertex(&body, topology->component_vertex[i])}, .count = 1};
        ti_side side = ti_inside(&solid, &vertex, TI_RAY_Z, padding);
        if (side.inside && !side.on) {
            return true;
        }
    }
    return false;
}

toi_status ti_touches_of_pair(const ti_still* a, const ti_still* b, double within, ti_touch_list* list)
{
    ti_touch_terms terms = {.within = within};
    toi_status status = ti_touches_find(a, b, &terms, list);
    if (status != TOI_OK || !(list->may_contain[0] || list->may_contain[1])) {
        return status;
    }
    terms.hollow[0] = list->may_contain[0] && holds_component(a, b);
    terms.hollow[1] = list->may_contain[1] && holds_component(b, a);
    return terms.hollow[0] || terms.hollow[1] ? ti_touches_find(a, b, &terms, list) : TOI_OK;
}

// ---- all bodies

toi_touch ti_touch_public(const ti_touch* t, uint32_t body, uint32_t manifold)
{
    return (toi_touch){.body = body,
                       .kind = t->kind,
                       .a = t->a,
                       .b = t->b,
                       .point_a = t->point_a,
                       .point_b = t->point_b,
                       .normal = t->normal,
                       .gap = t->gap,
                       .manifold = manifold};
}

static toi_status visit_all(const ti_around* around, ti_near_bodies* near, ti_visit_touches* visit,
                            void* context)
{
    ti_touch_list list;
    ti_touch_list_init(&list, &near->allocator);
    toi_status status = TOI_OK;
    ti_near_body next;
    while (status == TOI_OK && ti_near_bodies_take(near, &next)) {
        const ti_still* body = &around->stage->bodies[next.body];
        status = ti_touches_of_pair(around->mover, body, around->within, &list);
        status = status == TOI_OK ? visit(next.body, &list, context) : status;
    }
    ti_touch_list_release(&list);
    return status;
}

toi_status ti_touches_around(const ti_around* around, ti_visit_touches* visit, void* context)
{
    static const toi_move rest = {.kind = TOI_MOVE_TRANSLATION};
    ti_way way;
    ti_near_bodies near;
    ti_way_make(around->mover->mesh, &around->mover->pose, &rest, around->within, &way);
    toi_status status = ti_near_bodies_find(around->stage, &way, around->def, false, &near);
    if (status == TOI_OK) {
        status = visit_all(around, &near, visit, context);
        ti_near_bodies_release(&near);
    }
    return status;
}

// ---- lists of touches

typedef struct gathering {
    toi_touches to;
    uint32_t manifolds;
} gathering;

static toi_status gather(uint32_t body, const ti_touch_list* list, void* context)
{
    gathering* g = context;
    for (uint32_t i = 0; i < list->count; ++i) {
        const ti_touch *t = &list->items[i], *before = i > 0 ? t - 1 : t;
        g->manifolds += t->face_a != before->face_a || t->face_b != before->face_b;
        if (g->to.count < g->to.capacity) {
            g->to.items[g->to.count] = ti_touch_public(t, body, g->manifolds);
        }
        ++g->to.count;
    }
    g->manifolds += list->count > 0;
    return TOI_OK;
}

toi_status toi_stage_touches(const toi_stage* stage, const toi_placed* mover, double within,
                             const toi_trace_def* def, toi_touches* touches)
{
    static const toi_trace_def defaults = {0};
    def = def ? def : &defaults;
    if (stage == NULL || mover == NULL || touches == NULL ||
        (touches->items == NULL && touches->capacity > 0) || !ti_placed_usable(mover) ||
        !(isfinite(within) && within >= 0.0) || !ti_skip_valid(def)) {
        return TOI_ERROR_INVALID;
    }
    ti_still body;
    ti_still_prepare(mover, &body);
    ti_around around = {stage, def, &body, within};
    gathering g = {.to = {touches->items, touches->capacity, 0}};
    toi_status status = ti_touches_around(&around, gather, &g);
    if (status == TOI_OK) {
        touches->count = g.to.count;
    }
    return status;
}
