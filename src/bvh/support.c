// Points of a body in the order of its tree. A point belongs to the first triangle that names it, so that the
// points of each box of the tree are one run, and a walk down the boxes finds the farthest point in a
// direction.

#include "bvh/support.h"

#include "core/assert.h"
#include "core/memory.h"

// A run of points may start anywhere and is read four at a time.
enum { POINTS_BEYOND_END = 4 };

// Numbers the used vertices in the order in which the triangles name them first. first_point[i] counts those
// that the triangles before i name. Returns how many there are.
static uint32_t number_vertices(const toi_mesh* mesh, uint8_t* used, uint32_t* vertex, uint32_t* first_point)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; ++i) {
        first_point[i] = count;
        for (int k = 0; k < 3; ++k) {
            uint32_t v = mesh->triangles[i].vertex[k];
            if (!used[v]) {
                used[v] = 1;
                vertex[count++] = v;
            }
        }
    }
    first_point[mesh->triangle_count] = count;
    return count;
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

static bool fill_support(const toi_mesh* mesh, const uint32_t* vertex, uint32_t point_count,
                         ti_support* support)
{
    uint32_t count = (point_count + 3) / 4 * 4, room = count + POINTS_BEYOND_END;
    support->vertex = ti_allocate(&mesh->allocator, room, sizeof *support->vertex);
    support->memory = ti_allocate(&mesh->allocator, 3 * (size_t)room, sizeof(double));
    if (support->vertex == NULL || support->memory == NULL) {
        return false;
    }
    double *x = support->memory, *y = x + room, *z = y + room;
    for (uint32_t i = 0; i < room; ++i) {
        uint32_t v = vertex[i < point_count ? i : point_count - 1];
        support->vertex[i] = v;
        x[i] = mesh->local[v].x;
        y[i] = mesh->local[v].y;
        z[i] = mesh->local[v].z;
    }
    support->points = (ti_points){x, y, z, count};
    return true;
}

toi_status ti_support_build(toi_mesh* mesh)
{
    TI_ASSERT(mesh->triangle_count > 0 && mesh->tree.node_count > 0);
    const toi_allocator* allocator = &mesh->allocator;
    uint8_t* used = ti_allocate_zero(allocator, mesh->vertex_count, sizeof *used);
    uint32_t* vertex = ti_allocate(allocator, mesh->vertex_count, sizeof *vertex);
    uint32_t* first_point = ti_allocate(allocator, (size_t)mesh->triangle_count + 1, sizeof *first_point);
    bool made = false;
    mesh->support = (ti_support){.memory = NULL};
    if (used != NULL && vertex != NULL && first_point != NULL) {
        uint32_t count = number_vertices(mesh, used, vertex, first_point);
        set_point_ranges(&mesh->tree, first_point);
        made = fill_support(mesh, vertex, count, &mesh->support);
    }
    ti_release(allocator, used);
    ti_release(allocator, vertex);
    ti_release(allocator, first_point);
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
    mesh->support = (ti_support){.memory = NULL};
}
