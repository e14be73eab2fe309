// What is looked at in a run of cloth, and checked at its end.

#ifndef SAMPLES_CLOTH_WATCH_H
#define SAMPLES_CLOTH_WATCH_H

#include "cloth_scenes.h"

typedef struct cloth_watch {
    double energy_first, energy_last, energy_most; // joules
    double stretch_most;                           // of a spring along an edge, at any time
    double stretch_mean;                           // at the end
    double volume_first, volume_error;             // the largest change, as a share
    double speed;                                  // root of the mean square at the end, metres a second
    double speed_most;                             // at any time
    uint64_t hash;                                 // of all points after each step
} cloth_watch;

void cloth_watch_begin(cloth_watch* watch, const cloth_world* world);
void cloth_watch_step(cloth_watch* watch, const cloth_world* world);

// Prints the checks: that no faces met, that time went on, and what is true of a scene.
void cloth_watch_report(const cloth_watch* watch, const cloth_world* world, const cloth_scene* scene,
                        double seconds);

#endif
