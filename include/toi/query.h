// First contact of two moving bodies: when, where and how they first touch, or a proof that they do not.

#ifndef TOI_QUERY_H
#define TOI_QUERY_H

#include "toi/mesh.h"
#include "toi/motion.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A mesh and how it moves. The mesh may be shared by any number of bodies.
typedef struct toi_body {
    const toi_mesh* mesh;
    toi_motion motion;
    bool self; ///< of a body that deforms: toi_world_check also asks where it touches itself, and
               ///< toi_first_contact does where both bodies are this one
} toi_body;

/// Where the vertices of a body are at a time, for every kind of motion: toi_pose_point of the pose at that
/// time, and of a motion of kind TOI_MOTION_VERTICES of each vertex v on its way to its end w. That is v at
/// t = 0, w at t = 1, and else (1 - t) v + t w, coordinate by coordinate: 1 - t, two products and their sum,
/// each rounded, and cut to the range from v to w, so that what does not move stays where it is.
/// @param t         from 0 to 1; outside it is clamped
/// @param vertices  room for all vertices of the mesh (toi_mesh_info.vertices), also those that no face has;
///                  infinite or not a number where the numbers leave the range of doubles
/// @return TOI_OK; TOI_ERROR_INVALID without a mesh or room, for a t that is not a number, for a motion that
///         is not valid, and for a number of end positions that is not that of the vertices: `error->text`
///         names both. An exact round shape has no vertices
/// Equal input gives equal bits. Safe to call from any thread.
TOI_API toi_status toi_body_vertices(const toi_body* body, double t, toi_vec3* vertices, toi_error* error);

/// One step of the proof: from time `from` to time `to` the triangles [a_begin, a_end) of A and
/// [b_begin, b_end) of B, numbered as toi_mesh_triangle numbers them, keep more than the separation (0 unless
/// asked) apart along the direction n(t) = Rot(turn (t - from)) direction, which has unit length and points
/// from A to B. The links of a pair cover every two triangles at every time before t_free.
/// docs/methods/first.md shows how to check them.
typedef struct toi_link {
    double from, to;
    toi_vec3 direction; ///< in world space at time `from`
    toi_vec3 turn;      ///< rotation vector per unit of time, world space; zero where the direction is fixed
    uint32_t a_begin, a_end, b_begin, b_end;
} toi_link;

/// How all contacts are found.
typedef enum toi_method {
    TOI_METHOD_DEFAULT = 0,
    TOI_METHOD_SCREW,  ///< analytic, certified for the screws that stand for the motion
    TOI_METHOD_SCREEN, ///< both bodies are drawn on the collision screen: an estimate, right to a pixel
} toi_method;

/// How the collision screen brings pixels together; the contacts are the same.
typedef enum toi_screen_order {
    TOI_SCREEN_SORTED = 0, ///< sorted by row and height
    TOI_SCREEN_BY_TIME,    ///< by row, time and height: for surfaces that are close at many times
    TOI_SCREEN_HASHED,     ///< edges meet in a hash table of pixels
} toi_screen_order;

/// Settings of a query. Zero means "default" in every field, so `(toi_query_def){0}` is valid.
typedef struct toi_query_def {
    double tolerance;               ///< largest gap at t_hit; default 1e-9 of the smaller body's size
    double separation;              ///< distance that counts as contact; default 0
    bool solid;                     ///< a body inside another is in contact; needs closed meshes
    uint32_t max_steps;             ///< work limit before giving up; default TOI_DEFAULT_MAX_STEPS
    const toi_allocator* allocator; ///< scratch memory; default malloc and free
    toi_contact* contacts;          ///< where to put the contacts of the first instant, or NULL
    uint32_t contact_capacity;      ///< room in `contacts`
    toi_link* links;                ///< where to put the certificate, or NULL
    uint32_t link_capacity;         ///< room in `links`
    bool raise_gap; ///< ask again with larger separations until the gap of a clear answer is within
                    ///< a tenth of the largest that can be proved: about ten times the work
    /// toi_world_check asks for all contacts, as toi_all_contacts does. Only those two read what follows.
    bool all;
    toi_method method;      ///< of all contacts; default TOI_METHOD_SCREW
    double min_properness;  ///< contacts below it are left out; default 0, from -1 to 1
    bool leaving;           ///< also list contacts where the bodies part
    bool first_only;        ///< list only those at the time of the first, and look no further
    bool relative_screw;    ///< take the screw between the end poses of a pair for its relative motion
    double max_model_error; ///< else: how far screws may be from the motion; default 1e-6 of the smaller
                            ///< body's size
    double concurrent;      ///< time within which contacts belong to one group; default 0: equal times alone
    uint32_t pixels;        ///< screen: pixels along a short edge; default 12
    double time_resolution; ///< screen: of the time along a projected edge; default 0.02
    bool robust; ///< screen: also report what comes within a pixel, so that nothing found means clear
    toi_screen_order screen_order; ///< screen
    /// Screen: convex meshes in the same coordinates that enclose those of A and B, or the call returns
    /// TOI_ERROR_INVALID: that is decided exactly. They are drawn first, and of the bodies only what lies
    /// within the other one's outline. NULL: none, or with coarse_boxes the box of the mesh.
    const toi_mesh* coarse[2];
    bool coarse_boxes;
} toi_query_def;

