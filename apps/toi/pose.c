// toi pose: where the bodies of a scene are at a time.

#include "commands.h"

#include "scene/write.h"

static int write_poses(const tool_request* request, const ti_scene* scene)
{
    ti_output output;
    if (tool_is_silent(request)) {
        return 0;
    }
    int failed = tool_output_open(request, &output);
    if (failed) {
        return failed;
    }
    if (request->json) {
        ti_write_pose_json(output.stream, scene, request->time, request->vertices);
    } else if (request->csv) {
        ti_write_pose_csv(output.stream, scene, request->time, request->vertices);
    } else {
        ti_write_pose_text(output.stream, scene, request->time, request->vertices);
    }
    return tool_output_close(&output, 0);
}

int tool_pose(const tool_request* request)
{
    ti_scene scene;
    ti_scene_error error = {0};
    if (ti_scene_load(request->operands[0], NULL, &scene, &error) != TOI_OK) {
        return tool_fail(&error);
    }
    int status = write_poses(request, &scene);
    ti_scene_release(&scene);
    return status;
}
