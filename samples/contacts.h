// Where the bodies of a crowd are near each other, and what is known of a contact from the step before.

#ifndef SAMPLES_CONTACTS_H
#define SAMPLES_CONTACTS_H

#include "vec.h"
#include <toi/trace.h>

typedef struct sim_contact {
    uint32_t a, b; // a can move, and a < b
    toi_feature feature_a, feature_b;
    toi_vec3 arm_a, arm_b; // from the centres to the nearest points
    toi_vec3 place_on_a;   // the same in the frame of a's mesh
    uint32_t stop;         // 1 + the number of the stop that it stands for; 0: it is a touch
    toi_vec3 normal;       // unit, from a to b
    toi_vec3 tangent[2];
    double gap;
    double push;                    // impulse along the normal, not negative
    double drag[2];                 // of friction, along the tangents
    double give, give_tangent[2];   // 1 / (change of speed by a unit impulse)
    double least_speed;             // at which the bodies must part at least
    double reached[3], moved_on[3]; // impulses after the last sweeps, and where the next began
    double mend, mend_speed;        // impulse and speed of the shift that mends positions
} sim_contact;

// Sorted by a, then b, then as the library lists them.
typedef struct sim_contact_list {
    sim_contact* items;
    uint32_t count, capacity;
} sim_contact_list;

// Where a trace was stopped: the solver is to know of it even if it is no place where surfaces are nearest.
typedef struct sim_stop {
    uint32_t a, b;             // a < b
    toi_vec3 place_a, place_b; // nearest points in the frames of the meshes
    toi_vec3 normal;           // from a to b, in the frame of b's mesh
    uint32_t age;              // in steps
} sim_stop;

typedef struct sim_stop_list {
    sim_stop* items;
    uint32_t count, capacity;
} sim_stop_list;

struct sim_crowd;

// Notes a stop, or that it happened again.
void contacts_note_stop(struct sim_crowd* crowd, uint32_t mover, const toi_trace_result* result);

// Finds all contacts, and takes over the impulses of those that were there in the step before.
void contacts_find(struct sim_crowd* crowd);

void contact_list_release(sim_contact_list* list);

#endif
