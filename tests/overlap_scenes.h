// Many bodies at one instant, of every degenerate kind, and all their pairs of faces by brute force.

#ifndef TOI_TESTS_OVERLAP_SCENES_H
#define TOI_TESTS_OVERLAP_SCENES_H

#include "data.h"
#include "math/triangles.h"
#include "random_point.h"

enum { SCENE_BODIES = 8, SCENE_VERTICES = 64, SCENE_TRIANGLES = 64 };

enum {
    SCENE_SCATTERED,
    SCENE_SMALL_FACES,
    SCENE_GRID,
    SCENE_FLAT,
    SCENE_SLIVERS,
    SCENE_FAR,
    SCENE_TINY,
    SCENE_KINDS
};

typedef struct scene_body {
    toi_vec3 vertex[SCENE_VERTICES];
    ti_triangle triangle[SCENE_TRIANGLES];
} scene_body;

typedef struct overlap_scene {
    scene_body body[SCENE_BODIES];
    ti_faces faces[SCENE_BODIES];
    uint32_t count;
} overlap_scene;

static inline toi_vec3 scene_vertex(test_random* random, int kind)
{
    toi_vec3 v = random_point(random, 1.0);
    double off = 0x1p-45 * random_unit(random);
    switch (kind) {
    case SCENE_GRID:
        return (toi_vec3){floor(3.0 * v.x), floor(3.0 * v.y), floor(3.0 * v.z)};
    case SCENE_FLAT:
        return (toi_vec3){floor(4.0 * v.x), floor(4.0 * v.y), 0.0};
    case SCENE_SLIVERS:
        return v3_madd(v3(0.1, 0.2, 0.3), v.x, v3(off, 0.1 * v.y, -off));
    case SCENE_TINY:
        return off > 0x1p-46 ? v : v3(v.x, 0x1p-1040 * v.y, 0x1p-1074 * floor(9.0 * v.z));
    default:
        return v;
    }
}

// Corners may repeat: such triangles are segments and points. Of small faces they are close in number, and
// the vertices with close numbers are close to each other.
static inline void scene_fill_body(test_random* random, int kind, ti_faces* faces, scene_body* body)
{
    toi_vec3 at = random_point(random, 0.7);
    for (uint32_t i = 0; i < faces->vertex_count; ++i) {
        toi_vec3 v = scene_vertex(random, kind);
        at = v3_madd(at, 0.3, v);
        body->vertex[i] = kind == SCENE_SMALL_FACES ? at : v;
        if (kind == SCENE_SMALL_FACES && v3_length(at) > 1.5) {
            at = v3_scale(0.5, at);
        }
    }
    for (uint32_t i = 0; i < faces->triangle_count; ++i) {
        uint32_t first = random_below(random, faces->vertex_count);
        for (int k = 0; k < 3; ++k) {
            uint32_t next = random_below(random, kind == SCENE_SMALL_FACES ? 4 : faces->vertex_count);
            body->triangle[i].vertex[k] = (first + next) % faces->vertex_count;
        }
        body->triangle[i].face = i;
    }
    faces->vertices = body->vertex;
    faces->triangles = body->triangle;
}

static inline void scene_place_body(test_random* random, int kind, double scale, ti_faces* faces)
{
    static const toi_quat quarter[4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0.5, 0.5, 0.5, 0.5}};
    bool exact = kind == SCENE_GRID || kind == SCENE_FLAT;
    toi_vec3 p = random_point(random, 1.0);
    toi_quat q = q_normalize(random_coefficients(random, 1.0));
    uint32_t turn = random_below(random, 4);
    faces->rigid = random_below(random, 3) > 0;
    faces->rotation = m3_from_quat(exact ? quarter[turn] : q);
    faces->position = exact ? v3(floor(2.0 * p.x), floor(2.0 * p.y), floor(2.0 * p.z)) : p;
    if (kind == SCENE_FAR) {
        faces->position = v3_add(faces->position, v3(1e6, -3e7, 1e9));
        faces->rigid = true;
    }
    faces->position = v3_scale(scale, faces->position);
}

static inline void scene_make(test_random* random, int kind, double scale, overlap_scene* scene)
{
    scene->count = 2 + random_below(random, SCENE_BODIES - 1);
    for (uint32_t i = 0; i < scene->count; ++i) {
        ti_faces* faces = &scene->faces[i];
        faces->vertex_count = 1 + random_below(random, SCENE_VERTICES);
        faces->triangle_count = random_below(random, SCENE_TRIANGLES / (scene->count > 4 ? 2 : 1));
        scene_fill_body(random, kind, faces, &scene->body[i]);
        scene_place_body(random, kind, scale, faces);
        for (uint32_t k = 0; k < faces->vertex_count; ++k) {
            scene->body[i].vertex[k] = v3_scale(scale, scene->body[i].vertex[k]);
        }
    }
}

static inline bool scene_faces_meet(const ti_faces* a, uint32_t i, const ti_faces* b, uint32_t j)
{
    toi_vec3 corner_a[3], corner_b[3];
    ti_faces_corners(a, i, corner_a);
    ti_faces_corners(b, j, corner_b);
    return ti_triangles_meet(corner_a, corner_b);
}

#endif
