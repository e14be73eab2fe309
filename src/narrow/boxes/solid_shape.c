// The corners of a box, or the vertices of a convex mesh, turned and moved into the frame of the body: within
// 48 u of their distance from where they are in it, u = 2^-53.

#include "narrow/boxes/solid_shape.h"

#include "core/assert.h"
#include "data.h"
#include "math/rounding.h"
#include "motion/length.h"
#include "narrow/boxes/solid_convex.h"

static const double POSED = 48.0 * TI_U;

static toi_vec3 placed(const ti_solid_part* part, toi_vec3 v)
{
    ti_mat3 m = m3_rotation_of(part->turn);
    return xf_point(&m, part->center, v);
}

static toi_vec3* corners_of(ti_arena* arena, const ti_solid_part* part)
{
    toi_vec3* points = ti_arena_allocate(arena, 8, sizeof *points);
    for (uint32_t i = 0; points != NULL && i < 8; ++i) {
        toi_vec3 v = {i & 1 ? part->half.x : -part->half.x, i & 2 ? part->half.y : -part->half.y,
                      i & 4 ? part->half.z : -part->half.z};
        points[i] = placed(part, v);
    }
    return points;
}

// All vertices that faces have, and their numbers.
static toi_vec3* vertices_of(ti_arena* arena, const toi_mesh* mesh, ti_solid_part* part, uint32_t* count)
{
    toi_vec3* points = ti_arena_allocate(arena, mesh->vertex_count, sizeof *points);
    uint32_t* names = ti_arena_allocate(arena, mesh->vertex_count, sizeof *names);
    if (points == NULL || names == NULL) {
        return NULL;
    }
    *count = 0;
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        if (ti_vertex_used(mesh, i)) {
            points[*count] = placed(part, mesh->vertices[i]);
            names[(*count)++] = i;
        }
    }
    part->names = names;
    return points;
}

toi_status ti_solid_shape_make(ti_arena* arena, const toi_allocator* allocator, const toi_part* from,
                               ti_solid_part* part)
{
    uint32_t count = 8;
    part->mesh = from->kind == TOI_PART_CONVEX ? from->mesh : NULL;
    toi_vec3* points =
        part->mesh != NULL ? vertices_of(arena, part->mesh, part, &count) : corners_of(arena, part);
    if (points == NULL) {
        return TOI_ERROR_MEMORY;
    }
    double off = 0.0; // of the hull from a mesh that rounding keeps from being convex
    bool convex = part->mesh == NULL || ti_mesh_is_nearly_convex(part->mesh, &off);
    TI_ASSERT(convex);
    (void)convex;
    toi_status status = ti_polytope_hull(points, count, allocator, &part->shape);
    if (status != TOI_OK) {
        return status;
    }
    part->has_shape = true;
    part->shape.error += off + POSED * (ti_length(part->shape.center) + ti_length(part->shape.half));
    if (part->mesh != NULL) {
        part->mesh_turn = part->turn;
        part->center = part->shape.center;
        part->half = part->shape.half;
        part->turn = (toi_quat){1.0, 0.0, 0.0, 0.0};
        part->turned = false;
        part->half = v3(ti_up(part->half.x + part->shape.error), ti_up(part->half.y + part->shape.error),
                        ti_up(part->half.z + part->shape.error));
    }
    return TOI_OK;
}

// ---- names

static uint32_t face_of_box(const ti_solid_part* part, toi_vec3 normal)
{
    ti_mat3 m = m3_rotation_of(part->turn);
    toi_vec3 n = m3_apply_transposed(&m, normal);
    const double along[3] = {n.x, n.y, n.z};
    uint32_t best = 0;
    for (uint32_t k = 1; k < 3; ++k) {
        best = fabs(along[k]) > fabs(along[best]) ? k : best;
    }
    return 2 * best + (along[best] > 0.0);
}

// In the frame of the facets.
static toi_vec3 middle_of(const toi_mesh* mesh)
{
    toi_vec3 sum = {0.0, 0.0, 0.0};
    double count = (double)(mesh->vertex_count - mesh->info.vertices_unused);
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        sum = ti_vertex_used(mesh, i) ? v3_madd(sum, 1.0 / count, mesh->local[i]) : sum;
    }
    return sum;
}

// The face whose normal is nearest, outwards whichever way it is wound.
static uint32_t face_of_mesh(const ti_solid_part* part, toi_vec3 normal)
{
    const ti_features* features = &part->mesh->features;
    ti_mat3 m = m3_rotation_of(part->mesh_turn);
    toi_vec3 n = m3_apply_transposed(&m, normal), middle = middle_of(part->mesh);
    double most = -HUGE_VAL;
    uint32_t face = 0;
    for (uint32_t i = 0; i < features->facet_count; ++i) {
        const ti_facet* f = &features->facets[i];
        double along = v3_dot(f->normal, middle) <= f->offset ? v3_dot(f->normal, n) : -v3_dot(f->normal, n);
        if (along > most) {
            most = along;
            face = f->face;
        }
    }
    return face;
}

toi_feature ti_solid_shape_name(const ti_solid_part* part, toi_feature feature)
{
    if (feature.kind == TOI_FEATURE_FACE) {
        toi_vec3 n = part->shape.normals[feature.index[0]];
        feature.index[0] = part->mesh != NULL ? face_of_mesh(part, n) : face_of_box(part, n);
        return feature;
    }
    uint32_t ends = feature.kind == TOI_FEATURE_EDGE ? 2 : 1;
    for (uint32_t k = 0; part->mesh != NULL && k < ends; ++k) {
        feature.index[k] = part->names[feature.index[k]];
    }
    if (ends == 2 && feature.index[0] > feature.index[1]) {
        feature = (toi_feature){TOI_FEATURE_EDGE, {feature.index[1], feature.index[0]}};
    }
    return feature;
}
