// Where the vertices of a closed mesh go when all its faces move inwards.
//
// A vertex v moves to v - depth N with n_i . N >= 1 for the outward unit normals n_i of its faces. The
// shortest such N is w/|w|^2, w the point nearest to the origin of the convex hull of the normals; there is
// one unless the hull holds the origin. With three planes that meet in a point N is where the planes n_i . N
// = 1 do, as long as that is not much farther.

#include "mesh/inset.h"

#include "core/error.h"
#include "core/memory.h"
#include "math/rounding.h"
#include "math/simplex.h"
#include "mesh/features.h"

#include <inttypes.h>

// Planes whose normals differ by less are one: some thousand times what files round in them.
static const double ONE_PLANE = 0x1p-30;

// Three planes are taken to their common point where this is at most so many times as far as the nearest
// point inside of all.
static const double FARTHER = 2.0;

// The hull of the normals is no nearer to the origin than this: a tip of 0.1 degrees.
static const double LEAST = 0x1p-10;

enum { MOST_ROUNDS = 100 };

// The facets at a vertex.
typedef struct corner_planes {
    const ti_features* features;
    uint32_t begin, end; // in features->sector
} corner_planes;

static toi_vec3 plane_normal(const corner_planes* p, uint32_t i)
{
    return p->features->facets[p->features->sector[i].facet].normal;
}

// The first normal that is none of those known.
static bool next_normal(const corner_planes* p, const toi_vec3* known, int count, toi_vec3* normal)
{
    for (uint32_t i = p->begin; i < p->end; ++i) {
        bool seen = false;
        *normal = plane_normal(p, i);
        for (int k = 0; k < count; ++k) {
            seen = seen || v3_length(v3_sub(*normal, known[k])) <= ONE_PLANE;
        }
        if (!seen) {
            return true;
        }
    }
    return false;
}

// Where n_i . N = 1 for three normals. False where they are nearly in one plane.
static bool meet_three(const toi_vec3 n[3], toi_vec3* out)
{
    toi_vec3 yz = v3_cross(n[1], n[2]), sum = v3_add(yz, v3_add(v3_cross(n[2], n[0]), v3_cross(n[0], n[1])));
    double det = v3_dot(n[0], yz);
    *out = v3_scale(1.0 / det, sum);
    return fabs(det) > LEAST;
}

// The shortest N with n . N >= 1 for all normals. False where there is none.
static bool inside_of_all(const corner_planes* p, toi_vec3* out)
{
    ti_simplex s = {.count = 1, .w = {plane_normal(p, p->begin)}};
    ti_nearest nearest = sx_nearest_point(s.w[0]);
    for (int round = 0; round < MOST_ROUNDS; ++round) {
        uint32_t lowest = p->begin;
        double least = HUGE_VAL;
        for (uint32_t i = p->begin; i < p->end; ++i) {
            double along = v3_dot(plane_normal(p, i), nearest.point);
            lowest = along < least ? i : lowest;
            least = along < least ? along : least;
        }
        if (least >= nearest.distance2 * (1.0 - 0x1p-46) || s.count == 4 || sx_holds(&s, lowest, 0)) {
            break;
        }
        s.a[s.count] = lowest;
        s.b[s.count] = 0;
        s.w[s.count++] = plane_normal(p, lowest);
        if (!sx_reduce(&s, &nearest) || !(nearest.distance2 > LEAST * LEAST)) {
            return false;
        }
    }
    *out = v3_scale(1.0 / nearest.distance2, nearest.point);
    return nearest.distance2 > LEAST * LEAST;
}

// What is left of the rounding of N: the least of n . N over the normals is made 1.
static toi_vec3 lifted(const corner_planes* p, toi_vec3 way)
{
    double least = HUGE_VAL;
    for (uint32_t i = p->begin; i < p->end; ++i) {
        least = fmin(least, v3_dot(plane_normal(p, i), way));
    }
    return least > 0.5 && least < 1.0 ? v3_scale(1.0 / least, way) : way;
}

