// Pushes and zones.

#include "cloth_impacts.h"

#include "memory.h"

enum { SWEEPS = 40 };

static const double FINE = 1e-3; // of the thickness: sweeps that push less are the last

// The vertices of a contact as points of the world; those of b count as positive.
static soft_impact impact_of(const cloth_world* w, const toi_deform_contact* c)
{
    soft_impact impact = {.normal = c->normal};
    bool edges = c->kind == TOI_PRIMITIVE_EE;
    for (uint32_t i = 0; i < 4; ++i) {
        bool of_b = edges ? i >= 2 : (i == 0) == c->vertex_of_b;
        const cloth_body* body = &w->bodies[of_b ? c->b : c->a];
        impact.point[i] = body->first + c->vertex[i];
        impact.share[i] = of_b ? c->weight[i] : -c->weight[i];
    }
    return impact;
}

void impacts_take(cloth_world* w, uint64_t count)
{
    for (uint64_t i = 0; i < count; ++i) {
        soft_impacts* list = &w->impacts;
        list->list = grow(list->list, list->count, &list->capacity, sizeof *list->list);
        list->list[list->count++] = impact_of(w, &w->contacts[i]);
    }
}

void impacts_push(cloth_world* w)
{
    double most = HUGE_VAL;
    for (uint32_t sweep = 0; sweep < SWEEPS && most > FINE * w->thickness; ++sweep) {
        most = 0.0;
        for (uint32_t i = 0; i < w->impacts.count; ++i) {
            most = fmax(most, soft_push(&w->soft, &w->impacts.list[i], w->soft.at));
        }
    }
}

// ---- zones

void zones_clear(cloth_world* w)
{
    for (uint32_t i = 0; i < w->soft.point_count; ++i) {
        w->zone[i] = i;
    }
}

static uint32_t zone_of(cloth_world* w, uint32_t point)
{
    while (w->zone[point] != point) {
        w->zone[point] = w->zone[w->zone[point]];
        point = w->zone[point];
    }
    return point;
}

// The lower number stands for both.
static void join(cloth_world* w, uint32_t a, uint32_t b)
{
    a = zone_of(w, a);
    b = zone_of(w, b);
    w->zone[a < b ? b : a] = a < b ? a : b;
}

// The points of an impact that are not led are in one zone; one that is led takes the zone along.
static void join_impact(cloth_world* w, const soft_impact* impact)
{
    uint32_t first = UINT32_MAX, led = UINT32_MAX;
    for (uint32_t i = 0; i < 4; ++i) {
        uint32_t p = impact->point[i];
        if (w->soft.inverse[p] <= 0.0) {
            led = p;
        } else if (first == UINT32_MAX) {
            first = p;
        } else {
            join(w, first, p);
        }
    }
    if (first != UINT32_MAX && led != UINT32_MAX) {
        join(w, first, led);
    }
}

// How a zone goes: as its points do on the mean, or as one of them that is led.
static void sum_ways(cloth_world* w)
{
    soft_system* s = &w->soft;
    for (uint32_t i = 0; i < s->point_count; ++i) {
        w->way[i] = v3(0.0, 0.0, 0.0);
        w->weight[i] = 0.0;
    }
    for (uint32_t i = 0; i < s->point_count; ++i) {
        uint32_t zone = zone_of(w, i);
        toi_vec3 way = v3_sub(s->to[i], s->at[i]);
        if (s->inverse[i] <= 0.0 && isfinite(w->weight[zone])) {
            w->way[zone] = way;
            w->weight[zone] = HUGE_VAL;
        } else if (s->inverse[i] > 0.0 && isfinite(w->weight[zone])) {
            w->way[zone] = v3_madd(w->way[zone], 1.0 / s->inverse[i], way);
            w->weight[zone] += 1.0 / s->inverse[i];
        }
    }
}

void zones_move(cloth_world* w, uint64_t count)
{
    soft_system* s = &w->soft;
    for (uint64_t i = 0; i < count; ++i) {
        soft_impact impact = impact_of(w, &w->contacts[i]);
        join_impact(w, &impact);
    }
    sum_ways(w);
    for (uint32_t i = 0; i < s->point_count; ++i) {
        uint32_t zone = zone_of(w, i);
        bool alone = zone == i && w->weight[i] == 1.0 / s->inverse[i];
        if (s->inverse[i] > 0.0 && !alone) {
            double share = isfinite(w->weight[zone]) ? 1.0 / w->weight[zone] : 1.0;
            s->to[i] = v3_madd(s->at[i], share, w->way[zone]);
        }
    }
}
