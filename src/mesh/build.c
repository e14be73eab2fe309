// Makes a mesh from arrays: checks them, copies them and runs the pieces of this folder in order.

#include "mesh/build.h"

#include "core/error.h"
#include "core/memory.h"
#include "mesh/features.h"

#include <inttypes.h>
#include <string.h>

static const uint64_t max_corners = UINT64_C(1) << 30;

static toi_status check_offsets(const toi_mesh_def* def, uint32_t* corner_count, toi_error* error)
{
    if (def->face_offsets == NULL) {
        uint64_t count = UINT64_C(3) * def->face_count;
        if (count > max_corners) {
            return ti_fail(error, TOI_ERROR_LIMIT, 0, "the mesh has %" PRIu64 " corners; the limit is 2^30",
                           count);
        }
        *corner_count = (uint32_t)count;
        return TOI_OK;
    }
    if (def->face_offsets[0] != 0) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "face_offsets[0] is %" PRIu32 "; it must be 0",
                       def->face_offsets[0]);
    }
    for (uint32_t f = 0; f < def->face_count; ++f) {
        uint32_t begin = def->face_offsets[f];
        uint32_t end = def->face_offsets[f + 1];
        if (end < begin) {
            return ti_fail(error, TOI_ERROR_INVALID, f,
                           "face %" PRIu32 " ends at corner %" PRIu32 ", before its start at %" PRIu32
                           "; face_offsets must rise",
                           f, end, begin);
        }
        if (end == begin) {
            return ti_fail(error, TOI_ERROR_INVALID, f,
                           "face %" PRIu32 " has no corners; a face needs at least one", f);
        }
    }
    if (def->face_offsets[def->face_count] > max_corners) {
        return ti_fail(error, TOI_ERROR_LIMIT, 0, "the mesh has %" PRIu32 " corners; the limit is 2^30",
                       def->face_offsets[def->face_count]);
    }
    *corner_count = def->face_offsets[def->face_count];
    return TOI_OK;
}

static toi_status check_counts(const toi_mesh_def* def, toi_error* error)
{
    if (def->vertex_count == 0 || def->vertices == NULL) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "the mesh has no vertices; it needs at least one");
    }
    if (def->face_count == 0 || def->indices == NULL) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "the mesh has no faces; it needs at least one");
    }
    if (!(def->scale >= 0.0) || !isfinite(def->scale)) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "scale is %g; it must be finite and positive, or 0 for 1",
                       def->scale);
    }
    return TOI_OK;
}

// Face of a corner, by bisection: only messages need it.
static uint32_t find_face(const toi_mesh_def* def, uint32_t corner)
{
    if (def->face_offsets == NULL) {
        return corner / 3;
    }
    uint32_t lo = 0, hi = def->face_count;
    while (hi - lo > 1) {
        uint32_t middle = lo + (hi - lo) / 2;
        if (def->face_offsets[middle] <= corner) {
            lo = middle;
        } else {
            hi = middle;
        }
    }
    return lo;
}

static toi_status copy_vertices(const toi_mesh_def* def, toi_mesh* mesh, toi_error* error)
{
    double scale = def->scale > 0.0 ? def->scale : 1.0;
    for (uint32_t i = 0; i < def->vertex_count; ++i) {
        const double* p = def->vertices + 3 * (size_t)i;
        toi_vec3 given = {p[0], p[1], p[2]};
        toi_vec3 v = v3_scale(scale, given);
        if (!v3_finite(v)) {
            return ti_fail(error, TOI_ERROR_INVALID, i,
                           "vertex %" PRIu32 " is (%g, %g, %g)%s; coordinates must be finite", i, given.x,
                           given.y, given.z, v3_finite(given) ? " and too large once scaled" : "");
        }
        mesh->vertices[i] = v;
    }
    return TOI_OK;
}

