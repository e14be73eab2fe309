// toi pose: where the bodies of a scene are at a time.

#include "commands.h"

#include "scene/write.h"

static void write_poses(const tool_request* request, const ti_output* output, const void* scene)
{
    if (request->json) {
        ti_write_pose_json(output->stream, scene, request->time, request->vertices);
    } else if (request->csv) {
        ti_write_pose_csv(output->stream, scene, request->time, request->vertices);
    } else {
        ti_write_pose_text(output->stream, scene, request->time, request->vertices);
    }
}

int tool_pose(const tool_request* request)
{
    ti_scene scene;
    ti_scene_error error = {0};
    if (ti_scene_load(request->operands[0], NULL, &scene, &error) != TOI_OK) {
        return tool_fail(&error);
    }
    int status = ti_scene_need_rigid(&scene, "pose", &error) != TOI_OK
                     ? tool_fail(&error)
                     : tool_write(request, write_poses, &scene, 0);
    ti_scene_release(&scene);
    return status;
}
