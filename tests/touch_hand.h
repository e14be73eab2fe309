// Touches by hand: meshes, poses, and what is found.

#ifndef TOI_TESTS_TOUCH_HAND_H
#define TOI_TESTS_TOUCH_HAND_H

#include "hand.h"
#include "math/vec3.h"
#include "mesh_samples.h"
#include "toi/trace.h"

enum { ROOM = 512 };

typedef struct found {
    toi_touch touch[ROOM];
    uint32_t count;
} found;

static inline toi_pose turned(double x, double y, double z, toi_vec3 axis, double angle)
{
    double s = sin(0.5 * angle) / v3_length(axis);
    return (toi_pose){{x, y, z}, {cos(0.5 * angle), s * axis.x, s * axis.y, s * axis.z}};
}

static inline toi_pose at(double x, double y, double z)
{
    return (toi_pose){{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
}

static inline void find(const toi_placed* still, uint32_t count, const toi_placed* mover, double within,
                        found* f)
{
    toi_stage* stage = NULL;
    assert_int_equal(toi_stage_create(still, count, NULL, &stage, NULL), TOI_OK);
    toi_touches touches = {f->touch, ROOM, 0};
    assert_int_equal(toi_stage_touches(stage, mover, within, NULL, &touches), TOI_OK);
    assert_true(touches.count <= ROOM);
    f->count = touches.count;
    toi_stage_destroy(stage);
}

static inline void find_pair(const toi_mesh* still, const toi_mesh* mover, toi_pose pose, double within,
                             found* f)
{
    toi_placed s = {still, at(0.0, 0.0, 0.0), 0}, m = {mover, pose, 0};
    find(&s, 1, &m, within, f);
}

static inline uint32_t count_kind(const found* f, toi_contact_kind kind)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < f->count; ++i) {
        n += f->touch[i].kind == kind;
    }
    return n;
}

static inline void check_normals(const found* f, toi_vec3 n)
{
    for (uint32_t i = 0; i < f->count; ++i) {
        assert_true(v3_length(v3_sub(f->touch[i].normal, n)) < 1e-12);
    }
}

static const toi_vec3 Z = {0.0, 0.0, 1.0}, DOWN = {0.0, 0.0, -1.0};

// A square, a segment or a point of it, in the plane z = 0.
static inline toi_mesh* flat_mesh(uint32_t corners)
{
    mesh_sample s = {.vertices = NULL};
    const double x[4][2] = {{-2, -2}, {2, -2}, {2, 2}, {-2, 2}};
    const uint32_t all[4] = {0, 1, 2, 3};
    for (uint32_t i = 0; i < corners; ++i) {
        sample_vertex(&s, x[i][0], x[i][1], 0.0);
    }
    sample_face(&s, all, corners);
    return sample_mesh(&s);
}

#endif
