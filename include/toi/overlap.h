// Which faces of many bodies meet at an instant, frame after frame, while the bodies move, deform, come and
// go.
//
// Answers are exact for the doubles given: a body's vertices where it deforms or is a soup, and where it is
// rigid the vertices of its mesh as toi_pose_point poses them, rounded as written there. Faces are closed:
// touching is meeting. A face of more than three corners is the triangles that it was cut into when its mesh
// was made; a face without an area is the segment or point that it is. Any finite numbers are taken.
//
// One object must not be used by two threads at once; different ones may. What a call gives back is written
// only when it returns TOI_OK, and after any error everything is as it was before the call. NULL is an error
// (TOI_ERROR_INVALID) for whatever does not say that it may be. docs/methods/overlap.md has the methods.

#ifndef TOI_OVERLAP_H
#define TOI_OVERLAP_H

#include "toi/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Bodies at an instant, and what is kept from one frame to the next: boxes, trees, room for results.
typedef struct toi_overlap toi_overlap;

/// Settings of toi_overlap_create. Zero means the default in every field.
typedef struct toi_overlap_def {
    uint32_t
        threads; ///< that toi_overlap_find uses; default 1. They stand ready from the first use to the end
    toi_task_runner run; ///< the caller's task system, with `threads` for its workers; NULL: own threads
    void* run_context;   ///< handed to `run`
    const toi_allocator* allocator; ///< of all that the object holds; default malloc and free
} toi_overlap_def;

/// Makes an object without bodies. @param def  settings, or NULL for the defaults
/// @return TOI_OK or TOI_ERROR_MEMORY
TOI_API toi_status toi_overlap_create(const toi_overlap_def* def, toi_overlap** overlap);

/// Frees it; NULL is allowed.
TOI_API void toi_overlap_destroy(toi_overlap* overlap);

/// Triangles without a mesh: for faces that change from frame to frame, or are used once. Nothing is
/// prepared. The arrays are not copied: they must stay as they are until the body gets others or is removed.
typedef struct toi_soup {
    const toi_vec3* vertices; ///< in world space
    uint32_t vertex_count;
    const uint32_t* indices; ///< three for each face; a repeated one makes a segment or a point
    uint32_t face_count;     ///< may be 0
    const uint32_t* weld; ///< of a body that asks for itself: vertices of equal numbers in this list, one a
                          ///< vertex, count as one, as those along a seam do. NULL: every vertex is by itself
} toi_soup;

/// A body to put in.
typedef struct toi_overlap_body {
    const toi_mesh* mesh; ///< its faces, which any number of bodies may share; it must outlive them. Not a
                          ///< round shape and not made with inspect_only. NULL: `soup`
    toi_pose pose;        ///< of a mesh
    toi_soup soup;        ///< where there is no mesh
    bool self;            ///< also find faces of this body that meet each other; those that have a vertex in
                          ///< common are left out
    const uint32_t* weld; ///< of a mesh, for `self`: as toi_soup.weld, with one number a vertex of the mesh.
                          ///< Not copied
} toi_overlap_body;

/// Puts a body in. The first body of a mesh has its tree built, which the others share.
/// @param body  the number of the body: the lowest that is not in use
/// @return TOI_ERROR_INVALID, with `error` (may be NULL) saying what is wrong and `error->index` the vertex
/// or
///         face; TOI_ERROR_MEMORY
TOI_API toi_status toi_overlap_add(toi_overlap* overlap, const toi_overlap_body* def, uint32_t* body,
                                   toi_error* error);

/// Takes a body out; its number is free again. @return TOI_ERROR_INVALID for a body that is not there
TOI_API toi_status toi_overlap_remove(toi_overlap* overlap, uint32_t body);

/// Puts a body with a mesh at a pose, in the shape of its mesh whatever it was before. One that is there
/// already, in that shape, has not changed.
/// @return TOI_ERROR_INVALID for a body that is not there or has no mesh, a pose that is not finite or has a
///         quaternion near zero, or one at which coordinates leave the range of doubles
TOI_API toi_status toi_overlap_move(toi_overlap* overlap, uint32_t body, const toi_pose* pose,
                                    toi_error* error);

/// Gives a body with a mesh other vertices, in world space, one for each vertex of the mesh. They are not
/// copied: they must stay as they are until the body is moved, gets others or is removed. After changing them
/// in place call this again. @return TOI_ERROR_INVALID for a body that is not there or has no mesh, or, with
/// `error->index` the vertex, a coordinate that is not finite, of vertices that faces use
TOI_API toi_status toi_overlap_deform(toi_overlap* overlap, uint32_t body, const toi_vec3* vertices,
                                      toi_error* error);

/// Gives a soup other faces. As toi_overlap_deform, and any number of vertices and faces.
TOI_API toi_status toi_overlap_change(toi_overlap* overlap, uint32_t body, const toi_soup* soup,
                                      toi_error* error);

