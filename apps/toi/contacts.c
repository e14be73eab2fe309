// toi contacts: where the bodies of a scene are near each other at a time.

#include "commands.h"

#include "scene/write.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 256 };

// What is asked, and what was found so far.
typedef struct search {
    const tool_request* request;
    const ti_scene* scene;
    toi_placed* bodies;
    uint32_t* skip;
    toi_stage* stage;
    ti_near_report found;
    toi_touch* touches;
    uint32_t* first;
    uint32_t room;
} search;

static int fail(const ti_scene* scene, toi_status status)
{
    ti_scene_error error = {.status = status};
    snprintf(error.text, sizeof error.text, "%.128s: %s", scene->name,
             status == TOI_ERROR_MEMORY ? "out of memory" : toi_status_name(status));
    return tool_fail(&error);
}

static int place_bodies(search* s)
{
    const ti_scene* scene = s->scene;
    toi_error error = {0};
    s->bodies = calloc(scene->body_count, sizeof *s->bodies);
    s->skip = calloc(scene->body_count, sizeof *s->skip);
    s->first = calloc((size_t)scene->body_count + 1, sizeof *s->first);
    if (!s->bodies || !s->skip || !s->first) {
        return fail(scene, TOI_ERROR_MEMORY);
    }
    for (uint32_t i = 0; i < scene->body_count; ++i) {
        const ti_scene_body* body = &scene->bodies[i];
        s->bodies[i] =
            (toi_placed){body->mesh, toi_motion_pose(&body->motion, s->request->time), body->sides};
    }
    toi_status status = toi_stage_create(s->bodies, scene->body_count, NULL, &s->stage, &error);
    return status == TOI_OK ? 0 : fail(scene, status);
}

// Makes room for all touches of a body; false without memory.
static bool reserve(search* s, uint32_t count)
{
    uint64_t needed = (uint64_t)s->found.count + count, room = s->room ? s->room : FIRST_ROOM;
    while (room < needed) {
        room *= 2;
    }
    if (room > UINT32_MAX) {
        return false;
    }
    if (room > s->room) {
        toi_touch* more = realloc(s->touches, (size_t)room * sizeof *more);
        if (!more) {
            return false;
        }
        s->touches = more;
        s->room = (uint32_t)room;
    }
    return true;
}

// The touches of a body and those after it.
static toi_status find_of_body(search* s, uint32_t body)
{
    toi_trace_def def = {.first_body = body + 1, .skip = s->skip};
    for (uint32_t i = body + 1; i < s->scene->body_count; ++i) {
        if (!ti_scene_asks(s->scene, body, i)) {
            s->skip[def.skip_count++] = i;
        }
    }
    for (uint32_t room = 0;;) {
        if (!reserve(s, room)) {
            return TOI_ERROR_MEMORY;
        }
        toi_touches found = {s->touches + s->found.count, s->room - s->found.count, 0};
        toi_status status = toi_stage_touches(s->stage, &s->bodies[body], s->request->within, &def, &found);
        if (status != TOI_OK || found.count <= found.capacity) {
            s->found.count += found.count;
            return status;
        }
        room = found.count;
    }
}

static int find_all(search* s)
{
    for (uint32_t i = 0; i < s->scene->body_count; ++i) {
        toi_status status = find_of_body(s, i);
        if (status != TOI_OK) {
            return fail(s->scene, status);
        }
        s->first[i + 1] = s->found.count;
    }
    s->found.scene = s->scene;
    s->found.time = s->request->time;
    s->found.within = s->request->within;
    s->found.touches = s->touches;
    s->found.first = s->first;
    return 0;
}

static void write_near(const tool_request* request, const ti_output* output, const void* found)
{
    if (request->json) {
        ti_write_near_json(output->stream, found);
    } else if (request->csv) {
        ti_write_near_csv(output->stream, found);
    } else {
        ti_write_near_text(output->stream, found);
    }
}

static int write_all(const search* s)
{
    return tool_write(s->request, write_near, &s->found, s->found.count > 0 ? EXIT_CONTACT : EXIT_CLEAR);
}

int tool_contacts(const tool_request* request)
{
    ti_scene scene;
    ti_scene_error error = {0};
    if (ti_scene_load(request->operands[0], NULL, &scene, &error) != TOI_OK) {
        return tool_fail(&error);
    }
    search s = {.request = request, .scene = &scene};
    int status = ti_scene_need_meshes(&scene, "contacts", &error) != TOI_OK ? tool_fail(&error) : 0;
    status = status ? status : place_bodies(&s);
    status = status ? status : find_all(&s);
    status = status ? status : write_all(&s);
    toi_stage_destroy(s.stage);
    free(s.bodies);
    free(s.skip);
    free(s.first);
    free(s.touches);
    ti_scene_release(&scene);
    return status;
}
