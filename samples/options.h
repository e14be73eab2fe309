// The command line that all samples share.

#ifndef SAMPLES_OPTIONS_H
#define SAMPLES_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct sim_options {
    uint32_t steps;
    double rate; // steps a second
    uint64_t seed;
    uint32_t size;      // of the sample: how many bodies it is made of, roughly
    const char* output; // a scene file or a picture; NULL: none
    const char* poses;  // a file of the poses of all steps, for exact checks; NULL: none
} sim_options;

// Reads --steps N, --rate HZ, --seed S, --size N, -o FILE and --poses FILE over the defaults; says what the
// sample is and ends the program for --help and for anything else.
sim_options read_options(int count, char** arguments, sim_options defaults, const char* about);

// Random numbers from a seed: uniform in [low, high).
double draw(uint64_t* state, double low, double high);

#endif
