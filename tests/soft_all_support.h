// What tests of all contacts of bodies that deform share: one query, and bodies by hand.

#ifndef TOI_TESTS_SOFT_ALL_SUPPORT_H
#define TOI_TESTS_SOFT_ALL_SUPPORT_H

#include "first_support.h"
#include "soft_strip.h"

enum { ROOM = 512 };

static toi_contact listed[ROOM];

static inline toi_result ask_all(const toi_body* a, const toi_body* b, toi_query_def def)
{
    toi_result r = {.answer = TOI_ANSWER_UNDECIDED};
    def.contacts = listed;
    def.contact_capacity = ROOM;
    assert_int_equal(toi_all_contacts(a, b, &def, &r), TOI_OK);
    assert_true(r.contact_count <= ROOM);
    return r;
}

static inline toi_body moving(const toi_mesh* mesh, const toi_vec3* to, uint32_t count)
{
    return (toi_body){
        .mesh = mesh,
        .motion = {.kind = TOI_MOTION_VERTICES, .pose = TOI_POSE_IDENTITY, .to = to, .to_count = count},
        .self = true};
}

// ---- a strip whose wings go through each other from half way on, and boxes that turn

typedef struct scene {
    toi_mesh *strip, *box;
    toi_vec3 to[8];
    toi_body bodies[3]; // the strip, a box that turns between its wings, one that turns and is shifted
} scene;

static inline void make_scene(scene* s)
{
    s->strip = make_strip(s->to, -0.5);
    s->box = make_box(0.2, 0.2, 0.2);
    s->bodies[0] = moving(s->strip, s->to, 8);
    s->bodies[1] = (toi_body){
        .mesh = s->box,
        .motion = {
            .kind = TOI_MOTION_SPIN, .pose = {{0.0, 0.5, 0.6}, {1, 0, 0, 0}}, .axis = {1, 0, 1}, .angle = 3}};
    s->bodies[2] = s->bodies[1];
    s->bodies[2].motion.pose.position.z = 1.5;
    s->bodies[2].motion.by = v3(0, 0, -2);
}

static inline void free_scene(scene* s)
{
    toi_mesh_destroy(s->strip);
    toi_mesh_destroy(s->box);
}

#endif
