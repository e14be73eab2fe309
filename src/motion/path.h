// A motion as smooth pieces: each piece a rotation vector, an orbit and a drift (ti_path in data.h).

#ifndef TI_MOTION_PATH_H
#define TI_MOTION_PATH_H

#include "data.h"

// Whether toi_motion_check accepts a pose, and a move of its own, whose `until` counts for nothing.
bool ti_pose_valid(const toi_pose* pose);
bool ti_move_valid(const toi_move* move);

// Names what toi_motion_check found wrong, after the owner, "body" or "solid", and the key, move or piece.
// @return TOI_ERROR_INVALID
toi_status ti_fail_motion(toi_error* error, const char* owner, uint32_t index, toi_motion_kind kind,
                          const toi_error* why);

// Whether a motion is valid and rigid, not one that deforms the body: what most queries need.
bool ti_motion_rigid(const toi_motion* motion);

// The same for the motion of a body or solid, naming what is wrong as ti_fail_motion does.
toi_status ti_motion_check_rigid(const toi_motion* motion, const char* owner, uint32_t index,
                                 toi_error* error);

// Whether a body has a mesh and a valid motion of any kind, with as many end positions as the mesh has
// vertices where it deforms. @return TOI_OK, or TOI_ERROR_INVALID with what is wrong in *error (may be NULL)
toi_status ti_body_check(const toi_body* body, toi_error* error);

// The pose with a unit quaternion. The length of a quaternion may be any that toi_motion_check accepts.
toi_pose ti_pose_unit(toi_pose pose);

// Number of pieces that tile [0, 1]: one, and for keyframes one between two keys, for moves one each, and one
// of rest before the first and after the last where these are not at 0 and 1. Not for rational motions, whose
// chords depend on what is asked.
uint32_t ti_motion_piece_count(const toi_motion* motion);

// Piece `index` in the order of time. The motion must be valid. To go through them all, or to find that of a
// time, use pieces.h: a move starts where those before it lead.
void ti_motion_piece(const toi_motion* motion, uint32_t index, ti_path* path);

// A motion that is one piece: neither keyframes nor moves, nor rational, and rigid.
void ti_path_single(const toi_motion* motion, ti_path* path);

// The piece that joins two poses by `kind` from time t0 to t1.
void ti_path_between(toi_pose start, toi_pose end, toi_path kind, double t0, double t1, ti_path* path);

ti_path ti_path_rest(toi_pose pose, double t0, double t1);

// Makes a piece over [0, 1] last from t0 to t1.
void ti_path_stretch(double t0, double t1, ti_path* path);

// Angle turned since t0.
double ti_path_angle(const ti_path* path, double t);

// Rotation and position at t; at t0 those of the start pose, bit for bit.
void ti_path_pose(const ti_path* path, double t, ti_mat3* rotation, toi_vec3* position);

// Unit quaternion of the rotation at t.
toi_quat ti_path_quaternion(const ti_path* path, double t);

// Both as a pose.
toi_pose ti_path_posed(const ti_path* path, double t);

// Whether the two motions move every point of space alike for certain, so that bodies with them keep their
// places relative to each other. False promises nothing. Both must be valid.
bool ti_motion_same(const toi_motion* a, const toi_motion* b);

// Whether no point of the body ever moves, for certain.
bool ti_motion_rests(const toi_motion* motion);

#endif
