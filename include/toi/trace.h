// How far one body may move among others that stand still, so that it never comes into them; where bodies
// touch at a pose; steps that slide along what they meet.
//
// All functions may be called from any thread, and any number of threads may ask one stage at once while none
// changes or frees it. NULL is an error (TOI_ERROR_INVALID) for whatever does not say that it may be. What a
// call gives back is written only when it returns TOI_OK, unless it says otherwise.

#ifndef TOI_TRACE_H
#define TOI_TRACE_H

#include "toi/query.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A body at a pose: one that stands still, or how a mover starts.
typedef struct toi_placed {
    const toi_mesh* mesh;
    toi_pose pose;
    uint32_t sides; ///< 1: a face of an open mesh stops no convex part of a mover that begins wholly behind
                    ///< its plane, seen from where its corners run counter-clockwise; 2, or 0: both sides.
                    ///< Closed meshes stop from both sides. Of a mover only TOI_TRACE_PAPER reads it. Where
                    ///< the closed form does not answer, as at its work limit, both sides stop
} toi_placed;

/// Bodies that stand still, prepared for traces among them: a tree of their boxes, and of each what depends
/// on its pose.
typedef struct toi_stage toi_stage;

/// Makes a stage. `bodies` is copied, but the meshes are not and must outlive it.
/// @param bodies     may be NULL with count 0
/// @param allocator  of all that the stage holds; NULL for malloc and free
/// @param error      what is wrong with which body; may be NULL
/// @return TOI_OK; TOI_ERROR_INVALID (`error->index` is the body) for a mesh that no query takes, which are
///         round shapes and those made with inspect_only, a pose that is not valid or more than two sides;
///         TOI_ERROR_MEMORY
TOI_API toi_status toi_stage_create(const toi_placed* bodies, uint32_t count, const toi_allocator* allocator,
                                    toi_stage** stage, toi_error* error);

/// Frees a stage; NULL is allowed. No query may be running.
TOI_API void toi_stage_destroy(toi_stage* stage);

/// Puts a body elsewhere, in about the logarithm of the number of bodies. No query may be running.
/// @return TOI_OK; TOI_ERROR_INVALID for a body that is not there or a pose that is not valid: then nothing
///         has changed
TOI_API toi_status toi_stage_place(toi_stage* stage, uint32_t body, const toi_pose* pose);

/// The body as it stands: its quaternion is of unit length, `sides` 1 or 2.
/// @param stage  not NULL
/// @param body   below the number of bodies
TOI_API toi_placed toi_stage_body(const toi_stage* stage, uint32_t body);

/// The number of bodies. @param stage  not NULL
TOI_API uint32_t toi_stage_count(const toi_stage* stage);

/// How a trace is decided.
typedef enum toi_trace_method {
    TOI_TRACE_CERTIFIED = 0, ///< separating directions over time: proved
    TOI_TRACE_PAPER,         ///< pairs of features and an expel zone [VanWaveren05], as published but for its
                             ///< errata: an estimate that can interpenetrate, to compare with. It keeps no
                             ///< distance; docs/methods/trace-paper.md
} toi_trace_method;

/// One place where the mover (A) and a body of the stage (B) are near each other, in world space.
typedef struct toi_touch {
    uint32_t body; ///< B, index in the stage
    toi_contact_kind kind;
    toi_feature a, b;
    toi_vec3 point_a, point_b; ///< on A and on B; they differ by `gap` along `normal`
    toi_vec3 normal;           ///< unit vector from A to B
    double gap;                ///< distance; negative: how deep they are in each other, where that is known
    uint32_t manifold;         ///< touches of one pair of faces have one number, from 0 in each list
} toi_touch;

/// Settings of a trace. Zero means "default" in every field, so `(toi_trace_def){0}` is valid.
typedef struct toi_trace_def {
    double separation; ///< distance kept from every body; default 1e-4 of the mover's size. Raised to 1e4
                       ///< times the rounding bound of a pair where it is smaller (toi_trace_result
                       ///< has what was used).
                       ///< TOI_TRACE_PAPER: the thickness of its zone; default twice the rounding bound of
                       ///< each pair of features
    double tolerance;  ///< how far above what it keeps the mover may stop; default 1e-2 of the separation
                       ///< asked for. Raised to 8 rounding bounds of a pair
    bool solid;        ///< a mover inside a closed body, or around one, starts `contained` and does not move
    toi_trace_method method;
    uint32_t max_steps;   ///< work limit of one pair; default TOI_DEFAULT_MAX_STEPS
    uint32_t first_body;  ///< only bodies of the stage from this one on are asked
    const uint32_t* skip; ///< bodies of the stage that are not asked, such as the mover itself, rising
                          ///< strictly; NULL with skip_count 0. Those that are not there do no harm
    uint32_t skip_count;
    /// Where to put the pairs of features that stop the mover, or NULL: then they are not looked for. They
    /// are those within the tolerance of `kept` at the stop whose gap would shrink, at first order or at
    /// second, ordered as toi_stage_touches orders them. After an error some may have been written
    toi_touch* blocking;
    uint32_t blocking_capacity;
    const toi_allocator* allocator; ///< scratch memory; default malloc and free
} toi_trace_def;

