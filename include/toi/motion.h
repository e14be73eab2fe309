// How a body moves while time runs from 0 to 1. docs/motions.md has a formula and a picture of each kind.

#ifndef TOI_MOTION_H
#define TOI_MOTION_H

#include "toi/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum toi_motion_kind {
    TOI_MOTION_STATIC = 0,  ///< pose
    TOI_MOTION_TRANSLATION, ///< pose, by
    TOI_MOTION_ROTATION,    ///< pose, point, axis, angle
    TOI_MOTION_SCREW,       ///< as rotation, and advance
    TOI_MOTION_BETWEEN,     ///< pose (the start), end, path
    TOI_MOTION_SPIN,        ///< pose, point (in the frame of the mesh), by, axis, angle
    TOI_MOTION_KEYFRAMES,   ///< keys, path
    TOI_MOTION_MOVES,       ///< pose, moves
    TOI_MOTION_RATIONAL,    ///< rationals
    TOI_MOTION_VERTICES,    ///< pose, to: the body deforms. First contact, all contacts and
                            ///< toi_body_vertices take it; traces, boxes and screens refuse it
} toi_motion_kind;

/// How two poses are joined.
typedef enum toi_path {
    TOI_PATH_SCREW = 0, ///< the screw that joins them, turning at most pi
    TOI_PATH_SLERP,     ///< linear position, constant turning by the shortest arc
    TOI_PATH_NLERP,     ///< linear position, normalised linear quaternion, shortest arc
} toi_path;

typedef struct toi_key {
    double t;
    toi_pose pose;
} toi_key;

typedef enum toi_move_kind {
    TOI_MOVE_TRANSLATION = 0, ///< by
    TOI_MOVE_ROTATION,        ///< point, axis, angle
} toi_move_kind;

/// A translation, or a rotation about a fixed axis. Fields that the kind does not name are ignored.
typedef struct toi_move {
    toi_move_kind kind;
    toi_vec3 by;
    toi_vec3 point; ///< on the axis, in world space
    toi_vec3 axis;  ///< need not be unit; shorter than 1e-12 is an error
    double angle;   ///< radians, any size and sign
    double until;   ///< in a list of moves the time when it ends, rising strictly within (0, 1]; 0: it shares
                    ///< the time up to the next given one, or up to 1, equally. A trace ignores it
} toi_move;

/// A piece of a rational motion: at its time s in [0, 1] the body is at q v q*/|q|^2 + P/w for its points v,
/// with polynomials in Bernstein form: coefficient k of degree n belongs to C(n, k) s^k (1 - s)^(n - k). No
/// list is longer than TOI_MOST_COEFFICIENTS. All must outlive what they are given to.
typedef struct toi_rational {
    const toi_quat* rotation;    ///< coefficients of q, not normalised; q must not vanish on [0, 1]
    uint32_t rotation_count;     ///< degree of q and one
    const toi_vec3* translation; ///< coefficients of P
    const double* weights;       ///< those of w, as many as of P; NULL: all 1. w must be positive on [0, 1]
    uint32_t translation_count;  ///< degree of P and w, and one
    double until; ///< in a list of pieces the time when it ends, rising strictly within (0, 1], the last 1
    const double* matrix; ///< affine motions, of boxes alone: coefficients of a matrix M, 9 numbers each, row
                          ///< by row, and no rotation; the body is at M v + P/w. det M must be positive
    uint32_t matrix_count; ///< degree of M and one
} toi_rational;

enum {
    TOI_MOST_COEFFICIENTS = 65 ///< of a list of a rational motion
};

/// One motion. Fields that the kind does not name are ignored.
typedef struct toi_motion {
    toi_motion_kind kind;
    toi_path path;
    toi_pose pose;
    toi_pose end;
    toi_vec3 point;      ///< rotation, screw: on the axis, in world space; spin: the centre, in the mesh
    toi_vec3 axis;       ///< need not be unit; shorter than 1e-12 is an error
    double angle;        ///< radians, any size and sign
    double advance;      ///< screw: length along the unit axis
    toi_vec3 by;         ///< translation, spin: the whole displacement
    const toi_key* keys; ///< rising strictly within [0, 1], at least two; must outlive the motion
    uint32_t key_count;
    const toi_move* moves; ///< done in turn, each from the pose that the one before reached, at least one;
                           ///< after the last the body rests. Must outlive the motion
    uint32_t move_count;
    const toi_rational* rationals; ///< one after another, at least one; each starts where the one before
                                   ///< ends, up to 2^-30 of their sizes. Of a single one `until` may be 0.
                                   ///< They and their lists must outlive the motion. None may have a matrix:
                                   ///< boxes alone take affine motions
    uint32_t rational_count;
    const toi_vec3* to; ///< where each vertex of the mesh ends, in the frame of the mesh: the pose comes
                        ///< after the deformation. Must outlive the motion
    uint32_t to_count;  ///< as many as the mesh has vertices, also those that no face has
} toi_motion;

