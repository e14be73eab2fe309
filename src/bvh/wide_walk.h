// Pairs of triangles of two bodies at an instant that may meet, by their wide trees.

#ifndef TI_BVH_WIDE_WALK_H
#define TI_BVH_WIDE_WALK_H

#include "bvh/pair_list.h"
#include "bvh/wide_tree.h"

// A body with its tree, whose boxes are of `points` in `frame`: of a rigid body those of its mesh, so that
// all bodies of one mesh share them, else those in world space.
typedef struct ti_wide_body {
    const ti_wide_shape* shape;
    const ti_float_box* boxes;
    const ti_wide_lanes* lanes; // of a rigid body; NULL of one that deforms
    const toi_vec3* points;
    const toi_vec3* ends; // not NULL: the points go straight to there, and boxes hold them on the way
    ti_float_frame frame;
    ti_mat3 rotation; // of the pose of a rigid body
    toi_vec3 position;
} ti_wide_body;

// A place in both trees.
typedef struct ti_node_pair {
    uint32_t a, b;
} ti_node_pair;

// A walk of two trees: prepared once, then any number of threads may look into parts of it.
typedef struct ti_wide_walk {
    const ti_wide_body *a, *b; // as the walk takes them
    bool turned;               // boxes of b are turned into the frame of a, else both are along the same axes
    bool swapped;              // a and b are not as they were given
    bool self;                 // of one body: pairs of triangles x < y without a common vertex
    bool neighbours;           // of one body: also those with one, and of one face
    const uint32_t* weld;
    // Point y of the frame of b is at map y + shift in the frame of a, and y = back (x - shift), up to `pad`
    // in the frame of a and pad_b in that of b. Entries of `size` are at least the magnitudes of those of
    // `map`, and of size_back of those of `back`. Aligned: at scale y + shift.
    float map[3][3], back[3][3], size[3][3], size_back[3][3], shift[3], scale;
    float pad, pad_b; // infinite where floats tell nothing: there every box meets every other
} ti_wide_walk;

// Prepares a walk, which finds every two triangles whose posed doubles are at most `within` apart.
// @return false where the bodies are so far apart, or so unlike in size, that floats tell nothing: the walk
// looks at all pairs
bool ti_wide_walk_make(const ti_wide_body* a, const ti_wide_body* b, double within, ti_wide_walk* walk);

// The same for a body and itself: pairs x < y of two faces without a common vertex.
// @param weld  class of each vertex, or NULL: each is one by itself
void ti_wide_walk_self(const ti_wide_body* body, const uint32_t* weld, double within, ti_wide_walk* walk);

// Appends a ti_face_pair, a triangle of each body as they were given, for each pair that may meet, once, in
// an order that depends on the bodies alone. @return false without memory, or where the list ends the search;
// some pairs may be there then
bool ti_wide_walk_find(const ti_wide_walk* walk, ti_pair_list* candidates);

enum { TI_WIDE_PARTS = 512 };

// Cuts a walk in parts that threads may look into in any order: what they find is, put one after another,
// what ti_wide_walk_find finds. @param parts  room for TI_WIDE_PARTS @return how many there are
uint32_t ti_wide_walk_cut(const ti_wide_walk* walk, ti_node_pair* parts);
bool ti_wide_walk_part(const ti_wide_walk* walk, ti_node_pair part, ti_pair_list* candidates);

#endif
