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
    *lower = r3(fminl(lower->x, v.x), fminl(lower->y, v.y), fminl(lower->z, v.z));
    *upper = r3(fmaxl(upper->x, v.x), fmaxl(upper->y, v.y), fmaxl(upper->z, v.z));
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
        node->radius = fmaxl(node->radius, r3_length(r3_sub(v, node->center)));
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
            mesh->reach = fmaxl(mesh->reach, r3_length(v));
            grow(&lower, &upper, v);
        }
    }
    rvec extent = r3_sub(upper, lower);
    mesh->size = fmaxl(fmaxl(extent.x, extent.y), extent.z);
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

static void keep_nearer(oracle_closest* best, rvec p, rvec q)
{
    real d = r3_length(r3_sub(q, p));
    if (d < best->distance) {
        *best = (oracle_closest){d, p, q};
    }
}

static real clamp_unit(real s)
{
    return s > 0.0L ? (s < 1.0L ? s : 1.0L) : 0.0L;
}

// Where on the segment from a to b the point nearest to p lies, as a fraction.
static real nearest_on_segment(rvec p, rvec a, rvec b)
{
    rvec d = r3_sub(b, a);
    real length2 = r3_dot(d, d);
    return length2 > 0.0L ? clamp_unit(r3_dot(r3_sub(p, a), d) / length2) : 0.0L;
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
static void vertices_on_face(const rvec v[3], const rvec t[3], bool swapped, oracle_closest* best)
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

// The interior of both lines, if they are not parallel, and the four ends.
static void edge_on_edge(const rvec e[2], const rvec f[2], oracle_closest* best)
{
    for (int i = 0; i < 2; ++i) {
        keep_nearer(best, e[i], between(f[0], f[1], nearest_on_segment(e[i], f[0], f[1])));
        keep_nearer(best, between(e[0], e[1], nearest_on_segment(f[i], e[0], e[1])), f[i]);
    }
    rvec d = r3_sub(e[1], e[0]), g = r3_sub(f[1], f[0]), c = r3_cross(d, g), r = r3_sub(f[0], e[0]);
    real c2 = r3_dot(c, c);
    if (c2 > 0.0L) {
        real s = r3_dot(r3_cross(r, g), c) / c2, t = r3_dot(r3_cross(r, d), c) / c2;
        if (s > 0.0L && s < 1.0L && t > 0.0L && t < 1.0L) {
            keep_nearer(best, between(e[0], e[1], s), between(f[0], f[1], t));
        }
    }
}

// Where the edges of one pass through the other.
static bool edges_pass(const rvec v[3], const rvec t[3], real band, rvec* where)
{
    rvec n = normal_of(t);
    real length = r3_length(n);
    if (!(length > 0.0L)) {
        return false;
    }
    n = r3_scale(1.0L / length, n);
    for (int i = 0; i < 3; ++i) {
        rvec p = v[i], q = v[(i + 1) % 3];
        real hp = r3_dot(n, r3_sub(p, t[0])), hq = r3_dot(n, r3_sub(q, t[0]));
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

bool oracle_triangles_cross(const rvec a[3], const rvec b[3], real band)
{
    rvec x;
    return edges_pass(a, b, band, &x) || edges_pass(b, a, band, &x);
}

oracle_closest oracle_triangle_distance(const rvec a[3], const rvec b[3])
{
    oracle_closest best = {HUGE_VALL, a[0], b[0]};
    rvec x;
    if (edges_pass(a, b, 0.0L, &x) || edges_pass(b, a, 0.0L, &x)) {
        return (oracle_closest){0.0L, x, x};
    }
    vertices_on_face(a, b, false, &best);
    vertices_on_face(b, a, true, &best);
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            rvec e[2] = {a[i], a[(i + 1) % 3]}, f[2] = {b[k], b[(k + 1) % 3]};
            edge_on_edge(e, f, &best);
        }
    }
    return best;
}
