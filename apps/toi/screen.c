// toi screen: a pair of a scene on its collision screen, as a picture.

#include "commands.h"

#include "scene/place.h"
#include "scene/write_screen.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CONTACTS = 10000, TAME = 64 };

// What is drawn.
typedef struct drawing {
    const tool_request* request;
    const ti_scene* scene;
    uint32_t pair[2];
    toi_query_def def;
    toi_screen screen;
    toi_contact* contacts;
    uint32_t contacts_found;
} drawing;

static toi_body body_of(const ti_scene* scene, uint32_t index)
{
    return (toi_body){.mesh = scene->bodies[index].mesh, .motion = scene->bodies[index].motion};
}

static int fail(toi_status status, const ti_scene* scene, const char* text)
{
    ti_scene_error error = {.status = status};
    snprintf(error.text, sizeof error.text, "%.128s: %s", scene->name, text ? text : toi_status_name(status));
    return tool_fail(&error);
}

// ---- which pair

static bool find_body(const ti_scene* scene, const char* name, size_t length, uint32_t* index)
{
    for (uint32_t i = 0; i < scene->body_count; ++i) {
        if (strlen(scene->bodies[i].name) == length && strncmp(scene->bodies[i].name, name, length) == 0) {
            *index = i;
            return true;
        }
    }
    return false;
}

// "A,B"; names may have commas themselves.
static int read_pair(drawing* d)
{
    const char* text = d->request->pair;
    char tame[TAME];
    for (const char* comma = strchr(text, ','); comma; comma = strchr(comma + 1, ',')) {
        if (find_body(d->scene, text, (size_t)(comma - text), &d->pair[0]) &&
            find_body(d->scene, comma + 1, strlen(comma + 1), &d->pair[1])) {
            return d->pair[0] != d->pair[1]
                       ? 0
                       : tool_usage_error(d->request, "--pair needs two bodies, not one twice");
        }
    }
    ti_text_tame(text, sizeof tame, tame);
    return tool_usage_error(
        d->request, "--pair needs the names of two bodies of the scene, A,B; \"%s\" is not that", tame);
}

static bool is_ignored(const ti_scene* scene, uint32_t a, uint32_t b)
{
    return ti_pairs_have(scene->ignore, scene->ignore_count, a, b);
}

// The first pair that the scene asks for, and how many more there are, at most one.
static int count_pairs(const ti_scene* scene, uint32_t pair[2])
{
    int count = 0;
    for (uint32_t i = 0; scene->only && i < scene->only_count && count < 2; ++i) {
        if (!is_ignored(scene, scene->only[i].a, scene->only[i].b) && count++ == 0) {
            pair[0] = scene->only[i].a;
            pair[1] = scene->only[i].b;
        }
    }
    for (uint32_t a = 0; !scene->only && a < scene->body_count; ++a) {
        for (uint32_t b = a + 1; b < scene->body_count && count < 2; ++b) {
            if (!is_ignored(scene, a, b) && count++ == 0) {
                pair[0] = a;
                pair[1] = b;
            }
        }
    }
    return count;
}

// Of several pairs the one that touches first.
static int choose_touching(drawing* d)
{
    const ti_scene* scene = d->scene;
    toi_body* bodies = calloc(scene->body_count, sizeof *bodies);
    if (!bodies) {
        return fail(TOI_ERROR_MEMORY, scene, NULL);
    }
    for (uint32_t i = 0; i < scene->body_count; ++i) {
        bodies[i] = body_of(scene, i);
    }
    toi_world_def def = {.bodies = bodies,
                         .body_count = scene->body_count,
                         .ignore = scene->ignore,
                         .ignore_count = scene->ignore_count,
                         .only = scene->only,
                         .only_count = scene->only_count};
    toi_world_result world = {0};
    toi_error error = {.index = UINT64_MAX};
    toi_status status = toi_world_check(&def, &world, &error);
    free(bodies);
    if (status != TOI_OK) {
        return fail(status, scene, error.text[0] ? error.text : NULL);
    }
    if (world.first < world.pair_count) {
        d->pair[0] = world.pairs[world.first].a;
        d->pair[1] = world.pairs[world.first].b;
    }
    char a[TAME], b[TAME];
    ti_text_tame(scene->bodies[d->pair[0]].name, sizeof a, a);
    ti_text_tame(scene->bodies[d->pair[1]].name, sizeof b, b);
    fprintf(stderr, "toi: of several pairs this draws %s and %s, %s; --pair draws another one\n", a, b,
            world.first < world.pair_count ? "which touch first" : "the first, as no pair touches");
    toi_world_result_release(&world);
    return 0;
}

