// First contact of a vertex and a face, two edges, a vertex and an edge, or two vertices whose vertices all
// go straight from one place to another, each at a constant speed: what simulators of deforming meshes ask
// millions of times a step.
//
// The primitives are closed sets, for exactly the doubles given, and vertex i is at (1 - t) start + t end at
// time t, without rounding. A face without an area is the segment or point that it is, and so is an edge.
// NULL is an error (TOI_ERROR_INVALID) for whatever does not say that it may be. Every call may be made from
// any thread; equal input gives equal bits. docs/methods/deform.md has the method and the proof.

#ifndef TOI_PRIMITIVES_H
#define TOI_PRIMITIVES_H

#include "toi/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What moves: A and B of a query, and which of its vertices are whose.
typedef enum toi_primitive_kind {
    TOI_PRIMITIVE_NONE = 0,
    TOI_PRIMITIVE_VF, ///< A: vertex 0; B: the face of vertices 1, 2, 3
    TOI_PRIMITIVE_EE, ///< A: the edge of vertices 0, 1; B: that of 2, 3
    TOI_PRIMITIVE_VE, ///< A: vertex 0; B: the edge of vertices 1, 2
    TOI_PRIMITIVE_VV, ///< A: vertex 0; B: vertex 1
} toi_primitive_kind;

#define TOI_PRIMITIVE_MOST_VERTICES 4

/// How many vertices a query of this kind has: 4, 4, 3, 2; 0 for others.
TOI_API uint32_t toi_primitive_vertex_count(toi_primitive_kind kind);

/// Two primitives and their motion. Vertices beyond those of the kind are not looked at.
typedef struct toi_primitive_query {
    toi_primitive_kind kind;
    toi_vec3 start[TOI_PRIMITIVE_MOST_VERTICES]; ///< at time 0
    toi_vec3 end[TOI_PRIMITIVE_MOST_VERTICES];   ///< at time 1
} toi_primitive_query;

/// A link of the certificate: why nothing touches from t_from to t_to.
typedef struct toi_primitive_link {
    double t_from, t_to;
    /// Not zero: a direction that turns evenly, n(t) = (1 - s) direction + s direction_end for s from 0 at
    /// t_from to 1 at t_to, and n(t).(a - b) > separation |n(t)| for every point a of A and b of B
    /// throughout. It is enough to check the vertices, since they move straight; of a direction that does not
    /// turn, as of most links, at both times. docs/methods/deform.md has the conditions.
    ///
    /// Both zero (VF and EE): the planes through the face and through the vertex, or those through each edge
    /// along the other, are farther apart than the separation throughout.
    toi_vec3 direction, direction_end;
} toi_primitive_link;

/// What is asked. Zero means the default in every field, so `(toi_primitive_def){0}` is valid.
typedef struct toi_primitive_def {
    double separation; ///< a distance of at most this counts as contact, in length; default 0
    /// The largest gap beyond the separation at t_free of a contact, in length; default 1e-12 of the size of
    /// the query: the largest difference of coordinates between a vertex of A and one of B, at time 0 or 1. A
    /// tolerance below the rounding error is raised to that, about 1e-14 of the size. Of a pair that starts
    /// closer than twice the tolerance it is half of the gap at the start.
    double tolerance;
    /// Decide over the reals, without a tolerance: CONTACT if the primitives touch, CLEAR if they do not, and
    /// the time of the first contact, rounded to nearest. With a separation it is an error.
    bool exact;
    uint32_t max_steps;        ///< links before giving up; default 100
    toi_primitive_link* links; ///< receives the certificate; NULL: none
    uint32_t link_capacity;
} toi_primitive_def;

#define TOI_PRIMITIVE_DEFAULT_STEPS 100u

