// The commands of the tool. Each returns the exit status of the process, after a message where something is
// wrong.

#ifndef TOOL_COMMANDS_H
#define TOOL_COMMANDS_H

#include "options.h"

#include "scene/output.h"
#include "scene/scene.h"

int tool_check(const tool_request* request);
int tool_info(const tool_request* request);
int tool_pose(const tool_request* request);
int tool_screen(const tool_request* request);

// Says what is wrong with a scene or mesh file; returns the exit status for it.
int tool_fail(const ti_scene_error* error);

// Opens what the request writes to; returns 0 or an exit status.
int tool_output_open(const tool_request* request, ti_output* output);

// Finishes the output; returns `status`, or EXIT_LIMIT where it could not be written.
int tool_output_close(ti_output* output, int status);

#endif
