// What a scene owns, and what a command may ask of it.

#include "scene.h"

#include <stdarg.h>
#include <stdio.h>

static void release(const toi_allocator* allocator, const void* memory)
{
    allocator->release((void*)(uintptr_t)memory, allocator->context);
}

static void release_motion(const toi_allocator* allocator, const toi_motion* motion)
{
    release(allocator, motion->keys);
    release(allocator, motion->moves);
    release(allocator, motion->to);
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

uint32_t ti_scene_vertex_count(const ti_scene_body* body)
{
    toi_mesh_info info = {0};
    if (body->mesh) {
        toi_mesh_get_info(body->mesh, &info);
    }
    return info.vertices;
}

// ---- what a command takes

// Says what is wrong with a body: "scene.json: bodies[2].KEY (body "cloth"): WHAT".
__attribute__((format(printf, 5, 6))) static toi_status refuse(const ti_scene* scene, uint32_t index,
                                                               const char* key, ti_scene_error* error,
                                                               const char* format, ...)
{
    va_list values;
    int used =
        snprintf(error->text, sizeof error->text, "%.128s: bodies[%u].%s (body \"%.128s\"): ", scene->name,
                 index, key, scene->bodies[index].name);
    size_t start = used > 0 ? (size_t)used : 0;
    va_start(values, format);
    vsnprintf(error->text + start, sizeof error->text - start, format, values);
    va_end(values);
    error->status = TOI_ERROR_INVALID;
    return TOI_ERROR_INVALID;
}

toi_status ti_scene_need_poses(const ti_scene* scene, const char* command, ti_scene_error* error)
{
    for (uint32_t i = 0; i < scene->body_count; ++i) {
        toi_error why = {0};
        if (toi_motion_check(&scene->bodies[i].motion, &why) != TOI_OK) {
            return refuse(scene, i, "motion", error,
                          "`toi %s` takes rigid motions: %s; give a \"rotation\" in place of the \"matrix\"",
                          command, why.text);
        }
    }
    return TOI_OK;
}

// Refuses bodies that deform.
static toi_status need_same_shapes(const ti_scene* scene, const char* command, ti_scene_error* error)
{
    for (uint32_t i = 0; i < scene->body_count; ++i) {
        if (scene->bodies[i].motion.kind == TOI_MOTION_VERTICES) {
            return refuse(scene, i, "motion", error,
                          "deforms; `toi %s` does not take deforming bodies; `toi check`, `toi overlap` and "
                          "`toi pose` do",
                          command);
        }
    }
    return TOI_OK;
}

static bool is_round(const ti_scene_body* body)
{
    return body->shape == TI_SHAPE_SPHERE || body->shape == TI_SHAPE_CYLINDER;
}

// The path of the key that makes a body round.
static const char* round_key(const ti_scene_body* body)
{
    return body->shape == TI_SHAPE_SPHERE ? "mesh.sphere" : "mesh.cylinder";
}

// Refuses round shapes.
static toi_status need_polygons(const ti_scene* scene, const char* command, ti_scene_error* error)
{
    for (uint32_t i = 0; i < scene->body_count; ++i) {
        if (is_round(&scene->bodies[i])) {
            return refuse(
                scene, i, round_key(&scene->bodies[i]), error,
                "`toi %s` takes meshes and boxes, not exact round shapes, which `toi pose` and `toi check "
                "--all` take; give a mesh file, {\"vertices\", \"faces\"} or {\"box\"}",
                command);
        }
    }
    return TOI_OK;
}

toi_status ti_scene_need_rigid(const ti_scene* scene, const char* command, ti_scene_error* error)
{
    toi_status status = ti_scene_need_poses(scene, command, error);
    return status == TOI_OK ? need_same_shapes(scene, command, error) : status;
}

toi_status ti_scene_need_meshes(const ti_scene* scene, const char* command, ti_scene_error* error)
{
    toi_status status = ti_scene_need_rigid(scene, command, error);
    return status == TOI_OK ? need_polygons(scene, command, error) : status;
}

toi_status ti_scene_need_faces(const ti_scene* scene, const char* command, ti_scene_error* error)
{
    toi_status status = ti_scene_need_poses(scene, command, error);
    return status == TOI_OK ? need_polygons(scene, command, error) : status;
}

// A body that deforms and is asked with body i; the count of bodies where there is none.
static uint32_t deforming_beside(const ti_scene* scene, uint32_t i)
{
    uint32_t k = 0;
    while (k < scene->body_count &&
           !(scene->bodies[k].motion.kind == TOI_MOTION_VERTICES && ti_scene_asks(scene, i, k))) {
        ++k;
    }
    return k;
}

toi_status ti_scene_need_meshes_beside(const ti_scene* scene, const char* command, ti_scene_error* error)
{
    toi_status status = ti_scene_need_poses(scene, command, error);
    for (uint32_t i = 0; status == TOI_OK && i < scene->body_count; ++i) {
        const ti_scene_body* body = &scene->bodies[i];
        uint32_t soft = is_round(body) ? deforming_beside(scene, i) : scene->body_count;
        if (soft < scene->body_count) {
            status = refuse(scene, i, round_key(body), error,
                            "`toi %s` takes exact round shapes, but not beside a body that deforms, as "
                            "\"%.64s\" does; give a mesh, or the pair in \"ignore\"",
                            command, scene->bodies[soft].name);
        }
    }
    return status;
}

toi_status ti_scene_need_boxes(const ti_scene* scene, const char* command, ti_scene_error* error)
{
    if (need_same_shapes(scene, command, error) != TOI_OK) {
        return TOI_ERROR_INVALID;
    }
    for (uint32_t i = 0; i < scene->body_count; ++i) {
        const ti_scene_body* body = &scene->bodies[i];
        toi_mesh_info info = {0};
        toi_mesh_get_info(body->mesh, &info);
        bool mesh = body->shape == TI_SHAPE_MESH;
        if (body->boxes == NULL && body->shape != TI_SHAPE_BOX && !(mesh && info.closed)) {
            return refuse(scene, i, "mesh", error,
                          "%s; `toi %s` takes boxes and closed convex meshes: give {\"box\": [hx, hy, hz]}, "
                          "or \"boxes\" in place of \"mesh\"",
                          mesh ? "is not closed" : "is a round shape", command);
        }
    }
    return TOI_OK;
}
