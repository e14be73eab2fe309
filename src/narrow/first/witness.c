// What of a body lies at a point: a walk down the tree, then the triangles that are near.

#include "narrow/first/witness.h"

enum { MAX_STACK = 256, FEW_TRIANGLES = 32 };

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

// Distance of a point from the segment a b.
static double distance_to_edge(toi_vec3 p, toi_vec3 a, toi_vec3 b)
{
    toi_vec3 d = v3_sub(b, a), w = v3_sub(p, a);
    double length2 = v3_dot(d, d), along = v3_dot(w, d);
    if (!(along > 0.0)) {
        return v3_length(w);
    }
    if (!(along < length2)) {
        return v3_length(v3_sub(p, b));
    }
    return v3_length(v3_madd(w, -along / length2, d));
}

// Whether a point that is far from all edges of a triangle is within reach of its inside.
static bool near_inside(toi_vec3 p, const toi_vec3 v[3], double reach)
{
    toi_vec3 n = v3_cross(v3_sub(v[1], v[0]), v3_sub(v[2], v[0]));
    double length = v3_length(n);
    if (!(fabs(v3_dot(n, v3_sub(p, v[0]))) <= reach * length) || !(length > 0.0)) {
        return false;
    }
    for (int i = 0; i < 3; ++i) {
        toi_vec3 d = v3_sub(v[i == 2 ? 0 : i + 1], v[i]);
        if (!(v3_dot(v3_cross(d, v3_sub(p, v[i])), n) >= 0.0)) {
            return false;
        }
    }
    return true;
}

bool ti_is_polygon_edge(const toi_mesh* mesh, const ti_triangle* triangle, int i)
{
    uint32_t v = triangle->vertex[i], w = triangle->vertex[i == 2 ? 0 : i + 1];
    uint32_t begin = mesh->face_offsets[triangle->face], end = mesh->face_offsets[triangle->face + 1];
    for (uint32_t h = begin; h < end && v != w; ++h) {
        uint32_t x = mesh->corners[h], y = mesh->corners[h + 1 < end ? h + 1 : begin];
        if ((x == v && y == w) || (x == w && y == v)) {
            return true;
        }
    }
    return false;
}

static void take_edge(ti_nearby* near, uint32_t v, uint32_t w)
{
    uint32_t low = v < w ? v : w, high = v < w ? w : v;
    if (low < near->edge[0] || (low == near->edge[0] && high < near->edge[1])) {
        near->edge[0] = low;
        near->edge[1] = high;
    }
}

static void look_at_triangle(const toi_mesh* mesh, uint32_t index, toi_vec3 point, double reach,
                             ti_nearby* near)
{
    const ti_triangle* t = &mesh->triangles[index];
    const toi_vec3 v[3] = {mesh->local[t->vertex[0]], mesh->local[t->vertex[1]], mesh->local[t->vertex[2]]};
    bool on = false;
    for (int i = 0; i < 3; ++i) {
        int next = i == 2 ? 0 : i + 1;
        if (!(distance_to_edge(point, v[i], v[next]) <= reach)) {
            continue;
        }
        on = true;
        if (ti_is_polygon_edge(mesh, t, i)) {
            take_edge(near, t->vertex[i], t->vertex[next]);
        }
        if (v3_length(v3_sub(point, v[i])) <= reach && t->vertex[i] < near->vertex) {
            near->vertex = t->vertex[i];
        }
    }
    if ((on || near_inside(point, v, reach)) && t->face < near->face) {
        near->face = t->face;
    }
}

// Whether x is farther than `reach` outside of all three.
static bool outside(double x, double a, double b, double c, double reach)
{
    return (x < a - reach && x < b - reach && x < c - reach) ||
           (x > a + reach && x > b + reach && x > c + reach);
}

// The box of a triangle tells for most that they are out of reach.
static void look_at_range(const toi_mesh* mesh, uint32_t begin, uint32_t end, toi_vec3 p, double reach,
                          ti_nearby* near)
{
    for (uint32_t i = begin; i < end; ++i) {
        const uint32_t* v = mesh->triangles[i].vertex;
        toi_vec3 a = mesh->local[v[0]], b = mesh->local[v[1]], c = mesh->local[v[2]];
        if (!outside(p.x, a.x, b.x, c.x, reach) && !outside(p.y, a.y, b.y, c.y, reach) &&
            !outside(p.z, a.z, b.z, c.z, reach)) {
            look_at_triangle(mesh, i, p, reach, near);
        }
    }
}

ti_nearby ti_nearby_features(const toi_mesh* mesh, toi_vec3 point, double reach)
{
    ti_nearby near = {TI_NONE, {TI_NONE, TI_NONE}, TI_NONE};
    if (mesh->triangle_count <= FEW_TRIANGLES) {
        look_at_range(mesh, 0, mesh->triangle_count, point, reach, &near);
        return near;
    }
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
            look_at_range(mesh, node->begin[lane], node->begin[lane + 1], point, reach, &near);
        }
    }
    return near;
}
