// Rigid bodies among each other: a step finds the contacts, solves for impulses and then moves one body after
// the other by traces, so that no two ever come into each other, whatever the impulses are worth.

#ifndef SAMPLES_CROWD_H
#define SAMPLES_CROWD_H

#include "body.h"
#include "contacts.h"
#include <toi/trace.h>

// Lengths are metres, times seconds.
typedef struct sim_crowd_settings {
    toi_vec3 gravity;
    double separation;  // kept by every trace
    double rest_gap;    // at which the impulses hold resting bodies: above the separation, so that the traces
                        // of a body at rest are not stopped
    double reach;       // contacts are sought this far away
    double friction;    // Coulomb's coefficient
    double restitution; // of impacts faster than `bounce_speed`
    double bounce_speed;
    double quiet_speed;  // a body that stays slower, at its farthest point too, may fall asleep
    double quiet_time;   // after this long; 0: bodies never sleep
    uint32_t max_sweeps; // of the impulse solver over all contacts in a step
    double sweep_speed;  // it ends earlier when a sweep changes no speed by more than this
    uint32_t max_slices; // into which a step is cut where bodies in touch move far
    uint32_t retries;    // passes over the bodies that are then not done
} sim_crowd_settings;

// What went on, counted since the crowd was made.
typedef struct sim_crowd_counts {
    uint64_t traces, stops, strikes, sweeps, contacts;
    uint64_t left;            // moves of which something was left after the last pass
    double largest_left;      // length of the longest of them
    uint32_t longest_hanging; // steps in a row in which one body made less than half of its move
    uint64_t uncertified;     // traces that were not proved
    uint64_t undecided;
} sim_crowd_counts;

struct sim_joint_set;

typedef struct sim_crowd {
    sim_crowd_settings settings;
    sim_body* bodies; // those that can move first
    uint32_t count, capacity;
    toi_stage* stage; // all of them where they are now
    sim_contact_list contacts, contacts_before;
    sim_stop_list stops;
    struct sim_joint_set* joints; // or NULL
    uint32_t* level;              // of each body: how many others are between it and what never moves
    uint32_t* order;              // bodies by level: what carries comes before what it carries
    uint32_t* island;
    uint32_t* contact_order; // contacts by level, lowest first
    sim_crowd_counts counts;
} sim_crowd;

// Steel and stone as in the tables; the lengths suit bodies of about 0.2 m.
sim_crowd_settings crowd_default_settings(void);

// Adds a body that rests, and returns its index. One that cannot move has mass 0 and is added after the
// others.
uint32_t crowd_add(sim_crowd* crowd, const char* name, const toi_mesh* mesh, toi_pose pose);

// Gives a body that was added last its mass and its moments of inertia about its axes.
void crowd_weigh(sim_crowd* crowd, double mass, toi_vec3 inertia);

// When all bodies are there.
void crowd_start(sim_crowd* crowd);

void crowd_step(sim_crowd* crowd, double dt);

// Ends the sleep of a body and of all that rest with it.
void crowd_wake(sim_crowd* crowd, uint32_t index);

// Puts a body elsewhere, as the start of a shot. The place must be free.
void crowd_place(sim_crowd* crowd, uint32_t index, toi_pose pose);

void crowd_release(sim_crowd* crowd);

#endif
