// A drawn pair of a committed scene, with its contacts.

#ifndef TOI_TESTS_SCREEN_SAMPLE_H
#define TOI_TESTS_SCREEN_SAMPLE_H

#include "cmocka_toi.h"

#include "scene/scene.h"

enum { SAMPLE_MOST = 400 };

typedef struct sample {
    ti_scene scene;
    toi_body body[2];
    toi_query_def def;
    toi_screen screen;
    toi_contact contacts[SAMPLE_MOST];
    uint32_t count;
} sample;

static inline void sample_load(sample* s, const char* name)
{
    ti_scene_error error = {0};
    memset(s, 0, sizeof *s);
    if (ti_scene_load(test_source_path(name), NULL, &s->scene, &error) != TOI_OK) {
        fail_msg("%s", error.text);
    }
    for (int k = 0; k < 2; ++k) {
        s->body[k] = (toi_body){.mesh = s->scene.bodies[k].mesh, .motion = s->scene.bodies[k].motion};
    }
}

static inline void sample_draw(sample* s)
{
    toi_result result;
    assert_int_equal(toi_screen_draw(&s->body[0], &s->body[1], &s->def, &s->screen), TOI_OK);
    toi_query_def def = s->def;
    def.relative_screw = s->screen.between_ends;
    def.contacts = s->contacts;
    def.contact_capacity = SAMPLE_MOST;
    assert_int_equal(toi_all_contacts(&s->body[0], &s->body[1], &def, &result), TOI_OK);
    assert_true(result.contact_count <= SAMPLE_MOST);
    s->count = result.contact_count;
}

static inline void sample_release(sample* s)
{
    toi_screen_release(&s->screen);
    ti_scene_release(&s->scene);
}

#endif
