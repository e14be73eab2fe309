// A convex piece of a body by its points: the whole body, a patch of its tree, or one triangle.

#ifndef TI_NARROW_FIRST_SHAPE_H
#define TI_NARROW_FIRST_SHAPE_H

#include "bvh/farthest.h"
#include "math/simd.h"
#include "narrow/first/types.h"

typedef struct ti_shape {
    const double* x; // local coordinates, count a multiple of four
    const double* y;
    const double* z;
    uint32_t count;
    const toi_mesh* mesh;   // for a whole body: its tree and hull, else NULL
    const uint32_t* vertex; // input vertex of a point, or NULL
    double scale;           // local coordinates to units of the pair
    double radius;          // largest distance of a point from the centre of its body, in units of the pair
} ti_shape;

static inline ti_shape shape_of_body(const ti_track* k)
{
    const ti_support* s = &k->mesh->support;
    return (ti_shape){
        .x = s->points.x,
        .y = s->points.y,
        .z = s->points.z,
        .count = s->points.count,
        .mesh = k->mesh,
        .vertex = s->vertex,
        .scale = k->scale,
        .radius = k->radius,
    };
}

// The corners of a few triangles as points. Must not move: the shape points into it.
typedef struct ti_few_points {
    double x[3 * TI_TREE_LEAF_TRIANGLES], y[3 * TI_TREE_LEAF_TRIANGLES], z[3 * TI_TREE_LEAF_TRIANGLES];
    ti_shape shape;
} ti_few_points;

static inline void load_triangles(const ti_track* k, uint32_t begin, uint32_t end, ti_few_points* f)
{
    double longest2 = 0.0;
    uint32_t count = 0;
    for (uint32_t i = begin; i < end; ++i) {
        for (int c = 0; c < 3; ++c) {
            toi_vec3 v = k->mesh->local[k->mesh->triangles[i].vertex[c]];
            double length2 = v3_dot(v, v);
            f->x[count] = v.x;
            f->y[count] = v.y;
            f->z[count] = v.z;
            longest2 = length2 > longest2 ? length2 : longest2;
            ++count;
        }
    }
    for (; count % 4 != 0; ++count) {
        f->x[count] = f->x[count - 1];
        f->y[count] = f->y[count - 1];
        f->z[count] = f->z[count - 1];
    }
    double radius = k->scale * sqrt(longest2) * (1.0 + 0x1p-50);
    f->shape = (ti_shape){f->x, f->y, f->z, count, NULL, NULL, k->scale, radius};
}

static inline toi_vec3 shape_point(const ti_shape* s, uint32_t i)
{
    return v3(s->scale * s->x[i], s->scale * s->y[i], s->scale * s->z[i]);
}

static inline double value_at(const ti_shape* s, toi_vec3 m, uint32_t p)
{
    return (s->x[p] * m.x + s->y[p] * m.y) + s->z[p] * m.z;
}

// m is in local coordinates, so no scale.
static inline ti_farthest farthest_of_run(const ti_shape* s, uint32_t begin, uint32_t end, toi_vec3 m)
{
    const ti_points points = {s->x, s->y, s->z, s->count};
    return ti_farthest_of(&points, begin, end, m);
}

// Upper bounds of m.x over the four boxes of a node.
static inline ti_v4 bound_boxes(const ti_node* node, toi_vec3 m)
{
    ti_v4 mx = f4_set(m.x), my = f4_set(m.y), mz = f4_set(m.z);
    ti_v4 bound = mx * f4_load_float(node->center[0]) + my * f4_load_float(node->center[1]) +
                  mz * f4_load_float(node->center[2]);
    for (int k = 0; k < 9; k += 3) {
        bound += f4_abs(mx * f4_load_float(node->axis[k]) + my * f4_load_float(node->axis[k + 1]) +
                        mz * f4_load_float(node->axis[k + 2]));
    }
    return bound;
}

// Runs of a tree of at most so many points are looked at outright.
enum { SHAPE_STACK = 48, SHAPE_SCAN_POINTS = 16 };

// A node on the way down, and the bounds of its boxes that are still to be looked into.
typedef struct ti_descent {
    const ti_node* node;
    ti_v4 bound;
} ti_descent;

static inline uint32_t lane_of_largest(ti_v4 bound)
{
    uint32_t low = bound[1] > bound[0] ? 1 : 0, high = bound[3] > bound[2] ? 3 : 2;
    return bound[high] > bound[low] ? high : low;
}

// Walks down the boxes, most promising first; a box whose bound does not exceed the best point is left out.
// The bound is within 8 u |m| R of its exact value and the best point within 4 u |m| R, so what is left out
// exceeds the answer by at most 12 u |m| R: part of the rounding bound of the pair.
static inline ti_farthest farthest_of_tree(const ti_shape* s, toi_vec3 m, uint32_t hint)
{
    ti_descent stack[SHAPE_STACK];
    uint32_t top = 0;
    ti_farthest best = farthest_of_run(s, hint & ~3u, (hint & ~3u) + 4, m);
    stack[0].node = &s->mesh->tree.nodes[1];
    stack[0].bound = bound_boxes(stack[0].node, m);
    for (;;) {
        ti_descent* d = &stack[top];
        uint32_t i = lane_of_largest(d->bound);
        if (!(d->bound[i] > best.value)) {
            if (top == 0) {
                return best;
            }
            --top;
            continue;
        }
        d->bound[i] = -HUGE_VAL;
        uint32_t child = d->node->child[i], begin = d->node->point[i], end = d->node->point[i + 1];
        if (begin == end) { // all its points are named by other boxes before, or within the hull
            continue;
        }
        if (child == TI_NONE || end - begin <= SHAPE_SCAN_POINTS) {
            ti_farthest found = farthest_of_run(s, begin, end, m);
            best = found.value > best.value ? found : best;
            continue;
        }
        ++top;
        stack[top].node = &s->mesh->tree.nodes[child];
        stack[top].bound = bound_boxes(stack[top].node, m);
    }
}

#endif
