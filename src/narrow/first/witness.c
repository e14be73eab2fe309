// Whether a point of the hull of a body lies on one of its faces.

#include "narrow/first/witness.h"

#include "math/distance.h"

enum { MAX_STACK = 256 };

static toi_vec3 half_axis(const ti_node* node, int k, uint32_t lane)
{
    return v3((double)node->axis[3 * k][lane], (double)node->axis[3 * k + 1][lane],
              (double)node->axis[3 * k + 2][lane]);
}

// Whether the slabs of a box, widened by `reach`, hold the point. A box that does not is farther than `reach`
// away; 2^-40 of the lengths covers the rounding.
static bool box_near(const ti_node* node, uint32_t lane, toi_vec3 point, double reach)
{
    toi_vec3 d = v3_sub(point, v3((double)node->center[0][lane], (double)node->center[1][lane],
                                  (double)node->center[2][lane]));
    toi_vec3 g[3] = {half_axis(node, 0, lane), half_axis(node, 1, lane), half_axis(node, 2, lane)};
    for (int k = 0; k < 3; ++k) {
        double length = v3_length(g[k]), along = fabs(v3_dot(d, g[k]));
        double room = fabs(v3_dot(g[0], g[k])) + fabs(v3_dot(g[1], g[k])) + fabs(v3_dot(g[2], g[k]));
        if (along > room + length * (reach + 0x1p-40 * (v3_length(d) + length))) {
            return false;
        }
    }
    return true;
}

static bool triangle_near(const toi_mesh* mesh, uint32_t index, toi_vec3 point, double reach)
{
    const ti_triangle* t = &mesh->triangles[index];
    const toi_vec3 p[3] = {point, point, point};
    const toi_vec3 v[3] = {mesh->local[t->vertex[0]], mesh->local[t->vertex[1]], mesh->local[t->vertex[2]]};
    return ti_feature_gap(TI_GAP_VF, 0, 0, p, v).distance <= reach;
}

static bool any_near(const toi_mesh* mesh, uint32_t begin, uint32_t end, toi_vec3 point, double reach)
{
    for (uint32_t i = begin; i < end; ++i) {
        if (triangle_near(mesh, i, point, reach)) {
            return true;
        }
    }
    return false;
}

bool ti_witness_on_surface(const toi_mesh* mesh, toi_vec3 point, double reach)
{
    uint32_t stack[MAX_STACK], count = 1;
    stack[0] = 0;
    while (count > 0) {
        const ti_node* node = &mesh->tree.nodes[stack[--count]];
        for (uint32_t lane = 0; lane < node->count; ++lane) {
            if (!box_near(node, lane, point, reach)) {
                continue;
            }
            if (node->child[lane] != TI_NONE) {
                stack[count++] = node->child[lane];
                continue;
            }
            if (any_near(mesh, node->begin[lane], node->begin[lane + 1], point, reach)) {
                return true;
            }
        }
    }
    return false;
}
