// The overlap region of two bodies at an instant, the faces of both that reach into it, and the pairs of
// these whose boxes meet there (docs/methods/overlap-join.md).

#ifndef TI_NARROW_OVERLAP_REGION_H
#define TI_NARROW_OVERLAP_REGION_H

#include "bvh/join.h"

// A box that holds all posed vertices, the least one; of no vertices lower > upper. Takes 0.4 ns a vertex of
// a posed body, 2 ns of a rigid one.
toi_bounds ti_faces_bounds(const ti_faces* faces);

// A box that holds the posed vertices that triangles have, of a mesh at a pose with a unit quaternion: not
// the least one, but at once. Posed coordinates are finite.
toi_bounds ti_mesh_bounds_at(const toi_mesh* mesh, const ti_mat3* rotation, toi_vec3 position);

typedef struct ti_region_query {
    const ti_faces* a;
    const ti_faces* b;       // NULL: the triangles of `a` against each other
    toi_bounds box_a, box_b; // hold the posed vertices of all triangles
    double within;           // largest distance of two triangles that are looked for, finite, at least 0
    // Of one body, or NULL: a number for each vertex, the same for those that are to be one. Triangles that
    // share a vertex, or are of one face, are left out.
    const uint32_t* weld;
} ti_region_query;

// The boxes of the triangles that reach into what the boxes of both bodies, grown by half of `within`, have
// in common; clipped to that. For a triangle of each that are at most `within` apart, as exact numbers of the
// posed doubles, the boxes meet. Items are indices of triangles.
// @param lists  what is in `join` stays there
// @return false without memory
bool ti_region_collect(const ti_region_query* query, ti_arena* lists, ti_join* join);

// Appends a ti_face_pair of triangle indices for each pair of boxes that meet (ti_join_find): all triangles
// that are at most `within` apart, and others. The arena is left as it was.
// @return false without memory, or where the list ends the search; it then holds some of the pairs
bool ti_region_pairs(const ti_region_query* query, ti_arena* scratch, ti_pair_list* pairs);

// The same by one of the two builds, for the tests that hold both to equal results.
bool ti_region_collect_with(const ti_region_query* query, ti_arena* lists, ti_join* join, bool avx2);
toi_bounds ti_faces_bounds_with(const ti_faces* faces, bool avx2);

#endif
