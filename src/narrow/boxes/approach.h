// The last time before an event, or the first after one, that is certain.
//
// On a short part of the motion how far two bodies are apart in a direction falls all the time, or rises. So
// where it is positive at one time it was so before, or is after it, and one time can be looked at on its
// own, at which rounding is far less than in polynomials (instant.h).

#ifndef TI_NARROW_BOXES_APPROACH_H
#define TI_NARROW_BOXES_APPROACH_H

#include "narrow/boxes/instant.h"

#include <stdbool.h>

typedef struct ti_approach {
    void* context;
    // Whether between the event and another time what `gap` measures certainly falls, or rises, all the way.
    // False without memory.
    bool (*look)(void* context, double other, bool* steady);
    ti_gap (*gap)(const void* context, double time); // how far they are apart; asked once that is steady
    bool falls;                                      // as time goes; else it rises
} ti_approach;

// Moves the time of an event, up to which, or from which on, they are known to be apart, as near to the root
// of the gap as a few steps come; where no part is steady not at all. False without memory.
bool ti_approach_event(const ti_approach* approach, double* time);

#endif
