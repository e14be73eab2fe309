// Pairs of triangles of two bodies at an instant that may meet, by their wide trees.

#ifndef TI_BVH_WIDE_WALK_H
#define TI_BVH_WIDE_WALK_H

#include "bvh/wide_tree.h"
#include "core/array.h"

// A body with its tree. `boxes` are of `points` in `frame`. The points of a rigid body stay in the frame of
// its mesh, with the centre of the mesh for the origin, and `lanes` are made of them; those of a body that
// deforms are in world space, and there are no lanes.
typedef struct ti_wide_body {
    const ti_wide_shape* shape;
    const ti_float_box* boxes;
    const ti_wide_lanes* lanes; // NULL of a body that deforms
    const toi_vec3* points;
    ti_float_frame frame;
    ti_mat3 rotation; // of a rigid body: its pose
    toi_vec3 position;
} ti_wide_body;

// A place in both trees.
typedef struct ti_node_pair {
    uint32_t a, b;
} ti_node_pair;

// A walk of two trees: prepared once, then any number of threads may look into parts of it.
typedef struct ti_wide_walk {
    const ti_wide_body* a; // the rigid one of two unlike bodies, whatever was given first
    const ti_wide_body* b;
    bool turned;  // boxes of b are turned into the frame of a, else both are along the same axes
    bool swapped; // a and b are not as they were given
    bool self;    // of one body: pairs of triangles x < y without a common vertex
    const uint32_t* weld;
    // Point y of the frame of b is at map y + shift in the frame of a, and y = back (x - shift), up to `pad`
    // in the frame of a and pad_b in that of b. Entries of `size` are at least the magnitudes of those of
    // `map`, and of size_back of those of `back`.
    float map[3][3], back[3][3], size[3][3], size_back[3][3], shift[3];
    float scale; // aligned: lengths of the frame of a in one of b
    float pad, pad_b;
} ti_wide_walk;

// Prepares a walk. Every two triangles whose posed doubles are at most `within` apart will be found.
// @return false where the sizes of the bodies or their distance are too far apart for floats: they are to be
// looked at
//         in another way
bool ti_wide_walk_make(const ti_wide_body* a, const ti_wide_body* b, double within, ti_wide_walk* walk);

// The same for a body and itself. @param weld  class of each vertex, or NULL: each is one by itself
void ti_wide_walk_self(const ti_wide_body* body, const uint32_t* weld, double within, ti_wide_walk* walk);

// Appends a ti_face_pair, a triangle of each body as they were given, for each pair that may meet, once, in
// an order that depends on the bodies alone. @return false without memory; some pairs may be there then
bool ti_wide_walk_find(const ti_wide_walk* walk, ti_array* candidates);

// Cuts a walk in parts that may be looked at by any thread in any order: at most TI_WIDE_PARTS. What is found
// on the way is appended. @return false without memory
enum { TI_WIDE_PARTS = 256 };
bool ti_wide_walk_cut(const ti_wide_walk* walk, ti_node_pair* parts, uint32_t* count, ti_array* candidates);
bool ti_wide_walk_part(const ti_wide_walk* walk, ti_node_pair part, ti_array* candidates);

// ti_wide_walk_find by one of the two builds, for the tests that hold both to equal results.
bool ti_wide_walk_find_with(const ti_wide_walk* walk, ti_array* candidates, bool avx2);

#endif
