// Points with mass between springs, and what pushes them apart: one step in small pieces of time, each an
// implicit one of the springs in turn, with a compliance. Nothing here knows what the points must not cross.

#ifndef SAMPLES_SOFT_H
#define SAMPLES_SOFT_H

#include "vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum soft_kind { SOFT_STRETCH, SOFT_SHEAR, SOFT_BEND } soft_kind;

typedef struct soft_spring {
    uint32_t a, b; // points
    soft_kind kind;
    double length;     // at rest, in metres
    double compliance; // metres per newton
} soft_spring;

// Two features that are near or came near: their points a and b at these shares of up to four points are to
// keep a distance along the normal, from a to b.
typedef struct soft_impact {
    uint32_t point[4];
    double share[4]; // b's are positive and add up to 1, a's are negative and add up to -1
    toi_vec3 normal;
    double push; // so far, per unit of inverse mass
} soft_impact;

typedef struct soft_impacts {
    soft_impact* list;
    uint32_t count, capacity;
} soft_impacts;

typedef struct soft_system {
    uint32_t point_count, point_room;
    toi_vec3 *at, *to;  // of each point at the start and at the end of the step
    toi_vec3* velocity; // at its end
    toi_vec3 *before, *slope;
    double* inverse; // of the mass; 0: the point is led

    soft_spring* springs;
    uint32_t spring_count, spring_room;

    const uint32_t* skin; // triangles around a volume that is kept; NULL: none
    uint32_t skin_count;
    double volume; // that is kept

    toi_vec3 gravity;
    double drag; // share of the velocity that is lost in a second
    double gap;  // that impacts keep
    double friction;
    uint32_t pieces; // of a step
} soft_system;

// Appends a point that rests; mass 0 for one that is led.
uint32_t soft_add_point(soft_system* soft, toi_vec3 at, double mass);

// Appends a spring that is at rest as its points are now.
void soft_add_spring(soft_system* soft, soft_kind kind, uint32_t a, uint32_t b, double stiffness);

// Appends springs along the edges of triangles, and across each edge between the corners that face each
// other.
void soft_add_skin(soft_system* soft, const uint32_t* triangles, uint32_t count, double stretch, double bend);

void soft_release(soft_system* soft);

// Where all points go in `dt`, into `to`, with their velocities; `to` has where led points go before.
void soft_propose(soft_system* soft, double dt, const soft_impacts* impacts);

// What an impact lacks from the gap when the points are at `to`; positive: it is closer.
double soft_lack(const soft_system* soft, const soft_impact* impact);

// Pushes the two features of an impact apart at `to` until they keep the gap, or takes a part of earlier
// pushes back; what slides since `from` is slowed by friction. Returns how far it went.
double soft_push(soft_system* soft, soft_impact* impact, const toi_vec3* from);

// Joules: motion, height over z = 0, and springs.
double soft_energy(const soft_system* soft);

// The largest share that a spring of a kind is longer than at rest, and the mean of all.
double soft_stretch(const soft_system* soft, soft_kind kind, double* mean);

double soft_volume(const soft_system* soft, const toi_vec3* points);

// Cosine and sine of an angle of at most a few turns: by products and sums, the same on every machine.
void soft_turn(double angle, double* cosine, double* sine);

#endif
