// The commands of the tool. Each returns the exit status of the process, after a message where something is
// wrong.

#ifndef TOOL_COMMANDS_H
#define TOOL_COMMANDS_H

#include "options.h"

#include "scene/output.h"
#include "scene/scene.h"
#include "scene/write.h"

int tool_boxes(const tool_request* request);
int tool_check(const tool_request* request);
int tool_contacts(const tool_request* request);
int tool_info(const tool_request* request);
int tool_overlap(const tool_request* request);
int tool_primitives(const tool_request* request);
int tool_pose(const tool_request* request);
int tool_report(const tool_request* request);
int tool_screen(const tool_request* request);
int tool_trace(const tool_request* request);

// Says what is wrong with a scene or mesh file; returns the exit status for it.
int tool_fail(const ti_scene_error* error);

// Says that `solid` asks for a closed mesh where that of a body is open; returns the exit status for it.
int tool_fail_open_mesh(const ti_scene* scene, uint64_t body);

// What a check found; `report` points into the others, so that it must stay where it is.
typedef struct tool_checked {
    toi_world_result world;
    toi_query_def query;
    ti_check_report report;
} tool_checked;

// Checks a scene as the request says. Returns 0, or the exit status after a message; then there is nothing to
// release.
int tool_check_find(const tool_request* request, const ti_scene* scene, tool_checked* checked);

void tool_check_release(tool_checked* checked);

// Draws the collision screen of a pair of rigid meshes, with the contacts on it, as SVG.
// @return TOI_ERROR_LIMIT where it has too many pixels
toi_status tool_screen_write(const tool_request* request, const ti_scene* scene, const uint32_t pair[2],
                             FILE* stream);

// Finds which faces meet at each of some times, and hands that to `use`, until that returns a status which is
// not 0. Returns it, or the exit status after a message. For scenes of bodies with faces.
typedef int tool_overlap_use(const tool_request* request, const ti_overlap_report* report, void* context);
int tool_overlap_at(const tool_request* request, const ti_scene* scene, const double* times, uint32_t count,
                    tool_overlap_use* use, void* context);

// The exit status for an answer.
int tool_exit_of(toi_answer answer);

// Whether the output goes to a terminal that shows colours.
bool tool_wants_colour(const ti_output* output);

// Opens what the request writes to; returns 0 or an exit status.
int tool_output_open(const tool_request* request, ti_output* output);

// Finishes the output; returns `status`, or EXIT_LIMIT where it could not be written.
int tool_output_close(ti_output* output, int status);

// The threads to use: those asked for, else one for each core.
uint32_t tool_threads(const tool_request* request);

// Pairs of the scene that are asked, at most: pairs to ignore are not taken off.
uint64_t tool_count_pairs(const ti_scene* scene);

// Of more pairs than this those that are clear are not listed.
enum { LISTED_PAIRS = 1000 };

// Writes what a command found in the form asked for; `found` is what tool_write was given.
typedef void tool_writer(const tool_request* request, const ti_output* output, const void* found);

// Has the answer written, but for a quiet request without a form; returns `status`, or the exit status of an
// output that cannot be written.
int tool_write(const tool_request* request, tool_writer* write, const void* found, int status);

#endif