static toi_status copy_faces(const toi_mesh_def* def, toi_mesh* mesh, toi_error* error)
{
    for (uint32_t i = 0; i < mesh->corner_count; ++i) {
        if (def->indices[i] >= def->vertex_count) {
            uint32_t face = find_face(def, i);
            return ti_fail(error, TOI_ERROR_INVALID, face,
                           "face %" PRIu32 " names vertex %" PRIu32 "; the mesh has vertices 0 to %" PRIu32,
                           face, def->indices[i], def->vertex_count - 1);
        }
        mesh->corners[i] = def->indices[i];
    }
    for (uint32_t f = 0; f <= mesh->face_count; ++f) {
        mesh->face_offsets[f] = def->face_offsets == NULL ? 3 * f : def->face_offsets[f];
    }
    return TOI_OK;
}

static uint32_t count_triangles(const toi_mesh* mesh)
{
    uint32_t count = 0;
    for (uint32_t f = 0; f < mesh->face_count; ++f) {
        uint32_t n = mesh_corner_count(mesh, f);
        count += n < 3 ? 1 : n - 2;
    }
    return count;
}

// Arrays that the copies go into; all that is known of their size before.
static bool allocate_copies(toi_mesh* mesh)
{
    const toi_allocator* allocator = &mesh->allocator;
    mesh->vertices = ti_allocate(allocator, mesh->vertex_count, sizeof *mesh->vertices);
    mesh->corners = ti_allocate(allocator, mesh->corner_count, sizeof *mesh->corners);
    mesh->face_offsets = ti_allocate(allocator, (size_t)mesh->face_count + 1, sizeof *mesh->face_offsets);
    return mesh->vertices != NULL && mesh->corners != NULL && mesh->face_offsets != NULL;
}

static bool allocate_rest(toi_mesh* mesh)
{
    const toi_allocator* allocator = &mesh->allocator;
    ti_topology* topology = &mesh->topology;
    mesh->triangles = ti_allocate(allocator, mesh->triangle_count, sizeof *mesh->triangles);
    topology->face_of = ti_allocate(allocator, mesh->corner_count, sizeof *topology->face_of);
    topology->next_on_edge = ti_allocate(allocator, mesh->corner_count, sizeof *topology->next_on_edge);
    topology->edge_class = ti_allocate(allocator, mesh->corner_count, sizeof *topology->edge_class);
    topology->vertex_first =
        ti_allocate(allocator, (size_t)mesh->vertex_count + 1, sizeof *topology->vertex_first);
    topology->vertex_corner = ti_allocate(allocator, mesh->corner_count, sizeof *topology->vertex_corner);
    if (!mesh->inspect_only) {
        mesh->local = ti_allocate(allocator, mesh->vertex_count, sizeof *mesh->local);
    }
    return mesh->triangles != NULL && topology->face_of != NULL && topology->next_on_edge != NULL &&
           topology->edge_class != NULL && topology->vertex_first != NULL &&
           topology->vertex_corner != NULL && (mesh->inspect_only || mesh->local != NULL);
}

// All that follows from the polygons.
static toi_status derive(toi_mesh* mesh, uint32_t* apex)
{
    toi_status status = ti_mesh_link_edges(mesh);
    if (status == TOI_OK) {
        status = ti_mesh_triangulate(mesh, apex);
    }
    if (status == TOI_OK) {
        ti_mesh_classify_edges(mesh, apex);
        status = ti_mesh_find_components(mesh);
    }
    if (status == TOI_OK) {
        status = ti_mesh_count_repeated(mesh);
    }
    if (status == TOI_OK) {
        status = ti_mesh_count_fans(mesh);
    }
    if (status == TOI_OK) {
        ti_mesh_set_convex(mesh);
    }
    return status;
}

