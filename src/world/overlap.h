// The bodies of toi_overlap and what is kept of them between frames.

#ifndef TI_WORLD_OVERLAP_H
#define TI_WORLD_OVERLAP_H

#include "broad/instant.h"
#include "core/crew.h"
#include "core/hash.h"
#include "core/sort.h"
#include "narrow/overlap/octree.h"
#include "narrow/overlap/segment.h"
#include "world/pair_lists.h"

#include <stdatomic.h>

typedef struct ti_overlap_tree ti_overlap_tree;

// A body, or a number that is free.
typedef struct ti_present {
    bool used, self;
    bool fitted;      // `boxes` are those of its vertices
    bool loose;       // and far larger together than at rest
    bool noted;       // in `stale` of the find at hand
    uint64_t changed; // toi_overlap.round when it came or last changed
    const toi_mesh* mesh;
    const uint32_t* weld;
    ti_faces faces;
    ti_triangle* own; // triangles of a soup, with room for own_room
    uint32_t own_room;
    uint32_t tree; // of its mesh: index in toi_overlap.trees
    ti_float_box*
        boxes; // of a body that deforms: of the nodes of the tree, in `frame`; NULL until they are needed
    ti_float_frame frame;
} ti_present;

// What a thread has for itself.
typedef struct ti_overlap_worker {
    ti_arena arena;
    ti_array candidates;    // of ti_face_pair: triangles
    ti_array kept;          // of ti_face_pair: those of parts that meet, and
    ti_array kept_segments; // of ti_face_segment: one for each where they are asked for
    ti_array made;          // of ti_face_segment: those of all candidates, or none: they are to be made
    ti_array keys;          // of ti_key_value: pairs of faces in order
    ti_array faces;         // of toi_face_pair: found
    ti_array meetings;      // of toi_face_meeting, one for each of `faces` where they are asked for
    ti_array segments;      // of ti_face_segment: of the triangles of two faces
    ti_array faces_before, meetings_before; // `faces` and `meetings` of the last find
} ti_overlap_worker;

// A pair of bodies of a find, and where its faces are.
typedef struct ti_overlap_slot {
    uint32_t a, b;
    bool trees; // are walked
    bool split; // between threads
    bool kept;  // what the last find found stands: there, till it is taken, worker, begin and count are
    uint32_t worker;
    toi_status status;
    size_t begin, count; // in the arrays of the worker
    uint64_t candidates;
} ti_overlap_slot;

// What the last find asked.
typedef struct ti_overlap_last {
    bool stands; // it was finished, by the default method
    bool segments;
    double within;
    bool all; // of the find at hand: nothing is to be looked at
} ti_overlap_last;

struct toi_overlap {
    toi_allocator allocator;
    ti_crew crew;
    uint32_t self_count;  // bodies that ask for themselves
    ti_array bodies;      // of ti_present
    ti_array free_bodies; // of uint32_t: a heap of the numbers that are free
    ti_array bounds;      // of toi_bounds: of each body, empty of a number that is free
    uint64_t held;        // bytes of trees, of boxes of bodies that deform and of triangles of soups
    ti_array trees;       // of ti_overlap_tree
    ti_array free_trees;  // of uint32_t: places in `trees`
    ti_table tree_of;     // by mesh: places in `trees`, in use or not
    uint32_t tree_room, tree_fills; // places in the table, and how many are taken
    ti_instant_broad broad;
    ti_octree octree;
    ti_array octree_bodies; // of ti_faces: the bodies of a find by it, by number
    ti_array octree_pairs;  // of ti_candidate: and the pairs that are asked
    ti_pair_lists lists;
    ti_array slots; // of ti_overlap_slot, and those of the last find
    ti_array slots_before;
    ti_overlap_last last;
    uint64_t round;         // finds that were finished
    ti_array stale;         // of ti_overlap_stale: bodies whose boxes are to be made anew
    ti_array splits, parts; // of ti_overlap_split and ti_overlap_part: pairs that threads share
    ti_arena part_lists;
    ti_array pairs;             // of toi_overlap_pair
    ti_overlap_worker* workers; // [crew.threads]
};

static inline ti_present* ti_present_at(const toi_overlap* overlap, uint32_t body)
{
    return (ti_present*)overlap->bodies.data + body;
}

static inline toi_bounds* ti_bounds_at(const toi_overlap* overlap, uint32_t body)
{
    return (toi_bounds*)overlap->bounds.data + body;
}

