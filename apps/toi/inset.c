// Bodies that are shrunk for a trace by half of the separation each, so that bodies that rest on each other
// touch to the eye and not at a distance.

#include "inset.h"

#include "scene/place.h"

#include <stdlib.h>

enum { TAME = 64 };

static int fail_inset(const ti_scene* scene, const toi_mesh* mesh, toi_status status,
                      const toi_error* failure)
{
    ti_scene_error error = {.status = status};
    char name[TAME];
    uint32_t body = 0;
    while (body + 1 < scene->body_count && scene->bodies[body].mesh != mesh) {
        ++body;
    }
    ti_text_tame(scene->bodies[body].name, sizeof name, name);
    snprintf(error.text, sizeof error.text,
             "%.128s: bodies[%u].mesh (body \"%s\"): --inset: %s; a smaller --separation shrinks it less",
             scene->name, body, name, failure->text[0] ? failure->text : toi_status_name(status));
    return tool_fail(&error);
}

int tool_inset_make(const ti_scene* scene, double depth, tool_inset* inset)
{
    *inset = (tool_inset){.scene = scene, .meshes = calloc(scene->mesh_count, sizeof *inset->meshes)};
    if (!inset->meshes) {
        ti_scene_error error = {.status = TOI_ERROR_MEMORY};
        return tool_fail(&error);
    }
    for (uint32_t i = 0; i < scene->mesh_count; ++i) {
        toi_error failure = {0};
        toi_status status = toi_mesh_create_inset(scene->meshes[i], depth, NULL, &inset->meshes[i], &failure);
        if (status != TOI_OK) {
            return fail_inset(scene, scene->meshes[i], status, &failure);
        }
    }
    return 0;
}

const toi_mesh* tool_inset_mesh(const tool_inset* inset, const toi_mesh* mesh)
{
    for (uint32_t i = 0; inset->meshes && i < inset->scene->mesh_count; ++i) {
        if (inset->scene->meshes[i] == mesh) {
            return inset->meshes[i];
        }
    }
    return mesh;
}

void tool_inset_release(tool_inset* inset)
{
    for (uint32_t i = 0; inset->meshes && i < inset->scene->mesh_count; ++i) {
        toi_mesh_destroy(inset->meshes[i]);
    }
    free(inset->meshes);
}
