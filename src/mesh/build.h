// Meshes without tree and support: what src/bvh completes. The pieces that build.c puts together are declared
// here.

#ifndef TI_MESH_BUILD_H
#define TI_MESH_BUILD_H

#include "data.h"

// Checks and copies the polygons, triangulates them, and fills everything but the tree and the support.
// Writes *mesh only with TOI_OK, `error` (may be NULL) only without.
toi_status ti_mesh_build(const toi_mesh_def* def, toi_mesh** mesh, toi_error* error);

// The box of toi_mesh_create_box. A half extent may be zero: the box is flat then.
toi_status ti_mesh_build_box(toi_vec3 half, const toi_allocator* allocator, toi_mesh** mesh,
                             toi_error* error);

// The shapes of toi_mesh_create_sphere and toi_mesh_create_cylinder, complete; a sphere has no half height.
toi_status ti_mesh_build_round(const ti_round* round, const toi_allocator* allocator, toi_mesh** mesh,
                               toi_error* error);

// Polygons of toi_mesh_create_tessellation.
toi_status ti_mesh_tessellate(const ti_round* round, bool outside, double accuracy,
                              const toi_allocator* allocator, toi_polygons* polygons, toi_error* error);

// Frees everything, tree, support and features included. NULL is allowed.
void ti_mesh_free(toi_mesh* mesh);

// ---- pieces, in the order in which ti_mesh_build calls them

// Bounds, centre, radius, exponent and (unless inspect_only) local. False if the size is beyond the range of
// double.
bool ti_mesh_set_frame(toi_mesh* mesh);

// Fills triangles, the counts of faces that are degenerate, non-planar or non-convex, and apex[h]: the third
// vertex of the triangle that has half-edge h as a side.
toi_status ti_mesh_triangulate(toi_mesh* mesh, uint32_t* apex);

// Fills topology but for edge_class and the components.
toi_status ti_mesh_link_edges(toi_mesh* mesh);

// The sets of faces that hang together along edges (core/sets.h). `parent` has room for all faces.
void ti_mesh_join_faces(const toi_mesh* mesh, uint32_t* parent);

// Fills the components.
toi_status ti_mesh_find_components(toi_mesh* mesh);

// Fills edge_class and what info says of edges.
void ti_mesh_classify_edges(toi_mesh* mesh, const uint32_t* apex);

// What info says of repeated vertices and faces.
toi_status ti_mesh_count_repeated(toi_mesh* mesh);

// Counts the vertices whose faces are not one fan, and sets manifold.
toi_status ti_mesh_count_fans(toi_mesh* mesh);

// Sets convex, which needs all the rest but the frame.
void ti_mesh_set_convex(toi_mesh* mesh);

// ---- half-edges

// Number of corners of a face.
static inline uint32_t mesh_corner_count(const toi_mesh* mesh, uint32_t face)
{
    return mesh->face_offsets[face + 1] - mesh->face_offsets[face];
}

// The half-edge after h around its face: where h ends.
static inline uint32_t mesh_next(const toi_mesh* mesh, uint32_t h)
{
    uint32_t face = mesh->topology.face_of[h];
    return h + 1 < mesh->face_offsets[face + 1] ? h + 1 : mesh->face_offsets[face];
}

// Vertices where half-edge h starts and ends.
static inline uint32_t mesh_tail(const toi_mesh* mesh, uint32_t h)
{
    return mesh->corners[h];
}

static inline uint32_t mesh_head(const toi_mesh* mesh, uint32_t h)
{
    return mesh->corners[mesh_next(mesh, h)];
}

#endif
