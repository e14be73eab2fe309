// Parts of a tree as points. Boxes of nodes are in the local frame: v is at center + 2^exponent local, with
// one rounding in the difference v - center. A corner is a sum of five numbers, none larger than the half
// edge of the cube, and so within eight roundings of it of a point beyond which no triangle reaches.

#include "narrow/boxes/tree_sides.h"

#include "math/rounding.h"
#include "math/scalar.h"
#include "math/vec3.h"

// Boxes of nodes, in float, end a little farther out than the points that they were fitted to.
static const double WIDE = 1.0 + 0x1p-10;

// A box around points of a ball ends at most its radius from the middle along each of its own axes, so its
// corners are within the root of 3 times that.
static const double CORNER = 1.75;

ti_tree_part ti_tree_root(const toi_mesh* mesh)
{
    const ti_node* n = &mesh->tree.nodes[0];
    if (n->child[0] == TI_NONE) {
        return (ti_tree_part){.at = n->begin[0], .triangles = (uint8_t)(n->begin[1] - n->begin[0])};
    }
    return (ti_tree_part){.at = 0, .lane = 0};
}

uint32_t ti_tree_split(const toi_mesh* mesh, ti_tree_part part, ti_tree_part children[4])
{
    if (part.triangles > 0) {
        for (uint32_t i = 0; i < part.triangles; ++i) {
            children[i] = (ti_tree_part){.at = part.at + i, .triangles = 1};
        }
        return part.triangles;
    }
    uint32_t at = mesh->tree.nodes[part.at].child[part.lane];
    const ti_node* n = &mesh->tree.nodes[at];
    for (uint32_t i = 0; i < n->count; ++i) {
        bool leaf = n->child[i] == TI_NONE;
        children[i] =
            leaf ? (ti_tree_part){.at = n->begin[i], .triangles = (uint8_t)(n->begin[i + 1] - n->begin[i])}
                 : (ti_tree_part){.at = at, .lane = (uint8_t)i};
    }
    return n->count;
}

static toi_vec3 unit_of(toi_vec3 v)
{
    double length = v3_length(v);
    return length > 0.0 ? v3_scale(1.0 / length, v) : (toi_vec3){0.0, 0.0, 0.0};
}

void ti_tree_local_corners(const toi_mesh* mesh, uint32_t triangle, toi_vec3 corner[3])
{
    for (int k = 0; k < 3; ++k) {
        corner[k] = mesh->local[mesh->triangles[triangle].vertex[k]];
    }
}

static void make_triangles(const toi_mesh* mesh, ti_tree_part part, ti_tree_side* side)
{
    toi_vec3 low = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high = v3_negate(low), v[3], normal = {0.0, 0.0, 0.0},
             w[3];
    double unit = ti_scale(1.0, mesh->exponent);
    uint32_t count = 0;
    for (uint32_t i = 0; i < part.triangles; ++i) {
        ti_tree_corners(mesh, part.at + i, v);
        ti_tree_local_corners(mesh, part.at + i, w);
        for (int k = 0; k < 3; ++k) {
            low = v3_min(low, w[k]);
            high = v3_max(high, w[k]);
            side->x[count] = v[k].x;
            side->y[count] = v[k].y;
            side->z[count++] = v[k].z;
        }
        toi_vec3 n = v3_cross(v3_sub(w[1], w[0]), v3_sub(w[2], w[0]));
        normal = v3_madd(normal, v3_dot(n, normal) < 0.0 ? -1.0 : 1.0, n);
    }
    for (; count % 4 != 0; ++count) {
        side->x[count] = v[2].x;
        side->y[count] = v[2].y;
        side->z[count] = v[2].z;
    }
    side->count = count;
    side->center = v3_madd(mesh->center, 0.5 * unit, v3_add(low, high));
    side->thin = unit_of(normal);
    side->size = 0.5 * unit * v3_length(v3_sub(high, low));
}

static toi_vec3 column(const float from[3][4], uint32_t i)
{
    return (toi_vec3){(double)from[0][i], (double)from[1][i], (double)from[2][i]};
}

static void make_box(const toi_mesh* mesh, ti_tree_part part, ti_tree_side* side)
{
    const ti_node* n = &mesh->tree.nodes[part.at];
    uint32_t i = part.lane;
    double unit = ti_scale(1.0, mesh->exponent);
    toi_vec3 c = v3_madd(mesh->center, unit, column(n->center, i)), axis[3];
    for (int k = 0; k < 3; ++k) {
        axis[k] = v3_scale(unit, column(n->axis + 3 * k, i));
    }
    for (uint32_t k = 0; k < 8; ++k) {
        double p = k & 1 ? 1.0 : -1.0, q = k & 2 ? 1.0 : -1.0, r = k & 4 ? 1.0 : -1.0;
        side->x[k] = ((c.x + p * axis[0].x) + q * axis[1].x) + r * axis[2].x;
        side->y[k] = ((c.y + p * axis[0].y) + q * axis[1].y) + r * axis[2].y;
        side->z[k] = ((c.z + p * axis[0].z) + q * axis[1].z) + r * axis[2].z;
    }
    side->count = 8;
    side->center = c;
    side->thin = unit_of(column(n->axis + 6, i)); // the shortest
    side->size = unit * (double)n->size[i];
}

void ti_tree_side_make(const toi_mesh* mesh, ti_tree_part part, ti_tree_side* side)
{
    if (part.triangles > 0) {
        make_triangles(mesh, part, side);
    } else {
        make_box(mesh, part, side);
    }
}

double ti_tree_cube(const toi_mesh* mesh)
{
    toi_vec3 c = mesh->center;
    return WIDE * (d_max(d_max(fabs(c.x), fabs(c.y)), fabs(c.z)) + CORNER * mesh->radius);
}

void ti_tree_corners(const toi_mesh* mesh, uint32_t triangle, toi_vec3 corner[3])
{
    for (int k = 0; k < 3; ++k) {
        corner[k] = mesh->vertices[mesh->triangles[triangle].vertex[k]];
    }
}
