// Separating planes kept from cycle to cycle, as in P. Heckbert's collection of 1994 that [Kitamura98]
// section 5.1 compares with: all pairs of rigid convex bodies; the plane of the last cycle is tried on all
// vertices, and where it no longer separates, the closest points are looked for (Gilbert, Johnson and
// Keerthi): the vector between them is the new normal. Where they coincide the bodies collide. The plane may
// be moved along its normal before it is tried, which makes it last longer.

#include "bench/overlap_methods.h"
#include "bench/overlap_parts.h"
#include "math/simplex.h"

#include <stdlib.h>

enum { STEPS_MOST = 200 };
#define CLOSE_ENOUGH 1e-9 // of the squared distance: the closest points are found

typedef struct planes {
    toi_vec3* posed[OVERLAP_BODIES];
    uint32_t vertices[OVERLAP_BODIES];
    toi_vec3 normal[OVERLAP_BODIES][OVERLAP_BODIES]; // zero: none is kept
    uint32_t count;
} planes;

static void* open_planes(const overlap_world* world)
{
    planes* p = overlap_room(1, sizeof *p);
    p->count = world->count;
    for (uint32_t i = 0; i < world->count; ++i) {
        p->posed[i] = overlap_room(world->meshes[i]->vertex_count, sizeof(toi_vec3));
        p->vertices[i] = world->meshes[i]->vertex_count;
    }
    return p;
}

static void close_planes(void* state)
{
    planes* p = state;
    for (uint32_t i = 0; i < p->count; ++i) {
        free(p->posed[i]);
    }
    free(p);
}

static uint32_t farthest(const planes* p, uint32_t body, toi_vec3 direction)
{
    const toi_vec3* v = p->posed[body];
    uint32_t best = 0;
    double most = v3_dot(v[0], direction);
    for (uint32_t i = 1; i < p->vertices[body]; ++i) {
        double height = v3_dot(v[i], direction);
        best = height > most ? i : best;
        most = height > most ? height : most;
    }
    return best;
}

static bool separates(const planes* p, uint32_t a, uint32_t b, toi_vec3 normal)
{
    const toi_vec3 *v = p->posed[a], *w = p->posed[b];
    double most = v3_dot(v[0], normal);
    for (uint32_t i = 1; i < p->vertices[a]; ++i) {
        double height = v3_dot(v[i], normal);
        most = height > most ? height : most;
    }
    for (uint32_t i = 0; i < p->vertices[b]; ++i) {
        if (!(v3_dot(w[i], normal) > most)) {
            return false;
        }
    }
    return true;
}

// The vector between the closest points, zero if they meet.
static toi_vec3 between_closest(const planes* p, uint32_t a, uint32_t b)
{
    ti_simplex s = {.count = 1};
    s.w[0] = v3_sub(p->posed[b][0], p->posed[a][0]);
    ti_nearest nearest = sx_nearest_point(s.w[0]);
    for (int step = 0; step < STEPS_MOST; ++step) {
        uint32_t i = farthest(p, a, nearest.point), k = farthest(p, b, v3_negate(nearest.point));
        toi_vec3 w = v3_sub(p->posed[b][k], p->posed[a][i]);
        bool done = nearest.distance2 - v3_dot(w, nearest.point) <= CLOSE_ENOUGH * nearest.distance2;
        if (done || sx_holds(&s, i, k)) {
            return nearest.point;
        }
        s.a[s.count] = i;
        s.b[s.count] = k;
        s.w[s.count++] = w;
        if (!sx_reduce(&s, &nearest)) {
            return v3(0, 0, 0);
        }
    }
    return nearest.point;
}

static bool collide(planes* p, uint32_t a, uint32_t b)
{
    toi_vec3* kept = &p->normal[a][b];
    if (v3_norm1(*kept) > 0.0 && separates(p, a, b, *kept)) {
        return false;
    }
    *kept = between_closest(p, a, b);
    if (v3_norm1(*kept) > 0.0 && separates(p, a, b, *kept)) {
        return false;
    }
    *kept = v3(0, 0, 0);
    return true;
}

static overlap_found ask_planes(void* state, const overlap_bodies* given, uint32_t count)
{
    const ti_faces* bodies = given->faces;
    planes* p = state;
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t v = 0; v < p->vertices[i]; ++v) {
            p->posed[i][v] = ti_faces_vertex(&bodies[i], v);
        }
    }
    overlap_found found = {0, 0};
    for (uint32_t a = 0; a < count; ++a) {
        for (uint32_t b = a + 1; b < count; ++b) {
            found.body_pairs += collide(p, a, b);
        }
    }
    return found;
}

const overlap_method overlap_planes = {"separating-planes", true,       true,
                                       open_planes,         ask_planes, close_planes};
