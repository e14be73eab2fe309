// Two bodies on one smooth piece of motion each, as the first one sees the second.

#ifndef TI_MOTION_RELATIVE_PAIR_H
#define TI_MOTION_RELATIVE_PAIR_H

#include "motion/pieces.h"

// Two bodies, and which piece of its motion each is on.
typedef struct ti_pair_walk {
    const toi_body* body_a;
    const toi_body* body_b;
    ti_pieces on_a, on_b;
} ti_pair_walk;

// Both motions must be valid. Rational ones are taken for chords (chord.h) that are off by at most `limit`,
// positive, both together, besides rounding.
void ti_pair_walk_begin(const toi_body* a, const toi_body* b, double limit, ti_pair_walk* walk);

// The axis of a rotation or a screw, as it was given.
typedef struct ti_pair_axis {
    bool known;
    toi_vec3 point, axis;
    double rate;  // angle per unit of time
    toi_vec3 arm; // from `point` to the centre of the body at the start of its piece
} ti_pair_axis;

// A span of time in which each body is on one piece. With s = t - t0 the centre of B is, from the centre of
// A and in world directions, at
//     apart + s drift + (way of B by its turn since b.t0) - (way of A by its turn since a.t0).
// The paths start at the origin, drift nowhere, and their orbit is that of the centre of the body. So the
// place of both bodies and what they drift in common are in no number, and cost no digits.
typedef struct ti_pair_span {
    double t0, t1;
    ti_path a, b;
    ti_pair_axis axis_a, axis_b;
    toi_vec3 apart, drift;
    double radius;       // of B
    double arm_a, arm_b; // that the orbits went through, from the origin of each mesh to its centre
    double lost;         // lengths that `apart` went through and that need not show in it
    double magnitude;    // L of ti_screw
    double bend;         // how far a point of B may be, as A sees it, from where these paths have it
} ti_pair_span;

// The span from `time` < 1 on.
void ti_pair_span_at(ti_pair_walk* walk, double time, ti_pair_span* span);

// As if nothing moved from the start of the span on.
void ti_pair_span_rest(ti_pair_span* span);

// Rotations, orbits and way from the centre of A to that of B at a time, in world directions.
typedef struct ti_pair_state {
    double t;
    ti_mat3 rotation_a, rotation_b;
    toi_vec3 orbit_a, orbit_b;
    toi_vec3 apart;
} ti_pair_state;

ti_pair_state ti_pair_state_at(const ti_pair_span* span, double t);

// Where B is as A sees it: a rotation, and the centre.
toi_vec3 ti_pair_position(const ti_pair_state* state);
ti_mat3 ti_pair_rotation(const ti_pair_state* state);

// What the motion does to B as A sees it: it turns about its centre, which moves. Small steps keep their
// relative precision.
typedef struct ti_pair_step {
    toi_quat turned;
    toi_vec3 moved;
} ti_pair_step;

ti_pair_step ti_pair_step_to(const ti_pair_span* span, const ti_pair_state* from, double to);

// One step after another.
ti_pair_step ti_pair_step_then(const ti_pair_step* first, const ti_pair_step* second);

// Upper bound of the third derivative of every point of B as A sees it, from the time of the state until
// `to`.
double ti_pair_third_rate(const ti_pair_span* span, const ti_pair_state* from, double to);

// Upper bound of how far any point of B is from where a screw has it, at any time from that of the state
// until `to`, when the screw starts with the motion and ends with it. It is zero for motions that are screws,
// and about four times too large for others. `chord` is seen from where the centre of B starts.
double ti_pair_field_error(const ti_pair_span* span, const ti_pair_state* from, double to,
                           const ti_twist* chord);

// Whether the relative motion of the span is one screw up to rounding, and which: the velocity field at the
// start, per unit of time, in the frame of A.
bool ti_pair_is_screw(const ti_pair_span* span, const ti_pair_state* start, ti_twist* velocity);

#endif
