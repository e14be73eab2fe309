// What a scene owns, and what a command may ask of it.

#include "scene.h"

#include <stdio.h>

void ti_scene_release(ti_scene* scene)
{
    if (!scene || !scene->allocator.release) {
        return;
    }
    toi_allocator allocator = scene->allocator;
    for (uint32_t i = 0; i < scene->body_count; ++i) {
        allocator.release(scene->bodies[i].name, allocator.context);
        allocator.release((void*)(uintptr_t)scene->bodies[i].motion.keys, allocator.context);
        allocator.release((void*)(uintptr_t)scene->bodies[i].motion.moves, allocator.context);
    }
    for (uint32_t i = 0; i < scene->mesh_count; ++i) {
        toi_mesh_destroy(scene->meshes[i]);
    }
    allocator.release(scene->bodies, allocator.context);
    allocator.release(scene->meshes, allocator.context);
    allocator.release(scene->ignore, allocator.context);
    allocator.release(scene->only, allocator.context);
    allocator.release(scene->name, allocator.context);
    *scene = (ti_scene){0};
}

bool ti_pairs_have(const toi_pair* pairs, uint32_t count, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < count; ++i) {
        const toi_pair* p = &pairs[i];
        if ((p->a == a && p->b == b) || (p->a == b && p->b == a)) {
            return true;
        }
    }
    return false;
}

bool ti_scene_asks(const ti_scene* scene, uint32_t a, uint32_t b)
{
    return (!scene->only || ti_pairs_have(scene->only, scene->only_count, a, b)) &&
           !ti_pairs_have(scene->ignore, scene->ignore_count, a, b);
}

toi_status ti_scene_need_meshes(const ti_scene* scene, const char* command, ti_scene_error* error)
{
    for (uint32_t i = 0; i < scene->body_count; ++i) {
        const ti_scene_body* body = &scene->bodies[i];
        if (body->shape == TI_SHAPE_MESH || body->shape == TI_SHAPE_BOX) {
            continue;
        }
        const char* shape = body->shape == TI_SHAPE_SPHERE ? "sphere" : "cylinder";
        snprintf(
            error->text, sizeof error->text,
            "%.128s: bodies[%u].mesh.%s (body \"%.128s\"): `toi %s` takes meshes and boxes, not exact "
            "round shapes, which "
            "`toi pose` and `toi check --all` take; give a mesh file, {\"vertices\", \"faces\"} or {\"box\"}",
            scene->name, i, shape, body->name, command);
        error->status = TOI_ERROR_INVALID;
        return TOI_ERROR_INVALID;
    }
    return TOI_OK;
}
