// Triangles with a tree of spheres, and distances and crossings of triangles in long double.

#include "support/oracle_mesh.h"

#include <stdlib.h>
#include <string.h>

static void* get(size_t count, size_t size)
{
    void* memory = calloc(count + 1, size);
    if (memory == NULL) {
        abort();
    }
    return memory;
}

// ---- tree

typedef struct builder {
    oracle_mesh* mesh;
    uint32_t* order;
    rvec* centroid;
    uint32_t node_count;
} builder;

static real coordinate(rvec v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

static void swap(uint32_t* a, uint32_t* b)
{
    uint32_t c = *a;
    *a = *b;
    *b = c;
}

// Puts the element of rank `rank` in its place, smaller ones before and larger ones after it.
static void select_rank(const builder* b, uint32_t begin, uint32_t end, uint32_t rank, int axis)
{
    while (end - begin > 1) {
        real pivot = coordinate(b->centroid[b->order[begin + (end - begin) / 2]], axis);
        uint32_t low = begin, at = begin, high = end;
        while (at < high) {
            real value = coordinate(b->centroid[b->order[at]], axis);
            if (value < pivot) {
                swap(&b->order[low++], &b->order[at++]);
            } else if (value > pivot) {
                swap(&b->order[at], &b->order[--high]);
            } else {
                ++at;
            }
        }
        if (rank >= low && rank < high) {
            return;
        }
        begin = rank < low ? begin : high;
        end = rank < low ? low : end;
    }
}

static rvec corner(const oracle_mesh* mesh, uint32_t triangle, int k)
{
    return mesh->vertices[mesh->triangles[triangle][k]];
}

static void grow(rvec* lower, rvec* upper, rvec v)
{
    *lower = r3(r_min(lower->x, v.x), r_min(lower->y, v.y), r_min(lower->z, v.z));
    *upper = r3(r_max(upper->x, v.x), r_max(upper->y, v.y), r_max(upper->z, v.z));
}

// Sphere of a run of triangles; returns the longest axis of their box.
static int fit_sphere(const builder* b, uint32_t begin, uint32_t end, oracle_node* node)
{
    rvec lower = corner(b->mesh, b->order[begin], 0), upper = lower;
    for (uint32_t i = 3 * begin; i < 3 * end; ++i) {
        grow(&lower, &upper, corner(b->mesh, b->order[i / 3], (int)(i % 3)));
    }
    rvec extent = r3_sub(upper, lower);
    node->center = r3_scale(0.5L, r3_add(lower, upper));
    node->radius = 0.0L;
    for (uint32_t i = 3 * begin; i < 3 * end; ++i) {
        rvec v = corner(b->mesh, b->order[i / 3], (int)(i % 3));
        node->radius = r_max(node->radius, r3_length(r3_sub(v, node->center)));
    }
    node->radius *= 1.0L + 1e-15L;
    if (extent.x >= extent.y && extent.x >= extent.z) {
        return 0;
    }
    return extent.y >= extent.z ? 1 : 2;
}

static uint32_t build(builder* b, uint32_t begin, uint32_t end)
{
    uint32_t index = b->node_count++;
    oracle_node* node = &b->mesh->nodes[index];
    int axis = fit_sphere(b, begin, end, node);
    node->triangle = b->order[begin];
    if (end - begin > 1) {
        uint32_t middle = begin + (end - begin) / 2;
        select_rank(b, begin, end, middle, axis);
        build(b, begin, middle);
        uint32_t second = build(b, middle, end);
        b->mesh->nodes[index].second = second;
    }
    return index;
}

void oracle_mesh_init(oracle_mesh* mesh, const double* vertices, uint32_t vertex_count,
                      const uint32_t (*triangles)[3], uint32_t triangle_count)
{
    *mesh = (oracle_mesh){.vertex_count = vertex_count, .triangle_count = triangle_count};
    mesh->vertices = get(vertex_count, sizeof *mesh->vertices);
    mesh->triangles = get(triangle_count, sizeof *mesh->triangles);
    mesh->nodes = get(2 * (size_t)triangle_count, sizeof *mesh->nodes);
    for (uint32_t i = 0; i < vertex_count; ++i) {
        mesh->vertices[i] = r3((real)vertices[3 * i], (real)vertices[3 * i + 1], (real)vertices[3 * i + 2]);
    }
    memcpy(mesh->triangles, triangles, triangle_count * sizeof *triangles);
    builder b = {mesh, get(triangle_count, sizeof(uint32_t)), get(triangle_count, sizeof(rvec)), 0};
    rvec lower = corner(mesh, 0, 0), upper = lower;
    for (uint32_t i = 0; i < triangle_count; ++i) {
        b.order[i] = i;
        rvec sum = r3_add(r3_add(corner(mesh, i, 0), corner(mesh, i, 1)), corner(mesh, i, 2));
        b.centroid[i] = r3_scale(1.0L / 3.0L, sum);
        for (int k = 0; k < 3; ++k) {
            rvec v = corner(mesh, i, k);
            mesh->reach = r_max(mesh->reach, r3_length(v));
            grow(&lower, &upper, v);
        }
    }
    rvec extent = r3_sub(upper, lower);
    mesh->size = r_max(r_max(extent.x, extent.y), extent.z);
    build(&b, 0, triangle_count);
    free(b.order);
    free(b.centroid);
}

void oracle_mesh_release(oracle_mesh* mesh)
{
    free(mesh->vertices);
    free(mesh->triangles);
    free(mesh->nodes);
    *mesh = (oracle_mesh){0};
}

// ---- triangles

// The best of a search; its distance is filled in at the end, until then its square is kept.
typedef struct nearest {
    real distance2;
    rvec p, q;
} nearest;

static void keep_nearer(nearest* best, rvec p, rvec q)
{
    rvec d = r3_sub(q, p);
    real d2 = r3_dot(d, d);
    if (d2 < best->distance2) {
        *best = (nearest){d2, p, q};
    }
}

// The point of the segment from a to b that is nearest to p.
static rvec nearest_on_segment(rvec p, rvec a, rvec b)
{
    rvec d = r3_sub(b, a);
    real along = r3_dot(r3_sub(p, a), d);
    if (!(along > 0.0L)) {
        return a;
    }
    real length2 = r3_dot(d, d);
    return along < length2 ? r3_add(a, r3_scale(along / length2, d)) : b;
}

static rvec between(rvec a, rvec b, real s)
{
    return r3_add(a, r3_scale(s, r3_sub(b, a)));
}

// Whether n.((b - a) x (x - a)) >= 0 for all three edges, so that x above the plane projects into it.
static bool projects_inside(const rvec t[3], rvec n, rvec x)
{
    for (int k = 0; k < 3; ++k) {
        rvec a = t[k], b = t[(k + 1) % 3];
        if (!(r3_dot(n, r3_cross(r3_sub(b, a), r3_sub(x, a))) >= 0.0L)) {
            return false;
        }
    }
    return true;
}

static rvec normal_of(const rvec t[3])
{
    return r3_cross(r3_sub(t[1], t[0]), r3_sub(t[2], t[0]));
}

// The vertices of one over the inside of the other; rims are left to the edges.
static void vertices_on_face(const rvec v[3], const rvec t[3], bool swapped, nearest* best)
{
    rvec n = normal_of(t);
    real length2 = r3_dot(n, n);
    for (int i = 0; length2 > 0.0L && i < 3; ++i) {
        if (projects_inside(t, n, v[i])) {
            rvec foot = r3_sub(v[i], r3_scale(r3_dot(n, r3_sub(v[i], t[0])) / length2, n));
            keep_nearer(best, swapped ? foot : v[i], swapped ? v[i] : foot);
        }
    }
}

// The interior of both lines, if they are not parallel; ends are left to vertex_on_edge.
static void edge_on_edge(rvec a, rvec b, rvec p, rvec q, nearest* best)
{
    rvec d = r3_sub(b, a), g = r3_sub(q, p), c = r3_cross(d, g), r = r3_sub(p, a);
    real c2 = r3_dot(c, c), s = r3_dot(r3_cross(r, g), c);
    if (s > 0.0L && s < c2) {
        real t = r3_dot(r3_cross(r, d), c);
        if (t > 0.0L && t < c2) {
            keep_nearer(best, between(a, b, s / c2), between(p, q, t / c2));
        }
    }
}

static void edges_and_vertices(const rvec a[3], const rvec b[3], nearest* best)
{
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            rvec a2 = a[(i + 1) % 3], b2 = b[(k + 1) % 3];
            keep_nearer(best, a[i], nearest_on_segment(a[i], b[k], b2));
            keep_nearer(best, nearest_on_segment(b[k], a[i], a2), b[k]);
            edge_on_edge(a[i], a2, b[k], b2, best);
        }
    }
}

