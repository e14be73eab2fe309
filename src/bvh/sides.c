// The sides of a convex body: planes of its facets, with the points around them.

#include "bvh/sides.h"

#include "core/memory.h"
#include "mesh/features.h"

bool ti_mesh_is_hull(const toi_mesh* mesh)
{
    const toi_mesh_info* info = &mesh->info;
    bool flat = mesh->face_count == 1 && info->faces_non_planar == 0 && info->faces_non_convex == 0 &&
                info->faces_degenerate == 0;
    return info->convex || mesh->triangle_count == 1 || flat;
}

// The largest v.n of all points.
static double offset_of(const ti_points* points, toi_vec3 n)
{
    double most = -HUGE_VAL;
    for (uint32_t i = 0; i < points->count; ++i) {
        most = fmax(most, v3_dot(n, v3(points->x[i], points->y[i], points->z[i])));
    }
    return most;
}

// The point that stands for a vertex: where vertices coincide one may for all, so by its place.
static uint32_t point_of(const toi_mesh* mesh, uint32_t vertex)
{
    const ti_points* p = &mesh->support.points;
    toi_vec3 v = mesh->local[vertex];
    for (uint32_t i = 0; i < p->count; ++i) {
        if (p->x[i] == v.x && p->y[i] == v.y && p->z[i] == v.z) {
            return i;
        }
    }
    return TI_NONE;
}

// Points of a facet that are corners of the hull, counter-clockwise around its outer normal.
static void take_corners(const toi_mesh* mesh, const ti_facet* f, bool flip, ti_sides* s)
{
    uint32_t count = facet_corner_count(f), to = s->corner_first[s->count];
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t p = point_of(mesh, mesh->features.corner[f->corner_begin + (flip ? count - 1 - i : i)]);
        if (p != TI_NONE) {
            s->corner[to++] = p;
        }
    }
    s->corner_first[++s->count] = to;
}

static void take_side(const toi_mesh* mesh, const ti_facet* f, bool flip, ti_sides* s)
{
    toi_vec3 n = flip ? v3_negate(f->normal) : f->normal;
    uint32_t room = s->normal.count, i = s->count;
    s->memory[i] = n.x;
    s->memory[room + i] = n.y;
    s->memory[2 * room + i] = n.z;
    s->memory[3 * room + i] = offset_of(&mesh->support.points, n);
    take_corners(mesh, f, flip, s);
}

static void repeat_last(ti_sides* s)
{
    uint32_t room = s->normal.count;
    for (uint32_t i = s->count; i < room; ++i) {
        for (uint32_t k = 0; k < 4; ++k) {
            s->memory[k * room + i] = s->memory[k * room + s->count - 1];
        }
    }
}

static bool allocate(toi_mesh* mesh, uint32_t count, uint32_t corners)
{
    ti_sides* s = &mesh->sides;
    uint32_t room = (count + 3) / 4 * 4;
    s->memory = ti_allocate(&mesh->allocator, 4 * (size_t)room, sizeof *s->memory);
    s->corner = ti_allocate(&mesh->allocator, corners, sizeof *s->corner);
    s->corner_first = ti_allocate_zero(&mesh->allocator, (size_t)count + 1, sizeof *s->corner_first);
    s->normal = (ti_points){s->memory, s->memory + room, s->memory + 2 * (size_t)room, room};
    s->offset = s->memory + 3 * (size_t)room;
    return s->memory != NULL && s->corner != NULL && s->corner_first != NULL;
}

toi_status ti_sides_build(toi_mesh* mesh)
{
    const ti_features* f = &mesh->features;
    bool convex = mesh->info.convex;
    uint32_t count = convex ? f->facet_count : 2 * f->facet_count;
    mesh->sides = (ti_sides){.count = 0};
    if (!ti_mesh_is_hull(mesh) || count == 0 || count > TI_MOST_SIDES) {
        return TOI_OK;
    }
    uint32_t corners = 2 * f->facets[f->facet_count - 1].corner_end;
    if (!allocate(mesh, count, corners)) {
        ti_release(&mesh->allocator, mesh->sides.memory);
        ti_release(&mesh->allocator, mesh->sides.corner);
        ti_release(&mesh->allocator, mesh->sides.corner_first);
        mesh->sides = (ti_sides){.count = 0};
        return TOI_ERROR_MEMORY;
    }
    bool inside_out = convex && mesh->info.edges_convex == 0;
    for (uint32_t i = 0; i < f->facet_count; ++i) {
        take_side(mesh, &f->facets[i], inside_out, &mesh->sides);
        if (!convex) {
            take_side(mesh, &f->facets[i], true, &mesh->sides);
        }
    }
    repeat_last(&mesh->sides);
    return TOI_OK;
}
