// When meshes that deform first touch, themselves included, while every vertex goes straight from one place
// to another at a constant speed: what a simulation of cloth or soft bodies asks in each of its steps.
//
// Faces are closed sets, for exactly the doubles given: vertex i is at (1 - t) start + t end at time t,
// without rounding, and a face of more than three corners is the triangles that it was cut into when its mesh
// was made. A face without an area is the segment or point that it is. Any finite numbers are taken.
//
// One object must not be used by two threads at once; different ones may. What a call gives back is written
// only when it returns TOI_OK, and after any error everything is as it was before the call. NULL is an error
// (TOI_ERROR_INVALID) for whatever does not say that it may be. docs/methods/deform-meshes.md has the method.

#ifndef TOI_DEFORM_H
#define TOI_DEFORM_H

#include "toi/primitives.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Bodies that move in steps, and what is kept from one step to the next: trees, room.
typedef struct toi_deform toi_deform;

/// Settings of toi_deform_create. Zero means the default in every field.
typedef struct toi_deform_def {
    uint32_t threads;    ///< that toi_deform_find uses; default 1
    toi_task_runner run; ///< the caller's task system, with `threads` for its workers; NULL: own threads
    void* run_context;   ///< handed to `run`
    const toi_allocator* allocator; ///< of all that the object holds; default malloc and free
} toi_deform_def;

/// Makes an object without bodies. @param def  settings, or NULL for the defaults
/// @return TOI_OK or TOI_ERROR_MEMORY
TOI_API toi_status toi_deform_create(const toi_deform_def* def, toi_deform** deform);

/// Frees it; NULL is allowed.
TOI_API void toi_deform_destroy(toi_deform* deform);

/// A body to put in.
typedef struct toi_deform_body {
    const toi_mesh*
        mesh; ///< its faces; must outlive the body. No round shape, and not made with inspect_only
    const toi_vec3* start; ///< where its vertices are at time 0, in world space; NULL: those of the mesh
    const toi_vec3* end;   ///< at time 1; NULL: it rests
    bool self; ///< also find where it touches itself; features that have a vertex in common do not count
    const uint32_t* weld; ///< for `self`: vertices of equal numbers in this list, one a vertex, count as one,
                          ///< as those along a seam do; NULL: each is by itself. Not copied
} toi_deform_body;

/// Puts a body in. The vertices are not copied: they must stay as they are until the body gets others or is
/// removed; after changing them in place call toi_deform_set again.
/// @param body  the number of the body: the lowest that is not in use
/// @return TOI_ERROR_INVALID, with `error` (may be NULL) saying what is wrong and `error->index` the vertex;
///         TOI_ERROR_MEMORY
TOI_API toi_status toi_deform_add(toi_deform* deform, const toi_deform_body* def, uint32_t* body,
                                  toi_error* error);

/// Takes a body out; its number is free again. @return TOI_ERROR_INVALID for a body that is not there
TOI_API toi_status toi_deform_remove(toi_deform* deform, uint32_t body);

/// Gives a body its next step. @param start, end  as in toi_deform_body
TOI_API toi_status toi_deform_set(toi_deform* deform, uint32_t body, const toi_vec3* start,
                                  const toi_vec3* end, toi_error* error);

/// Two features that come within the tolerance of each other, or of the separation; or two faces of which one
/// passes through the other at time 0.
typedef struct toi_deform_contact {
    uint32_t a, b;           ///< bodies, a <= b; equal: the body with itself
    toi_primitive_kind kind; ///< VF or EE; NONE: faces that cross at time 0, of which `vertex` and `weight`
                             ///< tell nothing
    bool vertex_of_b;        ///< VF of two bodies: the vertex is b's and the face a's
    /// By their numbers in the meshes: VF the vertex, then the three of the triangle; EE the edge of a, then
    /// that of b (of a body with itself the one with the lowest number first). Those of a triangle and of an
    /// edge rise; of a triangle that is a segment or a point the last one is repeated.
    uint32_t vertex[4];
    /// The same by the names of the input: vertex, edge, face. An inner diagonal of a face is the face.
    toi_feature feature_a, feature_b;
    double t_free;    ///< these do not touch before this time, proved; with `exact` up to their contact
    double t_exact;   ///< exact: the time of their first contact, rounded to nearest; else infinite
    double gap;       ///< their distance at t_free
    double weight[4]; ///< the closest points at t_free, as weights of `vertex`
    toi_vec3 point;   ///< the midpoint of these
    toi_vec3 normal;  ///< unit, from a to b (of a body with itself from the first of `vertex` to the others),
                      ///< at t_free; zero where there is none
} toi_deform_contact;

