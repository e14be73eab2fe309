// The truth against which first contact is tested: two moving meshes, their distance and whether they cross
// at an instant, and what that says about an answer. Shares no code with src/.

#ifndef TOI_TESTS_ORACLE_H
#define TOI_TESTS_ORACLE_H

#include "support/oracle_mesh.h"
#include "support/oracle_motion.h"

#include "toi/query.h"

typedef struct oracle_pair {
    const oracle_mesh *mesh_a, *mesh_b;
    oracle_track track_a, track_b;
    real magnitude; // of the coordinates that differences are taken of, seen from the start of A
    real posed;     // of the coordinates at the start as they are given: what posed doubles round
} oracle_pair;

// B seen from A at an instant.
typedef struct oracle_frame {
    rmat turn;
    rvec position;
    oracle_pose pose_a;
} oracle_frame;

void oracle_pair_init(oracle_pair* pair, const oracle_mesh* mesh_a, const toi_motion* a,
                      const oracle_mesh* mesh_b, const toi_motion* b);

oracle_frame oracle_pair_frame(const oracle_pair* pair, double t);

// Distance of the surfaces at t if it is below `limit`, else anything from `limit` on. The points are in
// world axes, seen from the origin of the tracks.
oracle_closest oracle_pair_distance(const oracle_pair* pair, double t, real limit);

// Whether the surfaces cross at t by more than `band`; see oracle_triangles_cross.
bool oracle_pair_crosses(const oracle_pair* pair, double t, real band);

// Bound on how fast the distance can change between two times.
real oracle_pair_speed(const oracle_pair* pair, double from, double to);

// Smallest sampled distance over [0, to]: an upper bound of the smallest distance. `count` uniform samples,
// then a search around the best.
typedef struct oracle_approach {
    double time;
    oracle_closest closest;
} oracle_approach;
oracle_approach oracle_pair_approach(const oracle_pair* pair, double to, int count);

// ---- judging an answer

typedef enum oracle_fault {
    ORACLE_RIGHT = 0,
    ORACLE_MISSED,      // clear, but the surfaces cross (or come within the separation)
    ORACLE_LATE,        // they do so before t_free
    ORACLE_FALSE,       // contact, but the distance at t_hit is above separation and tolerance
    ORACLE_WRONG_GAP,   // the gap given is below the distance there, or a clear one above some distance
    ORACLE_WRONG_START, // the start state is not that of the posed meshes
    ORACLE_MALFORMED,   // times out of order or out of [0, 1], or numbers that are not finite
} oracle_fault;

typedef struct oracle_effort {
    int uniform;    // samples over the whole time before t_free
    int crowding;   // samples crowding at t_free
    int advance;    // most steps of conservative advancement; 0 for none
    real least_gap; // smallest gap, relative to the size, that advancement resolves
} oracle_effort;

typedef struct oracle_verdict {
    oracle_fault fault;
    double time;    // where it was seen
    real distance;  // what was measured there
    bool loose_gap; // the gap given for a contact is within tolerance, but above the distance there
    bool proved;    // advancement shows by distances alone that the first 99.9 % of the time are free
    bool inexact;   // advancement was asked for, but ran out of steps
} oracle_verdict;

const char* oracle_fault_name(oracle_fault fault);

oracle_verdict oracle_judge(const oracle_pair* pair, const toi_result* result, double separation,
                            const oracle_effort* effort);

#endif
