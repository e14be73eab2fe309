// toi trace: how far one body of a scene gets among the others.

#include "commands.h"
#include "inset.h"

#include "scene/place.h"
#include "scene/write.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCKING = 64, TAME = 64 }; // room for so many pairs of features a move

// What is traced, and the answers.
typedef struct tracing {
    const tool_request* request;
    const ti_scene* scene;
    uint32_t mover;
    toi_move* moves;
    toi_trace_result* results;
    toi_touch* blocking;
    uint32_t count;
    toi_body* bodies;
    uint32_t* sides;
    uint32_t* skip; // bodies that the scene does not ask the mover about
    uint32_t skip_count;
    double separation; // 0: default
    tool_inset inset;
} tracing;

static int fail_memory(const ti_scene* scene)
{
    ti_scene_error error = {.status = TOI_ERROR_MEMORY};
    snprintf(error.text, sizeof error.text, "%.128s: out of memory", scene->name);
    return tool_fail(&error);
}

// "scene.json: bodies[0].motion (body "rod"): ..."
static int fail_motion(const ti_scene* scene, uint32_t body, const char* text)
{
    ti_scene_error error = {.status = TOI_ERROR_INVALID};
    char name[TAME];
    ti_text_tame(scene->bodies[body].name, sizeof name, name);
    snprintf(error.text, sizeof error.text, "%.128s: bodies[%u].motion (body \"%s\"): %s", scene->name, body,
             name, text);
    return tool_fail(&error);
}

static int find_mover(tracing* t)
{
    const ti_scene* scene = t->scene;
    const char* name = t->request->mover;
    const char** names = calloc(scene->body_count, sizeof *names);
    char tame[TAME], right[TAME];
    if (!names) {
        return fail_memory(scene);
    }
    for (t->mover = 0; t->mover < scene->body_count; ++t->mover) {
        if (strcmp(scene->bodies[t->mover].name, name) == 0) {
            free(names);
            return 0;
        }
        names[t->mover] = scene->bodies[t->mover].name;
    }
    const char* nearest = ti_words_nearest((ti_words){names, scene->body_count}, name);
    free(names);
    ti_text_tame(name, sizeof tame, tame);
    ti_text_tame(nearest ? nearest : scene->bodies[0].name, sizeof right, right);
    return tool_usage_error(t->request, "--mover: no body is named \"%s\"; %s \"%s\"%s", tame,
                            nearest ? "did you mean" : "the first of the scene is", right,
                            nearest ? "?" : "");
}

// ---- what is traced

static int read_moves(tracing* t)
{
    const toi_motion* motion = &t->scene->bodies[t->mover].motion;
    toi_error error = {0};
    if (toi_motion_moves(motion, NULL, 0, &t->count, &error) != TOI_OK) {
        char text[sizeof error.text + 64];
        snprintf(text, sizeof text, "`toi trace` goes along translations and rotations: %s", error.text);
        return fail_motion(t->scene, t->mover, text);
    }
    if (t->count == 0) {
        return fail_motion(
            t->scene, t->mover,
            "rests, so there is nothing to trace; give it a translation, a rotation, moves, or "
            "between");
    }
    t->moves = calloc(t->count, sizeof *t->moves);
    t->results = calloc(t->count, sizeof *t->results);
    t->blocking = calloc(t->count, BLOCKING * sizeof *t->blocking);
    if (!t->moves || !t->results || !t->blocking) {
        return fail_memory(t->scene);
    }
    toi_motion_moves(motion, t->moves, t->count, &t->count, NULL);
    return 0;
}

// The default of toi_trace_def, for the mesh before it is shrunk.
static const double DEFAULT_SEPARATION = 1e-4;

static int shrink_bodies(tracing* t)
{
    t->separation = t->request->separation;
    if (!t->request->inset) {
        return 0;
    }
    if (!(t->separation > 0.0)) {
        toi_mesh_info info;
        toi_mesh_get_info(t->scene->bodies[t->mover].mesh, &info);
        t->separation = DEFAULT_SEPARATION * info.size;
    }
    return tool_inset_make(t->scene, 0.5 * t->separation, &t->inset);
}