/// How faces are found. The answers are the same.
typedef enum toi_overlap_method {
    TOI_OVERLAP_DEFAULT = 0, ///< trees for bodies with a mesh, else, and where few faces are near, the join;
                             ///< of bodies that stay as they are what the last find by it found
    TOI_OVERLAP_TREE,        ///< trees of boxes; soups, which have none, are joined
    TOI_OVERLAP_JOIN,        ///< lists of boxes of faces in the region where two bodies overlap
    TOI_OVERLAP_OCTREE,      ///< the face octree of [Kitamura98]: as published, to compare with
    TOI_OVERLAP_ALL,         ///< every face against every face: to check with
} toi_overlap_method;

/// Settings of the octree. Zero means the default in every field.
typedef struct toi_overlap_octree {
    uint32_t
        level; ///< of the smallest cubes, 1 to 20; default 6; TOI_OVERLAP_AUTO: chosen from the faces left
    toi_vec3 center; ///< of the world cube, and
    double side;   ///< its side; default: the smallest cube around all bodies. A cube that does not hold all
                   ///< bodies is made larger
    bool no_boxes; ///< no body boxes and no overlap regions: all faces go into the octree, and every pair of
                   ///< bodies that is asked takes a few bytes
    bool face_boxes; ///< the box of a face stands for it, in place of the exact test of face and cube
    bool halves;     ///< cut along the longest side in two (bintree), in place of cubes in eight
} toi_overlap_octree;

#define TOI_OVERLAP_AUTO UINT32_MAX
#define TOI_OVERLAP_MOST_LEVELS 20u

/// The largest distance that may be asked for: 2^1010, so that no sum with it overflows.
#define TOI_OVERLAP_MOST_WITHIN 0x1p1010

/// Whether a pair of bodies, a <= b, is asked; a == b: the body with itself. Must give the same answer
/// whenever it is called in a find, which does so from one thread.
typedef bool (*toi_overlap_filter)(uint32_t a, uint32_t b, void* context);

/// What to find. Zero means the default in every field.
typedef struct toi_overlap_query {
    double within; ///< faces at most this far apart, at most 2^1010; default 0: faces that meet
    bool segments; ///< also where each pair of faces meets, and which way they part there
    bool anew; ///< look again at bodies that have not changed since the last find, too: to measure and check
    toi_overlap_method method;
    toi_overlap_octree octree;
    const toi_pair* ignore; ///< pairs of bodies that are not asked
    uint32_t ignore_count;
    const toi_pair* only; ///< if not NULL: just these pairs of bodies are asked
    uint32_t only_count;
    toi_overlap_filter filter; ///< after the boxes of bodies; NULL: all pairs
    void* filter_context;
    uint64_t max_faces; ///< give up beyond so many pairs of faces; default 2^32
} toi_overlap_query;

/// Two faces, by their numbers in the input.
typedef struct toi_face_pair {
    uint32_t a, b;
} toi_face_pair;

/// Where two faces meet: from p to q, in no order, twice the same point where they touch in one. Of triangles
/// in one plane it is a longest segment of their common part. Faces of several triangles that meet in several
/// have of the ends of these segments two that are farthest from each other: on one line, as planes cut, all
/// lies between them. Faces that do not meet have the two closest points (p of a, q of b).
typedef struct toi_face_meeting {
    toi_vec3 p, q;
    toi_vec3 normal; ///< unit, from a to b: along it the bodies part; of several triangles, that of the
                     ///< longest segment; docs/methods/overlap-faces.md
} toi_face_meeting;

/// Two bodies, a < b, or one body and itself, and their faces, ordered by a's, then b's (of one body a < b);
/// each pair once.
typedef struct toi_overlap_pair {
    uint32_t a, b;
    const toi_face_pair* faces;
    const toi_face_meeting* meetings; ///< one a pair of faces with `segments`, else NULL
    uint64_t face_count;              ///< at least 1
} toi_overlap_pair;

/// What was found, ordered by a, then b; equal for every number of threads and every method. The arrays are
/// the object's, until its next call.
typedef struct toi_overlap_result {
    const toi_overlap_pair* pairs;
    uint32_t pair_count;
    uint64_t face_count; ///< of all pairs
    uint64_t pairs_near; ///< pairs of bodies whose boxes meet, or all with no_boxes, and that are asked
    uint64_t pairs_kept; ///< of these, pairs of which the last find is repeated: neither body has changed
    uint64_t candidates; ///< pairs of triangles that were tested exactly, each as often as it was
    uint64_t memory;     ///< bytes that the object holds, but for own threads
} toi_overlap_result;

/// Finds the faces that meet, of every pair of bodies that is asked.
/// @param query  settings, or NULL for the defaults
/// @return TOI_ERROR_INVALID, with `error` (may be NULL) saying what is wrong, for a body in `ignore` or
/// `only`
///         that is not there, a distance that is not finite and at least 0, or settings out of range;
///         TOI_ERROR_LIMIT beyond max_faces, or where 2^32 or more pairs of triangles of two bodies meet;
///         TOI_ERROR_THREAD if the caller's runner left tasks out, or ran them as workers that are not below
///         `threads`; TOI_ERROR_MEMORY
TOI_API toi_status toi_overlap_find(toi_overlap* overlap, const toi_overlap_query* query,
                                    toi_overlap_result* result, toi_error* error);

#ifdef __cplusplus
}
#endif

#endif
