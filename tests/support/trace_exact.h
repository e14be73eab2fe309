// Where a trace ends, decided exactly. A pose of doubles takes v to p + q v q*/|q|^2, which is rational, and
// so are poses on the way of a move; whether two meshes are apart, touch or cross there, how far apart they
// are, and whether one is inside the other is decided in whole numbers wherever long double is not sure.
// Shares no code with src/.

#ifndef TOI_TESTS_TRACE_EXACT_H
#define TOI_TESTS_TRACE_EXACT_H

#include "support/oracle_mesh.h"

#include "toi/motion.h"

#include <fmpq.h>

// ---- poses

// Takes v to turn v/turn_unit + position/position_unit, all of them whole numbers.
typedef struct te_pose {
    fmpz_t turn[3][3], turn_unit;
    fmpz_t position[3], position_unit;
} te_pose;

void te_pose_init(te_pose* pose);
void te_pose_clear(te_pose* pose);
void te_pose_set(te_pose* pose, const toi_pose* doubles); // the quaternion may have any length but 0
void te_pose_copy(te_pose* pose, const te_pose* from);

// Where the pose takes v, in whole numbers over a unit.
void te_pose_point(fmpz_t out[3], fmpz_t unit, const te_pose* pose, toi_vec3 v);

// x/unit to 2^-63 of itself; and a position seen from a point.
real te_real(const fmpz_t x, const fmpz_t unit);
rvec te_pose_position(const te_pose* pose, toi_vec3 origin);

// A pose of the exact move: that after the share `share` of it. The angle of a turn is rounded, by less than
// 2^-50, so that its pose is rational; the pose is exactly one that the move passes, before or after.
void te_pose_move(te_pose* pose, const toi_move* move, double share);

// Turns the pose by the quaternion (w, s axis), by 2 atan2(s |axis|, w), about a point. Exact.
void te_pose_turn(te_pose* pose, const toi_move* about, double w, double s);

// ---- triangles

// How two closed triangles stand, as docs/conventions.md has it: they cross where a point is inside both and
// no plane holds both.
typedef enum te_relation { TE_FREE = 0, TE_TOUCHING, TE_CROSSING } te_relation;

// The corners of two triangles in whole numbers, of a unit of length 1/unit.
typedef struct te_corners {
    fmpz_t x[6][3];
    fmpz_t unit;
} te_corners;

void te_corners_init(te_corners* corners);
void te_corners_clear(te_corners* corners);
te_relation te_corners_relation(te_corners* corners);
void te_corners_distance2(fmpq_t distance2, te_corners* corners); // 0 only where they touch

// ---- pairs of meshes

typedef struct te_side {
    const oracle_mesh* mesh;
    te_pose pose;
    rvec *vertices, *centers; // posed, of the mesh and of the spheres of its tree, seen from the origin
} te_side;

typedef struct te_pair {
    te_side side[2];
    toi_vec3 origin;
    real error;           // bound on the rounding of a distance
    uint64_t exact_count; // pairs of triangles that were decided in whole numbers
} te_pair;

// The meshes must outlive the pair. `origin` is a point near both, so that bodies far from zero keep their
// digits.
void te_pair_init(te_pair* pair, const oracle_mesh* a, const oracle_mesh* b, toi_vec3 origin);
void te_pair_clear(te_pair* pair);

void te_pair_place(te_pair* pair, int side, const toi_pose* pose);
void te_pair_place_exact(te_pair* pair, int side, const te_pose* pose);

typedef struct te_gap {
    te_relation relation; // of the surfaces, exact
    real low, high;       // enclosure of their distance; 0 where they meet
    rvec p, q;            // nearest points on A and on B, seen from the origin, to rounding
} te_gap;

// Distances from `limit` on are not resolved: both bounds are then at least about `limit`.
te_gap te_pair_gap(te_pair* pair, real limit);

// The exact square of the distance of the surfaces.
void te_pair_distance2(te_pair* pair, fmpq_t distance2);

// The exact corners of a triangle of A and one of B.
void te_pair_corners(const te_pair* pair, const uint32_t triangle[2], te_corners* corners);

// Whether the first corner of the first triangle of one side is inside the solid of the other, which is
// closed: a ray from there leaves it through an odd number of triangles. The corner must not be on its
// surface. Exact.
bool te_pair_inside(te_pair* pair, int inner);

#endif
