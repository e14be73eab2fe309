// Public functions that make a mesh whole: polygons and topology, then tree, support and features.

#include "toi/query.h"

#include "bvh/build.h"
#include "bvh/facet_tree.h"
#include "bvh/inset_check.h"
#include "bvh/sides.h"
#include "bvh/support.h"
#include "core/assert.h"
#include "core/error.h"
#include "core/memory.h"
#include "mesh/build.h"
#include "mesh/features.h"

// What queries need. Features stand in the order of the tree.
static toi_status add_all(toi_mesh* mesh)
{
    toi_status (*const piece[])(toi_mesh*) = {ti_tree_build, ti_support_build, ti_features_build,
                                              ti_facet_tree_build, ti_sides_build};
    toi_status status = TOI_OK;
    for (size_t i = 0; status == TOI_OK && i < sizeof piece / sizeof piece[0]; ++i) {
        status = piece[i](mesh);
    }
    return status;
}

// Completes a mesh and hands it over; frees it where that fails.
static toi_status finish(toi_mesh* made, toi_mesh** mesh, toi_error* error)
{
    if (!made->inspect_only && add_all(made) != TOI_OK) {
        ti_mesh_free(made);
        return ti_fail_memory(error);
    }
    *mesh = made;
    return TOI_OK;
}

toi_status toi_mesh_create(const toi_mesh_def* def, toi_mesh** mesh, toi_error* error)
{
    if (def == NULL || mesh == NULL) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "no mesh definition or no place for the mesh");
    }
    toi_mesh* made;
    toi_status status = ti_mesh_build(def, &made, error);
    return status == TOI_OK ? finish(made, mesh, error) : status;
}

toi_status toi_mesh_create_box(toi_vec3 half, const toi_allocator* allocator, toi_mesh** mesh,
                               toi_error* error)
{
    if (mesh == NULL) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "no place for the mesh");
    }
    toi_mesh* made;
    toi_status status = ti_mesh_build_box(half, allocator, &made, error);
    return status == TOI_OK ? finish(made, mesh, error) : status;
}

static toi_status make_round(const ti_round* round, const toi_allocator* allocator, toi_mesh** mesh,
                             toi_error* error)
{
    if (mesh == NULL) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "no place for the mesh");
    }
    return ti_mesh_build_round(round, allocator, mesh, error);
}

toi_status toi_mesh_create_sphere(double radius, const toi_allocator* allocator, toi_mesh** mesh,
                                  toi_error* error)
{
    return make_round(&(ti_round){TI_ROUND_SPHERE, radius, 0.0}, allocator, mesh, error);
}

toi_status toi_mesh_create_cylinder(double radius, double half_height, const toi_allocator* allocator,
                                    toi_mesh** mesh, toi_error* error)
{
    return make_round(&(ti_round){TI_ROUND_CYLINDER, radius, half_height}, allocator, mesh, error);
}

static toi_mesh_def def_of(const toi_polygons* polygons, const toi_allocator* allocator)
{
    return (toi_mesh_def){
        .vertices = polygons->vertices,
        .vertex_count = polygons->vertex_count,
        .indices = polygons->indices,
        .face_offsets = polygons->face_offsets,
        .face_count = polygons->face_count,
        .allocator = allocator,
    };
}

toi_status toi_mesh_create_tessellation(const toi_mesh* round, bool outside, double accuracy,
                                        const toi_allocator* allocator, toi_mesh** mesh, toi_error* error)
{
    if (round == NULL || mesh == NULL) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "no shape or no place for the mesh");
    }
    toi_polygons polygons;
    toi_status status = ti_mesh_tessellate(&round->round, outside, accuracy, allocator, &polygons, error);
    if (status != TOI_OK) {
        return status;
    }
    toi_mesh_def def = def_of(&polygons, allocator);
    status = toi_mesh_create(&def, mesh, error);
    toi_polygons_release(&polygons);
    return status;
}

// Makes the mesh of moved vertices, and checks it.
static toi_status make_inset(const toi_mesh* mesh, double depth, const ti_inset* moved,
                             const toi_allocator* allocator, toi_mesh** inset, toi_error* error)
{
    toi_mesh_def def = {
        .vertices = moved->vertices,
        .vertex_count = mesh->vertex_count,
        .indices = mesh->corners,
        .face_offsets = mesh->face_offsets,
        .face_count = mesh->face_count,
        .allocator = allocator,
    };
    toi_mesh* made;
    toi_status status = toi_mesh_create(&def, &made, error);
    if (status != TOI_OK) {
        return status;
    }
    if (moved->moves && depth > 0.0) {
        status = ti_inset_check(mesh, made, moved, depth, error);
    }
    if (status != TOI_OK) {
        toi_mesh_destroy(made);
        return status;
    }
    *inset = made;
    return TOI_OK;
}

toi_status toi_mesh_create_inset(const toi_mesh* mesh, double depth, const toi_allocator* allocator,
                                 toi_mesh** inset, toi_error* error)
{
    if (mesh == NULL || inset == NULL || mesh->inspect_only || mesh->round.kind != TI_ROUND_NONE) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "no mesh for queries, or no place for the inset");
    }
    if (!(isfinite(depth) && depth >= 0.0)) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "the depth is %g; it must be finite and not negative",
                       depth);
    }
    toi_allocator with = ti_allocator_or_default(allocator);
    ti_inset moved;
    toi_status status = ti_inset_move(mesh, depth, &with, &moved, error);
    if (status == TOI_OK) {
        status = make_inset(mesh, depth, &moved, allocator, inset, error);
    }
    ti_inset_release(&moved, &with);
    return status;
}

toi_status toi_mesh_read(const void* bytes, size_t size, toi_format format, const toi_read_def* def,
                         toi_mesh** mesh, toi_error* error)
{
    if (mesh == NULL) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "no place for the mesh");
    }
    static const toi_read_def defaults = {.scale = 0.0};
    const toi_read_def* used = def != NULL ? def : &defaults;
    toi_polygons polygons;
    toi_status status = toi_polygons_read(bytes, size, format, used, &polygons, error);
    if (status != TOI_OK) {
        return status;
    }
    toi_mesh_def mesh_def = def_of(&polygons, used->allocator);
    mesh_def.scale = used->scale;
    mesh_def.inspect_only = used->inspect_only;
    status = toi_mesh_create(&mesh_def, mesh, error);
    toi_polygons_release(&polygons);
    return status;
}

void toi_mesh_destroy(toi_mesh* mesh)
{
    ti_mesh_free(mesh);
}

uint32_t toi_mesh_triangle(const toi_mesh* mesh, uint32_t triangle, uint32_t vertices[3])
{
    TI_ASSERT(triangle < mesh->triangle_count);
    const ti_triangle* t = &mesh->triangles[triangle];
    for (int k = 0; k < 3; ++k) {
        vertices[k] = t->vertex[k];
    }
    return t->face;
}
