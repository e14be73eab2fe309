// What a scene owns, and what a command may ask of it.

#include "scene.h"

#include <stdio.h>

static void release(const toi_allocator* allocator, const void* memory)
{
    allocator->release((void*)(uintptr_t)memory, allocator->context);
}

static void release_motion(const toi_allocator* allocator, const toi_motion* motion)
{
    release(allocator, motion->keys);
    release(allocator, motion->moves);
    for (uint32_t i = 0; i < motion->rational_count; ++i) {
        const toi_rational* piece = &motion->rationals[i];
        release(allocator, piece->rotation);
        release(allocator, piece->matrix);
        release(allocator, piece->translation);
        release(allocator, piece->weights);
    }
    release(allocator, motion->rationals);
}

void ti_scene_release(ti_scene* scene)
{
    if (!scene || !scene->allocator.release) {
        return;
    }
    toi_allocator allocator = scene->allocator;
    for (uint32_t i = 0; i < scene->body_count; ++i) {
        allocator.release(scene->bodies[i].name, allocator.context);
        release(&allocator, scene->bodies[i].boxes);
        release_motion(&allocator, &scene->bodies[i].motion);
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

toi_status ti_scene_need_rigid(const ti_scene* scene, const char* command, ti_scene_error* error)
{
    for (uint32_t i = 0; i < scene->body_count; ++i) {
        const ti_scene_body* body = &scene->bodies[i];
        toi_error why = {0};
        if (toi_motion_check(&body->motion, &why) == TOI_OK) {
            continue;
        }
        snprintf(error->text, sizeof error->text,
                 "%.128s: bodies[%u].motion (body \"%.128s\"): `toi %s` takes rigid motions: %s; give a "
                 "\"rotation\" in place of the \"matrix\"",
                 scene->name, i, body->name, command, why.text);
        error->status = TOI_ERROR_INVALID;
        return TOI_ERROR_INVALID;
    }
    return TOI_OK;
}

toi_status ti_scene_need_boxes(const ti_scene* scene, const char* command, ti_scene_error* error)
{
    for (uint32_t i = 0; i < scene->body_count; ++i) {
        const ti_scene_body* body = &scene->bodies[i];
        toi_mesh_info info = {0};
        toi_mesh_get_info(body->mesh, &info);
        bool mesh = body->shape == TI_SHAPE_MESH;
        if (body->boxes != NULL || body->shape == TI_SHAPE_BOX || (mesh && info.closed)) {
            continue;
        }
        const char* what = mesh ? "is not closed" : "is a round shape";
        snprintf(
            error->text, sizeof error->text,
            "%.128s: bodies[%u].mesh (body \"%.128s\"): %s; `toi %s` takes boxes and closed convex meshes: "
            "give {\"box\": [hx, hy, hz]}, "
            "or \"boxes\" in place of \"mesh\"",
            scene->name, i, body->name, what, command);
        error->status = TOI_ERROR_INVALID;
        return TOI_ERROR_INVALID;
    }
    return TOI_OK;
}

toi_status ti_scene_need_meshes(const ti_scene* scene, const char* command, ti_scene_error* error)
{
    if (ti_scene_need_rigid(scene, command, error) != TOI_OK) {
        return TOI_ERROR_INVALID;
    }
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
