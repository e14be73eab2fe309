// Bodies, poses and moves by a line, for tests by hand.

#ifndef TOI_TESTS_HAND_H
#define TOI_TESTS_HAND_H

#include "cmocka_toi.h"
#include "math/trig.h"
#include "toi/mesh.h"
#include "toi/motion.h"

static inline toi_mesh* make_box(double x, double y, double z)
{
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create_box((toi_vec3){x, y, z}, NULL, &mesh, NULL), TOI_OK);
    return mesh;
}

// One polygon: a point, a segment, a triangle and so on.
static inline toi_mesh* make_polygon(const double* vertices, uint32_t count)
{
    uint32_t corners[16];
    const uint32_t offsets[2] = {0, count};
    toi_mesh* mesh = NULL;
    assert_true(count <= 16);
    for (uint32_t i = 0; i < count; ++i) {
        corners[i] = i;
    }
    toi_mesh_def def = {.vertices = vertices,
                        .vertex_count = count,
                        .indices = corners,
                        .face_offsets = offsets,
                        .face_count = 1};
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    return mesh;
}

static inline toi_mesh* make_point(void)
{
    const double origin[3] = {0.0, 0.0, 0.0};
    return make_polygon(origin, 1);
}

static inline toi_pose pose_at(double x, double y, double z)
{
    return (toi_pose){{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
}

static inline toi_move translate(double x, double y, double z)
{
    return (toi_move){.kind = TOI_MOVE_TRANSLATION, .by = {x, y, z}};
}

static inline toi_move rotate(toi_vec3 point, toi_vec3 axis, double degrees)
{
    return (toi_move){
        .kind = TOI_MOVE_ROTATION, .point = point, .axis = axis, .angle = degrees * (TOI_PI / 180.0)};
}

#endif
