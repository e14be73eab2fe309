// Which vertices have all their faces in one fan.

#include "core/memory.h"
#include "core/sets.h"
#include "mesh/build.h"

// Joins the corners of each vertex that an edge with at most two faces makes neighbours.
static void join_corners(const toi_mesh* mesh, uint32_t* parent)
{
    ti_sets_begin(parent, mesh->corner_count);
    for (uint32_t h = 0; h < mesh->corner_count; ++h) {
        uint32_t g = mesh->topology.next_on_edge[h];
        uint32_t class = mesh->topology.edge_class[h];
        if (class == TI_EDGE_NONE) {
            ti_sets_join(parent, h, mesh_next(mesh, h)); // the face stays at its vertex: one visit
        } else if (g > h && class != TI_EDGE_NON_MANIFOLD) {
            bool same = mesh_tail(mesh, g) == mesh_tail(mesh, h);
            ti_sets_join(parent, h, same ? g : mesh_next(mesh, g));
            ti_sets_join(parent, mesh_next(mesh, h), same ? mesh_next(mesh, g) : g);
        }
    }
}

// At most two corners meet along an edge that is not non-manifold, so corners that hang together form a chain
// or a ring. A non-manifold edge spoils its two ends.
static bool is_one_fan(const toi_mesh* mesh, uint32_t* parent, uint32_t vertex)
{
    const ti_topology* topology = &mesh->topology;
    uint32_t begin = topology->vertex_first[vertex], end = topology->vertex_first[vertex + 1];
    for (uint32_t i = begin; i < end; ++i) {
        uint32_t h = topology->vertex_corner[i];
        uint32_t face = topology->face_of[h];
        uint32_t before = h > mesh->face_offsets[face] ? h - 1 : mesh->face_offsets[face + 1] - 1;
        if (topology->edge_class[h] == TI_EDGE_NON_MANIFOLD ||
            topology->edge_class[before] == TI_EDGE_NON_MANIFOLD) {
            return false;
        }
        if (ti_sets_find(parent, h) != ti_sets_find(parent, topology->vertex_corner[begin])) {
            return false;
        }
    }
    return true;
}

toi_status ti_mesh_count_fans(toi_mesh* mesh)
{
    uint32_t* parent = ti_allocate(&mesh->allocator, mesh->corner_count, sizeof *parent);
    if (parent == NULL) {
        return TOI_ERROR_MEMORY;
    }
    join_corners(mesh, parent);
    uint32_t broken = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; ++v) {
        broken += !is_one_fan(mesh, parent, v);
    }
    mesh->info.vertices_non_manifold = broken;
    mesh->info.manifold = broken == 0 && mesh->info.edges_non_manifold == 0;
    ti_release(&mesh->allocator, parent);
    return TOI_OK;
}
