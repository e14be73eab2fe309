// What of a body lies at a point: a walk down the tree, then the triangles that are near.

#include "bvh/witness.h"

#include "bvh/walk.h"
#include "math/distance.h"

enum { MAX_STACK = 256, FEW_TRIANGLES = 32 };

// Whether the slabs of a box, widened by `reach`, hold the point. A box that does not is farther than `reach`
// away; 2^-40 of the lengths covers the rounding.
static bool box_near(const ti_node* node, uint32_t lane, toi_vec3 point, double reach)
{
    ti_box box = ti_node_box(node, lane);
    const toi_vec3* g = box.axis;
    toi_vec3 d = v3_sub(point, box.center);
    double size = box.size + reach;
    if (v3_dot(d, d) > size * size * (1.0 + 0x1p-40)) {
        return false;
    }
    for (int k = 0; k < 3; ++k) {
        double length = v3_length(g[k]), along = fabs(v3_dot(d, g[k]));
        double room = fabs(v3_dot(g[0], g[k])) + fabs(v3_dot(g[1], g[k])) + fabs(v3_dot(g[2], g[k]));
        if (along > room + length * (reach + 0x1p-40 * (v3_length(d) + length))) {
            return false;
        }
    }
    return true;
}

// What is looked for, and what was found.
typedef struct look {
    const toi_mesh* mesh;
    toi_vec3 point;
    double reach;
    unsigned wanted;
    ti_nearby near;
} look;

static bool near_point(toi_vec3 p, toi_vec3 a, double reach)
{
    toi_vec3 w = v3_sub(p, a);
    return v3_dot(w, w) <= reach * reach;
}

bool ti_near_edge(toi_vec3 point, toi_vec3 a, toi_vec3 b, double reach)
{
    toi_vec3 d = v3_sub(b, a), w = v3_sub(point, a);
    double length2 = v3_dot(d, d), along = v3_dot(w, d);
    if (!(along > 0.0) || !(along < length2)) {
        return near_point(point, along > 0.0 ? b : a, reach);
    }
    w = v3_madd(w, -along / length2, d);
    return v3_dot(w, w) <= reach * reach;
}

static bool near_edge(const look* l, toi_vec3 a, toi_vec3 b)
{
    return ti_near_edge(l->point, a, b, l->reach);
}

bool ti_near_inside(toi_vec3 p, const toi_vec3 v[3], double reach)
{
    toi_vec3 n = ti_triangle_normal(v);
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

static void look_at_vertices(look* l, const ti_triangle* t, const toi_vec3 v[3])
{
    for (int i = 0; i < 3; ++i) {
        if (t->vertex[i] < l->near.vertex && near_point(l->point, v[i], l->reach)) {
            l->near.vertex = t->vertex[i];
        }
    }
}

static void look_at_edges(look* l, const ti_triangle* t, const toi_vec3 v[3])
{
    for (int i = 0; i < 3; ++i) {
        int next = i == 2 ? 0 : i + 1;
        if (near_edge(l, v[i], v[next]) && ti_is_polygon_edge(l->mesh, t, i)) {
            take_edge(&l->near, t->vertex[i], t->vertex[next]);
        }
    }
}

static void look_at_face(look* l, const ti_triangle* t, const toi_vec3 v[3])
{
    if (t->face < l->near.face && (ti_near_inside(l->point, v, l->reach) || near_edge(l, v[0], v[1]) ||
                                   near_edge(l, v[1], v[2]) || near_edge(l, v[2], v[0]))) {
        l->near.face = t->face;
    }
}

// Whether x is farther than `reach` outside of all three.
static bool outside(double x, double a, double b, double c, double reach)
{
    return (x < a - reach && x < b - reach && x < c - reach) ||
           (x > a + reach && x > b + reach && x > c + reach);
}

// The box of a triangle tells for most that they are out of reach.
static void look_at_range(look* l, uint32_t begin, uint32_t end)
{
    toi_vec3 p = l->point;
    for (uint32_t i = begin; i < end; ++i) {
        const ti_triangle* t = &l->mesh->triangles[i];
        const toi_vec3* local = l->mesh->local;
        const toi_vec3 v[3] = {local[t->vertex[0]], local[t->vertex[1]], local[t->vertex[2]]};
        if (outside(p.x, v[0].x, v[1].x, v[2].x, l->reach) ||
            outside(p.y, v[0].y, v[1].y, v[2].y, l->reach) ||
            outside(p.z, v[0].z, v[1].z, v[2].z, l->reach)) {
            continue;
        }
        if (l->wanted & TI_NEARBY_VERTEX) {
            look_at_vertices(l, t, v);
        }
        if (l->wanted & TI_NEARBY_EDGE) {
            look_at_edges(l, t, v);
        }
        if (l->wanted & TI_NEARBY_FACE) {
            look_at_face(l, t, v);
        }
    }
}

ti_nearby ti_nearby_features(const toi_mesh* mesh, toi_vec3 point, double reach, unsigned wanted)
{
    look l = {mesh, point, reach, wanted, {TI_NONE, {TI_NONE, TI_NONE}, TI_NONE}};
    if (mesh->triangle_count <= FEW_TRIANGLES) {
        look_at_range(&l, 0, mesh->triangle_count);
        return l.near;
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
            } else {
                look_at_range(&l, node->begin[lane], node->begin[lane + 1]);
            }
        }
    }
    return l.near;
}

bool ti_on_one_triangle(const toi_mesh* mesh, const uint32_t* vertex, uint32_t count)
{
    const ti_topology* t = &mesh->topology;
    bool same = true;
    for (uint32_t i = 1; i < count; ++i) {
        same = same && vertex[i] == vertex[0];
    }
    for (uint32_t i = t->vertex_first[vertex[0]]; i < t->vertex_first[vertex[0] + 1] && !same; ++i) {
        uint32_t face = t->face_of[t->vertex_corner[i]], begin = mesh->face_offsets[face], held = 0;
        const uint32_t* c = &mesh->corners[begin];
        if (mesh->face_offsets[face + 1] - begin != 3) {
            continue;
        }
        for (uint32_t k = 0; k < count; ++k) {
            held += vertex[k] == c[0] || vertex[k] == c[1] || vertex[k] == c[2];
        }
        same = held == count;
    }
    return same;
}
