// What the files that write a GLB file share.

#ifndef TI_SCENE_GLTF_PARTS_H
#define TI_SCENE_GLTF_PARTS_H

#include "gltf_buffer.h"
#include "write.h"

typedef struct ti_gltf_body {
    const toi_mesh* mesh;        // of the scene, or own
    toi_mesh* own;               // polygons of a round shape
    uint32_t positions, indices; // accessors
    uint32_t triangles;
    uint32_t ends;                    // accessor, of a body that deforms
    uint32_t translations, rotations; // accessors, of one that moves otherwise
} ti_gltf_body;

typedef struct ti_gltf {
    const ti_check_report* report;
    const ti_scene* scene;
    uint32_t steps;
    toi_vec3 origin;
    double size; // of the largest body
    ti_gltf_body* bodies;
    uint32_t times, ends, weights;                  // accessors: of the steps; 0 and 1; weights 0 and 1
    uint32_t contact_count, points, moments, lines; // accessors
    ti_gltf_buffer buffer;
} ti_gltf;

static inline bool ti_gltf_deforms(const ti_scene_body* body)
{
    return body->motion.kind == TOI_MOTION_VERTICES;
}

static inline bool ti_gltf_moves(const ti_scene_body* body)
{
    return !ti_gltf_deforms(body) && body->motion.kind != TOI_MOTION_STATIC;
}

// Relative to the root.
toi_pose ti_gltf_pose(const ti_gltf* g, uint32_t body, uint32_t step);

// Fills the buffer. @return TOI_ERROR_MEMORY, or why a round shape has no polygons
toi_status ti_gltf_put(ti_gltf* g);

#endif