/// What was found. Times are fractions of the motion: 0 is its start, 1 its end.
typedef struct toi_primitive_result {
    toi_answer answer; ///< UNDECIDED: steps ran out; take it for a contact at t_free
    toi_start start; ///< FREE: proved apart at time 0; TOUCHING: proved not; UNKNOWN: within rounding. Of two
                     ///< primitives that meet it is TOUCHING, also where they cross
    /// Nothing touches before this time, proved; CLEAR: 1. With `exact` the motion can be cut here: from
    /// start to the positions at t_free, each coordinate (1 - t) x + t y in doubles as toi_body_vertices has
    /// it, it is clear.
    double t_free;
    double t_exact; ///< exact and CONTACT: the time of the first contact, rounded to nearest; else infinite
    double gap;     ///< the distance at t_free; CLEAR: 0
    /// CONTACT and UNDECIDED: the closest points at t_free, as weights of the vertices. Those of A are at
    /// least 0 and add up to 1, as do those of B; others are 0.
    double weight[TOI_PRIMITIVE_MOST_VERTICES];
    toi_vec3 normal;     ///< unit, from A to B, at t_free; zero where there is none
    uint32_t steps;      ///< links tried
    uint32_t link_count; ///< links of the certificate; those above link_capacity are dropped
} toi_primitive_result;

/// Finds when two primitives first touch, or proves that they do not. Allocates nothing, and takes any finite
/// numbers.
/// @param def     settings, or NULL for the defaults
/// @param result  written only with TOI_OK
/// @return TOI_OK; TOI_ERROR_INVALID for a kind that is none, a number that is not finite, a separation or a
///         tolerance that is negative or not finite, or a separation with `exact`
TOI_API toi_status toi_primitive_contact(const toi_primitive_query* query, const toi_primitive_def* def,
                                         toi_primitive_result* result);

/// Checks a certificate: that the links follow each other from time 0, and that each holds, in exact
/// arithmetic and by nothing that the search used. Links that cover all of [0, 1] prove a clear answer.
/// @param t_proved  how far the proof reaches: the end of the last link before the first that fails
/// @return TOI_OK, also when t_proved is 0; TOI_ERROR_INVALID as toi_primitive_contact
TOI_API toi_status toi_primitive_verify(const toi_primitive_query* query, double separation,
                                        const toi_primitive_link* links, uint32_t link_count,
                                        double* t_proved);

/// Many queries of one kind, as arrays of coordinates: start[i][k][q] is coordinate k of vertex i of query q
/// at time 0. Arrays of vertices beyond those of the kind are not looked at.
typedef struct toi_primitive_batch {
    toi_primitive_kind kind;
    uint64_t count;
    const double* start[TOI_PRIMITIVE_MOST_VERTICES][3];
    const double* end[TOI_PRIMITIVE_MOST_VERTICES][3];
    uint32_t threads;    ///< default 1
    toi_task_runner run; ///< the caller's task system, with `threads` for its workers; NULL: own threads
    void* run_context;   ///< handed to `run`
    const toi_allocator* allocator; ///< scratch memory of the threads; default malloc and free
} toi_primitive_batch;

/// Where the answers go: arrays of as many as there are queries, in their order. Each may be NULL.
typedef struct toi_primitive_answers {
    uint8_t* status; ///< toi_status: TOI_ERROR_INVALID for a query with a number that is not finite, whose
                     ///< answer is UNDECIDED with t_free 0
    uint8_t* answer; ///< toi_answer
    double* t_free;  ///< these as in toi_primitive_result
    double* t_exact;
    double* gap;
    double* weight[TOI_PRIMITIVE_MOST_VERTICES];
    double* normal[3];
} toi_primitive_answers;

/// What a batch found in all.
typedef struct toi_primitive_summary {
    uint64_t clear, contact, undecided, invalid; ///< an invalid query is none of the others
    uint64_t steps;
    double t_free;  ///< the least; 1 without queries
    uint64_t first; ///< the first query with that t_free; UINT64_MAX where all are clear
} toi_primitive_summary;

/// Asks every query of a batch: each gets bit for bit what toi_primitive_contact gives, for any number of
/// threads and on any machine.
/// @param def      settings of every query, or NULL for the defaults; `links` is unused
/// @param answers  written only with TOI_OK
/// @param summary  may be NULL
/// @return TOI_OK, also when queries are invalid; TOI_ERROR_INVALID for settings as in
///         toi_primitive_contact or an array that is missing; TOI_ERROR_MEMORY
TOI_API toi_status toi_primitive_contacts(const toi_primitive_batch* batch, const toi_primitive_def* def,
                                          const toi_primitive_answers* answers,
                                          toi_primitive_summary* summary);

#ifdef __cplusplus
}
#endif

#endif
