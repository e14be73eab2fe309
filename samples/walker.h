// A player: a body that walks upright, driven by wishes and not by forces. It climbs steps, slides along
// walls and does not climb what is too steep.

#ifndef SAMPLES_WALKER_H
#define SAMPLES_WALKER_H

#include "vec.h"
#include <toi/trace.h>

typedef struct sim_walker_settings {
    double separation, tolerance;
    double step_height;  // that it climbs
    double steepest;     // sine of the elevation of a normal that it still stands on
    double ground_reach; // it stands where the ground is nearer than this below it
    double gravity;
} sim_walker_settings;

typedef struct sim_walker {
    sim_walker_settings settings;
    const toi_stage* stage;
    uint32_t self; // index in the stage
    const toi_mesh* mesh;
    toi_pose pose;
    double fall_speed;
    bool grounded;
    toi_vec3 ground; // normal of what it stands on, upwards
    bool certified;  // all moves so far are proved
    uint64_t slides, bumps, steps_climbed;
} sim_walker;

// One step of `dt` at a horizontal velocity that the player wants.
void walker_move(sim_walker* w, toi_vec3 wish, double dt);

#endif
