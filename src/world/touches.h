// Where two bodies that stand still touch.

#ifndef TI_WORLD_TOUCHES_H
#define TI_WORLD_TOUCHES_H

#include "narrow/trace/touch.h"
#include "world/stage.h"

// ti_touches_find, which also decides whether one body is inside of the other.
toi_status ti_touches_of_pair(const ti_still* a, const ti_still* b, double within, ti_touch_list* list);

// A mover at rest among the bodies of a stage that `def` asks.
typedef struct ti_around {
    const toi_stage* stage;
    const toi_trace_def* def;
    const ti_still* mover;
    double within;
} ti_around;

// Called with the touches of one body after another, in the order of bodies. Not TOI_OK ends the search.
typedef toi_status ti_visit_touches(uint32_t body, const ti_touch_list* list, void* context);

// @return TOI_OK, TOI_ERROR_MEMORY or what a visit returned
toi_status ti_touches_around(const ti_around* around, ti_visit_touches* visit, void* context);

toi_touch ti_touch_public(const ti_touch* touch, uint32_t body, uint32_t manifold);

#endif