/// What a trace found.
typedef struct toi_trace_result {
    toi_answer answer; ///< CLEAR: the whole move was made; CONTACT: a body stops it; UNDECIDED: the work
                       ///< limit or rounding does, and there may be room left
    toi_start start;   ///< of the bodies asked the worst. Exact where they are within two rounding bounds of
                       ///< each other; TOUCHING is also what is apart by no more than that
    bool certified;    ///< nothing was nearer than `kept` up to `fraction`, at any time; false: an estimate
    double fraction;   ///< part of the move that was made, from 0 to 1
    toi_pose pose;     ///< reached; the pose that is proved free is that of these doubles
    double kept;       ///< the distance that the mover kept from `body`: the separation, or where it began
                 ///< nearer the distance there, but for rounding. Without a stop the least of all bodies
    double gap;              ///< CONTACT, UNDECIDED: distance from `body` at `pose`
    uint32_t body;           ///< CONTACT, UNDECIDED: what stopped it, index in the stage; else UINT32_MAX
    toi_contact_kind kind;   ///< CONTACT: features of the mover and the body that are nearest at `pose`, or
                             ///< cross there; TOI_CONTACT_NONE where only the start is known, which is
                             ///< CONTAINED, or by TOI_TRACE_PAPER also OVERLAPPING
    toi_feature a, b;        ///< CONTACT of a kind
    toi_vec3 point;          ///< CONTACT of a kind: between the nearest points, in world space
    toi_vec3 normal;         ///< CONTACT: unit vector from the mover to the body; zero where there is no kind
                             ///< and no `depth`
    double depth;            ///< start OVERLAPPING or CONTAINED: the shortest move along -`normal` that takes
                             ///< the mover out of `body`, where both are convex; else 0
    uint32_t blocking_count; ///< pairs of features that block; those above blocking_capacity are dropped. A
                             ///< stop always has one; 0 where `blocking` is NULL
    toi_work work;           ///< `rounding`: for a stop the rounding bound of the mover and `body`
    double separation;       ///< the separation used for `body`; without a stop the one asked for
} toi_trace_result;

/// Moves a body among the bodies of a stage until it comes near one [VanWaveren05].
///
/// If it starts free, no point of the mover is nearer to any body than min(separation, distance at the start
/// less 16 rounding bounds) at any time up to `fraction` of the move, nor at the pose returned. A mover that
/// starts nearer than the separation may move along and away, never closer than it was.
///
/// One that touches moves where it is proved that nothing gets deeper in it than it was at the start: away,
/// also when that shows at second order only, or along a plane that parts the bodies, which takes exact signs
/// and so bodies that are not turned. Else it is stopped at 0, and toi_expel is the way out. One that
/// overlaps a body, or with `solid` is contained, does not move, and `start` says so. With a displacement or
/// an angle of 0 the start is all that is asked: CLEAR but for these.
///
/// Of several bodies that stop it at one place the one with the lowest index is named.
/// @param mover   how it stands at the start
/// @param def     settings, or NULL for the defaults
/// @return TOI_OK; TOI_ERROR_INVALID for a mesh that no query takes, a pose or move that is not valid, or
///         settings that are not: lengths below 0 or not finite, a method that there is not, a `skip` that
///         does not rise; TOI_ERROR_OPEN_MESH for `solid` with a mover that is not closed; TOI_ERROR_MEMORY
/// Deterministic: equal input gives equal bits, whatever else stands far away.
TOI_API toi_status toi_trace(const toi_stage* stage, const toi_placed* mover, const toi_move* move,
                             const toi_trace_def* def, toi_trace_result* result);

/// How the mover stands among the bodies of a stage: `start` of a toi_trace from there, and nothing else. Ten
/// to fifty times faster where a convex mover of at most 16 sides overlaps something.
/// @param def    `skip`, `first_body`, `solid`, `max_steps` and `allocator` are read, and `separation` and
///               `tolerance` checked; or NULL
/// @param start  FREE also nearer than any separation, but for rounding
/// @return as toi_trace
/// Deterministic: equal input gives equal bits, whatever else stands far away.
TOI_API toi_status toi_stage_start(const toi_stage* stage, const toi_placed* mover, const toi_trace_def* def,
                                   toi_start* start);

/// Room for touches, and how many there are.
typedef struct toi_touches {
    toi_touch* items; ///< room for `capacity`; may be NULL with capacity 0
    uint32_t capacity;
    uint32_t count; ///< all that there are, also those that found no room
} toi_touches;

