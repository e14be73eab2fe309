// Bodies and queries for tests of first contact.

#ifndef TOI_TESTS_FIRST_SUPPORT_H
#define TOI_TESTS_FIRST_SUPPORT_H

#include "cmocka_toi.h"
#include "math/pose.h"
#include "toi/toi.h"

static const double PI = 3.14159265358979323846;

static inline toi_mesh* make_box(double x, double y, double z)
{
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create_box(v3(x, y, z), NULL, &mesh, NULL), TOI_OK);
    return mesh;
}

static inline toi_mesh* make_mesh(const toi_vec3* vertices, uint32_t vertex_count, const uint32_t* indices,
                                  const uint32_t* offsets, uint32_t face_count)
{
    toi_mesh_def def = {&vertices->x, vertex_count, indices, offsets, face_count, 0.0, false, NULL};
    toi_mesh* mesh = NULL;
    toi_error error = {0};
    if (toi_mesh_create(&def, &mesh, &error) != TOI_OK) {
        fail_msg("%s", error.text);
    }
    return mesh;
}

static inline toi_mesh* make_triangle(toi_vec3 a, toi_vec3 b, toi_vec3 c)
{
    const toi_vec3 v[3] = {a, b, c};
    const uint32_t indices[3] = {0, 1, 2};
    return make_mesh(v, 3, indices, NULL, 1);
}

static inline toi_quat turn_about(double x, double y, double z, double angle)
{
    double n = sqrt(x * x + y * y + z * z), s = sin(0.5 * angle) / n;
    return (toi_quat){cos(0.5 * angle), s * x, s * y, s * z};
}

static inline toi_body at_rest(const toi_mesh* mesh, toi_vec3 position, toi_quat q)
{
    return (toi_body){.mesh = mesh, .motion = {.kind = TOI_MOTION_STATIC, .pose = {position, q}}};
}

static inline toi_body moving_by(const toi_mesh* mesh, toi_vec3 position, toi_quat q, toi_vec3 by)
{
    return (toi_body){.mesh = mesh,
                      .motion = {.kind = TOI_MOTION_TRANSLATION, .pose = {position, q}, .by = by}};
}

static const toi_quat upright = {1.0, 0.0, 0.0, 0.0};

static inline toi_result ask(const toi_body* a, const toi_body* b, const toi_query_def* def)
{
    toi_result r;
    memset(&r, 0x55, sizeof r);
    assert_int_equal(toi_first_contact(a, b, def, &r), TOI_OK);
    return r;
}

static inline bool is_zero3(toi_vec3 v)
{
    return v.x == 0.0 && v.y == 0.0 && v.z == 0.0;
}

static inline bool is_no_feature(toi_feature f)
{
    return f.kind == TOI_FEATURE_NONE && f.index[0] == 0 && f.index[1] == 0;
}

// What has no meaning is zero.
static inline void assert_clear(const toi_result* r)
{
    assert_int_equal(r->answer, TOI_ANSWER_CLEAR);
    assert_int_equal(r->start, TOI_START_FREE);
    assert_true(r->certified && r->t_free == 1.0 && r->t_hit == 0.0 && r->gap >= 0.0 && isfinite(r->gap));
    assert_true(r->kind == TOI_CONTACT_NONE && is_no_feature(r->a) && is_no_feature(r->b));
    assert_true(is_zero3(r->point) && is_zero3(r->normal) && r->contact_count == 0);
}

static inline void assert_contact_near(const toi_result* r, double time, double early)
{
    assert_int_equal(r->answer, TOI_ANSWER_CONTACT);
    assert_true(r->certified && r->t_free <= r->t_hit && r->gap >= 0.0);
    assert_true(r->t_hit <= time * (1.0 + 1e-15) && r->t_hit >= time - early);
    assert_true(r->contact_count >= 1 && r->kind != TOI_CONTACT_NONE);
    assert_near(v3_length(r->normal), 1.0, 1e-14);
}

static inline toi_feature vertex(uint32_t v)
{
    return (toi_feature){TOI_FEATURE_VERTEX, {v, 0}};
}

static inline toi_feature edge(uint32_t v, uint32_t w)
{
    return (toi_feature){TOI_FEATURE_EDGE, {v, w}};
}

static inline toi_feature face(uint32_t f)
{
    return (toi_feature){TOI_FEATURE_FACE, {f, 0}};
}

static inline bool same_feature(toi_feature x, toi_feature y)
{
    return x.kind == y.kind && x.index[0] == y.index[0] && x.index[1] == y.index[1];
}

#endif
