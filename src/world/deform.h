// The bodies of toi_deform, and what a find does with them.

#ifndef TI_WORLD_DEFORM_H
#define TI_WORLD_DEFORM_H

#include "broad/instant.h"
#include "bvh/wide_walk.h"
#include "core/budget.h"
#include "core/crew.h"
#include "narrow/deform/block.h"
#include "world/pair_lists.h"

// A body, or a number that is free.
typedef struct ti_deforming {
    bool used, self;
    bool asked; // in the find at hand
    const toi_mesh* mesh;
    const toi_vec3 *start, *end; // the same where it rests
    const uint32_t* weld;
    uint8_t* firsts; // of each triangle: which of its features are asked with it (deform_firsts.c)
    ti_wide_shape shape;
    ti_float_box* boxes; // of the nodes of the tree, in the frame of `tree`
    toi_vec3* middle;    // where vertices are at the end of the span, where that is not time 1; or NULL
    ti_wide_body tree;   // in the find at hand
} ti_deforming;

// Two features that are asked, or on their way to be.
typedef struct ti_deform_features {
    uint32_t vertex[4];   // as in toi_deform_contact
    uint32_t triangle[2]; // that they are of: of the first of them and of the second
    bool vertex_of_b;
} ti_deform_features;

// What a thread has for itself.
typedef struct ti_deform_worker {
    ti_array candidates; // of ti_face_pair
    ti_array contacts;   // of toi_deform_contact: a heap of the earliest (deform_contacts.h)
    struct ti_deform_room* room;
} ti_deform_worker;

typedef struct ti_deform_room {
    ti_primitive_block block[2]; // VF and EE
    ti_deform_features features[2][SCREEN_BLOCK];
} ti_deform_room;

// What is known of two bodies, or of a part of their faces.
typedef struct ti_deform_found {
    uint64_t face_pairs, queries, steps;
    bool touches; // at time 0
    bool crosses; // at time 0: then `crossing` has the lowest faces that do
    toi_deform_contact crossing;
    uint64_t contact_count;   // but for the crossing
    toi_deform_contact first; // of these
    double open_t, open_gap;  // the first that is undecided; infinite without one
    double cut_t; // of a walk for cuts: the latest time that a pair agrees to; infinite without one
    bool thin;    // of a walk for cuts: exact arithmetic was asked, about this time alone
} ti_deform_found;

// A pair of bodies of a find.
typedef struct ti_deform_slot {
    uint32_t a, b;
    ti_wide_walk walk;
    ti_deform_found found;
} ti_deform_slot;

// A part of the faces of a slot: a place in both trees.
typedef struct ti_deform_part {
    uint32_t slot;
    ti_node_pair nodes;
    toi_status status;
    ti_deform_found found;
} ti_deform_part;

struct toi_deform {
    ti_budget budget;
    toi_allocator allocator; // by the budget
    ti_crew crew;
    ti_array bodies;      // of ti_deforming
    ti_array free_bodies; // of uint32_t: a heap of the numbers that are free
    ti_array bounds;      // of toi_bounds: around the paths of each body, empty of a number that is free
    ti_instant_broad broad;
    ti_pair_lists lists;
    ti_array slots;            // of ti_deform_slot
    ti_array parts;            // of ti_deform_part
    ti_array contacts;         // of toi_deform_contact: a heap, then in order
    ti_array pairs;            // of toi_deform_pair
    ti_deform_worker* workers; // [crew.threads]
};

static inline ti_deforming* ti_deforming_at(const toi_deform* deform, uint32_t body)
{
    return (ti_deforming*)deform->bodies.data + body;
}

static inline toi_bounds* ti_deform_bounds_at(const toi_deform* deform, uint32_t body)
{
    return (toi_bounds*)deform->bounds.data + body;
}

static inline ti_deform_slot* ti_deform_slot_at(const toi_deform* deform, uint32_t slot)
{
    return (ti_deform_slot*)deform->slots.data + slot;
}

// The body of a number, or NULL where there is none.
static inline ti_deforming* ti_deforming_find(const toi_deform* deform, uint32_t body)
{
    if (deform == NULL || body >= deform->bodies.count || !ti_deforming_at(deform, body)->used) {
        return NULL;
    }
    return ti_deforming_at(deform, body);
}