/// All places where the mover and bodies of the stage are at most `within` apart, whatever the direction
/// [VanWaveren05, section 2.6]: of two faces that face each other (within 50 degrees) the corners of their
/// common part, a manifold; and every place where the bodies are nearer than nearby. Flat and reflex edges
/// are no features. Ordered by body, manifold, and then features; each pair of features once, and of several
/// in one place with one normal the first. docs/methods/touches.md has what exactly is listed.
///
/// Gaps are right within a rounding bound of about 1e-14 of the bodies and the distance between them. Bodies
/// that are deeper in each other have a touch of kind FF: convex ones one alone, whose gap is minus the
/// length of the shortest way out along `normal`; others one for every two faces that cross, with gap 0. A
/// body inside a closed one touches its walls from inside.
/// @param within   a length, from 0
/// @param def      `skip`, `first_body` and `allocator` are read, nothing else; or NULL
/// @param touches  where there is room; after an error some items may have been written, `count` not
/// @return TOI_OK; TOI_ERROR_INVALID for a mesh that no query takes, a pose that is not valid, a distance
///         that is not finite or below 0, or a `skip` that does not rise; TOI_ERROR_MEMORY
/// Deterministic: equal input gives equal bits, whatever else stands far away.
TOI_API toi_status toi_stage_touches(const toi_stage* stage, const toi_placed* mover, double within,
                                     const toi_trace_def* def, toi_touches* touches);

/// Settings of a slide. Zero means "default" in every field.
typedef struct toi_slide_def {
    toi_trace_def trace; ///< of each move; `blocking` is not used
    uint32_t max_bumps;  ///< default 4, at most TOI_SLIDE_BUMPS
} toi_slide_def;

#define TOI_SLIDE_BUMPS 8

typedef struct toi_slide_result {
    toi_pose pose;
    toi_vec3 rest;   ///< what is left of the displacement, along the planes met; zero where nothing is
    double fraction; ///< part of the displacement that was used, along the planes; 1 where all was, below 1
                     ///< with a rest of zero where the mover is in a corner
    uint32_t bump_count;
    toi_touch bump[TOI_SLIDE_BUMPS]; ///< where it was stopped: the nearest place each time
    toi_start start;                 ///< OVERLAPPING, CONTAINED: it does not move
    bool certified;                  ///< of every move
} toi_slide_result;

/// Moves a body by a displacement; where it meets something, what is left of the displacement is projected on
/// the planes there and those met just before, and it goes on: along one plane, along the line of two, or not
/// at all. The separation is kept throughout, as toi_trace keeps it; each projection leads 64 rounding bounds
/// away from its planes, so that a mover that keeps pressing on something does not creep into the separation.
/// @param by   the displacement, in world space
/// @param def  settings, or NULL for the defaults
/// @return as toi_trace; TOI_ERROR_INVALID for more than TOI_SLIDE_BUMPS bumps
TOI_API toi_status toi_slide(const toi_stage* stage, const toi_placed* mover, toi_vec3 by,
                             const toi_slide_def* def, toi_slide_result* result);

/// Takes a mover that touches bodies, or is nearer to them than the separation, to a place where it keeps the
/// separation: the shortest displacement that the planes between them ask for, again and again until the
/// place is proved to keep it. A mover that overlaps convex bodies, and is convex, is taken out of them; with
/// `solid` also out of those that contain it. Nothing is said of the way there, which is as long as the depth
/// and the separation ask for.
/// @param def   as for toi_trace; `blocking` and `method` are not used: the place is certified
/// @param pose  the new pose; that of the mover where there is none
/// @param free  whether the separation is kept at *pose
/// @return as toi_trace
TOI_API toi_status toi_expel(const toi_stage* stage, const toi_placed* mover, const toi_trace_def* def,
                             toi_pose* pose, bool* free);

/// Bodies, and which of them is traced among the others. Zero means "default" in every field after `mover`.
typedef struct toi_trace_bodies_def {
    const toi_body* bodies;
    uint32_t count;
    uint32_t mover;        ///< index of the one that is traced
    const uint32_t* sides; ///< as toi_placed.sides for each body, or NULL for 2. Those that move stop from
                           ///< both sides
    toi_trace_def trace; ///< `skip`, `first_body` and every `body` are indices in `bodies`. `blocking` holds
                         ///< what stops the first move, then the next, `blocking_count` of each result
} toi_trace_bodies_def;

/// Traces a body whose motion is a translation, a rotation, or a list of them, among bodies that may move at
/// the same time. Each move of the list ends where the mover is stopped, and the mover waits there, without
/// what was left of the move, until the time of the move is over; then the next begins. Nothing is asked
/// while it waits, so a body that moves may run into it: the next start says so. A motion between two poses
/// is taken as the translation and then the rotation about the position reached. `fraction` is that of the
/// move, and `pose`, `point` and `normal` are of the time of the stop.
/// @param results     one for each move of the mover: room for `capacity`; may be NULL with capacity 0. After
///                    an error those of the first moves may have been written
/// @param move_count  how many moves there are; none for a body that rests
/// @param error       what is wrong with which body; may be NULL
/// @return as toi_trace; also TOI_ERROR_INVALID (`error->index` is the body) for a motion of the mover that
///         is no list of moves, and for moves that lead out of the range of doubles
TOI_API toi_status toi_trace_bodies(const toi_trace_bodies_def* def, toi_trace_result* results,
                                    uint32_t capacity, uint32_t* move_count, toi_error* error);

#ifdef __cplusplus
}
#endif

#endif
