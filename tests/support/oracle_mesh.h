// Triangles with a tree of spheres, and distances and crossings of triangles in long double.

#ifndef TOI_TESTS_ORACLE_MESH_H
#define TOI_TESTS_ORACLE_MESH_H

#include "support/real.h"

#include <stdbool.h>
#include <stdint.h>

// A sphere that holds everything below it. Its children are the next node and `second`; a node without a
// second child holds one triangle.
typedef struct oracle_node {
    rvec center;
    real radius;
    uint32_t second;
    uint32_t triangle;
} oracle_node;

typedef struct oracle_mesh {
    rvec* vertices;
    uint32_t vertex_count;
    uint32_t (*triangles)[3];
    uint32_t triangle_count;
    oracle_node* nodes; // 2 triangle_count - 1
    real reach;         // largest distance of a used vertex from the origin of the mesh
    real size;          // largest extent of its box
} oracle_mesh;

// Copies the arrays; a triangle may be a segment or a point, by repeating vertices. Aborts without memory.
void oracle_mesh_init(oracle_mesh* mesh, const double* vertices, uint32_t vertex_count,
                      const uint32_t (*triangles)[3], uint32_t triangle_count);
void oracle_mesh_release(oracle_mesh* mesh);

// Two closest points, p on the first and q on the second.
typedef struct oracle_closest {
    real distance;
    rvec p, q;
} oracle_closest;

// Distance of two triangles, 0 where they meet, right to rounding.
oracle_closest oracle_triangle_distance(const rvec a[3], const rvec b[3]);

// How far b lies beyond a along the unit vector n: at most their distance.
real oracle_triangles_apart(const rvec a[3], const rvec b[3], rvec n);

// Whether an edge of one passes through the other at least `band` away from the rim, its ends at least
// `band` to both sides of the plane: a crossing that no rounding below the band can have made.
bool oracle_triangles_cross(const rvec a[3], const rvec b[3], real band);

#endif
