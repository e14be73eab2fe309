// What is simulated: a cloth that falls, two sheets that are twisted, a ball that is squeezed.

#ifndef SAMPLES_CLOTH_SCENES_H
#define SAMPLES_CLOTH_SCENES_H

#include "cloth_world.h"

typedef struct cloth_scene {
    const char* name;
    const char* about; // one sentence
    uint32_t size;     // vertices a side, unless others are asked for
    uint32_t steps;
    double rate;         // steps a second
    double most_stretch; // that a spring along an edge may have
    double rest_after;   // seconds, after which all rests
    double height;       // of what is seen, in metres
    toi_vec3 middle;     // of what is seen
    void (*build)(cloth_world* world, uint32_t size, uint64_t seed);
} cloth_scene;

// By its name; NULL: there is none.
const cloth_scene* cloth_scene_named(const char* name);

#endif
