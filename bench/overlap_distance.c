// Closest features kept from cycle to cycle, as the library that [Kitamura98] section 5.3 compares with keeps
// them: rigid convex bodies in cubes of fixed size, which hold them however they turn; cubes are sorted along
// x, in the order of the last cycle at first; pairs of cubes that meet are asked for their closest features,
// and the search starts from those of the last cycle. Vertices are found by climbing from neighbour to
// neighbour in the frame of the mesh, and a simplex of up to three pairs of vertices (Gilbert, Johnson and
// Keerthi) stands for the features, in place of walking Voronoi regions.

#include "bench/overlap_methods.h"
#include "bench/overlap_parts.h"
#include "math/simplex.h"

#include <stdlib.h>

enum { STEPS_MOST = 200 };
#define CLOSE_ENOUGH 1e-9 // of the squared distance

typedef struct graph {
    uint32_t* first; // [vertex_count + 1]
    uint32_t* neighbor;
} graph;

typedef struct distance {
    graph graphs[OVERLAP_BODIES];
    toi_vec3 center[OVERLAP_BODIES]; // in the frame of the mesh
    double half[OVERLAP_BODIES];     // of the cube
    ti_simplex kept[OVERLAP_BODIES][OVERLAP_BODIES];
    uint32_t order[OVERLAP_BODIES]; // by the lower side of cubes along x
    uint32_t count;
} distance;

// Neighbours as often as triangles name them: twice.
static graph make_graph(const toi_mesh* mesh)
{
    graph g = {overlap_room((size_t)mesh->vertex_count + 2, sizeof(uint32_t)),
               overlap_room(6 * (size_t)mesh->triangle_count, sizeof(uint32_t))};
    for (uint32_t i = 0; i < 3 * mesh->triangle_count; ++i) {
        g.first[mesh->triangles[i / 3].vertex[i % 3] + 2] += 2;
    }
    for (uint32_t v = 2; v < mesh->vertex_count + 2; ++v) {
        g.first[v] += g.first[v - 1];
    }
    for (uint32_t i = 0; i < 6 * mesh->triangle_count; ++i) {
        const uint32_t* t = mesh->triangles[i / 6].vertex;
        uint32_t corner = i % 3, other = i % 6 < 3 ? (corner + 1) % 3 : (corner + 2) % 3;
        g.neighbor[g.first[t[corner] + 1]++] = t[other];
    }
    return g;
}

static void* open_distance(const overlap_world* world)
{
    distance* d = overlap_room(1, sizeof *d);
    d->count = world->count;
    for (uint32_t i = 0; i < world->count; ++i) {
        d->graphs[i] = make_graph(world->meshes[i]);
        d->center[i] = world->meshes[i]->center;
        d->half[i] = world->meshes[i]->radius;
        d->order[i] = i;
    }
    return d;
}

static void close_distance(void* state)
{
    distance* d = state;
    for (uint32_t i = 0; i < d->count; ++i) {
        free(d->graphs[i].first);
        free(d->graphs[i].neighbor);
    }
    free(d);
}

// Up from a vertex until no neighbour is higher; on a convex body that is the top.
static uint32_t climb(const graph* g, const ti_faces* body, toi_vec3 direction, uint32_t vertex)
{
    toi_vec3 local = m3_apply_transposed(&body->rotation, direction);
    double height = v3_dot(body->vertices[vertex], local);
    for (uint32_t last = TI_NONE; last != vertex;) {
        last = vertex;
        for (uint32_t i = g->first[last]; i < g->first[last + 1]; ++i) {
            double other = v3_dot(body->vertices[g->neighbor[i]], local);
            vertex = other > height ? g->neighbor[i] : vertex;
            height = other > height ? other : height;
        }
    }
    return vertex;
}

static toi_vec3 between(const ti_faces* bodies, uint32_t a, uint32_t i, uint32_t b, uint32_t k)
{
    return v3_sub(ti_faces_vertex(&bodies[b], k), ti_faces_vertex(&bodies[a], i));
}

// Whether two bodies collide. What is kept of them is where the search ends.
static bool collide(distance* d, const ti_faces* bodies, uint32_t a, uint32_t b)
{
    ti_simplex* s = &d->kept[a][b];
    s->count = s->count == 0 ? 1 : s->count;
    for (uint32_t i = 0; i < s->count; ++i) {
        s->w[i] = between(bodies, a, s->a[i], b, s->b[i]);
    }
    ti_nearest nearest;
    bool outside = sx_reduce(s, &nearest);
    for (int step = 0; outside && step < STEPS_MOST; ++step) {
        uint32_t i = climb(&d->graphs[a], &bodies[a], nearest.point, s->a[0]);
        uint32_t k = climb(&d->graphs[b], &bodies[b], v3_negate(nearest.point), s->b[0]);
        toi_vec3 w = between(bodies, a, i, b, k);
        bool done = nearest.distance2 - v3_dot(w, nearest.point) <= CLOSE_ENOUGH * nearest.distance2;
        if (done || sx_holds(s, i, k)) {
            return false;
        }
        s->a[s->count] = i;
        s->b[s->count] = k;
        s->w[s->count++] = w;
        outside = sx_reduce(s, &nearest);
    }
    s->count = s->count > 3 ? 3 : s->count;
    return true;
}

static double lower_x(const distance* d, const toi_vec3* centers, uint32_t body)
{
    return centers[body].x - d->half[body];
}

static void sort_again(distance* d, const toi_vec3* centers)
{
    for (uint32_t i = 1; i < d->count; ++i) {
        uint32_t body = d->order[i], at = i;
        for (; at > 0 && lower_x(d, centers, d->order[at - 1]) > lower_x(d, centers, body); --at) {
            d->order[at] = d->order[at - 1];
        }
        d->order[at] = body;
    }
}

static overlap_found ask_distance(void* state, const overlap_bodies* given, uint32_t count)
{
    const ti_faces* bodies = given->faces;
    distance* d = state;
    toi_vec3 centers[OVERLAP_BODIES];
    for (uint32_t i = 0; i < count; ++i) {
        centers[i] = xf_point(&bodies[i].rotation, bodies[i].position, d->center[i]);
    }
    sort_again(d, centers);
    overlap_found found = {0, 0};
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t p = d->order[i];
        for (uint32_t k = i + 1; k < count; ++k) {
            uint32_t q = d->order[k];
            double reach = d->half[p] + d->half[q];
            if (lower_x(d, centers, q) > centers[p].x + d->half[p]) {
                break;
            }
            if (fabs(centers[p].y - centers[q].y) <= reach && fabs(centers[p].z - centers[q].z) <= reach) {
                found.body_pairs += collide(d, bodies, p < q ? p : q, p < q ? q : p);
            }
        }
    }
    return found;
}

const overlap_method overlap_distance = {"closest-features", true,         true,
                                         open_distance,      ask_distance, close_distance};