static int choose_pair(drawing* d)
{
    if (d->request->pair) {
        return read_pair(d);
    }
    switch (count_pairs(d->scene, d->pair)) {
    case 0:
        return fail(TOI_ERROR_INVALID, d->scene,
                    "has no pair to draw: it needs two bodies that are not ignored");
    case 1:
        return 0;
    default:
        return choose_touching(d);
    }
}

// ---- drawing

// The contacts are those of the screw that is drawn.
static toi_status find_contacts(drawing* d, const toi_body* a, const toi_body* b)
{
    toi_query_def def = d->def;
    toi_result result;
    d->contacts = calloc(MOST_CONTACTS, sizeof *d->contacts);
    def.contacts = d->contacts;
    def.contact_capacity = MOST_CONTACTS;
    def.relative_screw = d->screen.between_ends;
    toi_status status = d->contacts ? toi_all_contacts(a, b, &def, &result) : TOI_ERROR_MEMORY;
    d->contacts_found = status == TOI_OK ? result.contact_count : 0;
    return status;
}

static toi_status write_picture(const drawing* d, FILE* stream)
{
    uint32_t found = d->contacts_found;
    ti_screen_report report = {.name = {d->scene->bodies[d->pair[0]].name, d->scene->bodies[d->pair[1]].name},
                               .screen = &d->screen,
                               .contacts = d->contacts,
                               .contact_count = found < MOST_CONTACTS ? found : (uint32_t)MOST_CONTACTS,
                               .contacts_found = found,
                               .def = &d->def};
    return ti_write_screen_svg(stream, &report);
}

static toi_status draw(drawing* d, FILE* stream)
{
    toi_body a = body_of(d->scene, d->pair[0]), b = body_of(d->scene, d->pair[1]);
    toi_status status = toi_screen_draw(&a, &b, &d->def, &d->screen);
    status = status == TOI_OK ? find_contacts(d, &a, &b) : status;
    status = status == TOI_OK ? write_picture(d, stream) : status;
    toi_screen_release(&d->screen);
    free(d->contacts);
    return status;
}

static drawing drawing_of(const tool_request* request, const ti_scene* scene)
{
    return (drawing){.request = request,
                     .scene = scene,
                     .def = {.min_properness = request->min_properness,
                             .leaving = request->leaving,
                             .relative_screw = request->relative_screw,
                             .tolerance = request->tolerance,
                             .pixels = request->pixels,
                             .time_resolution = request->time_resolution}};
}

toi_status tool_screen_write(const tool_request* request, const ti_scene* scene, const uint32_t pair[2],
                             FILE* stream)
{
    drawing d = drawing_of(request, scene);
    d.pair[0] = pair[0];
    d.pair[1] = pair[1];
    return draw(&d, stream);
}

static int draw_to_output(drawing* d)
{
    ti_output output;
    int failed = tool_output_open(d->request, &output);
    if (failed) {
        return failed;
    }
    toi_status status = draw(d, output.stream);
    if (status == TOI_OK) {
        return tool_output_close(&output, 0);
    }
    ti_output_discard(&output);
    return fail(status, d->scene,
                status == TOI_ERROR_LIMIT
                    ? "its collision screen has too many pixels; --pixels makes it coarser"
                    : NULL);
}

int tool_screen(const tool_request* request)
{
    ti_scene scene;
    ti_scene_error error = {0};
    if (ti_scene_load(request->operands[0], NULL, &scene, &error) != TOI_OK) {
        return tool_fail(&error);
    }
    drawing d = drawing_of(request, &scene);
    int status =
        ti_scene_need_meshes(&scene, "screen", &error) != TOI_OK ? tool_fail(&error) : choose_pair(&d);
    status = status ? status : draw_to_output(&d);
    ti_scene_release(&scene);
    return status;
}
