// toi check: first contact of every pair of a scene.

#define _POSIX_C_SOURCE 200809L

#include "commands.h"

#include "scene/place.h"
#include "scene/write.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LISTED_PAIRS = 1000, DEFAULT_THREADS = 64 };

static uint32_t default_threads(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > DEFAULT_THREADS ? DEFAULT_THREADS : (uint32_t)cores;
}

static bool wants_colour(const ti_output* output)
{
    const char* refuse = getenv("NO_COLOR");
    const char* terminal = getenv("TERM");
    return output->is_stdout && isatty(STDOUT_FILENO) && !(refuse && refuse[0]) && terminal &&
           strcmp(terminal, "dumb") != 0;
}

// Pairs that were asked for, at most: pairs to ignore are not taken off.
static uint64_t count_pairs(const ti_scene* scene)
{
    uint64_t count = scene->body_count;
    return scene->only ? scene->only_count : count * (count - 1) / 2;
}

static int fail_open_mesh(const ti_scene* scene, uint64_t body)
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

// What the library refused. It names bodies by number, as the path of the key does.
static int fail_world(const ti_scene* scene, toi_status status, const toi_error* failure)
{
    ti_scene_error error = {.status = status};
    if (status == TOI_ERROR_OPEN_MESH && failure->index < scene->body_count) {
        return fail_open_mesh(scene, failure->index);
    }
    char text[sizeof failure->text];
    ti_text_tame(failure->text[0] ? failure->text : toi_status_name(status), sizeof text, text);
    snprintf(error.text, sizeof error.text, "%.128s: %s", scene->name, text);
    return tool_fail(&error);
}

static int exit_of(toi_answer answer)
{
    return answer == TOI_ANSWER_CLEAR     ? EXIT_CLEAR
           : answer == TOI_ANSWER_CONTACT ? EXIT_CONTACT
                                          : EXIT_UNDECIDED;
}

static int write_report(const tool_request* request, ti_check_report* report)
{
    ti_output output;
    int status = exit_of(report->world->answer);
    bool silent = request->quiet && !request->json && !request->csv;
    if (silent) {
        return status;
    }
    int failed = tool_output_open(request, &output);
    if (failed) {
        return failed;
    }
    report->colour = wants_colour(&output);
    if (request->json) {
        ti_write_check_json(output.stream, report);
    } else if (request->csv) {
        ti_write_check_csv(output.stream, report);
    } else {
        ti_write_check_text(output.stream, report);
    }
    return tool_output_close(&output, status);
}

// No pair has more than four links a step, so that room for one more shows that none was dropped.
static uint32_t max_links(uint32_t max_steps)
{
    return max_steps < UINT32_MAX / 4 ? 4 * max_steps + 1 : UINT32_MAX;
}

static int check_bodies(const tool_request* request, const ti_scene* scene, const toi_body* bodies)
{
    uint32_t max_steps = request->max_steps ? request->max_steps : TOI_DEFAULT_MAX_STEPS;
    toi_query_def query = {.tolerance = request->tolerance,
                           .separation = request->separation,
                           .solid = request->solid,
                           .max_steps = max_steps,
                           .raise_gap = true};
    toi_world_def def = {
        .bodies = bodies,
        .body_count = scene->body_count,
        .ignore = scene->ignore,
        .ignore_count = scene->ignore_count,
        .only = scene->only,
        .only_count = scene->only_count,
        .query = query,
        .max_links = request->links ? max_links(max_steps) : 0,
        .list_all = count_pairs(scene) <= LISTED_PAIRS,
        .threads = request->threads ? request->threads : default_threads(),
    };
    toi_world_result world = {0};
    toi_error error = {.index = UINT64_MAX};
    toi_status status = toi_world_check(&def, &world, &error);
    if (status != TOI_OK) {
        return fail_world(scene, status, &error);
    }
    ti_check_report report = {.scene = scene,
                              .world = &world,
                              .query = &query,
                              .links = request->links,
                              .max_links = def.max_links};
    int result = write_report(request, &report);
    toi_world_result_release(&world);
    return result;
}

int tool_check(const tool_request* request)
{
    ti_scene scene;
    ti_scene_error error = {0};
    if (ti_scene_load(request->operands[0], NULL, &scene, &error) != TOI_OK) {
        return tool_fail(&error);
    }
    int status = EXIT_LIMIT;
    toi_body* bodies = calloc(scene.body_count, sizeof *bodies);
    if (ti_scene_need_meshes(&scene, "check", &error) != TOI_OK || !bodies) {
        error.status = bodies ? error.status : TOI_ERROR_MEMORY;
        status = tool_fail(&error);
    } else {
        for (uint32_t i = 0; i < scene.body_count; ++i) {
            bodies[i] = (toi_body){scene.bodies[i].mesh, scene.bodies[i].motion};
        }
        status = check_bodies(request, &scene, bodies);
    }
    free(bodies);
    ti_scene_release(&scene);
    return status;
}
