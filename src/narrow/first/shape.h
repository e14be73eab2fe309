// A convex piece of a body by its points: the whole body, a patch of its tree, or one triangle.

#ifndef TI_NARROW_FIRST_SHAPE_H
#define TI_NARROW_FIRST_SHAPE_H

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

static inline toi_vec3 shape_point(const ti_shape* s, uint32_t i)
{
    return v3(s->scale * s->x[i], s->scale * s->y[i], s->scale * s->z[i]);
}

// Which point is farthest along a direction, and how far.
typedef struct ti_farthest {
    double value;
    uint32_t index;
} ti_farthest;

// Over points [begin, end), the first of equals within a lane; m is in local coordinates, so no scale.
static inline ti_farthest farthest_of_run(const ti_shape* s, uint32_t begin, uint32_t end, toi_vec3 m)
{
    ti_v4 mx = f4_set(m.x), my = f4_set(m.y), mz = f4_set(m.z);
    ti_v4 best = f4_load(s->x + begin) * mx + f4_load(s->y + begin) * my + f4_load(s->z + begin) * mz;
    ti_m4 at = {0, 1, 2, 3}, current = at;
    for (uint32_t i = begin + 4; i < end; i += 4) {
        ti_v4 value = f4_load(s->x + i) * mx + f4_load(s->y + i) * my + f4_load(s->z + i) * mz;
        current += (ti_m4){4, 4, 4, 4};
        ti_m4 better = (ti_m4)(value > best);
        best = f4_select(better, value, best);
        at = (ti_m4)f4_select(better, (ti_v4)current, (ti_v4)at);
    }
    double v0 = best[0], v2 = best[2];
    int64_t i0 = at[0], i2 = at[2];
    if (best[1] > v0) {
        v0 = best[1];
        i0 = at[1];
    }
    if (best[3] > v2) {
        v2 = best[3];
        i2 = at[3];
    }
    return v2 > v0 ? (ti_farthest){v2, begin + (uint32_t)i2} : (ti_farthest){v0, begin + (uint32_t)i0};
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

// Runs of a tree and whole bodies of at most so many points are looked at outright.
enum { SHAPE_STACK = 48, SHAPE_SCAN_POINTS = 16, SHAPE_SCAN_BODY = 128 };

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

// ---- climbing the hull

// An error bound of the computed m.(q - p) over the sum of the magnitudes of its products: each product
// passes a rounded difference, its own rounding and at most two sums, four factors 1 + r with |r| <= u =
// 2^-53, and the sum of the magnitudes as many. What underflow adds is far below CLIMB_UNDERFLOW.
#define CLIMB_BOUND (4.0000001 * 0x1p-53)
#define CLIMB_UNDERFLOW 0x1p-900

// More ties, or more edges at a point, and the boxes are the better way.
enum { CLIMB_TIES = 16, CLIMB_EDGES = 128 };

// Steps after which a hint is no longer thought near.
enum { CLIMB_NEAR = 4 };

// Whether m.(q - p) is surely positive, surely negative, or neither (a tie).
typedef struct ti_rise {
    double value, error;
} ti_rise;

static inline ti_rise rise_along(const ti_shape* s, toi_vec3 m, uint32_t p, uint32_t q)
{
    double x = m.x * (s->x[q] - s->x[p]), y = m.y * (s->y[q] - s->y[p]), z = m.z * (s->z[q] - s->z[p]);
    return (ti_rise){(x + y) + z, CLIMB_BOUND * ((fabs(x) + fabs(y)) + fabs(z)) + CLIMB_UNDERFLOW};
}

// The points of a climb from which no edge surely rises.
typedef struct ti_summit {
    uint32_t point[CLIMB_TIES];
    uint32_t count;
} ti_summit;

static inline bool summit_has(const ti_summit* summit, uint32_t point)
{
    for (uint32_t i = 0; i < summit->count; ++i) {
        if (summit->point[i] == point) {
            return true;
        }
    }
    return false;
}

// The neighbour of a point that seems to rise most if it surely rises, or TI_NONE.
static inline uint32_t steepest(const ti_shape* s, toi_vec3 m, uint32_t p, uint32_t begin, uint32_t end)
{
    const uint16_t* neighbor = s->mesh->support.neighbors;
    double most = 0.0;
    uint32_t best = p;
    for (uint32_t i = begin; i < end; ++i) {
        uint32_t q = neighbor[i];
        double rise = (m.x * (s->x[q] - s->x[p]) + m.y * (s->y[q] - s->y[p])) + m.z * (s->z[q] - s->z[p]);
        best = rise > most ? q : best;
        most = rise > most ? rise : most;
    }
    ti_rise r = rise_along(s, m, p, best);
    return r.value > r.error ? best : TI_NONE;
}

// Looks at the edges of a point: the end of one that surely rises out of the summit, or TI_NONE if there is
// none; then the ends of ties are added to the summit, whose count exceeds CLIMB_TIES where there are too
// many. Ties are not transitive, so an edge between two members of the summit may well rise.
static inline uint32_t climb_from(const ti_shape* s, toi_vec3 m, uint32_t p, ti_summit* summit)
{
    const ti_support* support = &s->mesh->support;
    uint32_t begin = support->neighbor_first[p], end = support->neighbor_first[p + 1];
    if (end - begin > CLIMB_EDGES) {
        summit->count = CLIMB_TIES + 1;
        return TI_NONE;
    }
    uint32_t up = steepest(s, m, p, begin, end);
    if (up != TI_NONE && !summit_has(summit, up)) {
        return up;
    }
    for (uint32_t i = begin; i < end; ++i) {
        uint32_t q = support->neighbors[i];
        ti_rise r = rise_along(s, m, p, q);
        if (r.value < -r.error || summit_has(summit, q)) {
            continue;
        }
        if (r.value > r.error) {
            return q;
        }
        if (summit->count == CLIMB_TIES) {
            summit->count = CLIMB_TIES + 1;
            return TI_NONE;
        }
        summit->point[summit->count++] = q;
    }
    return TI_NONE;
}

static inline double value_at(const ti_shape* s, toi_vec3 m, uint32_t p)
{
    return (s->x[p] * m.x + s->y[p] * m.y) + s->z[p] * m.z;
}

static inline ti_farthest best_of_summit(const ti_shape* s, toi_vec3 m, const ti_summit* summit)
{
    ti_farthest best = {0.0, TI_NONE};
    for (uint32_t i = 0; i < summit->count; ++i) {
        uint32_t p = summit->point[i];
        double value = value_at(s, m, p);
        if (best.index == TI_NONE || value > best.value || (value == best.value && p < best.index)) {
            best = (ti_farthest){value, p};
        }
    }
    return best;
}

// A first point for a climb: down the boxes that reach farthest, without a look at the others.
static inline uint32_t start_of_climb(const ti_shape* s, toi_vec3 m)
{
    const ti_node* node = &s->mesh->tree.nodes[1];
    for (;;) {
        ti_v4 bound = bound_boxes(node, m);
        for (uint32_t i = 0; i < TI_TREE_WIDTH; ++i) {
            bound[i] = node->point[i] < node->point[i + 1] ? bound[i] : -HUGE_VAL;
        }
        uint32_t i = lane_of_largest(bound);
        if (node->point[i] == node->point[i + 1]) { // m is no number
            return 0;
        }
        if (node->child[i] == TI_NONE) {
            return node->point[i];
        }
        node = &s->mesh->tree.nodes[node->child[i]];
    }
}

// For a hint that turned out to be far away.
static inline uint32_t higher_start(const ti_shape* s, toi_vec3 m, uint32_t at)
{
    uint32_t start = start_of_climb(s, m);
    return value_at(s, m, start) > value_at(s, m, at) ? start : at;
}

// Climbs along edges of the hull from the hint to a point without a rising edge, and spreads from there over
// ties. If every edge that leaves the set so found surely falls, the exact maximum is in the set: let w be a
// member of largest exact m.w. None of its edges rises, and the hull lies in the cone at w that these edges
// span, so w is a farthest point. Only where all facets at w are in one plane that m is normal to do the
// edges not span the cone; then all these edges are ties, so are those that follow over the whole face, and
// at a corner of the face the cone is spanned. Points that differ by less than rounding can tell stay ties,
// so nothing is taken on trust. Where the ties are too many or the way is too long the boxes decide.
static inline ti_farthest farthest_by_climbing(const ti_shape* s, toi_vec3 m, uint32_t hint)
{
    ti_summit summit = {{hint != 0 ? hint : start_of_climb(s, m)}, 1};
    uint32_t steps = 0, looked = 0;
    while (looked < summit.count && summit.count <= CLIMB_TIES && steps * steps <= 16 * s->count) {
        uint32_t up = climb_from(s, m, summit.point[looked], &summit);
        ++looked;
        ++steps;
        if (up != TI_NONE) {
            bool far = steps == CLIMB_NEAR && hint != 0;
            summit.point[0] = far ? higher_start(s, m, up) : up;
            summit.count = 1;
            looked = 0;
        }
    }
    if (looked < summit.count) {
        return farthest_of_tree(s, m, summit.point[0]);
    }
    return best_of_summit(s, m, &summit);
}

// Farthest point along n, a direction in the axes of the body; `value` is in units of the pair. A hint of
// zero knows nothing.
static inline ti_farthest shape_farthest(const ti_shape* s, toi_vec3 n, uint32_t hint)
{
    toi_vec3 m = v3_scale(s->scale, n);
    if (s->mesh == NULL || s->count <= SHAPE_SCAN_BODY) {
        return farthest_of_run(s, 0, s->count, m);
    }
    bool joined = s->mesh->support.neighbor_first != NULL;
    return joined ? farthest_by_climbing(s, m, hint) : farthest_of_tree(s, m, hint);
}

#endif
