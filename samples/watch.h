// What a sample proves about its own run: no two bodies ever meet, and energy does not come from nowhere.

#ifndef SAMPLES_WATCH_H
#define SAMPLES_WATCH_H

#include "check.h"
#include "crowd.h"
#include <toi/world.h>

typedef struct sim_watch {
    uint64_t pairs, near, steps;
    uint64_t meetings; // pairs that touch or overlap after a step
    double energy;     // now
    double bound;      // what it was at first and what was brought in since
    double excess;     // the most that the energy was ever above the bound
    double risen;      // sum of all that it rose from step to step beside what was brought in
    double risen_most; // in one step
} sim_watch;

// Looks at every pair as it stands: free or not is decided exactly on the vertices where the poses put them.
void watch_meetings(sim_watch* watch, const sim_crowd* crowd);

// Before the first step: the energy that is there is what was brought in.
void watch_begin(sim_watch* watch, const sim_crowd* crowd);

// Energy that is brought in later, as by a shot.
void watch_brought(sim_watch* watch, double energy);

void watch_energy(sim_watch* watch, const sim_crowd* crowd);

// Traces, impulses and contacts of the run so far.
void crowd_print_counts(const sim_crowd* crowd, uint32_t steps);

// The checks of a run that all samples share.
void watch_report(const sim_watch* watch, const sim_crowd* crowd);

#endif
