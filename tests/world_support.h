// Worlds of moving boxes, for the tests of toi_world_check.

#ifndef TOI_TESTS_WORLD_SUPPORT_H
#define TOI_TESTS_WORLD_SUPPORT_H

#include "math/vec3.h"
#include "random_point.h"
#include "toi/toi.h"

enum { MAX_BODIES = 64 };

typedef struct world {
    toi_mesh* meshes[3];
    toi_body bodies[MAX_BODIES];
    uint32_t count;
} world;

static inline void make_meshes(world* w)
{
    const toi_vec3 half[3] = {{0.5, 0.5, 0.5}, {1.0, 0.25, 0.125}, {0.1, 0.1, 1.5}};
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(toi_mesh_create_box(half[i], NULL, &w->meshes[i], NULL), TOI_OK);
    }
}

static inline void release_world(world* w)
{
    for (int i = 0; i < 3; ++i) {
        toi_mesh_destroy(w->meshes[i]);
    }
}

static inline toi_motion random_motion(test_random* random, double size)
{
    toi_motion m = {.kind = (toi_motion_kind)random_below(random, TOI_MOTION_KEYFRAMES)};
    m.path = (toi_path)random_below(random, 3);
    m.pose.position = random_point(random, size);
    toi_vec3 v = random_between_vec(random, 0.0, 1.0);
    m.pose.quaternion = (toi_quat){1.0, v.x, v.y, v.z};
    m.end = m.pose;
    m.end.position = v3_add(m.pose.position, random_point(random, 0.3 * size));
    m.end.quaternion.x = -random_unit(random);
    double x = random_unit(random);
    m.axis = (toi_vec3){x, 0.5, random_unit(random)};
    m.point = m.kind == TOI_MOTION_SPIN ? (toi_vec3){0, 0, 0} : random_point(random, size);
    m.angle = random_between(random, -1.0, 1.0);
    m.advance = random_unit(random);
    m.by = random_point(random, 0.3 * size);
    return m;
}

static inline world random_world(test_random* random, uint32_t count, double size)
{
    world w = {.count = count};
    make_meshes(&w);
    for (uint32_t i = 0; i < count; ++i) {
        const toi_mesh* mesh = w.meshes[random_below(random, 3)];
        w.bodies[i] = (toi_body){.mesh = mesh, .motion = random_motion(random, size)};
    }
    return w;
}

static inline toi_world_def def_of(const world* w)
{
    return (toi_world_def){.bodies = w->bodies, .body_count = w->count};
}

static inline toi_world_result check(const toi_world_def* def)
{
    toi_world_result result;
    toi_error error = {0};
    toi_status status = toi_world_check(def, &result, &error);
    if (status != TOI_OK) {
        fail_msg("%s: %s", toi_status_name(status), error.text);
    }
    return result;
}

// Same bits in everything that is not an address.
static inline void assert_same_pair(const toi_pair_result* a, const toi_pair_result* b)
{
    assert_int_equal(a->a, b->a);
    assert_int_equal(a->b, b->b);
    assert_int_equal(a->status, b->status);
    assert_int_equal(a->broad, b->broad);
    assert_memory_equal(&a->result.t_free, &b->result.t_free, 3 * sizeof(double));
    assert_memory_equal(&a->result.point, &b->result.point, 2 * sizeof(toi_vec3));
    assert_int_equal(a->result.answer, b->result.answer);
    assert_int_equal(a->result.start, b->result.start);
    assert_int_equal(a->result.kind, b->result.kind);
    assert_int_equal(a->result.certified, b->result.certified);
    assert_int_equal(a->result.work.steps, b->result.work.steps);
    assert_int_equal(a->result.contact_count, b->result.contact_count);
    assert_int_equal(a->contacts_found, b->contacts_found);
    assert_int_equal(a->result.link_count, b->result.link_count);
    for (uint32_t i = 0; i < a->result.contact_count; ++i) {
        const toi_contact *c = &a->contacts[i], *d = &b->contacts[i];
        assert_int_equal(c->kind, d->kind);
        assert_memory_equal(&c->a, &d->a, 2 * sizeof c->a);
        assert_memory_equal(&c->time, &d->time, offsetof(toi_contact, group) - offsetof(toi_contact, time));
        assert_true(c->group == d->group && c->entering == d->entering);
        assert_true(c->tangent == d->tangent && c->sustained == d->sustained);
    }
    for (uint32_t i = 0; i < a->result.link_count; ++i) {
        assert_memory_equal(&a->links[i], &b->links[i], sizeof(toi_link));
    }
}

static inline void assert_same_world(const toi_world_result* a, const toi_world_result* b)
{
    assert_int_equal(a->answer, b->answer);
    assert_int_equal(a->first, b->first);
    assert_int_equal(a->pair_count, b->pair_count);
    assert_true(a->pairs_asked == b->pairs_asked && a->pairs_broad == b->pairs_broad && a->steps == b->steps);
    for (uint32_t i = 0; i < a->pair_count; ++i) {
        assert_same_pair(&a->pairs[i], &b->pairs[i]);
    }
}

static inline const toi_pair_result* find_pair(const toi_world_result* r, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < r->pair_count; ++i) {
        if (r->pairs[i].a == a && r->pairs[i].b == b) {
            return &r->pairs[i];
        }
    }
    return NULL;
}

static inline toi_body sliding_box(const world* w, double x, double y, double by)
{
    toi_body body = {.mesh = w->meshes[0],
                     .motion = {.kind = TOI_MOTION_TRANSLATION, .pose = TOI_POSE_IDENTITY, .by = {by, 0, 0}}};
    body.motion.pose.position = (toi_vec3){x, y, 0};
    return body;
}

#endif
