// Queries of round shapes for tests: motions in short, and all contacts in one call.

#ifndef TOI_TESTS_ROUND_SUPPORT_H
#define TOI_TESTS_ROUND_SUPPORT_H

#include "toi/toi.h"

#include "cmocka_toi.h"
#include "random_point.h"

enum { MOST_FOUND = 4096 };

typedef struct found {
    toi_result result;
    toi_contact contact[MOST_FOUND];
} found;

static inline toi_mesh* make_ball(double radius)
{
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create_sphere(radius, NULL, &mesh, NULL), TOI_OK);
    return mesh;
}

static inline toi_mesh* make_cylinder(double radius, double half_height)
{
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create_cylinder(radius, half_height, NULL, &mesh, NULL), TOI_OK);
    return mesh;
}

static inline toi_mesh* make_box(double x, double y, double z)
{
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create_box((toi_vec3){x, y, z}, NULL, &mesh, NULL), TOI_OK);
    return mesh;
}

static inline toi_body at_rest(const toi_mesh* mesh)
{
    return (toi_body){.mesh = mesh, .motion = {.kind = TOI_MOTION_STATIC, .pose = TOI_POSE_IDENTITY}};
}

static inline toi_body sent(const toi_mesh* mesh, toi_vec3 from, toi_vec3 by)
{
    return (toi_body){
        .mesh = mesh,
        .motion = {.kind = TOI_MOTION_TRANSLATION, .pose = {from, {1.0, 0.0, 0.0, 0.0}}, .by = by}};
}

static inline void find_all(const toi_body* a, const toi_body* b, toi_query_def def, found* f)
{
    def.contacts = f->contact;
    def.contact_capacity = MOST_FOUND;
    assert_int_equal(toi_all_contacts(a, b, &def, &f->result), TOI_OK);
    assert_true(f->result.contact_count <= MOST_FOUND);
}

static inline void print_found(const found* f)
{
    printf("start %d answer %d, %u contacts\n", (int)f->result.start, (int)f->result.answer,
           f->result.contact_count);
    for (uint32_t i = 0; i < f->result.contact_count; ++i) {
        const toi_contact* c = &f->contact[i];
        printf("  kind %d a %d:%u,%u b %d:%u,%u t %.17g (%g) p (%g %g %g) n (%g %g %g) proper %g approach %g "
               "%s%s%s\n",
               (int)c->kind, (int)c->a.kind, c->a.index[0], c->a.index[1], (int)c->b.kind, c->b.index[0],
               c->b.index[1], c->time, c->time_error, c->point.x, c->point.y, c->point.z, c->normal.x,
               c->normal.y, c->normal.z, c->properness, c->approach, c->entering ? "entering " : "",
               c->tangent ? "tangent " : "", c->sustained ? "sustained" : "");
    }
}

static inline toi_pose random_pose(test_random* random, double size)
{
    toi_pose pose = {random_point(random, size), {1.0, 0.0, 0.0, 0.0}};
    toi_vec3 v = random_point(random, 1.0);
    pose.quaternion = (toi_quat){random_between(random, -1.0, 1.0), v.x, v.y, v.z};
    return pose;
}

// Passes near the other body at a time in the middle.
static inline toi_motion random_screw(test_random* random)
{
    static const double angles[] = {0.0, 1e-9, 0.3, 1.0, 3.0, 7.0};
    toi_motion back = {.kind = TOI_MOTION_SCREW, .pose = random_pose(random, 1.0)};
    back.axis = random_point(random, 1.0);
    back.point = random_point(random, 2.0);
    double angle = angles[random_below(random, 6)];
    back.angle = random_below(random, 2) ? angle : -angle;
    back.advance = random_between(random, 1.0, 6.0);
    toi_motion motion = back;
    motion.angle = -back.angle;
    motion.advance = -back.advance;
    motion.pose = toi_motion_pose(&back, random_between(random, 0.4, 0.9));
    return motion;
}

#endif