// The body of a number, or NULL where there is none.
static inline ti_present* ti_present_find(const toi_overlap* overlap, uint32_t body)
{
    if (overlap == NULL || body >= overlap->bodies.count || !ti_present_at(overlap, body)->used) {
        return NULL;
    }
    return ti_present_at(overlap, body);
}

// Nodes of a body whose boxes one task makes.
typedef struct ti_overlap_stale {
    uint32_t body, begin, end;
    bool done;
} ti_overlap_stale;

// The settings and the pairs of bodies of a find.
typedef struct ti_overlap_find {
    toi_overlap* overlap;
    const toi_overlap_query* query;
    _Atomic uint64_t* found; // pairs of faces so far
    uint64_t limit;          // of them
} ti_overlap_find;

// Whether there are too many already: then what is left need not be asked.
static inline bool ti_overlap_is_full(const ti_overlap_find* find)
{
    return atomic_load_explicit(find->found, memory_order_relaxed) > find->limit;
}

// Checks settings and lists. @return TOI_OK or TOI_ERROR_INVALID with `error` filled
toi_status ti_overlap_check(const toi_overlap* overlap, const toi_overlap_query* query, toi_error* error);

// Whether trees are walked for a pair: where there are any, unless the default is asked for, a body deforms
// and few faces are near (docs/methods/overlap.md).
bool ti_overlap_by_trees(const toi_overlap* overlap, const toi_overlap_query* query, uint32_t a, uint32_t b);

// Settles which slots walk trees, and makes the boxes of the bodies in them that have changed. @return
// TOI_OK, TOI_ERROR_MEMORY or TOI_ERROR_THREAD
toi_status ti_overlap_refit(toi_overlap* overlap, const toi_overlap_query* query);

// Fills `slots` with the pairs of bodies to ask, in order. @return TOI_OK or TOI_ERROR_MEMORY
toi_status ti_overlap_list(toi_overlap* overlap, const toi_overlap_query* query);

// Whether a rigid body is where it was.
bool ti_overlap_same_place(const ti_faces* a, const ti_faces* b);

// Keeps what the last find found, where it may stand, before `slots` are filled anew.
void ti_overlap_keep_begin(toi_overlap* overlap, const toi_overlap_query* query);

// Marks the slots whose bodies have not changed since. @return TOI_OK or TOI_ERROR_MEMORY
toi_status ti_overlap_keep_mark(toi_overlap* overlap);

// Takes what the last find found of a slot that is kept.
void ti_overlap_keep_take(const ti_overlap_find* find, ti_overlap_slot* slot, uint32_t worker);

// A find is finished: what it found stands as long as bodies do not change.
void ti_overlap_keep_end(toi_overlap* overlap, const toi_overlap_query* query);

// Finds the faces of one slot. Different slots may be asked by different workers at once.
void ti_overlap_pair_find(const ti_overlap_find* find, ti_overlap_slot* slot, uint32_t worker);

// Takes the pairs of triangles that meet, as the octree found them, as those of a slot.
void ti_overlap_pair_take(const ti_overlap_find* find, ti_overlap_slot* slot, const ti_octree_pair* pairs,
                          size_t count);

// A pair of triangles of two bodies, or of one: then that of the lower face first.
static inline ti_face_pair ti_pair_in_order(const ti_present* a, const ti_present* b, ti_face_pair pair)
{
    bool swap = a == b && a->faces.triangles[pair.a].face > b->faces.triangles[pair.b].face;
    return swap ? (ti_face_pair){pair.b, pair.a} : pair;
}

// Where two triangles meet, or are closest. `to` has room for one of each pair.
void ti_overlap_segments(const ti_overlap_find* find, const ti_overlap_slot* slot, const ti_face_pair* pairs,
                         size_t count, ti_face_segment* to);

// Appends the meetings of the slot's faces. `items` are the pairs of triangles, as keys of their faces and
// indices of candidates, in the order of faces, then triangles. @return false without memory
bool ti_overlap_meetings(const ti_overlap_find* find, const ti_overlap_slot* slot, ti_overlap_worker* worker,
                         const ti_key_value* items, size_t count);

// Finds the faces of every slot of two bodies by the octree. @return TOI_OK, or why it could not
toi_status ti_overlap_octree_find(const ti_overlap_find* find);

#endif
