// What the commands that answer have in common: exit status, colours, how they write, and what they say of
// open meshes.

#define _POSIX_C_SOURCE 200809L

#include "commands.h"

#include "scene/place.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_DEFAULT_THREADS = 64 };

uint32_t tool_threads(const tool_request* request)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return request->threads               ? request->threads
           : cores < 1                    ? 1
           : cores > MOST_DEFAULT_THREADS ? MOST_DEFAULT_THREADS
                                          : (uint32_t)cores;
}

bool tool_wants_colour(const ti_output* output)
{
    const char* refuse = getenv("NO_COLOR");
    const char* terminal = getenv("TERM");
    return output->is_stdout && isatty(STDOUT_FILENO) && !(refuse && refuse[0]) && terminal &&
           strcmp(terminal, "dumb") != 0;
}

int tool_fail_open_mesh(const ti_scene* scene, uint64_t body)
{
    ti_scene_error error = {.status = TOI_ERROR_OPEN_MESH};
    toi_mesh_info info;
    char name[128];
    ti_text_tame(scene->bodies[body].name, sizeof name, name);
    toi_mesh_get_info(scene->bodies[body].mesh, &info);
    snprintf(error.text, sizeof error.text,
             "%.128s: bodies[%llu].mesh (body \"%s\"): is open, with %u edges of one face; --solid needs "
             "closed meshes",
             scene->name, (unsigned long long)body, name, info.edges_boundary);
    return tool_fail(&error);
}

int tool_exit_of(toi_answer answer)
{
    return answer == TOI_ANSWER_CLEAR     ? EXIT_CLEAR
           : answer == TOI_ANSWER_CONTACT ? EXIT_CONTACT
                                          : EXIT_UNDECIDED;
}

int tool_write(const tool_request* request, tool_writer* write, const void* found, int status)
{
    ti_output output;
    if (request->quiet && !request->json && !request->csv) {
        return status;
    }
    int failed = tool_output_open(request, &output);
    if (failed) {
        return failed;
    }
    write(request, &output, found);
    return tool_output_close(&output, status);
}
