// Where two bodies that stand still touch.

#ifndef TI_WORLD_TOUCHES_H
#define TI_WORLD_TOUCHES_H

#include "narrow/trace/touch.h"

// ti_touches_find, which also decides whether one body is inside of the other.
toi_status ti_touches_of_pair(const ti_still* a, const ti_still* b, double within, ti_touch_list* list);

#endif
