// Answers to contacts of a proposed step: pushes along their normals, and rigid zones where these do not end.

#ifndef SAMPLES_CLOTH_IMPACTS_H
#define SAMPLES_CLOTH_IMPACTS_H

#include "cloth_world.h"

// Adds `count` of the contacts that were found last to the impacts of the step.
void impacts_take(cloth_world* world, uint64_t count);

// Pushes all of them until they keep the gap or many sweeps are done.
void impacts_push(cloth_world* world);

// Forgets all zones: every point is one by itself.
void zones_clear(cloth_world* world);

// Joins the zones of what comes in contact, of `count` contacts that were found last, and moves every zone as
// one from where it was at the start of the step. What is led goes on as it is led.
void zones_move(cloth_world* world, uint64_t count);

#endif
