// The points of a body and the hull of them, in the order in which the triangles name them first.

#include "bvh/support.h"

#include "bvh/hull.h"
#include "core/assert.h"
#include "core/memory.h"
#include <string.h>

// A run of points may start anywhere and is read four at a time.
enum { POINTS_BEYOND_END = 4 };

// Points while they are gathered.
typedef struct gathered {
    const toi_allocator* allocator;
    uint32_t* vertex;      // input vertex of a point
    uint32_t* first_point; // [triangle_count + 1]: how many points the triangles before this one name
    uint32_t* place;       // room for a number a vertex or point
    uint32_t count;
} gathered;

// Takes the used vertices in the order in which the triangles name them first.
static void gather_vertices(const toi_mesh* mesh, gathered* g)
{
    memset(g->place, 0, mesh->vertex_count * sizeof *g->place);
    for (uint32_t i = 0; i < mesh->triangle_count; ++i) {
        g->first_point[i] = g->count;
        for (int k = 0; k < 3; ++k) {
            uint32_t v = mesh->triangles[i].vertex[k];
            if (g->place[v] == 0) {
                g->place[v] = 1;
                g->vertex[g->count++] = v;
            }
        }
    }
    g->first_point[mesh->triangle_count] = g->count;
}

// Keeps the points that are corners of the hull, and numbers its corners anew.
static void keep_corners(const toi_mesh* mesh, gathered* g, ti_hull* hull)
{
    memset(g->place, 0, g->count * sizeof *g->place);
    for (uint32_t f = 0; f < hull->facet_count; ++f) {
        for (int k = 0; k < 3; ++k) {
            g->place[hull->facets[f][k]] = 1;
        }
    }
    uint32_t kept = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        uint32_t begin = g->first_point[t], end = g->first_point[t + 1];
        g->first_point[t] = kept;
        for (uint32_t i = begin; i < end; ++i) {
            bool corner = g->place[i] != 0;
            g->place[i] = kept;
            g->vertex[kept] = g->vertex[i];
            kept += corner;
        }
    }
    g->first_point[mesh->triangle_count] = kept;
    g->count = kept;
    for (uint32_t f = 0; f < hull->facet_count; ++f) {
        for (int k = 0; k < 3; ++k) {
            hull->facets[f][k] = g->place[hull->facets[f][k]];
        }
    }
}

static bool make_hull(const toi_mesh* mesh, const gathered* g, ti_hull* hull)
{
    toi_vec3* points = ti_allocate(g->allocator, g->count, sizeof *points);
    if (points == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < g->count; ++i) {
        points[i] = mesh->local[g->vertex[i]];
    }
    toi_status status = ti_hull_build(points, g->count, g->allocator, hull);
    ti_release(g->allocator, points);
    return status == TOI_OK;
}