// The way of a vertex, in depths. False where it has none.
static bool way_inside(const corner_planes* p, toi_vec3* way)
{
    toi_vec3 normal[4], apex;
    int count = 0;
    while (count < 4 && next_normal(p, normal, count, &normal[count])) {
        ++count;
    }
    if (!inside_of_all(p, way)) {
        return false;
    }
    *way = lifted(p, *way);
    if (count == 3 && meet_three(normal, &apex) && v3_length(apex) <= FARTHER * v3_length(*way)) {
        *way = lifted(p, apex);
    }
    return true;
}

// Marks faces of solids. A face that is not plane has several facets.
static void mark_faces(const ti_features* f, ti_inset* inset)
{
    for (uint32_t i = 0; i < f->facet_count; ++i) {
        const ti_facet* facet = &f->facets[i];
        if (facet->solid) {
            inset->face_solid[facet->face] = 1;
            inset->face_out[facet->face] = facet->normal;
            inset->moves = true;
        }
    }
}

static toi_status move_vertex(const toi_mesh* mesh, uint32_t v, double depth, ti_inset* inset,
                              toi_error* error)
{
    const ti_features* f = &mesh->features;
    corner_planes planes = {f, f->sector_first[v], f->sector_first[v + 1]};
    toi_vec3 way;
    uint32_t solid = 0;
    for (uint32_t i = planes.begin; i < planes.end; ++i) {
        solid += f->facets[f->sector[i].facet].solid;
    }
    if (solid == 0) {
        return TOI_OK;
    }
    if (solid < planes.end - planes.begin) {
        return ti_fail(error, TOI_ERROR_INVALID, v,
                       "vertex %" PRIu32 " belongs to a solid and to a sheet: a solid cannot be made smaller "
                       "there",
                       v);
    }
    if (!way_inside(&planes, &way)) {
        return ti_fail(error, TOI_ERROR_INVALID, v,
                       "vertex %" PRIu32
                       " has faces all around, or is too sharp: no way leads inside of them "
                       "all",
                       v);
    }
    toi_vec3 to = v3_madd(mesh->vertices[v], -depth, way);
    inset->vertices[3 * (size_t)v] = to.x;
    inset->vertices[3 * (size_t)v + 1] = to.y;
    inset->vertices[3 * (size_t)v + 2] = to.z;
    return TOI_OK;
}

toi_status ti_inset_move(const toi_mesh* mesh, double depth, const toi_allocator* allocator, ti_inset* inset,
                         toi_error* error)
{
    *inset =
        (ti_inset){.face_solid = ti_allocate_zero(allocator, mesh->face_count, sizeof *inset->face_solid),
                   .face_out = ti_allocate_zero(allocator, mesh->face_count, sizeof *inset->face_out),
                   .vertices = ti_allocate(allocator, mesh->vertex_count, 3 * sizeof *inset->vertices)};
    if (inset->face_solid == NULL || inset->face_out == NULL || inset->vertices == NULL) {
        return ti_fail_memory(error);
    }
    mark_faces(&mesh->features, inset);
    for (uint32_t v = 0; v < mesh->vertex_count; ++v) {
        inset->vertices[3 * (size_t)v] = mesh->vertices[v].x;
        inset->vertices[3 * (size_t)v + 1] = mesh->vertices[v].y;
        inset->vertices[3 * (size_t)v + 2] = mesh->vertices[v].z;
        toi_status status = move_vertex(mesh, v, depth, inset, error);
        if (status != TOI_OK) {
            return status;
        }
    }
    return TOI_OK;
}

void ti_inset_release(ti_inset* inset, const toi_allocator* allocator)
{
    ti_release(allocator, inset->face_solid);
    ti_release(allocator, inset->face_out);
    ti_release(allocator, inset->vertices);
}
