// One mover and one still body: how far the mover gets, proved.
//
// A trace prepares the mover once and each still body once for all traces. For every still body that is near
// the way, ti_trace_pair finds where the mover is stopped, or that this is not before the best place so far;
// what the smallest place of all says of poses and features is then made by ti_trace_stop, for that body
// alone. Neither allocates.

#ifndef TI_NARROW_TRACE_TRACE_H
#define TI_NARROW_TRACE_TRACE_H

#include "data.h"

// A body that stands still.
typedef struct ti_still {
    const toi_mesh* mesh;
    toi_pose pose; // unit quaternion
    uint32_t sides;
    ti_mat3 rotation; // that of the pose, rounded
    toi_vec3 arm;     // from its position to its centre, in world space
    double center;    // at least the length of `arm`
} ti_still;

void ti_still_prepare(const toi_placed* placed, ti_still* still);

// Half angles in [0, pi], as their cosine and sine, in their order: the tangent of their half.
static inline double ti_order_of_pair(double cosine, double sine)
{
    return cosine > 0.0 ? sine / (1.0 + cosine) : (1.0 - cosine) / sine;
}

// A body and its move. `order` tells places on the way apart: it grows along it, and only numbers of the same
// mover are to be compared. 0 is the start; all of the move is ti_mover.end.
typedef struct ti_mover {
    const toi_mesh* mesh;
    toi_pose pose;
    toi_move move;
    ti_mat3 rotation;
    toi_vec3 arm;
    bool turns;    // by an angle that is not zero
    toi_vec3 axis; // unit, in the sense of the turn
    double cosine; // of half the angle that is looked at, in [0, pi]: a whole turn says all about more
    double sine;
    double end;
    double center; // as in ti_still
    double world;  // lengths of positions in world space that rounding of the returned pose goes with
} ti_mover;

// The move must be valid.
void ti_mover_prepare(const toi_placed* placed, const toi_move* move, ti_mover* mover);

// What is asked of a pair.
typedef struct ti_pair_terms {
    double separation; // above 0; raised to TI_LEAST_SEPARATION rounding bounds of the pair
    double tolerance;  // above 0; raised to TI_LEAST_TOLERANCE rounding bounds
    uint32_t max_steps;
} ti_pair_terms;

#define TI_LEAST_SEPARATION 1e4
#define TI_LEAST_TOLERANCE 8.0

typedef enum ti_reach_outcome {
    TI_REACH_OTHER = 0, // not for this method, or the numbers leave the range of doubles: ask another
    TI_REACH_CLEAR,     // the whole move is free
    TI_REACH_LATER,     // free up to `best`, and there too; no more was asked
    TI_REACH_STOP,      // free up to `order`, where the distance is at most kept + tolerance
    TI_REACH_STUCK,     // free up to `order`; there the work limit or rounding ended the search
    TI_REACH_MEETS,     // at the start no more than two rounding bounds apart, or the surfaces meet: the
                        // exact start tells which, and nothing is said of the way
} ti_reach_outcome;

// Where a mover is stopped by one body. Lengths are in the units of the world.
typedef struct ti_reach {
    ti_reach_outcome outcome;
    double order;
    double cosine, sine;    // of half the angle turned until there
    double kept;            // nothing was nearer than this
    double separation;      // that was used
    double tolerance;       // that was used: a stop is at most so far above `kept`
    double rounding;        // bound e: computed separations and the pose returned are right within it
    double gap;             // STOP, STUCK: distance at `order` of the pieces that end the search, within e
    uint32_t face[2];       // STOP: where a vertex of one touches the inside of a face of the other that face
                            // and vertex[..][0]; else TI_NONE, and
    uint32_t vertex[2][3];  // input vertices of mover and body that carry the nearest points,
    uint32_t vertex_count;  // perhaps some of them more than once
    uint32_t triangle[2];   // and the triangles of both that have these; TI_NONE: of the hull
    toi_vec3 local[2];      // the nearest points, in the local coordinates of either mesh; by a face of the
                            // mover that of the body alone
    toi_vec3 normal;        // STOP, STUCK: from the mover to the body, axes of the body
    bool whole[2];          // mover and body: taken as one piece, else as triangles
    bool nearest;           // the pieces that end the search are the nearest of the bodies
    uint32_t steps;         // links tried
    uint32_t nodes, leaves; // boxes of trees looked at in fours, and pairs of pieces
} ti_reach;

// The rounding bound of a pair for one mover, in the units of the world: what the separation and tolerance of
// the pair are raised by. Infinite where the numbers leave the range of doubles.
double ti_pair_rounding(const ti_mover* mover, const ti_still* still);

// `best`: nothing after this place is of interest; ti_mover.end at first. The place of a stop does not depend
// on it.
void ti_trace_pair(const ti_mover* mover, const ti_still* still, const ti_pair_terms* terms, double best,
                   ti_reach* reach);

// The same with one of the two builds of the kernels; they give equal bits.
void ti_trace_pair_with(const ti_mover* mover, const ti_still* still, const ti_pair_terms* terms, double best,
                        bool avx2, ti_reach* reach);

// What tests hold the answer against: it is the same, bit by bit.
typedef struct ti_pair_options {
    bool plain;  // the kernels as they are built for any machine
    bool pieces; // convex bodies too are searched by pieces: a place may differ within the tolerance
    bool brute;  // all pairs of pieces, without trees
} ti_pair_options;

void ti_trace_pair_by(const ti_mover* mover, const ti_still* still, const ti_pair_terms* terms, double best,
                      const ti_pair_options* options, ti_reach* reach);

// At a STOP or STUCK other pieces of the bodies may be nearer than those that end the search, by less than
// the tolerance: where one is, by more than 3 e, its distance, points and normal take the place of those in
// `reach`.
void ti_reach_nearest(const ti_mover* mover, const ti_still* still, const ti_pair_options* options,
                      ti_reach* reach);

// How far the mover gets with one body. The fields are those of toi_trace_result.
typedef struct ti_stop {
    toi_answer answer;
    toi_start start;
    double fraction;
    toi_pose pose; // at `fraction`
    double kept, gap;
    toi_contact_kind kind;
    toi_feature a, b;
    toi_vec3 point, normal;
    toi_work work;
} ti_stop;

// Fraction, pose and contact of a place, of the nearest pieces there. For a reach that is STOP, STUCK or
// CLEAR.
void ti_trace_stop(const ti_mover* mover, const ti_still* still, const ti_reach* reach, ti_stop* stop);

// The pose at a place: `cosine` and `sine` are of half the angle turned, for a translation `order` counts.
toi_pose ti_mover_pose(const ti_mover* mover, double order, double cosine, double sine);

// The pose at the end of the whole move.
toi_pose ti_mover_end(const ti_mover* mover);

#endif
