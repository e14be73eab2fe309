// Rigid bodies: where they are, how fast they move and turn, and what that is in energy.

#ifndef SAMPLES_BODY_H
#define SAMPLES_BODY_H

#include "vec.h"
#include <toi/mesh.h>

// The mesh lies around the centre of mass, and the coordinate axes are principal axes of inertia.
typedef struct sim_body {
    char name[24];
    const toi_mesh* mesh;
    toi_pose pose;
    toi_vec3 velocity, spin; // of the centre, and the rotation vector per second; in world space
    double mass;             // 0: a body that never moves
    toi_vec3 inertia;        // about the principal axes
    double reach;            // largest distance of a vertex from the centre
    bool asleep;             // rests until something wakes it
    bool held;               // stays where it is until it is let go
    uint32_t quiet_steps;    // for how many steps it has been slow
    uint32_t hanging_steps;  // for how many it has made less than half of its moves
    // For the step that is being made:
    double inverse_mass;   // 0 for what does not move
    mat3 inverse_inertia;  // in world space
    bool alone;            // nothing is near
    toi_vec3 shift, twist; // velocities that only mend positions and are forgotten after the step
} sim_body;

// Whether the body takes part in the step.
static inline bool body_moves(const sim_body* b)
{
    return b->mass > 0.0 && !b->asleep && !b->held;
}

// Velocity of the point that lies at `arm` from the centre.
static inline toi_vec3 body_velocity_at(const sim_body* b, toi_vec3 arm)
{
    return v3_add(b->velocity, v3_cross(b->spin, arm));
}

// What an impulse at a point that lies at `arm` from the centre does; nothing to a body that does not move.
void body_push(sim_body* b, toi_vec3 arm, toi_vec3 impulse);

// The speed along a unit vector that a unit impulse along it gives the point at `arm` from the centre.
double body_give(const sim_body* b, toi_vec3 arm, toi_vec3 direction);

// Velocities after `dt` under gravity and without contacts, and the inverses for the step.
void body_begin_step(sim_body* b, toi_vec3 gravity, double dt);

// Of motion and height.
double body_energy(const sim_body* b, toi_vec3 gravity);

#endif