/// Default of toi_query_def.max_steps: links of a first contact, and evaluations for all contacts.
#define TOI_DEFAULT_MAX_STEPS 1000000u
#define TOI_DEFAULT_MAX_ALL_STEPS 100000000u

/// What a query established. Zero is the answer that promises nothing.
typedef enum toi_answer {
    TOI_ANSWER_UNDECIDED = 0, ///< work limit or precision ended the search; t_free still holds
    TOI_ANSWER_CLEAR,         ///< no contact during the motion
    TOI_ANSWER_CONTACT,       ///< no contact before t_free, and a gap within tolerance at t_hit
} toi_answer;

/// How the pair stood at time 0, decided exactly on the posed vertices.
typedef enum toi_start {
    TOI_START_UNKNOWN = 0,
    TOI_START_FREE,
    TOI_START_TOUCHING,
    TOI_START_OVERLAPPING,
    TOI_START_CONTAINED, ///< only with toi_query_def.solid
} toi_start;

/// A screw motion: a turn about an axis and an advance along it at once, both in proportion to time.
typedef struct toi_screw {
    toi_vec3 point;     ///< of the axis, the nearest to the centre of A's mesh; in the frame of that mesh
    toi_vec3 axis;      ///< unit; where nothing turns the direction of motion, where nothing moves zero
    double angle;       ///< radians, at least 0
    double advance;     ///< length along the axis, negative against it
    double pitch;       ///< advance of a whole turn; infinite where nothing turns
    double model_error; ///< how far a point of B may be from where its motion has it, in length
} toi_screw;

/// Work that a query did.
typedef struct toi_work {
    uint32_t steps;   ///< links tried
    uint32_t nodes;   ///< pairs of tree nodes looked at
    uint32_t leaves;  ///< triangle pairs measured
    double tolerance; ///< the tolerance used, after raising it to six times the rounding bound
    double rounding;  ///< the rounding bound of the separation, in length
} toi_work;

/// Answer of a query. Times are fractions of the motion: 0 is its start, 1 its end.
typedef struct toi_result {
    toi_answer answer;
    toi_start start;
    bool certified; ///< true: holds despite rounding; false: a floating-point estimate
    double t_free;  ///< no contact before this time
    double t_hit;   ///< CONTACT only: t_free <= t_hit
    /// CONTACT: distance at t_hit. CLEAR: smallest distance proved, a lower bound that may be far below the
    /// true one. UNDECIDED: distance at t_free
    double gap;
    toi_contact_kind kind; ///< CONTACT only
    toi_feature a, b;      ///< CONTACT only: the vertices, edges or faces that touch
    toi_vec3 point;        ///< CONTACT only: where they touch at t_hit, in world space
    toi_vec3 normal;       ///< CONTACT only: unit vector from A to B
    uint32_t
        contact_count;   ///< contacts of the first instant; those above contact_capacity are dropped. Without
                         ///< `contacts` they are not looked for: then 1, if anything that touches has a name
    uint32_t link_count; ///< links of the certificate; those above link_capacity are dropped
    toi_work work;
    double model_error; ///< all contacts: how far the screws may be from the motion, in length
    double t_complete;  ///< all contacts: every one before this is found; below 1 where the work limit came,
                        ///< or rounding hides two features that deform; 0 for a screen that is not robust
    uint32_t group_count;                 ///< all contacts: groups of concurrent contacts
    uint32_t screen_rows, screen_columns; ///< screen: its size in pixels
    double screen_pixel;                  ///< screen: size of a pixel, in length
    toi_screw screw;                      ///< relative_screw: what was taken for the motion of the pair
} toi_result;

