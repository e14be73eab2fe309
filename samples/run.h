// A run of a crowd from its first step to its last, with all that is watched and written.

#ifndef SAMPLES_RUN_H
#define SAMPLES_RUN_H

#include "options.h"
#include "watch.h"

typedef struct sim_run {
    sim_crowd* crowd;
    sim_watch watch;
    // What the sample does beside: before each step, at its time in seconds, and after it. Either may be
    // NULL.
    void (*before)(void* data, double time);
    void (*after)(void* data);
    void* data;
} sim_run;

// The crowd must have been started: its energy is what was brought in. `about` is one sentence for the scene
// file. Returns false where a file could not be written.
bool run_steps(sim_run* run, const sim_options* options, const char* about);

// What all samples print and check at the end.
void run_report(const sim_run* run, const sim_options* options);

#endif