// Where the edges of one pass through the other.
static bool edges_pass(const rvec v[3], const rvec t[3], real band, rvec* where)
{
    rvec n = normal_of(t);
    real h[3];
    for (int i = 0; i < 3; ++i) {
        h[i] = r3_dot(n, r3_sub(v[i], t[0]));
    }
    // Also where the triangle has no area.
    if (!(r_max(r_max(h[0], h[1]), h[2]) > 0.0L && r_min(r_min(h[0], h[1]), h[2]) < 0.0L)) {
        return false;
    }
    real length = r3_length(n);
    n = r3_scale(1.0L / length, n);
    for (int i = 0; i < 3; ++i) {
        rvec p = v[i], q = v[(i + 1) % 3];
        real hp = h[i] / length, hq = h[(i + 1) % 3] / length;
        if (!((hp > band && hq < -band) || (hp < -band && hq > band))) {
            continue;
        }
        rvec x = between(p, q, hp / (hp - hq));
        bool inside = true;
        for (int k = 0; k < 3; ++k) {
            rvec edge = r3_sub(t[(k + 1) % 3], t[k]);
            inside = inside && r3_dot(n, r3_cross(edge, r3_sub(x, t[k]))) > band * r3_length(edge);
        }
        if (inside) {
            *where = x;
            return true;
        }
    }
    return false;
}

