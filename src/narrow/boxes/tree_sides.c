// Boxes from the slabs of a tree, which are in the local frame: v is at center + 2^exponent local, with one
// rounding in the difference v - center and one in the sum here.

#include "narrow/boxes/tree_sides.h"

#include "math/rounding.h"
#include "math/scalar.h"
#include "math/vec3.h"

static const double NARROW = 1.0 + 0x1p-10; // boxes of a tree, in float, end a little farther out

static ti_tree_side side_of(toi_vec3 low, toi_vec3 high, double pad)
{
    const double l[3] = {low.x, low.y, low.z}, h[3] = {high.x, high.y, high.z};
    ti_tree_side side = {.size = 0.0};
    for (int i = 0; i < 3; ++i) {
        double c = 0.5 * l[i] + 0.5 * h[i];
        side.center[i] = c;
        side.half[i] = ti_up(d_max(h[i] - c, c - l[i])) + pad;
        side.size = d_max(side.half[i], side.size);
    }
    return side;
}

// Of triangles as they are.
static ti_tree_side side_of_triangles(const toi_mesh* mesh, uint32_t first, uint32_t count)
{
    toi_vec3 low = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high = v3_negate(low), corner[3];
    for (uint32_t i = first; i < first + count; ++i) {
        ti_tree_corners(mesh, i, corner);
        for (int k = 0; k < 3; ++k) {
            low = v3_min(low, corner[k]);
            high = v3_max(high, corner[k]);
        }
    }
    ti_tree_side side = side_of(low, high, 0.0);
    side.at = first;
    side.triangles = count;
    return side;
}

static ti_tree_side side_of_lane(const toi_mesh* mesh, uint32_t node, uint32_t lane)
{
    const ti_slabs* s = &mesh->tree.slabs[node];
    if (s->leaf[lane] > 0) {
        return side_of_triangles(mesh, s->at[lane], s->leaf[lane]);
    }
    double unit = ti_scale(1.0, mesh->exponent), pad = 4.0 * TI_U * ti_tree_cube(mesh);
    toi_vec3 low = {(double)s->side[0][lane], (double)s->side[1][lane], (double)s->side[2][lane]};
    toi_vec3 high = {(double)s->side[3][lane], (double)s->side[4][lane], (double)s->side[5][lane]};
    ti_tree_side side = side_of(v3_madd(mesh->center, unit, low), v3_madd(mesh->center, unit, high), pad);
    side.at = s->at[lane];
    return side;
}

ti_tree_side ti_tree_side_root(const toi_mesh* mesh)
{
    return side_of_lane(mesh, 0, 0);
}

uint32_t ti_tree_side_split(const toi_mesh* mesh, const ti_tree_side* side, ti_tree_side children[4])
{
    uint32_t count = side->triangles > 0 ? side->triangles : mesh->tree.nodes[side->at].count;
    for (uint32_t i = 0; i < count; ++i) {
        children[i] =
            side->triangles > 0 ? side_of_triangles(mesh, side->at + i, 1) : side_of_lane(mesh, side->at, i);
    }
    return count;
}

double ti_tree_cube(const toi_mesh* mesh)
{
    toi_vec3 c = mesh->center;
    return NARROW * (d_max(d_max(fabs(c.x), fabs(c.y)), fabs(c.z)) + mesh->radius);
}

void ti_tree_corners(const toi_mesh* mesh, uint32_t triangle, toi_vec3 corner[3])
{
    for (int k = 0; k < 3; ++k) {
        corner[k] = mesh->vertices[mesh->triangles[triangle].vertex[k]];
    }
}
