// The gap of two moving bodies at one time, by brute force.

#ifndef TI_SCENES_SAMPLE_H
#define TI_SCENES_SAMPLE_H

#include "scene/scene.h"

#include <math.h>

#define TI_FAR ((double)INFINITY)

// Triangles of a body, as corners; posed for one time.
typedef struct ti_sampled_body {
    const ti_scene_body* body;
    double* corners; // nine numbers a triangle, in the frame of the mesh
    double* ends;    // where they are at time 1, in that frame
    double* posed;
    double* boxes; // six numbers a triangle: lower, upper
    double radius; // of the whole body, about the origin of its mesh
    uint32_t count;
} ti_sampled_body;

typedef struct ti_sampler {
    ti_sampled_body a, b;
} ti_sampler;

// Ends the program where memory runs out.
ti_sampler ti_sampler_make(const ti_scene_body* a, const ti_scene_body* b);
void ti_sampler_release(ti_sampler* sampler);

// Smallest distance of two triangles at time t, 0 where two cross; or any number >= limit where it is not
// below limit.
double ti_sampler_gap(ti_sampler* sampler, double t, double limit);

// Whether spheres about the bodies meet near any sample.
bool ti_sampler_may_meet(const ti_sampler* sampler, uint32_t samples);

#endif