static int list_bodies(tracing* t)
{
    const ti_scene* scene = t->scene;
    t->bodies = calloc(scene->body_count, sizeof *t->bodies);
    t->sides = calloc(scene->body_count, sizeof *t->sides);
    t->skip = calloc(scene->body_count, sizeof *t->skip);
    if (!t->bodies || !t->sides || !t->skip) {
        return fail_memory(scene);
    }
    for (uint32_t i = 0; i < scene->body_count; ++i) {
        const toi_mesh* mesh = tool_inset_mesh(&t->inset, scene->bodies[i].mesh);
        t->bodies[i] = (toi_body){.mesh = mesh, .motion = scene->bodies[i].motion};
        t->sides[i] = scene->bodies[i].sides;
        if (i != t->mover && !ti_scene_asks(scene, t->mover, i)) {
            t->skip[t->skip_count++] = i;
        }
    }
    return 0;
}

// ---- tracing

static toi_trace_def def_of(const tracing* t)
{
    const tool_request* request = t->request;
    return (toi_trace_def){
        .separation = t->separation,
        .tolerance = request->tolerance,
        .solid = request->solid,
        .method = request->method == METHOD_PAPER ? TOI_TRACE_PAPER : TOI_TRACE_CERTIFIED,
        .max_steps = request->max_steps,
        .skip = t->skip,
        .skip_count = t->skip_count,
        .blocking = t->blocking,
        .blocking_capacity = BLOCKING * t->count,
    };
}

// A motion between two poses turns where it got to.
static void show_turns(tracing* t)
{
    if (t->scene->bodies[t->mover].motion.kind == TOI_MOTION_BETWEEN) {
        t->moves[1].point = t->results[0].pose.position;
    }
}

static int trace(tracing* t)
{
    toi_trace_bodies_def def = {.bodies = t->bodies,
                                .count = t->scene->body_count,
                                .mover = t->mover,
                                .sides = t->sides,
                                .trace = def_of(t)};
    toi_error failure = {0};
    toi_status status = toi_trace_bodies(&def, t->results, t->count, &t->count, &failure);
    if (status == TOI_ERROR_OPEN_MESH) {
        return tool_fail_open_mesh(t->scene, t->mover);
    }
    if (status != TOI_OK) {
        ti_scene_error error = {.status = status};
        snprintf(error.text, sizeof error.text, "%.128s: %s", t->scene->name,
                 failure.text[0] ? failure.text : toi_status_name(status));
        return tool_fail(&error);
    }
    show_turns(t);
    return 0;
}

static void write_report(const tool_request* request, const ti_output* output, const void* found)
{
    ti_trace_report report = *(const ti_trace_report*)found;
    report.colour = tool_wants_colour(output);
    if (request->json) {
        ti_write_trace_json(output->stream, &report);
    } else if (request->csv) {
        ti_write_trace_csv(output->stream, &report);
    } else {
        ti_write_trace_text(output->stream, &report);
    }
}

static int write_traces(const tracing* t)
{
    const tool_request* request = t->request;
    ti_trace_report report = {.scene = t->scene,
                              .mover = t->mover,
                              .method =
                                  request->method == METHOD_PAPER ? TOI_TRACE_PAPER : TOI_TRACE_CERTIFIED,
                              .max_steps = request->max_steps ? request->max_steps : TOI_DEFAULT_MAX_STEPS,
                              .inset = request->inset ? 0.5 * t->separation : 0.0,
                              .moves = t->moves,
                              .results = t->results,
                              .count = t->count,
                              .blocking = t->blocking,
                              .blocking_capacity = BLOCKING * t->count};
    return tool_write(request, write_report, &report, tool_exit_of(ti_trace_answer(&report)));
}

int tool_trace(const tool_request* request)
{
    ti_scene scene;
    ti_scene_error error = {0};
    if (ti_scene_load(request->operands[0], NULL, &scene, &error) != TOI_OK) {
        return tool_fail(&error);
    }
    tracing t = {.request = request, .scene = &scene};
    int status = ti_scene_need_meshes(&scene, "trace", &error) != TOI_OK ? tool_fail(&error) : find_mover(&t);
    status = status ? status : read_moves(&t);
    status = status ? status : shrink_bodies(&t);
    status = status ? status : list_bodies(&t);
    status = status ? status : trace(&t);
    status = status ? status : write_traces(&t);
    free(t.moves);
    free(t.results);
    free(t.blocking);
    free(t.bodies);
    free(t.sides);
    free(t.skip);
    tool_inset_release(&t.inset);
    ti_scene_release(&scene);
    return status;
}
