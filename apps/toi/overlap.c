// toi overlap: which faces of the bodies of a scene meet at a time.

#include "commands.h"

#include "scene/write.h"

#include <stdlib.h>

// What is asked, and the vertices of bodies that deform. Bodies are put in once, whatever the number of
// times.
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

// Puts a body where it is at a time, or gives it its vertices then.
static toi_status place_body(search* s, uint32_t index, double time, toi_error* error)
{
    const ti_scene_body* body = &s->scene->bodies[index];
    if (body->motion.kind != TOI_MOTION_VERTICES) {
        toi_pose pose = toi_motion_pose(&body->motion, time);
        return toi_overlap_move(s->overlap, index, &pose, error);
    }
    const toi_body moving = {.mesh = body->mesh, .motion = body->motion};
    toi_status status = toi_body_vertices(&moving, time, s->vertices[index], error);
    return status == TOI_OK ? toi_overlap_deform(s->overlap, index, s->vertices[index], error) : status;
}

// At the pose of its mesh, with room for the vertices of one that deforms.
static toi_status put_body(search* s, uint32_t index, toi_error* error)
{
    const ti_scene_body* body = &s->scene->bodies[index];
    toi_overlap_body def = {.mesh = body->mesh, .pose = TOI_POSE_IDENTITY, .self = body->self};
    uint32_t number; // its index
    toi_mesh_info info;
    toi_mesh_get_info(body->mesh, &info);
    if (body->motion.kind == TOI_MOTION_VERTICES) {
        s->vertices[index] = calloc(info.vertices, sizeof *s->vertices[index]);
        if (s->vertices[index] == NULL) {
            return TOI_ERROR_MEMORY;
        }
    }
    return toi_overlap_add(s->overlap, &def, &number, error);
}

static int fail_body(const search* s, uint32_t index, toi_status status, const toi_error* error)
{
    char reason[400];
    snprintf(reason, sizeof reason, "bodies[%u] (body \"%.100s\"): %s", (unsigned)index,
             s->scene->bodies[index].name, error->text);
    return fail(s->scene, status, reason);
}

static int put_bodies(search* s)
{
    const ti_scene* scene = s->scene;
    toi_overlap_def def = {.threads = tool_threads(s->request)};
    s->vertices = calloc((size_t)scene->body_count + 1, sizeof *s->vertices);
    if (s->vertices == NULL || toi_overlap_create(&def, &s->overlap) != TOI_OK) {
        return fail(scene, TOI_ERROR_MEMORY, NULL);
    }
    for (uint32_t i = 0; i < scene->body_count; ++i) {
        toi_error error = {0};
        toi_status status = put_body(s, i, &error);
        if (status != TOI_OK) {
            return fail_body(s, i, status, &error);
        }
    }
    return 0;
}

static int place_bodies(search* s, double time)
{
    for (uint32_t i = 0; i < s->scene->body_count; ++i) {
        toi_error error = {0};
        toi_status status = place_body(s, i, time, &error);
        if (status != TOI_OK) {
            return fail_body(s, i, status, &error);
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

static int find(search* s, double time, tool_overlap_use* use, void* context)
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
    ti_overlap_report report = {scene, time, request->within, request->segments, &result};
    return use(request, &report, context);
}

int tool_overlap_at(const tool_request* request, const ti_scene* scene, const double* times, uint32_t count,
                    tool_overlap_use* use, void* context)
{
    search s = {.request = request, .scene = scene};
    int status = put_bodies(&s);
    for (uint32_t i = 0; i < count && status == 0; ++i) {
        status = place_bodies(&s, times[i]);
        status = status ? status : find(&s, times[i], use, context);
    }
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
                     : tool_overlap_at(request, &scene, &request->time, 1, write_found, NULL);
    ti_scene_release(&scene);
    return status;
}
