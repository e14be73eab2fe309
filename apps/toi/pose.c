// toi pose: where the bodies of a scene are at a time.

#include "commands.h"

#include "scene/write.h"

#include <stdlib.h>

typedef struct places {
    const ti_scene* scene;
    toi_vec3* room; // for the vertices of any body; NULL where they are not asked
} places;

static void write_poses(const tool_request* request, const ti_output* output, const void* found)
{
    const places* p = found;
    if (request->json) {
        ti_write_pose_json(output->stream, p->scene, request->time, p->room);
    } else if (request->csv) {
        ti_write_pose_csv(output->stream, p->scene, request->time, p->room);
    } else {
        ti_write_pose_text(output->stream, p->scene, request->time, p->room);
    }
}

static toi_vec3* make_room(const ti_scene* scene)
{
    uint32_t most = 1;
    for (uint32_t i = 0; i < scene->body_count; ++i) {
        uint32_t count = ti_scene_vertex_count(&scene->bodies[i]);
        most = count > most ? count : most;
    }
    return malloc(most * sizeof(toi_vec3));
}

static int answer(const tool_request* request, const ti_scene* scene)
{
    places p = {scene, NULL};
    if (request->vertices) {
        p.room = make_room(scene);
        if (!p.room) {
            return tool_fail(&(ti_scene_error){.status = TOI_ERROR_MEMORY, .text = "out of memory"});
        }
    }
    int status = tool_write(request, write_poses, &p, 0);
    free(p.room);
    return status;
}

int tool_pose(const tool_request* request)
{
    ti_scene scene;
    ti_scene_error error = {0};
    if (ti_scene_load(request->operands[0], NULL, &scene, &error) != TOI_OK) {
        return tool_fail(&error);
    }
    int status =
        ti_scene_need_poses(&scene, "pose", &error) != TOI_OK ? tool_fail(&error) : answer(request, &scene);
    ti_scene_release(&scene);
    return status;
}