static toi_status fill(const toi_mesh_def* def, toi_mesh* mesh, toi_error* error)
{
    if (!allocate_copies(mesh)) {
        return ti_fail_memory(error);
    }
    toi_status status = copy_vertices(def, mesh, error);
    if (status == TOI_OK) {
        status = copy_faces(def, mesh, error);
    }
    if (status != TOI_OK) {
        return status;
    }
    mesh->triangle_count = count_triangles(mesh);
    mesh->info.vertices = mesh->vertex_count;
    mesh->info.faces = mesh->face_count;
    mesh->info.triangles = mesh->triangle_count;
    uint32_t* apex = ti_allocate(&mesh->allocator, mesh->corner_count, sizeof *apex);
    status = apex != NULL && allocate_rest(mesh) ? derive(mesh, apex) : TOI_ERROR_MEMORY;
    ti_release(&mesh->allocator, apex);
    if (status != TOI_OK) {
        return ti_fail_memory(error);
    }
    if (!ti_mesh_set_frame(mesh)) {
        return ti_fail(error, TOI_ERROR_INVALID, 0,
                       "the mesh is larger than the largest double; scale it down");
    }
    return TOI_OK;
}

toi_status ti_mesh_build(const toi_mesh_def* def, toi_mesh** mesh, toi_error* error)
{
    uint32_t corner_count = 0;
    toi_status status = check_counts(def, error);
    if (status == TOI_OK) {
        status = check_offsets(def, &corner_count, error);
    }
    if (status != TOI_OK) {
        return status;
    }
    toi_allocator allocator = ti_allocator_or_default(def->allocator);
    toi_mesh* made = ti_allocate_zero(&allocator, 1, sizeof *made);
    if (made == NULL) {
        return ti_fail_memory(error);
    }
    made->allocator = allocator;
    made->vertex_count = def->vertex_count;
    made->face_count = def->face_count;
    made->corner_count = corner_count;
    made->inspect_only = def->inspect_only;
    status = fill(def, made, error);
    if (status != TOI_OK) {
        ti_mesh_free(made);
        return status;
    }
    *mesh = made;
    return TOI_OK;
}

toi_status ti_mesh_build_box(toi_vec3 half, const toi_allocator* allocator, toi_mesh** mesh, toi_error* error)
{
    // Counter-clockwise from outside, in the order -x, +x, -y, +y, -z, +z.
    static const uint32_t indices[24] = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4,
                                         2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};
    static const uint32_t offsets[7] = {0, 4, 8, 12, 16, 20, 24};

    if (!v3_finite(half) || !(half.x >= 0.0 && half.y >= 0.0 && half.z >= 0.0)) {
        return ti_fail(error, TOI_ERROR_INVALID, 0,
                       "the half extents of the box are (%g, %g, %g); they must be finite and "
                       "not negative",
                       half.x, half.y, half.z);
    }
    double vertices[24];
    for (int i = 0; i < 8; ++i) {
        vertices[3 * i] = i & 1 ? half.x : -half.x;
        vertices[3 * i + 1] = i & 2 ? half.y : -half.y;
        vertices[3 * i + 2] = i & 4 ? half.z : -half.z;
    }
    toi_mesh_def def = {.vertices = vertices,
                        .vertex_count = 8,
                        .indices = indices,
                        .face_offsets = offsets,
                        .face_count = 6,
                        .allocator = allocator};
    return ti_mesh_build(&def, mesh, error);
}

void ti_mesh_free(toi_mesh* mesh)
{
    if (mesh == NULL) {
        return;
    }
    toi_allocator allocator = mesh->allocator;
    ti_features_release(mesh);
    void* const owned[] = {
        mesh->vertices,
        mesh->corners,
        mesh->face_offsets,
        mesh->triangles,
        mesh->local,
        mesh->topology.face_of,
        mesh->topology.next_on_edge,
        mesh->topology.edge_class,
        mesh->topology.vertex_first,
        mesh->topology.vertex_corner,
        mesh->topology.component_vertex,
        mesh->tree.nodes,
        mesh->tree.slabs,
        mesh->tree.patches,
        mesh->tree.patch_radius,
        mesh->tree.patch_memory,
        mesh->support.vertex,
        mesh->support.memory,
        mesh->support.neighbor_first,
        mesh->support.neighbors,
        mesh->sides.memory,
        mesh->sides.corner,
        mesh->sides.corner_first,
        mesh,
    };
    for (size_t i = 0; i < sizeof owned / sizeof owned[0]; ++i) {
        ti_release(&allocator, owned[i]);
    }
}
