// toi overlap: which faces of the bodies of a scene meet at a time.

#include "commands.h"

#include "scene/write.h"

#include <stdlib.h>

// What is asked, and the vertices of bodies that deform.
typedef struct search {
    const tool_request* request;
    const ti_scene* scene;
    toi_overlap* overlap;
    toi_vec3** vertices; // [body_count]: NULL for a rigid body
} search;

static int fail(const ti_scene* scene, toi_status status, const char* reason)
{
    ti_scene_error error = {.status = status};
    snprintf(error.text, sizeof error.text, "%.128s: %s", scene->name,
             status == TOI_ERROR_MEMORY ? "out of memory" : reason);
    return tool_fail(&error);
}

static toi_status deform(search* s, uint32_t index, toi_error* error)
{
    const ti_scene_body* body = &s->scene->bodies[index];
    const toi_body moving = {.mesh = body->mesh, .motion = body->motion};
    toi_mesh_info info;
    toi_mesh_get_info(body->mesh, &info);
    s->vertices[index] = calloc(info.vertices, sizeof *s->vertices[index]);
    if (s->vertices[index] == NULL) {
        return TOI_ERROR_MEMORY;
    }
    toi_status status = toi_body_vertices(&moving, s->request->time, s->vertices[index], error);
    return status == TOI_OK ? toi_overlap_deform(s->overlap, index, s->vertices[index], error) : status;
}

static toi_status put_body(search* s, uint32_t index, toi_error* error)
{
    const ti_scene_body* body = &s->scene->bodies[index];
    toi_overlap_body def = {.mesh = body->mesh, .pose = TOI_POSE_IDENTITY, .self = body->self};
    bool rigid = body->motion.kind != TOI_MOTION_VERTICES;
    if (rigid) {
        def.pose = toi_motion_pose(&body->motion, s->request->time);
    }
    uint32_t number;
    toi_status status = toi_overlap_add(s->overlap, &def, &number, error);
    return status == TOI_OK && !rigid ? deform(s, index, error) : status;
}

static int put_bodies(search* s)
{
    const ti_scene* scene = s->scene;
    toi_overlap_def def = {.threads = s->request->threads ? s->request->threads : tool_default_threads()};
    s->vertices = calloc((size_t)scene->body_count + 1, sizeof *s->vertices);
    if (s->vertices == NULL || toi_overlap_create(&def, &s->overlap) != TOI_OK) {
        return fail(scene, TOI_ERROR_MEMORY, NULL);
    }
    for (uint32_t i = 0; i < scene->body_count; ++i) {
        toi_error error = {0};
        toi_status status = put_body(s, i, &error);
        if (status != TOI_OK) {
            char reason[400];
            snprintf(reason, sizeof reason, "bodies[%u] (body \"%.100s\"): %s", (unsigned)i,
                     scene->bodies[i].name, error.text);
            return fail(scene, status, reason);
        }
    }
    return 0;
}

static toi_overlap_method method_of(const tool_request* request)
{
    switch (request->method) {
    case METHOD_TREE:
        return TOI_OVERLAP_TREE;
    case METHOD_JOIN:
        return TOI_OVERLAP_JOIN;
    case METHOD_OCTREE:
        return TOI_OVERLAP_OCTREE;
    case METHOD_ALL:
        return TOI_OVERLAP_ALL;
    default:
        return TOI_OVERLAP_DEFAULT;
    }
}

static void write_overlap(const tool_request* request, const ti_output* output, const void* found)
{
    if (request->json) {
        ti_write_overlap_json(output->stream, found);
    } else if (request->csv) {
        ti_write_overlap_csv(output->stream, found);
    } else {
        ti_write_overlap_text(output->stream, found);
    }
}

static int find(search* s, tool_overlap_use* use, void* context)
{
    const ti_scene* scene = s->scene;
    const tool_request* request = s->request;
    const toi_overlap_query query = {.within = request->within,
                                     .segments = request->segments,
                                     .method = method_of(request),
                                     .octree = {.level = request->level},
                                     .ignore = scene->ignore,
                                     .ignore_count = scene->ignore_count,
                                     .only = scene->only,
                                     .only_count = scene->only_count};
    toi_overlap_result result;
    toi_error error = {0};
    toi_status status = toi_overlap_find(s->overlap, &query, &result, &error);
    if (status != TOI_OK) {
        return fail(scene, status, error.text);
    }
    ti_overlap_report report = {scene, request->time, request->within, request->segments, &result};
    return use(request, &report, context);
}

int tool_overlap_at(const tool_request* request, const ti_scene* scene, tool_overlap_use* use, void* context)
{
    search s = {.request = request, .scene = scene};
    int status = put_bodies(&s);
    status = status ? status : find(&s, use, context);
    toi_overlap_destroy(s.overlap);
    for (uint32_t i = 0; s.vertices != NULL && i < scene->body_count; ++i) {
        free(s.vertices[i]);
    }
    free(s.vertices);
    return status;
}

static int write_found(const tool_request* request, const ti_overlap_report* report, void* context)
{
    (void)context;
    return tool_write(request, write_overlap, report,
                      report->result->pair_count > 0 ? EXIT_CONTACT : EXIT_CLEAR);
}

int tool_overlap(const tool_request* request)
{
    ti_scene scene;
    ti_scene_error error = {0};
    if (ti_scene_load(request->operands[0], NULL, &scene, &error) != TOI_OK) {
        return tool_fail(&error);
    }
    int status = ti_scene_need_faces(&scene, "overlap", &error) != TOI_OK
                     ? tool_fail(&error)
                     : tool_overlap_at(request, &scene, write_found, NULL);
    ti_scene_release(&scene);
    return status;
}