// What is asked, and how far: times up to `until`, by no more than the queries that are allowed.
typedef struct ti_deform_find {
    toi_deform* deform;
    const toi_deform_query* query;
    bool starts; // what meets at time 0 is looked for, not paths
    bool lost;   // that took more work than is allowed
    bool cuts;   // the time at which the step can be cut is looked for (deform_cut.c)
    double until;
    double cut;              // where the step can be cut; 1 where that is not asked
    _Atomic uint64_t* asked; // pairs of features so far, or at time 0 of triangles
    uint64_t limit;          // of them
} ti_deform_find;

// Whether two vertices of a body count as one.
static inline bool ti_deform_same(const ti_deforming* body, uint32_t v, uint32_t w)
{
    return body->weld != NULL ? body->weld[v] == body->weld[w] : v == w;
}

static inline bool ti_deform_has(const ti_deforming* body, const ti_triangle* t, uint32_t vertex)
{
    return ti_deform_same(body, t->vertex[0], vertex) || ti_deform_same(body, t->vertex[1], vertex) ||
           ti_deform_same(body, t->vertex[2], vertex);
}

// ---- deform_firsts.c

enum { TI_FIRST_EDGES = 3 }; // bit k is of corner k, bit TI_FIRST_EDGES + k of the edge from there

// Sets the bits of the features that no triangle before has. @return false without memory
bool ti_deform_firsts(const toi_mesh* mesh, const toi_allocator* allocator, uint8_t* firsts);

// The edge between two vertices of a triangle by its name: that of the face where it is an inner diagonal.
toi_feature ti_deform_edge_name(const toi_mesh* mesh, uint32_t v, uint32_t w, uint32_t face);

// ---- deform_list.c

// Checks settings and lists. @return TOI_OK or TOI_ERROR_INVALID with `error` filled
toi_status ti_deform_check(const toi_deform* deform, const toi_deform_query* query, toi_error* error);

// Fills `slots` with the pairs of bodies to ask, in order. @return TOI_OK or TOI_ERROR_MEMORY
toi_status ti_deform_list(toi_deform* deform, const toi_deform_query* query);

// ---- deform_trees.c

// Prepares the walks of all slots for a span, and cuts them in parts. @return TOI_OK, TOI_ERROR_MEMORY or
// TOI_ERROR_THREAD
toi_status ti_deform_prepare(const ti_deform_find* find);

// The largest coordinate of both bodies of a slot, by magnitude.
double ti_deform_magnitude(const toi_deform* deform, const ti_deform_slot* slot);

// ---- deform_start.c, deform_ask.c

// Keep functions of pair lists: what is asked of pairs of triangles. The context is a ti_deform_search.
ti_pair_keep ti_deform_keep_start, ti_deform_keep_paths;

// A part that a worker looks into.
typedef struct ti_deform_search {
    const ti_deform_find* find;
    const ti_deforming *a, *b;
    ti_deform_worker* worker;
    ti_deform_part* part;
    ti_block_ask ask;
} ti_deform_search;

// What receives the answers of a block.
typedef struct ti_deform_answers {
    ti_deform_search* search;
    int kind;  // index of the block
    bool full; // memory ran out
} ti_deform_answers;

// Asks what is left in the blocks. @return false where that cannot be kept for want of memory
bool ti_deform_flush(ti_deform_search* search);

// ---- deform_parts.c

extern const ti_deform_found ti_deform_nothing;

// Walks all slots, and leaves what was found in `parts`. @return TOI_OK, also where the work did not suffice;
// TOI_ERROR_MEMORY or TOI_ERROR_THREAD
toi_status ti_deform_walk(const ti_deform_find* find);

// Counts what is asked: pairs of features, or at time 0 of triangles. @return whether it may be
bool ti_deform_count(const ti_deform_find* find, uint64_t more);

// Whether more was counted than may be.
bool ti_deform_is_over(const ti_deform_find* find);

// ---- deform_cut.c

#define TI_DEFORM_SAFETY 0.9 // the default

// `max_step` where nothing is proved beyond t.
double ti_deform_safe_step(const toi_deform_query* query, double t);

// What features of a slot are to keep apart so that rounded positions cannot matter.
double ti_deform_cut_margin(const toi_deform* deform, const ti_deform_slot* slot);

// Receives answers of a walk for cuts. The context is a ti_deform_answers.
ti_block_take ti_deform_take_cut;

// Moves a time > 0 before which nothing touches to one, above 0 too, at which the step can be cut, there and
// at the step that is safe: what then moves is clear over the reals. @return as ti_deform_walk
toi_status ti_deform_cut(const ti_deform_find* find, double* t);

#endif