/// Finds when two moving polyhedra first touch, or proves that they do not.
///
/// Bodies that deform (TOI_MOTION_VERTICES) are taken as any others, and a and b may be the same one, which
/// has `self` set: then it is asked where features of it that have no vertex in common first touch, in the
/// frame of its mesh. Such a query leaves no links, its max_steps is without a limit by default, and `solid`
/// says nothing of a body with itself. docs/methods/deform-motions.md has the method.
/// @param a, b    bodies; their meshes must outlive the call
/// @param def     settings, or NULL for the defaults
/// @param result  written only when the call returns TOI_OK
/// @return TOI_OK, also when the answer is UNDECIDED; TOI_ERROR_INVALID for a number that is not
///         finite, a motion that is not valid, end positions that are not as many as the vertices, a mesh
///         made with inspect_only, or a body that deforms twice and has no `self`; TOI_ERROR_OPEN_MESH for
///         `solid` with a mesh that is not closed; TOI_ERROR_MEMORY when the allocator returned NULL
/// Deterministic: equal input gives equal bits. Safe to call from any thread.
TOI_API toi_status toi_first_contact(const toi_body* a, const toi_body* b, const toi_query_def* def,
                                     toi_result* result);

/// Finds every contact of two moving rigid bodies, not only the first, under a relative screw motion
/// [Buss05]. A relative motion that is no screw is cut into pieces, each taken for the screw between its
/// ends, until that is within max_model_error. Every contact of the closed surfaces is listed at which the
/// bodies come together and that is at least min_properness proper, ordered by time.
/// @param a, b    bodies; their meshes must outlive the call
/// @param def     settings, or NULL for the defaults; `contacts` receives the earliest contact_capacity
///                contacts. separation, solid, links and raise_gap are not for this call
/// @param result  written only when the call returns TOI_OK; t_free and t_hit are those of the first contact
/// @return as toi_first_contact
/// Deterministic: equal input gives equal bits. Safe to call from any thread.
///
/// Where a body deforms (TOI_MOTION_VERTICES), or a and b are the same one with `self`, what is listed is
/// something else: **each pair of features that touches during the motion, once, at the time at which it
/// first does**, for the exact motion, without screws. It is a vertex and a face (VF, FV) or two edges (EE),
/// as closed sets: a vertex that comes to rest on another one touches all faces there. EF, FE and FF: an
/// inner diagonal of a face is met, along which it may bend, and the two have not touched elsewhere before.
/// Of one body, features that have a vertex in common do not count. Bodies that overlap at time 0 begin with
/// one FF, of two faces that cross. Answer, start, t_free, t_hit, gap and features of *result are those that
/// toi_first_contact gives for the same bodies, and the first contact of the list is at t_hit.
///
/// Of such a contact the features do not touch before `time`, proved, and are at most `gap` apart then, which
/// is within the tolerance; so a near miss within it is listed too. (The gap is not a number where a partner
/// on a curve comes near and the first contact alone says that it is one.) Everything that touches before
/// result->t_complete is there. `approach` is the speed of the nearest points, of the straight paths.
/// properness and time_error are not known, and not numbers; entering is true, until is `time`, model_error
/// 0. Groups are by `concurrent`; its default is the time in which the gap of the first of a group closes, or
/// their own. min_properness and max_model_error are not read, `leaving` adds nothing, and max_steps is
/// without a limit by default; a limit is one for the first contact, and the same again for the list.
/// TOI_METHOD_SCREEN, relative_screw and a round shape are TOI_ERROR_INVALID. docs/methods/deform-motions.md
/// has the method.
TOI_API toi_status toi_all_contacts(const toi_body* a, const toi_body* b, const toi_query_def* def,
                                    toi_result* result);

/// The motion of B as A sees it as one screw: itself where it is one, by any angle, else the screw that joins
/// the relative poses at times 0 and 1 turning at most pi, as relative_screw takes it [Buss05, section 4.1,
/// with the foot of the perpendicular as the point].
/// @return TOI_ERROR_INVALID as toi_all_contacts; *screw is written only with TOI_OK
TOI_API toi_status toi_relative_screw(const toi_body* a, const toi_body* b, toi_screw* screw);

/// Vertices of a triangle of the mesh in the order of its tree, and the face it belongs to; for readers of
/// links.
/// @param triangle below toi_mesh_info.triangles
TOI_API uint32_t toi_mesh_triangle(const toi_mesh* mesh, uint32_t triangle, uint32_t vertices[3]);

#ifdef __cplusplus
}
#endif

#endif
