// A square of two triangles, and calls that must succeed.

#ifndef TOI_TESTS_DEFORM_SQUARE_H
#define TOI_TESTS_DEFORM_SQUARE_H

#include "deform_scenes.h"

static const double square[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
static const uint32_t halves[] = {0, 1, 2, 0, 2, 3};

static inline toi_mesh* mesh_of(const double* x, uint32_t vertices, const uint32_t* index, uint32_t faces)
{
    toi_mesh_def def = {.vertices = x, .vertex_count = vertices, .indices = index, .face_count = faces};
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    return mesh;
}

static inline toi_mesh* make_square(void)
{
    return mesh_of(square, 4, halves, 2);
}

// The square, moved.
static inline void place(toi_vec3 to[4], double x, double y, double z)
{
    for (int i = 0; i < 4; ++i) {
        to[i] = (toi_vec3){square[3 * i] + x, square[3 * i + 1] + y, square[3 * i + 2] + z};
    }
}

static inline uint32_t add(toi_deform* deform, const toi_mesh* mesh, const toi_vec3* start,
                           const toi_vec3* end, bool self)
{
    toi_deform_body def = {.mesh = mesh, .start = start, .end = end, .self = self};
    uint32_t body = UINT32_MAX;
    assert_int_equal(toi_deform_add(deform, &def, &body, NULL), TOI_OK);
    return body;
}

static inline toi_deform* make(void)
{
    toi_deform* deform = NULL;
    assert_int_equal(toi_deform_create(NULL, &deform), TOI_OK);
    return deform;
}

static inline toi_deform_result find(toi_deform* deform, const toi_deform_query* q)
{
    toi_deform_result r;
    assert_int_equal(toi_deform_find(deform, q, &r, NULL), TOI_OK);
    return r;
}

#endif
