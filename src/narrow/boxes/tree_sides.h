// What a tree of a mesh is split into: boxes along the axes of the mesh, down to triangles.

#ifndef TI_NARROW_BOXES_TREE_SIDES_H
#define TI_NARROW_BOXES_TREE_SIDES_H

#include "data.h"

// A box in the coordinates of the mesh: of a node of the tree, or of `triangles` of its triangles.
typedef struct ti_tree_side {
    double center[4], half[4]; // the last is 0
    double size;               // largest half
    uint32_t at, triangles;    // node, or first triangle
} ti_tree_side;

ti_tree_side ti_tree_side_root(const toi_mesh* mesh);

static inline bool ti_tree_side_is_triangle(const ti_tree_side* side)
{
    return side->triangles == 1;
}

// At most four. Not of a triangle.
uint32_t ti_tree_side_split(const toi_mesh* mesh, const ti_tree_side* side, ti_tree_side children[4]);

// Half edge of a cube around the origin that holds all boxes.
double ti_tree_cube(const toi_mesh* mesh);

void ti_tree_corners(const toi_mesh* mesh, uint32_t triangle, toi_vec3 corner[3]);

#endif
