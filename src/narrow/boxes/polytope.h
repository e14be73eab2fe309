// A convex polytope in the coordinates of its body: vertices, faces and edges.
//
// One without thickness is a box or prism of height zero, with vertices that coincide: directions of its
// faces and edges are given all the same, so nothing else has to tell it from others.

#ifndef TI_NARROW_BOXES_POLYTOPE_H
#define TI_NARROW_BOXES_POLYTOPE_H

#include "core/memory.h"
#include "math/vec3.h"

typedef struct ti_polytope_edge {
    uint32_t vertex[2];
    uint32_t face[2];
    toi_vec3 direction; // unit, from vertex 0 to vertex 1
} ti_polytope_edge;

// Of a face the points below it are those with normal . x <= height. Points are given from `center` on, and
// may err by `error`.
typedef struct ti_polytope {
    toi_vec3 center, half; // of the box around it
    double error;
    uint32_t dimension; // of the points: 0 to 3
    toi_vec3 axis;      // normal of a polygon, direction of a segment
    uint32_t vertex_count, face_count, edge_count;
    toi_vec3* vertices;
    uint32_t* vertex_names; // numbers of the points that it was made of; TI_NO_NAME for others
    toi_vec3* normals;      // unit, of the faces
    double* heights;
    ti_polytope_edge* edges;
    uint32_t* star;        // star[star_begin[i]] to star[star_begin[i + 1] - 1] are the edges of vertex i
    uint32_t* star_begin;  // [vertex_count + 1]
    double* vertex_blocks; // four vertices each: x, y, z and 1, four times each; the last one repeated
    double* face_blocks;   // likewise of normals and -height
} ti_polytope;

#define TI_NO_NAME UINT32_MAX

static inline uint32_t ti_blocks_of(uint32_t count)
{
    return (count + 3) / 4;
}

// The convex hull of points in any position, also of one point or points in a line or plane. At least one,
// finite, at most TI_HULL_POINTS. Faces and vertices that are where others are, but for rounding, are left
// out; `error` covers them.
toi_status ti_polytope_hull(const toi_vec3* points, uint32_t count, const toi_allocator* allocator,
                            ti_polytope* polytope);

// A polytope around the points with faces of fixed directions, 3 to 13 pairs of them: the axes of
// coordinates, then the four diagonals of a cube, then the six of its sides. It holds all points.
toi_status ti_polytope_dop(const toi_vec3* points, uint32_t count, uint32_t pairs,
                           const toi_allocator* allocator, ti_polytope* polytope);

// An empty one is allowed.
void ti_polytope_release(ti_polytope* polytope, const toi_allocator* allocator);

#endif