#define TOI_DEFORM_DEFAULT_QUERIES ((uint64_t)1 << 32)

/// What to find. Zero means the default in every field.
typedef struct toi_deform_query {
    double separation; ///< a distance of at most this counts as contact; default 0
    double tolerance;  ///< as toi_primitive_def.tolerance, and its default, of each two features
    /// As toi_primitive_def.exact; and the step can be cut at t_free and at max_step of the result. Where
    /// something touches, that is asked of all pairs once more.
    bool exact;
    bool all; ///< find all that touch on their paths, each by itself; else of each pair of bodies just
              ///< what touches first: least t_free, then kind, then `vertex`
    uint32_t max_steps; ///< as toi_primitive_def.max_steps, of each two features
    /// Pairs of features that are asked before the step is cut in half and begun again; default 2^32. What
    /// lies beyond the part that was looked at is not known then: the answer is UNDECIDED where nothing
    /// touches before. Also pairs of triangles that are looked at for what meets at time 0: beyond it all
    /// pairs of bodies are UNDECIDED at time 0, with the start UNKNOWN.
    uint64_t max_queries;
    uint64_t max_memory; ///< bytes that the object may come to hold, but for own threads; default: no limit
    double safety;       ///< of `max_step`: default 0.9, above 0 and at most 1
    bool start_known; ///< the caller knows that nothing meets at time 0, which is then not looked at: the end
                      ///< of a step that was proved clear
    const toi_pair* ignore; ///< pairs of bodies that are not asked
    uint32_t ignore_count;
    const toi_pair* only; ///< if not NULL: just these pairs of bodies are asked
    uint32_t only_count;
    toi_deform_contact* contacts; ///< receives them, the earliest contact_capacity of all; NULL: none
    uint64_t contact_capacity;
} toi_deform_query;

/// One pair of bodies that is not clear.
typedef struct toi_deform_pair {
    uint32_t a, b;     ///< a <= b; equal: the body with itself
    toi_answer answer; ///< CONTACT if anything of them touches, else UNDECIDED
    /// Decided exactly: OVERLAPPING where a face passes through another, TOUCHING where they meet without
    /// that, FREE where they do not meet; UNKNOWN with start_known, beyond max_queries, and with a separation
    /// where no face passes through another.
    toi_start start;
    double t_free;          ///< nothing of them touches before this time, proved
    double gap;             ///< of what is nearest then, if that is known, else 0
    uint64_t contact_count; ///< of them
} toi_deform_pair;

/// What was found. Equal for every number of threads but for `memory`; the array is the object's, until its
/// next call.
typedef struct toi_deform_result {
    toi_answer answer; ///< CONTACT if anything touches, else UNDECIDED if anything is, else CLEAR
    /// Nothing touches before this time, proved; CLEAR: 1. With `exact`, of bodies that are apart at time 0,
    /// the step can be cut here, and at max_step: from start to there, each coordinate of all vertices
    /// (1 - t) x + t y in doubles as toi_body_vertices has it, nothing touches, over the reals. So it is a
    /// little before the first contact, whose own t_free reaches up to it.
    double t_free;
    double max_step; ///< the largest safe step: 1 where clear, else safety * t_free: a simulation that goes
                     ///< no further keeps everything apart
    const toi_deform_pair* pairs; ///< those that are not clear, by a, then b
    uint32_t pair_count;
    uint64_t contact_count; ///< contacts found: one for each pair of bodies that touches, or with `all` all
    uint64_t listed;        ///< contacts written, ordered by t_free, a, b, kind and `vertex`
    uint64_t pairs_near;    ///< pairs of bodies whose swept boxes meet and that are asked
    uint64_t face_pairs;    ///< triangles whose swept boxes meet
    uint64_t queries;       ///< pairs of features asked
    uint64_t steps;         ///< links tried
    uint64_t memory;        ///< bytes that the object holds, but for own threads
    /// With `all`: every pair of features that touches before this time is among the contacts. 1, unless
    /// max_queries did not suffice or two features are undecided. Else up to where a search for contacts
    /// went.
    double t_complete;
} toi_deform_result;

/// Finds what touches first, or everything that touches, while all bodies go from start to end.
/// @param query  settings, or NULL for the defaults
/// @return TOI_OK, also when the answer is UNDECIDED; TOI_ERROR_INVALID, with `error` (may be NULL) saying
/// what is
///         wrong; TOI_ERROR_LIMIT where max_memory does not suffice; TOI_ERROR_THREAD, TOI_ERROR_MEMORY
TOI_API toi_status toi_deform_find(toi_deform* deform, const toi_deform_query* query,
                                   toi_deform_result* result, toi_error* error);

#ifdef __cplusplus
}
#endif

#endif