real oracle_triangles_apart(const rvec a[3], const rvec b[3], rvec n)
{
    real a0 = r3_dot(n, a[0]), a1 = r3_dot(n, a[1]), a2 = r3_dot(n, a[2]);
    real b0 = r3_dot(n, b[0]), b1 = r3_dot(n, b[1]), b2 = r3_dot(n, b[2]);
    return r_min(r_min(b0, b1), b2) - r_max(r_max(a0, a1), a2);
}

static bool boxes_apart(const rvec a[3], const rvec b[3])
{
    for (int axis = 0; axis < 3; ++axis) {
        real a0 = coordinate(a[0], axis), a1 = coordinate(a[1], axis), a2 = coordinate(a[2], axis);
        real b0 = coordinate(b[0], axis), b1 = coordinate(b[1], axis), b2 = coordinate(b[2], axis);
        if (r_min(r_min(b0, b1), b2) > r_max(r_max(a0, a1), a2) ||
            r_min(r_min(a0, a1), a2) > r_max(r_max(b0, b1), b2)) {
            return true;
        }
    }
    return false;
}

bool oracle_triangles_cross(const rvec a[3], const rvec b[3], real band)
{
    rvec x;
    if (boxes_apart(a, b)) {
        return false;
    }
    return edges_pass(a, b, band, &x) || edges_pass(b, a, band, &x);
}

oracle_closest oracle_triangle_distance(const rvec a[3], const rvec b[3])
{
    nearest best = {HUGE_VALL, a[0], b[0]};
    rvec x;
    if (!boxes_apart(a, b) && (edges_pass(a, b, 0.0L, &x) || edges_pass(b, a, 0.0L, &x))) {
        return (oracle_closest){0.0L, x, x};
    }
    vertices_on_face(a, b, false, &best);
    vertices_on_face(b, a, true, &best);
    edges_and_vertices(a, b, &best);
    return (oracle_closest){sqrtl(best.distance2), best.p, best.q};
}
