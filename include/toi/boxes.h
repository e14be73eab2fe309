// Intervals of overlap: all times during which bodies that are made of boxes meet.

#ifndef TOI_BOXES_H
#define TOI_BOXES_H

#include "toi/world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum toi_part_kind {
    TOI_PART_BOX = 0, ///< half
    TOI_PART_CONVEX,  ///< mesh
} toi_part_kind;

/// A convex part of a solid. Vertex i of a box has +x if i & 1, +y if i & 2, +z if i & 4; faces 0 to 5 are
/// -x, +x, -y, +y, -z, +z.
typedef struct toi_part {
    toi_part_kind kind;
    toi_pose pose;        ///< takes the part to the frame of the body; a quaternion of zeros: not turned
    toi_vec3 half;        ///< half lengths of a box around its origin; each may be 0
    const toi_mesh* mesh; ///< must be closed, and convex up to rounding, of polygons; must outlive the call
} toi_part;

/// A body that is the union of its parts, inside and all: a body within another one overlaps it.
typedef struct toi_solid {
    const toi_part* parts;
    uint32_t part_count; ///< at least 1
    toi_motion motion;
} toi_solid;

typedef enum toi_boxes_method {
    TOI_BOXES_DEFAULT = 0, ///< the fifteen axes along which two boxes can be apart
    TOI_BOXES_PAPER, ///< homogeneous intervals [RationalBoxes], slower, to compare with: boxes on motions
                     ///< without a matrix alone; docs/methods/boxes-paper.md
} toi_boxes_method;

/// Solids and what to ask of them. Zero means the default in every field but solids and solid_count.
typedef struct toi_boxes_def {
    const toi_solid* solids;
    uint32_t solid_count;
    const toi_pair* pairs; ///< NULL: every two solids, ordered by a, then b; of 32 solids or more those that
                           ///< the boxes around their whole motions keep apart are not solved
    uint32_t pair_count;
    bool first_only;  ///< find when a pair first meets, and look no further
    double tolerance; ///< how far, in length, a fitted motion may be from the given one, for both solids of a
                      ///< pair together; default 5e-10 of the size of each, which is the diagonal of its box
    toi_boxes_method method;
    uint32_t threads;               ///< default 1
    toi_task_runner run;            ///< the caller's task system, called once; NULL: own threads
    void* run_context;              ///< handed to `run`
    const toi_allocator* allocator; ///< default malloc and free
    bool meeting_only;              ///< list just the pairs that meet: with many solids most never do
    const toi_pair* ignore;         ///< pairs that are not asked, in any order; only where `pairs` is NULL
    uint32_t ignore_count;
} toi_boxes_def;

/// Where an interval begins or ends.
typedef struct toi_boxes_end {
    toi_contact contact; ///< what touches then: kind, a, b (numbers within the part), time, gap, point and
                         ///< normal. Its kind is TOI_CONTACT_NONE where nothing does: at time 0 and 1, and at
                         ///< an exit that was not looked for
    uint32_t part_a, part_b; ///< the parts that touch, or overlap at time 0 or 1
    /// The bodies are at most this far apart then, but for about 1e-12 of their sizes. Where they overlap at
    /// time 0 or 1 it is 0, unless a motion is fitted: then those overlap that were made larger.
    double blur;
} toi_boxes_end;

/// A closed interval of time within which the bodies meet: it is never entered late and never left early. Two
/// bodies that touch for an instant, without overlapping, have one that is a little wider than the instant.
typedef struct toi_boxes_interval {
    double enter, exit; ///< fractions of the motion; with first_only `exit` is `enter`
    toi_boxes_end at_enter, at_exit;
} toi_boxes_interval;

/// One pair and its intervals.
typedef struct toi_boxes_pair {
    uint32_t a, b; ///< solids, as they were asked
    toi_status status;
    /// A motion of the pair is not rational: a fitted one took its place, and the parts were made larger by
    /// as much as that may be off. The intervals hold all that they must, and may be longer.
    bool outer;
    double bound; ///< by how much, both bodies together, in length; 0 unless `outer`
    /// A limit of work ended the search: what was left open is in the intervals, though the bodies may be
    /// apart then.
    bool undecided;
    uint32_t degree; ///< of the polynomials that were solved, at most; 0 with no nodes where spheres
                     ///< around the parts, or boxes around the whole motions, stay apart
    uint32_t nodes;  ///< spans of time that were looked at; planes, by TOI_BOXES_PAPER
    const toi_boxes_interval* intervals; ///< in the order of time, apart from each other
    uint32_t interval_count;
} toi_boxes_pair;

/// All answers in the order in which the pairs were asked, with meeting_only those that meet; equal for every
/// number of threads.
typedef struct toi_boxes_result {
    toi_boxes_pair* pairs;
    uint32_t pair_count;
    uint64_t nodes;
    void* memory; ///< owned by the result
    toi_allocator allocator;
    uint64_t pairs_asked;
    uint64_t pairs_broad; ///< of these, proved clear by the boxes around their whole motions
} toi_boxes_result;

/// Finds all times during which the solids of each pair meet. Rational motions, rest, translations and
/// normalised linear quaternions are taken as they are; others are fitted, see toi_boxes_pair.outer.
/// @return TOI_OK; TOI_ERROR_INVALID for an argument or a solid that is wrong; TOI_ERROR_LIMIT for a motion
/// that turns more often than can be fitted, or for degrees above the limit; both with `error` naming the
/// solid; TOI_ERROR_MEMORY; TOI_ERROR_THREAD
TOI_API toi_status toi_boxes_check(const toi_boxes_def* def, toi_boxes_result* result, toi_error* error);

TOI_API void toi_boxes_result_release(toi_boxes_result* result);

/// First contact of two meshes on rational motions by the polynomials of their boxes, triangle by triangle: a
/// second way to what toi_first_contact finds, with nothing of its search in common but the trees.
/// @param a, b    bodies at rest, on translations, normalised linear quaternions and rational motions
/// @param def     of it `tolerance`, `max_steps` (here pairs of boxes and of triangles) and
///                `allocator` count; `separation`, `solid`, `contacts` and `links` must be zero. NULL:
///                defaults
/// @param result  written only on TOI_OK: all that is not a matter of links, and without a gap where clear.
///                UNDECIDED is also the answer where rounding does not let the tolerance be reached
/// @return TOI_OK; TOI_ERROR_INVALID for a mesh, motion or setting that is not as said; TOI_ERROR_LIMIT where
///         the degrees of both motions add up to too much; TOI_ERROR_MEMORY
TOI_API toi_status toi_boxes_first_contact(const toi_body* a, const toi_body* b, const toi_query_def* def,
                                           toi_result* result);

#ifdef __cplusplus
}
#endif

#endif
