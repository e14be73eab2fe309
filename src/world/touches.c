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

typedef struct gathering {
    toi_touches to;
    uint32_t manifolds;
} gathering;

static toi_touch as_public(const ti_touch* t, uint32_t body, uint32_t manifold)
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

static void gather(gathering* g, uint32_t body, const ti_touch_list* list)
{
    for (uint32_t i = 0; i < list->count; ++i) {
        const ti_touch *t = &list->items[i], *before = i > 0 ? t - 1 : t;
        g->manifolds += t->face_a != before->face_a || t->face_b != before->face_b;
        if (g->to.count < g->to.capacity) {
            g->to.items[g->to.count] = as_public(t, body, g->manifolds);
        }
        ++g->to.count;
    }
    g->manifolds += list->count > 0;
}

static toi_status gather_all(const toi_stage* stage, const ti_still* mover, double within,
                             ti_near_bodies* near, gathering* g)
{
    ti_touch_list list;
    ti_touch_list_init(&list, &near->allocator);
    toi_status status = TOI_OK;
    ti_near_body next;
    while (status == TOI_OK && ti_near_bodies_take(near, &next)) {
        status = ti_touches_of_pair(mover, &stage->bodies[next.body], within, &list);
        gather(g, next.body, &list);
    }
    ti_touch_list_release(&list);
    return status;
}

toi_status toi_stage_touches(const toi_stage* stage, const toi_placed* mover, double within,
                             const toi_trace_def* def, toi_touches* touches)
{
    static const toi_trace_def defaults = {0};
    static const toi_move rest = {.kind = TOI_MOVE_TRANSLATION};
    def = def ? def : &defaults;
    if (stage == NULL || mover == NULL || touches == NULL ||
        (touches->items == NULL && touches->capacity > 0) || !ti_placed_usable(mover) ||
        !(isfinite(within) && within >= 0.0) || !ti_skip_valid(def)) {
        return TOI_ERROR_INVALID;
    }
    ti_still body;
    ti_way way;
    ti_near_bodies near;
    ti_still_prepare(mover, &body);
    ti_way_make(body.mesh, &body.pose, &rest, within, &way);
    toi_status status = ti_near_bodies_find(stage, &way, def, false, &near);
    if (status != TOI_OK) {
        return status;
    }
    gathering g = {.to = {touches->items, touches->capacity, 0}};
    status = gather_all(stage, &body, within, &near, &g);
    ti_near_bodies_release(&near);
    if (status == TOI_OK) {
        touches->count = g.to.count;
    }
    return status;
}