/// Whether a motion is valid. `error->text` names the field, `error->index` the key, move, piece or
/// vertex. Whether `to` has as many positions as a mesh has vertices is for toi_body_vertices to say.
/// @return TOI_OK or TOI_ERROR_INVALID
TOI_API toi_status toi_motion_check(const toi_motion* motion, toi_error* error);

/// The pose at time t in [0, 1]. At t = 0 every kind gives its pose, at t = 1 `between` gives its end,
/// without a detour. Of a body that deforms it is the pose that comes after the deformation, at every time
/// the same; toi_body_vertices has both. The motion must be valid; t outside [0, 1] is clamped.
TOI_API toi_pose toi_motion_pose(const toi_motion* motion, double t);

/// The translations and rotations that a motion is made of, as a trace takes them one after another, from
/// `motion->pose` on. A motion between two poses, by any path, is taken as the translation of the position,
/// and then the rotation about the end position (a mover that is stopped before turns about where it is, see
/// toi_trace_bodies); a body at rest has no moves.
/// @param moves     room for `capacity` of them; may be NULL with capacity 0. Their `until` is that of the
///                  motion
/// @param count     how many there are, also those that found no room: one for a translation or rotation,
///                  two for a motion between poses, `move_count` for moves
/// @return TOI_OK; TOI_ERROR_INVALID for a motion that is not valid, or is of a kind that is no such list
///         (screw, spin, keyframes, rational, vertices); `error->text` says which
TOI_API toi_status toi_motion_moves(const toi_motion* motion, toi_move* moves, uint32_t capacity,
                                    uint32_t* count, toi_error* error);

/// How a motion becomes a rational one. Zero means the default in every field.
typedef struct toi_rational_def {
    double tolerance; ///< how far a fit may be off, in length, besides rounding; default 1e-9 of the radius.
                      ///< As pieces must meet, a larger one than 2^-33 of the lengths changes nothing, nor
                      ///< does a smaller one than 2^-40 of them
    const toi_allocator* allocator; ///< default malloc and free
} toi_rational_def;

/// A rational motion that stands for another motion.
typedef struct toi_rational_motion {
    toi_motion motion; ///< of kind TOI_MOTION_RATIONAL; its lists live as long as the result
    double bound; ///< in length: at every time of [0, 1] points of the body within the radius are at most
                  ///< this far from where the given motion has them, rounding and all; 0: nothing is off
    void* memory; ///< owned by the result
    toi_allocator allocator;
} toi_rational_motion;

/// Gives any rigid motion as a rational one. Rest, normalised linear quaternions between poses and keys, and
/// rational motions are taken as they are, with a bound of 0; translations too, but for the rounding of their
/// end where that is no double. What turns at a constant rate is fitted, by pieces of degree 6 at most. Both
/// motions are meant exactly, as docs/motions.md has them, unit quaternions standing for their directions.
/// @param motion  nothing of it is kept
/// @param radius  in length, from 0 to 2^400: the bound is for points this far from the origin of the body
/// @param def     settings, or NULL for the defaults
/// @param result  written only on TOI_OK: a motion that toi_motion_check accepts
/// @return TOI_OK; TOI_ERROR_INVALID for a motion that is not valid, deforms or goes further than 2^400, a
///         radius or a tolerance that is not as said; TOI_ERROR_LIMIT for turns of more than about a million
///         radians, or numbers next to the limits of rational motions; TOI_ERROR_MEMORY. `error->text` says
///         which, `error->index` the key, move or piece
/// Equal input gives equal bits. Safe to call from any thread.
TOI_API toi_status toi_motion_to_rational(const toi_motion* motion, double radius,
                                          const toi_rational_def* def, toi_rational_motion* result,
                                          toi_error* error);

/// Gives back the lists of the motion. NULL, and a result of zeros, are allowed.
TOI_API void toi_rational_motion_release(toi_rational_motion* result);

/// Where a pose takes a point: ((R_i0 x + R_i1 y) + R_i2 z) + p_i, the one formula used everywhere.
TOI_API toi_vec3 toi_pose_point(toi_pose pose, toi_vec3 point);

#ifdef __cplusplus
}
#endif

#endif
