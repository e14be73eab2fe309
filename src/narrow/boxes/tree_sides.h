// What a tree of a mesh is split into: oriented boxes, then triangles; and either as points.

#ifndef TI_NARROW_BOXES_TREE_SIDES_H
#define TI_NARROW_BOXES_TREE_SIDES_H

#include "data.h"

// Box `lane` of node `at`, or `triangles` triangles from `at` on.
typedef struct ti_tree_part {
    uint32_t at;
    uint8_t lane, triangles;
} ti_tree_part;

enum { TREE_POINTS = 3 * TI_TREE_LEAF_TRIANGLES }; // of a side, at most

// Points whose hull holds the part, in the coordinates of the mesh; a multiple of four, the last one
// repeated. Corners of boxes are off by at most eight roundings of the half edge of the cube.
typedef struct ti_tree_side {
    double x[TREE_POINTS], y[TREE_POINTS], z[TREE_POINTS];
    uint32_t count;
    toi_vec3 center, thin; // `thin` is a unit direction in which the part is short, or zero
    double size;
} ti_tree_side;

static inline bool ti_tree_is_triangle(ti_tree_part part)
{
    return part.triangles == 1;
}

ti_tree_part ti_tree_root(const toi_mesh* mesh);

// At most four. Not of a triangle.
uint32_t ti_tree_split(const toi_mesh* mesh, ti_tree_part part, ti_tree_part children[4]);

void ti_tree_side_make(const toi_mesh* mesh, ti_tree_part part, ti_tree_side* side);

// Half edge of a cube around the origin that holds all points of all sides.
double ti_tree_cube(const toi_mesh* mesh);

void ti_tree_corners(const toi_mesh* mesh, uint32_t triangle, toi_vec3 corner[3]);

// In the local frame of the mesh, whose products neither overflow nor underflow; each is rounded.
void ti_tree_local_corners(const toi_mesh* mesh, uint32_t triangle, toi_vec3 corner[3]);

#endif
