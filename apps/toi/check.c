// toi check: first contact of every pair of a scene, or all contacts.

#define _POSIX_C_SOURCE 200809L

#include "commands.h"
#include "gaps.h"

#include "scene/place.h"
#include "scene/write.h"

#include <stdlib.h>
#include <string.h>

static const double DEFAULT_SAFETY = 0.9;

uint64_t tool_count_pairs(const ti_scene* scene)
{
    uint64_t count = scene->body_count;
    return scene->only ? scene->only_count : count * (count - 1) / 2;
}

// What the library refused. It names bodies by number, as the path of the key does.
static int fail_world(const ti_scene* scene, toi_status status, const toi_error* failure)
{
    ti_scene_error error = {.status = status};
    if (status == TOI_ERROR_OPEN_MESH && failure->index < scene->body_count) {
        return tool_fail_open_mesh(scene, failure->index);
    }
    char text[sizeof failure->text];
    ti_text_tame(failure->text[0] ? failure->text : toi_status_name(status), sizeof text, text);
    snprintf(error.text, sizeof error.text, "%.128s: %s", scene->name, text);
    return tool_fail(&error);
}

static void write_report(const tool_request* request, const ti_output* output, const void* found)
{
    ti_check_report report = *(const ti_check_report*)found;
    report.colour = tool_wants_colour(output);
    if (request->json) {
        ti_write_check_json(output->stream, &report);
    } else if (request->csv) {
        ti_write_check_csv(output->stream, &report);
    } else {
        ti_write_check_text(output->stream, &report);
    }
}

// No pair has more than four links a step, so that room for one more shows that none was dropped.
static uint32_t max_links(uint32_t max_steps)
{
    return max_steps < UINT32_MAX / 4 ? 4 * max_steps + 1 : UINT32_MAX;
}

static uint32_t max_steps_of(const tool_request* request)
{
    uint32_t most = request->all ? TOI_DEFAULT_MAX_ALL_STEPS : TOI_DEFAULT_MAX_STEPS;
    return request->max_steps ? request->max_steps : most;
}

static bool deforms(const toi_body* bodies, uint32_t count)
{
    bool any = false;
    for (uint32_t i = 0; i < count; ++i) {
        any = any || bodies[i].motion.kind == TOI_MOTION_VERTICES;
    }
    return any;
}

// 0 where no step is asked for.
static double safety_of(const tool_request* request)
{
    double safety = request->safety > 0.0 ? request->safety : DEFAULT_SAFETY;
    return request->max_step ? safety : 0.0;
}

static toi_query_def query_of(const tool_request* request)
{
    return (toi_query_def){
        .tolerance = request->tolerance,
        .separation = request->separation,
        .solid = request->solid,
        .max_steps = max_steps_of(request),
        .raise_gap = !request->all,
        .all = request->all,
        .method = request->method == METHOD_SCREEN ? TOI_METHOD_SCREEN : TOI_METHOD_SCREW,
        .min_properness = request->min_properness,
        .leaving = request->leaving,
        .relative_screw = request->relative_screw,
        .max_model_error = request->max_model_error,
        .concurrent = request->concurrent,
        .pixels = request->pixels,
        .time_resolution = request->time_resolution,
        .robust = request->robust,
    };
}

// The output says it too, but not where one looks first.
static void warn_of_cut(const tool_request* request, const toi_world_result* world)
{
    uint32_t cut = 0;
    for (uint32_t i = 0; i < world->pair_count; ++i) {
        cut += world->pairs[i].contacts_found > world->pairs[i].result.contact_count;
    }
    if (request->all && cut > 0 && !request->quiet) {
        fprintf(stderr,
                "toi: %u pair%s more contacts than are listed: the latest were cut; --max-contacts "
                "sets how many are kept\n",
                cut, cut == 1 ? " has" : "s have");
    }
}

