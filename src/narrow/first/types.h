// What the files of first contact share: the pair in its own units, and what a search found.
//
// A search runs over a window of time in which both bodies follow one smooth path each. It works in units of
// the pair (a power of two of the caller's unit, so that nothing depends on that unit), in a frame with the
// axes of the world that moves with the drift of A and has its origin at the start position of A: only
// relative positions and velocities enter the rounding bound.

#ifndef TI_NARROW_FIRST_TYPES_H
#define TI_NARROW_FIRST_TYPES_H

#include "data.h"

// One body on its path. Row i of its pose at time t, (R_i0, R_i1, R_i2, centre_i), is
//     x0[i] + S x1[i] + C2 x2[i] + s x3[i],   s = t - t0, with S and C2 of ti_path.
typedef struct ti_track {
    double x0[3][4], x1[3][4], x2[3][4], x3[3][4];
    double t0;
    ti_law law;
    double turn_rad;           // th of ti_path, per unit of time
    double inverse_span;       // TI_LAW_NLERP: 1/(t1 - t0)
    double half_sin, half_cos; // TI_LAW_NLERP: of half the whole turn
    toi_vec3 turn_local; // R0^T turn: constant in the frame of the body, but for the rate of TI_LAW_NLERP
    double rate_max;     // largest phi'/th
    double angular2;     // bound on phi'^2 + |phi''|
    double center_acceleration;   // bound on the acceleration of the centre
    double scale;                 // local coordinates to units of the pair, a power of two
    double radius;                // of the body, rounded up
    bool orbit;                   // the fields below are set: the body turns by more than a radian
    toi_vec3 axis_local, axis;    // unit axis in the frame of the body and of the world
    toi_vec3 from_axis;           // from a point of the axis to the centre, in the frame of the body
    toi_vec3 base, base_velocity; // that point of the axis: at t0, and its constant velocity
    const toi_mesh* mesh;
} ti_track;

// A pair over one window of time.
typedef struct ti_duel {
    ti_track body[2];
    double from, to;   // the window
    int exponent;      // world length = length here times 2^exponent
    toi_vec3 origin;   // of the frame at A's t0, in units of the pair
    toi_vec3 drift;    // velocity of the frame
    double rounding;   // e: the computed separation along a direction is within e of that of the exact motion
    double bend;       // what of e is not rounding: how far the paths may be from the motions
    double separation; // D
    double asked;      // the tolerance that was asked for
    double tolerance;  // of the gap, at least 6 e
    double floor;      // E = D + e: a separation above it is proved
    double target;     // links aim at this separation, E + max(3 e, tolerance/8)
    double near;       // a distance of at most this ends a chain of links: between target and D + tolerance
    // Of both bodies, world axes per unit of time from the t0 of A on, where it was dropped from their
    // tracks: they stand still in a frame that turns with them. Zero elsewhere, and for TI_LAW_NLERP.
    toi_vec3 shared_turn;
    double posed_padding; // ti_posed_padding of the poses at the start of the window
    bool moves;           // the bodies move relative to each other at some time of the whole motion
} ti_duel;

// Why a search ended.
typedef enum ti_outcome {
    TI_OUTCOME_CLEAR = 0,
    TI_OUTCOME_CONTACT,   // distance within separation + tolerance at `time`
    TI_OUTCOME_PRECISION, // the direction at hand proves nothing more, and the distance is above tolerance
    TI_OUTCOME_LIMIT,     // work limit
} ti_outcome;

// What a search found. Before `time` nothing touches.
typedef struct ti_found {
    ti_outcome outcome;
    double time;
    double start_apart;    // smallest separation over the links that begin where the window does, without e
    double distance;       // CONTACT, PRECISION: at `time`; CLEAR: smallest proved, without e
    uint32_t vertex[2][3]; // CONTACT on the hulls: input vertices of each body that carry its closest point
    uint32_t vertex_count; // of both, with repeats; 0: found on triangles
    toi_vec3 local[2];     // CONTACT: the closest points, in the local coordinates of either mesh
    toi_vec3 point;        // CONTACT: the middle between them, in the frame of the pair
    toi_vec3 normal;       // world, from A to B
    bool parted; // `normal` is that of a plane between the bodies, which touch: all contacts share it
} ti_found;

// Where links go.
typedef struct ti_recorder {
    toi_link* links;
    uint32_t capacity;
    uint32_t count;
} ti_recorder;

// Work done and allowed.
typedef struct ti_effort {
    uint32_t steps, nodes, leaves;
    uint32_t max_steps;
} ti_effort;

#endif
