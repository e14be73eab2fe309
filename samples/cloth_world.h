// What takes part in a simulation of cloth: bodies of soft points, and others that rest or are led, all of
// whose vertices are points of one list.

#ifndef SAMPLES_CLOTH_WORLD_H
#define SAMPLES_CLOTH_WORLD_H

#include "soft.h"

#include <toi/deform.h>
#include <toi/overlap.h>

enum { CLOTH_MOST_BODIES = 4 };

typedef struct cloth_body {
    const char* name;
    toi_mesh* mesh; // of triangles; its vertices are the points in their order
    uint32_t first, count;
    bool soft;
    uint32_t triangle_count;
    uint32_t* triangles;      // by the points of the world
    uint32_t moving, instant; // its numbers in `deform` and in `overlap`
} cloth_body;

// What went on, counted since the world was made.
typedef struct cloth_counts {
    uint32_t steps;
    uint64_t finds, near, impacts; // near: before a step; impacts: found in the proposed steps
    uint64_t rounds;               // of answers
    uint32_t most_rounds;
    uint32_t zones, cuts, stops; // steps that needed rigid zones, that were cut short, and that moved nothing
    uint64_t meeting;            // pairs of faces that meet at the ends of steps
    uint32_t looked;             // steps whose end was looked at
    uint64_t memory;             // bytes that `deform` came to hold
    uint64_t undecided;          // finds
} cloth_counts;

typedef struct cloth_world {
    soft_system soft;
    cloth_body bodies[CLOTH_MOST_BODIES];
    uint32_t body_count;
    double thickness;     // nothing that does not belong together is ever nearer
    double edge;          // length of an edge, about
    double near;          // in thicknesses: what is nearer takes part in the springs' step; 0: nothing does
    uint32_t rounds;      // of pushes, before what touches is moved as one
    uint32_t zone_rounds; // before the step is cut

    // Where the led points are at a time in seconds, into soft.to. NULL: they rest.
    void (*lead)(struct cloth_world* world, double time);
    toi_vec3* built; // where the points were put
    double time;     // seconds that have passed

    toi_deform* deform;
    toi_overlap* overlap;
    toi_pair* ignored; // of bodies, none of which is soft
    uint32_t ignored_count;
    toi_deform_contact* contacts;
    uint64_t contact_capacity;
    soft_impacts impacts; // of the step
    uint32_t* zone;       // of each point: another one of its zone, or itself
    toi_vec3* way;        // of each zone, at its first point
    double* weight;       // of each zone; infinite: it is led
    toi_vec3* ahead; // of each point: where the last step took it if nothing held it up: no spring, no impact
    toi_vec3* proposed; // where springs and what was near took it, before that was answered
    cloth_counts counts;
} cloth_world;

// A world without bodies, with the settings of cloth in air.
cloth_world cloth_empty(void);

// Appends the triangles to a body and makes it one. The points from `first` on must be its vertices; the
// triangles are kept.
void cloth_add(cloth_world* world, const char* name, uint32_t first, uint32_t* triangles,
               uint32_t triangle_count);

// When all bodies are there: makes sure that they keep the thickness, or ends the program.
void cloth_start(cloth_world* world, uint32_t threads);

// One step of `dt` seconds. It is proved that no two faces meet on the way of any point; where nothing else
// helps, less than `dt` passes.
void cloth_step(cloth_world* world, double dt);

// Counts faces that meet where the points are now: other code than what keeps them apart.
uint64_t cloth_look(cloth_world* world);

void cloth_release(cloth_world* world);

#endif
