// Joints of articulated figures. What a joint holds together is solved exactly, by Lagrange multipliers for
// all joints of a figure at once; limits of angles and friction are rows that are swept with the contacts.

#ifndef SAMPLES_JOINTS_H
#define SAMPLES_JOINTS_H

#include "vec.h"
#include <stdbool.h>
#include <stdint.h>

enum { JOINT_ROWS = 5, JOINT_SIDE_ROWS = 5 };

typedef enum sim_joint_kind {
    JOINT_BALL = 0, // holds a point
    JOINT_HINGE,    // and an axis
} sim_joint_kind;

// One angular row beside what is held: d . (spin of child - spin of parent) >= speed, by an impulse within
// bounds.
typedef struct sim_joint_row {
    bool active;
    toi_vec3 direction;
    double speed, least, most, impulse, give;
} sim_joint_row;

// A joint as it is designed. Places and axes are in the frames of the meshes.
typedef struct sim_joint_def {
    sim_joint_kind kind;
    uint32_t parent,
        child; // the parent has the smaller index, and each body is the child of one joint at most
    toi_vec3 place_parent, place_child;
    toi_vec3 axis_parent, axis_child; // hinge: what it turns about. Ball: where the limb points when it is
                                      // in the middle of its cone, and where it points
    toi_vec3 front_parent,
        front_child;    // hinge: these point the same way at angle 0; at right angles to the axes
    double least, most; // hinge: angles; ball: half the angle of its cone is `most`
    double friction;    // torque
} sim_joint_def;

typedef struct sim_joint {
    sim_joint_def def;
    uint32_t row_count;                                           // of what is held: 3 or 5
    double rows_parent[JOINT_ROWS][6], rows_child[JOINT_ROWS][6]; // how its error changes with velocity, spin
    double error[JOINT_ROWS];
    sim_joint_row side[JOINT_SIDE_ROWS]; // 0, 1: limits; 2 to 4: friction
} sim_joint;

struct sim_figure_matrix;

typedef struct sim_joint_set {
    sim_joint* items;
    uint32_t count, capacity;
    struct sim_figure_matrix* matrix;
    double largest_error; // at the end of a step
} sim_joint_set;

struct sim_crowd;

void joints_add(sim_joint_set* set, const sim_joint_def* def);

// The rest does nothing to a crowd without joints.
void joints_begin_step(struct sim_crowd* crowd, double dt);

// Impulses of limits and friction of the step before.
void joints_push_as_before(struct sim_crowd* crowd);

// Changes the velocities, by as little kinetic energy as can be, so that all joints hold.
void joints_solve(struct sim_crowd* crowd);

// The same for `shift` and `twist`.
void joints_solve_shifts(struct sim_crowd* crowd);

// One sweep over limits and friction; returns the largest change of a spin.
double joints_sweep(struct sim_crowd* crowd);

// The largest distance of two places that a joint holds together.
double joints_error(const struct sim_crowd* crowd);

// Sets shift and twist of every body to what takes the errors of the joints away, where the bodies are now.
void joints_mend(struct sim_crowd* crowd);

void joints_release(sim_joint_set* set);

#endif