static int check_bodies(const tool_request* request, const ti_scene* scene, const toi_body* bodies,
                        tool_checked* checked)
{
    toi_query_def query = query_of(request);
    // The default of bodies that deform is no limit: it is left to the library.
    toi_query_def asked = query;
    asked.max_steps = request->max_steps;
    query.max_steps =
        request->max_steps || !deforms(bodies, scene->body_count) ? query.max_steps : UINT32_MAX;
    toi_world_def def = {
        .bodies = bodies,
        .body_count = scene->body_count,
        .ignore = scene->ignore,
        .ignore_count = scene->ignore_count,
        .only = scene->only,
        .only_count = scene->only_count,
        .query = asked,
        .max_contacts = request->max_contacts,
        .max_links = request->links ? max_links(query.max_steps) : 0,
        .list_all = tool_count_pairs(scene) <= LISTED_PAIRS,
        .threads = tool_threads(request),
    };
    toi_error error = {.index = UINT64_MAX};
    toi_status status = toi_world_check(&def, &checked->world, &error);
    if (status != TOI_OK) {
        return fail_world(scene, status, &error);
    }
    checked->query = query;
    checked->report = (ti_check_report){.scene = scene,
                                        .world = &checked->world,
                                        .query = &checked->query,
                                        .links = request->links,
                                        .safety = safety_of(request),
                                        .max_links = def.max_links};
    warn_of_cut(request, &checked->world);
    return 0;
}

// What no body that deforms can be asked, by the option; NULL where there is nothing.
static const char* for_rigid_alone(const tool_request* request)
{
    bool screen = request->method == METHOD_SCREEN;
    return request->all && screen                    ? " --all --method screen"
           : request->all && request->relative_screw ? " --all --relative-screw"
                                                     : NULL;
}

// Exact round shapes are for all contacts alone, affine motions for none, and bodies that deform have no
// certificate and no screws.
static toi_status check_scene(const tool_request* request, const ti_scene* scene, ti_scene_error* error)
{
    char command[64];
    const char* rigid = for_rigid_alone(request);
    const char* option = request->all ? " --all" : request->links ? " --links" : "";
    snprintf(command, sizeof command, "%s%s", request->command->name, rigid ? rigid : option);
    if (rigid) {
        return ti_scene_need_rigid(scene, command, error);
    }
    if (request->all) {
        return ti_scene_need_meshes_beside(scene, command, error);
    }
    return request->links ? ti_scene_need_meshes(scene, command, error)
                          : ti_scene_need_faces(scene, command, error);
}

int tool_check_find(const tool_request* request, const ti_scene* scene, tool_checked* checked)
{
    ti_scene_error error = {.status = TOI_ERROR_MEMORY};
    *checked = (tool_checked){0};
    toi_body* bodies = calloc(scene->body_count, sizeof *bodies);
    if (!bodies || check_scene(request, scene, &error) != TOI_OK) {
        free(bodies);
        return tool_fail(&error);
    }
    for (uint32_t i = 0; i < scene->body_count; ++i) {
        bodies[i] = (toi_body){
            .mesh = scene->bodies[i].mesh, .motion = scene->bodies[i].motion, .self = scene->bodies[i].self};
    }
    int status = check_bodies(request, scene, bodies, checked);
    free(bodies);
    return status;
}

void tool_check_release(tool_checked* checked)
{
    toi_world_result_release(&checked->world);
}

// With samples of the gap where they are asked for.
static int measure_and_write(const tool_request* request, const tool_checked* checked)
{
    ti_check_report report = checked->report;
    tool_gaps gaps = {0};
    if (request->samples > 0) {
        toi_status status =
            tool_gaps_measure(report.scene, &checked->world, request->samples, tool_threads(request), &gaps);
        if (status != TOI_OK) {
            tool_gaps_release(&gaps);
            return tool_fail(&(ti_scene_error){.status = status});
        }
        report.gaps = true;
        report.curves = gaps.curves;
        report.curve_count = gaps.count;
    }
    int status = tool_write(request, write_report, &report, tool_exit_of(checked->world.answer));
    tool_gaps_release(&gaps);
    return status;
}

int tool_check(const tool_request* request)
{
    ti_scene scene;
    ti_scene_error error = {0};
    if (ti_scene_load(request->operands[0], NULL, &scene, &error) != TOI_OK) {
        return tool_fail(&error);
    }
    tool_checked checked;
    int status = tool_check_find(request, &scene, &checked);
    if (status == 0) {
        status = measure_and_write(request, &checked);
        tool_check_release(&checked);
    }
    ti_scene_release(&scene);
    return status;
}
