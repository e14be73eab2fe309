// A mesh at a pose: its exact triangles, and walks of its tree by boxes that provably hold them.

#ifndef TI_NARROW_FIRST_POSED_H
#define TI_NARROW_FIRST_POSED_H

#include "data.h"

typedef struct ti_posed {
    const toi_mesh* mesh;
    ti_mat3 rotation;
    toi_vec3 position;
    double scale;     // 2^exponent of the mesh
    double magnitude; // at least the largest coordinate of a posed vertex
} ti_posed;

ti_posed ti_posed_make(const toi_mesh* mesh, const toi_pose* pose);

// The posed doubles, on which start states are exact.
static inline toi_vec3 ti_posed_vertex(const ti_posed* body, uint32_t vertex)
{
    return xf_point(&body->rotation, body->position, body->mesh->vertices[vertex]);
}

static inline void ti_posed_triangle(const ti_posed* body, uint32_t triangle, toi_vec3 corner[3])
{
    const uint32_t* v = body->mesh->triangles[triangle].vertex;
    corner[0] = ti_posed_vertex(body, v[0]);
    corner[1] = ti_posed_vertex(body, v[1]);
    corner[2] = ti_posed_vertex(body, v[2]);
}

// One box of a tree in world space: { center + sum over k of s_k axis_k, |s_k| <= 1 } holds the posed
// triangles of the lane up to ti_posed_padding in each coordinate.
typedef struct ti_posed_box {
    toi_vec3 axis[3];
    toi_vec3 center;
    double size; // half diagonal, in length
    uint32_t node, lane;
} ti_posed_box;

ti_posed_box ti_posed_node_box(const ti_posed* body, uint32_t node, uint32_t lane);

// What two bodies' boxes, and tests between them, can be off by in each coordinate; infinite for coordinates
// so large that products could overflow.
double ti_posed_padding(const ti_posed* a, const ti_posed* b);

// ti_posed.magnitude of a mesh at a position.
double ti_posed_magnitude(const toi_mesh* mesh, toi_vec3 position);

// Called for pairs of ranges of triangles, [begin, end) of each. Returns true to end the walk.
typedef struct ti_range_pair {
    uint32_t a_begin, a_end, b_begin, b_end;
} ti_range_pair;
typedef bool ti_visit_ranges(const ti_range_pair* ranges, void* context);

// Walks both trees, depth first and in a fixed order, and visits every pair of leaves that may meet.
void ti_posed_walk_pairs(const ti_posed* a, const ti_posed* b, ti_visit_ranges* visit, void* context);

// The same for every pair of leaves that may be at most `within` apart, and perhaps some more.
void ti_posed_walk_near(const ti_posed* a, const ti_posed* b, double within, ti_visit_ranges* visit,
                        void* context);

#endif