// Where the neighbours of each point begin: as many as there are, or one for a repeat, up to a multiple of
// four.
static void place_neighbors(const gathered* g, const ti_hull* hull, uint32_t count, uint32_t* first)
{
    for (uint32_t f = 0; f < hull->facet_count; ++f) {
        for (int k = 0; k < 3; ++k) {
            ++first[hull->facets[f][k] + 1];
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t own = i < g->count ? first[i + 1] : 1;
        first[i + 1] = first[i] + (own + 3) / 4 * 4;
    }
}

// Every edge of the hull is a side of two facets, once in each direction. A repeated point at the end is
// joined to the one that it repeats.
static void write_neighbors(const gathered* g, const ti_hull* hull, ti_support* support)
{
    uint32_t* filled = g->place;
    const uint32_t* first = support->neighbor_first;
    uint16_t* to = support->neighbors;
    memset(filled, 0, g->count * sizeof *filled);
    for (uint32_t f = 0; f < hull->facet_count; ++f) {
        for (int k = 0; k < 3; ++k) {
            uint32_t p = hull->facets[f][k];
            to[first[p] + filled[p]++] = (uint16_t)hull->facets[f][(k + 1) % 3];
        }
    }
    for (uint32_t p = 0; p < g->count; ++p) {
        for (uint32_t i = first[p] + filled[p]; i < first[p + 1]; ++i) {
            to[i] = to[first[p]];
        }
    }
    for (uint32_t i = first[g->count]; i < first[support->points.count]; ++i) {
        to[i] = (uint16_t)(g->count - 1);
    }
}

static bool fill_neighbors(const gathered* g, const ti_hull* hull, ti_support* support)
{
    uint32_t count = support->points.count;
    if (hull->facet_count == 0 || count <= TI_PATCH_POINTS || count > UINT16_MAX) {
        return true;
    }
    support->neighbor_first = ti_allocate_zero(g->allocator, (size_t)count + 1, sizeof(uint32_t));
    if (support->neighbor_first == NULL) {
        return false;
    }
    place_neighbors(g, hull, count, support->neighbor_first);
    support->neighbors = ti_allocate(g->allocator, support->neighbor_first[count], sizeof(uint16_t));
    if (support->neighbors == NULL) {
        return false;
    }
    write_neighbors(g, hull, support);
    return true;
}

static void set_point_ranges(ti_tree* tree, const uint32_t* first_point)
{
    for (uint32_t n = 0; n < tree->node_count; ++n) {
        ti_node* node = &tree->nodes[n];
        for (uint32_t i = 0; i <= TI_TREE_WIDTH; ++i) {
            node->point[i] = first_point[node->begin[i]];
        }
    }
}

static bool fill_points(const toi_mesh* mesh, const gathered* g, ti_support* support)
{
    uint32_t count = (g->count + 3) / 4 * 4, room = count + POINTS_BEYOND_END;
    support->vertex = ti_allocate(g->allocator, room, sizeof *support->vertex);
    support->memory = ti_allocate(g->allocator, 3 * (size_t)room, sizeof(double));
    if (support->vertex == NULL || support->memory == NULL) {
        return false;
    }
    double *x = support->memory, *y = x + room, *z = y + room;
    for (uint32_t i = 0; i < room; ++i) {
        uint32_t v = g->vertex[i < g->count ? i : g->count - 1];
        support->vertex[i] = v;
        x[i] = mesh->local[v].x;
        y[i] = mesh->local[v].y;
        z[i] = mesh->local[v].z;
    }
    support->points = (ti_points){x, y, z, count};
    return true;
}

static bool build(toi_mesh* mesh, gathered* g)
{
    ti_hull hull;
    gather_vertices(mesh, g);
    if (!make_hull(mesh, g, &hull)) {
        return false;
    }
    if (hull.facet_count > 0) {
        keep_corners(mesh, g, &hull);
    }
    set_point_ranges(&mesh->tree, g->first_point);
    bool made = fill_points(mesh, g, &mesh->support) && fill_neighbors(g, &hull, &mesh->support);
    ti_hull_release(&hull, g->allocator);
    return made;
}

toi_status ti_support_build(toi_mesh* mesh)
{
    TI_ASSERT(mesh->triangle_count > 0 && mesh->tree.node_count > 0);
    const toi_allocator* allocator = &mesh->allocator;
    gathered g = {.allocator = allocator};
    g.vertex = ti_allocate(allocator, mesh->vertex_count, sizeof *g.vertex);
    g.place = ti_allocate(allocator, mesh->vertex_count, sizeof *g.place);
    g.first_point = ti_allocate(allocator, (size_t)mesh->triangle_count + 1, sizeof *g.first_point);
    mesh->support = (ti_support){.memory = NULL};
    bool made = g.vertex != NULL && g.place != NULL && g.first_point != NULL && build(mesh, &g);
    ti_release(allocator, g.vertex);
    ti_release(allocator, g.place);
    ti_release(allocator, g.first_point);
    if (!made) {
        ti_support_release(mesh);
        return TOI_ERROR_MEMORY;
    }
    return TOI_OK;
}

void ti_support_release(toi_mesh* mesh)
{
    ti_release(&mesh->allocator, mesh->support.vertex);
    ti_release(&mesh->allocator, mesh->support.memory);
    ti_release(&mesh->allocator, mesh->support.neighbor_first);
    ti_release(&mesh->allocator, mesh->support.neighbors);
    mesh->support = (ti_support){.memory = NULL};
}
